// What a campaign would get, by holding the auctions of logged decisions again with its bid among them.
import { DAY_MS, HOUR_MS } from '../base/clock.ts'
import type { BidModel, Priority } from '../domain/campaign.ts'
import { type Asker, type AskerTargeting, reaches } from '../domain/campaign-rules.ts'
import type { Micros } from '../domain/money.ts'
import { type Publisher, type SlotFormat, slotFormatOf } from '../domain/publisher.ts'
import type { DecisionRecord, LoggedCandidate, LoggedSlot } from './decision-record.ts'
import { CLASSES, FITS_AS_WELL, HARDLY_FITS, STILL_FITS } from './fill.ts'

export interface ForecastQuestion {
  /** Campaigns, by number, in whose place the asked one would stand: its own, or ones that fit the same conversations. */
  readonly like: ReadonlySet<number>
  readonly bid: { readonly model: BidModel; readonly amountMicros: Micros }
  readonly budget: { readonly totalMicros?: Micros; readonly dailyMicros?: Micros }
  readonly targeting: AskerTargeting
  /** 1–90. */
  readonly days: number
  /** Requests to be expected in those days; left out, as many an hour as the log holds. */
  readonly requests?: number
  /** Chance that a click converts, for cpa. */
  readonly conversionRate: number
  /** What is known by now of an ad's chance to be clicked in a place of an answer; logged rates are of then, and of the first place. */
  readonly clickRateAt: (ad: LoggedCandidate, format: SlotFormat, place: number) => number
  /** Of a campaign as it stands now: whom no bid passes, and who comes after all bids. */
  readonly priorityOf: (campaignNumber: number) => Priority
}

export interface Range {
  readonly low: number
  readonly expected: number
  readonly high: number
}

export interface Forecast {
  /** Different people; undefined where requests carry no user. */
  readonly reach?: Range
  readonly impressions: Range
  readonly clicks: Range
  /** In micros, whole numbers. */
  readonly spend: Range
  /** Whether the budget, and not the traffic, ends it. */
  readonly limitedByBudget: boolean
  readonly basis: {
    readonly decisions: number
    readonly auctions: number
    readonly won: number
    readonly hours: number
  }
}

interface Won {
  /** Decisions with an impression at least. */
  decisions: number
  impressions: number
  clicks: number
  spendMicros: number
}

/** A forecast in the making: the decisions are read one by one, since all of them would hold up the thread for long. */
export interface ForecastInWork {
  /** In any order; tests are left out. */
  add(record: DecisionRecord): void
  result(): Forecast
}

/** @param publisherOf by number */
export function createForecast(
  question: ForecastQuestion,
  publisherOf: (number: number) => Publisher | undefined,
): ForecastInWork {
  const won: Won = { decisions: 0, impressions: 0, clicks: 0, spendMicros: 0 }
  const people: People = { asked: 0, different: new Set() }
  let decisions = 0
  let auctions = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return {
    add(record) {
      if (record.test) return
      decisions++
      first = Math.min(first, record.atMs)
      last = Math.max(last, record.atMs)
      const publisher = publisherOf(record.publisherNumber)
      if (!publisher || !reaches(question.targeting, askerOf(record, publisher))) return
      const before = { auctions, impressions: won.impressions }
      let placed = 0
      record.slots.forEach((slot, at) => {
        const format = slotFormatOf(slot.format)
        if (format === undefined) return // it had no ads, and nobody competed for it
        const auction = { at, first: placed, places: placesOf(slot, publisher), format }
        placed += slot.links.length
        if (hold(question, record.candidates, auction, publisher, won)) auctions++
      })
      if (auctions > before.auctions) notePerson(record, people)
      if (won.impressions > before.impressions) won.decisions++
    },
    result() {
      const spanMs = Math.max(last - first, HOUR_MS)
      const basis = { decisions, auctions, won: won.impressions, hours: decisions > 0 ? spanMs / HOUR_MS : 0 }
      const { days, requests } = question
      const scale = requests === undefined ? (days * DAY_MS) / spanMs : requests / Math.max(1, decisions)
      return scaled(question, won, scale, people, basis)
    },
  }
}

function askerOf({ country, region, signals }: DecisionRecord, { id }: Publisher): Asker {
  return { publisherId: id, country, region, language: signals.language }
}

// A slot that stayed short had room for one more, unless the session's limit had filled it, or the answer named no more.
function placesOf({ format, links, noFill }: LoggedSlot, { policy }: Publisher): number {
  const isFull = !noFill || format === 'entity_link' || (policy.adsPerSession > 0 && noFill.reason === 'frequency_cap')
  return Math.max(1, links.length + (isFull ? 0 : 1))
}

/** Who asked in the decisions that the campaign took part in. */
interface People {
  /** Decisions, each once however many slots it has. */
  asked: number
  readonly different: Set<string> // at most one a logged decision
}

function notePerson({ user }: DecisionRecord, people: People): void {
  if (user.every((byte) => byte === 0)) return
  people.asked++
  people.different.add(Buffer.from(user).toString('hex'))
}

/** One slot of a logged decision. */
interface Auction {
  /** Which of the request's slots. */
  readonly at: number
  /** Places of the slots before it. */
  readonly first: number
  readonly places: number
  readonly format: SlotFormat
}

// One slot anew: the campaign in place of those it is like, beside the others with the scores that they had.
function hold(
  { like, bid, conversionRate, clickRateAt, priorityOf }: ForecastQuestion,
  candidates: readonly LoggedCandidate[],
  { at, first, places, format }: Auction,
  publisher: Publisher,
  won: Won,
): boolean {
  let own: LoggedCandidate | undefined
  const rivals: LoggedCandidate[] = []
  const earlier: LoggedCandidate[] = [] // others with a place in an earlier slot
  for (const candidate of candidates) {
    const isOther = !like.has(candidate.campaignNumber)
    if (isOther && candidate.slot < at && candidate.priceMicros !== undefined) earlier.push(candidate)
    if (candidate.slot !== at || cannotWin(candidate)) continue
    if (isOther) {
      if (candidate.score > 0) rivals.push(candidate)
    } else if (!own || worthOf(candidate) > worthOf(own)) own = candidate
  }
  if (!own) return false
  const clickRate = clickRateOf(own, rivals, conversionRate)
  const reportedRate = reportedRateOf(own, rivals)
  const rate = bid.model === 'cpm' ? reportedRate : bid.model === 'cpc' ? clickRate : clickRate * conversionRate
  const byRelevance = publisher.policy.ranking === 'relevance'
  // Those who were stopped before the auction, by their budget as a rule, had no draw; others keep theirs.
  const drawn = own.score > 0 && worthOf(own) > 0 && !byRelevance ? own.score / worthOf(own) : 1
  const perMicro = rate * own.relevance * drawn
  const score = byRelevance ? own.relevance : perMicro * bid.amountMicros
  // House ads fill what nobody pays for, so no floor keeps them out.
  const floor = priorityOf(own.campaignNumber) === 'house' ? 0 : floorOf(candidates, at, publisher)
  if (bid.amountMicros < floor) return true
  const { ahead, scores } = competitionOf(own, rivals, earlier, priorityOf)
  const behind = scores.filter((rival) => rival >= score).length
  if (ahead + behind >= places) return true
  const keeps = byRelevance || perMicro === 0 ? 0 : (scores[behind] ?? 0) / perMicro
  const price = Math.min(bid.amountMicros, Math.max(floor, keeps))
  const clicks = clickRateAt(own, format, first + ahead + behind)
  won.impressions++
  won.clicks += clicks
  won.spendMicros += { cpm: reportedRate, cpc: clicks, cpa: clicks * conversionRate }[bid.model] * price
  return true
}

// Whatever is bid: the ad fits too little or not what was said, or its publisher does not take it.
function cannotWin({ stoppedBy }: LoggedCandidate): boolean {
  return stoppedBy !== undefined && LOST_WHATEVER_IS_BID.has(stoppedBy)
}

const LOST_WHATEVER_IS_BID: ReadonlySet<NonNullable<LoggedCandidate['stoppedBy']>> = new Set([
  'relevance_below_threshold',
  'no_mention',
  'price_limit',
  'unwanted_brand',
  'dismissed',
  'policy_blocked',
])

// What a slot asked beyond its publisher's policy is not logged, but who paid the floor tells it.
function floorOf(candidates: readonly LoggedCandidate[], slot: number, publisher: Publisher): Micros {
  const { floorMicros } = publisher.policy
  const paid = candidates.find(
    (one) => one.slot === slot && one.priceSetBy === 'floor' && one.priceMicros !== undefined,
  )
  return paid ? Math.max(floorMicros, paid.priceMicros! * (paid.bid.model === 'cpm' ? 1_000 : 1)) : floorMicros
}

// As places are given out, see fill.ts: class by class, within the better two of a tier one for each campaign, whose other ads come after
// those of campaigns without a place in the answer. `ahead` are those that no bid can pass, `scores` those that a bid competes with, best
// first; who comes after the own class is no rival.
function competitionOf(
  own: LoggedCandidate,
  rivals: readonly LoggedCandidate[],
  earlier: readonly LoggedCandidate[],
  priorityOf: ForecastQuestion['priorityOf'],
): { ahead: number; scores: number[] } {
  const best: Partial<Record<Priority, number>> = {}
  for (const { campaignNumber, relevance } of [own, ...rivals]) {
    const tier = priorityOf(campaignNumber)
    best[tier] = Math.max(best[tier] ?? 0, relevance)
  }
  const campaigns = new Set(earlier.map(({ campaignNumber }) => campaignNumber)) // that have a place
  const classOf = ({ campaignNumber, relevance }: LoggedCandidate): number => {
    const tier = priorityOf(campaignNumber)
    const [good, fair, rest] = CLASSES[tier]
    if (relevance < STILL_FITS * best[tier]!) return rest + HARDLY_FITS
    if (campaigns.has(campaignNumber)) return rest
    return relevance >= FITS_AS_WELL * best[tier]! ? good : fair
  }
  const ownClass = classOf(own)
  let left = [...rivals].sort((a, b) => b.score - a.score)
  let ahead = 0
  for (let its = 0; its < ownClass; its++) ahead += takeFrom(its).length
  return { ahead, scores: takeFrom(ownClass).map(({ score }) => score) }

  function takeFrom(its: number): LoggedCandidate[] {
    const isRest = !Object.values(CLASSES).some(([good, fair]) => good === its || fair === its)
    const taken: LoggedCandidate[] = []
    const others: LoggedCandidate[] = []
    for (const rival of left) {
      const isIts = classOf(rival) === its
      ;(isIts ? taken : others).push(rival)
      if (isIts && !isRest) campaigns.add(rival.campaignNumber)
    }
    left = others
    return taken
  }
}

function worthOf({ rate, bidMicros, relevance }: LoggedCandidate): number {
  return rate * bidMicros * relevance
}

const CLICK_RATE_UNKNOWN = 0.005

// A rate is logged by the bid's own model, so that of an ad paid by the impression is read from its rivals.
function clickRateOf(own: LoggedCandidate, rivals: readonly LoggedCandidate[], conversionRate: number): number {
  if (own.bid.model === 'cpc' && own.rate > 0) return own.rate
  if (own.bid.model === 'cpa' && own.rate > 0 && conversionRate > 0) return Math.min(1, own.rate / conversionRate)
  const rates = rivals.filter(({ bid, rate }) => bid.model === 'cpc' && rate > 0).map(({ rate }) => rate)
  return rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) / rates.length : CLICK_RATE_UNKNOWN
}

// Of a thousand, by how many impressions the publisher reported then: the same for all who pay by the impression.
function reportedRateOf(own: LoggedCandidate, rivals: readonly LoggedCandidate[]): number {
  const isTold = ({ bid, rate }: LoggedCandidate) => bid.model === 'cpm' && rate > 0
  return (isTold(own) ? own : rivals.find(isTold))?.rate ?? 0.001
}

function scaled(
  { budget, days }: ForecastQuestion,
  won: Won,
  scale: number,
  people: People,
  basis: Forecast['basis'],
): Forecast {
  const most = Math.min(
    budget.totalMicros ?? Number.POSITIVE_INFINITY,
    (budget.dailyMicros ?? Number.POSITIVE_INFINITY) * days,
  )
  const wanted = won.spendMicros * scale
  const share = wanted > most ? most / wanted : 1
  const spread = relativeSpread(won.impressions)
  // Twice as much traffic does not bring twice as much where the budget ends first.
  const range = (amount: number, relative: number): Range => ({
    low: amount * scale * Math.min(share, Math.max(0, 1 - relative)),
    expected: amount * scale * share,
    high: amount * scale * Math.min(1 + relative, Math.max(share, Math.min(1 + relative, most / Math.max(wanted, 1)))),
  })
  const impressions = range(won.impressions, spread)
  // The clicks that come also spread by themselves, however sure the impressions are.
  const clickSpread = Math.hypot(spread, relativeSpread(won.clicks * scale * share))
  const clicks = range(won.clicks, clickSpread)
  const spend = range(won.spendMicros, clickSpread)
  const pool = poolOf(people)
  const peopleSpread = relativeSpread(people.different.size)
  // Several impressions of one answer are one person's.
  const reachedBy = (seen: number) => reached((seen * won.decisions) / Math.max(won.impressions, 1), pool)
  return {
    ...(people.asked > 0 && {
      reach: {
        low: reachedBy(impressions.low) * Math.max(0, 1 - peopleSpread),
        expected: reachedBy(impressions.expected),
        high: Math.min(impressions.high, reachedBy(impressions.high) * (1 + peopleSpread)),
      },
    }),
    impressions,
    clicks,
    spend: {
      low: Math.min(Math.floor(spend.low), most),
      expected: Math.min(Math.round(spend.expected), most),
      high: Math.min(Math.ceil(spend.high), most),
    },
    limitedByBudget: share < 1,
    basis,
  }
}

/** From how many people so many questions come by chance with so many of them different (classical occupancy); Infinity where nobody asked twice. */
function poolOf({ asked, different }: People): number {
  if (different.size >= asked) return Number.POSITIVE_INFINITY
  let [low, high] = [different.size, different.size * asked]
  // What is reached grows with the pool, so halving finds it.
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (reached(asked, middle) < different.size) low = middle
    else high = middle
  }
  return high
}

/** How many different people of a pool ask so many questions. */
function reached(questions: number, pool: number): number {
  return pool === Number.POSITIVE_INFINITY ? questions : pool * (1 - Math.exp(-questions / pool))
}

// 95 % of a Poisson count, as a share of it; nothing is known from nothing.
function relativeSpread(count: number): number {
  return count > 0 ? 1.96 / Math.sqrt(count) : 1
}
