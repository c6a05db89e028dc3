// Writes that a caller may send twice: the first answer is kept for a day and given again.
//
// Answers are kept sealed under the caller's own key, which the service does not keep: an answer may hold a secret that
// is shown once, and a copy of the store must not show it again.
//
// What a write does and its answer are kept one after the other. So what it makes is named after the claim: broken off in
// between and sent again, it finds what it made under the same name, and makes nothing twice.
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { createIdSource, type IdSource } from '../base/ids.ts'
import type { RandomBytes } from '../base/random.ts'
import { ServiceError } from '../domain/errors.ts'
import type { IdempotencyClaim, IdempotencyStore } from '../store/contract.ts'
import { writeHash } from './write-hash.ts'

export interface KeptAnswer {
  readonly status: number
  readonly body: string
}

export interface RepeatableWrite {
  /** Whose write it is: the same text from another caller is another write. */
  readonly callerKeyId: string
  /** What the caller authenticated with. */
  readonly callerSecret: string
  readonly idempotencyKey: string
  /** Method, address and body: the same key with others is a mistake. */
  readonly request: string
}

export interface RememberAnswer {
  /**
   * Claims the write. Gives the kept answer where there is one, else what ends the claim: `keep`, `abandon` or `release`.
   * @throws ServiceError idempotency_conflict while the first is in flight, idempotency_mismatch for another request, or where the
   * caller has another secret by now
   */
  begin(write: RepeatableWrite): Promise<KeptAnswer | OpenClaim>
}

export interface OpenClaim {
  /** Names for what the write makes, the same ones in the same order whenever it is sent again. */
  readonly ids: Pick<IdSource, 'next'>
  keep(answer: KeptAnswer): Promise<void>
  /** Nothing was done. */
  abandon(): Promise<void>
  /** It may be done, or not. */
  release(): Promise<void>
}

/** No write takes longer. */
const WORK_MS = 30_000

export function createRememberAnswer(deps: {
  readonly idempotency: IdempotencyStore
  /** Whether another process may hold a claim. */
  readonly isShared: () => boolean
  readonly clock: { nowMs(): number }
  readonly randomBytes: RandomBytes
}): RememberAnswer {
  const { idempotency } = deps
  const held = new Set<string>() // keys of claims, as many as writes are being worked on
  return {
    async begin({ callerKeyId, callerSecret, idempotencyKey, request }) {
      const key = writeHash(callerKeyId, idempotencyKey)
      const seal = createSeal(callerSecret, key, deps.randomBytes)
      const claim = await claimOf(key, createHash('sha256').update(request).digest('hex'))
      const ended = (end: Promise<void>) => end.finally(() => held.delete(key))
      switch (claim.state) {
        case 'new':
          return {
            ids: idsOf(key, claim.atMs),
            keep: ({ status, body }) => ended(idempotency.finish(key, { status, body: seal.close(body) })),
            abandon: () => ended(idempotency.abandon(key)),
            release: () => ended(idempotency.release(key)),
          }
        case 'replay':
          return { status: claim.answer.status, body: opened(seal, claim.answer.body) }
        case 'in_flight':
          throw new ServiceError(
            'idempotency_conflict',
            'The first request with this Idempotency-Key is still being worked on; repeat it in a moment',
            { retryAfterSeconds: 1 },
          )
        case 'mismatch':
          throw new ServiceError(
            'idempotency_mismatch',
            'This Idempotency-Key was used for another request; take a new key for a new request',
          )
      }
    },
  }

  /**
   * One that is in flight and that nobody here holds was left so when the store could not be reached, at its beginning or at its end, or
   * by a process that is gone: the same request goes on with it, at once where no other process may be at work on it.
   */
  async function claimOf(key: string, requestHash: string): Promise<IdempotencyClaim> {
    const begin = () => idempotency.begin(key, requestHash, deps.clock.nowMs())
    const isHeld = held.has(key)
    held.add(key)
    let claim: IdempotencyClaim | undefined
    try {
      claim = await begin()
      const nowMs = deps.clock.nowMs()
      if (claim.state === 'in_flight' && !isHeld && (!deps.isShared() || claim.atMs < nowMs - WORK_MS)) {
        await idempotency.release(key)
        claim = await begin()
      }
      return claim
    } finally {
      if (claim?.state === 'new') held.add(key)
      else if (!isHeld) held.delete(key)
    }
  }
}

function idsOf(key: string, atMs: number): Pick<IdSource, 'next'> {
  let made = 0
  const randomBytes = (bytes: Uint8Array) => {
    const hash = createHash('sha256').update(`${key}\n${atMs}\n${made++}`).digest()
    bytes.set(hash.subarray(0, bytes.length))
    return bytes
  }
  return createIdSource({ clock: { nowMs: () => atMs }, randomBytes })
}

/** The operator may get another secret under the same id. What was done stays done: not to know its answer is no reason to do it again. */
function opened(seal: ReturnType<typeof createSeal>, sealed: string): string {
  try {
    return seal.open(sealed)
  } catch {
    throw new ServiceError(
      'idempotency_mismatch',
      'This Idempotency-Key was used before your API key changed, and its answer is kept under the old one. Nothing was done ' +
        'now: look at what is there, and take a new Idempotency-Key for a new request',
    )
  }
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

function createSeal(secret: string, salt: string, randomBytes: RandomBytes) {
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'kept answer', 32))
  return {
    close(text: string): string {
      const nonce = randomBytes(new Uint8Array(NONCE_BYTES))
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64')
    },
    open(text: string): string {
      const sealed = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
