import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTermReader } from '../text/terms.ts'
import { loadWordFrequencies } from '../text/word-frequency.ts'
import { createMatchIndex } from './match-index.ts'
import { createMatcher } from './matcher.ts'
import { relevanceFrom } from './relevance.ts'
import { loadWordVectors } from './word-vectors.ts'

test('the more is said, the less a stray rare word tells beside all of it', () => {
  const stray = { score: 7, coverage: 0.2, missing: 5, similarity: 0.1, isEmbedded: false, tells: true }
  const alike = { score: 4.5, coverage: 0.6, missing: 5, similarity: 0.4, isEmbedded: false, tells: true }
  const lead = (talk: number) => relevanceFrom({ ...stray, talk }) - relevanceFrom({ ...alike, talk })
  assert.ok(lead(0) > 0)
  assert.ok(lead(1) < 0)
  assert.ok(lead(0) > lead(0.5) && lead(0.5) > lead(1))
  const unknown = { ...stray, similarity: Number.NaN }
  assert.equal(relevanceFrom({ ...unknown, talk: 1 }), relevanceFrom({ ...unknown, talk: 0 }))
})

test('a few words are a bare query, some sentences are talk', () => {
  const terms = createTermReader(loadWordFrequencies())
  const index = createMatchIndex({ terms, words: loadWordVectors() })
  index.add(
    { title: 'Light tent', description: '', brand: '', keywords: [], categories: [] },
    { campaign: 0, formats: 1 },
  )
  const matcher = createMatcher({ terms, index })
  const talkOf = (query: string) => {
    const read = matcher.buildQuery({ query, messages: [] })
    const results = index.search(read, { limit: 10, admitted: new Uint8Array([1]), formats: 1 })
    return matcher.explainMatch(read, results, 0).signals.talk
  }
  assert.equal(talkOf('light tent'), 0)
  assert.equal(talkOf('tent shoes laptop kettle'), 0)
  assert.equal(talkOf('tent shoes laptop kettle sofa'), 0.25)
  assert.equal(
    talkOf('My daughter sleeps badly in our old tent, which lets rain through every summer holiday in Norway.'),
    1,
  )
})
