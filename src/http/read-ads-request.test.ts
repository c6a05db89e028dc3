import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdRequest } from '../domain/ad-request.ts'
import { readAdsRequest } from './read-ads-request.ts'

/** A train takes one character and two units of UTF-16. */
const TRAIN = '🚆'

const read = (conversationContext: object, slot: object = {}): AdRequest =>
  readAdsRequest({ conversationContext, slots: [{ slotId: 'a', format: 'suffix', ...slot }] }, 'USD')

test('what is cut of messages is counted in characters, as all other texts are', () => {
  const messages = ['a', 'b', 'c'].map((letter) => ({ role: 'user', content: letter + TRAIN.repeat(9_999) }))
  const whole = read({ query: 'x', messages })
  assert.deepEqual([whole.conversation.messages, whole.warnings], [messages, []])

  const { conversation, warnings } = read({
    query: 'x',
    messages: [{ role: 'user', content: TRAIN.repeat(5_000) }, ...messages],
  })
  assert.deepEqual(conversation.messages, [{ role: 'user', content: TRAIN.repeat(2_000) }, ...messages])
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['messages_cut'],
  )
})

test('a message that serves as query keeps 8,000 characters of it', () => {
  const { conversation, warnings } = read({ messages: [{ role: 'user', content: TRAIN.repeat(8_001) }] })
  assert.equal(conversation.query, TRAIN.repeat(8_000))
  assert.match(warnings[0]!.message, /cut to 8000 characters/)
})

test('a slot answers with 128 characters of a format that nobody knows', () => {
  assert.equal(read({ query: 'x' }, { format: TRAIN.repeat(200) }).slots[0]!.format, TRAIN.repeat(128))
})

test('of a message of another role nothing is read, so nothing in it is refused', () => {
  const parts = [{ type: 'text', text: '18 laptops found' }]
  const messages = [
    { role: 'user', content: 'a laptop' },
    { role: 'tool', content: parts },
    { role: 'function', name: 'find', content: { found: 18 } },
    { role: 'developer', content: 7 },
  ]
  const { conversation, warnings } = read({ query: 'a quiet one', messages })
  assert.deepEqual(conversation.messages, [{ role: 'user', content: 'a laptop' }])
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['messages_ignored'],
  )
  assert.throws(() => read({ query: 'x', messages: [{ role: 'user', content: parts }] }), /messages\[0\]\.content/)
})
