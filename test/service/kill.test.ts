// Clicks arrive at 300 a second while the process is killed again and again: no acknowledged click is lost, none is charged twice.
//
// KILLS=20 kills more often, KILL_ADS=36000 fills the inventory first (and prints how long starts take), SEED repeats a run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '../../src/base/random.ts'
import { createHttpClient } from '../support/http-client.ts'
import { watchReadiness } from '../support/readiness-watcher.ts'
import { openPlace, type RunningService, startProcess } from '../support/service.ts'
import { balancesOf, dayReport, entriesOf, verifyBooks } from '../support/service-answers.ts'
import { addAd, importAds, manyAdsFor, openCampaign, openShop } from '../support/stock.ts'

const KILLS = Number(process.env.KILLS ?? 6)
const GENERATED_ADS = Number(process.env.KILL_ADS ?? 0)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
const CLICKS_A_SECOND = 300
const TICK_MS = 20
const RETRY_MS = 250
const SHOWN_ADS = 30
/** Each click comes from a link of its own, so rules against rapid clicking would find fault with the test. */
const ENV = { ASIDE_TRAFFIC_FILTER: 'report', ASIDE_RATE_LIMIT: 'off' }

test(`every click that was answered with 302 is in the books once after ${KILLS} kills`, async (t) => {
  const random = createSeededRandom(SEED)
  const place = await openPlace()
  let service = await startProcess(place, ENV)
  const watcher = watchReadiness(place.port)
  t.after(async () => {
    await watcher.stop()
    await service.kill()
    place.remove()
  })
  const clicks = await linksOf(service, KILLS * 1.6 * CLICKS_A_SECOND)
  const storm = startStorm(clicks)

  const starts: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(100 + random() * 500)
    await service.kill()
    const startedMs = Date.now()
    const ready = watcher.readyAgain()
    service = await startProcess(place, ENV)
    starts.push((await ready) - startedMs)
  }
  await storm.settled()

  const { answered, retries } = storm
  t.diagnostic(`seed ${SEED}: ${answered.size} clicks, ${retries()} retries; ready again after ${starts.join(', ')} ms`)
  assert.ok(retries() > 0, 'the kills hit clicks on their way')
  await checkBooks(service, answered)
})

interface Link {
  readonly impressionId: string
  readonly url: string
}

async function linksOf(service: RunningService, count: number): Promise<Link[]> {
  const { key } = await openShop(service)
  const { campaignId } = await openCampaign(service)
  if (GENERATED_ADS > 0) await importAds(service, campaignId, GENERATED_ADS)
  for (let i = 0; i < SHOWN_ADS; i++) await addAd(service, campaignId, { landingUrl: `https://feather.example/${i}` })
  const ads = await manyAdsFor(service, key, count)
  return ads.map(({ impressionId, tracking }) => ({ impressionId, url: tracking.clickUrl }))
}

/** Sends clicks at their rate whether or not earlier ones were answered; one that fails is sent again until it is not. */
function startStorm(links: readonly Link[]) {
  const client = createHttpClient({ sockets: 256 })
  const answered = new Map<string, 302 | 303>()
  const clicks: Promise<void>[] = []
  let retries = 0
  let sent = 0

  async function follow({ impressionId, url }: Link): Promise<void> {
    for (;;) {
      const answer = await client.send(url).catch(() => undefined)
      if (answer?.status === 302 || answer?.status === 303) {
        answered.set(impressionId, answer.status)
        return
      }
      // Refused connections, broken ones, and the 503 of a service that is just stopping or starting.
      assert.ok(answer === undefined || answer.status === 503, `a click was answered ${answer?.status}`)
      retries++
      await sleep(RETRY_MS)
    }
  }

  const startedMs = performance.now()
  const finished = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(links.length, ((performance.now() - startedMs) / 1_000) * CLICKS_A_SECOND)
      while (sent < due) clicks.push(follow(links[sent++]!))
      if (sent < links.length) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  return {
    answered,
    retries: () => retries,
    async settled(): Promise<void> {
      await finished
      await Promise.all(clicks)
      client.close()
    },
  }
}

async function checkBooks(service: RunningService, answered: ReadonlyMap<string, 302 | 303>): Promise<void> {
  const entries = await entriesOf(service)
  const charged = new Map<string, number>()
  for (const { account, reference } of entries) {
    if (account.startsWith('advertiser:')) charged.set(reference, (charged.get(reference) ?? 0) + 1)
  }
  const sure = [...answered].filter(([, status]) => status === 302)
  assert.deepEqual(
    sure.filter(([id]) => charged.get(`${id}:click`) !== 1),
    [],
    'acknowledged, and not charged once',
  )
  assert.deepEqual(
    [...charged].filter(([, times]) => times > 1),
    [],
    'charged more than once',
  )
  const known = new Set([...answered.keys()].map((id) => `${id}:click`))
  assert.deepEqual(
    [...charged.keys()].filter((reference) => !known.has(reference)),
    [],
    'charged without a click',
  )

  const { totals } = await dayReport(service, 'campaign')
  assert.equal(totals.clicks, charged.size)
  const sums = new Map<string, number>()
  for (const { account, micros } of entries) sums.set(account, (sums.get(account) ?? 0) + micros)
  assert.deepEqual(Object.fromEntries(sums), Object.fromEntries(await balancesOf(service)))
  assert.deepEqual(await verifyBooks(service), [])
}
