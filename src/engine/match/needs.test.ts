import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ad, ALL, terms } from '../../../test/support/small-index.ts'
import { createSeededRandom } from '../../base/random.ts'
import { createMatchIndex } from './match-index.ts'
import { createMatcher } from './matcher.ts'
import { loadNeeds, openNeeds } from './needs.ts'
import type { IndexableAd } from './read-ad.ts'
import { loadWordVectors } from './word-vectors.ts'

const needs = loadNeeds()
const shipped = readFileSync(new URL('../../../models/needs.bin', import.meta.url))
const OWNER = { campaign: 0, formats: 1 }
const DESK = 'I have two screens now and no room left on my desk, and my neck hurts'

function stock(ads: readonly IndexableAd[], knowsNeeds = true) {
  const index = createMatchIndex({ terms, ...(knowsNeeds && { needs }) })
  const matcher = createMatcher({ terms, index })
  const docs = ads.map((one) => index.add(one, OWNER))
  const search = (query: string, language?: string, limit = 100) => {
    const asked = matcher.buildQuery({ query, messages: [] }, language)
    return { asked, results: index.search(asked, { limit, ...ALL }) }
  }
  return {
    index,
    docs,
    search,
    found(query: string, language?: string) {
      const { results } = search(query, language)
      return [...results.docs.subarray(0, results.count)]
    },
    wordsOf(query: string) {
      const { asked, results } = search(query)
      return matcher.explainMatch(asked, results, 0)
    },
  }
}

test('an ad is found by what people say who need it, though it holds none of their words', () => {
  for (const [title, said] of [
    ['Dual monitor arm', DESK],
    ['Locksmith in Leeds, day and night', 'I am stuck outside, the key broke and the door is jammed'],
    ['Currency converter', 'we go abroad, how much is that in dollars, pounds or euros'],
  ] as const) {
    const { docs, found } = stock([ad('Oak bowl'), ad(title), ad('Trumpet mute')])
    assert.deepEqual(found(said), [docs[1]], said)
    assert.deepEqual(stock([ad(title)], false).found(said), [], 'by its own words it is not')
  }
})

test('an ad is found by what the thing is called otherwise, in few words and in many, behind those that say it', () => {
  for (const [title, called] of [
    ['Invoice software', 'billing'],
    ['Trip planner', 'itinerary'],
    ['Laptop Air 13', 'notebook'],
    ['Monitor arm', 'bracket'],
  ] as const) {
    const { docs, found } = stock([ad('Oak bowl'), ad(title), ad('Trumpet mute'), ad(`${called} no. 7`)])
    assert.deepEqual(found(called), [docs[3], docs[1]], called)
    assert.ok(found(`we moved last week and now my partner wants some ${called}`).includes(docs[1]!), called)
    assert.deepEqual(stock([ad(title)], false).found(called), [], 'by its own words it is not')
    assert.deepEqual(stock([{ ...ad(title), language: 'de' }]).found(called), [], 'the table is of English')
  }
})

test('an ad whose name says the kind only to whoever knows it is found by the kind', () => {
  for (const [title, kind] of [
    ['MacBook Air 13, M3', 'laptop'],
    ['Novotel Leeds', 'hotel'],
    ['Hilton Garden Inn Leeds', 'hotel'],
    ['Instant Pot', 'pressure cooker'],
    ['Chuck Taylor All Star, black', 'sneakers'],
    ['Absolut 0.7 l', 'vodka'],
  ] as const) {
    const { docs, found } = stock([ad('Oak bowl'), ad(title), ad('Trumpet mute')])
    assert.deepEqual(found(kind), [docs[1]], kind)
  }
  const { found } = stock([ad('Laptop, 13 inches'), ad('Absolut 0.7 l')])
  assert.deepEqual(found('macbook'), [], 'other things of the kind are not called so')
  assert.deepEqual(found('rum'), [], 'nor is one thing of a line by the name of another')
})

test('what people know tells nothing where the name says the kind itself', () => {
  const { found } = stock([ad('Desk lamp Kindle'), ad('Absolut tote bag'), ad('iPhone 15 case, black')])
  for (const kind of ['e-reader', 'vodka', 'smartphone']) assert.deepEqual(found(kind), [], kind)
})

test('a thing that is free of something is not called so', () => {
  const { docs, found } = stock([ad('Laptop-free retreat'), ad('Laptop Air 13'), ad('Sourdough loaf')])
  assert.deepEqual(found('notebook'), [docs[1]])
  assert.deepEqual(found('gluten'), [])
})

test('a description that says the kind once more takes nothing from what it is called', () => {
  const { docs, found } = stock([ad('Laptop Air 13', 'A notebook computer for everyone')])
  assert.deepEqual(found('portable'), docs)
})

test('another name is told as such', () => {
  const { wordsOf } = stock([ad('Laptop Air 13')])
  const own = wordsOf('laptop')
  const other = wordsOf('notebook')
  assert.deepEqual(
    [own, other].map(({ terms }) => terms.map(({ term, otherName, needed }) => ({ term, otherName, needed }))),
    [[{ term: 'laptop', otherName: false, needed: false }], [{ term: 'notebook', otherName: true, needed: false }]],
  )
})

test('no word that an ad says is told as another name of it, however much it counts', () => {
  for (let words = 0; words < 40; words++) {
    const { wordsOf } = stock([ad('Laptop Air 13', 'It is quite thin. '.repeat(words))])
    const { terms: told } = wordsOf('laptop that is thin')
    assert.ok(told.length > 0 && !told.some(({ otherName }) => otherName), String(words))
  }
})

test('what is called like a place is not there', () => {
  const { search, index } = stock([ad('Perfume Nuit'), ad('Hotel Dom, Bonn'), ad('Hotel Rhein, Cologne')])
  const matcher = createMatcher({ terms, index })
  const { asked, results } = search('hotel in Cologne')
  const there = [...results.docs.subarray(0, results.count)].map((doc, i) => {
    matcher.relevanceOf(asked, results, i)
    return [doc, matcher.isThere(results, i)]
  })
  assert.deepEqual(new Map(there as [number, boolean][]).get(2), true)
  for (const [doc, isThere] of there) assert.equal(isThere, doc === 2, String(doc))
})

test('the kind by which it is called otherwise stands in its name, keywords or categories', () => {
  const { docs, found } = stock([
    ad('Second to none', 'A dry stone wall, a corner and a sofa bed'),
    { ...ad('Second to none'), keywords: ['sofa bed'] },
    { ...ad('Second to none'), categories: ['Sofa beds'] },
  ])
  assert.deepEqual(found('futon').sort(), docs.slice(1))
})

test('what it is called otherwise is no mark of what it means', () => {
  const words = loadWordVectors()
  const vectorOf = (knowsNeeds: boolean) => {
    const index = createMatchIndex({ terms, words, ...(knowsNeeds && { needs }) })
    const doc = index.add(ad('Sofa Oslo'), OWNER)
    index.vectors!.aim(createMatcher({ terms, index }).buildQuery({ query: 'couch', messages: [] }, 'en'))
    return index.vectors!.similarityOf(doc)
  }
  assert.equal(vectorOf(true), vectorOf(false))
})

test('the words that it is needed for are told as such, add to the score and cover nothing, and what it holds itself is its own', () => {
  const said = 'my desk is cluttered, I want them side by side with one clamp through the grommet'
  const { wordsOf, search } = stock([ad('Dual monitor arm', 'Lifts it off the desk')])
  const { terms: told, signals } = wordsOf(said)
  const needed = told.filter((word) => word.needed).map(({ term }) => term)
  const own = told.filter((word) => !word.needed).map(({ term }) => term)
  assert.deepEqual(needed.sort(), ['clamp', 'cluttered', 'grommet'])
  assert.deepEqual(own, ['desk'])
  const { results } = search(said)
  const sum = told.reduce((all, { contribution }) => all + contribution, 0)
  assert.ok(Math.abs(sum - results.scores[0]!) < 0.01 * sum)
  const bare = stock([ad('Dual monitor arm', 'Lifts it off the desk')], false).wordsOf(said).signals
  assert.equal(signals.coverage, bare.coverage)
  assert.ok(signals.score > bare.score)
})

test('words that no ad holds take no place of one that some do, unless they add more', () => {
  const said =
    'locked out on the ladder with a jammed deadbolt, a broken key, hens, netflix, a thriller, a comedy, a chicken run and eggs, I want a light table'
  const { docs, found } = stock([ad('Light table'), ad('Locksmith'), ad('Chicken coop'), ad('Movies')])
  assert.ok(found(said).includes(docs[0]!))
})

test('a small number that an ad holds takes nothing from what it is needed for', () => {
  const said = 'I am stuck outside, the key broke and the door is jammed since 7'
  const { index, docs, search } = stock([ad('Locksmith'), ad('Locksmith', 'From 7 to 9')])
  const matcher = createMatcher({ terms, index })
  const { asked, results } = search(said)
  const relevances = docs.map((_, i) => matcher.relevanceOf(asked, results, i))
  assert.ok(Math.min(...relevances) > 0.1, relevances.join(' '))
})

test('a word that only needs know is no slip of the finger for one that ads hold', () => {
  const said = 'was that a sandpiper by the shore, we saw plovers and curlews as well'
  const { docs, found } = stock([ad('Bird sightings map'), ad('Sandpaper')])
  assert.deepEqual(found(said), [docs[0]])
})

test('the few best are those of all, however many ads are needed, in sealed runs and among the newest', () => {
  const random = createSeededRandom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const words = 'oak steel black large folding door desk screen neck garden key lamp night'.split(' ')
  const kinds = ['Dual monitor arm', 'Locksmith', 'Currency converter', 'Chicken coop', 'Desk lamp', 'Neck pillow']
  const { index, search } = stock(
    Array.from({ length: 3_000 }, () => ad(`${pick(kinds)} ${pick(words)}`, `${pick(words)} ${pick(words)}`)),
  )
  index.compact()
  for (let i = 0; i < 300; i++) index.add(ad(`${pick(words)} ${pick(kinds)}`), OWNER)
  const things = [
    ...words,
    'cluttered',
    'stuck',
    'jammed',
    'hens',
    'eggs',
    'abroad',
    'pounds',
    'hurts',
    'grommet',
    'clamp',
  ]
  for (let i = 0; i < 60; i++) {
    const said = `please ${Array.from({ length: 9 }, () => pick(things)).join(' ')}`
    const best = (limit: number) => {
      const { results } = search(said, 'en', limit)
      return Array.from({ length: Math.min(5, results.count) }, (_, at) => [
        results.docs[at],
        results.scores[at],
        results.held[at],
      ])
    }
    assert.deepEqual(best(5), best(1000), said)
  }
})

test('whoever asks in a few words names things, and other languages have no such table', () => {
  const { found } = stock([ad('Dual monitor arm'), ad('Trip planner')])
  for (const few of ['neck hurts', 'train from Leeds to York']) assert.deepEqual(found(few), [], few)
  const said = 'the desk is cluttered and my neck hurts since the trip'
  assert.deepEqual(found(said), [0, 1])
  assert.deepEqual(found(said, 'de'), [1], 'it holds "trip"')
  const german = { ...ad('Dual monitor arm'), language: 'de' }
  assert.deepEqual(stock([german]).found(said), [])
})

test('a name of which one everyday word is left names nothing', () => {
  const { found } = stock([ad('Spring water'), ad('Wrist watch, steel')])
  assert.deepEqual(found('my plants wilt, the seedlings and the houseplant want a can with a long spout'), [])
  assert.deepEqual(found('which streaming subscription has thrillers and comedies, as netflix bores me'), [])
})

test('what the assistant said is no need of the user', () => {
  const { index } = stock([ad('Oak bowl'), ad('Dual monitor arm')])
  const matcher = createMatcher({ terms, index })
  const response = 'A cluttered desk wants a clamp or a grommet, side by side. A cluttered desk, a clamp, a grommet.'
  const results = index.search(matcher.buildQuery({ query: 'oak bowl', messages: [], response }), { limit: 9, ...ALL })
  assert.equal(results.count, 1)
})

test('a need weighs the same however many ads are in stock', () => {
  const scoreAmong = (count: number) => {
    const { search } = stock(Array.from({ length: count }, (_, i) => ad(`Locksmith ${i + 1}`)))
    return search('it snapped and the door is jammed, I stand outside of my flat', 'en', 1).results.scores[0]!
  }
  assert.ok(Math.abs(scoreAmong(3_000) - scoreAmong(3)) < 0.02 * scoreAmong(3))
})

test('needs make no word of other ads less rare', () => {
  const desk = ad('Calendar for the desk')
  const arms = Array.from({ length: 2_000 }, (_, i) => ad(`Dual monitor arm no. ${i + 1}`))
  const weightOf = (knowsNeeds: boolean) => {
    const { asked, results } = stock([desk, ...arms], knowsNeeds).search(DESK)
    return results.termWeights[[...asked.lo].findIndex((_, t) => asked.surfaceOf(t) === 'desk')]
  }
  assert.equal(weightOf(true), weightOf(false))
})

test('a name of one word makes the kind in titles, keywords and categories, or where a description begins and nothing else tells it', () => {
  const said = 'I am stuck outside, the key broke and the door is jammed'
  const { docs, found } = stock([
    { ...ad('Quick Ltd'), keywords: ['locksmith'] },
    { ...ad('Quick Ltd'), categories: ['Locksmith'] },
    ad('Quick Ltd', 'Locksmith, by day and by night'),
    ad('Quick Ltd', 'With us since the year 1990 nobody waits, said a locksmith'),
    ad('Neck pillow', 'Locksmith not included'),
  ])
  assert.deepEqual(found(said).sort(), docs.slice(0, 3))
})

test('the newest ads are found so as well as those of a sealed run, and a removed one is not', () => {
  const { index, docs, found } = stock([ad('Dual monitor arm'), ad('Dual monitor arm, black')])
  assert.deepEqual(found(DESK), docs)
  index.compact()
  assert.deepEqual(found(DESK), docs)
  const third = index.add(ad('Monitor arm'), OWNER)
  index.remove(docs[0]!)
  assert.deepEqual(found(DESK).sort(), [docs[1], third])
})

test('a file that is damaged, cut short or of another shape is refused', () => {
  const damaged = Uint8Array.from(shipped)
  damaged[damaged.length - 9]! ^= 1
  assert.throws(() => openNeeds(damaged), /damaged or cut short/)
  assert.throws(() => openNeeds(shipped.subarray(0, shipped.length - 1)), /damaged or cut short/)
  const end = shipped.indexOf(0x0a)
  const header = JSON.parse(shipped.toString('utf8', 0, end)) as { counts: number[] }
  header.counts[0]!++
  const misfit = Buffer.concat([Buffer.from(JSON.stringify(header)), shipped.subarray(end)])
  assert.throws(() => openNeeds(misfit), /does not fit/)
})
