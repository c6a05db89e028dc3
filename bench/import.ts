// How long an inventory takes to import and to serve again after a power cut, how much memory that needs, and whether
// people are answered meanwhile.
//   node bench/import.ts [--data FOLDER] [--sizes 100000,1000000] [--million] [--out FILE]
import { statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateAds, generateConversations } from './generate-inventory.ts'
import { type Installation, openInstallation } from './installation.ts'
import { closedLoop } from './load.ts'
import { latencyOf } from './statistics.ts'
import { askBytes, machineOf, openStock } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ASIDE_EVAL },
    sizes: { type: 'string', default: '' },
    million: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const SEED = 20_261_121
const PROBE_EVERY_MS = 50
const SNAPSHOT_WITHIN_MS = 6_000
/** A start is measured so often, since a neighbour's busy second would double one of them. */
const STARTS = 3
const ASKED = 4_000

console.log(machineOf())
const stock = openStock(options.data)
const sizes = options.sizes.split(',').filter(Boolean).map(Number)
if (options.million) sizes.push(1_000_000)
const figures = [await measure(stock.name, stock.ads)]
for (const size of sizes) figures.push(await measure(`${size} made-up ads`, madeLines(size)))
if (options.out !== undefined) {
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(options.out, `${JSON.stringify({ date, machine: machineOf(), figures }, null, 2)}\n`)
}

function* madeLines(count: number): Generator<string> {
  for (const ad of generateAds(count, SEED)) yield JSON.stringify(ad)
}

async function measure(name: string, lines: Iterable<string>) {
  let world = await openInstallation()
  try {
    const key = await world.addPublisher({ intentGate: false })
    const campaign = await world.addCampaign('bench')
    // The first answer of a new service, which has to read its own sources for it, is not what an import does to people.
    const probe = startProbe(world, key)
    await probe.answered
    const startedMs = performance.now()
    const { imported, rejected } = await world.importAds(campaign, lines)
    const seconds = (performance.now() - startedMs) / 1_000
    const cpuSeconds = (await world.server.cpuMicroseconds()) / 1e6
    const waits = await probe.stop()
    const served = await world.adsServed()
    const peak = await world.server.peakBytes()
    const load = loadavg()[0]!
    console.log(
      `${name}: ${imported} imported, ${rejected} rejected in ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of processor time, load average ${load.toFixed(1)}); ${served} served with the answer`,
    )
    console.log(
      `  people asking meanwhile: median ${waits.p50.toFixed(1)} ms, p99 ${waits.p99.toFixed(1)} ms, longest ${waits.max.toFixed(0)} ms`,
    )
    console.log(`  most memory ${megabytes(peak)}`)
    const snapshotSeconds = await snapshotIn(world)
    console.log(`  snapshot written within ${snapshotSeconds.toFixed(0)} s`)
    const starts = []
    for (let i = 0; i < STARTS; i++) {
      world = await world.restart('kill')
      starts.push(await startOf(world))
      console.log(
        `  after a power cut ready in ${starts[i]!.seconds.toFixed(2)} s (${starts[i]!.cpuSeconds.toFixed(2)} s of processor time) with ${starts[i]!.ads} ads, ${megabytes(starts[i]!.bytes)}`,
      )
    }
    await ask(world, key)
    const afterAsking = world.server.bytes()
    console.log(`  after ${ASKED} requests ${megabytes(afterAsking)}`)
    return {
      name,
      imported,
      rejected,
      seconds,
      cpuSeconds,
      load,
      waits,
      served,
      peak,
      snapshotSeconds,
      starts,
      afterAsking,
    }
  } finally {
    await world.close()
  }
}

async function startOf(world: Installation) {
  return {
    seconds: world.server.startMs / 1_000,
    cpuSeconds: (await world.server.cpuMicroseconds()) / 1e6,
    ads: await world.adsServed(),
    bytes: world.server.bytes(),
    load: loadavg()[0]!,
  }
}

async function ask({ server }: Installation, key: string): Promise<void> {
  const requests = bodies().map((body) => askBytes(key, body))
  await closedLoop({ ...server, requests }, 4, ASKED)
}

function bodies(): object[] {
  return generateConversations(500, SEED + 1).map((conversationContext) => ({
    conversationContext,
    slots: [{ slotId: 'main', format: 'action_card', count: 3 }],
  }))
}

/** Somebody who asks for an ad every now and then, and how long they wait. */
function startProbe(world: Installation, key: string) {
  const waits: number[] = []
  const asked = bodies()
  let running = true
  const first = Promise.withResolvers<void>()
  const asking = (async () => {
    for (let i = 0; running; i++) {
      const startedMs = performance.now()
      const response = await fetch(`${world.server.baseUrl}/api/v1/ads/request`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(asked[i % asked.length]),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`an ad request was answered with ${response.status} during the import`)
      if (i === 0) first.resolve()
      else waits.push(performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
    }
  })()
  asking.catch(first.reject)
  return {
    answered: first.promise,
    async stop() {
      running = false
      await asking
      return latencyOf(waits)
    },
  }
}

/** A power cut at a quiet time, which is any but the first seconds after an import; how many seconds that are. */
async function snapshotIn({ folder }: Installation): Promise<number> {
  const startedMs = performance.now()
  const changedMs = () => statSync(join(folder, 'inventory.snapshot'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  for (let before = -1; before !== changedMs() || before === 0;) {
    before = changedMs()
    await new Promise((resolve) => setTimeout(resolve, SNAPSHOT_WITHIN_MS))
    if (performance.now() - startedMs > 20 * SNAPSHOT_WITHIN_MS) throw new Error('no snapshot was written')
  }
  return (performance.now() - startedMs - SNAPSHOT_WITHIN_MS) / 1_000
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
