// What more decision threads cost and bring: processor time a request, requests a second and memory, in turns in one run.
//   node bench/threads.ts [--data FOLDER | --ads COUNT] [--threads 1,2] [--rounds 6] [--mixed]
// With --mixed one request in seventeen is no ad request, as on the connections of a proxy.
import { parseArgs } from 'node:util'
import { type Installation, openInstallation } from './installation.ts'
import { getBytes } from './load.ts'
import { median } from './statistics.ts'
import { fullRequests, machineOf, openStock, type Spent, spend } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ASIDE_EVAL },
    ads: { type: 'string' },
    threads: { type: 'string', default: '1,2' },
    rounds: { type: 'string', default: '6' },
    mixed: { type: 'boolean', default: false },
  },
})
const CONNECTIONS = 64
const REQUESTS = 12_000
const BODIES_MAX = 640
const OTHER = getBytes('/healthz')

interface Side {
  readonly threads: number
  readonly world: Installation
  readonly target: Parameters<typeof spend>[0]
  readonly startBytes: number
  readonly spent: Spent[]
}

const stock = options.ads === undefined ? openStock(options.data) : openStock(undefined, Number(options.ads))
const sides: Side[] = []
try {
  for (const threads of options.threads.split(',').map(Number)) sides.push(await open(threads))
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const { target, spent } of sides) {
      const of = await spend(target, CONNECTIONS, round === 0 ? 2 * REQUESTS : REQUESTS)
      if (of.statuses[200] !== of.requests) throw new Error(`answers: ${JSON.stringify(of.statuses)}`)
      if (round > 0) spent.push(of)
    }
  }
  print()
} finally {
  for (const { world } of sides) await world.close()
}

async function open(threads: number): Promise<Side> {
  const first = await openInstallation({ env: { ASIDE_WORKERS: String(threads) } })
  const key = await first.addPublisher()
  await first.importAds(await first.addCampaign('bench'), stock.ads)
  // Started anew, so that what an import leaves behind is not taken for what serving needs.
  const world = await first.restart('close')
  await untilListening(world, threads)
  const { requests: asking } = await fullRequests(world.server.baseUrl, key, stock, BODIES_MAX)
  const requests = options.mixed ? asking.flatMap((bytes, i) => (i % 16 === 0 ? [OTHER, bytes] : [bytes])) : asking
  return { threads, world, target: { ...world.server, requests }, startBytes: world.server.bytes(), spent: [] }
}

async function untilListening({ server }: Installation, threads: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${server.baseUrl}/metrics`)).text()
    if (Number(/^aside_decision_threads (\d+)$/m.exec(text)?.[1]) === threads) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function print(): void {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0).padStart(6)
  console.log(`${machineOf()}; ${stock.name}`)
  console.log('threads  µs a request  to the first        a second  MB at start  MB after')
  for (const { threads, spent, world, startBytes } of sides) {
    const ratios = spent.map(({ cpuPerRequest }, i) => cpuPerRequest / sides[0]!.spent[i]!.cpuPerRequest)
    const range = `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
    const cost = median(spent.map(({ cpuPerRequest }) => cpuPerRequest)).toFixed(0)
    const rate = median(spent.map(({ perSecond }) => perSecond)).toFixed(0)
    console.log(
      `${String(threads).padStart(7)}  ${cost.padStart(12)}  ${range.padEnd(18)}  ${rate.padStart(8)}  ${mb(startBytes)}       ${mb(world.server.bytes())}`,
    )
  }
}
