import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRandomBytes } from './random.ts'
import { createKeyRing, formatKeyRing, freshKeyRing, parseKeyRing, TAG_BYTES } from './signature.ts'

const secret = (fill: number) => new Uint8Array(32).fill(fill)

test('a tag is the first 16 bytes of the HMAC-SHA-256 that node:crypto computes, for every length and content', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ minLength: 16, maxLength: 100 }), (data, key) => {
      const ring = createKeyRing([{ id: 7, secret: key }])
      const room = new Uint8Array(data.length + TAG_BYTES)
      room.set(data)
      ring.sign(room, data.length)
      const expected = createHmac('sha256', key).update(data).digest().subarray(0, TAG_BYTES)
      assert.deepEqual(Buffer.from(room.subarray(data.length)), Buffer.from(expected))
      assert.equal(ring.verify(7, data, room.subarray(data.length)), true)
    }),
    { numRuns: 200 },
  )
})

test('what an older key of the ring signed still verifies after a roll, and a key that left the ring does not', () => {
  const room = new Uint8Array(4 + TAG_BYTES)
  createKeyRing([{ id: 1, secret: secret(1) }]).sign(room, 4)
  const [data, tag] = [room.subarray(0, 4), room.subarray(4)]
  const rolled = createKeyRing([
    { id: 2, secret: secret(2) },
    { id: 1, secret: secret(1) },
  ])
  assert.equal(rolled.signingKeyId, 2)
  assert.equal(rolled.verify(1, data, tag), true)
  assert.equal(rolled.verify(2, data, tag), false)
  assert.equal(createKeyRing([{ id: 2, secret: secret(2) }]).verify(1, data, tag), false)
})

test('a tag of another length is refused instead of thrown at', () => {
  const ring = createKeyRing([{ id: 1, secret: secret(1) }])
  assert.equal(ring.verify(1, new Uint8Array(3), new Uint8Array(0)), false)
})

test('a fresh ring reads back, and so does one of several keys, newest first', () => {
  const fresh = parseKeyRing(freshKeyRing(createRandomBytes()))
  assert.deepEqual(
    fresh.map((key) => [key.id, key.secret.length]),
    [[1, 32]],
  )
  const several = [{ id: 2, secret: secret(1) }, ...fresh]
  assert.deepEqual(parseKeyRing(formatKeyRing(several)), several)
})

test('a ring text at fault is refused without showing a secret', () => {
  assert.throws(() => parseKeyRing(''), /signing key 1 is not written as id:base64url/)
  assert.throws(() => parseKeyRing('1:AAAA'), /signing key 1 has fewer than 16 bytes/)
  const good = Buffer.from(secret(9)).toString('base64url')
  assert.throws(() => parseKeyRing(`1:${good},1:${good}`), /signing key 1 stands in the ring twice/)
  assert.throws(
    () => parseKeyRing(`300:${good}`),
    (error: Error) => /0–255/.test(error.message) && !error.message.includes(good),
  )
})
