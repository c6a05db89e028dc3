// Calls tools of the sales agent as a client of the newest revision of MCP does, over a real socket.
import { modernHeaders, modernMessage } from '../mcp/support.ts'

export interface ToolReply {
  readonly isError: boolean
  // Tests look into answers of every shape.
  readonly answer: any
}

/** @throws Error showing the reply, where it is none of a tool */
export async function replyOf(url: string, key: string, name: string, args: object): Promise<ToolReply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...modernHeaders('tools/call', name), authorization: `Bearer ${key}` },
    body: JSON.stringify(modernMessage('tools/call', { name, arguments: args })),
  })
  const text = await response.text()
  const { result } = JSON.parse(text)
  if (result?.structuredContent === undefined) throw new Error(`${name} answered ${response.status}: ${text}`)
  return { isError: result.isError === true, answer: result.structuredContent }
}

/** The answer of a tool, whether it is a "no" or not. */
export async function callAdcp(url: string, key: string, name: string, args: object): Promise<any> {
  return (await replyOf(url, key, name, args)).answer
}
