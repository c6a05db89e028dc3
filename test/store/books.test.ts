// Random histories of clicks, payments, replays and edits of budgets, held against a small model of the books.
// They run in memory and without threads, which the contract suite covers, so that there can be many of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import type { Campaign } from '../../src/domain/campaign.ts'
import { type EventKind, type LedgerEvent, VIEW_TIMES_MAX } from '../../src/domain/ledger-event.ts'
import { entityOfText } from '../../src/store/sql/texts.ts'
import { upkeepOf } from '../../src/store/sqlite/connection.ts'
import { createWorkings, type Operations } from '../../src/store/sql/operations.ts'
import { packEvent } from '../../src/store/sql/protocol.ts'
import { createBooksModel } from './books-model.ts'
import { balancesOf, eventsOf, paymentOf, play, type Step, step } from './books-steps.ts'
import { campaignDraft, eventOf, linkOf, NOON_MS } from './entities.ts'
import { createStore } from './memory-store.ts'

/** BOOKS_RUNS=10000 looks longer. */
const RUNS = Number(process.env.BOOKS_RUNS ?? 300)

test('whatever happens in whatever order, the books equal a small model of them and close', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), fc.boolean(), (steps, prepaid) => {
      const { store, seal } = createStore(prepaid)
      const model = createBooksModel({ prepaid })
      for (const one of steps) {
        play(store, model, one)
        seal()
      }

      const balances = balancesOf(store)
      const expected = Object.fromEntries(Object.entries(model.balances).filter(([name]) => name in balances))
      for (const [name, balance] of Object.entries(model.balances)) assert.equal(balances[name] ?? 0, balance, name)
      assert.deepEqual(balances, expected)
      assert.equal(
        Object.values(balances).reduce((sum, balance) => sum + balance, 0),
        0,
      )
      assert.equal(store['ledger.spend'](NOON_MS).campaigns[0]!.totalMicros, model.spent)
      assert.deepEqual(verify(store).faults, [])
      assertReplayChangesNothing(store, seal, model.facts, steps, balances)
    }),
    { numRuns: RUNS, seed: 20_260_310, endOnFailure: process.env.BOOKS_RUNS !== undefined },
  )
})

test('a budget is used to its last micro, and what was paid in advance too, and not one beyond', () => {
  const click = (serial: number) => packEvent(eventOf('click', linkOf(serial, { priceMicros: 700 })))
  for (const span of ['totalMicros', 'dailyMicros', 'funds'] as const) {
    for (const [budget, charged] of [
      [2_100, 2_100],
      [2_099, 1_400],
      [2_101, 2_100],
    ] as const) {
      const isPrepaid = span === 'funds'
      const { store } = createStore(isPrepaid, { budget: isPrepaid ? {} : { [span]: budget } })
      if (isPrepaid) store['ledger.topUp'](paymentOf(1, budget))
      const outcomes = store['ledger.append']([1, 2, 3, 4].map(click))
      assert.equal(
        outcomes.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0),
        charged,
      )
      assert.equal(outcomes.at(-1)!.reason, 'over_budget')
    }
  }
})

test('earnings wait their time, are taken back from where they stand, and leave once', () => {
  const { store, seal } = createStore(false, { budget: {} })
  const click = (serial: number, afterMs: number) =>
    packEvent(eventOf('click', linkOf(serial, { priceMicros: 1_000 }), { receivedAtMs: NOON_MS + afterMs }))
  const reverse = (serial: number) => {
    const facts = [{ impressionId: eventOf('click', linkOf(serial)).impressionId }]
    store['ledger.reverse']({ id: `rev-${serial}`, reason: '', facts, atMs: NOON_MS })
    seal()
  }
  const stands = () => {
    const { pendingMicros, availableMicros, inTransitMicros, paidMicros } = store['settlement.balance']('pub_1')
    return [pendingMicros, availableMicros, inTransitMicros, paidMicros]
  }
  store['ledger.append']([click(1, 0), click(2, 0), click(3, 0), click(4, HOUR_MS)])
  reverse(2)
  assert.equal(store['settlement.release']('pub_1', NOON_MS, NOON_MS + DAY_MS), false)
  assert.deepEqual(stands(), [700, 1_400, 0, 0])
  reverse(3)
  assert.deepEqual(stands(), [700, 700, 0, 0])
  const withdraw = (id: string, amountMicros: number) => {
    const body = { amountMicros, method: { type: 'bank', account: '1' } }
    return store['settlement.withdraw']({ id, publisherId: 'pub_1', body, atMs: NOON_MS })
  }
  const step = (id: string, status: 'processing' | 'paid' | 'canceled') =>
    store['settlement.takeStep']({ kind: 'withdrawal', id, status, note: '', atMs: NOON_MS })
  assert.throws(() => withdraw('wd-0', 701), { code: 'conflict' })
  withdraw('wd-1', 300)
  withdraw('wd-2', 400)
  assert.deepEqual(stands(), [700, 0, 700, 0])
  assert.throws(() => step('wd-1', 'paid'), { code: 'conflict' }, 'not before it is processing')
  step('wd-1', 'processing')
  step('wd-1', 'paid')
  step('wd-2', 'canceled')
  assert.deepEqual(stands(), [700, 400, 0, 300])
  reverse(4)
  assert.deepEqual(stands(), [0, 400, 0, 300])
  seal()
  assert.deepEqual(verify(store).faults, [])
})

test('what was made available is so after a restart, and not made available again', () => {
  const { db, store, seal } = createStore(false, { budget: {} })
  const click = (serial: number) =>
    packEvent(eventOf('click', linkOf(serial, { priceMicros: 1_000 }), { receivedAtMs: NOON_MS + serial }))
  store['ledger.append']([1, 2, 3].map(click))
  for (const serial of [1, 2]) store['settlement.release']('pub_1', NOON_MS + serial, NOON_MS + DAY_MS)
  const body = { amountMicros: 100, method: { type: 'bank', account: '1' } }
  store['settlement.withdraw']({ id: 'wd-1', publisherId: 'pub_1', body, atMs: NOON_MS + DAY_MS })
  seal()

  const { operations: again, seal: sealAgain } = createWorkings(db, upkeepOf(db))
  const release = (beforeMs: number) => {
    again['settlement.release']('pub_1', beforeMs, beforeMs + DAY_MS)
    const { pendingMicros, availableMicros } = again['settlement.balance']('pub_1')
    return [pendingMicros, availableMicros]
  }
  assert.deepEqual(release(NOON_MS + 2), [700, 1_300])
  const { impressionId } = eventOf('click', linkOf(2))
  again['ledger.reverse']({ id: 'rev', reason: '', facts: [{ impressionId }], atMs: NOON_MS + DAY_MS })
  assert.deepEqual(release(NOON_MS + 2), [700, 600], 'taken from where it stands')
  assert.deepEqual(release(NOON_MS + 3), [0, 1_300])
  const laterMs = NOON_MS + 2 * DAY_MS
  const later = linkOf(4, { priceMicros: 1_000, decidedAtMs: laterMs })
  again['ledger.append']([packEvent(eventOf('click', later, { receivedAtMs: laterMs }))])
  assert.deepEqual(release(laterMs), [0, 2_000], 'what was made available before is not looked at again')
  sealAgain()
  assert.deepEqual(verify(again satisfies Operations).faults, [])
})

test('each entry is on one statement, in its sums and in its line, whatever other campaigns there are', () => {
  const { store } = createStore(false, { budget: {} })
  store['inventory.insert']('campaign', campaignDraft({ id: 'cmp_2' }))
  const click = (serial: number) =>
    // All of it is the publisher's, so that its entry is the last one of the posting.
    packEvent(eventOf('click', linkOf(serial, { priceMicros: 700 }), { revenueShare: 100 }))
  for (const [serial, openingMicros] of [
    [1, 0],
    [2, 700],
  ] as const) {
    store['ledger.append']([click(serial)])
    for (const [kind, owner, sign, key] of [
      ['statement', 'pub_1', 1, '2026-03-10'],
      ['invoice', 'adv_1', -1, 'cmp_1'],
    ] as const) {
      const body = store['settlement.sumUp'](kind, owner, Number.MAX_SAFE_INTEGER)!
      store['settlement.addStatement']({ kind, id: `${kind}-${serial}`, owner, body, atMs: NOON_MS })
      assert.equal(body.openingMicros, sign * openingMicros || 0)
      assert.deepEqual(body.sums, { charge: sign * 700 })
      assert.equal(body.closingMicros, sign * (openingMicros + 700))
      assert.deepEqual(body.lines, [{ key, model: 'cpc', events: 1, chargedMicros: sign * 700, reversedMicros: 0 }])
    }
  }
})

test('times in sight under ever new keys take a bounded room', () => {
  const { db, store, seal } = createStore(false)
  const send = (over: Partial<LedgerEvent>) => (_: unknown, i: number) =>
    packEvent(eventOf('view_time', linkOf(1), { factKey: `e${i}`, ...over }))
  store['ledger.append'](Array.from({ length: 100 }, send({})))
  store['ledger.append'](Array.from({ length: 100 }, send({ ignore: 'expired' })))
  const rows = db.prepare('SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM ignored_events) AS count')
  assert.equal((rows.get() as { count: number }).count, VIEW_TIMES_MAX + 2, 'a row for each reason')
  seal()
  assert.deepEqual(verify(store).faults, [])
})

test('a transaction counts once, under whichever click it comes first', () => {
  const { store, seal } = createStore(false)
  const of = (kind: EventKind, serial: number, factKey = '') =>
    packEvent(eventOf(kind, linkOf(serial, { model: 'cpa', priceMicros: 700 }), { factKey }))
  store['ledger.append']([of('click', 1), of('click', 2)])
  const outcomes = store['ledger.append']([
    of('conversion', 1, 'a'),
    of('conversion', 2, 'a'),
    of('conversion', 2, 'b'),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['accepted', 'duplicate', 'accepted'],
  )
  store['ledger.append']([of('impression', 3)])
  const late = eventOf('conversion', linkOf(3), { factKey: 'c', receivedAtMs: NOON_MS + 2 * DAY_MS })
  assert.equal(store['ledger.append']([packEvent(late)])[0]!.reason, 'expired', 'a view counts for a day')
  seal()
  assert.deepEqual(verify(store).faults, [])
})

test('names that no database keeps as they are leave the books closing', () => {
  const { store, seal } = createStore(false)
  for (const factKey of ['half \ud83d', 'a\u0000b']) {
    const sale = () => packEvent(eventOf('conversion', linkOf(1), { factKey, conversion: { type: factKey } }))
    store['ledger.append']([sale(), packEvent(eventOf('click', linkOf(1))), sale(), sale()])
  }
  seal()
  assert.deepEqual(verify(store).faults, [])
  // A store that moves to PostgreSQL must fit its chain there as well.
  const sales = store['ledger.exportLines'](0).lines.filter((line) => line.includes('"kind":"conversion"'))
  assert.equal(sales.length, 2)
  for (const line of sales) assert.match(line, /"conversionType":"(half |a)\ufffdb?"/)
  // They are found by the names under which they were told.
  const { impressionId } = eventOf('click', linkOf(1))
  const facts = ['half \ud83d', 'a\u0000b'].map((factKey) => ({ impressionId, kind: 'conversion' as const, factKey }))
  assert.equal(store['ledger.reverse']({ id: 'rev', reason: 'returned', facts, atMs: NOON_MS }).reversed, 2)
})

test('a click that was taken back leads to no sale, and leaves the transaction to another one', () => {
  const { store, seal } = createStore(false)
  const of = (kind: EventKind, serial: number, factKey = '') =>
    packEvent(eventOf(kind, linkOf(serial, { model: 'cpa', priceMicros: 700 }), { factKey }))
  const { impressionId } = eventOf('click', linkOf(1))
  store['ledger.append']([of('click', 1), of('click', 2)])
  store['ledger.reverse']({ id: 'rev', reason: 'farm', facts: [{ impressionId, kind: 'click' }], atMs: NOON_MS })
  const outcomes = store['ledger.append']([of('conversion', 1, 'a'), of('conversion', 2, 'a')])
  assert.deepEqual(
    outcomes.map(({ status, reason, chargedMicros }) => [reason ?? status, chargedMicros]),
    [
      ['no_impression', 0],
      ['accepted', 700],
    ],
  )
  seal()
  assert.deepEqual(verify(store).faults, [])
})

test('a sale beyond the budget leaves its transaction to another campaign, and stays uncharged itself', () => {
  const { store, seal } = createStore(false, { budget: { totalMicros: 699 } })
  store['inventory.insert']('campaign', campaignDraft({ id: 'cmp_2' }))
  const of = (kind: EventKind, campaignNumber: number, factKey = '') =>
    packEvent(eventOf(kind, linkOf(campaignNumber, { campaignNumber, model: 'cpa', priceMicros: 700 }), { factKey }))
  store['ledger.append']([of('click', 1), of('click', 2)])
  const outcomes = store['ledger.append']([1, 1, 2, 2].map((campaign) => of('conversion', campaign, 'a')))
  assert.deepEqual(
    outcomes.map(({ status, reason, chargedMicros }) => [reason ?? status, chargedMicros]),
    [
      ['over_budget', 0],
      ['duplicate', 0],
      ['accepted', 700],
      ['duplicate', 0],
    ],
  )
  seal()
  assert.deepEqual(verify(store).faults, [])
})

test('a sale that was taken back takes its price and its value along', () => {
  const { store, seal } = createStore(false)
  const link = linkOf(1, { model: 'cpa', priceMicros: 700 })
  const sale = { factKey: 'a', conversion: { type: 'purchase', valueMicros: 49_900_000 } }
  store['ledger.append']([packEvent(eventOf('click', link)), packEvent(eventOf('conversion', link, sale))])
  const { impressionId } = eventOf('click', link)
  const reverse = (id: string) => {
    const facts = [{ impressionId, kind: 'conversion' as const, factKey: 'a' }]
    return store['ledger.reverse']({ id, reason: 'returned', facts, atMs: NOON_MS })
  }
  assert.deepEqual([reverse('rev-1').refundedMicros, reverse('rev-2').reversed], [700, 0])
  seal()
  assert.deepEqual(verify(store).faults, [], 'the reports, too, hold neither')
  assert.equal(balancesOf(store)['advertiser:adv_1:funds'], 0)
})

test("a day's budget is that of the campaign's own time zone", () => {
  const budget = { dailyMicros: 700 }
  const { store } = createStore(false, { budget, timeZone: 'Asia/Tokyo' })
  const at = (serial: number, hour: number, minute = 0) => {
    const receivedAtMs = Date.UTC(2026, 2, 10, hour, minute)
    return packEvent(
      eventOf('click', linkOf(serial, { priceMicros: 700, decidedAtMs: receivedAtMs }), { receivedAtMs }),
    )
  }
  const outcomes = store['ledger.append']([at(1, 14), at(2, 14, 59), at(3, 15), at(4, 23)])
  assert.deepEqual(
    outcomes.map(({ chargedMicros }) => chargedMicros),
    [700, 0, 700, 0],
  )
})

function verify(store: Operations) {
  return store['ledger.verify'](undefined, () => {})
}

/** Facts that were judged; the same ones again, even with room in the budget, may move nothing. */
function assertReplayChangesNothing(
  store: Operations,
  seal: () => void,
  judged: ReadonlySet<string>,
  steps: readonly Step[],
  balances: object,
): void {
  const campaign = entityOfText(store['inventory.find']('campaign', 'cmp_1')!)
  store['inventory.update']('campaign', { ...(campaign as Campaign), budget: {} }, campaign.revision)
  const { entries } = verify(store)
  for (const one of steps) {
    if (one.do === 'pay') store['ledger.topUp'](paymentOf(one.id, one.amount))
    if (one.do !== 'events') continue
    for (const event of eventsOf(one)) {
      if (!judged.has(`${event.impressionId} ${event.kind} ${event.factKey}`)) continue
      const [again] = store['ledger.append']([packEvent({ ...event, receivedAtMs: NOON_MS })])
      assert.equal(again!.chargedMicros, 0)
    }
  }
  seal()
  assert.deepEqual(balancesOf(store), balances)
  const verification = verify(store)
  assert.deepEqual([verification.entries, verification.faults], [entries, []])
}
