import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stem } from './stem.ts'

test('forms of one word have one stem, each in its own language', () => {
  for (const [language, one, other] of [
    ['sv', 'kängor', 'kängorna'],
    ['da', 'cykler', 'cyklen'],
    ['no', 'jakker', 'jakken'],
    ['fi', 'kengät', 'kengän'],
    ['hu', 'cipők', 'cipőt'],
    ['ro', 'pantofi', 'pantofii'],
  ] as const) {
    assert.equal(stem(one, language), stem(other, language), language)
  }
})
