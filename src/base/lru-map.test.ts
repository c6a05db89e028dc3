import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLruMap } from './lru-map.ts'
import { createSeededRandom } from './random.ts'

test('a full map keeps the half that was used last, never more than its bound, and no value that was replaced or dropped', () => {
  const entriesMax = 20
  const random = createSeededRandom(7)
  const map = createLruMap<number, number>({ entriesMax })
  const values = new Map<number, number>()
  let lately: number[] = [] // most recently used last
  let forgotten = 0
  const touch = (key: number) => {
    lately = [...lately.filter((other) => other !== key), key]
  }
  for (let step = 0; step < 20_000; step++) {
    const key = Math.floor(random() * 40)
    const dice = random()
    if (dice < 0.5) {
      map.set(key, step)
      values.set(key, step)
      touch(key)
    } else if (dice < 0.95) {
      const isSure = lately.slice(-entriesMax / 2).includes(key)
      const found = map.get(key)
      if (found !== undefined) {
        assert.equal(found, values.get(key))
        touch(key)
      } else {
        assert.ok(!isSure, `${key} was used lately`)
        if (values.has(key)) forgotten++
      }
    } else if (dice < 0.999) {
      assert.equal(map.delete(key) && !values.has(key), false)
      values.delete(key)
      lately = lately.filter((other) => other !== key)
      assert.equal(map.get(key), undefined)
    } else {
      map.clear()
      values.clear()
      lately = []
      assert.equal(map.size(), 0)
    }
    assert.ok(map.size() <= entriesMax)
  }
  assert.ok(forgotten > 100, 'enough was forgotten to tell')
})
