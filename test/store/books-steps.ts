// What can happen to the books, made up at random, and how it is done to a store and to the model of it.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import type { BidModel, Campaign } from '../../src/domain/campaign.ts'
import type { EventKind, LedgerEvent } from '../../src/domain/ledger-event.ts'
import type { StatementKind } from '../../src/domain/settlement.ts'
import type { Operations } from '../../src/store/sql/operations.ts'
import { packEvent } from '../../src/store/sql/protocol.ts'
import { entityOfText } from '../../src/store/sql/texts.ts'
import type { createBooksModel } from './books-model.ts'
import { eventOf, linkOf, NOON_MS } from './entities.ts'

const KINDS: EventKind[] = ['impression', 'viewable', 'click', 'conversion', 'feedback']
const MODELS: BidModel[] = ['cpc', 'cpm', 'cpa']

interface EventStep {
  readonly do: 'events'
  readonly events: readonly {
    readonly kind: EventKind
    readonly serial: number
    readonly key: string
    readonly ignore: boolean
    readonly afterMs: number
    readonly require: boolean
  }[]
}
export type Step =
  | EventStep
  | { readonly do: 'pay'; readonly id: number; readonly amount: number }
  | { readonly do: 'budget'; readonly total: number; readonly daily: number }
  | { readonly do: 'adjust'; readonly amount: number }
  | { readonly do: 'reverse'; readonly facts: readonly { serial: number; kind: EventKind | undefined; key: string }[] }
  | { readonly do: 'release'; readonly afterMs: number }
  | { readonly do: 'withdraw'; readonly share: number; readonly end: 'paid' | 'canceled' | undefined }
  | { readonly do: 'state'; readonly kind: StatementKind }

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('events' as const),
      events: fc.array(
        fc.record({
          kind: fc.constantFrom(...KINDS),
          serial: fc.integer({ min: 0, max: 11 }),
          key: fc.constantFrom('', 'order-1', 'order-2'),
          ignore: fc.boolean(),
          afterMs: fc.constantFrom(0, HOUR_MS, 3 * HOUR_MS, 13 * HOUR_MS, 25 * HOUR_MS, 31 * DAY_MS),
          require: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      id: fc.integer({ min: 1, max: 5 }),
      amount: fc.constant(2_500),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('budget' as const),
      total: fc.integer({ min: 0, max: 12_000 }),
      daily: fc.integer({ min: 0, max: 6_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('adjust' as const), amount: fc.constantFrom(-3_000, 1, 900) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reverse' as const),
      facts: fc.array(
        fc.record({
          serial: fc.integer({ min: 0, max: 11 }),
          kind: fc.constantFrom(undefined, ...KINDS),
          key: fc.constantFrom('', 'order-1'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('release' as const), afterMs: fc.constantFrom(0, 2 * HOUR_MS, DAY_MS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      share: fc.constantFrom(0.5, 1, 1.5),
      end: fc.constantFrom('paid', 'canceled', undefined),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('state' as const), kind: fc.constantFrom('statement', 'invoice') }),
  },
)

/** Does one to both. */
export function play(store: Operations, model: Model, one: Step): void {
  if (one.do === 'pay') {
    store['ledger.topUp'](paymentOf(one.id, one.amount))
    model.pay(one.id, one.amount)
    return
  }
  if (one.do === 'budget') {
    const campaign = entityOfText(store['inventory.find']('campaign', 'cmp_1')!)
    const budget = { totalMicros: one.total, dailyMicros: one.daily }
    store['inventory.update']('campaign', { ...(campaign as Campaign), budget }, campaign.revision)
    model.setBudget(one.total, one.daily)
    return
  }
  if (one.do === 'adjust') return adjust(store, model, one.amount)
  if (one.do === 'reverse') return reverse(store, model, one.facts)
  if (one.do === 'release') {
    while (store['settlement.release']('pub_1', NOON_MS + one.afterMs, NOON_MS + one.afterMs));
    return model.release(NOON_MS + one.afterMs)
  }
  if (one.do === 'withdraw') return withdraw(store, model, one)
  if (one.do === 'state') return state(store, one.kind)
  const events = eventsOf(one)
  const outcomes = store['ledger.append'](events.map(packEvent))
  assert.deepEqual(
    outcomes.map(({ status, reason, chargedMicros }) => ({ status, reason, chargedMicros })),
    events.map((event) => model.append(event)),
  )
}

type Model = ReturnType<typeof createBooksModel>

let serial = 0

function adjust(store: Operations, model: Model, amountMicros: number): void {
  const adjustment = { postingId: `adj-${++serial}`, advertiserId: 'adv_1', amountMicros, reference: '', atMs: NOON_MS }
  if (model.adjust(amountMicros)) store['ledger.adjust'](adjustment)
  else assert.throws(() => store['ledger.adjust'](adjustment), { code: 'conflict' })
}

function reverse(
  store: Operations,
  model: Model,
  named: readonly { serial: number; kind: EventKind | undefined; key: string }[],
): void {
  const facts = named.map(({ serial: of, kind, key }) => {
    const { impressionId } = eventOf('click', linkOf(of))
    return { impressionId, ...(kind && { kind }), factKey: kind === 'conversion' ? key : '' }
  })
  const reversal = { id: `rev_${++serial}`, reason: 'found later', facts, atMs: NOON_MS + DAY_MS }
  const { refundedMicros } = store['ledger.reverse'](reversal)
  assert.equal(
    refundedMicros,
    facts.reduce((sum, fact) => sum + model.reverse(fact), 0),
  )
  assert.equal(store['ledger.reverse']({ ...reversal, id: `rev_${++serial}` }).reversed, 0)
}

function withdraw(store: Operations, model: Model, { share, end }: Extract<Step, { do: 'withdraw' }>): void {
  const available = model.balances['publisher:pub_1:available']
  const amountMicros = Math.floor(available * share)
  const id = `wd_${++serial}`
  const body = { amountMicros, method: { type: 'bank_transfer', account: 'DE1' } }
  const ask = () => store['settlement.withdraw']({ id, publisherId: 'pub_1', body, atMs: NOON_MS })
  if (amountMicros <= 0 || amountMicros > available) return assert.throws(ask)
  ask()
  model.move('publisher:pub_1:available', 'publisher:pub_1:in_transit', amountMicros)
  if (!end) return
  const step = { kind: 'withdrawal' as const, id, note: '', atMs: NOON_MS }
  store['settlement.takeStep']({ ...step, status: 'processing' })
  store['settlement.takeStep']({ ...step, status: end })
  assert.throws(() => store['settlement.takeStep']({ ...step, status: 'paid' }), { code: 'conflict' })
  const to = end === 'paid' ? 'external:cash' : 'publisher:pub_1:available'
  model.move('publisher:pub_1:in_transit', to, amountMicros)
}

/** Whatever was booked since the last one goes on a statement; its end is the balance. */
function state(store: Operations, kind: StatementKind): void {
  const owner = kind === 'statement' ? 'pub_1' : 'adv_1'
  const body = store['settlement.sumUp'](kind, owner, Number.MAX_SAFE_INTEGER)
  if (!body) return
  store['settlement.addStatement']({ kind, id: `${kind}_${++serial}`, owner, body, atMs: NOON_MS })
  const own = Object.entries(balancesOf(store)).filter(([name]) => name.includes(`:${owner}:`))
  assert.equal(
    body.closingMicros,
    own.reduce((sum, [, balance]) => sum + balance, 0),
  )
}

export function balancesOf(store: Operations): Record<string, number> {
  return Object.fromEntries(store['ledger.balances']().map((row) => [row.account, row.balanceMicros]))
}

export function eventsOf({ events }: EventStep): LedgerEvent[] {
  return events.map(({ kind, serial, key, ignore, afterMs, require }) => {
    const link = linkOf(serial, { model: MODELS[serial % 3]!, priceMicros: 700 + serial, test: serial === 11 })
    return eventOf(kind, link, {
      factKey: kind === 'conversion' ? key : '',
      receivedAtMs: NOON_MS + afterMs,
      requireImpression: require,
      revenueShare: 66.6667,
      ...(ignore && { ignore: 'bot' }),
    })
  })
}

export function paymentOf(id: number, amountMicros: number) {
  return { postingId: `wire-${id}`, advertiserId: 'adv_1', amountMicros, reference: `wire ${id}`, atMs: NOON_MS }
}
