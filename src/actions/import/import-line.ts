// What a reader of an import file hands on: the fields of one ad, or what is wrong with its line.

export interface Fault {
  /** The field at fault; empty where the whole line is. */
  readonly field: string
  readonly message: string
}

/** What the file calls fields that go by another name there, such as `link`, by field. */
export type ColumnNames = Readonly<Record<string, string>>

/** `line` counts from 1, as an editor shows it; records of several lines carry their first. `about` is what could be read all the same. */
export type ImportLine =
  | { readonly line: number; readonly fields: Readonly<Record<string, unknown>>; readonly columns?: ColumnNames }
  | {
      readonly line: number
      readonly columns?: ColumnNames
      readonly fault: Fault
      readonly about?: Readonly<Record<string, unknown>>
      /** The ad's, where it stood for certain before the fault; in `about` it may be cut. */
      readonly id?: string
    }

/**
 * Takes a file in chunks of any size and gives what became complete; holds no more than one record back. Lines may be read only
 * as they are asked for, so that whoever asks can pause; all are asked for before the next chunk comes.
 */
export interface ImportReader {
  push(chunk: Uint8Array): Iterable<ImportLine>
  /** What was still held when the file ended. */
  end(): Iterable<ImportLine>
}

export interface ReaderOptions {
  /** The time of the import, by which a feed's sales are on or over. */
  readonly nowMs: number
}

export type OpenImportReader = (options: ReaderOptions) => ImportReader

/** Longest line or record, in bytes. */
export const LINE_BYTES_MAX = 64 * 1024
/** Goes on after what holds such bytes. */
export const NOT_TEXT = 'is not valid UTF-8, or not in the charset that the file says it is in'
