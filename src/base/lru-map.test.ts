import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLruMap } from './lru-map.ts'
import { createSeededRandom } from './random.ts'

test('a full map forgets exactly what was not used for longest, however entries were moved and dropped before', () => {
  const entriesMax = 20
  const random = createSeededRandom(7)
  const map = createLruMap<number, number>({ entriesMax })
  let expected: number[] = [] // least recently used first
  const touch = (key: number) => {
    expected = [...expected.filter((other) => other !== key), key]
  }
  for (let step = 0; step < 20_000; step++) {
    const key = Math.floor(random() * 30)
    const dice = random()
    if (dice < 0.5) {
      map.set(key, step)
      touch(key)
      expected = expected.slice(-entriesMax)
    } else if (dice < 0.95) {
      assert.equal(map.get(key) !== undefined, expected.includes(key))
      if (expected.includes(key)) touch(key)
    } else if (dice < 0.999) {
      map.delete(key)
      expected = expected.filter((other) => other !== key)
    } else {
      map.clear()
      expected = []
    }
    assert.equal(map.size, expected.length)
  }
})
