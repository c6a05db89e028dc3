// The protocol side of the tool: an SDK server that lists it and calls it, made anew for each request or stream.
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/server'
import { CACHE_HINTS } from '../doors/mcp-endpoint.ts'
import { SAFE_TOOL_NAME, TOOL_NAME, describeTool } from './ads-request-tool.ts'

const SERVER_NAME = 'aside'

/** The outcome of a call: the output's JSON text, or a sentence that says what was wrong. */
export type ToolOutcome = { readonly json: string } | { readonly fault: string }

export interface ToolServerOptions {
  readonly version: string
  /** Lists the tool as `ads_request`; both names can always be called. */
  readonly safeNames: boolean
  readonly call: (args: unknown) => Promise<ToolOutcome>
}

// The SDK's type is writable all through; nobody writes to it.
const LISTS = {
  dotted: { tools: [describeTool(TOOL_NAME)] } as unknown as ListToolsResult,
  safe: { tools: [describeTool(SAFE_TOOL_NAME)] } as unknown as ListToolsResult,
}

export function createToolServer({ version, safeNames, call }: ToolServerOptions): Server {
  const server = new Server(serverInfo(version), {
    capabilities: { tools: { listChanged: false } },
    instructions: INSTRUCTIONS,
    cacheHints: CACHE_HINTS,
  })
  server.setRequestHandler('tools/list', () => (safeNames ? LISTS.safe : LISTS.dotted))
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    if (!isToolName(params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: this server has ${TOOL_NAME} alone`)
    }
    const outcome = await call(params.arguments)
    if ('fault' in outcome) return { content: [{ type: 'text', text: outcome.fault }], isError: true }
    return {
      content: [{ type: 'text', text: outcome.json }],
      structuredContent: JSON.parse(outcome.json) as Record<string, unknown>,
      isError: false,
    }
  })
  return server
}

export function isToolName(name: unknown): boolean {
  return name === TOOL_NAME || name === SAFE_TOOL_NAME
}

export function serverInfo(version: string) {
  return { name: SERVER_NAME, title: 'Aside', version }
}

const INSTRUCTIONS =
  'Ads for conversations. Every result of ads.request is paid for by the advertiser that it names and carries a label that says so.'
