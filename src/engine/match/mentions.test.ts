import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mention } from '../../domain/decision.ts'
import { createMentionFinder } from './mentions.ts'
import { traitsOf } from './traits.ts'

/** All that one ad could take, in reading order. */
function takeAll(response: string, phrases: readonly string[]): Mention[] {
  const finder = createMentionFinder(response)
  const taken: Mention[] = []
  for (let span = finder.take(phrases); span !== undefined; span = finder.take(phrases)) taken.push(span)
  return taken.sort((a, b) => a.start - b.start)
}

const textsOf = (response: string, phrases: string[]) => takeAll(response, phrases).map(({ text }) => text)

test('a mention is a slice of the answer in code units, whatever stands before it', () => {
  const response = '👍 İyi: the Feather Trail Tent is light.'
  const [mention] = takeAll(response, ['feather trail tent'])
  assert.equal(response.slice(mention!.start, mention!.end), 'Feather Trail Tent')
  assert.equal(mention!.text, 'Feather Trail Tent')
})

test('the longest phrase wins and mentions never overlap', () => {
  assert.deepEqual(textsOf('A running shoe beats a shoe.', ['shoe', 'running shoe']), ['running shoe', 'shoe'])
})

test('a name with a number is no part of a longer one, but whoever speaks of oneself behind it does not lengthen it', () => {
  const phrases = ['quillmark air 13', 'quillmark']
  assert.deepEqual(textsOf('The Quillmark Air 13 Pro is larger.', phrases), ['Quillmark'])
  for (const said of ['I would pick.', "I'd take.", 'I’m told to take.']) {
    assert.deepEqual(textsOf(`The Quillmark Air 13 ${said}`, phrases), ['Quillmark Air 13'])
  }
})

test('an answer as long as one may be is read to its end, however wide its letters', () => {
  const response = `${'😀'.repeat(31_980)} Quillmark Air 13`
  assert.deepEqual(textsOf(response, ['quillmark air 13']), ['Quillmark Air 13'])
})

test('only whole words count', () => {
  assert.deepEqual(textsOf('Apples, pineapple and AppleCare, but Apple’s own and "apple".', ['Apple']), [
    'Apple',
    'apple',
  ])
  assert.deepEqual(textsOf('feather.example, me@feather.example, feather-light, my_feather', ['feather']), [])
})

test('what is written with a hyphen in the answer and without one in the ad is a mention', () => {
  assert.deepEqual(textsOf('Noise-cancelling headphones help.', ['headphones', 'noise cancelling headphones']), [
    'Noise-cancelling headphones',
  ])
  assert.deepEqual(textsOf('A two‑person tent - light, or a two- person one.', ['two person', 'tent light']), [
    'two‑person',
  ])
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
    assert.deepEqual(takeAll(response, ['tent']), [])
    assert.deepEqual(textsOf(`${response.startsWith('See\n~') ? '' : `${response}\n\n`}A tent.`, ['tent']), ['tent'])
  })
}

const linkedPlaces: Record<string, readonly [response: string, phrases: string[], linked: string[]]> = {
  'a reference definition and its title': [
    'A [tent][1].\n\n[1]: https://x.example/ "tent"\n\nTent',
    ['tent'],
    ['Tent'],
  ],
  autolinks: ['<https://x.example/tent> <tent@x.example> Tent', ['tent'], ['Tent']],
  'domains and paths': ['tent.example/tent, /usr/tent, tent.txt, my_tent, Tent', ['tent'], ['Tent']],
  'code with backticks inside': ['``tent ` tent`` and ```tent``` Tent', ['tent'], ['Tent']],
  'a tilde fence that backticks do not close': ['~~~ts\ntent\n```\ntent\n~~~\nTent', ['tent'], ['Tent']],
  'a fence inside a longer fence': ['````\n```\ntent\n```\ntent\n`````\nTent', ['tent'], ['Tent']],
  'a fence in a quote': ['> ```\n> tent\n> ```\n\nTent', ['tent'], ['Tent']],
  'a fence in a list': ['- a\n  ~~~\n  tent\n  ~~~\n- Tent', ['tent'], ['Tent']],
  'indented code with a gap': ['a\n\n    tent\n\n\ttent\n\nTent', ['tent'], ['Tent']],
  'a heading over two lines': ['A tent\nis a tent\n---\nTent', ['tent'], ['Tent']],
  'headings in lists and quotes': ['- # tent\n> ## tent\n\nTent', ['tent'], ['Tent']],
  'a heading with Windows line ends': ['# tent\r\n\r\ntent\r\n===\r\nTent', ['tent'], ['Tent']],
  'attributes that hold a bracket': ['<img alt="a > tent" title=tent> Tent', ['tent'], ['Tent']],
  'comments, styles and headings of HTML': ['<!-- tent --><style>tent</style><h2>tent</h2> Tent', ['tent'], ['Tent']],
  'a link whose target breaks the line': ['[tent](\nhttps://x.example/tent) Tent', ['tent'], ['Tent']],
  'a link around an image': ['[![tent](tent.png "tent")](https://x.example) Tent', ['tent'], ['Tent']],
  footnotes: ['See[^tent] Tent', ['tent'], ['Tent']],
}
for (const [where, [response, phrases, linked]] of Object.entries(linkedPlaces)) {
  test(`no link in or through ${where}, and the text after it is free`, () => {
    assert.deepEqual(textsOf(response, phrases), linked)
  })
}

const named: Record<string, readonly [response: string, phrases: string[], linked: string[]]> = {
  'text that is only indented within its paragraph': ['a\n    Tent', ['tent'], ['Tent']],
  'bold, slanted and struck words': ['**Tent** _tent_ ~~TENT~~', ['tent'], ['Tent', 'tent', 'TENT']],
  'table cells': ['| Tent | 20 |\n|---|---|', ['tent'], ['Tent']],
  'comparisons that look like tags': ['if a < tent and 3 > 2', ['tent'], ['tent']],
  'possessives without their ending': ["Apple's, Apple’s", ['apple'], ['Apple', 'Apple']],
  'names with signs': ['C++, AT&T, M&M’s', ['c++', 'at&t', "m&m's"], ['C++', 'AT&T', 'M&M’s']],
  'names typed with combining accents': ['Cafe\u0301 Noir', ['café noir'], ['Cafe\u0301 Noir']],
  'the longer of two that overlap': [
    'feather trail tent pro',
    ['trail tent pro', 'feather trail tent'],
    ['feather trail tent'],
  ],
  'words of other scripts': ['ซื้อเต็นท์ أفضل خيمة', ['เต็นท์', 'خيمة'], ['เต็นท์', 'خيمة']],
}
for (const [what, [response, phrases, linked]] of Object.entries(named)) {
  test(`a mention is found in ${what}`, () => assert.deepEqual(textsOf(response, phrases), linked))
}

test('of two phrases as long, an ad links the one that the answer holds less often', () => {
  const finder = createMentionFinder('A tent is a tent, and a sofa is no tent.')
  assert.equal(finder.take(['tent', 'sofa'])?.text, 'sofa')
})

test('whatever an answer holds, mentions are its slices, apart from each other and in order', () => {
  const pieces = [
    'tent',
    'Tent ',
    '`',
    '```\n',
    '~~~\n',
    '[',
    '](',
    ')',
    '<a>',
    '</a>',
    '\n\n',
    '# ',
    '    ',
    '👍',
    "'s",
    '\\',
    '---\n',
    'é',
  ]
  let state = 7
  for (let round = 0; round < 400; round++) {
    let response = ''
    for (let i = 0; i < 40; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      response += pieces[(state >>> 16) % pieces.length]
    }
    let last = 0
    for (const { start, end, text } of takeAll(response, ['tent', 'tent tent'])) {
      assert.ok(start >= last && text === response.slice(start, end), JSON.stringify(response))
      last = end
    }
  }
})

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

test('what one ad claims is linked by no shorter name, and by shorter names elsewhere', () => {
  const finder = createMentionFinder('Take the Quibbo Model A kettle. Quibbo makes a good kettle.')
  const [modelA, modelB] = [
    ['Quibbo Model A kettle', 'Quibbo', 'kettle'],
    ['Quibbo Model B kettle', 'Quibbo', 'kettle'],
  ]
  for (const phrases of [modelB, modelA]) finder.claim(phrases)
  assert.equal(finder.take(modelB)?.start, 32)
  assert.equal(finder.take(modelA)?.text, 'Quibbo Model A kettle')
  assert.equal(finder.take(modelA)?.start, 52)
  assert.equal(finder.has(modelA), false)
})

test('whether an ad has words to link is told as it would be taken, and no more once it was', () => {
  const finder = createMentionFinder('Many people like the Feather 13 laptop for its silence.')
  assert.equal(finder.has(['Feather 13 Laptop']), true)
  assert.equal(finder.has(['Quill']), false)
  finder.take(['Feather 13 Laptop'])
  assert.equal(finder.has(['Feather 13 Laptop']), false)
})

test('by names alone, a word of everyone names nothing, and a name, several words or a number do', () => {
  const response =
    'Matter hubs are quiet. Good boots matter, says Matter, like a rowing machine or a 4K screen. 軽いテント'
  const byNames = (phrase: string) => createMentionFinder(response).take([phrase], { byNames: true })?.start
  assert.deepEqual(
    ['Matter', 'quiet', 'boots', 'Rowing machine', '4K', 'テント'].map((phrase) => byNames(phrase)),
    [
      ...[response.indexOf('Matter,'), undefined, undefined],
      ...['rowing', '4K', 'テント'].map((at) => response.indexOf(at)),
    ],
  )
  assert.equal(createMentionFinder(response).has(['quiet'], { byNames: true }), false)
  assert.equal(createMentionFinder(response).take(['Matter'])?.start, 0)
})

const KEYWORDS = [
  'pillow',
  'travel',
  'adjustable',
  'wool',
  'quilt',
  'goose-down',
  'three season',
  'four season',
  'memory foam mattress',
  'drowse',
]
const PILLOW = traitsOf('Drowse pillow with adjustable filling', 'Drowse', KEYWORDS, ['bedding'])
const described: Record<string, readonly [response: string, linked: string | undefined]> = {
  'in front of another thing': ['Take an adjustable desk.', undefined],
  'at the begin of a sentence': ['Wool coats are warm.', undefined],
  'with a capital in a list': ['Bring these:\n- **Travel mug**\n- a book', undefined],
  'written with a hyphen': ['A three-season tent, or a goose-down jacket.', undefined],
  'in bold in front of another thing': ['Take an **adjustable** desk.', undefined],
  'in front of what the ad sells': ['Take an adjustable pillow.', 'adjustable'],
  'a few words before what the ad sells': ["An adjustable side sleeper's pillow helps.", 'adjustable'],
  'in front of its category': ['Good wool bedding is dear.', 'wool'],
  'by itself': ['An adjustable desk, and a pillow that is adjustable.', 'adjustable'],
  'within a name': ['Look at the Travel museum.', 'Travel'],
  'in capitals alone': ['WOOL coats are warm.', 'WOOL'],
  'as one that does something': ['A quilt keeps warm. A good quilt lasts.', 'quilt'],
  'as what acts on something': ['The quilt keeps the warmth.', 'quilt'],
}
for (const [where, [response, linked]] of Object.entries(described)) {
  test(`a word that only describes what an ad sells links ${linked === undefined ? 'nothing' : 'it'} ${where}`, () => {
    const phrases = KEYWORDS.filter((word) => word !== 'pillow')
    const finder = createMentionFinder(response)
    assert.equal(finder.take(phrases, { traits: () => PILLOW })?.text, linked)
    assert.equal(createMentionFinder(response).has(phrases, { traits: () => PILLOW }), linked !== undefined)
  })
}

test('a word that describes other things time and again is looked at a few times, however long the answer is', () => {
  const traits = () => PILLOW
  const takeBehind = (times: number) =>
    createMentionFinder(`${'An adjustable desk. '.repeat(times)}It is adjustable.`).take(['adjustable'], { traits })
  assert.equal(takeBehind(7)?.start, 146)
  assert.equal(takeBehind(8), undefined)
})

test('the word that names what an ad sells links it whatever follows, and so do its brand and what has several words', () => {
  for (const [response, linked] of [
    ['A travel pillow case, washable.', 'pillow'],
    ['Drowse shops are everywhere.', 'Drowse'],
    ['Memory foam mattress covers are thin.', 'Memory foam mattress'],
  ] as const) {
    const mention = createMentionFinder(response).take([...KEYWORDS, 'Drowse'], { traits: () => PILLOW })
    assert.equal(mention?.text, linked)
  }
  const laptop = traitsOf('Feather 13', '', ['laptop', 'student laptop', 'budget laptop'], [])
  assert.equal(createMentionFinder('Laptop batteries wear out.').has(['laptop'], { traits: () => laptop }), true)
  // Neither a name alone nor a keyword and a category of one word tell what kind of thing it is, so no word is said to be none.
  const unknown = traitsOf('Feather 13', 'Feather', ['laptop', 'fanless'], ['laptop'])
  assert.equal(
    createMentionFinder('The laptop lasts ten hours.').take(['laptop'], { traits: () => unknown })?.text,
    'laptop',
  )
  const told = traitsOf('Brightkettle Gooseneck Kettle', '', ['kettle', 'coffee'], [])
  assert.equal(createMentionFinder('Good coffee beans matter.').has(['coffee'], { traits: () => told }), false)
  const desk = traitsOf('Feather desk', '', ['office', 'home office'], ['office'])
  assert.equal(createMentionFinder('Office plants wither.').has(['office'], { traits: () => desk }), false)
})

test('the tail of a longer name links an ad where it is no whole phrase of another, and keeps shorter phrases off', () => {
  const finder = createMentionFinder('Hiking boots and running shoes, and more hiking.')
  const trail = { tails: ['hiking boots', 'running shoes'] }
  finder.claim(['waterproof hiking boots'], trail.tails)
  finder.claim(['running shoes'])
  finder.claim(['hiking'])
  assert.equal(finder.take(['waterproof hiking boots'], { ...trail, byNames: true }), undefined, 'it hardly fits')
  assert.equal(finder.take(['hiking'])?.start, 41)
  assert.equal(finder.take(['waterproof hiking boots'], trail)?.text, 'Hiking boots')
  assert.equal(finder.has(['waterproof hiking boots'], trail), false)
  assert.equal(finder.take(['running shoes'])?.text, 'running shoes')

  const other = createMentionFinder('Good running shoes.')
  other.claim(['trail running shoes'], trail.tails)
  assert.equal(other.take(['trail running shoes'], trail)?.text, 'running shoes', 'nobody else is called so')
})

test('what many ads of many slots claim alike is looked for once', () => {
  const finder = createMentionFinder('A good kettle boils.')
  const ads = Array.from({ length: 60 }, (_, ad) => Array.from({ length: 20 }, (_, i) => `kettle ${ad} ${i}`))
  const claimAll = () => ads.forEach((phrases) => finder.claim(phrases))
  assert.ok(callsOf('get', claimAll) >= 1_200)
  assert.equal(callsOf('get', claimAll), 0, 'no word is looked up any more')
})

test('what many ads are called alike is looked for once', () => {
  const findingsOf = (nameOf: (ad: number, i: number) => string): number => {
    const finder = createMentionFinder('A kettle of steel that boils fast, or so.')
    const ads = Array.from({ length: 60 }, (_, ad) => Array.from({ length: 20 }, (_, i) => nameOf(ad, i)))
    return callsOf('set', () => ads.forEach((phrases) => finder.has(phrases)))
  }
  assert.equal(
    findingsOf((ad, i) => `kettle of steel that boils fast ${ad} ${i}`),
    1_200,
  )
  assert.equal(
    findingsOf((_, i) => `kettle of steel that boils fast ${i}`),
    20,
  )
})

test('whether an ad is of the kind that a word says is worked out once', () => {
  const traits = traitsOf('Drowse pillow', 'Drowse', KEYWORDS, ['bedding'])
  const ask = (words: readonly string[]) => callsOf('set', () => words.forEach((word) => traits.isKind(word)))
  assert.equal(ask(['cushions', 'bolsters']), 2)
  assert.equal(ask(['cushions', 'bolsters', 'cushions', 'blankets']), 1)
})

/** How often a map is asked or told something meanwhile: what is found is kept in one, so each finding shows, and no clock is needed. */
function callsOf(name: 'get' | 'set', work: () => void): number {
  const original = Map.prototype[name] as (...values: unknown[]) => unknown
  let calls = 0
  Object.assign(Map.prototype, {
    [name](this: unknown, ...values: unknown[]) {
      calls++
      return original.apply(this, values)
    },
  })
  try {
    work()
  } finally {
    Object.assign(Map.prototype, { [name]: original })
  }
  return calls
}
