// Reads all of a stream as text, up to a bound.
import { usageError } from './failures.ts'

const CHARS_MAX = 256 * 1024

export async function readAll(stream: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += chunk.toString()
    if (text.length > CHARS_MAX) throw usageError(`Standard input is longer than ${CHARS_MAX} characters.`)
  }
  return text.trim()
}
