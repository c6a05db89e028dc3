// The short way of a tool call: the current revision's `tools/call` of our one tool, answered without building an SDK
// server. It takes only what is plainly well formed; on any doubt it steps aside and the SDK answers. The suite holds the
// two ways against each other.
import type { IncomingMessage } from 'node:http'
import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY as CLIENT_CAPABILITIES,
  CLIENT_INFO_META_KEY as CLIENT_INFO,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server'
import { createLruMap } from '../base/lru-map.ts'
import { isJsonObject } from '../doors/json-body.ts'
import type { RpcId } from '../doors/mcp-errors.ts'
import { isToolName, serverInfo, type ToolOutcome } from './tool-server.ts'

export interface FastCall {
  readonly id: RpcId
  readonly args: unknown
}

const REVISION = '2026-07-28'
const ENVELOPES_MAX = 1_000
const ENVELOPE_CHARS_MAX = 2_000

/** Finds the call in a message, where it may go the short way; undefined where the SDK shall look at it. */
export function createFastCallReader(): (request: IncomingMessage, message: unknown) => FastCall | undefined {
  // What the SDK found good. A client sends the same envelope with each call, and judging it costs as much as deciding.
  const goodEnvelopes = createLruMap<string, true>({ entriesMax: ENVELOPES_MAX })

  return ({ headers }, message) => {
    if (headers['mcp-protocol-version'] !== REVISION || headers['mcp-method'] !== 'tools/call') return undefined
    if (!isJsonObject(message) || message.jsonrpc !== '2.0' || message.method !== 'tools/call') return undefined
    const { id, params } = message
    if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
    if (!isJsonObject(params) || !isToolName(params.name) || headers['mcp-name'] !== params.name) return undefined
    if (params.arguments !== undefined && !isJsonObject(params.arguments)) return undefined
    const { _meta: meta } = params
    if (!isJsonObject(meta) || meta[PROTOCOL_VERSION_META_KEY] !== REVISION) return undefined
    // Whoever wants progress or logs wants a stream.
    if (!hasOnly(message, MESSAGE_KEYS) || !hasOnly(params, PARAMS_KEYS) || !hasOnly(meta, META_KEYS)) return undefined
    return isGood(meta, message) ? { id: id as RpcId, args: params.arguments } : undefined
  }

  function isGood(meta: Record<string, unknown>, message: unknown): boolean {
    const envelope = JSON.stringify([CLIENT_INFO in meta, meta[CLIENT_INFO], meta[CLIENT_CAPABILITIES]])
    if (goodEnvelopes.get(envelope)) return true
    const { kind } = classifyInboundRequest({
      httpMethod: 'POST',
      protocolVersionHeader: REVISION,
      mcpMethodHeader: 'tools/call',
      body: message,
    })
    if (kind !== 'modern') return false
    if (envelope.length <= ENVELOPE_CHARS_MAX) goodEnvelopes.set(envelope, true)
    return true
  }
}

/** Writes answers of the short way, in the order of fields that the SDK has. */
export function createFastAnswer(version: string): (id: RpcId, outcome: ToolOutcome) => string {
  const meta = JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfo(version) })
  return (id, outcome) => {
    const result =
      'fault' in outcome
        ? `"content":[{"type":"text","text":${JSON.stringify(outcome.fault)}}],"isError":true`
        : `"content":[{"type":"text","text":${JSON.stringify(outcome.json)}}],"structuredContent":${outcome.json},"isError":false`
    return `{"result":{${result},"resultType":"complete","_meta":${meta}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  }
}

const MESSAGE_KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAMS_KEYS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])
const META_KEYS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO,
  CLIENT_CAPABILITIES,
  'traceparent',
  'tracestate',
])

function hasOnly(value: Record<string, unknown>, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false
  return true
}
