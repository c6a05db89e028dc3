import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createKeyedHash, HASH_BYTES } from './keyed-hash.ts'

test('an id becomes the first 8 bytes of the HMAC-SHA-256 that node:crypto computes, in whatever order ids are asked for', () => {
  const secrets = fc.uint8Array({ minLength: 1, maxLength: 100 })
  // Few different texts, so that one is asked for again after none, one or several others.
  const texts = fc.array(fc.constantFrom('', 'a', '1 user', '1 naïve 漢 🙂', '\ud800', 'x'.repeat(2_000)), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(secrets, texts, (secret, asked) => {
      const { bytesOf, hexOf } = createKeyedHash(secret)
      const told = asked.map((text) => [bytesOf(text), hexOf(text)] as const)
      for (const [i, text] of asked.entries()) {
        const expected = createHmac('sha256', secret).update(text, 'utf8').digest().subarray(0, HASH_BYTES)
        assert.deepEqual(Buffer.from(told[i]![0]), expected)
        assert.equal(told[i]![1], expected.toString('hex'))
      }
    }),
  )
})
