// Turns an opaque id of a person into a keyed hash, the only form in which it is ever kept.
import { createShortHmac } from './short-hmac.ts'

export interface KeyedHash {
  /** First 8 bytes of HMAC-SHA-256 of the text. The array is shared between equal texts: do not write to it. */
  bytesOf(text: string): Uint8Array
  /** The same as 16 hexadecimal digits. */
  hexOf(text: string): string
}

/** Links that are out carry hashes of this length, so it never changes. */
export const HASH_BYTES = 8

interface Hashed {
  readonly text: string
  readonly bytes: Uint8Array
  readonly hex: string
}

export function createKeyedHash(secret: Uint8Array): KeyedHash {
  const hmac = createShortHmac(secret)
  let input = Buffer.alloc(256)
  // A request asks for its user twice in a row, and for the conversation twice where it stands in for the session.
  let newest: Hashed = { text: '', bytes: new Uint8Array(0), hex: '' }
  let other = newest

  const hash = (text: string): Hashed => {
    if (newest.text === text && newest.hex !== '') return newest
    if (other.text === text && other.hex !== '') return other
    if (text.length * 3 > input.length) input = Buffer.alloc(text.length * 3)
    const length = input.write(text, 'utf8')
    const digest = hmac(input, length)
    other = newest
    const bytes = new Uint8Array(HASH_BYTES)
    for (let i = 0; i < HASH_BYTES; i++) bytes[i] = digest[i]!
    newest = { text, bytes, hex: digest.toString('hex', 0, HASH_BYTES) }
    return newest
  }
  return { bytesOf: (text) => hash(text).bytes, hexOf: (text) => hash(text).hex }
}
