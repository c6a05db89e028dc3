// The console knows the words of the API by lists of its own, since it is a program for browsers; here they are held against the service's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonSentence } from '../../console/reasons.ts'
import { REACTIONS, SLOT_FORMATS, TOPICS, WEBHOOK_EVENTS, WEBHOOK_NOTICES } from '../../console/shapes.ts'
import { CANDIDATE_STOPS, NO_FILL_CODES } from '../../src/domain/decision.ts'
import { REACTIONS as REACTIONS_OF_SERVICE } from '../../src/domain/feedback.ts'
import { SLOT_FORMATS as FORMATS_OF_SERVICE } from '../../src/domain/publisher.ts'
import { NOTICE_KINDS, WEBHOOK_KINDS } from '../../src/domain/webhook.ts'
import { SENSITIVE_CATEGORIES } from '../../src/engine/understand/sensitive-lexicon.ts'

test('the console has a sentence for each reason why an ad is not shown', () => {
  const reasons = [...Object.keys(NO_FILL_CODES), ...CANDIDATE_STOPS]
  assert.deepEqual(
    reasons.filter((reason) => reasonSentence(reason) === undefined),
    [],
  )
})

test('the console offers the formats, topics, reactions and events of webhooks that the service knows', () => {
  assert.deepEqual(REACTIONS, REACTIONS_OF_SERVICE)
  assert.deepEqual(SLOT_FORMATS, FORMATS_OF_SERVICE)
  assert.deepEqual([...WEBHOOK_EVENTS, ...WEBHOOK_NOTICES], WEBHOOK_KINDS)
  assert.deepEqual(WEBHOOK_NOTICES, NOTICE_KINDS)
  assert.deepEqual([...TOPICS], [...SENSITIVE_CATEGORIES])
})
