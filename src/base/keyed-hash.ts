// Turns an opaque id of a person into a keyed hash, the only form in which it is ever kept.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createLruMap } from './lru-map.ts'

export interface KeyedHash {
  /** First 8 bytes of HMAC-SHA-256 of the text. The array is shared between equal texts: do not write to it. */
  bytesOf(text: string): Uint8Array
  /** The same as 16 hexadecimal digits. */
  hexOf(text: string): string
}

export const HASH_BYTES = 8
const REMEMBERED_MAX = 20_000

export function createKeyedHash(secret: Uint8Array): KeyedHash {
  const known = createLruMap<string, { bytes: Uint8Array; hex: string }>({ entriesMax: REMEMBERED_MAX })
  const encoder = new TextEncoder()
  // Copying a state that has already taken in the key saves half of the work on so short a text.
  const keyed = hmac.create(sha256, secret)
  const scratch = keyed.clone()
  const hash = (text: string) => {
    let entry = known.get(text)
    if (!entry) {
      const bytes = keyed._cloneInto(scratch).update(encoder.encode(text)).digest().slice(0, HASH_BYTES)
      entry = { bytes, hex: Buffer.from(bytes).toString('hex') }
      known.set(text, entry)
    }
    return entry
  }
  return { bytesOf: (text) => hash(text).bytes, hexOf: (text) => hash(text).hex }
}
