// Signatures of links: HMAC-SHA-256 cut to 16 bytes, under a ring of keys of which the newest signs and all verify.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from './random.ts'
import { createShortHmac } from './short-hmac.ts'

export const TAG_BYTES = 16

export interface SigningKey {
  /** 0–255, unique in the ring; stands in each link, so that its key is found again. */
  readonly id: number
  /** At least 16 bytes; a fresh one has 32. */
  readonly secret: Uint8Array
}

export interface KeyRing {
  /** Id of the key that signs. */
  readonly signingKeyId: number
  /** Writes the tag of `bytes[0, length)` right behind them, at `length`; there must be room for TAG_BYTES. */
  sign(bytes: Uint8Array, length: number): void
  /** True where `tag` is the one that the key of that id gives to `data`. Takes the same time for each wrong tag. */
  verify(keyId: number, data: Uint8Array, tag: Uint8Array): boolean
}

/**
 * @param keys newest first; the first one signs
 * @throws Error where there is no key, a key is short, or two have one id
 */
export function createKeyRing(keys: readonly SigningKey[]): KeyRing {
  checkKeys(keys)
  const newest = keys[0]!
  const byId = new Map<number, KeyObject>(keys.map((key) => [key.id, createSecretKey(key.secret)]))

  const hmac = createShortHmac(newest.secret)

  return {
    signingKeyId: newest.id,
    sign(bytes, length) {
      const digest = hmac(bytes, length)
      for (let i = 0; i < TAG_BYTES; i++) bytes[length + i] = digest[i]!
    },
    verify(keyId, data, tag) {
      const key = byId.get(keyId)
      if (key === undefined || tag.length !== TAG_BYTES) return false
      return timingSafeEqual(createHmac('sha256', key).update(data).digest().subarray(0, TAG_BYTES), tag)
    },
  }
}

/**
 * Reads a ring from its text, `id:secret` in base64url, newest first, such as `2:Zm9v…,1:YmFy…`.
 * @throws Error that says which entry is at fault, without its secret
 */
export function parseKeyRing(text: string | readonly string[]): SigningKey[] {
  const entries = (typeof text === 'string' ? text.split(',') : text).map((entry) => entry.trim())
  const keys = entries.map((entry, i) => {
    const match = /^(\d{1,3}):([A-Za-z0-9_-]+)={0,2}$/.exec(entry)
    if (!match) throw new Error(`signing key ${i + 1} is not written as id:base64url`)
    return { id: Number(match[1]), secret: new Uint8Array(Buffer.from(match[2]!, 'base64url')) }
  })
  checkKeys(keys)
  return keys
}

/** The text of a ring, as `parseKeyRing` reads it. */
export function formatKeyRing(keys: readonly SigningKey[]): string {
  return keys.map((key) => `${key.id}:${Buffer.from(key.secret).toString('base64url')}`).join(',')
}

/** The text of a ring of one fresh key. */
export function freshKeyRing(randomBytes: RandomBytes): string {
  return formatKeyRing([{ id: 1, secret: randomBytes(new Uint8Array(32)) }])
}

function checkKeys(keys: readonly SigningKey[]): void {
  if (keys.length === 0) throw new Error('a key ring needs at least one key')
  for (const [i, key] of keys.entries()) {
    if (!Number.isInteger(key.id) || key.id < 0 || key.id > 255)
      throw new Error(`signing key ${i + 1}: the id must be 0–255`)
    if (key.secret.length < 16) throw new Error(`signing key ${key.id} has fewer than 16 bytes`)
    if (keys.findIndex((other) => other.id === key.id) !== i)
      throw new Error(`signing key ${key.id} stands in the ring twice`)
  }
}
