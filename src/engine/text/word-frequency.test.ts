import assert from 'node:assert/strict'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { hashHi, hashLo } from './tokenise.ts'
import { loadWordFrequencies, RARITY_UNKNOWN } from './word-frequency.ts'

const rarityOf = (word: string, language = 'en') => frequencies.rarityOf(hashLo(word), hashHi(word), language)
const frequencies = loadWordFrequencies()

test('common words are less rare than special ones, and unknown ones rarer than all', () => {
  assert.ok(rarityOf('want') < rarityOf('tent'))
  assert.ok(rarityOf('tent') < rarityOf('toner'))
  assert.equal(rarityOf('zorblax'), RARITY_UNKNOWN)
  assert.ok(rarityOf('toner') < RARITY_UNKNOWN)
})

test('each language has its own list, and a language without one uses the English', () => {
  assert.ok(rarityOf('haus', 'de') < rarityOf('haus', 'en'))
  assert.equal(rarityOf('tent', 'sv'), rarityOf('tent', 'en'))
})

test('a table that is broken is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frequencies-'))
  const path = join(folder, 'table.txt')
  for (const text of ['12 word\n', '@en 1\nword\n', '@en 1\n300 word\n', '# nothing\n']) {
    writeFileSync(path, text)
    assert.throws(() => loadWordFrequencies(path), /word frequencies/)
  }
  rmSync(folder, { recursive: true })
})
