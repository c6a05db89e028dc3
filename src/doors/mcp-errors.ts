// Every "no" of a door that speaks MCP: before the body is read it speaks as the HTTP API does, after it as JSON-RPC does.
import type { ServerResponse } from 'node:http'
import { ServiceError, type ErrorCode } from '../domain/errors.ts'
import { answerServiceError } from './errors.ts'

/** Answers with the error envelope of the HTTP API. */
export function refuse(response: ServerResponse, error: ServiceError, requestId: string): void {
  const { status, headers, body } = answerServiceError(error, requestId)
  response.writeHead(status, headers).end(body)
}

/** Answers with a JSON-RPC error; `id` is that of the request, null where it could not be read. */
function refuseRpc(response: ServerResponse, error: ServiceError, requestId: string, id: RpcId | null): void {
  const { status, headers } = answerServiceError(error, requestId)
  const code = RPC_CODES[error.code] ?? status
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message: error.message }, id })
  response.writeHead(status, headers).end(body)
}

/** As the HTTP API does as long as the body was not looked at. */
export function refuseVisit({ response, requestId, rpcId }: RefusedVisit, error: ServiceError): void {
  if (rpcId === undefined) refuse(response, error, requestId)
  else refuseRpc(response, error, requestId, rpcId)
}

export interface RefusedVisit {
  readonly response: ServerResponse
  readonly requestId: string
  /** The id of the message, null as long as it is unknown; undefined before the body is looked at. */
  rpcId?: RpcId | null
}

export type RpcId = string | number

/** The protocol's own codes; others of ours are equal to the HTTP status, far from the reserved range. */
const RPC_CODES: Partial<Record<ErrorCode, number>> = {
  invalid_json: -32_700,
  validation_error: -32_600,
  internal: -32_603,
}

/** The id of a single JSON-RPC request, by which its error finds back to it. */
export function rpcIdOf(message: unknown): RpcId | null {
  const id = (message as { id?: unknown } | null)?.id
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
