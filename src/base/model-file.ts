// Reads the files of models/: a line of JSON that says what the file holds and where it comes from, then its numbers.
import { crc32 } from 'node:zlib'

export interface ModelFileHeader {
  readonly format: number
  readonly name: string
  readonly version: string
  /** CRC-32 of all that follows the first line. */
  readonly checksum: number
  readonly provenance: readonly { readonly source: string; readonly licence: string }[]
  readonly scores: Readonly<Record<string, number>>
}

/** @throws Error where the file is cut short, damaged, of another format or another model, since nothing may start with half of it */
export function splitModelFile<Header extends ModelFileHeader>(
  file: Uint8Array,
  name: string,
  format: number,
): { header: Header; body: Uint8Array } {
  const end = file.indexOf(0x0a)
  if (end < 0) throw new Error(`${name}: the file has no header line`)
  const header = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as Header
  if (header.format !== format || header.name !== name) {
    throw new Error(`${name}: the file holds ${header.name} in format ${header.format}`)
  }
  const body = file.subarray(end + 1)
  if (crc32(body) !== header.checksum) throw new Error(`${name}: the file is damaged or cut short`)
  return { header, body }
}
