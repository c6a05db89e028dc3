import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCreativeArena } from './creative-arena.ts'

test('what was written is read again, also in other scripts and across chunks', () => {
  const arena = createCreativeArena()
  const records = Array.from({ length: 3_000 }, (_, i) => [`ad_${i}`, '', 'Größe ✓ 大きさ '.repeat(i % 200), 'end'])
  const refs = records.map((parts) => arena.write(parts))
  assert.ok(arena.stats().bytes > 4 * 1024 * 1024, 'more than one chunk')
  refs.forEach((ref, i) => assert.deepEqual(arena.read(ref), records[i]))
})

test('compaction gives released room back and keeps the living', () => {
  const arena = createCreativeArena()
  const text = 'x'.repeat(50_000)
  const refs = Array.from({ length: 1_000 }, (_, i) => arena.write([String(i), text]))
  assert.equal(arena.wantsCompaction(), false)
  const living = refs.filter((ref, i) => {
    if (i % 4 !== 0) arena.release(ref)
    return i % 4 === 0
  })
  assert.equal(arena.wantsCompaction(), true)
  const before = arena.stats().bytes
  const moved = arena.compact(living)
  assert.ok(arena.stats().bytes < before / 3)
  assert.equal(arena.wantsCompaction(), false)
  moved.forEach((ref, i) => assert.equal(arena.read(ref)[0], String(i * 4)))
})

test('a record past the limits of an ad is refused', () => {
  assert.throws(() => createCreativeArena().write(['x'.repeat(70_000)]), RangeError)
})
