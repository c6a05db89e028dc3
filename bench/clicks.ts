// How many clicks a second are answered with 302, which means durable, and how long a person waits: beside a raw echo.
//   node bench/clicks.ts [--quick] [--postgres]
// With --postgres the store is in a PostgreSQL of its own on the same machine, whose processor time is not counted.
import { parseArgs } from 'node:util'
import { startCluster } from '../test/support/postgres.ts'
import { startServerProcess } from './child.ts'
import { generateAds, generateConversations } from './generate-inventory.ts'
import { openInstallation } from './installation.ts'
import { getBytes, type Load, openLoop, type Target } from './load.ts'
import { median } from './statistics.ts'
import { machineOf, type Spent, spend } from './stock.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, postgres: { type: 'boolean', default: false } },
})
const ROUNDS = options.quick ? 4 : 6
const CLICKS = options.quick ? 500 : 2_000
const CONNECTIONS = 64
/** As many a second as the service is asked to survive being killed under. */
const STEADY_PER_SECOND = 300
const STEADY_SECONDS = options.quick ? 1 : 3
const ADS = 2_000
const SEED = 20_261_121

// Clicks from one address would be found out as made by a machine; they are counted all the same.
const cluster = options.postgres ? startCluster() : undefined
const world = await openInstallation({
  env: { ASIDE_TRAFFIC_FILTER: 'report', ...(cluster && { DATABASE_URL: cluster.url('postgres') }) },
})
const echo = await startServerProcess('./echo-server.ts', { env: { ANSWER_BYTES: '120' } })
try {
  const key = await world.addPublisher({ intentGate: false })
  const lines = Array.from(generateAds(ADS, SEED), (ad) => JSON.stringify(ad))
  await world.importAds(await world.addCampaign('bench'), lines)
  const links = await clickLinks(key, (ROUNDS + 1) * (CLICKS + STEADY_PER_SECOND * STEADY_SECONDS))
  const take = (count: number): Target => ({ baseUrl: world.server.baseUrl, requests: links.splice(0, count) })

  const rounds: { echo: Spent; clicks: Spent; steady: Load }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const raw = await spend({ ...echo, requests: [getBytes('/c/x')] }, CONNECTIONS, CLICKS)
    const clicks = await spend({ ...world.server, ...take(CLICKS) }, CONNECTIONS, CLICKS)
    const steady = await openLoop(take(STEADY_PER_SECOND * STEADY_SECONDS), STEADY_PER_SECOND, STEADY_SECONDS)
    for (const load of [clicks, steady]) {
      if (load.statuses[302] !== load.requests) throw new Error(`clicks answered ${JSON.stringify(load.statuses)}`)
    }
    if (round > 0) rounds.push({ echo: raw, clicks, steady }) // the first one warms up
  }

  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
  console.log(machineOf())
  console.log(
    `durable clicks a second, ${CONNECTIONS} connections  ${middle((round) => round.clicks.perSecond).toFixed(0)}`,
  )
  console.log(
    `  median wait ${middle((round) => round.clicks.latency.p50).toFixed(1)} ms, p99 ${middle((round) => round.clicks.latency.p99).toFixed(1)} ms`,
  )
  console.log(
    `  processor time ${middle((round) => round.clicks.cpuPerRequest).toFixed(0)} µs, echo ${middle((round) => round.echo.cpuPerRequest).toFixed(0)} µs, ratio ${middle((round) => round.clicks.cpuPerRequest / round.echo.cpuPerRequest).toFixed(1)}`,
  )
  console.log(
    `at a steady ${STEADY_PER_SECOND} a second: median wait ${middle((round) => round.steady.latency.p50).toFixed(1)} ms, p99 ${middle((round) => round.steady.latency.p99).toFixed(1)} ms`,
  )
} finally {
  await world.close()
  await echo.close()
  cluster?.remove()
}

/** Links of ads that were served for this, each for one click. */
async function clickLinks(key: string, count: number): Promise<Buffer[]> {
  const links: Buffer[] = []
  const conversations = generateConversations(400, SEED + 1)
  const ask = async (i: number) => {
    const response = await fetch(`${world.server.baseUrl}/api/v1/ads/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        conversationContext: conversations[i % conversations.length],
        slots: ['a', 'b', 'c'].map((slotId) => ({ slotId, format: 'action_card', count: 10 })),
      }),
    })
    const { slots } = (await response.json()) as { slots: { ads: { tracking: { clickUrl: string } }[] }[] }
    for (const { tracking } of slots.flatMap(({ ads }) => ads))
      links.push(getBytes(new URL(tracking.clickUrl).pathname))
  }
  for (let i = 0; links.length < count; i++) await ask(i)
  return links
}
