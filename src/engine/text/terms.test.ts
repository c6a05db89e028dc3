import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTermReader, type TermReader } from './terms.ts'
import { loadWordFrequencies } from './word-frequency.ts'

const FREQUENCIES = loadWordFrequencies()
/** Several times as many as the reader remembers. */
const WORDS = 150_000
const SOME = 600

function termsOf(reader: TermReader, text: string, language: string): string {
  const { count, lo, hi, rarity } = reader.read(text, language)
  return Array.from({ length: count }, (_, i) => `${lo[i]} ${hi[i]} ${rarity[i]}`).join(', ')
}

test('what a reader has seen before changes nothing of what it reads, however many words share a place', () => {
  const used = createTermReader(FREQUENCIES)
  const texts: string[] = []
  for (let from = 0; from < WORDS; from += SOME) {
    const words = Array.from({ length: SOME }, (_, i) => `wort${from + i}`)
    // Stop words stand for no term, a compound for several.
    texts.push(`${words.join(' ')} und die Reiseversicherung der Laufschuhe`)
  }
  for (const text of texts) used.read(text, 'de')
  for (const text of texts.slice(0, 10)) {
    assert.equal(termsOf(used, text, 'de'), termsOf(createTermReader(FREQUENCIES), text, 'de'))
  }
})

test('tea is looked for in Spanish and Italian, though a word for "you" is spelled the same but for the accent', () => {
  const reader = createTermReader(FREQUENCIES)
  assert.notEqual(termsOf(reader, 'té', 'es'), '')
  assert.notEqual(termsOf(reader, 'tè', 'it'), '')
  assert.equal(termsOf(reader, 'te', 'es'), '')
  assert.equal(termsOf(reader, 'más', 'es'), '')
})

test('a number that is a word is read as its digits, and a word that means something else as well is not', () => {
  const reader = createTermReader(FREQUENCIES)
  for (const [language, words] of Object.entries({
    en: 'two three four five six seven eight nine ten',
    de: 'zwei drei vier fünf sechs sieben - neun zehn',
    fr: 'deux trois quatre cinq six sept huit - dix',
    es: 'dos tres cuatro cinco seis siete ocho nueve diez',
    pt: 'duas três quatro cinco seis sete oito nove dez',
    it: 'due tre quattro cinque - sette otto nove dieci',
    nl: 'twee drie vier vijf zes zeven - negen tien',
  })) {
    for (const [i, word] of words.split(' ').entries()) {
      if (word !== '-') assert.equal(termsOf(reader, word, language), termsOf(reader, String(i + 2), language), word)
    }
  }
  for (const [word, number, language] of [
    ['one', '1', 'en'],
    ['acht', '8', 'de'],
    ['neuf', '9', 'fr'],
    ['sei', '6', 'it'],
  ] as const)
    assert.notEqual(termsOf(reader, word, language), termsOf(reader, number, language), word)
})

test('a short decimal is as rare as a short number', () => {
  const reader = createTermReader(FREQUENCIES)
  const rarityOf = (text: string) => reader.read(text, 'en').rarity[0]!
  for (const decimal of ['2.5', '7.5', '12.75']) assert.equal(rarityOf(decimal), rarityOf('25'), decimal)
  assert.ok(rarityOf('10.0.19045') > rarityOf('25'))
})

test('a word of five letters is mended where its stem lacks a fifth, and a shorter word is not', () => {
  const reader = createTermReader(FREQUENCIES)
  const hashOf = (word: string) => reader.read(word, 'en').lo[0]!
  const isMended = (written: string, meant: string) => {
    const hash = hashOf(meant)
    return reader.respell(written, (lo) => lo >>> 0 === hash) !== undefined
  }
  for (const [written, meant] of [
    ['coffe', 'coffee'],
    ['cofee', 'coffee'],
    ['hotle', 'hotel'],
    ['slepping', 'sleeping'],
  ] as const)
    assert.ok(isMended(written, meant), written)
  assert.ok(!isMended('tnets', 'tents'))
  assert.ok(!isMended('cofe', 'coffee'))
})
