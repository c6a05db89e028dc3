// Lets a request in: which key it carries, whether that key may do this, from where, and how often.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pickKey, type Authenticate } from '../actions/keys/authenticate.ts'
import { demandScope } from '../actions/authorise.ts'
import type { Gcra } from '../base/gcra.ts'
import type { Caller, Scope } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import { authInvalid, credentialsOf, type KeyedRequest } from '../doors/credentials.ts'
import type { HeaderSink } from '../doors/header-sink.ts'
import { checkRate, writeRateHeaders } from '../doors/rate-limit.ts'
import { allowOrigin } from './cors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `auth.requires` and, where a key was sent, by `auth.optional`. */
    caller: Caller | undefined
  }
}

export interface AuthDeps {
  readonly authenticate: Authenticate
  /** Undefined: no rate limits. */
  readonly rateLimiter: Gcra | undefined
  readonly clock: { monotonicMs(): number }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** The fields that tell who calls. */
export type KeyHeaders = KeyedRequest['headers'] & { readonly origin?: string | undefined }

type Sent = KeyedRequest & { readonly headers: KeyHeaders }

export interface Auth {
  /**
   * The caller of a raw request. Headers that the answer needs (CORS, rate) are set on `response`.
   * @throws ServiceError conflicting_credentials, auth_missing, auth_invalid, origin_not_allowed, rate_limited, scope_insufficient
   */
  admit(request: Sent, response: HeaderSink, scope?: Scope): Caller
  /** As `admit`, but undefined where no key was sent. A bad key is still refused. */
  admitAnyone(request: Sent, response: HeaderSink): Caller | undefined
  /** An `onRequest` hook that lets in callers with the scope, or with any good key where none is named. */
  requires(scope?: Scope): Hook
  /** An `onRequest` hook for addresses that also answer without a key. */
  optional: Hook
}

export function createAuth({ authenticate, rateLimiter, clock }: AuthDeps): Auth {
  function admitAnyone(request: Sent, response: HeaderSink): Caller | undefined {
    const { key, conflicting } = pickKey(credentialsOf(request))
    if (conflicting) throw conflictingCredentials
    if (key === undefined) return undefined
    const caller = authenticate(key)
    if (caller === undefined) throw authInvalid
    if (caller.mode === 'browser') checkOrigin(caller, request.headers.origin, response)
    if (rateLimiter !== undefined) checkRate(rateLimiter, caller, clock.monotonicMs(), response)
    return caller
  }

  function admit(request: Sent, response: HeaderSink, scope?: Scope): Caller {
    const caller = admitAnyone(request, response)
    if (caller === undefined) throw authMissing
    if (scope !== undefined) demandScope(caller, scope)
    return caller
  }

  const hook =
    (find: (request: Sent, response: HeaderSink) => Caller | undefined): Hook =>
    (request, reply, done) => {
      // Caches on the way know to keep off what was asked for with Authorization; of X-API-Key they know nothing.
      reply.raw.setHeader('cache-control', 'no-store')
      try {
        request.caller = find(request.raw, reply.raw)
        if (rateLimiter !== undefined && request.caller !== undefined) {
          writeRateHeaders(rateLimiter, request.caller, clock.monotonicMs(), reply.raw)
        }
        done()
      } catch (error) {
        done(error as Error)
      }
    }

  return {
    admit,
    admitAnyone,
    requires: (scope) => hook((request, response) => admit(request, response, scope)),
    optional: hook(admitAnyone),
  }
}

/** The caller that `auth.requires` let in; for handlers behind it. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error('this route does not ask for a key')
  return request.caller
}

function checkOrigin(caller: Caller, origin: string | undefined, response: HeaderSink): void {
  if (origin === undefined) {
    throw new ServiceError('origin_not_allowed', 'A browser key works only from web pages, which send an Origin header')
  }
  if (!caller.origins.includes(origin)) {
    throw new ServiceError(
      'origin_not_allowed',
      'This browser key is not bound to the origin of this page; add it to the key',
    )
  }
  allowOrigin(response, origin)
}

const authMissing = new ServiceError(
  'auth_missing',
  'Send your API key as "Authorization: Bearer KEY" or "X-API-Key: KEY"',
)
const conflictingCredentials = new ServiceError(
  'conflicting_credentials',
  'The request carries different keys; send one of them, as Authorization or as X-API-Key',
)
