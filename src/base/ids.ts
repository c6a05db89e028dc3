// Ids that sort by time: 48 bits of milliseconds and 80 bits of chance in Crockford's base 32, as ULID lays them out.
import type { Clock } from './clock.ts'
import type { RandomBytes } from './random.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const ID_BYTES = 16
export const ID_CHARS = 26

export interface IdSource {
  /** Sixteen fresh bytes: 6 of time, 10 of chance. */
  bytes(): Uint8Array
  /** A fresh id with its kind in front, such as `cmp_01J…`. */
  next(prefix: string): string
}

export function createIdSource({
  clock,
  randomBytes,
}: {
  clock: Pick<Clock, 'nowMs'>
  randomBytes: RandomBytes
}): IdSource {
  const fresh = () => {
    const bytes = new Uint8Array(ID_BYTES)
    randomBytes(bytes)
    writeTime(bytes, clock.nowMs())
    return bytes
  }
  return { bytes: fresh, next: (prefix) => `${prefix}_${encodeId(fresh())}` }
}

/** Sixteen bytes as 26 characters. */
export function encodeId(bytes: Uint8Array): string {
  let text = ''
  let bits = 2 // 26 characters hold 130 bits: the first one carries two zero bits in front
  let value = 0
  for (let i = 0; i < ID_BYTES; i++) {
    value = (value << 8) | bytes[i]!
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
    value &= 0xff
  }
  return text
}

/** The bytes of an id's 26 characters, or undefined where they are none. */
export function decodeId(text: string): Uint8Array | undefined {
  if (text.length !== ID_CHARS) return undefined
  const bytes = new Uint8Array(ID_BYTES)
  let value = 0
  let bits = -2
  let at = 0
  for (let i = 0; i < ID_CHARS; i++) {
    const digit = ALPHABET.indexOf(text[i]!)
    if (digit < 0 || (i === 0 && digit > 7)) return undefined
    value = (value << 5) | digit
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (value >>> bits) & 0xff
      value &= (1 << bits) - 1
    }
  }
  return bytes
}

/** The milliseconds written in an id's bytes. */
export function timeOfId(bytes: Uint8Array): number {
  const high = (bytes[0]! << 8) | bytes[1]!
  const low = ((bytes[2]! << 24) | (bytes[3]! << 16) | (bytes[4]! << 8) | bytes[5]!) >>> 0
  return high * 4_294_967_296 + low
}

/** The bytes that come before those of every id made then or later, and behind all that were made before. */
export function firstIdAt(ms: number): Uint8Array {
  const bytes = new Uint8Array(ID_BYTES)
  writeTime(bytes, ms)
  return bytes
}

function writeTime(bytes: Uint8Array, ms: number): void {
  const high = Math.floor(ms / 4_294_967_296)
  const low = ms >>> 0
  bytes[0] = (high >>> 8) & 0xff
  bytes[1] = high & 0xff
  bytes[2] = (low >>> 24) & 0xff
  bytes[3] = (low >>> 16) & 0xff
  bytes[4] = (low >>> 8) & 0xff
  bytes[5] = low & 0xff
}
