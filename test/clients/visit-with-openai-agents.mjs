// The client of the OpenAI Agents SDK.
import { MCPServerSSE, MCPServerStreamableHttp } from '@openai/agents'

export async function visitWithOpenAiAgents({ url, headers, sse, call }) {
  const Server = sse ? MCPServerSSE : MCPServerStreamableHttp
  const server = new Server({ url, name: 'aside', requestInit: { headers }, logger: QUIET })
  try {
    await server.connect()
    const tools = await server.listTools()
    return { tools: tools.map(({ name }) => name), result: await server.callToolResult(call.name, call.arguments) }
  } finally {
    await server.close()
  }
}

const nothing = () => {}
const QUIET = {
  namespace: 'quiet',
  debug: nothing,
  warn: nothing,
  error: nothing,
  dontLogModelData: true,
  dontLogToolData: true,
}
