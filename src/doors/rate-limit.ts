// Rate limits per key, as the doors say them: Retry-After and the RateLimit fields of the IETF draft.
import type { Gcra, GcraLimit } from '../base/gcra.ts'
import type { Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import type { HeaderSink } from './header-sink.ts'

export const RATE_KEYS_MAX = 100_000

/** @throws ServiceError rate_limited; the fields of the answer are then set on `response` */
export function checkRate(limiter: Gcra, caller: Caller, nowMs: number, response: HeaderSink): void {
  const limit = limitOf(caller)
  if (limiter.take(caller.keyId, limit, nowMs)) return
  writeRateHeaders(limiter, caller, nowMs, response)
  const waitMs = limiter.waitMs(caller.keyId, limit, nowMs)
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  throw new ServiceError(
    'rate_limited',
    `This key may send ${caller.rateLimit} requests a second; wait ${retryAfterSeconds} s and try again`,
    { retryAfterSeconds },
  )
}

/** `RateLimit: "key";r=99;t=1` and `RateLimit-Policy: "key";q=100;w=1` (draft-ietf-httpapi-ratelimit-headers). */
export function writeRateHeaders(limiter: Gcra, caller: Caller, nowMs: number, response: HeaderSink): void {
  const remaining = limiter.remaining(caller.keyId, limitOf(caller), nowMs)
  response.setHeader('ratelimit', `"key";r=${remaining};t=1`)
  response.setHeader('ratelimit-policy', `"key";q=${caller.rateLimit};w=1`)
}

/** The limit a second, with a burst as large as one second; never less than one request. */
function limitOf(caller: Caller): GcraLimit {
  let limit = LIMITS.get(caller.rateLimit)
  if (limit === undefined) {
    limit = { perSecond: caller.rateLimit, burst: Math.max(1, Math.floor(caller.rateLimit)) }
    if (LIMITS.size < 1_000) LIMITS.set(caller.rateLimit, limit)
  }
  return limit
}

/** One object per distinct rate, so that a request allocates none. */
const LIMITS = new Map<number, GcraLimit>()
