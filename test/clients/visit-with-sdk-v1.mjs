// The official client, version 1, as most hosts still have it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export async function visitWithSdkV1({ url, headers, sse, call }) {
  const Transport = sse ? SSEClientTransport : StreamableHTTPClientTransport
  return await visit(new Transport(new URL(url), { requestInit: { headers } }), call)
}

/** Through the bridge that gives hosts with stdio alone a remote server; it finds the old transport by itself. */
export async function visitWithMcpRemote({ url, headers, call }) {
  const home = mkdtempSync(join(tmpdir(), 'mcp-remote-')) // where it keeps what it learns about servers
  const bridge = fileURLToPath(new URL('./node_modules/mcp-remote/dist/proxy.js', import.meta.url))
  const pairs = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}:${value}`])
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bridge, url, ...pairs, '--auth-timeout', '1'],
    env: { PATH: process.env.PATH, HOME: home, MCP_REMOTE_CONFIG_DIR: home },
    stderr: 'pipe',
  })
  let words = ''
  transport.stderr.setEncoding('utf8').on('data', (text) => (words += text))
  try {
    return await visit(transport, call)
  } catch (error) {
    throw new Error(`The bridge ended: ${words || 'it said nothing'}`, { cause: error })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function visit(transport, call) {
  const client = new Client({ name: 'suite', version: '1' })
  try {
    await client.connect(transport)
    const { tools } = await client.listTools()
    return { tools: tools.map(({ name }) => name), result: await client.callTool(call) }
  } finally {
    await client.close()
  }
}
