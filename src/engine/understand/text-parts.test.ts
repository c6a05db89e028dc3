import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractFeatures, wordHashesOf } from './text-features.ts'
import { allGramsOf, partBetween, wordsOf } from './text-parts.ts'

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

test('a text has an n-gram for each mark, two for each word, one for its end, and those inside of words', () => {
  for (const [text, count] of [
    ['', 0],
    ['?!', 2],
    ['漢', 3],
    ['漢字?', 6],
    ['a', 6],
  ] as const)
    assert.equal(allGramsOf(extractFeatures(text)).length, count, text)
})

test('a text that was not read as it was given has no parts', () => {
  for (const text of ['re\u0301sume\u0301 of the tent', 'tent '.repeat(401)])
    assert.throws(() => partBetween(extractFeatures(text), 0, 4), /its places are no longer known/, text)
})
