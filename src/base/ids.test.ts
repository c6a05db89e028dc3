import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createManualClock } from './clock.ts'
import { createIdSource, decodeId, encodeId, timeOfId } from './ids.ts'
import { createRandomBytes } from './random.ts'

test('an id survives being written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) =>
      assert.deepEqual(decodeId(encodeId(bytes)), bytes),
    ),
  )
})

test('ids sort by time and tell it', () => {
  const clock = createManualClock(1_795_000_000_123)
  const ids = createIdSource({ clock, randomBytes: createRandomBytes() })
  const early = ids.next('req')
  clock.advance(1)
  assert.ok(early < ids.next('req'))
  assert.equal(timeOfId(decodeId(early.slice(4))!), 1_795_000_000_123)
})

test('what is no id is not read as one', () => {
  for (const text of ['', 'short', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'U'.repeat(26), '0'.repeat(27)])
    assert.equal(decodeId(text), undefined)
})
