import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../../base/clock.ts'
import { createRandomBytes } from '../../base/random.ts'
import { makeKeyText, publicIdOfHash } from '../../domain/api-key-text.ts'
import type { ApiKey, KeyUse } from '../../domain/api-key.ts'
import { createAuthenticate, hashKey } from './authenticate.ts'
import { createKeyUses } from './note-key-uses.ts'

const START_MS = Date.UTC(2026, 2, 10, 12, 30)

const MADE = makeKeyText({ mode: 'live', randomBytes: createRandomBytes() })

for (const [which, text, publicId] of [
  ['that the service made', MADE.text, MADE.publicId],
  ['that was made elsewhere', 'a-key-of-our-own', publicIdOfHash(hashKey('p', 'a-key-of-our-own'))],
] as const) {
  test(`a key ${which} is told once an hour of being let in, however often that is, and never where it is refused`, () => {
    const secretHash = hashKey('p', text)
    const fields = { id: 'key_1', number: 7, publicId, mode: 'live', scopes: [], origins: [], secretHash }
    const key = fields as unknown as ApiKey
    const told: [number, number][] = []
    let nowMs = START_MS
    const authenticate = createAuthenticate({
      directory: { keyByPublicId: (id) => (id === publicId ? key : undefined) },
      pepper: 'p',
      adminKeyHash: undefined,
      clock: { nowMs: () => nowMs },
      onUsed: (...used) => told.push(used),
    })
    const forged = `${text.slice(0, -1)}${text.endsWith('x') ? 'y' : 'x'}`
    assert.equal(authenticate(forged), undefined)
    assert.deepEqual(told, [])
    for (let i = 0; i < 100; i++) assert.ok(authenticate(text))
    assert.equal(authenticate(forged), undefined)
    nowMs = START_MS + HOUR_MS / 2 - 1
    authenticate(text)
    assert.deepEqual(told, [[7, START_MS - HOUR_MS / 2]])
    nowMs++
    for (let i = 0; i < 100; i++) authenticate(text)
    assert.deepEqual(told.slice(1), [[7, START_MS + HOUR_MS / 2]])
  })
}

test('uses go to the store once, a few at a time, and those that it did not take go again', async () => {
  const kept = new Map<number, number>()
  const calls: number[] = []
  let isAway = false
  const uses = createKeyUses({
    store: {
      keyUses: {
        async note(some: readonly KeyUse[]) {
          calls.push(some.length)
          if (isAway) throw new Error('away')
          for (const { keyNumber, usedAtMs } of some) kept.set(keyNumber, usedAtMs)
        },
        read: async (keys) =>
          keys.flatMap((keyNumber) => (kept.has(keyNumber) ? [{ keyNumber, usedAtMs: kept.get(keyNumber)! }] : [])),
      },
    },
  })
  const lastOf = async (number: number) => (await uses.tell([{ number } as ApiKey]))[0]!.lastUsedAtMs
  for (let number = 1; number <= 700; number++) uses.note(number, HOUR_MS)
  uses.note(1, 2 * HOUR_MS)
  uses.note(1, HOUR_MS)
  isAway = true
  await assert.rejects(uses.flush())
  assert.deepEqual([await lastOf(1), await lastOf(700), await lastOf(701)], [2 * HOUR_MS, HOUR_MS, undefined])
  isAway = false
  calls.length = 0
  await uses.flush()
  await uses.flush()
  assert.deepEqual([calls, kept.size, kept.get(1)], [[500, 200], 700, 2 * HOUR_MS])
  kept.set(5, 3 * HOUR_MS) // by another process
  assert.deepEqual([await lastOf(5), await lastOf(6)], [3 * HOUR_MS, HOUR_MS])
})
