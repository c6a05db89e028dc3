// Idempotency-Key on writes: a repeated request gets the first answer, byte for byte, and nothing is done twice.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pickKey } from '../actions/keys/authenticate.ts'
import type { OpenClaim, RememberAnswer } from '../actions/remember-answer.ts'
import type { IdSource } from '../base/ids.ts'
import { invalid } from '../domain/errors.ts'
import { credentialsOf } from '../doors/credentials.ts'
import { JSON_TYPE } from '../doors/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Names for what a write with an Idempotency-Key makes. */
    ids: Pick<IdSource, 'next'> | undefined
  }
}

export const IDEMPOTENCY_KEY_CHARS_MAX = 255

/** Two hooks; spread them into the options of a route that writes. They do nothing for who sent no API key. */
export interface Repeatable {
  preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>
}

/**
 * The claim is made once the body was found good, so a request that never was one costs no key.
 * Answers with status 400 and 429 give the key back: nothing was done. After those above 499 the same request may try again.
 */
export function createRepeatable({ rememberAnswer }: { rememberAnswer: RememberAnswer }): Repeatable {
  const claims = new WeakMap<FastifyRequest, OpenClaim>()
  return {
    async preHandler(request, reply) {
      const { caller } = request
      const idempotencyKey = caller && idempotencyKeyOf(request)
      if (idempotencyKey === undefined) return undefined
      const answer = await rememberAnswer.begin({
        callerKeyId: caller!.keyId,
        callerSecret: secretOf(request),
        idempotencyKey,
        request: JSON.stringify([request.method, request.url, request.body ?? null]),
      })
      if ('keep' in answer) {
        claims.set(request, answer)
        request.ids = answer.ids
        return undefined
      }
      reply.code(answer.status).header('content-type', JSON_TYPE).header('idempotent-replayed', 'true')
      return reply.send(answer.body)
    },
    async onSend(request, reply, payload) {
      const claim = claims.get(request)
      if (claim === undefined) return payload
      claims.delete(request)
      const end = endOf(claim, reply.statusCode, payload)
      // What was done is told only once it would be told again; that nothing was, also where the store is away.
      await (reply.statusCode < 400 ? end : end.catch(() => {}))
      return payload
    },
  }
}

function endOf(claim: OpenClaim, status: number, payload: unknown): Promise<void> {
  if (status === 400 || status === 429) return claim.abandon()
  if (status >= 500) return claim.release()
  return claim.keep({ status, body: String(payload ?? '') })
}

/** @throws ServiceError validation_error where the header is empty or too long */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length >= 1 && key.length <= IDEMPOTENCY_KEY_CHARS_MAX) return key
  throw invalid('Idempotency-Key', `must have 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} characters`, 'maxLength')
}

function secretOf({ raw }: FastifyRequest): string {
  return pickKey(credentialsOf(raw)).key ?? ''
}
