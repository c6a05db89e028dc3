// What is unpaid of invoices, held against a small model of it, in memory and without threads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { debtOf } from '../../src/domain/settlement.ts'
import type { Operations } from '../../src/store/sql/operations.ts'
import { packEvent } from '../../src/store/sql/protocol.ts'
import { advertiserDraft, campaignDraft, eventOf, linkOf, NOON_MS } from './entities.ts'
import { createStore } from './memory-store.ts'

/** BOOKS_RUNS=10000 looks longer. */
const RUNS = Number(process.env.BOOKS_RUNS ?? 300)
const CENT = 10_000
const ADVERTISERS = ['adv_1', 'adv_2'] as const

type Step =
  | { readonly do: 'charge' | 'pay' | 'adjust'; readonly of: 0 | 1; readonly amount: number }
  | { readonly do: 'reverse'; readonly nth: number }
  | { readonly do: 'invoice'; readonly of: 0 | 1 }

const of = fc.constantFrom(0 as const, 1 as const)
/** The least that can be paid: of dollars, of dinars, and of what has larger units than any sum here. */
const unit = fc.constantFrom(CENT, 1_000, 100_000)
const amount = fc.integer({ min: 1, max: 60 }).map((thousands) => thousands * 1_000)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('charge' as const), of, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), of, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      of,
      amount: fc.oneof(
        amount,
        amount.map((one) => -one),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), nth: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('invoice' as const), of }) },
)

test('whatever is booked in whatever order, of each invoice so much is unpaid as a small model says', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 70 }),
      fc.integer({ min: 1, max: 5 }),
      unit,
      (steps, limit, unitMicros) => {
        const { store, seal } = createStore(false, { budget: {} })
        store['inventory.insert']('advertiser', advertiserDraft({ id: 'adv_2' }))
        store['inventory.insert']('campaign', campaignDraft({ id: 'cmp_2', advertiserId: 'adv_2', budget: {} }))
        const model = createModel()
        steps.forEach((one, i) => play(store, model, one, i))
        seal()

        const invoices = store['settlement.list']({ kind: 'invoice', limit: 100 })
        const debts = invoices.map(({ owner, body }) => debtOf(owner, body as never))
        const expected = invoices.map(({ id }) => model.paymentOf(id, unitMicros))
        assert.deepEqual(store['settlement.invoicePayments'](debts, unitMicros), expected)

        const unpaid = invoices.filter((_, i) => expected[i]!.unpaidMicros > 0)
        assert.deepEqual(idsOf(pagesOf(store, limit, unitMicros)), idsOf(unpaid))
        for (const owner of ADVERTISERS) {
          const own = idsOf(unpaid.filter((one) => one.owner === owner))
          assert.deepEqual(idsOf(pagesOf(store, limit, unitMicros, owner)), own, owner)
        }
        assert.deepEqual(store['ledger.verify'](undefined, () => {}).faults, [])
      },
    ),
    { numRuns: RUNS, seed: 20_261_128, endOnFailure: process.env.BOOKS_RUNS !== undefined },
  )
})

test('many invoices that nobody paid are all found, and none once what they hold is paid', () => {
  const { store } = createStore(false, { budget: {} })
  const model = createModel()
  for (let i = 0; i < 40; i++) {
    play(store, model, { do: 'charge', of: 0, amount: CENT }, 2 * i)
    play(store, model, { do: 'invoice', of: 0 }, 2 * i + 1)
  }
  assert.equal(pagesOf(store, 7, CENT).length, 40)
  // What pays for thirty is the oldest thirty's, in whatever pieces it comes.
  for (let i = 0; i < 3; i++) play(store, model, { do: 'pay', of: 0, amount: 10 * CENT }, 100 + i)
  assert.deepEqual(
    idsOf(pagesOf(store, 7, CENT)),
    Array.from({ length: 10 }, (_, i) => `inv-${79 - 2 * i}`),
  )
  play(store, model, { do: 'pay', of: 0, amount: 10 * CENT }, 103)
  assert.deepEqual(pagesOf(store, 7, CENT), [])
})

test('where a payment that had covered everything was taken back, older invoices are found again, too', () => {
  const { store } = createStore(false, { budget: {} })
  const model = createModel()
  for (const i of [0, 2]) {
    play(store, model, { do: 'charge', of: 0, amount: CENT }, i)
    play(store, model, { do: 'invoice', of: 0 }, i + 1)
  }
  play(store, model, { do: 'pay', of: 0, amount: 5 * CENT }, 4)
  assert.deepEqual(pagesOf(store, 10, CENT), [])
  play(store, model, { do: 'adjust', of: 0, amount: -5 * CENT }, 5)
  assert.deepEqual(idsOf(pagesOf(store, 10, CENT)), ['inv-3', 'inv-1'])
})

type Model = ReturnType<typeof createModel>

/** Does one to both; each has a time of its own. */
function play(store: Operations, model: Model, one: Step, i: number): void {
  const atMs = NOON_MS + i
  if (one.do === 'reverse') {
    const taken = model.takeCharge(one.nth)
    if (!taken) return
    store['ledger.reverse']({ id: `rev-${i}`, reason: '', facts: [{ impressionId: taken.id, kind: 'click' }], atMs })
    return model.book(taken.of, taken.amount, atMs)
  }
  const owner = ADVERTISERS[one.of]
  if (one.do === 'invoice') {
    const body = store['settlement.sumUp']('invoice', owner, Number.MAX_SAFE_INTEGER)
    if (!body) return
    store['settlement.addStatement']({ kind: 'invoice', id: `inv-${i}`, owner, body, atMs })
    return model.invoice(`inv-${i}`, one.of)
  }
  if (one.do === 'charge') {
    const event = eventOf('click', linkOf(i, { campaignNumber: one.of + 1, priceMicros: one.amount }))
    assert.equal(store['ledger.append']([packEvent(event)])[0]!.chargedMicros, one.amount)
    return model.charge(event.impressionId, one.of, one.amount)
  }
  const booked = { postingId: `p-${i}`, advertiserId: owner, amountMicros: one.amount, reference: '', atMs }
  store[one.do === 'pay' ? 'ledger.topUp' : 'ledger.adjust'](booked)
  model.book(one.of, one.amount, atMs)
}

/** The rule in other words: of all stretches that end now, the one in which most was booked is what was paid. */
function createModel() {
  const balances = [0, 0]
  const booked: { of: number; amount: number; atMs: number }[] = []
  const charges: { id: string; of: 0 | 1; amount: number }[] = []
  const invoices = new Map<string, { of: number; debt: number; since: number }>()
  return {
    charge(id: string, of: 0 | 1, amount: number): void {
      balances[of]! -= amount
      charges.push({ id, of, amount })
    },
    takeCharge: (nth: number) => charges.splice(nth, 1)[0],
    book(of: number, amount: number, atMs: number): void {
      balances[of]! += amount
      booked.push({ of, amount, atMs })
    },
    invoice(id: string, of: number): void {
      invoices.set(id, { of, debt: Math.max(-balances[of]!, 0), since: booked.length })
    },
    paymentOf(id: string, unitMicros: number): { unpaidMicros: number; paidAtMs?: number } {
      const { of, debt, since } = invoices.get(id)!
      const later = booked.slice(since).filter((one) => one.of === of)
      const unpaidAfter = (count: number) => {
        const stretches = Array.from({ length: count + 1 }, (_, from) =>
          later.slice(from, count).reduce((sum, one) => sum + one.amount, 0),
        )
        const left = Math.max(debt - Math.max(...stretches), 0)
        return left - (left % unitMicros)
      }
      const unpaidMicros = unpaidAfter(later.length)
      if (unpaidMicros > 0 || unpaidAfter(0) === 0) return { unpaidMicros }
      let count = later.length
      while (unpaidAfter(count - 1) === 0) count--
      return { unpaidMicros, paidAtMs: later[count - 1]!.atMs }
    },
  }
}

/** All that are unpaid, page by page. */
function pagesOf(store: Operations, limit: number, unitMicros: number, owner?: string) {
  const found: ReturnType<Operations['settlement.list']> = []
  const query = { kind: 'invoice', unpaidFromMicros: unitMicros, limit, ...(owner !== undefined && { owner }) } as const
  for (let before: number | undefined; ; before = found.at(-1)!.number) {
    const page = store['settlement.list']({ ...query, ...(before !== undefined && { before }) })
    found.push(...page)
    if (page.length < limit) return found
  }
}

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)
