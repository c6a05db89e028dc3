import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSubjectTable, SHARDS, type SubjectTable, tableMemory } from './subject-table.ts'

/** So many that a shard may have more pages than are found with one look. */
const ENTRIES_MAX = 1_000 * SHARDS
const SHARD = 2 ** 32 / SHARDS

/** Threads that share a table, in which what was set before `oldest` is no longer live. */
function openTable() {
  const memory = tableMemory(ENTRIES_MAX)
  const live = { oldest: 0 }
  const deps = { entriesMax: ENTRIES_MAX, isLive: (at: number) => at > live.oldest, ageRank: (at: number) => at }
  const join = (): SubjectTable => createSubjectTable(memory, deps)
  return { memory, live, join }
}

test('however shards grow and shrink, two threads find all that either has set', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), shard: fc.nat(3), from: fc.nat(400), some: fc.nat(400) }),
    fc.record({ do: fc.constant('forget' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ do: fc.constant('tidy' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const { live, join } = openTable()
      const threads = [join(), join()]
      const model = new Map<string, [high: number, low: number, reference: number]>()
      let newest = 0
      for (const [i, one] of steps.entries()) {
        const thread = threads[i & 1]!
        if (one.do === 'tidy') thread.tidy(SHARDS)
        else if (one.do === 'forget') live.oldest += Math.floor((newest - live.oldest) * one.share)
        else {
          for (let n = one.from; n < one.from + one.some; n++) {
            const [high, low] = [one.shard * SHARD + (n & 1), Math.imul(n, 0x9e3779b1) >>> 0]
            thread.set(high, low, ++newest)
            model.set(`${high} ${low}`, [high, low, newest])
          }
        }
        for (const [high, low, reference] of model.values()) {
          const found = threads[(i + 1) & 1]!.get(high, low)
          // Whoever is forgotten may still be found for a while, and never as somebody else.
          if (reference > live.oldest || found !== 0) assert.equal(found, reference)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a thread that ends while it moves a shard leaves it empty and good for all others', () => {
  const { memory, join } = openTable()
  const [ending, other] = [join(), join()]
  const low = (n: number) => Math.imul(n, 0x9e3779b1) >>> 0
  const grow = memory.entries.grow.bind(memory.entries)
  memory.entries.grow = () => {
    memory.entries.grow = grow
    throw new Error('the thread ends here')
  }
  let count = 0
  const setUntilItEnds = () => {
    for (;;) ending.set(SHARD, low(++count), count)
  }
  grow(memory.entries.byteLength + 384 * 3) // some pages
  assert.throws(setUntilItEnds, /ends here/)
  assert.ok(count > 50, `it ended at entry ${count}`)
  for (let n = 1; n <= count; n++) assert.equal(other.get(SHARD, low(n)), 0)
  for (let n = 1; n <= 500; n++) other.set(SHARD, low(n), n)
  for (let n = 1; n <= 500; n++) assert.equal(other.get(SHARD, low(n)), n)
})
