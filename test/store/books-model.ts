// The rules of the ledger once more, as plainly as they can be said, over sets and sums in memory.
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import type { EventOutcome, IgnoreReason, LedgerEvent } from '../../src/domain/ledger-event.ts'
import { NOON_MS } from './entities.ts'

type Verdict = Pick<EventOutcome, 'status' | 'reason' | 'chargedMicros'>

const LIFE: Record<string, number> = {
  impression: 2 * HOUR_MS,
  viewable: 2 * HOUR_MS,
  click: DAY_MS,
  conversion: 30 * DAY_MS,
}
const BILLED = { cpc: 'click', cpm: 'impression', cpa: 'conversion' }

/** One campaign of one advertiser with one publisher, whose day is that of UTC; all decisions were made at noon. */
export function createBooksModel({ prepaid }: { prepaid: boolean }) {
  const facts = new Set<string>()
  const paid = new Set<number>()
  const days = new Map<number, number>()
  const balances = { 'advertiser:adv_1:funds': 0, 'publisher:pub_1:pending': 0, 'platform:fees': 0, 'external:cash': 0 }
  let budget = { total: 9_000, daily: 4_000 }
  let spent = 0

  return {
    balances,
    /** Every fact that was judged for good. */
    facts,
    get spent() {
      return spent
    },
    pay(id: number, amount: number): void {
      if (paid.has(id)) return
      paid.add(id)
      balances['advertiser:adv_1:funds'] += amount
      balances['external:cash'] -= amount
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
      if (age > (LIFE[event.kind] ?? Infinity)) return no('expired')
      let implied = 0
      if ((event.kind === 'click' || event.kind === 'viewable') && !facts.has(seen)) {
        if (event.kind === 'click' && event.requireImpression) return no('no_impression')
        implied = accept(event, 'impression', seen).chargedMicros
      }
      const verdict = accept(event, event.kind, fact)
      return { ...verdict, chargedMicros: verdict.chargedMicros + implied }
    },
  }

  function accept({ link, receivedAtMs, revenueShare }: LedgerEvent, kind: string, fact: string): Verdict {
    facts.add(fact)
    const free: Verdict = { status: 'accepted', reason: undefined, chargedMicros: 0 }
    if (BILLED[link.model] !== kind || receivedAtMs - NOON_MS > LIFE[kind]!) return free
    if (link.test) return { ...free, reason: 'test' }

    const price = link.priceMicros
    const day = Math.floor(receivedAtMs / DAY_MS)
    const ofDay = days.get(day) ?? 0
    if (spent + price > budget.total || ofDay + price > budget.daily) return no('over_budget')
    if (prepaid && balances['advertiser:adv_1:funds'] < price) return no('over_budget')
    const share = Math.floor((price * Math.round(revenueShare * 10_000)) / 1_000_000)
    spent += price
    days.set(day, ofDay + price)
    balances['advertiser:adv_1:funds'] -= price
    balances['publisher:pub_1:pending'] += share
    balances['platform:fees'] += price - share
    return { ...free, chargedMicros: price }
  }
}

function no(reason: IgnoreReason): Verdict {
  return { status: 'ignored', reason, chargedMicros: 0 }
}
