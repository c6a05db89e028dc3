// Makes, rolls and revokes API keys. The secret is returned once, by the call that made it, and never kept.
import type { IdSource } from '../../base/ids.ts'
import type { RandomBytes } from '../../base/random.ts'
import { HOUR_MS } from '../../base/clock.ts'
import { makeKeyText, publicIdOfHash } from '../../domain/api-key-text.ts'
import { BROWSER_SCOPES, KEY_MODES, SCOPES, type ApiKey, type KeyMode, type Scope } from '../../domain/api-key.ts'
import type { Author } from '../../domain/change.ts'
import type { Draft } from '../../domain/entity.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import type { InventoryStore } from '../../store/contract.ts'
import { hashKey } from './authenticate.ts'
import { notFound } from '../authorise.ts'

export interface NewKey {
  /** A key belongs to a publisher, to an advertiser, or (neither) to the operator. */
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly mode: KeyMode
  readonly scopes: readonly Scope[]
  readonly name?: string
  /** Browser keys need at least one, such as `https://chat.example`. */
  readonly origins?: readonly string[]
  /** Requests a second, 1–100,000. */
  readonly rateLimit?: number
  readonly expiresAtMs?: number
  /** A key text that exists already elsewhere, `ak_` and at least 16 characters; made here where absent. */
  readonly secret?: string
}

export interface IssuedKey {
  readonly key: ApiKey
  /** The whole key text. Show it once. */
  readonly secret: string
}

/** Each is told in the history of changes where its author is named. */
export interface KeyActions {
  /** @throws ServiceError validation_error; not_found where the publisher or advertiser does not exist or is archived */
  issueKey(request: NewKey, by?: Author): Promise<IssuedKey>
  /** Makes a successor; the old key works on for the overlap (default 24 h). @throws ServiceError not_found, conflict */
  rollKey(
    keyId: string,
    options?: { overlapMs?: number },
    by?: readonly [ofOld: Author, ofSuccessor: Author],
  ): Promise<IssuedKey & { readonly previous: ApiKey }>
  /** Works within 2 s, everywhere. Revoking twice is the same as once. @throws ServiceError not_found */
  revokeKey(keyId: string, by?: Author): Promise<ApiKey>
}

const OVERLAP_MS_DEFAULT = 24 * HOUR_MS
const OVERLAP_MS_MAX = 30 * 24 * HOUR_MS
const ORIGINS_MAX = 50
const RATE_LIMIT_MAX = 100_000

/** @param deps.clock real time, as expiry and revocation are */
export function createKeyActions(deps: {
  readonly store: { readonly inventory: Pick<InventoryStore, 'insert' | 'find' | 'update' | 'rollKey'> }
  readonly pepper: string
  readonly clock: { nowMs(): number }
  readonly ids: Pick<IdSource, 'next'>
  readonly randomBytes: RandomBytes
}): KeyActions {
  const { inventory } = deps.store

  async function issueKey(request: NewKey, by?: Author): Promise<IssuedKey> {
    const { draft, secret } = await draftOf(request)
    return { key: await inventory.insert('key', draft, by), secret }
  }

  async function draftOf(request: NewKey): Promise<{ draft: Draft<ApiKey>; secret: string }> {
    const nowMs = deps.clock.nowMs()
    checkNewKey(request, nowMs)
    await checkOwner(request)
    const { secret, publicId } = textOf(request)
    const draft: Draft<ApiKey> = {
      id: deps.ids.next('key'),
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      name: request.name,
      mode: request.mode,
      publisherId: request.publisherId,
      advertiserId: request.advertiserId,
      scopes: [...new Set(request.scopes)],
      origins: (request.origins ?? []).map((origin) => new URL(origin).origin),
      publicId,
      secretHash: hashKey(deps.pepper, secret),
      lastFour: secret.slice(-4),
      expiresAtMs: request.expiresAtMs,
      rateLimit: request.rateLimit,
    }
    return { draft, secret }
  }

  async function rollKey(
    keyId: string,
    { overlapMs = OVERLAP_MS_DEFAULT }: { overlapMs?: number } = {},
    by?: readonly [Author, Author],
  ) {
    if (!(overlapMs >= 0 && overlapMs <= OVERLAP_MS_MAX))
      throw invalid('overlapSeconds', 'must be from 0 to 2592000', 'maximum')
    const old = await findKey(keyId)
    const nowMs = deps.clock.nowMs()
    const end = (old.expiresAtMs ?? nowMs + 1) <= nowMs ? 'has ended' : old.revokedAtMs !== undefined && 'was revoked'
    if (end) throw new ServiceError('conflict', `Key ${keyId} ${end} and cannot be rolled; make a new one`)
    const { draft, secret } = await draftOf({ ...old, expiresAtMs: undefined })
    const expiresAtMs = Math.min(old.expiresAtMs ?? Number.POSITIVE_INFINITY, nowMs + overlapMs)
    // Told by the clock alone, a key that leaked would work again where that is put back.
    const ended = overlapMs === 0 && { revokedAtMs: nowMs }
    const last = { ...old, expiresAtMs, ...ended, updatedAtMs: nowMs }
    return { ...(await inventory.rollKey(draft, last, old.revision, by)), secret }
  }

  async function revokeKey(keyId: string, by?: Author): Promise<ApiKey> {
    const key = await findKey(keyId)
    if (key.revokedAtMs !== undefined) return key
    const nowMs = deps.clock.nowMs()
    return inventory.update('key', { ...key, revokedAtMs: nowMs, updatedAtMs: nowMs }, key.revision, by)
  }

  async function findKey(keyId: string): Promise<ApiKey> {
    const key = await inventory.find('key', keyId)
    if (!key) throw notFound('key', keyId)
    return key
  }

  async function checkOwner(request: NewKey): Promise<void> {
    const { publisherId, advertiserId } = request
    if (publisherId !== undefined) await checkInService('publisher', publisherId, 'publisherId')
    if (advertiserId !== undefined) await checkInService('advertiser', advertiserId, 'advertiserId')
  }

  async function checkInService(kind: 'publisher' | 'advertiser', id: string, field: string): Promise<void> {
    const owner = await inventory.find(kind, id)
    if (!owner || owner.archivedAtMs !== undefined) throw notFound(kind, id, field)
  }

  function textOf(request: NewKey): { secret: string; publicId: string } {
    if (request.secret !== undefined) {
      return { secret: request.secret, publicId: publicIdOfHash(hashKey(deps.pepper, request.secret)) }
    }
    const made = makeKeyText({ mode: request.mode, randomBytes: deps.randomBytes })
    return { secret: made.text, publicId: made.publicId }
  }

  return { issueKey, rollKey, revokeKey }
}

/** All that is wrong with a key and can be told without looking anything up. @throws ServiceError validation_error */
export function checkNewKey(request: NewKey, nowMs: number): void {
  const faults = createFaults()
  if (!KEY_MODES.includes(request.mode)) faults.note('mode', `must be one of ${KEY_MODES.join(', ')}`, 'enum')
  if (request.publisherId !== undefined && request.advertiserId !== undefined) {
    faults.note('advertiserId', 'must be absent where publisherId is given: a key has one owner', 'oneOf')
  }
  if (request.scopes.length === 0) faults.note('scopes', `must name at least one of ${SCOPES.join(', ')}`, 'minItems')
  for (const scope of new Set(request.scopes)) {
    if (SCOPES.includes(scope)) continue
    faults.note('scopes', `names no scope with "${scope}"; they are ${SCOPES.join(', ')}`, 'enum')
  }
  if (request.scopes.includes('ads:request') && request.publisherId === undefined) {
    faults.note('publisherId', 'is needed for the scope ads:request', 'required')
  }
  if (request.scopes.includes('admin') && (request.publisherId ?? request.advertiserId) !== undefined) {
    faults.note('scopes', 'may hold admin only where the key has no publisher and no advertiser', 'oneOf')
  }
  checkOrigins(request.origins ?? [], faults)
  if (request.mode === 'browser') checkBrowserKey(request, faults)
  const { rateLimit, expiresAtMs } = request
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) {
    faults.note('expiresAt', 'must lie in the future; leave it out for a key without an end', 'minimum')
  }
  if (rateLimit !== undefined && !(Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= RATE_LIMIT_MAX)) {
    faults.note('rateLimit', `must be a whole number from 1 to ${RATE_LIMIT_MAX} requests a second`, 'maximum')
  }
  if (request.secret !== undefined && !/^ak_[\x21-\x7e]{16,400}$/.test(request.secret)) {
    faults.note('secret', 'must be "ak_" and at least 16 printable characters', 'pattern')
  }
  faults.demandNone()
}

function checkBrowserKey({ scopes, origins = [] }: NewKey, faults: Faults): void {
  if (!scopes.every((scope) => BROWSER_SCOPES.includes(scope))) {
    faults.note('scopes', `of a browser key may only be ${BROWSER_SCOPES.join(' and ')}`, 'enum')
  }
  if (origins.length === 0 || origins.length > ORIGINS_MAX) {
    faults.note(
      'origins',
      `of a browser key must name 1 to ${ORIGINS_MAX} origins, such as "https://chat.example"`,
      'minItems',
    )
  }
}

function checkOrigins(origins: readonly string[], faults: Faults): void {
  origins.forEach((origin, i) => {
    const url = URL.parse(origin)
    if (!url || url.origin === 'null' || !/^https?:$/.test(url.protocol)) {
      faults.note(`origins[${i}]`, 'must be an origin such as "https://chat.example"', 'format')
    }
  })
}
