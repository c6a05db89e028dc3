/** Where the fields of an answer are put before it is sent; a ServerResponse is one. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown
}
