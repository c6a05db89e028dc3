// Hands on a file in UTF-8, whatever it came in; what came in UTF-8 is not touched. Bytes that are no text are none afterwards either, so
// that a reader refuses them whatever the file came in.
import { TextDecoder } from 'node:util'
import { ServiceError } from '../../domain/errors.ts'

/** As much is waited for as a declaration of XML needs. */
const HEAD_BYTES = 256

/**
 * A byte order mark tells what a file is written in, else the request, else its XML declaration; else it is UTF-8.
 * @param charset what the request says
 * @throws ServiceError unsupported_media_type where nothing is known that reads it; what `body` throws
 */
export async function* toUtf8(
  body: AsyncIterable<Uint8Array>,
  charset: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  let head: Uint8Array[] | undefined = []
  let headBytes = 0
  let decoder: TextDecoder | undefined
  const begin = (chunks: readonly Uint8Array[]): Uint8Array => {
    const bytes = Buffer.concat(chunks)
    decoder = decoderOf(bytes, charset)
    return bytes
  }
  const convert = (bytes: Uint8Array) => (decoder ? encoded(decoder.decode(bytes, { stream: true })) : bytes)

  for await (const chunk of body) {
    if (!head) {
      yield convert(chunk)
      continue
    }
    head.push(chunk)
    headBytes += chunk.length
    if (headBytes < HEAD_BYTES) continue
    const bytes = begin(head)
    head = undefined
    yield convert(bytes)
  }
  if (head) yield convert(begin(head))
  if (decoder) yield encoded(decoder.decode())
}

/** In UTF-8, but for what could not be decoded, which becomes a byte that UTF-8 never holds. */
function encoded(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (!text.includes('\ufffd')) return bytes
  return Buffer.from(bytes.toString('latin1').replaceAll('\xef\xbf\xbd', '\xff'), 'latin1')
}

/** Undefined for UTF-8. */
function decoderOf(start: Buffer, charset: string | undefined): TextDecoder | undefined {
  const name = markedIn(start) ?? charset ?? declaredIn(start)
  if (name === undefined || UTF8.test(name)) return undefined
  try {
    return new TextDecoder(name)
  } catch {
    throw new ServiceError(
      'unsupported_media_type',
      `The charset "${name.slice(0, 40)}" is not known; send the file in UTF-8`,
    )
  }
}

function markedIn(start: Buffer): string | undefined {
  const hex = start.toString('hex', 0, 3)
  if (hex === 'efbbbf') return 'utf-8'
  return hex.startsWith('fffe') ? 'utf-16le' : hex.startsWith('feff') ? 'utf-16be' : undefined
}

/** What can be read as ASCII is no UTF-16, whatever it says. */
function declaredIn(start: Buffer): string | undefined {
  const name = DECLARATION.exec(start.toString('latin1', 0, HEAD_BYTES))?.[1]
  return name !== undefined && /^utf-?16/i.test(name) ? undefined : name
}

const DECLARATION = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/
const UTF8 = /^(?:utf-?8|us-ascii|ascii)?$/i
