// A request on its way through a door that speaks MCP: where it comes from is checked first, and whatever goes wrong is told.
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../base/clock.ts'
import type { Gcra } from '../base/gcra.ts'
import type { Log } from '../base/log.ts'
import type { OriginGuard } from '../base/origin-guard.ts'
import type { Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import { INTERNAL } from './errors.ts'
import { allowPage, answerPreflight } from './mcp-cors.ts'
import { refuseVisit, rpcIdOf, type RefusedVisit } from './mcp-errors.ts'
import { checkBatchRate, messagesIn, readMessage } from './mcp-message.ts'

export interface McpVisit extends RefusedVisit {
  readonly request: IncomingMessage
}

export interface McpEntrance {
  /** What the log calls the door. */
  readonly name: string
  readonly originGuard: OriginGuard
  /** Undefined: no rate limits. */
  readonly rateLimiter: Gcra | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Pick<Log, 'error'>
}

/** Sets the headers that every answer carries. */
export function beginAnswer({ response, requestId }: McpVisit): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('x-request-id', requestId)
}

/**
 * Lets a visit in where its origin may come, and answers it where it is a preflight.
 * @param answer answers any other; what it throws becomes the answer, and is logged where it is no `ServiceError`
 */
export async function letIn<V extends McpVisit>(
  { name, originGuard, log }: McpEntrance,
  visit: V,
  answer: (visit: V) => Promise<void>,
): Promise<void> {
  const { request, response } = visit
  try {
    const fault = originGuard.faultOf(request)
    if (fault !== undefined) throw new ServiceError('origin_not_allowed', fault)
    allowPage(request, response)
    if (answerPreflight(request, response)) return
    await answer(visit)
  } catch (error) {
    if (response.headersSent) return void response.destroy()
    if (error instanceof ServiceError) return refuseVisit(visit, error)
    if (request.socket.destroyed) return // the client went away
    log.error({ err: error, requestId: visit.requestId }, `${name} request failed`)
    refuseVisit(visit, INTERNAL)
  }
}

/** @throws ServiceError method_not_allowed */
export function demandMethod({ request, response }: McpVisit, allow: 'GET' | 'POST'): void {
  if (request.method === allow) return
  response.setHeader('allow', allow)
  throw new ServiceError('method_not_allowed', `This address takes ${allow} alone`)
}

/**
 * The message that a visit posts, counted against what its caller may send. From here on it is refused as JSON-RPC does.
 * @throws ServiceError unsupported_media_type, payload_too_large, invalid_json, rate_limited, validation_error
 */
export async function readVisit(
  { rateLimiter, clock }: McpEntrance,
  visit: McpVisit,
  caller: Caller,
): Promise<unknown> {
  visit.rpcId = null
  const message = await readMessage(visit.request)
  visit.rpcId = rpcIdOf(message)
  checkBatchRate(rateLimiter, { caller, messages: messagesIn(message), nowMs: clock.monotonicMs() }, visit.response)
  return message
}
