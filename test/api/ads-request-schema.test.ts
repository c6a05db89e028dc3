import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { ServiceError } from '../../src/domain/errors.ts'
import { readAdsRequest } from '../../src/http/read-ads-request.ts'
import { adsRequestBody } from '../../src/http/schemas/ads-request.ts'

test('what the published schema takes and refuses is what the service takes and refuses', () => {
  const published = new Ajv({ strict: false }).compile(adsRequestBody)
  fc.assert(
    fc.property(almostARequest, (body) => {
      const text = JSON.stringify(body)
      assert.equal(isRead(JSON.parse(text)), published(JSON.parse(text)), text)
    }),
    { numRuns: 3_000, seed: 20_261_121 },
  )
})

/** Requests that are right but for a value here and there. Rules that a schema cannot say are never met by chance. */
const odd = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  fc.constantFrom(null, 0, -1, 1.5, 11, '', 'x', 'ä🚆', [], {}, [1], true, 'x'.repeat(200)),
)
const maybe = <T>(right: fc.Arbitrary<T>) =>
  fc.tuple(fc.option(right, { nil: undefined }), odd).map(([value, other]) => (other === undefined ? value : other))
const surely = <T>(right: fc.Arbitrary<T>) =>
  fc.tuple(right, odd).map(([value, other]) => (other === undefined ? value : other))
const text = fc.string({ minLength: 1, maxLength: 20 }).map((value) => `q${value}`)
const saidMessage = fc.record({ role: fc.constantFrom('user', 'assistant'), content: maybe(text) })
// Described as if its content mattered too, so that the types that are made of the description know it as a text.
const otherMessage = fc.record({ role: surely(fc.constant('tool')), content: fc.option(text) })
const almostARequest = fc.record({
  conversationContext: fc.record({
    query: fc.tuple(text, odd).map(([value, other]) => (other === undefined || other === null ? value : other)),
    response: maybe(text),
    messages: maybe(fc.array(fc.oneof(saidMessage, otherMessage), { maxLength: 3 })),
    conversationId: maybe(text),
    language: maybe(fc.constant('de')),
  }),
  userContext: maybe(
    fc.record({
      userId: maybe(text),
      demographics: maybe(fc.record({ country: maybe(fc.constant('DE')) })),
      profile: maybe(
        fc.record({
          interests: maybe(fc.array(surely(text), { maxLength: 3 })),
          purchaseIntent: maybe(fc.record({ categories: maybe(fc.array(text)) })),
        }),
      ),
      device: maybe(fc.record({ ip: maybe(fc.constant('::1')), userAgent: maybe(text) })),
      consent: maybe(
        fc.record({ gdprApplies: maybe(fc.boolean()), gppSid: maybe(fc.array(fc.integer())), tcString: maybe(text) }),
      ),
      adsEnabled: maybe(fc.boolean()),
      ageGroup: maybe(fc.constantFrom('adult', 'teen')),
    }),
  ),
  slots: surely(
    fc.uniqueArray(
      fc.record({
        slotId: fc.string({ minLength: 0, maxLength: 70 }),
        format: surely(fc.constant('suffix')),
        count: maybe(fc.integer({ min: 0, max: 3 })),
        minRelevance: maybe(fc.double({ min: -0.1, max: 1, noNaN: true })),
        floor: maybe(fc.record({ amount: surely(fc.constantFrom('0.50', '7', '.5', '07', '0.1234567', '-1')) })),
        block: maybe(fc.record({ domains: maybe(fc.array(text)) })),
      }),
      { maxLength: 11, selector: ({ slotId }) => slotId },
    ),
  ),
  options: maybe(fc.record({ test: maybe(fc.boolean()), timeoutMs: maybe(fc.integer({ min: 40, max: 5_010 })) })),
  metadata: maybe(fc.record({ a: text })),
})

function isRead(body: unknown): boolean {
  try {
    readAdsRequest(body, 'USD')
    return true
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    return false
  }
}
