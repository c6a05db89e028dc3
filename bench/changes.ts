// What changes of the inventory cost those who ask meanwhile, and how soon a change is served, beside a large inventory.
//   node bench/changes.ts [--ads 100000] [--folder FOLDER] [--quick] [--out FILE]
// FOLDER keeps the installation for the next run, since importing a million ads takes minutes.
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { generateAds, generateConversations } from './generate-inventory.ts'
import { type Installation, openInstallation } from './installation.ts'
import { type Load, openLoop } from './load.ts'
import { latencyOf, median } from './statistics.ts'
import { askBytes, machineOf } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    ads: { type: 'string', default: '100000' },
    folder: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const ADS = Number(options.ads)
const SEED = 20_261_121
const CHANGES_PER_SECOND = 1_000
const CHANGES_A_BATCH = 100
/** People who ask: far from what the service can do, so that waiting tells of the changes alone. */
const ASKED_PER_SECOND = 200
const {
  rounds: ROUNDS,
  seconds: SECONDS,
  trials: TRIALS,
} = options.quick ? { rounds: 2, seconds: 3, trials: 3 } : { rounds: 4, seconds: 8, trials: 10 }
const SERVED_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 10

console.log(`${machineOf()}; ${ADS} made-up ads`)
const world = await openInstallation(options.folder === undefined ? {} : { folder: options.folder })
try {
  const key = await world.addPublisher({ intentGate: false })
  const campaign = await world.addCampaign('bench')
  const held = await world.adsServed()
  if (held < ADS) await world.importAds(campaign, lines(0, ADS - held, `made-${held}`))
  const own = await world.addCampaign('changes')
  const served = await measureServed(key, own)
  const waits = await measureWaits(key, own)
  const figures = {
    date: new Date().toISOString().slice(0, 10),
    machine: machineOf(),
    ads: await world.adsServed(),
    load: loadavg()[0]!,
    served,
    waits,
  }
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  if (options.folder === undefined) await world.close()
  else await world.server.close()
}

/** Milliseconds from the answer to a change until a question finds it so. */
async function measureServed(key: string, campaignId: string) {
  const waits: Record<string, number[]> = { created: [], changed: [], paused: [], deleted: [] }
  for (let trial = 0; trial < TRIALS; trial++) {
    const name = `zorbalix${trial} quendramine${Date.now().toString(36)}`
    const other = `velmoritan${trial} husprendig${Date.now().toString(36)}`
    const seen = (words: string) => titlesFor(world, key, words)
    const ad = { campaignId, title: name, description: `The ${name}`, landingUrl: 'https://changes.example/' }
    const { id } = await world.call<{ id: string }>('POST', '/api/v1/ads', ad)
    waits.created!.push(await until(async () => (await seen(name)).includes(name)))
    await world.call('PATCH', `/api/v1/ads/${id}`, { title: other })
    waits.changed!.push(await until(async () => (await seen(other)).includes(other)))
    await world.call('PATCH', `/api/v1/ads/${id}`, { status: 'paused' })
    waits.paused!.push(await until(async () => !(await seen(other)).includes(other)))
    await world.call('PATCH', `/api/v1/ads/${id}`, { status: 'active' })
    await until(async () => (await seen(other)).includes(other))
    await world.call('DELETE', `/api/v1/ads/${id}`)
    waits.deleted!.push(await until(async () => !(await seen(other)).includes(other)))
  }
  for (const [what, values] of Object.entries(waits)) {
    console.log(
      `${what}: served so after ${median(values).toFixed(0)} ms, at most ${Math.max(...values).toFixed(0)} ms`,
    )
  }
  return Object.fromEntries(Object.entries(waits).map(([what, values]) => [what, latencyOf(values)]))
}

async function until(isSo: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedMs > SERVED_WITHIN_MS) throw new Error('a change was not served in time')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return performance.now() - startedMs
}

async function titlesFor({ server }: Installation, key: string, words: string): Promise<string[]> {
  const response = await fetch(`${server.baseUrl}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      conversationContext: { query: `Where can I buy ${words}?` },
      slots: [{ slotId: 'main', format: 'action_card', count: 3 }],
    }),
  })
  const { slots } = (await response.json()) as { slots: { ads: { content: { title: string } }[] }[] }
  return slots[0]!.ads.map(({ content }) => content.title)
}

/** How long people wait while nothing changes and while much does, in turns. */
async function measureWaits(key: string, campaignId: string) {
  const requests = generateConversations(640, SEED + 1).map((conversationContext) =>
    askBytes(key, { conversationContext, slots: [{ slotId: 'main', format: 'action_card', count: 3 }] }),
  )
  const target = { ...world.server, requests }
  await openLoop(target, ASKED_PER_SECOND, SECONDS)
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await spent(() => openLoop(target, ASKED_PER_SECOND, SECONDS))
    const changes = startChanges(campaignId, round)
    const busy = await spent(() => openLoop(target, ASKED_PER_SECOND, SECONDS))
    const perSecond = await changes.stop()
    rounds.push({ quiet: quiet.latency, busy: busy.latency, perSecond, shares: [quiet.share, busy.share] })
    console.log(
      `quiet: median ${quiet.latency.p50.toFixed(2)} ms, p99 ${quiet.latency.p99.toFixed(1)} ms; ` +
        `with ${perSecond.toFixed(0)} changes a second: median ${busy.latency.p50.toFixed(2)} ms, p99 ${busy.latency.p99.toFixed(1)} ms; ` +
        `of a processor ${quiet.share.toFixed(2)} and ${busy.share.toFixed(2)}; load average ${loadavg()[0]!.toFixed(1)}`,
    )
  }
  const ratio = median(rounds.map(({ quiet, busy }) => busy.p99 / quiet.p99))
  console.log(`p99 × ${ratio.toFixed(2)} (median of ${ROUNDS} rounds)`)
  return { rounds, ratio }
}

/** A load, with the share of one processor that the server spent on it. */
async function spent(load: () => Promise<Load>): Promise<Load & { share: number }> {
  const before = await world.server.cpuMicroseconds()
  const startedMs = performance.now()
  const done = await load()
  const microseconds = (performance.now() - startedMs) * 1_000
  return { ...done, share: ((await world.server.cpuMicroseconds()) - before) / microseconds }
}

/** Ads that come, are changed and are changed again, a batch at a time, at an even pace. */
function startChanges(campaignId: string, round: number) {
  let running = true
  let done = 0
  const startedMs = performance.now()
  const changing = (async () => {
    for (let batch = 0; running; batch++) {
      const dueMs = startedMs + (batch * CHANGES_A_BATCH * 1_000) / CHANGES_PER_SECOND
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
      // Half of them are new, half change what came with the batch before.
      const half = CHANGES_A_BATCH / 2
      const fresh = lines(batch * half, half, `changes-${round}`)
      const again = lines(Math.max(0, batch - 1) * half, half, `changes-${round}`, batch)
      const { imported, updated } = await world.importAds(campaignId, [...fresh, ...again])
      done += imported + updated
    }
  })()
  return {
    async stop() {
      running = false
      const seconds = (performance.now() - startedMs) / 1_000
      await changing
      return done / seconds
    },
  }
}

function* lines(from: number, count: number, prefix: string, edition = 0): Generator<string> {
  for (const ad of generateAds(count, SEED + 7 * from + edition)) {
    const number = from + Number(ad.id.slice('made-'.length))
    yield JSON.stringify({ ...ad, id: `${prefix}-${number}` })
  }
}
