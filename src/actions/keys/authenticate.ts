// Finds out who calls from the key they sent. Keys are found by their public part and compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../../base/clock.ts'
import { createLruMap } from '../../base/lru-map.ts'
import { KEY_CHARS_MAX, publicIdOfHash, publicPartOf } from '../../domain/api-key-text.ts'
import { BROWSER_SCOPES, SCOPES, type ApiKey, type Caller } from '../../domain/api-key.ts'
import type { Directory } from '../../engine/directory.ts'
import { hourOf } from './note-key-uses.ts'

/** The caller behind a key's text; undefined where the key is unknown, revoked, expired or archived. */
export type Authenticate = (keyText: string) => Caller | undefined

export const DEFAULT_RATE_LIMIT = 100
export const OPERATOR_KEY_ID = 'key_operator'
export const OPERATOR_RATE_LIMIT = 1_000
const VERIFIED_MAX = 10_000

/**
 * @param deps.pepper secret of the installation under which keys are hashed
 * @param deps.adminKeyHash `hashKey` of the operator's key
 * @param deps.clock real time, also where the service's time runs fast: revocation waits for nobody
 */
export function createAuthenticate(deps: {
  readonly directory: Pick<Directory, 'keyByPublicId'>
  readonly pepper: string
  readonly adminKeyHash: string | undefined
  readonly clock: { nowMs(): number }
  /** Hears once an hour of each key that is let in. */
  readonly onUsed?: (keyNumber: number, hourMs: number) => void
}): Authenticate {
  // What was verified is remembered with the key as it then was. Each call still reads the key from the directory, so a
  // revoked key is refused as soon as the directory knows; the memory only saves the hash.
  const verified = createLruMap<string, Verified>({ entriesMax: VERIFIED_MAX })
  const plainUses = createLruMap<string, NotedUse>({ entriesMax: VERIFIED_MAX })
  const operator: Caller = {
    keyId: OPERATOR_KEY_ID,
    mode: 'live',
    scopes: new Set(SCOPES),
    rateLimit: OPERATOR_RATE_LIMIT,
    origins: [],
  }

  return (keyText) => {
    if (keyText.length === 0 || keyText.length > KEY_CHARS_MAX) return undefined
    const nowMs = deps.clock.nowMs()
    const publicId = publicPartOf(keyText)
    const found = publicId === undefined ? undefined : deps.directory.keyByPublicId(publicId)
    if (found) return checkFound(keyText, found, nowMs)

    const hash = hashKey(deps.pepper, keyText)
    if (deps.adminKeyHash !== undefined && sameHash(hash, deps.adminKeyHash)) return operator
    const plain = deps.directory.keyByPublicId(publicIdOfHash(hash))
    if (!plain || !sameHash(hash, plain.secretHash) || !isUsable(plain, nowMs)) return undefined
    const known = plainUses.get(plain.id) ?? { nextHourMs: 0 }
    plainUses.set(plain.id, known)
    noteUse(plain, known, nowMs)
    return callerOf(plain)
  }

  function checkFound(keyText: string, key: ApiKey, nowMs: number): Caller | undefined {
    const known = verified.get(key.publicId)
    if (known?.key === key) {
      if (!sameBytes(Buffer.from(keyText), known.text) || !isUsable(key, nowMs)) return undefined
      noteUse(key, known, nowMs)
      return known.caller
    }
    if (!sameHash(hashKey(deps.pepper, keyText), key.secretHash)) return undefined
    if (!isUsable(key, nowMs)) return undefined
    const caller = callerOf(key)
    const verifiedKey = { key, text: Buffer.from(keyText), caller, nextHourMs: 0 }
    verified.set(key.publicId, verifiedKey)
    noteUse(key, verifiedKey, nowMs)
    return caller
  }

  /** A comparison for each request, and no more. */
  function noteUse({ number }: ApiKey, known: NotedUse, nowMs: number): void {
    if (nowMs < known.nextHourMs) return
    const hourMs = hourOf(nowMs)
    known.nextHourMs = hourMs + HOUR_MS
    deps.onUsed?.(number, hourMs)
  }
}

interface NotedUse {
  /** When it is to be told again that the key is used. */
  nextHourMs: number
}

interface Verified extends NotedUse {
  readonly key: ApiKey
  readonly text: Buffer
  readonly caller: Caller
}

/** HMAC-SHA-256 of the whole key text under the pepper, hexadecimal. Keys carry over 192 random bits, so one round is enough. */
export function hashKey(pepper: string, keyText: string): string {
  return createHmac('sha256', pepper).update(keyText).digest('hex')
}

/** False once a key is revoked, expired or archived. `nowMs` is real time. */
export function isUsable(key: ApiKey, nowMs: number): boolean {
  return (
    key.archivedAtMs === undefined &&
    key.revokedAtMs === undefined &&
    (key.expiresAtMs === undefined || key.expiresAtMs > nowMs)
  )
}

/** What one request carried by way of keys; undefined where a header or parameter was not sent, a list where a header may come again. */
export interface Credentials {
  readonly authorization: string | readonly string[] | undefined
  readonly apiKey: string | readonly string[] | undefined
  /** `?token=`, on MCP paths alone. */
  readonly token?: string | undefined
}

/**
 * The key that decides: Bearer, then X-API-Key, then the token; the first one present, even where it is empty or bad.
 * Other authorization schemes are no key. `conflicting` says that two lines of headers name different keys.
 */
export function pickKey(sent: Credentials): { key: string | undefined; conflicting: boolean } {
  const keys: string[] = []
  for (const line of linesOf(sent.authorization)) {
    const bearer = bearerOf(line)
    if (bearer !== undefined) keys.push(bearer)
  }
  for (const line of linesOf(sent.apiKey)) keys.push(line.trim())
  return { key: keys[0] ?? sent.token, conflicting: keys.some((key) => key !== keys[0]) }
}

function linesOf(sent: string | readonly string[] | undefined): readonly string[] {
  return typeof sent === 'string' ? [sent] : (sent ?? [])
}

function bearerOf(authorization: string): string | undefined {
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim()
  const scheme = /^bearer(?:[ \t]+|$)/i.exec(authorization)
  return scheme ? authorization.slice(scheme[0].length).trim() : undefined
}

function callerOf(key: ApiKey): Caller {
  const scopes = key.mode === 'browser' ? key.scopes.filter((scope) => BROWSER_SCOPES.includes(scope)) : key.scopes
  return {
    keyId: key.id,
    mode: key.mode,
    scopes: new Set(scopes),
    publisherId: key.publisherId,
    advertiserId: key.advertiserId,
    rateLimit: key.rateLimit ?? DEFAULT_RATE_LIMIT,
    origins: key.origins,
  }
}

function sameHash(a: string, b: string): boolean {
  return sameBytes(Buffer.from(a), Buffer.from(b))
}

function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
