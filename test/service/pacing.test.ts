// Two whole days, and what is left of today, of a service whose clock runs fast: budgets, the curve of spending, days of time zones, and caps.
//
// PACING_CLOCK=x1440 plays the same in minutes, with more requests an hour; by default a day passes in twelve seconds.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '../../src/base/random.ts'
import { type AdminService, startAdminService } from '../api/admin-service.ts'
import { createHttpClient } from '../support/http-client.ts'

const CLOCK = process.env.PACING_CLOCK ?? 'x7200'
const SPEED = Number(CLOCK.slice(1))
const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** Requests a second of real time, at noon in UTC and at midnight. */
const BUSY = 130
const QUIET = 30
const TICK_MS = 50
const USERS = 12

interface Hour {
  readonly hour: number
  readonly requests: number
  /** Micros by campaign. */
  readonly spend: ReadonlyMap<string, number>
}

let service: AdminService
let hours: Hour[]
/** Service hours since 1970 in which the traffic began and ended; both are not whole. */
let first: number
let last: number
const campaigns: Record<'even' | 'tokyo' | 'capped', string> = { even: '', tokyo: '', capped: '' }
const shown: { user: string; atMs: number }[] = []

before(async () => {
  service = await startAdminService({ ASIDE_CLOCK: CLOCK, ASIDE_TRAFFIC_FILTER: 'report', ASIDE_DEMO: 'off' })
  await play(await stock())
  await sleep(2_500) // reports are complete within two seconds
  hours = await readHours()
})
after(() => service.stop())

test('no day of any time zone is charged more than its budget', () => {
  for (const [id, budget, firstHour] of [
    [campaigns.even, 1_500_000, 0],
    [campaigns.tokyo, 300_000, 15], // midnight in Tokyo
  ] as const) {
    const days = new Map<number, number>()
    for (const { hour, spend } of hours) {
      const day = Math.floor((hour - firstHour) / DAY_HOURS)
      days.set(day, (days.get(day) ?? 0) + (spend.get(id) ?? 0))
    }
    assert.ok(days.size >= 3 && sum(hours, id) > budget, 'more than one day was spent')
    for (const [day, micros] of days) assert.ok(micros <= budget, `${micros} on day ${day}`)
  }
})

test('a day that is over was spent to at least nine tenths, and its spend follows its traffic', () => {
  const day = Math.ceil(first / DAY_HOURS) + 1 // the day before it shows what traffic looks like
  const whole = hours.filter(({ hour }) => Math.floor(hour / DAY_HOURS) === day)
  const spent = sum(whole, campaigns.even)
  assert.ok(spent >= 0.9 * 1_500_000, `${spent} of 1,500,000`)
  const blocks = [0, 4, 8, 12, 16, 20].map((from) =>
    whole.filter(({ hour }) => hour % DAY_HOURS >= from && hour % DAY_HOURS < from + 4),
  )
  const traffic = sharesOf(blocks.map((block) => block.reduce((total, hour) => total + hour.requests, 0)))
  const spend = sharesOf(blocks.map((block) => sum(block, campaigns.even)))
  const byClock = sharesOf(blocks.map(() => 1))
  const [off, offByClock] = [distanceOf(spend, traffic), distanceOf(byClock, traffic)]
  assert.ok(off < offByClock, `${off} of the spend is elsewhere, where even hours would have ${offByClock}`)
})

test('a budget of a day in Tokyo is new at midnight there', () => {
  const midnight = Math.ceil((first + 1 - 15) / DAY_HOURS) * DAY_HOURS + 15
  const around = (from: number, to: number) =>
    sum(
      hours.filter(({ hour }) => hour >= from && hour < to),
      campaigns.tokyo,
    )
  assert.ok(around(midnight, midnight + 6) > 0, 'it spends again')
  assert.equal(around(midnight, midnight + DAY_HOURS), 300_000, 'as soon as possible spends all of it')
  assert.equal(around(midnight + 18, midnight + DAY_HOURS), 0, 'and then no more')
})

test('nobody was shown a capped campaign more than twice within a day', () => {
  assert.ok(shown.length > 2 * USERS, `${shown.length} were shown: more than one window's worth`)
  for (const one of shown) {
    const within = shown.filter(
      ({ user, atMs }) => user === one.user && atMs > one.atMs - 23.5 * HOUR_MS && atMs <= one.atMs,
    )
    assert.ok(within.length <= 2, `${one.user} was shown ${within.length} in a day`)
  }
})

function sharesOf(values: readonly number[]): readonly number[] {
  const total = values.reduce((all, value) => all + value, 0)
  return values.map((value) => value / total)
}

/** How much of one must move for the other. */
function distanceOf(some: readonly number[], others: readonly number[]): number {
  return some.reduce((total, share, i) => total + Math.abs(share - others[i]!), 0) / 2
}

async function stock() {
  const publisher = await service.make('publishers', { name: 'Chat App', policy: { intentGate: false } })
  const { key } = await service.make('keys', { publisherId: publisher.id, scopes: ['ads:request'] })
  const campaign = async (name: string, title: string, terms: object): Promise<{ id: string; createdAt: string }> => {
    const advertiser = await service.make('advertisers', { name, domain: `${name}.example` })
    const made = await service.make('campaigns', {
      advertiserId: advertiser.id,
      name,
      bid: { model: 'cpc', amount: '0.01' },
      ...terms,
    })
    await service.make('ads', {
      campaignId: made.id,
      title,
      description: title,
      landingUrl: `https://${name}.example/`,
    })
    return made
  }
  const even = await campaign('feather', 'Light laptop for travel', { budget: { daily: '1.50' }, pacing: 'even' })
  const tokyo = await campaign('trail', 'Waterproof hiking boots', {
    budget: { daily: '0.30' },
    pacing: 'asap',
    timeZone: 'Asia/Tokyo',
  })
  const capped = await campaign('bean', 'Espresso coffee machine', {
    frequencyCaps: [{ max: 2, windowSeconds: 86_400, per: 'user', scope: 'campaign' }],
  })
  Object.assign(campaigns, { even: even.id, tokyo: tokyo.id, capped: capped.id })
  return { key: key as string, startMs: Date.parse(even.createdAt), realMs: Date.now() }
}

const QUERIES = [
  'a light laptop for travel',
  'a light laptop for travel',
  'waterproof hiking boots',
  'an espresso coffee machine',
]

async function play({ key, startMs, realMs }: { key: string; startMs: number; realMs: number }): Promise<void> {
  const client = createHttpClient({ sockets: 16 })
  const random = createSeededRandom(1)
  const nowMs = () => startMs + (Date.now() - realMs) * SPEED
  first = startMs / HOUR_MS
  const endMs = (Math.ceil(first / DAY_HOURS) + 2.1) * DAY_HOURS * HOUR_MS
  let number = 0
  let owed = 0
  let tickMs = Date.now()
  const running = new Set<Promise<void>>()

  const ask = async (): Promise<void> => {
    const query = QUERIES[number % QUERIES.length]!
    const user = `user ${Math.floor(number++ / QUERIES.length) % USERS}`
    const answer = await client.send(`${service.config.baseUrl}/api/v1/ads/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: {
        conversationContext: { query },
        userContext: { userId: user },
        slots: [{ slotId: 'main', format: 'action_card' }],
      },
    })
    const [ad] = answer.json().slots[0].ads
    if (!ad) return
    if (ad.advertiser.name === 'bean') shown.push({ user, atMs: nowMs() })
    else if (random() < 0.5) await client.send(ad.tracking.clickUrl)
  }

  while (nowMs() < endMs) {
    const now = Date.now()
    const phase = ((nowMs() / HOUR_MS) % DAY_HOURS) / DAY_HOURS
    const rate = QUIET + ((BUSY - QUIET) * (1 - Math.cos(2 * Math.PI * phase))) / 2
    owed += (rate * (now - tickMs)) / 1_000
    tickMs = now
    for (; owed >= 1; owed--) {
      const one = ask().finally(() => running.delete(one))
      running.add(one)
    }
    await sleep(TICK_MS)
  }
  await Promise.all(running)
  last = nowMs() / HOUR_MS
  client.close()
}

async function readHours(): Promise<Hour[]> {
  const day = (hour: number) => new Date(hour * HOUR_MS).toISOString().slice(0, 10)
  const range = `from=${day(first)}&to=${day(last)}`
  const byHour = new Map<number, { requests: number; spend: Map<string, number> }>()
  const at = (text: string) => {
    const hour = Date.parse(text) / HOUR_MS
    let known = byHour.get(hour)
    if (!known) byHour.set(hour, (known = { requests: 0, spend: new Map() }))
    return known
  }
  const requests = await service.call('GET', `/api/v1/reports?${range}&groupBy=hour&metrics=requests`)
  for (const row of requests.body.rows) at(row.hour).requests += row.requests
  const spends = await service.call('GET', `/api/v1/reports?${range}&groupBy=hour,campaign&metrics=spend`)
  for (const row of spends.body.rows) {
    const { spend } = at(row.hour)
    spend.set(row.campaign, (spend.get(row.campaign) ?? 0) + Math.round(Number(row.spend.amount) * 1e6))
  }
  return [...byHour].map(([hour, known]) => ({ hour, ...known })).sort((a, b) => a.hour - b.hour)
}

function sum(some: readonly Hour[], campaign: string): number {
  return some.reduce((total, { spend }) => total + (spend.get(campaign) ?? 0), 0)
}
