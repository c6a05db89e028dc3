// The short way of a tool call: the current revision's `tools/call` of our one tool, answered without building an SDK
// server. It takes only what is plainly well formed; on any doubt it steps aside and the SDK answers. The suite holds the
// two ways against each other.
import type { IncomingMessage } from 'node:http'
import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { RpcId } from './errors.ts'
import { isToolName, serverInfo, type ToolOutcome } from './tool-server.ts'

export interface FastCall {
  readonly id: RpcId
  readonly args: unknown
}

const REVISION = '2026-07-28'

/** The call in a message, where it may go the short way; undefined where the SDK shall look at it. */
export function fastCallOf(request: IncomingMessage, message: unknown): FastCall | undefined {
  const { headers } = request
  if (headers['mcp-protocol-version'] !== REVISION || headers['mcp-method'] !== 'tools/call') return undefined
  if (!isObject(message) || message.method !== 'tools/call' || !hasOnly(message, MESSAGE_KEYS)) return undefined
  const { id, params } = message
  if (!isObject(params) || !hasOnly(params, PARAMS_KEYS) || !isToolName(params.name)) return undefined
  if (headers['mcp-name'] !== params.name) return undefined
  if (params.arguments !== undefined && !isObject(params.arguments)) return undefined
  // Whoever wants progress or logs wants a stream.
  if (!isObject(params._meta) || params._meta[PROTOCOL_VERSION_META_KEY] !== REVISION) return undefined
  if (!hasOnly(params._meta, META_KEYS)) return undefined
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined

  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: REVISION,
    mcpMethodHeader: 'tools/call',
    mcpNameHeader: params.name as string,
    body: message,
  })
  return kind === 'modern' ? { id: id as RpcId, args: params.arguments } : undefined
}

/** Writes answers of the short way, in the order of fields that the SDK has. */
export function createFastAnswer(version: string): (id: RpcId, outcome: ToolOutcome) => string {
  const meta = JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfo(version) })
  return (id, outcome) => {
    const result =
      'fault' in outcome
        ? `"content":[{"type":"text","text":${JSON.stringify(outcome.fault)}}],"isError":true`
        : `"content":[{"type":"text","text":${JSON.stringify(outcome.json)}}],"structuredContent":${outcome.json}`
    return `{"result":{${result},"resultType":"complete","_meta":${meta}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  }
}

const MESSAGE_KEYS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const PARAMS_KEYS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta'])
const META_KEYS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  'io.modelcontextprotocol/clientInfo',
  'io.modelcontextprotocol/clientCapabilities',
  'traceparent',
  'tracestate',
])

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: Record<string, unknown>, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false
  return true
}
