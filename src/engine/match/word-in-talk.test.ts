import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightsOf } from '../../../test/support/read-query.ts'

test('the parts of a word with a hyphen count less than the whole and than other words', () => {
  const query = 'I am looking for a non-profit shelter and a step-by-step guide to EUR/USD rates'
  const weights = weightsOf({ messages: [], query })
  for (const whole of ['non-profit', 'step-by', 'by-step', 'EUR/USD', 'shelter', 'guide', 'rates'])
    assert.equal(weights[whole], 1, whole)
  for (const part of ['non', 'profit', 'EUR', 'USD']) assert.equal(weights[part], 0.5, part)
  // Said by itself a word counts in full.
  assert.equal(weightsOf({ messages: [], query: 'a shelter that makes profit - and a guide' }).profit, 1)
})
