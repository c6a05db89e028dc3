import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTextPool } from './text-pool.ts'

test('a text is kept once for all its users, and goes with the last of them', () => {
  const pool = createTextPool()
  const first = pool.take('shop')
  assert.equal(pool.take('shop'), first)
  assert.equal(pool.textOf(first), 'shop')
  pool.release(first)
  assert.equal(pool.textOf(first), 'shop')
  pool.release(first)
  assert.equal(pool.take('another'), first, 'its number is given again')
})

test('a full pool takes no more texts, but knows those that it has', () => {
  const pool = createTextPool()
  for (let i = 0; i < 16_383; i++) assert.ok(pool.take(`text ${i}`) > 0)
  assert.equal(pool.take('one more'), 0)
  const known = pool.take('text 7')
  assert.ok(known > 0)
  pool.release(known)
  pool.release(known)
  assert.equal(pool.take('one more'), known)
})

test('a pool that was restored goes on where the other was', () => {
  const pool = createTextPool()
  const [a, b, c] = [pool.take('a'), pool.take('b'), pool.take('c')]
  pool.take('c')
  pool.release(b)
  const other = createTextPool()
  other.restore(JSON.parse(JSON.stringify(pool.save())))
  assert.equal(other.textOf(a), 'a')
  assert.equal(other.take('c'), c)
  assert.equal(other.take('d'), b, 'the free number is known')
  other.release(a)
  assert.equal(other.take('e'), a)
})
