// Where the others reach one of several processes over a database.

export interface NodeAddress {
  /** Missing: the address from which it reaches the database. */
  readonly host?: string
  /** 0: any. */
  readonly port: number
}
