import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { createMakeRoom } from './make-room.ts'

/** Silences in seconds of those who were served and of those who said nothing yet; those with `+` have an inner connection. */
async function leftOf({
  guests,
  wanted,
  passageFiles = 0,
  unheard = 0,
}: {
  guests: string
  wanted: number
  passageFiles?: number
  /** Of all threads. */
  unheard?: number
}) {
  const all = new Map(guests.split(' ').map((name) => [name, name] as const))
  const makeRoom = createMakeRoom({
    guests: [...all.keys()].map((name) => ({
      isNew: () => name.startsWith('new'),
      silentMs: () => Number(/[\d.]+/.exec(name)![0]) * 1_000,
      leavePassage: () => name.endsWith('+') && all.set(name, name.slice(0, -1)) !== undefined,
      cut: () => void all.delete(name),
    })),
    passageFiles,
    settle: () => {},
    room: { wanted: () => wanted, unheard: () => unheard },
    clock: { monotonicMs: () => 1_000_000 },
  })
  makeRoom()
  makeRoom()
  assert.equal([...all.values()].join(' '), guests, 'nobody goes before all that arrived is read')
  await nextTurn()
  return [...all.values()].join(' ')
}

test('where there is hardly room the longest silent goes, and only so many as are wanted', async () => {
  assert.equal(await leftOf({ guests: 'served3 served60 served0 served9', wanted: 2 }), 'served3 served0')
  assert.equal(await leftOf({ guests: 'served3 served60', wanted: 0 }), 'served3 served60')
})

test('nobody goes on whose connection anything happens, or happened a moment ago', async () => {
  assert.equal(await leftOf({ guests: 'served0 served0.9 new0.5', wanted: 3 }), 'served0 served0.9 new0.5')
})

test('who never said anything goes first, and does not drive away who was served', async () => {
  assert.equal(await leftOf({ guests: 'served60 new1.5 new0.1 new2', wanted: 2 }), 'served60 new0.1')
  assert.equal(await leftOf({ guests: 'served60 new0.1 new0.2', wanted: 2 }), 'served60 new0.1 new0.2')
  assert.equal(await leftOf({ guests: 'served60 served50 new0.1', wanted: 2 }), 'served50 new0.1')
})

test('who was served stays also where those who said nothing are with another thread', async () => {
  assert.equal(await leftOf({ guests: 'served60 served50 new2', wanted: 3, unheard: 3 }), 'served60 served50')
  assert.equal(await leftOf({ guests: 'served60 served50 new2', wanted: 3, unheard: 2 }), 'served50')
})

test('inner connections go before those of clients, who do not notice', async () => {
  const guests = 'served60+ served0+ served50'
  assert.equal(await leftOf({ guests, wanted: 4, passageFiles: 2 }), 'served60 served0 served50')
  assert.equal(await leftOf({ guests, wanted: 5, passageFiles: 2 }), 'served0 served50')
  assert.equal(await leftOf({ guests, wanted: 1 }), 'served0+ served50')
})
