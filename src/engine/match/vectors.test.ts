import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createTermReader } from '../text/terms.ts'
import { loadWordFrequencies } from '../text/word-frequency.ts'
import { createMatchIndex } from './match-index.ts'
import { createMatcher } from './matcher.ts'
import { loadWordVectors, parseWordVectors } from './word-vectors.ts'

const terms = createTermReader(loadWordFrequencies())
const words = loadWordVectors()
const shipped = readFileSync(new URL('../../../models/word-vectors.bin', import.meta.url))
const ALL = { admitted: new Uint8Array([1]), formats: 1 }
const OWNER = { campaign: 0, formats: 1 }

function stock(titles: readonly string[]) {
  const index = createMatchIndex({ terms, words })
  const docs = titles.map((title) =>
    index.add({ title, description: '', brand: '', keywords: [], categories: [] }, OWNER),
  )
  return { index, docs, matcher: createMatcher({ terms, index }) }
}

function similarities(query: string, titles: readonly string[]): number[] {
  const { index, docs, matcher } = stock(titles)
  index.vectors!.aim(matcher.buildQuery({ query, messages: [] }))
  return docs.map((doc) => index.vectors!.similarityOf(doc))
}

test('an ad that shares no word with a question, only its meaning, is nearer than one about something else', () => {
  const pairs = [
    ['a sofa for my living room', 'Comfortable couch with cushions', 'Racing bicycle with gears'],
    ['cheap flights to Rome', 'Airline tickets for your trip to Italy', 'Printer cartridges'],
    ['something for a headache', 'Pain relief tablets', 'Leather football boots'],
    ['somewhere to eat pasta tonight', 'Italian restaurant', 'Laptop charger'],
  ]
  for (const [question, near, far] of pairs) {
    const [one, other] = similarities(question!, [near!, far!])
    assert.ok(one! > other! + 0.05, `${question}: ${one} for ${near}, ${other} for ${far}`)
  }
})

test('a text is most like itself, and likeness lies between −1 and 1', () => {
  const titles = ['Noise cancelling headphones', 'Garden chair made of oak', 'Weekend in Paris']
  for (const title of titles) {
    const found = similarities(title, titles)
    assert.equal(titles[found.indexOf(Math.max(...found))], title)
    assert.ok(found.every((value) => value >= -1 && value <= 1))
    assert.ok(Math.max(...found) > 0.95)
  }
})

test('nothing is said of meaning where the words are not known', () => {
  const [unknown, known] = similarities('wooden table', ['Xqzzrt Bvvwkk 9931-K', 'Oak table'])
  assert.ok(Number.isNaN(unknown))
  assert.ok(known! > 0.5)
  assert.ok(similarities('xqzzrt bvvwkk', ['Oak table']).every(Number.isNaN))
})

test('a number that is given to another ad has the vector of that ad', () => {
  const { index, docs, matcher } = stock(['Garden chair made of oak'])
  index.remove(docs[0]!)
  index.compact()
  const next = index.add({ title: 'Weekend in Paris', description: '', brand: '', keywords: [], categories: [] }, OWNER)
  assert.equal(next, docs[0])
  index.vectors!.aim(matcher.buildQuery({ query: 'Weekend in Paris', messages: [] }))
  assert.ok(index.vectors!.similarityOf(next) > 0.95)
})

test('vectors outlive a restart', () => {
  const titles = ['Garden chair made of oak', 'Weekend in Paris']
  const { index, docs, matcher } = stock(titles)
  const { changing, state } = index.vectors!.save()
  const pieces = new Map(
    changing.map(({ name, bytes }) => {
      const kept = new SharedArrayBuffer(bytes.length)
      new Uint8Array(kept).set(bytes)
      return [name, kept] as const
    }),
  )
  const later = createMatchIndex({ terms, words })
  later.vectors!.restore(pieces, state)
  const query = matcher.buildQuery({ query: 'a trip to Paris', messages: [] })
  index.vectors!.aim(query)
  later.vectors!.aim(query)
  for (const doc of docs) assert.equal(later.vectors!.similarityOf(doc), index.vectors!.similarityOf(doc))
})

test('of two ads that hold the same words of a question, the one that means it is more relevant', () => {
  const { index, docs, matcher } = stock(['Apple juice and other fruit drinks', 'Apple phone with a large screen'])
  const query = matcher.buildQuery({ query: 'apple drink for the children', messages: [] })
  const results = index.search(query, { limit: 2, ...ALL })
  const relevance = new Map(
    Array.from({ length: results.count }, (_, i) => [results.docs[i], matcher.relevanceOf(query, results, i)]),
  )
  assert.ok(relevance.get(docs[0])! > relevance.get(docs[1])!)
  assert.ok(matcher.explainMatch(query, results, 0).signals.similarity > 0)
})

test('a note says which words and what likeness made the relevance, and nothing of likeness where it is not known', () => {
  const { index, matcher } = stock(['Ceramic mug for coffee'])
  const query = matcher.buildQuery({ query: 'a ceramic cup for my coffee', messages: [] })
  const note = matcher.noteMatch(query, index.search(query, { limit: 1, ...ALL }), 0)
  assert.deepEqual(note.terms.map(({ term }) => term).sort(), ['ceramic', 'coffee'])
  assert.ok(note.similarity! > 0.5 && note.similarity! <= 1)
  const wordless = createMatchIndex({ terms })
  wordless.add({ title: 'Ceramic mug', description: '', brand: '', keywords: [], categories: [] }, OWNER)
  const plain = createMatcher({ terms, index: wordless })
  const alone = plain.noteMatch(query, wordless.search(query, { limit: 1, ...ALL }), 0)
  assert.ok(!('similarity' in alone) && alone.coverage > 0)
})

test('a table that is cut short, damaged or of another kind is refused', () => {
  assert.throws(() => parseWordVectors(shipped.subarray(0, shipped.length - 1)), /damaged or cut short/)
  const changed = Uint8Array.from(shipped)
  changed[changed.length - 5]! ^= 1
  assert.throws(() => parseWordVectors(changed), /damaged or cut short/)
  const other = Buffer.from(`${JSON.stringify({ format: 1, name: 'intent' })}\n`)
  assert.throws(() => parseWordVectors(other), /holds intent/)
})

test('in a small stock an ad is found by its meaning alone, after those that share a word', () => {
  const { index, docs, matcher } = stock([
    'Comfortable couch with cushions',
    'Living room lamp',
    'Racing bicycle with gears',
  ])
  const found = (query: string, options: object = {}) => {
    const results = index.search(matcher.buildQuery({ query, messages: [] }), { limit: 10, ...ALL, ...options })
    return [...results.docs.subarray(0, results.count)]
  }
  assert.deepEqual(found('armchair and ottoman'), [docs[0]])
  assert.deepEqual(found('armchair and ottoman for my room'), [docs[1], docs[0]])
  assert.deepEqual(found('armchair and ottoman', { formats: 2 }), [])
  assert.deepEqual(found('armchair and ottoman', { admitted: new Uint8Array([0]) }), [])
  index.remove(docs[0]!)
  assert.deepEqual(found('armchair and ottoman'), [])
})

test('by meaning, too, screening inside the search finds what screening after it finds', () => {
  const titles = [
    'Sofa bed',
    'Comfortable couch',
    'Couch with cushions',
    'Velvet settee',
    'Furniture',
    'Racing bicycle',
  ]
  const index = createMatchIndex({ terms, words })
  const matcher = createMatcher({ terms, index })
  for (const [i, title] of titles.entries()) {
    index.add(
      { title, description: '', brand: '', keywords: [], categories: [] },
      { campaign: i % 3, formats: 1 + (i % 2) },
    )
  }
  const ask = (admitted: readonly number[], formats: number, limit: number) => {
    const query = matcher.buildQuery({ query: 'upholstered armchair', messages: [] })
    const results = index.search(query, { limit, admitted: Uint8Array.from(admitted), formats })
    return [...results.docs.subarray(0, results.count)]
  }
  const all = ask([1, 1, 1], 3, 1000)
  assert.ok(all.length >= 3, `${all}`)
  for (const admitted of [
    [1, 0, 0],
    [0, 1, 1],
    [1, 0, 1],
  ]) {
    for (const formats of [1, 2, 3]) {
      for (const limit of [1, 2, 5]) {
        const after = all.filter(
          (doc) => admitted[index.campaignOf(doc)] === 1 && (index.formatsOf(doc) & formats) !== 0,
        )
        assert.deepEqual(ask(admitted, formats, limit), after.slice(0, limit))
      }
    }
  }
})
