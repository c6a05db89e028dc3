import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS, requestFor } from '../../test/support/world.ts'
import { createReading } from './reading.ts'
import { createSpeech } from './speech.ts'
import { createThought } from './thought.ts'

test('phrases stand in what was said word for word, whatever their case, accents and punctuation', () => {
  const speaks = createSpeech(() => ['Boots for the café, please!', 'second-hand'])
  assert.equal(speaks(['CAFE please']), true)
  assert.equal(speaks(['Second Hand']), true)
  assert.equal(speaks(['boot']), false)
  assert.equal(speaks(['please second']), false, 'two texts are no sentence')
})

test('of a long phrase all words have to stand there', () => {
  const speaks = createSpeech(() => ['a bag that does not let in any rain', 'at all'])
  assert.equal(speaks(['Bag that does not let in any']), true)
  assert.equal(speaks(['bag that does not let in water']), false)
  assert.equal(speaks(['that does not let in any rain at all']), false)
})

test('in scripts without spaces between words a phrase may stand anywhere', () => {
  for (const [text, phrase, other] of [
    ['我想买一台笔记本电脑', '笔记本电脑', '手机'],
    ['静かなノートパソコンを買いたい', 'ノートパソコン', '電話'],
    ['อยากซื้อโน้ตบุ๊กเครื่องใหม่', 'โน้ตบุ๊ก', 'โทรศัพท์'],
    ['조용한 노트북을 사고 싶어요', '노트북', '노트부'],
  ] as const) {
    const speaks = createSpeech(() => [text])
    assert.equal(speaks([phrase]), true, phrase)
    assert.equal(speaks([other]), false, other)
  }
})

test('of texts that are too long the first ones are read', () => {
  const long = Array.from({ length: 2_500 }, (_, i) => `word${i}`).join(' ')
  assert.equal(createSpeech(() => ['second hand', long])(['second hand']), true)
  assert.equal(createSpeech(() => [long, 'second hand'])(['second hand']), false)
})

test('what the person wrote last is read before what was pasted long ago', () => {
  const { world, ...make } = createTestWorld()
  const user = (content: string) => ({ role: 'user' as const, content })
  const pasted = user(Array.from({ length: 2_500 }, (_, i) => `word${i}`).join(' '))
  const request = requestFor('Which bicycle?', { conversation: { messages: [pasted, user('it may be second hand')] } })
  const shown = world.facts.exposures.shownTo({ user: '', session: '', conversation: '' }, NOON_MS)
  const now = { nowMs: NOON_MS, random: () => 0, invalidTraffic: false, monotonicMs: () => 0, deadlineMs: 1_000 }
  const circumstances = { publisher: make.publisher(), shown, ...now }
  const reading = createReading(request, { ...world, monotonicMs: now.monotonicMs })
  assert.equal(createThought(request, world, circumstances, reading).speaks(['second hand']), true)
})
