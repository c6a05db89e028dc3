// Sums near nine billion units, beyond which a whole number of micros is no longer exact: currencies of small units get there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import { rowsOfTexts } from '../../src/store/sql/texts.ts'
import { packEvent } from '../../src/store/sql/protocol.ts'
import { advertiserDraft, campaignDraft, eventOf, linkOf, NOON_MS, UNIT } from './entities.ts'
import { createStore } from './memory-store.ts'

const BILLION = 1_000_000_000 * UNIT

/** Two advertisers with a campaign each, for nobody's account alone to be what is full. */
function openStore() {
  const { store, seal } = createStore(false, { budget: {} })
  store['inventory.insert']('advertiser', advertiserDraft({ id: 'adv_2' }))
  store['inventory.insert']('campaign', campaignDraft({ id: 'cmp_2', advertiserId: 'adv_2' }))
  let serial = 0
  const click = (campaignNumber: number, revenueShare: number) => {
    const link = linkOf(++serial, { campaignNumber, priceMicros: BILLION })
    return store['ledger.append']([packEvent(eventOf('click', link, { revenueShare }))])[0]!
  }
  return {
    store,
    click,
    verify() {
      seal()
      assert.deepEqual(store['ledger.verify'](undefined, () => {}).faults, [])
    },
  }
}

for (const [name, revenueShare] of [
  ['the fees of the platform', 0],
  ['what a publisher has earned', 100],
] as const) {
  test(`a charge that would take ${name} beyond nine billion is over budget, and reports go on`, async () => {
    const { store, click, verify } = openStore()
    const clicks = Array.from({ length: 12 }, (_, i) => click(1 + (i % 2), revenueShare))
    assert.deepEqual(
      clicks.map(({ reason }) => reason),
      [...Array(9).fill(undefined), ...Array(3).fill('over_budget')],
    )
    assert.ok(store['ledger.balances']().some(({ balanceMicros }) => balanceMicros === 9 * BILLION))
    assert.equal(click(2, revenueShare === 0 ? 100 : 0).reason, undefined, 'others may still be paid')
    verify()
    const query = { from: '2026-03-10', to: '2026-03-10', groupBy: [], test: false } as const
    const [row] = await rowsOfTexts(store['reports.read'](query))
    assert.deepEqual([row!.clicks, row!.spendMicros], [10, 10 * BILLION])
  })
}

test('earnings wait where what is available is full, and what was paid may be more than any account holds', () => {
  const { store, click, verify } = openStore()
  const method = { type: 'bank_transfer', account: 'DE00 1234' }
  const release = () => store['settlement.release']('pub_1', NOON_MS + DAY_MS, NOON_MS + DAY_MS)
  const pay = (id: string) => {
    const body = { amountMicros: 8 * BILLION, method }
    store['settlement.withdraw']({ id, publisherId: 'pub_1', body, atMs: NOON_MS + DAY_MS })
    for (const status of ['processing', 'paid'] as const) {
      store['settlement.takeStep']({ kind: 'withdrawal', id, status, note: '', atMs: NOON_MS + DAY_MS })
    }
  }
  for (let i = 0; i < 8; i++) click(1, 100)
  release()
  for (let i = 0; i < 8; i++) click(2, 100)
  release()
  const stands = () => {
    const { pendingMicros, availableMicros, paidMicros } = store['settlement.balance']('pub_1')
    return [pendingMicros, availableMicros, paidMicros].map((micros) => micros / BILLION)
  }
  assert.deepEqual(stands(), [7, 9, 0])
  pay('wd_1')
  release()
  assert.deepEqual(stands(), [0, 8, 8])
  const payment = { postingId: 'pay_1', reference: '', atMs: NOON_MS + DAY_MS }
  for (const id of ['1', '2'])
    store['ledger.topUp']({ ...payment, postingId: id, advertiserId: `adv_${id}`, amountMicros: 8 * BILLION })
  pay('wd_2')
  assert.deepEqual(stands(), [0, 0, 16])
  verify()
})

test('a statement of more than nine billion is made, and closes with what the account holds', () => {
  const { store, click, verify } = openStore()
  const payment = { advertiserId: 'adv_1', amountMicros: 8 * BILLION, reference: '', atMs: NOON_MS }
  store['ledger.topUp']({ ...payment, postingId: 'pay_1' })
  for (let i = 0; i < 8; i++) click(1, 50)
  store['inventory.insert']('campaign', campaignDraft({ id: 'cmp_3' }))
  for (let i = 0; i < 8; i++) click(3, 50)
  const body = store['settlement.sumUp']('invoice', 'adv_1', Number.MAX_SAFE_INTEGER)!
  assert.deepEqual(
    [body.sums.charge, body.closingMicros, body.lines.length],
    [-16 * BILLION, store['ledger.balance']('advertiser:adv_1:funds'), 2],
  )
  store['settlement.addStatement']({ kind: 'invoice', id: 'inv_1', owner: 'adv_1', body, atMs: NOON_MS })
  verify()
})
