import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AdRequest } from '../../domain/ad-request.ts'
import { openGates } from './open-gates.ts'
import { createUnderstand } from './understand.ts'

const understand = createUnderstand(openGates(join(import.meta.dirname, '../../../models')))

function languageOf(...said: string[]): string {
  const query = said.pop()!
  const messages = said.map((content) => ({ role: 'user' as const, content }))
  return understand({ conversation: { query, messages }, user: {} } as unknown as AdRequest).language
}

test('a few words are in the language of what was said before, unless they surely are not', () => {
  for (const [before, query, language] of [
    ['I need running shoes', 'trail, waterproof', 'en'],
    ['I need a jacket', 'die blaue', 'en'],
    ['ich suche einen leisen Laptop', 'yes please', 'de'],
    ['scarpe da corsa impermeabili', '42', 'it'],
    ['I need a laptop for school', 'wanderschuhe wasserdicht', 'de'],
    ['I need a tent', 'und ein Zelt', 'de'],
    ['necesito un portátil para estudiar', 'and headphones too', 'en'],
    ['I need a bike', 'et un casque', 'fr'],
    ['потрібні навушники з шумозаглушенням', 'чорна або синя', 'uk'],
    ['防水の登山靴を探しています', '防水 登山 靴', 'ja'],
    ['necesito un portátil para estudiar', 'Lenovo or Asus', 'es'],
    ['ich suche einen leisen Laptop', 'max 400 please', 'de'],
    ['I need a laptop for school', 'und jetzt suche ich noch eine Tasche', 'de'],
  ] as const)
    assert.equal(languageOf(before, query), language, query)
  assert.equal(languageOf('wanderschuhe wasserdicht'), 'de')
})

test('a crisis at the beginning of a long message is heard behind a long conversation too', () => {
  const talk = 'we walked along the river and talked about the garden, which tent '.repeat(30)
  const topicsOf = (before: string, query: string) =>
    understand({
      conversation: { query, messages: [{ role: 'user', content: before }] },
      user: {},
    } as unknown as AdRequest).sensitiveTopics.map(({ category }) => category)
  assert.ok(topicsOf(talk, `i want to kill myself. ${talk.slice(0, 900)}`).includes('self_harm'))
  assert.ok(topicsOf(`${talk} i want to kill myself`, talk).includes('self_harm'))
  assert.deepEqual(topicsOf(talk, talk), [])
})
