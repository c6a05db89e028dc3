// The text of an API key: `ak_live_` + 8 public characters + 34 secret ones + a checksum of 6, all base 62.
//
// The public part finds the key without a secret being compared; the checksum lets scanners of leaked secrets tell keys
// from other texts without asking us.
import { crc32 } from 'node:zlib'
import type { RandomBytes } from '../base/random.ts'
import type { KeyMode } from './api-key.ts'

export interface KeyText {
  readonly mode: KeyMode
  readonly publicId: string
}

/** Also of keys that were made elsewhere. */
export const KEY_CHARS_MAX = 512

const PREFIXES: Readonly<Record<KeyMode, string>> = { live: 'ak_live_', test: 'ak_test_', browser: 'pk_live_' }
const PUBLIC_CHARS = 8
const SECRET_CHARS = 34 // 34 × log2(62) is 202 bits
const CHECK_CHARS = 6 // 62^6 is more than 2^32
const PREFIX_CHARS = 8
const KEY_CHARS = PREFIX_CHARS + PUBLIC_CHARS + SECRET_CHARS + CHECK_CHARS
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A fresh key. Nothing of it but the public part may be kept. */
export function makeKeyText({
  mode,
  randomBytes,
}: {
  mode: KeyMode
  randomBytes: RandomBytes
}): KeyText & { text: string } {
  const publicId = randomText(PUBLIC_CHARS, randomBytes)
  const body = PREFIXES[mode] + publicId + randomText(SECRET_CHARS, randomBytes)
  return { mode, publicId, text: body + checksum(body) }
}

/** The public part of a text that may be a key by its length; whether it is one, the key found by it tells. */
export function publicPartOf(text: string): string | undefined {
  return text.length === KEY_CHARS ? text.slice(PREFIX_CHARS, PREFIX_CHARS + PUBLIC_CHARS) : undefined
}

/** What a key of no known form (such as `ak_` and any text) is found by: the start of its keyed hash, marked so. */
export function publicIdOfHash(secretHash: string): string {
  return `h_${secretHash.slice(0, 16)}`
}

function randomText(chars: number, randomBytes: RandomBytes): string {
  const pool = new Uint8Array(chars * 2)
  let text = ''
  while (text.length < chars) {
    randomBytes(pool)
    for (const byte of pool) {
      // 248 is the largest multiple of 62 in a byte; what lies above would make some characters likelier than others.
      if (byte < 248 && text.length < chars) text += ALPHABET[byte % 62]
    }
  }
  return text
}

function checksum(text: string): string {
  let value = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECK_CHARS; i++) {
    digits = ALPHABET[value % 62] + digits
    value = Math.floor(value / 62)
  }
  return digits
}
