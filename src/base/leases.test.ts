import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLeases } from './leases.ts'

function setUp(waitingMax = 8) {
  const leases = createLeases({ waitingMax })
  const back: string[] = []
  return { leases, back, retire: (name: string) => leases.retire(() => void back.push(name)) }
}

test('what nobody reads is given back at once', () => {
  const { back, retire } = setUp()
  retire('a')
  assert.deepEqual(back, ['a'])
})

test('what went out of use is given back once all who could read it are done, whoever came later', () => {
  const { leases, back, retire } = setUp()
  const first = leases.take()
  retire('a')
  const second = leases.take()
  retire('b')
  second()
  assert.deepEqual(back, [], 'the first may read both')
  const third = leases.take()
  first()
  assert.deepEqual(back, ['a', 'b'], 'the third never saw them')
  assert.equal(leases.held(), true)
  third()
  assert.equal(leases.held(), false)
})

test('a lease that is let go twice ends once', () => {
  const { leases, back, retire } = setUp()
  const first = leases.take()
  const second = leases.take()
  retire('a')
  first()
  first()
  assert.deepEqual(back, [])
  second()
  assert.deepEqual(back, ['a'])
})

test('only so much waits; what waited longest is never given back', () => {
  const { leases, back, retire } = setUp(2)
  const done = leases.take()
  for (const name of ['a', 'b', 'c']) retire(name)
  done()
  assert.deepEqual(back, ['b', 'c'])
})
