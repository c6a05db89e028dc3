import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutAtWord } from './render-creative.ts'

test('a short text stays as it is', () => assert.equal(cutAtWord('A quiet laptop', 80), 'A quiet laptop'))

test('a long text ends at a word, with an ellipsis, within its room', () => {
  const cut = cutAtWord('Light, fanless thirteen inch laptop for trains', 30)
  assert.equal(cut, 'Light, fanless thirteen inch…')
  assert.ok(cut.length <= 30)
})

test('a text without spaces is cut inside the word, but never inside a character', () => {
  const cut = cutAtWord('😀'.repeat(50), 20)
  assert.ok(cut.length <= 20)
  assert.ok(cut.isWellFormed())
})
