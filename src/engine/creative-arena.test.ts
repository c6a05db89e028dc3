import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChangeMarks } from '../base/change-marks.ts'
import { createCreativeArena, NO_RECORD, PARTS } from './creative-arena.ts'

const partsOf = (...given: string[]) => Array.from({ length: PARTS }, (_, i) => given[i] ?? '')
const readAll = (arena: ReturnType<typeof createCreativeArena>, ref: number) =>
  Array.from({ length: PARTS }, (_, part) => arena.read(ref, part))

test('what was written is read again, also in other scripts, shared or not, and across slabs', () => {
  const arena = createCreativeArena()
  const records = Array.from({ length: 2_000 }, (_, i) =>
    partsOf(`ad_${i}`, '', 'Größe ✓ 大きさ '.repeat(i % 200), 'Größe', `shop ${i % 3}`, '', 'end'),
  )
  const refs = records.map((parts, doc) => arena.write(doc, parts, 0b10000))
  assert.ok(arena.bytes() > 2 * 1024 * 1024, 'more than one slab')
  refs.forEach((ref, i) => assert.deepEqual(readAll(arena, ref), records[i]))
})

test('tidying gives released room back and keeps the living', () => {
  const arena = createCreativeArena()
  const text = 'x'.repeat(5_000)
  const refs = Uint32Array.from({ length: 1_000 }, (_, doc) => arena.write(doc, partsOf(String(doc), text), 0))
  assert.equal(arena.tidy(refs, createChangeMarks()), false, 'nothing is dead')
  const before = arena.bytes()
  for (let doc = 0; doc < 1_000; doc++) {
    if (doc % 4 === 0) continue
    arena.release(refs[doc]!)
    refs[doc] = NO_RECORD
  }
  let slices = 0
  while (arena.tidy(refs, createChangeMarks())) slices++
  assert.ok(slices > 2, 'one slab at a time')
  assert.ok(arena.bytes() < before / 2)
  for (let doc = 0; doc < 1_000; doc += 4) assert.equal(arena.read(refs[doc]!, 0), String(doc))
})

test('room does not grow with changes', () => {
  const arena = createCreativeArena()
  const refs = new Uint32Array(50).fill(NO_RECORD)
  for (let i = 0; i < 20_000; i++) {
    const doc = i % 50
    if (refs[doc] !== NO_RECORD) arena.release(refs[doc]!)
    refs[doc] = arena.write(doc, partsOf(`version ${i}`, 'x'.repeat(500), '', `brand ${i % 7}`), 0b1000)
    arena.tidy(refs, createChangeMarks())
  }
  assert.ok(arena.bytes() <= 3 * 1024 * 1024)
  for (let doc = 0; doc < 50; doc++) assert.equal(arena.read(refs[doc]!, 0), `version ${19_950 + doc}`)
})

test('a part past the limits of an ad is refused', () => {
  assert.throws(() => createCreativeArena().write(0, partsOf('x'.repeat(70_000)), 0), RangeError)
})
