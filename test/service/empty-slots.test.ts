// Why slots stayed empty is kept: what several decision threads answered is what the reports add up to, also after a restart.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSeededRandom } from '../../src/base/random.ts'
import { createHttpClient } from '../support/http-client.ts'
import { missingForPostgres, startCluster } from '../support/postgres.ts'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, ask, LAPTOP_QUERY, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const THREADS = 3
const REQUESTS = 600
/** Printed where a test fails; the same requests come of it. */
const SEED = Number(process.env.SEED ?? Date.now() % 1e9)

const POLICIES = [
  {},
  { formats: ['action_card'], adsPerSession: 2 },
  { requireConsent: true },
  { blockedDomains: ['feather.example'] },
]
const QUERIES = [LAPTOP_QUERY, 'hello there', 'I want to end my life', 'buy a concert harp in the moon museum']
const PEOPLE = [
  undefined,
  { adsEnabled: false },
  { ageGroup: 'child' },
  { userId: 'p-1' },
  { userId: 'p-2', sessionId: 's-1' },
]
const FORMATS = ['action_card', 'suffix', 'entity_link', 'banner']
const SLOTS = ['below', 'side', 'a\ud800b', '=cmd()']

let place: Place
let service: RunningService
const shops: Shop[] = []

before(async () => {
  place = await openPlace()
  service = await start()
  for (const policy of POLICIES) shops.push(await openShop(service, policy))
  const frequencyCaps = [{ scope: 'campaign', per: 'user', max: 2, windowSeconds: 86_400 }]
  const { campaignId } = await openCampaign(service, { campaign: { frequencyCaps } })
  await addAd(service, campaignId)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

async function start(): Promise<RunningService> {
  const started = await startProcess(place, { ASIDE_WORKERS: String(THREADS), ASIDE_TRAFFIC_FILTER: 'report' })
  const listening = async () =>
    (await started.client.send(`${started.url}/metrics`)).text.includes(`aside_decision_threads ${THREADS}`)
  await until('every thread listens', 20_000, listening)
  return started
}

interface Outcome {
  requests: number
  filled: number
  readonly empty: Map<string, number>
}
/** By publisher, day is all the same, slot and test. */
type Outcomes = Map<string, Outcome>

function outcomeOf(outcomes: Outcomes, ...key: readonly unknown[]): Outcome {
  const name = key.join(' ')
  const outcome = outcomes.get(name) ?? { requests: 0, filled: 0, empty: new Map() }
  outcomes.set(name, outcome)
  return outcome
}

test('requests are those that were filled and those that stayed empty for each reason, as the answers said', async () => {
  const { below } = createPicks(SEED)
  const one = <T>(of: readonly T[]): T => of[below(of.length)]!
  const client = createHttpClient({ sockets: 32 })
  const answered: Outcomes = new Map()
  const reasons = new Set<string>()
  const askOne = async () => {
    const shop = one(shops)
    const isTest = below(4) === 0
    const slots = Array.from({ length: 1 + below(3) }, (_, i) => ({
      ...{ slotId: `${one(SLOTS)}${i}`, format: one(FORMATS), count: 1 + below(3) },
    }))
    const userContext = one(PEOPLE)
    const { status, text, json } = await ask(
      { ...service, client },
      {
        key: isTest ? shop.testKey : shop.key,
        query: one(QUERIES),
        more: { slots, ...(userContext && { userContext }) },
      },
    )
    assert.equal(status, 200, text)
    // Of people who opted out and of children nothing is kept, so no report knows of them.
    if (userContext && ('adsEnabled' in userContext || 'ageGroup' in userContext)) return
    for (const { slotId, ads, noFill } of json().slots) {
      const slot = slotId.replace('\ud800', '\ufffd')
      const outcome = outcomeOf(answered, shop.publisherId, slot, isTest)
      outcome.requests++
      if (ads.length > 0) outcome.filled++
      else {
        outcome.empty.set(noFill.reason, (outcome.empty.get(noFill.reason) ?? 0) + 1)
        reasons.add(noFill.reason)
      }
    }
  }
  let left = REQUESTS
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left-- > 0) await askOne()
    }),
  )
  client.close()
  assert.ok(reasons.size >= 6, `SEED=${SEED}: only ${[...reasons].join(', ')}`)

  const asked = sum(answered, ({ requests }) => requests)
  const isCounted = async () => sum(await reported(), ({ requests }) => requests) === asked
  await until('all are counted', 10_000, isCounted)
  assert.deepEqual(inOrder(await reported()), inOrder(answered), `SEED=${SEED}`)
  await assertWhole(answered)

  // What the memory of one process tells is gone with it; this is not.
  assert.equal((await service.terminate()).code, 0)
  service = await start()
  assert.deepEqual((await service.must('GET', '/api/v1/decisions/slots')).data, [])
  assert.deepEqual(inOrder(await reported()), inOrder(answered), `SEED=${SEED}`)
})

const skip = missingForPostgres() ?? false

test('what several processes over one database left empty adds up, whichever of them is asked', { skip }, async (t) => {
  const cluster = startCluster()
  const nodes: RunningService[] = []
  const places: Place[] = []
  t.after(async () => {
    for (const node of nodes) await node.kill()
    for (const each of places) each.remove()
    cluster.remove()
  })
  for (let i = 0; i < 2; i++) {
    places.push(await openPlace())
    nodes.push(await startProcess(places[i]!, { ASIDE_WORKERS: '1', DATABASE_URL: cluster.url('postgres') }))
  }
  const [one, other] = nodes as [RunningService, RunningService]
  const { key, publisherId } = await openShop(one)
  await until('the other knows the key', 5_000, async () => (await ask(other, { key, query: 'hello' })).status === 200)
  for (let i = 0; i < 9; i++) await ask(i < 3 ? one : other, { key, query: 'hello there' })
  const read = async (node: RunningService) => {
    const narrowed = `publisherId=${publisherId}&groupBy=day,slot`
    const empty = await node.must('GET', `/api/v1/reports/empty-slots?${narrowed},reason`)
    const { requests, filled } = (await node.must('GET', `/api/v1/reports?${narrowed}`)).totals
    return { requests, filled, empty: empty.rows.map(({ slot, reason, count }: any) => [slot, reason, count]) }
  }
  await until('all are counted', 10_000, async () => (await read(one)).requests === 10)
  for (const node of nodes) {
    const empty = [['slot-1', 'low_commercial_intent', 10]]
    assert.deepEqual(await read(node), { requests: 10, filled: 0, empty })
  }
})

/** As the two reports have them. */
async function reported(): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  for (const isTest of [false, true]) {
    const query = `groupBy=publisher,slot&test=${isTest}`
    const { rows } = await service.must('GET', `/api/v1/reports?${query}`)
    for (const { publisher, slot, requests, filled } of rows) {
      if (requests > 0) Object.assign(outcomeOf(outcomes, publisher, slot, isTest), { requests, filled })
    }
    const empty = await service.must('GET', `/api/v1/reports/empty-slots?${query.replace('slot', 'slot,reason')}`)
    for (const { publisher, slot, reason, count } of empty.rows) {
      outcomeOf(outcomes, publisher, slot, isTest).empty.set(reason, count)
    }
  }
  return outcomes
}

/** However they are grouped and narrowed they are the same slots, and as many as reports say were not filled. */
async function assertWhole(answered: Outcomes): Promise<void> {
  for (const isTest of [false, true]) {
    const ofTest = new Map([...answered].filter(([key]) => key.endsWith(String(isTest))))
    const empties = sum(ofTest, ({ requests, filled }) => requests - filled)
    for (const groupBy of ['', 'day', 'slot', 'publisher', 'reason', 'day,publisher', 'reason,slot,day,publisher']) {
      const path = `/api/v1/reports/empty-slots?groupBy=${groupBy}&test=${isTest}`
      const { rows, totals } = await service.must('GET', path)
      assert.equal(totals.count, empties, `SEED=${SEED} ${path}`)
      assert.equal(
        rows.reduce((all: number, row: any) => all + row.count, 0),
        empties,
        `SEED=${SEED} ${path}`,
      )
    }
    for (const { publisherId } of shops) {
      const narrowed = `publisherId=${publisherId}&groupBy=day&test=${isTest}`
      const { totals } = await service.must('GET', `/api/v1/reports?${narrowed}`)
      const empty = await service.must('GET', `/api/v1/reports/empty-slots?${narrowed}`)
      assert.equal(totals.filled + empty.totals.count, totals.requests, `SEED=${SEED} ${narrowed}`)
    }
  }
}

function createPicks(seed: number) {
  const random = createSeededRandom(seed)
  return { below: (n: number) => Math.floor(random() * n) }
}

const sum = (outcomes: Outcomes, of: (outcome: Outcome) => number) =>
  [...outcomes.values()].reduce((all, outcome) => all + of(outcome), 0)

const inOrder = (outcomes: Outcomes) =>
  Object.fromEntries(
    [...outcomes.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { empty, ...rest }]) => [key, { ...rest, empty: Object.fromEntries([...empty].toSorted()) }]),
  )
