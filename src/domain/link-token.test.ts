import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createKeyRing } from '../base/signature.ts'
import type { LinkPayload } from './link.ts'
import {
  createLinkSigner,
  decisionTimeMs,
  impressionIdOf,
  linkUrl,
  parseImpressionId,
  requestIdOf,
  TOKEN_CHARS_MAX,
} from './link-token.ts'

const signerOf = (id: number, fill: number) =>
  createLinkSigner({ ring: createKeyRing([{ id, secret: new Uint8Array(32).fill(fill) }]) })
const signer = signerOf(1, 7)

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const number = fc.oneof(fc.maxSafeNat(), fc.nat(300))
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const slotId = fc.oneof(
  fc.string({ minLength: 1, maxLength: 64 }),
  fc.array(unit, { minLength: 1, maxLength: 64 }).map((units) => units.join('')),
  fc.array(codePoint, { minLength: 1, maxLength: 64 }).map((points) => points.join('')),
  fc.constant('😀'.repeat(64)),
)
const payloads: fc.Arbitrary<LinkPayload> = fc.record({
  decision: bytes(16),
  ordinal: fc.nat(29),
  adNumber: number,
  adVersion: number,
  campaignNumber: number,
  publisherNumber: number,
  model: fc.constantFrom('cpc', 'cpm', 'cpa'),
  priceMicros: number,
  format: fc.constantFrom('action_card', 'suffix', 'entity_link'),
  slotId,
  country: fc.constantFrom('', 'DE', 'US', 'ZW'),
  user: fc.oneof(bytes(8), fc.constant(new Uint8Array(8))),
  test: fc.boolean(),
})
const sample: LinkPayload = {
  decision: Uint8Array.from([0x01, 0x90, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  ordinal: 3,
  adNumber: 81_234,
  adVersion: 2,
  campaignNumber: 517,
  publisherNumber: 12,
  model: 'cpc',
  priceMicros: 430_000,
  format: 'action_card',
  slotId: 'main-slot',
  country: 'DE',
  user: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]),
  test: false,
}

test('every payload comes back from its token as it went in', () => {
  fc.assert(
    fc.property(payloads, (payload) => {
      const token = signer.sign(payload)
      assert.match(token, /^[A-Za-z0-9_-]+$/)
      assert.ok(token.length <= TOKEN_CHARS_MAX)
      assert.deepEqual(signer.verify(token), { ...payload })
    }),
    { numRuns: 1_000 },
  )
})

test('links that are out in the world go on being read', () => {
  const head = 'AQEBkAAAAAECAwQFBgcICQoL'
  const written: [Pick<LinkPayload, 'model' | 'format' | 'slotId'>, token: string][] = [
    [
      { model: 'cpc', format: 'action_card', slotId: 'main-slot' },
      `${head}AwzS-gQChQQMsJ8aREUBAgMEBQYHCAltYWluLXNsb3SVltZzRqfGFqGteRGFuKtq`,
    ],
    [
      { model: 'cpm', format: 'suffix', slotId: 'main-slot' },
      `${head}Iw3S-gQChQQMsJ8aREUBAgMEBQYHCAltYWluLXNsb3QwyGieSw_5mkFCKxYDZ0hx`,
    ],
    [
      { model: 'cpa', format: 'entity_link', slotId: 'Größe 😀' },
      `${head}Qx7S-gQChQQMsJ8aREUBAgMEBQYHCAgARwByAPYA3wBlACDYPd4APFn-K7l7ajNJQa6x2vwrhw`,
    ],
  ]
  for (const [fields, token] of written) {
    assert.deepEqual(signer.verify(token), { ...sample, ...fields })
    assert.equal(signer.sign({ ...sample, ...fields }), token)
  }
})

test('the longest payload has the longest token, and what is longer is not signed', () => {
  const most = Number.MAX_SAFE_INTEGER
  const numbers = { adNumber: most, adVersion: most, campaignNumber: most, publisherNumber: most, priceMicros: most }
  const longest = { ...sample, ...numbers, slotId: '😀'.repeat(64) }
  const token = signer.sign(longest)
  assert.deepEqual(signer.verify(token), longest)
  assert.ok(token.length <= TOKEN_CHARS_MAX && token.length > TOKEN_CHARS_MAX - 4, `${token.length}`)
  for (const slotId of ['x'.repeat(129), 'x'.repeat(300), '😀'.repeat(65)]) {
    assert.throws(() => signer.sign({ ...sample, slotId }), /slot id/)
  }
})

test('a token with any one character changed, removed or added is refused', () => {
  const token = signer.sign(sample)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. %\n'
  for (let i = 0; i < token.length; i++) {
    assert.equal(signer.verify(token.slice(0, i) + token.slice(i + 1)), undefined)
    for (const character of alphabet) {
      assert.equal(signer.verify(token.slice(0, i) + character + token.slice(i)), undefined)
      if (character === token[i]) continue
      assert.equal(signer.verify(token.slice(0, i) + character + token.slice(i + 1)), undefined, `${i} ${character}`)
    }
  }
})

test('text that is no token is refused and never throws', () => {
  for (const text of [
    '',
    'x',
    '🙂'.repeat(50),
    'A'.repeat(88),
    'A'.repeat(5_000),
    '../../etc/passwd',
    '\u0000'.repeat(100),
  ]) {
    assert.equal(signer.verify(text), undefined)
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 250 }), (noise) => {
      assert.equal(signer.verify(Buffer.from(noise).toString('base64url')), undefined)
    }),
  )
})

test('a token of another key, or of a key id that the ring does not hold, is refused', () => {
  assert.equal(signer.verify(signerOf(1, 8).sign(sample)), undefined)
  assert.equal(signer.verify(signerOf(2, 7).sign(sample)), undefined)
})

test('a payload read from one token stays as it is when the next token is read', () => {
  const first = signer.verify(signer.sign(sample))!
  signer.verify(signer.sign({ ...sample, decision: new Uint8Array(16).fill(255), user: new Uint8Array(8).fill(9) }))
  assert.deepEqual(first, sample)
})

test('ids and time are those of the decision, and an impression id reads back', () => {
  assert.match(impressionIdOf(sample), /^imp_[0-9A-Z]{26}_03$/)
  assert.equal(requestIdOf(sample), impressionIdOf(sample).replace('imp_', 'req_').slice(0, 30))
  assert.equal(decisionTimeMs(sample), 0x0190_0000_0001)
  for (let ordinal = 0; ordinal < 30; ordinal++) {
    const { decision } = sample
    assert.deepEqual(parseImpressionId(impressionIdOf({ decision, ordinal })), { decision, ordinal })
  }
  assert.equal(parseImpressionId('imp_nothing'), undefined)
  assert.equal(linkUrl('https://ads.example/x', 'why', 'T'), 'https://ads.example/x/why/T')
})
