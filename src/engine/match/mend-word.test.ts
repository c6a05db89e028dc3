import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ad, ALL, setUp } from '../../../test/support/small-index.ts'

const owner = { campaign: 0, formats: 1 }

test('a model number is found in the plural, and written apart or together, where ads write it otherwise', () => {
  const { index, ask } = setUp()
  index.add(ad('Oven of 700 watts'), owner)
  const card = index.add(ad('H100 by the hour'), owner)
  const headphones = index.add(ad('WH-700 headphones'), owner)
  const laptop = index.add(ad('Laptop with RTX 4070'), owner)
  const tyre = index.add(ad('Winter tyre 205/55 R16'), owner)
  const rack = index.add(ad('Rack for the RAV4'), owner)
  for (const language of ['en', 'de', 'und']) {
    assert.deepEqual(ask('H100s', {}, language), [card], language)
    assert.deepEqual(ask('WH700s', {}, language), [headphones], language)
    assert.equal(ask('WH-700s', {}, language)[0], headphones, language)
    assert.deepEqual(ask('RTX4070', {}, language), [laptop], language)
    assert.deepEqual(ask('205/55R16', {}, language), [tyre], language)
  }
  assert.deepEqual(ask('rav 4'), [rack])
  assert.deepEqual(
    ask('Rechenknecht Hochleistungskram Aufstellplatz RTX4070', {}, 'de'),
    [laptop],
    'whatever is not tried',
  )
})

test('a model number is read as it stands where any ad holds it, and no letter of it is a word', () => {
  const { index, ask } = setUp()
  const music = index.add(ad('Music of the 80s'), owner)
  index.add(ad('Chairs, 80 pieces'), owner)
  const joined = index.add(ad('RTX4070 card'), owner)
  index.add(ad('RTX 4070 laptop'), owner)
  index.add(ad('Plan x for 14 people'), owner)
  assert.deepEqual(ask('80s'), [music])
  assert.deepEqual(ask('RTX4070'), [joined])
  assert.deepEqual(ask('X14'), [])

  index.add(ad('Order 1234 ABCDEFGHIJKLM'), owner)
  assert.deepEqual(ask('ABCDEFGHIJKLM1234'), [], 'nor is anything so long a model')
})

test('two words that are run together are found where ads hold both, and less surely than apart', () => {
  const { index, ask, matcher } = setUp()
  const bag = index.add(ad('Sleeping bag'), owner)
  const seat = index.add(ad('Car seat'), owner)
  index.add(ad('Food that cars eat'), owner)
  for (const query of ['sleepingbag', 'Sleepingbag for my tent']) assert.deepEqual(ask(query), [bag], query)
  assert.equal(ask('carseat')[0], seat, 'what is last is as long as can be')
  assert.deepEqual(ask('sleepingmat'), [], 'no ad holds a mat')
  index.add(ad('Zorblo bag'), owner)
  assert.deepEqual(ask('zorblobag'), [], 'nobody knows what a zorblo is')
  assert.deepEqual(ask('I met Sleepingbag yesterday'), [], 'a name is not cut')
  assert.deepEqual(ask('sleepingbag', {}, 'de'), [], 'only English is')

  const relevanceOf = (text: string) => {
    const query = matcher.buildQuery({ query: text, messages: [] })
    return matcher.relevanceOf(query, index.search(query, { limit: 1, ...ALL }), 0)
  }
  assert.ok(relevanceOf('sleepingbag') < relevanceOf('sleeping bag') / 2)
  const joined = index.add(ad('Sleepingbag for dolls'), owner)
  assert.deepEqual(ask('sleepingbag'), [joined], 'what ads write so is asked for so')
})

test('both halves of a number that was written together are asked for, and equally, whatever was asked before', () => {
  const { index, matcher } = setUp()
  index.add(ad('Laptop with RTX 4070'), owner)
  const asked = (query: string) => {
    const { lo, weight, rarity } = matcher.buildQuery({ query, messages: [] })
    return [...lo].map((term, i) => ({ term, weight: weight[i], rarity: rarity[i] }))
  }
  const first = asked('RTX4070')
  const apart = asked('RTX 4070')
  assert.deepEqual(
    first,
    apart.map((one) => ({ ...one, weight: 1 })),
  )
  const messages = ['Show me a hotel in Rome for two people please', 'And how do I get to the airport from there?']
  matcher.buildQuery({
    query: 'to Rome from Paris, not by train',
    messages: messages.map((content) => ({ role: 'user', content })),
  })
  assert.deepEqual(asked('RTX4070'), first)
})
