// What the store asks of a database. Its statements are SQLite's; what PostgreSQL says otherwise is turned in postgres/translate.ts.
export type SqlValue = string | number | bigint | null | Uint8Array

export interface Statement {
  get(...values: SqlValue[]): unknown
  all(...values: SqlValue[]): unknown[]
  /** Says nothing of what became of it, so that it need not be waited for; `RETURNING` does. */
  run(...values: SqlValue[]): unknown
  /** Whoever stops early lets go of the statement, as `for … of` does. */
  iterate(...values: SqlValue[]): Iterable<unknown> & Iterator<unknown>
  /** Rows as lists of their values, in the order of the columns. */
  setReturnArrays(enabled: boolean): void
}

export interface Sql {
  prepare(sql: string): Statement
  exec(sql: string): void
  readonly isTransaction: boolean
}

/** One connection of a thread of the store, with what databases do each in their own way. */
export interface Connection {
  readonly db: Sql
  /** What a backup and a verification do beside reading tables. */
  readonly upkeep: Upkeep
  /** Brings the database to the newest shape. @throws Error where a newer release has written it */
  migrate(): void
  /** @throws Error where what is committed now would not be found again */
  demandPlace(): void
  /** Called after each commit. @throws Error after which nothing may be written any more */
  afterCommit(): void
  /**
   * Opens the database again where its connection was lost, before anything is asked of it.
   * @returns true where it was, so that whoever follows the store must look at all of it again
   * @throws Error where it cannot be reached now (`lost`), or another process has it (`taken`)
   */
  revive(): boolean
  /**
   * `busy`: another program holds it for a moment; `lost`: it cannot be reached now; `fatal`: nothing may be written any more;
   * `taken`: the same, since another process writes.
   */
  kindOf(error: unknown): 'busy' | 'lost' | 'fatal' | 'taken' | undefined
  /** The error in words that say what mends it. */
  explain(error: unknown): unknown
  /** @param isSound false once a write has failed: then nothing is written any more */
  close(isSound: boolean): void
}

export interface Upkeep {
  /** Writes a copy to `path` while others write. */
  backup(path: string, onProgress: (share: number) => void): Promise<{ bytes: number }>
  /** Says what is damaged below the tables. */
  checkFile(note: (fault: string) => void): void
}
