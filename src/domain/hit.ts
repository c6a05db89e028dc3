// A click or a view as it reaches us, as far as it tells people from machines.

/** What is known of whoever followed a link. */
export interface Hit {
  readonly userAgent: string | undefined
  /** Used here and forgotten; only its network is kept, hashed. */
  readonly ip: string
  /** What a browser says of coming ahead of its person (`Sec-Purpose` and the older ones), joined. */
  readonly purpose: string
  /** `Sec-Fetch-Dest` of a link that was followed; absent for what a page or a server reports. */
  readonly destination?: string | undefined
  /** `Signature-Agent`, by which signed agents say who they are. */
  readonly signatureAgent: string | undefined
  /**
   * "server": a publisher's backend reports with its key what a person did elsewhere. It sits in a data centre and has a
   * program's User-Agent by nature, so the rules about the sender say nothing there and are left out.
   */
  readonly source: 'person' | 'server'
}
