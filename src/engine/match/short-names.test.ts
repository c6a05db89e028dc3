import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMentionFinder } from './mentions.ts'
import { namesOf, tailsOf } from './short-names.ts'

test('an answer may call a thing by the name that its title begins with, from the brand on, and by its model', () => {
  for (const [title, brand, names] of [
    ['POS system for cafés and restaurants', 'Stallo', ['POS system']],
    ['Whale watching from Reykjavik harbour', 'Nordur', ['Whale watching']],
    ['Cat tree, 160 cm, sisal', 'Miaou', ['Cat tree']],
    ['Slow Money: index funds for ordinary people', 'Longshelf', ['Slow Money']],
    ['Espresso machine – dual boiler', 'Brella', ['Espresso machine']],
    ['Akku Staubsauger mit Wandhalterung', 'Kehra', ['Akku Staubsauger']],
    ['Laptop Corvid X14 Pro, 14 inch', 'Corvid', ['Laptop Corvid X14 Pro', 'X14 Pro']],
    ['Corvid Talon 16', 'Corvid', ['Talon 16']],
    ['Headphones WH-700', 'Audira', ['WH-700']],
    // One word is a kind of things, half of a name, or says nothing; and adverts begin as anybody's do.
    ['Hotel in Barcelona', 'Sol', []],
    ['Best price for tyres', 'Sol', []],
    ['The one for you', 'Sol', []],
    ['Sign up for Spanish lessons', 'Sol', []],
    ['Things to do in Rome', 'Sol', []],
    ['Sleep better with Dreamly', 'Sol', []],
    ['Last minute: Crete', 'Sol', []],
    ['Mantaray  - the film', 'Sol', []],
    ['Winter tyres 205/55 R16', 'Nordgrip', []],
    ['Corvid 14 inch laptop', 'Corvid', []],
    ['Memory DDR5', 'Sol', []],
    ['Yoga mat', 'Asanaya', []],
  ] as const) {
    const short = namesOf(title, brand, []).filter((name) => name !== title && !name.startsWith(`${brand} `))
    assert.deepEqual(short, names, title)
  }
  assert.ok(namesOf('Running shoes Aero lite for women', 'Aero', []).includes('Aero lite'))
})

test('of two models each takes its own name, and neither that of a third', () => {
  const phrasesOf = (title: string) => [...namesOf(title, 'Corvid', ['ultrabook 14']), 'Corvid']
  const [pro, plain] = [phrasesOf('Laptop Corvid X14 Pro, 14 inch'), phrasesOf('Laptop Corvid X14, 14 inch')]
  const finder = createMentionFinder('The Corvid X14 is light, the Corvid X14 Pro fast.')
  for (const phrases of [pro, plain]) finder.claim(phrases)
  assert.equal(finder.take(pro)?.text, 'Corvid X14 Pro')
  assert.equal(finder.take(plain)?.text, 'Corvid X14')

  for (const answer of [
    'Take the X14 Max.',
    'Take the X14 2 of last year.',
    'Take the X14 2',
    'Take the Aurum X14.',
    'Aurum X14s last.',
  ]) {
    assert.equal(createMentionFinder(answer).take(plain), undefined, answer)
  }
  assert.equal(createMentionFinder('Any Aero mat Pro will do.').take(['mat'])?.text, 'mat', 'no model')
  assert.equal(createMentionFinder('Any Corvid ultrabook 14 will do.').take(plain)?.text, 'Corvid ultrabook 14')
  for (const answer of [
    'Take the X14.',
    'The X14 lasts.',
    'It is called X14',
    'Consider X14 first.',
    'The X14 16GB is out',
  ]) {
    assert.equal(createMentionFinder(answer).take(plain)?.text, 'X14', answer)
  }
  for (const answer of [
    'The Samsung Galaxy S24 is fine.',
    'nimm Das Galaxy S24',
    '1. Galaxy S24 2. Others',
    'Galaxy S24 256GB',
  ]) {
    assert.equal(createMentionFinder(answer).take(['Galaxy S24'])?.text, 'Galaxy S24', answer)
  }
})

test('an answer may call a thing by what its title says behind brand and model, and by the end of a longer keyword', () => {
  for (const [title, brand, keywords, tails] of [
    ['Cairnway Ridge waterproof hiking boots', 'Cairnway', ['boots'], ['waterproof hiking boots']],
    ['Cairnway Ridge', 'Cairnway', ['waterproof hiking boots', 'vegan boots'], ['hiking boots']],
    [
      'Voltmere used cars',
      'Voltmere',
      ['used electric family car'],
      ['used cars', 'electric family car', 'family car'],
    ],
    ['Bramwell 60 wired headphones', 'Bramwell Hi-Fi', ['closed headphones'], ['wired headphones']],
    ['Ironhollow 26 cm cast iron skillet', 'Ironhollow', ['skillet'], ['cast iron skillet']],
    // No kind that two names share, no brand or model left out, a word of grammar or a name among them, or all that the ad itself is called.
    ['Purrloft cat tree made for small flats', 'Purrloft', ['cat tree'], []],
    ['Drowse pet travel insurance', 'Drowse', ['vet bills'], []],
    ['Toy black taxi', 'Hornbeam', ['taxi'], []],
    ['Pennyroyal Till', 'Pennyroyal', ['point of sale', 'sale'], []],
    ['Flight to New York City', 'Calder', ['New York City', 'city'], []],
    ['Cairnway Ridge hiking boots', 'Cairnway', ['hiking boots'], []],
    ['Cairnway boots', 'Cairnway', ['boots', 'hiking boots'], []],
    ['Hiking boots', 'Cairnway', ['waterproof hiking boots'], []],
    ['Nookwise narrow shelf white', 'Nookwise', ['white', 'black'], []],
  ] as const) {
    assert.deepEqual(
      tailsOf(title, brand, keywords, [], () => true),
      tails,
      title,
    )
  }
  const tails = (categories: readonly string[], held: (phrase: string) => boolean) =>
    tailsOf('Cairnway Ridge hiking boots', 'Cairnway', ['boots'], categories, held)
  assert.deepEqual(
    tails([], (phrase) => phrase !== 'hiking boots'),
    [],
  )
  assert.deepEqual(
    tails(['Hiking boots'], () => true),
    [],
    'its category',
  )
})
