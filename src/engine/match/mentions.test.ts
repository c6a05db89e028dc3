import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMentionFinder, findMentions } from './mentions.ts'

const textsOf = (response: string, phrases: string[]) => findMentions(response, phrases).map(({ text }) => text)

test('a mention is a slice of the answer in code units, whatever stands before it', () => {
  const response = '👍 İyi: the Feather Trail Tent is light.'
  const [mention] = findMentions(response, ['feather trail tent'])
  assert.equal(response.slice(mention!.start, mention!.end), 'Feather Trail Tent')
  assert.equal(mention!.text, 'Feather Trail Tent')
})

test('the longest phrase wins and mentions never overlap', () => {
  assert.deepEqual(textsOf('A running shoe beats a shoe.', ['shoe', 'running shoe']), ['running shoe', 'shoe'])
})

test('only whole words count', () => {
  assert.deepEqual(textsOf('Apples, pineapple and AppleCare, but Apple’s own and "apple".', ['Apple']), [
    'Apple',
    'apple',
  ])
  assert.deepEqual(textsOf('feather.example, me@feather.example, feather-light, my_feather', ['feather']), [])
})

const untouchable: Record<string, string> = {
  'fenced code': 'See\n```js\nconst tent = 1\n```\nend',
  'an unclosed fence': 'See\n~~~\ntent',
  'indented code': 'See\n\n    tent\n',
  'inline code': 'Use `the tent` here and ``a ` tent`` there',
  'a heading': '## The tent\n',
  'an underlined heading': 'The tent\n--------\n',
  'a URL': 'https://shop.example/tent?a=tent and www.tent.example/tent',
  'a link': '[a tent](https://x.example/(tent)) and [tent][1] and ![tent](t.png)',
  'an HTML anchor': '<a href="#">my tent</a> <img alt="tent"> <code>tent</code>',
}
for (const [where, response] of Object.entries(untouchable)) {
  test(`nothing is linked inside ${where}`, () => {
    assert.deepEqual(findMentions(response, ['tent']), [])
    assert.deepEqual(textsOf(`${response.startsWith('See\n~') ? '' : `${response}\n\n`}A tent.`, ['tent']), ['tent'])
  })
}

test('a lone backtick or bracket forbids nothing', () => {
  assert.deepEqual(textsOf('It`s a tent [or a tent', ['tent']), ['tent', 'tent'])
})

test('scripts without spaces are searched inside their runs', () => {
  assert.deepEqual(textsOf('軽いテントがおすすめです', ['テント']), ['テント'])
})

test('a finder gives each span once', () => {
  const finder = createMentionFinder('A tent, and one more tent.')
  assert.equal(finder.take(['tent'])?.start, 2)
  assert.equal(finder.take(['tent'])?.start, 21)
  assert.equal(finder.take(['tent']), undefined)
  assert.equal(finder.take(['the', 'a']), undefined)
})
