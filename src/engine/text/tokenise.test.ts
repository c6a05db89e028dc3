import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from './terms.ts'
import { createTokenBuffer, hashHi, hashLo, tokenise } from './tokenise.ts'

const cases: Record<string, string[]> = {
  'A 13-inch screen, USB-C': ['A', '13', 'inch', '13-inch', 'screen', 'USB', 'C', 'USB-C'],
  '€899.99 or $1,000 for 3.5 mm': ['899.99', 'or', '1,000', 'for', '3.5', 'mm'],
  "men's shoes don’t squeak": ['men', 'shoes', 'don', 'squeak'],
  "l'eau d'été": ['l', 'eau', 'd', 'été'],
  'H&M Wi-Fi': ['H', 'M', 'H&M', 'Wi', 'Fi', 'Wi-Fi'],
  '東京のホテル 3泊': ['東京', '京の', 'のホ', 'ホテ', 'テル', '3', '泊'],
  'हिन्दी में': ['हिन्दी', 'में'],
  'купить телевизор': ['купить', 'телевизор'],
  'هاتف محمول': ['هاتف', 'محمول'],
  'hi 👍🏽 there': ['hi', 'there'],
  '  …—': [],
}

for (const [text, expected] of Object.entries(cases)) {
  test(`"${text}" is read as ${expected.length} tokens`, () => {
    const tokens = createTokenBuffer()
    tokenise(text, tokens)
    assert.deepEqual(
      Array.from({ length: tokens.count }, (_, i) => text.slice(tokens.start[i], tokens.end[i])),
      expected,
    )
  })
}

test('case, inner commas and inner hyphens do not change the hash of a token', () => {
  const tokens = createTokenBuffer()
  for (const [text, at, word] of [
    ['LapTop', 0, 'laptop'],
    ['1,000', 0, '1000'],
    ['Wi-Fi', 2, 'wifi'],
  ] as const) {
    tokenise(text, tokens)
    assert.equal(tokens.lo[at], hashLo(word))
    assert.equal(tokens.hi[at], hashHi(word))
  }
})

test('words come down to one stem whatever their form, accents or width', () => {
  assert.deepEqual(wordsOf('Laptops', 'en'), wordsOf('laptop', 'en'))
  assert.deepEqual(wordsOf('Café', 'en'), ['cafe'])
  assert.deepEqual(wordsOf('ＵＳＢ', 'en'), ['usb'])
  assert.deepEqual(wordsOf('Häuser', 'de'), wordsOf('Haus', 'de'))
  assert.deepEqual(wordsOf('chaussures', 'fr'), wordsOf('chaussure', 'fr'))
  assert.deepEqual(wordsOf('zapatos', 'es'), wordsOf('zapato', 'es'))
  assert.deepEqual(wordsOf('nc6200s', 'en'), ['nc6200s'])
})

test('stop words are left out by language, and short forms become what they stand for', () => {
  assert.deepEqual(wordsOf('the', 'en'), [])
  assert.deepEqual(wordsOf('für', 'de'), [])
  assert.deepEqual(wordsOf('the', 'de'), ['the'])
  assert.deepEqual(wordsOf('NYC', 'en'), ['new', 'york'])
  assert.deepEqual(wordsOf('tv', 'en'), wordsOf('television', 'en'))
})

test('a long text without a space is read without harm', () => {
  const tokens = createTokenBuffer()
  tokenise('a-'.repeat(20_000), tokens)
  assert.equal(tokens.count, 39_999)
  tokenise('字'.repeat(20_000), tokens)
  assert.equal(tokens.count, 19_999)
})
