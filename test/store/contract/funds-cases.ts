// What a store promises of what advertisers have paid, and of what they may owe.
import assert from 'node:assert/strict'
import type { Cases } from '../contract-suite.ts'
import { eventOf, linkOf, NOON_MS, seed, UNIT } from '../entities.ts'
import { assertBooksClose, balancesOf, withCode, withStore } from './with-store.ts'

const PRICE = UNIT / 2

export const fundsCases: Cases = {
  'who pays in advance is charged what is there and not a micro more': withStore(async (store) => {
    await seed(store, { advertiser: { billing: 'prepaid' } })
    const [unfunded] = await store.ledger.append([eventOf('click', linkOf(1))])
    assert.equal(unfunded!.reason, 'over_budget')
    const topUp = {
      postingId: 'wire-17',
      advertiserId: 'adv_1',
      amountMicros: 2 * PRICE + 1,
      reference: 'wire 17',
      atMs: NOON_MS,
    }
    assert.deepEqual(await store.ledger.topUp(topUp), { balanceMicros: 2 * PRICE + 1, repeated: false })
    const outcomes = await store.ledger.append([2, 3, 4].map((serial) => eventOf('click', linkOf(serial))))
    assert.deepEqual(
      outcomes.map(({ chargedMicros }) => chargedMicros),
      [PRICE, PRICE, 0],
    )
    assert.equal((await balancesOf(store))['advertiser:adv_1:funds'], 1)
    await assertBooksClose(store)
  }),

  'who is invoiced owes no micro more than the credit limit, and more once something is paid': withStore(
    async (store) => {
      await seed(store, { advertiser: { creditLimitMicros: 2 * PRICE + 1 } })
      const click = async (...serials: number[]) =>
        (await store.ledger.append(serials.map((serial) => eventOf('click', linkOf(serial))))).map(
          ({ chargedMicros, reason }) => reason ?? chargedMicros,
        )
      assert.deepEqual(await click(1, 2, 3), [PRICE, PRICE, 'over_budget'])
      assert.equal((await balancesOf(store))['advertiser:adv_1:funds'], -2 * PRICE)
      const payment = { postingId: 'wire-17', advertiserId: 'adv_1', reference: 'wire 17', atMs: NOON_MS }
      await store.ledger.topUp({ ...payment, amountMicros: PRICE })
      assert.deepEqual(await click(4, 5), [PRICE, 'over_budget'])
      const { creditLimitMicros, ...unlimited } = (await store.inventory.find('advertiser', 'adv_1'))!
      assert.equal(creditLimitMicros, 2 * PRICE + 1)
      await store.inventory.update('advertiser', unlimited, unlimited.revision)
      assert.deepEqual(await click(6), [PRICE])
      await assertBooksClose(store)
    },
  ),

  'a payment posts once, however often it is sent': withStore(async (store) => {
    await seed(store)
    const topUp = {
      postingId: 'wire-17',
      advertiserId: 'adv_1',
      amountMicros: UNIT,
      reference: 'wire 17',
      atMs: NOON_MS,
    }
    await store.ledger.topUp(topUp)
    assert.deepEqual(await store.ledger.topUp(topUp), { balanceMicros: UNIT, repeated: true })
    await assert.rejects(store.ledger.topUp({ ...topUp, amountMicros: 1 }), withCode('conflict'))
    await assert.rejects(store.ledger.topUp({ ...topUp, postingId: 'x', advertiserId: 'adv_9' }), withCode('not_found'))
    await assert.rejects(
      store.ledger.topUp({ ...topUp, postingId: 'y', amountMicros: -1 }),
      withCode('validation_error'),
    )
    assert.deepEqual(await balancesOf(store), { 'advertiser:adv_1:funds': UNIT, 'external:cash': -UNIT })
    assert.equal(await store.ledger.balance('external:cash'), -UNIT)
    assert.equal(await store.ledger.balance('publisher:pub_1:pending'), 0)
    await assertBooksClose(store)
  }),
}
