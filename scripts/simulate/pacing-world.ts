// A made-up world for pacing: weeks of traffic with days and nights, spikes and outages, clicks that come late, and a ledger.
//
// Requests and clicks are made by chance, by one seed; what is tried is the real budget gate and the real facts, with
// a clock that only this world moves. The ledger charges as the real one does: never beyond a budget, else `over_budget`.
import { type Campaign, CAMPAIGN_DEFAULTS } from '../../src/domain/campaign.ts'
import { createManualClock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/clock.ts'
import { createSeededRandom, type Random } from '../../src/base/random.ts'
import { perImpression } from '../../src/domain/money.ts'
import { dayOf, localTime } from '../../src/domain/time-zone.ts'
import { type BudgetGate, createBudgetGate } from '../../src/engine/budget-gate.ts'
import { createDirectory, type Directory } from '../../src/engine/directory.ts'
import { createFacts, type Facts } from '../../src/engine/facts.ts'

export interface PacingWorldOptions {
  readonly seed: number
  readonly days: number
  /** Mean requests a day. */
  readonly requestsPerDay: number
  readonly campaigns: readonly PacedCampaign[]
  /** First millisecond of the world; a Monday in UTC unless a test wants another. */
  readonly startMs?: number
  /** Changes made while the world runs, such as an edited budget. */
  readonly edits?: readonly { readonly atMs: number; readonly number: number; readonly change: Partial<Campaign> }[]
  /** Restarts the service at these moments: a new gate that knows what the old one had saved a minute before. */
  readonly restartsMs?: readonly number[]
  readonly spikes?: readonly Stretch[]
  readonly outages?: readonly Stretch[]
}

export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
  /** Times as much traffic as usual. */
  readonly factor: number
}

export interface PacedCampaign {
  readonly campaign: Campaign
  /** Part of the requests that its ads fit, 0–1. */
  readonly fits: number
  /** True chance that a served ad is clicked (cpc), reported seen (cpm). */
  readonly rate: number
}

export interface PacingOutcome {
  /** Requests by hour since the start. */
  readonly requests: Float64Array
  readonly campaigns: readonly CampaignOutcome[]
  /** The most that any campaign was ever charged above a budget; must be 0. */
  readonly overchargeMicros: number
}

export interface CampaignOutcome {
  readonly campaign: Campaign
  /** Requests that its ads fitted, by hour since the start. */
  readonly fitting: Float64Array
  readonly spentMicros: Float64Array
  /** Valid events that could not be billed, at their price. */
  readonly overMicros: Float64Array
  /** By day in the campaign's own time zone: spend, and the budget that held at its last charge. */
  readonly days: ReadonlyMap<number, { readonly spentMicros: number; readonly budgetMicros: number }>
}

/** 00:00 UTC on a Monday. */
export const MONDAY_MS = Date.UTC(2026, 2, 2)

/** A campaign of an advertiser of its own that runs evenly from the first Monday on, without any limit but those given. */
export function plainCampaign(number: number, given: Partial<Campaign> & Pick<Campaign, 'bid'>): Campaign {
  return {
    id: `cmp_${number}`,
    number,
    revision: 1,
    createdAtMs: MONDAY_MS,
    updatedAtMs: MONDAY_MS,
    advertiserId: `adv_${number}`,
    name: `campaign ${number}`,
    ...CAMPAIGN_DEFAULTS,
    ...given,
  }
}
/** Hours of a day in UTC: night, morning, a dip at noon, evening. Weekends carry less. */
const HOURS = [3, 2, 1.5, 1, 1, 1.5, 3, 6, 9, 11, 12, 11, 9, 10, 11, 12, 12, 13, 15, 17, 16, 13, 9, 5]
const WEEKDAYS = [1.1, 1.1, 1.05, 1.05, 1, 0.8, 0.85]
const MEAN_HOUR = HOURS.reduce((sum, hour) => sum + hour, 0) / 24
/** Mean time between serving and click. */
const CLICK_DELAY_MS = 1.5 * MINUTE_MS

export function runPacingWorld(options: PacingWorldOptions): PacingOutcome {
  const { days, startMs = MONDAY_MS } = options
  const random = createSeededRandom(options.seed)
  const clock = createManualClock(startMs)
  const state = createState(options)
  const edits = [...(options.edits ?? [])].sort((a, b) => a.atMs - b.atMs)
  const restarts = [...(options.restartsMs ?? [])].sort((a, b) => a - b)
  const requests = new Float64Array(days * 24)
  let saved = ''

  for (let minute = 0; minute < days * 1_440; minute++) {
    const minuteMs = startMs + minute * MINUTE_MS
    while (edits[0] && edits[0].atMs <= minuteMs) edit(state, edits.shift()!)
    if (restarts[0] !== undefined && restarts[0] <= minuteMs) {
      restarts.shift()
      state.gate = createBudgetGate({ ...state, random: createSeededRandom(options.seed + minute) })
      state.gate.restore(saved)
    }
    const count = poisson(trafficAt(minuteMs, options), random)
    requests[Math.floor(minute / 60)]! += count
    for (let i = 0; i < count; i++) {
      clock.set(minuteMs + (i / count) * MINUTE_MS)
      settleClicks(state, clock.nowMs())
      answer(state, clock.nowMs(), random, Math.floor(minute / 60))
    }
    settleClicks(state, minuteMs + MINUTE_MS)
    if (minute % 10 === 0) saved = state.gate.save(minuteMs)
  }
  return { requests, campaigns: state.rows.map(outcomeOf), overchargeMicros: state.overchargeMicros }
}

interface Row extends PacedCampaign {
  campaign: Campaign
  readonly fitting: Float64Array
  readonly spentMicros: Float64Array
  readonly overMicros: Float64Array
  readonly days: Map<number, { spentMicros: number; budgetMicros: number }>
  totalMicros: number
}

interface State {
  readonly directory: Directory
  readonly facts: Facts
  gate: BudgetGate
  readonly rows: Row[]
  readonly startMs: number
  /** Actions to come, by minute since the start; each list is settled in one go. */
  readonly pending: (Pending[] | undefined)[]
  settledMinute: number
  overchargeMicros: number
}

interface Pending {
  readonly row: Row
  readonly priceMicros: number
  readonly servedMs: number
  readonly atMs: number
}

function createState({ seed, days, campaigns, startMs = MONDAY_MS }: PacingWorldOptions): State {
  const directory = createDirectory()
  const facts = createFacts({ directory })
  const base = { revision: 1, createdAtMs: startMs, updatedAtMs: startMs }
  for (const { campaign } of campaigns) {
    const { advertiserId } = campaign
    if (!directory.advertisers.byId(advertiserId)) {
      const number = directory.advertisers.size() + 1
      const domain = `${advertiserId}.example`
      directory.advertisers.put({ ...base, id: advertiserId, number, name: advertiserId, domain, billing: 'invoiced' })
    }
    directory.campaigns.put(campaign)
  }
  const rows = campaigns.map((given): Row => ({
    ...given,
    fitting: new Float64Array(days * 24),
    spentMicros: new Float64Array(days * 24),
    overMicros: new Float64Array(days * 24),
    days: new Map(),
    totalMicros: 0,
  }))
  const gate = createBudgetGate({ directory, facts, random: createSeededRandom(seed + 1) })
  return { directory, facts, gate, rows, startMs, pending: [], settledMinute: 0, overchargeMicros: 0 }
}

function edit({ directory, rows }: State, { number, change }: { number: number; change: Partial<Campaign> }): void {
  const row = rows.find(({ campaign }) => campaign.number === number)!
  row.campaign = { ...row.campaign, ...change }
  directory.campaigns.put(row.campaign)
}

/** Requests expected in one minute. */
function trafficAt(ms: number, { requestsPerDay, spikes = [], outages = [] }: PacingWorldOptions): number {
  const hour = Math.floor(ms / HOUR_MS)
  const next = (ms % HOUR_MS) / HOUR_MS
  const shape = HOURS[hour % 24]! * (1 - next) + HOURS[(hour + 1) % 24]! * next
  const weekday = (Math.floor(ms / DAY_MS) + 3) % 7 // 1970-01-01 was a Thursday; 0 is Monday here
  let rate = (requestsPerDay / 1_440) * (shape / MEAN_HOUR) * WEEKDAYS[weekday]!
  for (const { fromMs, toMs, factor } of spikes) if (ms >= fromMs && ms < toMs) rate *= factor
  for (const { fromMs, toMs } of outages) if (ms >= fromMs && ms < toMs) rate = 0
  return rate
}

// One place an answer: among the campaigns that fit and take part, those with more at stake win more often.
function answer(state: State, nowMs: number, random: Random, hour: number): void {
  const { gate, rows } = state
  gate.noteRequest(1, '')
  gate.refresh(nowMs)
  const drawn = gate.draw(random)
  let winner: Row | undefined
  let best = -1
  for (const row of rows) {
    const { campaign, fits, rate } = row
    if (random() >= fits) continue
    row.fitting[hour]!++
    if (drawn[campaign.number] !== 1 || !isOpenHour(campaign, nowMs)) continue
    if (nowMs < (campaign.startAtMs ?? 0) || nowMs >= (campaign.endAtMs ?? Number.POSITIVE_INFINITY)) continue
    const score = priceFor(campaign) * rate * (0.5 + random())
    if (score <= best) continue
    best = score
    winner = row
  }
  if (!winner) return
  const left = state.facts.remainingMicros(winner.campaign, nowMs)
  const priceMicros = Math.min(left, Math.round(priceFor(winner.campaign) * (0.6 + 0.4 * random())))
  gate.noteServed(winner.campaign.number, priceMicros)
  if (random() >= winner.rate) return
  const atMs = nowMs - Math.log(1 - random()) * CLICK_DELAY_MS
  const minute = Math.floor((atMs - state.startMs) / MINUTE_MS)
  const list = (state.pending[minute] ??= [])
  list.push({ row: winner, priceMicros, servedMs: nowMs, atMs })
}

/** As screening does, for the one kind of targeting that this world has. */
function isOpenHour({ targeting: { hours }, timeZone }: Campaign, nowMs: number): boolean {
  return !hours || hours.include.includes(localTime(nowMs, timeZone).hour)
}

function priceFor({ bid }: Campaign): number {
  return bid.model === 'cpm' ? perImpression(bid.amountMicros) : bid.amountMicros
}

function settleClicks(state: State, untilMs: number): void {
  const until = Math.floor((untilMs - state.startMs) / MINUTE_MS)
  for (; state.settledMinute <= until; state.settledMinute++) {
    const list = state.pending[state.settledMinute] ?? []
    const due = state.settledMinute === until ? list.filter(({ atMs }) => atMs <= untilMs) : list
    for (const click of due.sort((a, b) => a.atMs - b.atMs)) charge(state, click)
    if (state.settledMinute === until) {
      state.pending[until] = list.filter(({ atMs }) => atMs > untilMs)
      return
    }
    state.pending[state.settledMinute] = undefined
  }
}

/** As the ledger does: a charge that does not fit whole is not made. */
function charge(state: State, { row, priceMicros, servedMs, atMs }: Pending): void {
  const { campaign } = row
  const { totalMicros = Number.POSITIVE_INFINITY, dailyMicros = Number.POSITIVE_INFINITY } = campaign.budget
  const day = dayOf(atMs, campaign.timeZone)
  const today = row.days.get(day) ?? { spentMicros: 0, budgetMicros: 0 }
  const hour = Math.floor((atMs - state.startMs) / HOUR_MS)
  row.days.set(day, today)
  today.budgetMicros = dailyMicros
  if (row.totalMicros + priceMicros > totalMicros || today.spentMicros + priceMicros > dailyMicros) {
    row.overMicros[hour]! += priceMicros
    return
  }
  row.totalMicros += priceMicros
  today.spentMicros += priceMicros
  row.spentMicros[hour]! += priceMicros
  state.overchargeMicros = Math.max(
    state.overchargeMicros,
    today.spentMicros - dailyMicros,
    row.totalMicros - totalMicros,
  )
  state.gate.noteDelay(campaign.bid.model, atMs - servedMs)
  state.facts.setSpend({
    campaignNumber: campaign.number,
    totalMicros: row.totalMicros,
    day,
    dayMicros: today.spentMicros,
  })
}

function outcomeOf({ campaign, fitting, spentMicros, overMicros, days }: Row): CampaignOutcome {
  return { campaign, fitting, spentMicros, overMicros, days }
}

function poisson(mean: number, random: Random): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}
