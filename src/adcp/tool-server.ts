// The protocol side of the tools: an SDK server that lists them and calls them, made anew for each request.
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/server'
import { CACHE_HINTS } from '../doors/mcp-endpoint.ts'
import type { Tools } from './tool.ts'

/** What a call came to: the answer's JSON, and whether it is a "no". */
export interface ToolAnswer {
  readonly json: string
  readonly isError: boolean
}

export interface ToolServerOptions {
  readonly version: string
  readonly tools: Tools
  readonly call: (name: string, args: unknown) => Promise<ToolAnswer>
}

export function createToolServer({ version, tools, call }: ToolServerOptions): Server {
  const server = new Server(
    { name: 'aside-adcp', title: 'Aside', version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: 'A sales agent of the Ad Context Protocol: sponsored places in AI conversations, sold by auction.',
      cacheHints: CACHE_HINTS,
    },
  )
  server.setRequestHandler('tools/list', () => listOf(tools))
  server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    if (!tools.has(params.name)) {
      const message = `Unknown tool: this server has ${[...tools.keys()].join(', ')}`
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    }
    const { json, isError } = await call(params.name, params.arguments)
    return {
      content: [{ type: 'text', text: json }],
      structuredContent: JSON.parse(json) as Record<string, unknown>,
      ...(isError && { isError }),
    }
  })
  return server
}

function listOf(tools: Tools): ListToolsResult {
  const list = [...tools].map(([name, { title, description, input, mutates }]) => ({
    name,
    title,
    description,
    inputSchema: input,
    annotations: { readOnlyHint: !mutates, idempotentHint: true, openWorldHint: false },
  }))
  // The SDK's type is writable all through; nobody writes to it.
  return { tools: list } as unknown as ListToolsResult
}
