// Reads all of a stream as text, up to a bound.
import type { Readable } from 'node:stream'
import { usageError } from './failures.ts'

const CHARS_MAX = 256 * 1024

export async function readAll(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    text += chunk
    if (text.length > CHARS_MAX) throw usageError(`Standard input is longer than ${CHARS_MAX} characters.`)
  }
  return text.trim()
}
