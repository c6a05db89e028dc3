import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRespell } from './respell.ts'
import { stem } from './stem.ts'
import { hashHi, hashLo } from './tokenise.ts'
import { loadWordFrequencies } from './word-frequency.ts'

const respell = createRespell(loadWordFrequencies())

/** True where a word is read as another one. */
function isReadAs(written: string, meant: string, accepts: (lo: number, hi: number) => boolean = () => true): boolean {
  const found = respell(stem(written, 'en'), accepts)
  const word = stem(meant, 'en')
  return found?.lo === hashLo(word) && found.hi === hashHi(word)
}

test('a letter too few, too many, wrong or too early is mended', () => {
  assert.ok(isReadAs('matress', 'mattress'))
  assert.ok(isReadAs('kettlle', 'kettle'))
  assert.ok(isReadAs('labtop', 'laptop'))
  assert.ok(isReadAs('watreproof', 'waterproof'))
  assert.ok(isReadAs('lanten', 'lantern'))
})

test('of all that is accepted the commonest is found', () => {
  const is = (word: string) => (lo: number, hi: number) => lo === hashLo(word) && hi === hashHi(word)
  assert.ok(isReadAs('stofe', 'store'))
  assert.ok(isReadAs('stofe', 'stove', is('stove')))
})

test('a short word, another first letter and what lies two letters away are left alone', () => {
  for (const word of ['tnt', 'nattress', 'mttrss', 'zzyzx'])
    assert.equal(
      respell(word, () => true),
      undefined,
      word,
    )
})
