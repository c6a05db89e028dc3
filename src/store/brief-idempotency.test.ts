import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../base/clock.ts'
import { createBriefIdempotency } from './brief-idempotency.ts'

test('a key is claimed once, replays for a day, and is free again where the write was given up', async () => {
  const keys = createBriefIdempotency()
  assert.deepEqual(await keys.begin('k', 'hash', 0), { state: 'new', atMs: 0 })
  assert.deepEqual(await keys.begin('k', 'hash', 0), { state: 'in_flight', atMs: 0 })
  assert.deepEqual(await keys.begin('k', 'other', 0), { state: 'mismatch' })
  const answer = { status: 200, body: '{}' }
  await keys.finish('k', answer)
  assert.deepEqual(await keys.begin('k', 'hash', DAY_MS - 1), { state: 'replay', answer })
  assert.deepEqual(await keys.begin('k', 'hash', DAY_MS), { state: 'new', atMs: DAY_MS })
  await keys.abandon('k')
  assert.deepEqual(await keys.begin('k', 'other', DAY_MS), { state: 'new', atMs: DAY_MS })
})

test('beyond the bound the oldest keys give way to the newest', async () => {
  const keys = createBriefIdempotency({ keysMax: 10 })
  for (let i = 0; i < 100; i++) await keys.begin(`k${i}`, 'hash', 0)
  assert.equal((await keys.begin('k99', 'hash', 0)).state, 'in_flight')
  assert.equal((await keys.begin('k0', 'hash', 0)).state, 'new')
})

test('beyond the bound of all answers together the oldest give way too', async () => {
  const keys = createBriefIdempotency({ charsMax: 1_000 })
  for (let i = 0; i < 20; i++) {
    await keys.begin(`k${i}`, 'hash', 0)
    await keys.finish(`k${i}`, { status: 200, body: 'x'.repeat(100) })
  }
  assert.equal((await keys.begin('k19', 'hash', 0)).state, 'replay')
  assert.equal((await keys.begin('k10', 'hash', 0)).state, 'replay')
  assert.equal((await keys.begin('k9', 'hash', 0)).state, 'new')
})

test('an answer that comes twice counts once towards the bound', async () => {
  const keys = createBriefIdempotency({ charsMax: 1_000 })
  await keys.begin('k', 'hash', 0)
  // As from a write whose key gave way before its answer came, and was claimed anew meanwhile.
  for (let i = 0; i < 9; i++) await keys.finish('k', { status: 200, body: 'x'.repeat(100) })
  await keys.begin('other', 'hash', 0)
  await keys.finish('other', { status: 200, body: 'x'.repeat(200) })
  assert.equal((await keys.begin('k', 'hash', 0)).state, 'replay')
})
