// How earnings become available where very many of them were taken back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import { upkeepOf } from '../../src/store/sqlite/connection.ts'
import { createWorkings, type Operations } from '../../src/store/sql/operations.ts'
import { packEvent } from '../../src/store/sql/protocol.ts'
import { eventOf, linkOf, NOON_MS } from './entities.ts'
import { createStore } from './memory-store.ts'

test('earnings that were all taken back are looked at a part at a time, and once', () => {
  const { db, store, seal } = createStore(false, { budget: {} })
  const click = (serial: number) =>
    packEvent(eventOf('click', linkOf(serial, { priceMicros: 1_000 }), { receivedAtMs: NOON_MS + serial }))
  const reverse = (serials: readonly number[]) => {
    const facts = serials.map((serial) => ({ impressionId: eventOf('click', linkOf(serial)).impressionId }))
    store['ledger.reverse']({ id: `rev-${serials[0]}`, reason: 'farm', facts, atMs: NOON_MS + HOUR_MS })
  }
  const farmed = Array.from({ length: 2_100 }, (_, i) => i + 1)
  store['ledger.append'](farmed.map(click))
  reverse(farmed)
  const release = (of: Operations = store) => of['settlement.release']('pub_1', NOON_MS + HOUR_MS, NOON_MS + DAY_MS)
  const stands = (of: Operations = store) => {
    const { pendingMicros, availableMicros } = of['settlement.balance']('pub_1')
    return [pendingMicros, availableMicros]
  }
  assert.deepEqual([release(), release()], [true, false])
  assert.equal(release(), false, 'they are behind')
  store['ledger.append']([2_101, 2_102, 2_103].map(click))
  reverse([2_101])
  assert.equal(release(), false)
  assert.deepEqual(stands(), [0, 1_400])
  reverse([2_102])
  assert.deepEqual(stands(), [0, 700], 'taken from where it stands')

  store['ledger.append']([2_104].map(click))
  seal()
  const again = createWorkings(db, upkeepOf(db))
  assert.deepEqual([release(again.operations), release(again.operations)], [false, false])
  assert.deepEqual(stands(again.operations), [0, 1_400], 'also after a restart')
  again.seal()
  assert.deepEqual(store['ledger.verify'](undefined, () => {}).faults, [])
})
