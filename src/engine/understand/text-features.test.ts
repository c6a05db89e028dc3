import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allGramsOf,
  extractFeatures,
  HEAD_CHARS,
  partBetween,
  TAIL_CHARS,
  wordHashesOf,
  wordsOf,
} from './text-features.ts'

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
  assert.equal(long.wordCount, (HEAD_CHARS + TAIL_CHARS) / 2)
  const dense = extractFeatures('漢'.repeat(5_000))
  assert.equal(dense.wordCount, HEAD_CHARS + TAIL_CHARS)
  const loud = extractFeatures('?'.repeat(5_000))
  assert.equal(loud.markCount, HEAD_CHARS + TAIL_CHARS)
  // Written otherwise some characters become eighteen, and what is read stays as much.
  assert.ok(extractFeatures('\u0344ﷺ'.repeat(900)).wordCount <= HEAD_CHARS + TAIL_CHARS)
})

test('a part has the words and marks between two places', () => {
  const text = 'Help! My dog’s lead broke: which one?\nIt pulls, 40 kg. 死にたい。はい'
  const wordsBetween = (from: string, to: string) => {
    const features = extractFeatures(text)
    const part = partBetween(features, text.indexOf(from), to === '' ? text.length : text.indexOf(to))
    return { words: [...wordsOf(features, part).words], marks: part.marksTo - part.marksFrom }
  }
  for (const [from, to, marks] of [
    ['Help', 'My', 1],
    ['My', '\n', 2],
    ['\n', ' 40', 0],
    [' 40', '死', 0],
    ['死', 'は', 0],
    ['はい', '', 0],
    ['Help', '', 3],
  ] as const) {
    const said = text.slice(text.indexOf(from), to === '' ? undefined : text.indexOf(to))
    assert.deepEqual(wordsBetween(from, to), { words: wordHashesOf(said), marks }, said)
  }
})

test('whatever `unmask` would write out is known to be perhaps masked', () => {
  for (const masked of [
    'k1ll',
    'suicіde',
    's u i c i d e',
    's.u.i.c.i.d.e',
    's*icide',
    'b!!tch',
    '$uicide',
    'suicid3',
    'α-lpha а b c d',
  ])
    assert.equal(extractFeatures(`how do I ${masked} now`).mayBeMasked, true, masked)
  for (const plain of [
    'I need a quiet laptop!',
    '3 tents, 2 mats',
    'je t’aime',
    'две палатки',
    'is it $40? ok',
    'a b or not',
  ])
    assert.equal(extractFeatures(plain).mayBeMasked, false, plain)
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
