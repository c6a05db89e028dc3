// What a tool call costs beside the same decision over the HTTP API, in processor time of the server: in turns, in one run.
//   node bench/mcp.ts [--data FOLDER] [--quick]
import { parseArgs } from 'node:util'
import { openInstallation } from './installation.ts'
import { postBytes } from './load.ts'
import { median } from './statistics.ts'
import { ADS_PER_ANSWER, askBytes, fullRequests, machineOf, openStock, spend } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ASIDE_EVAL },
    quick: { type: 'boolean', default: false },
  },
})
const ROUNDS = 6
const CALLS = options.quick ? 1_500 : 5_000
const CONNECTIONS = 32
const REVISION = '2026-07-28'

const stock = openStock(options.data)
const world = await openInstallation()
try {
  const key = await world.addPublisher()
  await world.importAds(await world.addCampaign('bench'), stock.ads)
  // A tool call knows no earlier turns, so both ways ask with the question alone.
  const questions = stock.conversations.map((conversation) => ({ query: (conversation as { query: string }).query }))
  const { bodies } = await fullRequests(world.server.baseUrl, key, { ...stock, conversations: questions }, 512)
  const queries = bodies.map((body) => (body as { conversationContext: { query: string } }).conversationContext.query)
  const ways = {
    http: { ...world.server, requests: bodies.map((body, i) => askBytes(key, { ...body, userContext: userOf(i) })) },
    mcp: { ...world.server, requests: queries.map((query, i) => toolCall(key, query, userOf(i).userId)) },
  }
  const costs: Record<string, number[]> = { http: [], mcp: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const spent = await spend(way, CONNECTIONS, round === 0 ? 2 * CALLS : CALLS)
      if (spent.statuses[200] !== spent.requests) throw new Error(`${name} answered ${JSON.stringify(spent.statuses)}`)
      if (round > 0) costs[name]!.push(spent.cpuPerRequest)
    }
  }
  const ratios = costs.mcp!.map((cost, i) => cost / costs.http![i]!)
  console.log(`${machineOf()}; ${stock.name}; ${queries.length} different questions`)
  for (const [name, cost] of Object.entries(costs))
    console.log(`${name.padEnd(6)} ${median(cost).toFixed(0)} µs a decision`)
  console.log(
    `ratio  ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
  )
} finally {
  await world.close()
}

function userOf(i: number): { userId: string } {
  return { userId: `user-${i}` }
}

function toolCall(key: string, query: string, user: string): Buffer {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  }
  const params = { name: 'ads.request', arguments: { query, count: ADS_PER_ANSWER, user_id: user }, _meta }
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': 'ads.request',
  }
  return postBytes('/mcp', headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
}
