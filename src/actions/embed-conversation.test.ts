import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmbedConversation } from './embed-conversation.ts'

const user = (content: string) => ({ role: 'user' as const, content })
const assistant = (content: string) => ({ role: 'assistant' as const, content })

function setUp() {
  const asked: string[] = []
  const embed = createEmbedConversation({
    ask: async (texts) => {
      asked.push(...texts)
      return texts.map((text) => Float32Array.of(text.length, 1))
    },
    monotonicMs: () => 0,
    onOutcome: () => {},
  })
  return { asked, embed }
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
