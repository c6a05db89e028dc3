// Measures what a tool call costs beside the same decision over the HTTP API, in processor time of the serving process.
// Run it by hand: `node test/mcp/measure-cost.ts`. Rounds take turns, so that a noisy machine is unfair to all alike.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest } from 'node:http'
import { createAuth } from '../../src/http/auth.ts'
import { createAdsRequestSteps } from '../../src/http/ads-request-steps.ts'
import { createAdsRequestHandler } from '../../src/http/routes/ads-request.ts'
import { createPresentAds } from '../../src/http/present-ads.ts'
import { realClock } from '../../src/base/clock.ts'
import { createIdSource } from '../../src/base/ids.ts'
import { createLog } from '../../src/base/log.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import { inOneStep } from '../api/http-world.ts'
import { listen, modernHeaders, modernMessage, serveFromStock, startService } from './support.ts'

const QUERY = 'Which headphones would you take for music on a long train ride?'
const CALLS = Number(process.argv[3] ?? 4_000)
const ROUNDS = 5
const CONNECTIONS = 8

if (process.argv[2] === 'serve') await serve()
else await measure()

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ['serve'])
  const [ways] = (await once(child, 'message')) as [Record<string, Way>]
  const spent: Record<string, number[]> = {}
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const before = await cpuOf(child)
      await callMany(way)
      const microseconds = ((await cpuOf(child)) - before) / CALLS
      if (round > 0) (spent[name] ??= []).push(microseconds) // the first round warms up
    }
  }
  child.kill()
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const plain = median(spent.http!)
  for (const [name, values] of Object.entries(spent)) {
    console.log(
      `${name.padEnd(12)} ${median(values).toFixed(0).padStart(5)} µs a call  ${(median(values) / plain).toFixed(2)}×`,
    )
  }
}

interface Way {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

async function serve(): Promise<void> {
  const fast = await startService({ rateLimit: false })
  const sdk = await startService({ rateLimit: false, fastCalls: false })
  const clock = realClock
  const ids = createIdSource({ clock, randomBytes: createRandomBytes() })
  const auth = createAuth({ authenticate: fast.authenticate, rateLimiter: undefined, clock })
  const steps = createAdsRequestSteps({
    auth,
    ids,
    serveSteps: inOneStep(serveFromStock),
    presentAds: createPresentAds({ baseUrl: fast.url, currency: 'USD' }),
    log: createLog({ level: 'silent', name: 'bench' }),
    config: { currency: 'USD' },
  })
  const port = await listen(createServer(createAdsRequestHandler(steps, clock)))

  const call = (service: typeof fast, method: string): Way => ({
    url: `${service.url}/mcp`,
    headers: { ...modernHeaders(method, 'ads.request'), 'x-api-key': service.key },
    body: JSON.stringify(modernMessage(method, { name: 'ads.request', arguments: { query: QUERY, count: 3 } })),
  })
  const old: Way = {
    url: `${sdk.url}/mcp`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': sdk.key,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ads.request', arguments: { query: QUERY, count: 3 } },
    }),
  }
  process.send!({
    http: {
      url: `http://127.0.0.1:${port}/api/v1/ads/request`,
      headers: { 'content-type': 'application/json', 'x-api-key': fast.key },
      body: JSON.stringify({
        conversationContext: { query: QUERY },
        slots: [{ slotId: 'main', format: 'action_card', count: 3 }],
      }),
    },
    'mcp short': call(fast, 'tools/call'),
    'mcp sdk': call(sdk, 'tools/call'),
    'mcp 2025': old,
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!(user + system)
  })
}

async function cpuOf(child: ReturnType<typeof fork>): Promise<number> {
  child.send('cpu')
  return ((await once(child, 'message')) as [number])[0]
}

async function callMany(way: Way): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let left = CALLS
  const worker = async () => {
    while (left-- > 0) await callOnce(way, agent)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  agent.destroy()
}

function callOnce({ url, headers, body }: Way, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    request.on('error', reject).end(body)
  })
}
