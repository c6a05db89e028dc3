// How long an inventory takes to import and to serve again after a power cut, how much memory that needs, and whether
// people are answered meanwhile.
//   node bench/import.ts [--data FOLDER] [--million]
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateAds, generateConversations } from './generate-inventory.ts'
import { type Installation, openInstallation } from './installation.ts'
import { latencyOf } from './statistics.ts'
import { machineOf, openStock } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ASIDE_EVAL },
    million: { type: 'boolean', default: false },
  },
})
const SEED = 20_261_121
const MILLION = 1_000_000
const PROBE_EVERY_MS = 50

console.log(machineOf())
const stock = openStock(options.data)
await measure(stock.name, stock.ads)
if (options.million) await measure(`${MILLION} made-up ads`, madeLines())

function* madeLines(): Generator<string> {
  for (const ad of generateAds(MILLION, SEED)) yield JSON.stringify(ad)
}

async function measure(name: string, lines: Iterable<string>): Promise<void> {
  let world = await openInstallation()
  try {
    const key = await world.addPublisher({ intentGate: false })
    const campaign = await world.addCampaign('bench')
    const probe = startProbe(world, key)
    const startedMs = performance.now()
    const { imported, rejected } = await world.importAds(campaign, lines)
    const seconds = (performance.now() - startedMs) / 1_000
    const waits = await probe.stop()
    const served = await adsServed(world)
    const peak = await world.server.peakBytes()
    console.log(
      `${name}: ${imported} imported, ${rejected} rejected in ${seconds.toFixed(1)} s; ${served} served with the answer`,
    )
    console.log(
      `  people asking meanwhile: median ${waits.p50.toFixed(1)} ms, p99 ${waits.p99.toFixed(1)} ms, longest ${waits.max.toFixed(0)} ms`,
    )
    console.log(`  most memory ${megabytes(peak)}`)
    await snapshotIn(world)
    world = await world.restart('kill')
    console.log(
      `  after a power cut ready in ${(world.server.startMs / 1_000).toFixed(2)} s with ${await adsServed(world)} ads, ${megabytes(await world.server.peakBytes())}`,
    )
  } finally {
    await world.close()
  }
}

/** Somebody who asks for an ad every now and then, and how long they wait. */
function startProbe(world: Installation, key: string) {
  const waits: number[] = []
  const conversations = generateConversations(100, SEED + 1)
  let running = true
  const asking = (async () => {
    for (let i = 0; running; i++) {
      const startedMs = performance.now()
      const response = await fetch(`${world.server.baseUrl}/api/v1/ads/request`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          conversationContext: conversations[i % conversations.length],
          slots: [{ slotId: 'main', format: 'action_card', count: 3 }],
        }),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`an ad request was answered with ${response.status} during the import`)
      waits.push(performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
    }
  })()
  return {
    async stop() {
      running = false
      await asking
      return latencyOf(waits)
    },
  }
}

/** A power cut at a quiet time, which is any but the first seconds after an import. */
async function snapshotIn({ folder }: Installation): Promise<void> {
  const startedMs = performance.now()
  const changedMs = () => statSync(join(folder, 'inventory.snapshot'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  for (let before = -1; before !== changedMs() || before === 0;) {
    before = changedMs()
    await new Promise((resolve) => setTimeout(resolve, SNAPSHOT_WITHIN_MS))
    if (performance.now() - startedMs > 20 * SNAPSHOT_WITHIN_MS) throw new Error('no snapshot was written')
  }
}
const SNAPSHOT_WITHIN_MS = 6_000

async function adsServed(world: Installation): Promise<number> {
  const metrics = await (await fetch(`${world.server.baseUrl}/metrics`)).text()
  return Number(/^aside_catalog_ads (\d+)/m.exec(metrics)?.[1])
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
