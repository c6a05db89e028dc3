import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractFeatures, HEAD_CHARS, inPlainForms, TAIL_CHARS, wordHashesOf, wordsOfAll } from './text-features.ts'
import { allGramsOf } from './text-parts.ts'

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

test('the end of a long text is read as if it followed its beginning', () => {
  const beginning = 'Hello! Is it $40? 漢字 soooo good, k2. '.repeat(41).slice(0, HEAD_CHARS - 1)
  const end = ' café & more?! '.repeat(40).slice(-TAIL_CHARS)
  // All that was noted, as one text, since thousands of numbers take long to compare one by one.
  const noteOf = (text: string) => {
    const features = extractFeatures(text)
    const { words, shapes, checks, marksBefore, innerBefore, lettersUpTo, wordCount, marks, markCount, letters } =
      features
    const ofWords = [words, shapes, checks, marksBefore, lettersUpTo].map((some) => some.subarray(0, wordCount))
    const others = [marks.subarray(0, markCount), innerBefore.subarray(0, wordCount + 1), allGramsOf(features)]
    return [...ofWords, ...others, letters.subarray(0, lettersUpTo[wordCount - 1])].join('\n')
  }
  const long = `${beginning} ${'middle '.repeat(500)}${end}`
  assert.ok(noteOf(long) === noteOf(`${beginning} ${end}`))
  const { words, wordCount } = extractFeatures(long)
  assert.deepEqual([...words.subarray(0, wordCount)], [...wordHashesOf(beginning), ...wordHashesOf(end)])
})

test('all words of a long text are read, and none is cut where it is read piece by piece', () => {
  const text = 'sixty three letters and a 漢字 in e\u0301very piece of the whole '.repeat(200)
  const { words, wordCount } = wordsOfAll(text)
  const ofOne = wordHashesOf(text.slice(0, text.length / 200))
  assert.deepEqual([...words.subarray(0, wordCount)], Array<number[]>(200).fill(ofOne).flat())
})

test('a text in odd forms is written plainly, never to more than is read; a long one stays as it is', () => {
  assert.equal(inPlainForms('re\u0301sume\u0301 ⓢⓤⓘ'), 'résumé sui')
  assert.equal(inPlainForms('½ cup, ﷺ'), '½ cup, ﷺ')
  for (const part of ['\u0316\u0301', '\u0301ﷺ', '\u0344', 'ⓢ', '𝐬']) {
    const [most, long] = [2_000, 32_000].map((length) => part.repeat(length / part.length))
    const plain = inPlainForms(most!)
    assert.ok(plain.length <= HEAD_CHARS + TAIL_CHARS, part)
    assert.equal(inPlainForms(plain), plain, part)
    assert.equal(inPlainForms(long!), long, part)
  }
})

test('places are those of a text that is neither long nor in odd forms', () => {
  for (const text of ['', 'résumé ½ ﷺ', 'q\u0303', 'a'.repeat(2_000)]) assert.ok(extractFeatures(text).isVerbatim, text)
  for (const text of ['re\u0301sume\u0301', 'ﷺ q\u0303', 'a'.repeat(2_001)]) {
    assert.equal(extractFeatures(text).isVerbatim, false, text)
    assert.equal(extractFeatures(inPlainForms(text)).isVerbatim, text.length <= 2_000, text)
  }
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
