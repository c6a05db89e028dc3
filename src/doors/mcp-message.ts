// What doors that speak MCP do alike with a request: the key that it needs, the message that it brings, and what that counts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Gcra } from '../base/gcra.ts'
import { REQUEST_LIMITS } from '../domain/ad-request.ts'
import type { Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import { checkJsonHeaders, isJsonObject, parseJson, readBody } from './json-body.ts'
import { checkRate } from './rate-limit.ts'

export const keyMissing = new ServiceError(
  'auth_missing',
  'Send your API key as "Authorization: Bearer KEY", "X-API-Key: KEY" or ?token=KEY',
)

/**
 * The message that was posted, its arguments an object.
 * @throws ServiceError unsupported_media_type, payload_too_large, invalid_json
 */
export function readMessage(request: IncomingMessage): Promise<unknown> {
  checkJsonHeaders(request.headers)
  return new Promise((resolve, reject) => {
    readBody(request, REQUEST_LIMITS.bodyBytes, (error, bytes) => {
      try {
        if (error) throw error
        resolve(withArguments(parseJson(bytes)))
      } catch (fault) {
        reject(fault)
      }
    })
  })
}

/**
 * Models write arguments as a text of JSON, and leave them out in many ways: null, an empty list, any other text. The protocol would call that a
 * broken message, which no model gets to read; without arguments the tool itself says what it needs.
 */
function withArguments(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(withArguments)
  if (!isJsonObject(message) || message.method !== 'tools/call' || !isJsonObject(message.params)) return message
  const { params } = message
  if (params.arguments === undefined || isJsonObject(params.arguments)) return message
  return { ...message, params: { ...params, arguments: objectIn(params.arguments) ?? {} } }
}

function objectIn(text: unknown): object | undefined {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return undefined
  try {
    const value = parseJson(Buffer.from(text))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** How many a batch counts for; one of none as one. */
export function messagesIn(message: unknown): number {
  return Array.isArray(message) ? Math.max(1, message.length) : 1
}

/**
 * Each message of a batch counts. A batch of more than a key may send at once could not pass however often it comes again.
 * @param rateLimiter undefined: no limits
 * @throws ServiceError rate_limited, validation_error
 */
export function checkBatchRate(
  rateLimiter: Gcra | undefined,
  { caller, messages, nowMs }: { readonly caller: Caller; readonly messages: number; readonly nowMs: number },
  response: ServerResponse,
): void {
  if (rateLimiter === undefined) return
  if (messages > caller.rateLimit) {
    const message = `A batch may hold at most ${caller.rateLimit} messages, which is what this key may send a second`
    throw new ServiceError('validation_error', message)
  }
  for (let i = 0; i < messages; i++) checkRate(rateLimiter, caller, nowMs, response)
}
