import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { createSeededRandom } from '../../base/random.ts'
import { ad, ALL, setUp } from '../../../test/support/small-index.ts'

test('an ad is found as soon as it is added, and never after it was removed', () => {
  const { index, ask } = setUp()
  const tent = index.add(ad('Trail tent for two'), { campaign: 0, formats: 1 })
  const stove = index.add(ad('Camping stove'), { campaign: 0, formats: 1 })
  assert.deepEqual(ask('a light tent please'), [tent])
  index.remove(tent)
  assert.deepEqual(ask('a light tent please'), [])
  index.compact()
  assert.deepEqual(ask('camping stove and tent'), [stove])
  assert.equal(index.stats().deadDocs, 0)
})

test('of ever so many ads that are equally good each is found as often, and none before a better one', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const equals = Array.from({ length: 90 }, () => index.add(ad('Trail tent'), owner))
  index.compact()
  equals.push(...Array.from({ length: 30 }, () => index.add(ad('Trail tent'), owner)))
  const best = index.add(ad('Trail tent for two'), owner)
  assert.deepEqual(ask('a trail tent for two', { limit: 4 }), [best, ...equals.slice(0, 3)])
  const random = createSeededRandom(11)
  const times = new Map<number, number>()
  for (let i = 0; i < 2_000; i++) {
    const [first, ...others] = ask('a trail tent for two', { limit: 13, lot: random() * 2 ** 32 })
    assert.equal(first, best)
    for (const doc of others) times.set(doc, (times.get(doc) ?? 0) + 1)
  }
  assert.deepEqual(
    [...times.keys()].toSorted((a, b) => a - b),
    equals,
  )
  // Twelve of 120 each time: 200 each, within six standard deviations and what hashing leaves uneven.
  for (const [doc, found] of times) assert.ok(found > 80 && found < 400, `${doc} was found ${found} times`)
})

test('an ad that holds nothing of the conversation but a small number is no match', () => {
  const { index, matcher } = setUp()
  const owner = { campaign: 0, formats: 1 }
  for (const title of ['Summit tent 2', 'Tent for 12', 'Puppy food 2 kg']) index.add(ad(title), owner)
  const relevances = (query: string) => {
    const asked = matcher.buildQuery({ query, messages: [] }, 'en')
    const results = index.search(asked, { limit: 10, ...ALL })
    return Array.from({ length: results.count }, (_, i) => matcher.relevanceOf(asked, results, i) > 0)
  }
  assert.deepEqual(relevances('what is 2+2'), [false, false])
  assert.deepEqual(relevances('there are 12 of us, what now?'), [false])
  assert.deepEqual(relevances('a summit tent for 2'), [true, true, false])
  assert.deepEqual(relevances('2 kg'), [true, false])
})

test('every field of an ad is searched, and its title counts most', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const inDescription = index.add({ ...ad('Something', 'a fine kettle here'), brand: 'Brandon' }, owner)
  const inTitle = index.add(
    { ...ad('Kettle something', 'fine here'), keywords: ['teapot'], categories: ['Home > Kitchen'] },
    owner,
  )
  assert.deepEqual(ask('kettle'), [inTitle, inDescription])
  assert.deepEqual(ask('brandon'), [inDescription])
  assert.deepEqual(ask('teapots'), [inTitle])
  assert.deepEqual(ask('kitchen'), [inTitle])
})

test('what a thing goes with is not what it is', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const bag = index.add(ad('Grey backpack for laptop and tablet'), owner)
  const laptop = index.add(ad('Grey laptop and tablet with pen'), owner)
  assert.deepEqual(ask('grey laptop'), [laptop, bag])
  assert.deepEqual(ask('laptop backpack'), [bag, laptop])
})

test('from where and to where is told apart', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const there = index.add(ad('Coach from Leeds to New York'), owner)
  const back = index.add(ad('Coach from New York to Leeds'), owner)
  const one = index.add(ad('HDMI to VGA adapter'), owner)
  const other = index.add(ad('VGA to HDMI adapter'), owner)
  assert.deepEqual(ask('I want to go to New York from Leeds by coach'), [there, back])
  assert.deepEqual(ask('Is there a coach that goes from New York to Leeds?'), [back, there])
  assert.deepEqual(ask('hdmi to vga adapter'), [one, other])
  assert.deepEqual(ask('vga to hdmi adapter'), [other, one])
})

test('a brand is found in whatever language it is asked for, and in whatever language its ad speaks', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const brands = ['Adidas', 'Levis', 'Nike', 'Bose', 'Lenovo', 'PlayStation', 'Apple']
  const ads = brands.flatMap((brand) => [
    index.add({ ...ad(`${brand} store`), brand }, owner),
    index.add({ ...ad('Tienda oficial'), brand, language: 'es' }, owner),
  ])
  const found = (...asked: Parameters<typeof ask>) => ask(...asked).toSorted((a, b) => a - b)
  for (const [i, brand] of brands.entries()) {
    const own = ads.slice(2 * i, 2 * i + 2)
    for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja']) {
      assert.deepEqual(found(brand, {}, language), own, `${brand} ${language}`)
    }
  }
  const spanish = ads.filter((_, i) => i % 2 === 1)
  assert.deepEqual(found('busco la tienda', {}, 'es'), spanish)
})

test('a slip of the finger finds what was meant, where no ad is spelt so', () => {
  const { index, ask, matcher } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const mattress = index.add(ad('Latex mattress'), owner)
  const laptop = index.add(ad('Silent laptop'), owner)
  assert.deepEqual(ask('a new matress'), [mattress])
  assert.deepEqual(ask('cheap labtops'), [laptop])
  assert.deepEqual(ask('matress oder labtop', {}, 'de'), [], 'only English is mended')
  assert.deepEqual(ask('I met Labtop yesterday'), [], 'a name is no slip')
  assert.deepEqual(ask('Matress for my back'), [mattress], 'a capital where a sentence begins makes no name')
  assert.deepEqual(ask('my back hurts. Labtops bore me'), [laptop])
  assert.deepEqual(ask('mattres'), [mattress], 'also where the stemmer would cut what was meant')

  const told = (query: string) =>
    matcher.termsOf(matcher.buildQuery({ query, messages: [] })).map(({ weight }) => weight)
  assert.deepEqual(told('matress'), told('mattress'), 'and weighs what the word meant weighs')
  assert.deepEqual(ask('zorblo zorbli zorblu labtop'), [], 'of many unknown words few are tried')

  const brand = index.add(ad('Labtop sticker'), owner)
  assert.deepEqual(ask('cheap labtops'), [brand])
  assert.deepEqual(ask('from windows to labtop'), [brand], 'nor is a name that somebody goes to')
})

test('years, numbers and words that are written in two ways are found by either', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const short = index.add(ad("Fender for a '65 Mustang"), owner)
  const long = index.add(ad('Sofa from 1965'), owner)
  for (const query of ['1965', "'65"]) assert.deepEqual(ask(query).toSorted(), [short, long], query)
  const inWords = index.add(ad('Flat with three bedrooms'), owner)
  const inDigits = index.add(ad('Flat, bedrooms: 3'), owner)
  for (const query of ['3 bedrooms', 'three bedrooms'])
    assert.deepEqual(ask(query).toSorted(), [inWords, inDigits], query)
  const joined = index.add(ad('Eyeshadow palette'), owner)
  assert.deepEqual(ask('eye shadow'), [joined])
  assert.deepEqual(ask('shadow eye'), [])
})

test('in a text of unknown language a word of another language is no slip', () => {
  const { index, ask } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const chest = index.add(ad('Oak chest'), owner)
  const charger = index.add(ad('Wall charger'), owner)
  assert.deepEqual(ask('un chiste', {}, 'und'), [])
  assert.deepEqual(ask('oak chiste', {}, 'en'), [chest])
  assert.deepEqual(ask('galaxy chargger', {}, 'und'), [charger])
})

test('equal ads come in the order of their numbers, and only as many as asked', () => {
  const { index, ask } = setUp()
  for (let i = 0; i < 50; i++) index.add(ad('Blue umbrella'), { campaign: 0, formats: 1 })
  assert.deepEqual(ask('umbrella', { limit: 5 }), [0, 1, 2, 3, 4])
})

test('the answer is the same from the live tail, from a sealed run, and from both', () => {
  const titles = Array.from(
    { length: 300 },
    (_, i) => `${['red', 'green', 'blue'][i % 3]} ${['lamp', 'chair', 'sofa', 'desk'][i % 4]} no ${i}`,
  )
  const answers = [0, 150, 300].map((sealedAt) => {
    const { index, ask } = setUp()
    titles.forEach((title, i) => {
      if (i === sealedAt) index.compact()
      index.add(ad(title), { campaign: 0, formats: 1 })
    })
    if (sealedAt === 300) index.compact()
    return [ask('green sofa'), ask('desk no 123')]
  })
  assert.equal(answers[0]![0]!.length, 150)
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
})

const someAds = fc.array(
  fc.record({
    words: fc.array(fc.constantFrom('tent', 'stove', 'lamp', 'boots', 'trail', 'light', 'warm', 'cheap'), {
      minLength: 1,
      maxLength: 5,
    }),
    campaign: fc.nat(7),
    formats: fc.integer({ min: 1, max: 7 }),
    fate: fc.constantFrom('stays', 'stays', 'stays', 'removed', 'compacted'),
  }),
  { maxLength: 60 },
)

test('screening while retrieving gives what screening the whole answer afterwards gives', () => {
  fc.assert(
    fc.property(
      someAds,
      fc.array(fc.constantFrom(0, 1), { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 10 }),
      (ads, admittedList, formats, limit) => {
        const { index, ask } = setUp()
        for (const { words, campaign, formats: own, fate } of ads) {
          const doc = index.add(ad(words.join(' ')), { campaign, formats: own })
          if (fate === 'removed') index.remove(doc)
          if (fate === 'compacted') index.compact()
        }
        const admitted = Uint8Array.from(admittedList)
        const inside = ask('a cheap warm tent for the trail', { admitted, formats, limit })
        const after = ask('a cheap warm tent for the trail')
          .filter((doc) => admitted[index.campaignOf(doc)] === 1 && (index.formatsOf(doc) & formats) !== 0)
          .slice(0, limit)
        assert.deepEqual(inside, after)
      },
    ),
    { numRuns: 200 },
  )
})

test('numbers stay with their ads through removals and rewrites, and freed ones are used again', () => {
  const { index, matcher, ask } = setUp()
  const kept = new Map<number, string>()
  for (let i = 0; i < 9_000; i++) {
    const word = `w${i}x`
    const doc = index.add(ad(`item ${word}`), { campaign: 0, formats: 1 })
    if (i % 3 === 0) kept.set(doc, word)
    else index.remove(doc)
  }
  index.compact()
  assert.equal(index.stats().postings, 2 * kept.size, 'nothing is left of those that went')
  for (let i = 0; i < 100; i++) kept.set(index.add(ad(`item l${i}y`), { campaign: 0, formats: 1 }), `l${i}y`)
  const stats = index.stats()
  assert.equal(stats.docs, kept.size)
  assert.ok(Math.max(...kept.keys()) < 9_000, 'the later ads took freed numbers')
  index.compact()
  for (const [doc, word] of kept) {
    assert.deepEqual(ask(word), [doc])
    const query = matcher.buildQuery({ query: `item ${word}`, messages: [] })
    const results = index.search(query, { limit: 1, ...ALL })
    assert.equal(results.docs[0], doc)
    assert.equal(matcher.explainMatch(query, results, 0).terms.length, 2, `both words of ${word} are in their lists`)
  }
  for (const doc of [...kept.keys()].slice(0, 500)) index.remove(doc)
  index.add(ad('item last'), { campaign: 0, formats: 1 })
  index.compact()
  assert.equal(index.stats().postings, 2 * (kept.size - 500 + 1))
})

test('what a rewriting was read from is let go of in a quiet moment', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { index, ask } = setUp()
  const lookAt = () => {
    const { fixed, release } = index.save()
    release()
    return new WeakRef(fixed.find(({ name }) => name.endsWith('docs'))!.bytes.buffer)
  }
  for (let i = 0; i < 300; i++) index.add(ad(`item w${i}x`), { campaign: 0, formats: 1 })
  index.compact()
  const before = lookAt()
  for (let i = 300; i < 600; i++) index.add(ad(`item w${i}x`), { campaign: 0, formats: 1 })
  while (index.tidy(256, 1_000));
  index.add(ad('item last'), { campaign: 0, formats: 1 })
  index.tidy(256, 1_000)
  await wait(5)
  collect()
  assert.ok(before.deref() !== undefined, 'while changes come it is kept, to be written into again')
  index.tidy(256, 1_000)
  // Whatever looked at it last may keep it for a turn or two.
  for (let turn = 0; turn < 50 && before.deref() !== undefined; turn++) {
    await wait(1)
    collect()
  }
  assert.ok(before.deref() === undefined)
  assert.ok(lookAt().deref(), 'what is searched now is kept')
  assert.equal(ask('item').length, 601)
})

test('in a quiet moment the words of an ad that changed often weigh what they did before', () => {
  const { index, matcher } = setUp()
  const weights = () => {
    const query = matcher.buildQuery({ query: 'a quokka plush', messages: [] })
    return [...index.search(query, { limit: 10, ...ALL }).termWeights.subarray(0, query.count)]
  }
  const owner = { campaign: 0, formats: 1 }
  for (let i = 0; i < 1_000; i++) index.add(ad(`plain thing w${i}x`), owner)
  let doc = index.add(ad('quokka plush'), owner)
  index.compact()
  const before = weights()
  for (let change = 0; change < 100; change++) {
    index.remove(doc)
    doc = index.add(ad('quokka plush'), owner)
  }
  while (index.tidy(256, 1_000));
  assert.deepEqual(weights(), before)
})

test('ads are found on every page of a block, and in every block', () => {
  const { index, matcher, ask } = setUp()
  const rare = [1, 65_535, 65_536, 140_000, 262_143, 262_144, 269_999]
  for (let i = 0; i < 270_000; i++) {
    index.add(ad(rare.includes(i) ? 'rare quokka plush' : `plain thing ${i % 100}`), { campaign: 0, formats: 1 })
    // From here on the last merge of the first block is under way when the block is full.
    if (i === 258_000) index.compact()
    if (i !== 262_150) continue
    // The newest ads of the block that is full wait to be sealed, beside those of the next.
    const sofar = rare.filter((doc) => doc <= i)
    assert.deepEqual(ask('quokka'), sofar)
    const copy = setUp()
    const { changing, fixed, state } = index.save()
    copy.index.restore(new Map([...changing, ...fixed].map(({ name, bytes }) => [name, bytes.slice()])), state)
    assert.deepEqual(copy.ask('quokka'), sofar)
  }
  assert.equal(index.stats().segments, 2)
  assert.deepEqual(ask('quokka'), rare)

  const gone = [65_535, 140_000, 262_144]
  for (const doc of gone) index.remove(doc)
  index.compact()
  const kept = rare.filter((doc) => !gone.includes(doc))
  assert.deepEqual(ask('quokka'), kept)
  assert.equal(index.add(ad('late quokka'), { campaign: 0, formats: 1 }), 262_144, 'a freed number of the open block')

  const query = matcher.buildQuery({ query: 'a quokka of plush', messages: [] })
  const results = index.search(query, { limit: 10, ...ALL })
  assert.deepEqual([...results.docs.subarray(0, results.count)], [...kept, 262_144])
  for (let i = 0; i < results.count; i++) {
    const sum = matcher.explainMatch(query, results, i).terms.reduce((all, { contribution }) => all + contribution, 0)
    assert.ok(Math.abs(sum - results.scores[i]!) < 0.01 * sum, `ad ${results.docs[i]}: ${sum}, ${results.scores[i]}`)
  }
})

test('where a page ends among the newest ads they score as they do once they are sealed', () => {
  const { index, matcher } = setUp()
  const titles = [
    'grey numbat',
    'numbat of glass',
    'glass numbat, grey',
    'numbat',
    'grey glass',
    'numbat of grey glass',
  ]
  const ownerOf = { campaign: 0, formats: 1 }
  const questions = ['numbat', 'grey glass', 'a grey numbat of glass']
  const found = () =>
    questions.flatMap((question) =>
      [20, 3].map((limit) => {
        const query = matcher.buildQuery({ query: question, messages: [] })
        const results = index.search(query, { limit, ...ALL })
        return Array.from({ length: results.count }, (_, i) => {
          const { terms } = matcher.explainMatch(query, results, i)
          return [results.docs[i], results.scores[i], terms.map(({ contribution }) => contribution)]
        })
      }),
    )
  // The same again at the beginning of the page before, so that no page's ads are taken for another's.
  for (const title of titles) index.add(ad(title), ownerOf)
  for (let i = titles.length; i < 65_533; i++) index.add(ad(`plain thing ${i % 100}`), ownerOf)
  const docs = titles.map((title) => index.add(ad(title), ownerOf))
  const fresh = found()
  assert.deepEqual(
    fresh.map((ads) => ads.length),
    [10, 3, 10, 3, 12, 3],
  )
  index.compact()
  assert.deepEqual(found(), fresh)

  index.remove(docs[3]!)
  index.compact()
  assert.equal(index.add(ad(titles[3]!), ownerOf), 65_536)
  assert.deepEqual(found(), fresh)
  index.compact()
  assert.deepEqual(found(), fresh)
})

test('a conversation weighs its newest words most and its assistant not at all', () => {
  const { index, matcher } = setUp()
  const owner = { campaign: 0, formats: 1 }
  const older = index.add(ad('Zorblax'), owner)
  const newer = index.add(ad('Quibnor'), owner)
  index.add(ad('Vuntrel'), owner)
  const query = matcher.buildQuery({
    query: 'a quibnor',
    messages: [
      { role: 'user', content: 'a zorblax' },
      { role: 'assistant', content: 'a vuntrel' },
      { role: 'user', content: 'a quibnor' },
    ],
  })
  const results = index.search(query, { limit: 10, ...ALL })
  assert.deepEqual([...results.docs.subarray(0, results.count)], [newer, older])
  assert.ok(matcher.relevanceOf(query, results, 0) > matcher.relevanceOf(query, results, 1))
})

test('relevance means much the same with three ads in stock and with three thousand', () => {
  const relevanceWith = (others: number): number => {
    const { index, matcher } = setUp()
    index.add(ad('Noise cancelling headphones', 'Wireless over-ear headphones'), { campaign: 0, formats: 1 })
    for (let i = 0; i < others; i++)
      index.add(ad(`Garden chair ${i}`, 'Folding, made of oak'), { campaign: 0, formats: 1 })
    const query = matcher.buildQuery({ query: 'wireless noise cancelling headphones', messages: [] })
    return matcher.relevanceOf(query, index.search(query, { limit: 1, ...ALL }), 0)
  }
  const few = relevanceWith(2)
  assert.ok(few > 0.5 && few < 1)
  assert.ok(Math.abs(few - relevanceWith(3_000)) < 0.1)
})

test('an explanation names the words that made the match, and their sum is the score', () => {
  const { index, matcher } = setUp()
  index.add(ad('Ceramic coffee mug'), { campaign: 0, formats: 1 })
  const query = matcher.buildQuery({ query: 'I want a ceramic mug as a gift', messages: [] })
  const results = index.search(query, { limit: 1, ...ALL })
  const explained = matcher.explainMatch(query, results, 0)
  assert.deepEqual(explained.terms.map(({ term }) => term).sort(), ['ceramic', 'mug'])
  const sum = explained.terms.reduce((total, { contribution }) => total + contribution, 0)
  assert.ok(Math.abs(sum - results.scores[0]!) < 0.01 * sum)
  assert.equal(explained.relevance, matcher.relevanceOf(query, results, 0))
})

test('small talk finds nothing', () => {
  const { index, ask } = setUp()
  index.add(ad('How we are: a book about you'), { campaign: 0, formats: 1 })
  assert.deepEqual(ask('hello, how are you?'), [])
})
