// The client of the AI SDK, written without the official one.
import { createMCPClient } from '@ai-sdk/mcp'

export async function visitWithAiSdk({ url, headers, sse, call }) {
  const client = await createMCPClient({ transport: { type: sse ? 'sse' : 'http', url, headers } })
  try {
    const tools = await client.tools()
    const result = await tools[call.name].execute(call.arguments, { toolCallId: '1', messages: [] })
    return { tools: Object.keys(tools), result }
  } finally {
    await client.close()
  }
}
