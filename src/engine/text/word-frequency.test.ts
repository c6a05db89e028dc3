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
  assert.equal(rarityOf('tent', 'eu'), rarityOf('tent', 'en'))
})

test('the small words of a language are common in it, and not in English', () => {
  for (const [language, word] of Object.entries({
    nl: 'goed',
    sv: 'och',
    da: 'jeg',
    no: 'jeg',
    fi: 'minu',
    pl: 'jest',
    tr: 'bir',
    vi: 'cua',
  })) {
    assert.ok(
      rarityOf(word, language) < 80 && rarityOf(word, language) < rarityOf(word),
      `${word} ${rarityOf(word, language)}`,
    )
  }
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
