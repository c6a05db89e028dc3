// Cuts a stream of bytes into lines of UTF-8 text; one that is too long or not UTF-8 is named and skipped, not kept.
import { isUtf8 } from 'node:buffer'
import { LINE_BYTES_MAX, type Fault } from './feed-line.ts'

/** A line without its end; empty lines are counted but not handed on. */
export type TextLine =
  { readonly line: number; readonly text: string } | { readonly line: number; readonly fault: Fault }

export interface LineSplitter {
  push(chunk: Uint8Array): TextLine[]
  end(): TextLine[]
}

/** LF and CRLF end a line; a byte order mark in front of the first is dropped. */
export function createLineSplitter(): LineSplitter {
  let held: Buffer[] = []
  let heldBytes = 0
  let tooLong = false
  let line = 0

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
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const lines: TextLine[] = []
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
      const read = heldBytes > 0 ? finish(Buffer.alloc(0)) : undefined
      return read ? [read] : []
    },
  }
}

const LF = 0x0a
const tooLongFault: Fault = { field: '', message: `the line is longer than ${LINE_BYTES_MAX / 1024} KiB` }

function readLine(line: number, bytes: Buffer): TextLine | undefined {
  const content = bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes
  if (content.length > LINE_BYTES_MAX) return { line, fault: tooLongFault }
  if (!isUtf8(content)) return { line, fault: { field: '', message: 'the line is not valid UTF-8' } }
  const text = content.toString('utf8')
  const plain = line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text
  return plain.trim() === '' ? undefined : { line, text: plain }
}
