import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutAtWord, faultOfShownText, plainText } from './shown-text.ts'

test('line breaks and tabs in shown text become single spaces', () => {
  assert.equal(plainText(' Soft\r\n\twool\u2028socks '), 'Soft wool socks')
})

for (const text of ['Café für 3 €', '日本語', 'किताब', '👍🏽 Nice', '👩‍👩‍👧 family', '❤️ it', '1️⃣ first', '🇩🇪']) {
  test(`ordinary text and emoji are fine: ${text}`, () => assert.equal(faultOfShownText(text), undefined))
}

const hidden: [string, string][] = [
  ['a zero-width space', 'in\u200bvisible'],
  ['a joiner outside an emoji', 'a\u200db'],
  ['a selector outside an emoji', 'a\ufe0f'],
  ['a right-to-left override', 'abc\u202edef'],
  ['a left-to-right mark', 'abc\u200e'],
  ['a tag character', `hello${String.fromCodePoint(0xe0041)}`],
  ['a control character', 'bell\u0007'],
  ['a byte order mark', 'a\ufeffb'],
  ['a lone surrogate', 'a\ud800'],
  ['a supplementary variation selector', `a${String.fromCodePoint(0xe0101)}`],
  ['a Hangul filler', 'a\u3164'],
]
for (const [name, text] of hidden) {
  test(`text with ${name} is refused, and the code point is named`, () => {
    assert.match(faultOfShownText(text) ?? '', /U\+[0-9A-F]{4,6}/)
  })
}

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
