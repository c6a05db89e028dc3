// The Inspector on the command line: one run lists the tools and checks their schemas, a second one calls.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const inspector = fileURLToPath(new URL('./node_modules/.bin/mcp-inspector', import.meta.url))

export async function visitWithInspector({ url, headers, sse, call }) {
  const home = mkdtempSync(join(tmpdir(), 'inspector-'))
  const env = { ...process.env, HOME: home, MCP_CATALOG_PATH: join(home, 'mcp.json') }
  const pairs = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const ask = async (...args) => {
    const all = [inspector, '--cli', url, '--transport', sse ? 'sse' : 'http', ...pairs, '--method', ...args]
    return JSON.parse((await run(process.execPath, all, { env, timeout: 30_000 })).stdout)
  }
  try {
    const given = Object.entries(call.arguments).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`])
    const { tools } = await ask('tools/list', '--strict')
    const result = await ask('tools/call', '--tool-name', call.name, ...given)
    return { tools: tools.map(({ name }) => name), result }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
