import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelError } from './ask-model.ts'
import { createEmbedConversation } from './embed-conversation.ts'

const user = (content: string) => ({ role: 'user' as const, content })
const assistant = (content: string) => ({ role: 'assistant' as const, content })

function setUp() {
  const asked: string[] = []
  const outcomes: string[] = []
  const model = { dims: 2 }
  const embed = createEmbedConversation({
    ask: async (texts) => {
      asked.push(...texts)
      if (texts.some((text) => text.includes('endless'))) throw new ModelError('too long', { isAboutTexts: true })
      return texts.map(() => new Float32Array(model.dims).fill(1))
    },
    monotonicMs: () => 0,
    onOutcome: (outcome) => void outcomes.push(outcome),
  })
  return { asked, embed, outcomes, model }
}

test('the model hears the newest things that the user said, and of them those alone that are new to it', async () => {
  const { asked, embed } = setUp()
  const messages = ['one', 'two', 'three', 'four'].flatMap((text) => [user(text), assistant('Oh?')])
  await embed({ query: 'five', messages }, 1_000)
  assert.deepEqual(asked, ['five', 'four', 'three', 'two'])
  await embed({ query: 'six', messages: [...messages, user('five')] }, 1_000)
  assert.deepEqual(asked.slice(4), ['six'])
})

test('what the gates have not looked at is not sent, however little the newer messages say', async () => {
  const { asked, embed } = setUp()
  const messages = [user('something grave'), user(' '), user(''), user('ok')]
  await embed({ query: 'a tent', messages }, 1_000)
  assert.deepEqual(asked, ['a tent', 'ok'])
})

test('a message that the model refuses keeps nothing back of the others, is asked about once, and rests nobody', async () => {
  const { asked, embed, outcomes } = setUp()
  const messages = [user('an endless message')]
  assert.equal((await embed({ query: 'a tent', messages }, 1_000))?.length, 2)
  assert.deepEqual(asked, ['a tent', 'an endless message', 'a tent', 'an endless message'])
  for (let i = 0; i < 20; i++) await embed({ query: `tent ${i}`, messages }, 1_000)
  assert.equal(asked.length, 24)
  assert.deepEqual(new Set(outcomes), new Set(['asked']))
})

test('once another model answers, with other dimensions, what the one before said is asked about anew', async () => {
  const { asked, embed, model } = setUp()
  await embed({ query: 'one', messages: [] }, 1_000)
  model.dims = 3
  await embed({ query: 'two', messages: [user('one')] }, 1_000)
  const both = await embed({ query: 'two', messages: [user('one')] }, 1_000)
  assert.equal(both?.length, 3)
  assert.deepEqual(asked, ['one', 'two', 'one'])
})
