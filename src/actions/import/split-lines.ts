// Cuts a stream of bytes into lines of UTF-8 text; one that is too long or not UTF-8 is named and skipped, not kept.
import { isUtf8 } from 'node:buffer'
import { LINE_BYTES_MAX, NOT_TEXT, type Fault } from './import-line.ts'

/** A line without its end; empty lines are counted but not handed on. */
export type TextLine =
  { readonly line: number; readonly text: string } | { readonly line: number; readonly fault: Fault }

export interface LineSplitter {
  push(chunk: Uint8Array): TextLine[]
  end(): TextLine[]
}

/**
 * LF and CRLF end a line; a byte order mark in front of the first is dropped. Some spreadsheets write CR alone: where the first line
 * ends in one, each CR ends a line. Elsewhere it may stand in a quoted field.
 */
export function createLineSplitter(): LineSplitter {
  let held: Buffer[] = []
  let heldBytes = 0
  let tooLong = false
  let line = 0
  let ends: 'LF' | 'CR or LF' | undefined // not known before the first line has ended
  let wasCr = false

  const hold = (bytes: Buffer) => {
    heldBytes += bytes.length
    if (heldBytes > LINE_BYTES_MAX + 1) tooLong = true
    if (tooLong) held = []
    // A copy, since a slice would keep its whole chunk alive.
    else if (bytes.length > 0) held.push(Buffer.from(bytes))
  }

  const finish = (tail: Buffer): TextLine | undefined => {
    line++
    const length = heldBytes + tail.length
    const long = tooLong || length > LINE_BYTES_MAX + 1
    const whole = long ? undefined : held.length === 0 ? tail : Buffer.concat([...held, tail], length)
    held = []
    heldBytes = 0
    tooLong = false
    return whole ? readLine(line, whole) : { line, fault: tooLongFault }
  }

  return {
    push(chunk) {
      if (chunk.byteLength === 0) return []
      let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const lines: TextLine[] = []
      if (ends === undefined && wasCr) {
        ends = bytes[0] === LF ? 'LF' : 'CR or LF'
        const first = ends === 'CR or LF' ? finish(NOTHING) : undefined
        if (first) lines.push(first)
      }
      ends ??= firstEndIn(bytes)
      const endsInCr = bytes.at(-1) === CR
      if (ends === 'CR or LF') bytes = withLineFeeds(bytes, wasCr)
      wasCr = endsInCr
      let from = 0
      for (let to = bytes.indexOf(LF); to >= 0; to = bytes.indexOf(LF, from)) {
        const read = finish(bytes.subarray(from, to))
        if (read) lines.push(read)
        from = to + 1
      }
      hold(bytes.subarray(from))
      return lines
    },
    end() {
      const read = heldBytes > 0 ? finish(NOTHING) : undefined
      return read ? [read] : []
    },
  }
}

/** Undefined where no line ends there, or where the first ends in a CR that a LF may follow. */
function firstEndIn(bytes: Buffer): 'LF' | 'CR or LF' | undefined {
  const lf = bytes.indexOf(LF)
  const cr = bytes.indexOf(CR)
  if (cr < 0 || (lf >= 0 && lf <= cr + 1)) return lf < 0 ? undefined : 'LF'
  return cr === bytes.length - 1 ? undefined : 'CR or LF'
}

/** LF for each CR and CRLF. @param afterCr whether a CR stood in front of the bytes */
function withLineFeeds(bytes: Buffer, afterCr: boolean): Buffer {
  const text = bytes.toString('latin1')
  return Buffer.from((afterCr ? text.replace(/^\n/, '') : text).replace(/\r\n?/g, '\n'), 'latin1')
}

const LF = 0x0a
const CR = 0x0d
const NOTHING = Buffer.alloc(0)
const tooLongFault: Fault = { field: '', message: `the line is longer than ${LINE_BYTES_MAX / 1024} KiB` }

function readLine(line: number, bytes: Buffer): TextLine | undefined {
  const content = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes
  if (content.length > LINE_BYTES_MAX) return { line, fault: tooLongFault }
  if (!isUtf8(content)) return { line, fault: { field: '', message: `the line ${NOT_TEXT}` } }
  const text = content.toString('utf8')
  const plain = line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text
  return plain.trim() === '' ? undefined : { line, text: plain }
}
