import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allGramsOf, extractFeatures, HEAD_CHARS, TAIL_CHARS, wordHashesOf } from './text-features.ts'

test('case, accents, apostrophes, width and drawn-out letters do not change a word', () => {
  for (const [one, other] of [
    ["DON'T", 'dont'],
    ['don’t', 'dont'],
    ['don´t', 'dont'],
    ['don`t', 'dont'],
    ['donʼt', 'dont'],
    ['انتحـــار', 'انتحار'],
    ['muốn'.normalize('NFD'), 'muốn'],
    ['죽고'.normalize('NFD'), '죽고'],
    ['𝐬𝐮𝐢𝐜𝐢𝐝𝐞', 'suicide'],
    ['ⓢⓤⓘⓒⓘⓓⓔ', 'suicide'],
    ['Café', 'cafe'],
    ['ｃｏｆｆｅｅ', 'coffee'],
    ['soooooo', 'soo'],
    ['sui\u200bcide', 'suicide'],
  ] as const) {
    assert.deepEqual(wordHashesOf(one), wordHashesOf(other), one)
  }
})

test('words end at punctuation and emoji, and a sign of a script without spaces is a word', () => {
  assert.equal(wordHashesOf('self-harm, now 🙂ok').length, 4)
  assert.equal(wordHashesOf('死にたい').length, 4)
})

test('numbers differ as words and are alike in shape', () => {
  assert.notDeepEqual(wordHashesOf('12'), wordHashesOf('42'))
  assert.deepEqual(allGramsOf(extractFeatures('12 eggs')), allGramsOf(extractFeatures('42 eggs')))
})

test('however long a text is, only its beginning and its end are read', () => {
  const long = extractFeatures('a '.repeat(100_000))
  assert.ok(long.wordCount <= HEAD_CHARS + TAIL_CHARS && long.gramCount < long.grams.length)
  const dense = extractFeatures('漢'.repeat(5_000))
  assert.equal(dense.wordCount, HEAD_CHARS + TAIL_CHARS)
  assert.ok(dense.gramCount < dense.grams.length)
})

test('models stay good only while hashes stay as they are', () => {
  assert.deepEqual(
    wordHashesOf('coffee 15').map((hash) => hash >>> 0),
    [166662752, 2312405914],
  )
  const hashes = new Uint32Array(allGramsOf(extractFeatures('coffee')))
  assert.deepEqual([hashes.length, hashes[2], hashes[3]], [25, 3820887925, 2393916844])
})

test('a plain word of a phrase has the hash that it has in a text', () => {
  for (const word of ['a', 'gun', 'sooooon', 'aaab', 'antidisestablishmentarianism'])
    assert.deepEqual(wordHashesOf(word), [extractFeatures(`${word}!`).words[0]], word)
})
