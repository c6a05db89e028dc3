// Chance comes from here: real randomness for keys and ids, a seeded generator for choices that must replay.
import { randomFillSync } from 'node:crypto'

/** A source of uniform numbers in [0, 1). */
export type Random = () => number

/** Fills the bytes with unpredictable values. */
export type RandomBytes = (bytes: Uint8Array) => Uint8Array

const POOL_BYTES = 8_192

/** Cryptographic bytes drawn from a pool, since one system call per id would cost more than the id. */
export function createRandomBytes(): RandomBytes {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return (bytes) => {
    if (bytes.length > POOL_BYTES) return randomFillSync(bytes)
    if (used + bytes.length > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    bytes.set(pool.subarray(used, used + bytes.length))
    used += bytes.length
    return bytes
  }
}

/** So many unpredictable bytes as hexadecimal digits, two each. */
export function randomHex(randomBytes: RandomBytes, bytes: number): string {
  return Buffer.from(randomBytes(new Uint8Array(bytes))).toString('hex')
}

/** A small seeded generator (mulberry32, public domain by T. Ettinger): the same seed gives the same numbers. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
