import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPhraseTable, type Pattern } from './phrase-table.ts'
import { extractFeatures } from './text-features.ts'

const HARMLESS = -1
const tagsIn = (patterns: readonly Pattern[]): ((text: string) => number[]) => {
  const table = createPhraseTable(patterns)
  return (text) => table.find(extractFeatures(text)).hits.map(({ tag }) => tag)
}

test('a short form is read as the words that it stands for, in the phrase and in what is said', () => {
  const tags = tagsIn([
    ['cant go on', 1],
    ['i am lost', 2],
    ['my mother left', 3],
  ])
  for (const said of ['I can’t go on', 'i cannot go on', 'i can not go on']) assert.deepEqual(tags(said), [1], said)
  for (const said of ['I’m lost', 'im lost', 'I am so lost']) assert.deepEqual(tags(said), [2], said)
  for (const said of ['my mum left', 'my mom left', 'my mummy left']) assert.deepEqual(tags(said), [3], said)
  assert.deepEqual(tags('go on'), [])
})

test('a step may be left out, also the first one, and a choice may be several words', () => {
  const tags = tagsIn([
    ['at|in? the|a? hospital', 1],
    ['has|have-been ill', 2],
  ])
  for (const said of ['hospital', 'the hospital', 'in hospital', 'at a hospital'])
    assert.ok(tags(said).includes(1), said)
  assert.deepEqual(tags('they have been ill'), [2])
  assert.deepEqual(tags('they have ill'), [])
})

test('a step may be left out behind another that is left out', () => {
  const tags = tagsIn([['my|his? old|new? gun is|was? loaded', 1]])
  for (const said of ['gun loaded', 'my gun loaded', 'old gun loaded', 'his new gun was loaded', 'new gun is loaded'])
    assert.deepEqual(new Set(tags(said)), new Set([1]), said)
  for (const said of ['my new', 'my old loaded', 'my gun', 'gun was', 'old his gun'])
    assert.deepEqual(tags(said), [], said)
})

test('what begins as a phrase does is none, and hides none', () => {
  const tags = tagsIn([
    ['kill my self', 1],
    ['kill', 2],
    ['my time', 3],
  ])
  assert.deepEqual(tags('kill my time'), [2, 3])
  assert.deepEqual(tags('kill my'), [2])
  assert.deepEqual(tags('i kill'), [2])
  assert.deepEqual(tags('kill time my self'), [2])
  assert.deepEqual(tags('kill my self'), [2, 1])
})

test('a phrase means something else before the words that turn it, and hides nothing behind it', () => {
  const tags = tagsIn([
    ['is sick', 1, { next: 'of|with-envy', tag: HARMLESS }],
    ['with envy', 2],
  ])
  assert.deepEqual(tags('she is sick'), [1])
  assert.deepEqual(tags('she is sick of it'), [HARMLESS])
  assert.deepEqual(tags('she is sick with envy'), [HARMLESS, 2])
  assert.deepEqual(tags('she is sick with fever'), [1])
})

test('among many phrases none is found that is not there', () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${i}x`).join('|')
  const tags = tagsIn([[`${words} ${words}`, 1]])
  assert.deepEqual(tags('w1x w2x'), [1])
  for (const said of ['w193x v164y', 'w239x v164y', 'w198x v410y', 'w322x v451y'])
    assert.deepEqual(tags(said), [], `${said} has the hash of a phrase`)
})

test('a phrase that is too long to be found is refused, and so is what would turn it', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}x`)
  assert.deepEqual(tagsIn([[words(16).join(' '), 1]])(words(16).join(' ')), [1])
  for (const pattern of [words(17).join(' '), `${words(15).join(' ')} a-b`, `a-b ${words(15).join(' ')}`])
    assert.throws(() => tagsIn([[pattern, 1]]), /more than 16 words/, pattern)
  const turnedBy = (next: string) => tagsIn([['is sick', 1, { next, tag: HARMLESS }]])
  assert.deepEqual(turnedBy('of-all-that-waiting')('she is sick of all that waiting'), [HARMLESS])
  assert.throws(() => turnedBy('of-all-that-waiting-here'), /more than 4 words/)
})
