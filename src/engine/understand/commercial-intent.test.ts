import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSeededRandom } from '../../base/random.ts'
import type { AdRequest } from '../../domain/ad-request.ts'
import { OWN_EVAL_FOLDER, readEvalFolder } from '../../../tools/eval-folder.ts'
import {
  INTENT_THRESHOLD_ABROAD,
  INTENT_THRESHOLD_SENTENCE,
  INTENT_THRESHOLD_WORDS,
  intentThresholdFor,
  openCommercialIntent,
} from './commercial-intent.ts'
import { openGates } from './open-gates.ts'
import { createUnderstand } from './understand.ts'

const MODELS = join(import.meta.dirname, '../../../models')
const { intentOf, intentOfTurns } = openCommercialIntent(MODELS)
const understand = createUnderstand(openGates(MODELS))
const { intent, questions } = readEvalFolder(OWN_EVAL_FOLDER)

const isCommercial = (query: string): boolean =>
  understand({ conversation: { query, messages: [] }, user: {} } as unknown as AdRequest).isCommercial

test('a bare product name is a commercial wish', () => {
  for (const text of [
    'coffee',
    'bluetooth headphones',
    'hp laptop 15',
    'running shoes',
    'wine glasses',
    'Hotels in Lisbon',
  ]) {
    assert.ok(intentOf(text) > 0.2, `${text}: ${intentOf(text)}`)
  }
})

test('small talk, sums, code, writing tasks and device control rank below every wish to buy', () => {
  const wishes = ['recommend a good espresso machine', 'i need a cheap flight to rome', 'where can i buy hiking boots']
  const others = [
    'hello, how are you',
    'thanks!',
    'what is 12 * 17',
    'write a poem about the sea',
    'turn off the lights',
    'fix my python loop that throws a TypeError',
  ]
  const least = Math.min(...wishes.map(intentOf))
  for (const text of others) assert.ok(intentOf(text) < 0.1 && intentOf(text) < least, `${text}: ${intentOf(text)}`)
})

test('a conversation that plainly wants nothing is held back by the default line', () => {
  for (const text of ['hello, how are you', 'write a poem about the sea'])
    assert.ok(intentOfTurns([text]) < intentThresholdFor([text], 'en'), text)
})

test('a short answer inside a commercial dialogue keeps the dialogue commercial', () => {
  const dialogue = ['I want to buy a suitcase', 'Under 200 euros', 'no']
  assert.ok(intentOfTurns(dialogue) > intentOf('no'))
  assert.ok(intentOfTurns(dialogue) >= INTENT_THRESHOLD_WORDS)
})

test('what was wished for right before is not drowned by how it is answered, and what was wished for earlier may be', () => {
  const wish = 'vacuum cleaner pls'
  const answer = 'no limit if works'
  assert.ok(intentOf(`${wish}\n${answer}`) < INTENT_THRESHOLD_WORDS)
  assert.equal(intentOfTurns([wish, answer]), intentOf(wish))
  assert.ok(intentOfTurns([wish, answer, 'write a poem about the sea']) < INTENT_THRESHOLD_WORDS)
})

test('of a conversation the largest counts of what its messages score alone and together', () => {
  const formulaOf = (turns: readonly string[]) => {
    const newest = intentOf(turns.at(-1)!)
    const both = Math.max(newest, turns.length < 2 ? 0 : intentOf(turns.slice(-4).join('\n')))
    return both >= INTENT_THRESHOLD_ABROAD || turns.length < 2 ? both : Math.max(both, intentOf(turns.at(-2)!))
  }
  const random = createSeededRandom(8)
  const pieces = [
    'vacuum cleaner',
    'thanks!',
    '$5',
    '?!',
    'write a poem',
    'q\u0303',
    '½ cups',
    're\u0301sume\u0301',
    '你好。',
    '…',
    '\u0301',
  ]
  const pick = () => pieces[Math.floor(random() * pieces.length)]!
  const said = (count: number) => Array.from({ length: count }, pick).join(random() < 0.2 ? '\n' : ' ')
  for (let i = 0; i < 3_000; i++) {
    const turns = Array.from({ length: 1 + Math.floor(random() * 5) }, () => said(Math.floor(random() ** 2 * 9)))
    // Some so long that what is joined has a few characters less or more than are read.
    if (i % 10 === 0)
      turns[0] = 'a tent '.repeat(300).slice(0, 2_003 - Math.floor(random() * 6) - turns.slice(1).join('\n').length)
    assert.equal(intentOfTurns(turns), formulaOf(turns), JSON.stringify(turns))
  }
})

test('a wish is heard behind a message that is written in other forms beside it', () => {
  for (const turns of [
    ['½ ½ ½ ½ ½ ½ cups', 'q\u0303 a vacuum cleaner please'],
    ['write it shorter… and… nicer…… please…', 'a vacuum cleaner fẹ\u0301'],
  ])
    assert.ok(intentOfTurns(turns) >= intentOf(turns[1]!), turns[0])
})

test('sums and commands to a device are held back as whole sentences', () => {
  for (const text of [
    'what is 12 times 7',
    'turn off the lights',
    'what is the capital of France',
    'set an alarm for 7',
  ]) {
    assert.ok(intentOf(text) < intentThresholdFor([text], 'en'), text)
  }
})

test('a few bare words, sentences in English and in other languages meet lines of their own', () => {
  for (const text of ['phone case', 'explain gravity', 'go on'])
    assert.equal(intentThresholdFor([text], 'en'), INTENT_THRESHOLD_WORDS)
  assert.equal(intentThresholdFor(['Handyhülle'], 'de'), INTENT_THRESHOLD_WORDS)
  assert.equal(intentThresholdFor(['手机壳'], 'zh'), INTENT_THRESHOLD_WORDS)
  assert.equal(intentThresholdFor(['iphone 15 pro max case'], 'und'), INTENT_THRESHOLD_WORDS)
  assert.equal(intentThresholdFor(['eine Hülle für mein Telefon'], 'de'), INTENT_THRESHOLD_ABROAD)
  assert.equal(intentThresholdFor(['想给我妈买一个好用的手机壳'], 'zh'), INTENT_THRESHOLD_ABROAD)
  assert.equal(intentThresholdFor(['I want a suitcase', 'blue'], 'en'), INTENT_THRESHOLD_SENTENCE)
})

test('what people type in the middle of a talk, and wants nothing, is held back', () => {
  for (const text of ['go on', 'try again', 'tell me more', 'what happens next?', 'make it rhyme', 'no, the other one'])
    assert.ok(intentOf(text) < intentThresholdFor([text], 'en'), `${text}: ${intentOf(text)}`)
})

test('a text without words wants nothing', () => {
  assert.equal(intentOf(''), 0)
  assert.equal(intentOfTurns([]), 0)
})

// A little beside what docs/matching.md tells.
for (const [of, isOf, unwelcomeMin, welcomeMax] of [
  ['the first two writers', (source: string) => source !== 'third writer', 0.57, 0.028],
  ['the third', (source: string) => source === 'third writer', 0.53, 0.018],
] as const) {
  test(`of everyday messages of ${of} most unwelcome ones are held back, and hardly a welcome one`, () => {
    const heldBack = (label: number) => {
      const some = intent.filter((row) => row.label === label && isOf(row.source))
      return some.filter(({ text }) => !isCommercial(text)).length / some.length
    }
    const [unwelcome, welcome] = [heldBack(0), heldBack(1)]
    assert.ok(unwelcome > unwelcomeMin && welcome < welcomeMax, `${unwelcome} and ${welcome}`)
  })
}

test('no search is held back', () => {
  const searches = questions.filter(({ set }) => set === 'shop').map(({ query }) => query)
  assert.deepEqual(
    searches.filter((query) => !isCommercial(query)),
    [],
  )
})

test('greetings and thanks want nothing, in any language and manner', () => {
  const texts = [
    'hi',
    'Hi!',
    'HELLO THERE',
    'thanks!',
    'ok, thank you so much',
    'hey, how are you doing?',
    'yes',
    'no thanks',
    'thanks, that helped a lot!',
    'thank you so much, great answer',
    'can you explain that again?',
  ]
  const abroad = [
    'danke',
    'Merci beaucoup !',
    '¡Hola!',
    'obrigado',
    'grazie mille',
    'こんにちは',
    '谢谢',
    'धन्यवाद',
    'شكرا',
    'спасибо',
  ]
  for (const text of [...texts, ...abroad]) assert.equal(intentOf(text), 0, text)
})

test('a pleasantry beside a wish does not hide the wish', () => {
  for (const text of ['hi, hiking boots', 'thank you cards', 'hello, do you sell socks?'])
    assert.ok(intentOf(text) > 0.15, text)
})

test('the manner of writing does not decide', () => {
  const manners = [
    (text: string) => text.toUpperCase(),
    (text: string) => `hi there. quick question: ${text}`,
    (text: string) => `${text}, thank you!`,
    (text: string) => `I had a long day and the kids are asleep. ${text} My sister called as well.`,
  ]
  for (const manner of manners) {
    const wishes = ['which tent is good for winter?', 'book a hotel in lisbon for friday', 'i need a plumber'].map(
      manner,
    )
    const others = ['write a haiku about the moon', 'set a timer for ten minutes', 'who painted the mona lisa?'].map(
      manner,
    )
    for (const wish of wishes) {
      assert.ok(intentOf(wish) >= 3 * INTENT_THRESHOLD_SENTENCE, `${wish}: ${intentOf(wish)}`)
      for (const other of others)
        assert.ok(intentOf(wish) > 2 * intentOf(other), `${wish} / ${other}: ${intentOf(wish)} ${intentOf(other)}`)
    }
  }
})

test('the same goods are a wish in one frame and none in another', () => {
  const pairs = [
    ['where can i buy a vacuum cleaner', 'turn off the vacuum cleaner'],
    ['recommend a hotel in rome', 'write a complaint letter to a hotel in rome'],
    [
      'i am looking for running shoes under $80',
      'a store sells running shoes for $80 each. how much do 12 pairs cost?',
    ],
    ['welches Zelt soll ich kaufen?', 'schreib ein Gedicht über ein Zelt'],
  ] as const
  const oddsOf = (text: string) => intentOf(text) / (1 - intentOf(text))
  for (const [wish, other] of pairs)
    assert.ok(
      oddsOf(wish) > 1 && oddsOf(wish) > 100 * oddsOf(other),
      `${wish} / ${other}: ${oddsOf(wish)} ${oddsOf(other)}`,
    )
})
