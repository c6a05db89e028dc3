// The rules of the ledger once more, as plainly as they can be said, over sets and sums in memory.
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import type { EventOutcome, IgnoreReason, LedgerEvent } from '../../src/domain/ledger-event.ts'
import type { FactName } from '../../src/domain/settlement.ts'
import { NOON_MS } from './entities.ts'

type Verdict = Pick<EventOutcome, 'status' | 'reason' | 'chargedMicros'>

const LIFE: Record<string, number> = {
  impression: 2 * HOUR_MS,
  viewable: 2 * HOUR_MS,
  click: DAY_MS,
  conversion: 30 * DAY_MS,
  dismiss: 30 * DAY_MS,
  view_time: 30 * DAY_MS,
  feedback: 30 * DAY_MS,
}
const BILLED = { cpc: 'click', cpm: 'impression', cpa: 'conversion' }

/** An event that counts, in the order of arrival. */
interface Valid {
  readonly impressionId: string
  readonly kind: string
  readonly factKey: string
  /** Of an impression that nobody reported: the kind of event that told of it. */
  readonly impliedBy: string | undefined
  readonly charged: number
  readonly share: number
  readonly day: number
  readonly atMs: number
  reversed: boolean
  released: boolean
}

/** One campaign of one advertiser with one publisher, whose day is that of UTC; all decisions were made at noon. */
export function createBooksModel({ prepaid }: { prepaid: boolean }) {
  const facts = new Set<string>()
  const transactions = new Set<string>()
  const lateClicks = new Set<string>()
  const seenAt = new Map<string, number>()
  const valid: Valid[] = []
  const paid = new Set<number>()
  const days = new Map<number, number>()
  const balances = {
    'advertiser:adv_1:funds': 0,
    'publisher:pub_1:pending': 0,
    'publisher:pub_1:available': 0,
    'publisher:pub_1:in_transit': 0,
    'platform:fees': 0,
    'platform:adjustments': 0,
    'external:cash': 0,
  }
  let budget = { total: 9_000, daily: 4_000 }
  let spent = 0

  const model = {
    balances,
    /** Every fact that was judged for good. */
    facts,
    get spent() {
      return spent
    },
    move(from: keyof typeof balances, to: keyof typeof balances, amount: number): void {
      balances[from] -= amount
      balances[to] += amount
    },
    pay(id: number, amount: number): void {
      if (paid.has(id)) return
      paid.add(id)
      model.move('external:cash', 'advertiser:adv_1:funds', amount)
    },
    adjust(amount: number): boolean {
      if (prepaid && amount < 0 && balances['advertiser:adv_1:funds'] + amount < 0) return false
      model.move('platform:adjustments', 'advertiser:adv_1:funds', amount)
      return true
    },
    setBudget(total: number, daily: number): void {
      budget = { total, daily }
    },
    append(event: LedgerEvent): Verdict {
      const age = event.receivedAtMs - NOON_MS
      const seen = `${event.impressionId} impression `
      const fact = `${event.impressionId} ${event.kind} ${event.factKey}`
      if (event.ignore) return no(event.ignore)
      if (facts.has(fact)) return { status: 'duplicate', reason: 'duplicate', chargedMicros: 0 }
      if (age > LIFE[event.kind]!) {
        if (event.kind === 'click') lateClicks.add(event.impressionId)
        return no('expired')
      }
      if (event.kind === 'conversion') return convert(event, fact)
      let implied = 0
      if ((event.kind === 'click' || event.kind === 'viewable') && !facts.has(seen)) {
        if (event.kind === 'click' && event.requireImpression) return no('no_impression')
        implied = accept(event, 'impression', seen, event.kind).chargedMicros
      }
      const verdict = accept(event, event.kind, fact)
      return { ...verdict, chargedMicros: verdict.chargedMicros + implied }
    },
    reverse({ impressionId, kind, factKey = '' }: FactName): number {
      let refunded = 0
      for (const event of valid) {
        const isNamed = kind === undefined || (event.kind === kind && event.factKey === factKey)
        const isMeant =
          event.impressionId === impressionId && (isNamed || (kind !== undefined && event.impliedBy === kind))
        if (!isMeant || event.reversed) continue
        event.reversed = true
        refunded += event.charged
        spent -= event.charged
        days.set(event.day, (days.get(event.day) ?? 0) - event.charged)
        const source = event.released ? 'publisher:pub_1:available' : 'publisher:pub_1:pending'
        model.move(source, 'advertiser:adv_1:funds', event.share)
        model.move('platform:fees', 'advertiser:adv_1:funds', event.charged - event.share)
      }
      return refunded
    },
    /** In the order of arrival, up to the first one that is too young. */
    release(beforeMs: number): void {
      const earned = valid.filter(({ share, released }) => share > 0 && !released)
      const young = earned.findIndex(({ atMs }) => atMs > beforeMs)
      const due = young < 0 ? earned : earned.slice(0, young)
      const amount = due.reduce((sum, event) => sum + (event.reversed ? 0 : event.share), 0)
      if (amount === 0) return
      for (const event of due) event.released = true
      model.move('publisher:pub_1:pending', 'publisher:pub_1:available', amount)
    },
  }
  return model

  function convert(event: LedgerEvent, fact: string): Verdict {
    const transaction = `${event.link.test} ${event.factKey}`
    if (transactions.has(transaction)) return { status: 'duplicate', reason: 'duplicate', chargedMicros: 0 }
    const isReversed = (kind: string) =>
      valid.some((v) => v.impressionId === event.impressionId && v.kind === kind && v.reversed)
    const has = (kind: string) => facts.has(`${event.impressionId} ${kind} `) && !isReversed(kind)
    const clicked = has('click') || lateClicks.has(event.impressionId)
    if (!clicked && !has('impression')) return no('no_impression')
    const seenMs = seenAt.get(event.impressionId)!
    if (!clicked && event.receivedAtMs - seenMs > DAY_MS) return no('expired')
    const verdict = accept(event, 'conversion', fact)
    if (verdict.status === 'accepted') transactions.add(transaction)
    return verdict
  }

  function accept(event: LedgerEvent, kind: string, fact: string, impliedBy?: string): Verdict {
    const { link, receivedAtMs, revenueShare, impressionId } = event
    facts.add(fact)
    if (kind === 'impression') seenAt.set(impressionId, receivedAtMs)
    const day = Math.floor(receivedAtMs / DAY_MS)
    const state = { reversed: false, released: false }
    const kept = {
      impressionId,
      kind,
      factKey: impliedBy === undefined ? event.factKey : '',
      impliedBy,
      day,
      atMs: receivedAtMs,
      ...state,
    }
    const free: Verdict = { status: 'accepted', reason: undefined, chargedMicros: 0 }
    const isBilled = BILLED[link.model] === kind && receivedAtMs - NOON_MS <= LIFE[kind]!
    if (!isBilled || link.test) {
      valid.push({ ...kept, charged: 0, share: 0 })
      return isBilled ? { ...free, reason: 'test' } : free
    }

    const price = link.priceMicros
    const ofDay = days.get(day) ?? 0
    if (spent + price > budget.total || ofDay + price > budget.daily) return no('over_budget')
    if (prepaid && balances['advertiser:adv_1:funds'] < price) return no('over_budget')
    const share = Math.floor((price * Math.round(revenueShare * 10_000)) / 1_000_000)
    spent += price
    days.set(day, ofDay + price)
    model.move('advertiser:adv_1:funds', 'publisher:pub_1:pending', share)
    model.move('advertiser:adv_1:funds', 'platform:fees', price - share)
    valid.push({ ...kept, charged: price, share })
    return { ...free, chargedMicros: price }
  }
}

function no(reason: IgnoreReason): Verdict {
  return { status: 'ignored', reason, chargedMicros: 0 }
}
