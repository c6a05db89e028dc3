import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistant, buildQuery, user, weightsOf } from '../../../test/support/read-query.ts'
import { createTermReader } from '../text/terms.ts'
import { loadWordFrequencies } from '../text/word-frequency.ts'
import { createQueryBuilder, type ConversationText } from './build-query.ts'
import { isDayOrTime } from './talk-words.ts'

test('a query stays as it is while others are made', () => {
  const questions = [
    'a tent',
    'a quiet laptop for train rides under 900 euros',
    '',
    'red canvas shoes',
    'a hotel in Denver',
  ]
  const made = Array.from({ length: 60 }, (_, i) => {
    const query = buildQuery({ query: questions[i % questions.length]!, messages: [] }, i % 7 === 0 ? 'de' : 'en')
    return { query, then: factsOf(query) }
  })
  for (const { query, then } of made) assert.deepEqual(factsOf(query), then)
})

function factsOf(query: ReturnType<typeof buildQuery>): object {
  const { count, lo, hi, weight, rarity, surfaceOf } = query
  return {
    lo: [...lo],
    hi: [...hi],
    weight: [...weight],
    rarity: [...rarity],
    texts: Array.from({ length: count }, (_, i) => surfaceOf(i)),
  }
}

test('short years are read in full, and other numbers after an apostrophe are not', () => {
  for (const [query, year] of [
    ["songs from '17", '2017'],
    ['a ’65 Mustang', '1965'],
    ["'05 chardonnay", '2005'],
  ] as const) {
    assert.ok(Object.keys(weightsOf({ messages: [], query })).includes(year), query)
  }
  for (const query of ["a door of 5'10 in oak", "the number '10' bus", "the '90s in music", "a '55 inch' screen"]) {
    const words = Object.keys(weightsOf({ messages: [], query }))
    assert.ok(!words.some((word) => /^(?:19|20)\d\d$/.test(word)), `${query}: ${words.join(' ')}`)
  }
})

test('neighbours in a short query are also looked for as one word, where ads hold it', () => {
  const terms = createTermReader(loadWordFrequencies())
  const { lo, hi } = terms.read('eyeshadow', 'en')
  const [stockLo, stockHi] = [lo[0], hi[0]]
  const build = createQueryBuilder({ terms, isInStock: (lo, hi) => lo === stockLo && hi === stockHi })
  const wordsOf = (query: string, messages: ConversationText['messages'] = []) => {
    const made = build({ query, messages })
    return Array.from({ length: made.count }, (_, i) => `${made.surfaceOf(i)} ${made.weight[i]!.toFixed(1)}`).sort()
  }
  assert.deepEqual(wordsOf('eye shadow'), ['eye 1.0', 'eye shadow 0.5', 'shadow 1.2'])
  assert.deepEqual(wordsOf('Eye Shadow palette'), ['Eye 1.0', 'Eye Shadow 0.5', 'Shadow 1.0', 'palette 1.2'])
  for (const query of [
    'eye, shadow',
    'eye not shadow',
    'eye-shadow',
    'palette without eye shadow',
    'do you have an eye shadow there',
  ]) {
    assert.ok(!wordsOf(query).some((word) => word.startsWith('eye shadow')), query)
  }
  assert.ok(wordsOf('eyeshadow eye shadow').includes('eyeshadow 1.0'))
  assert.ok(!wordsOf('eye shadow', [user('a gift')]).includes('eye shadow 0.5'))
})

test('what the user does not want is not looked for, also where it was spoken of before', () => {
  const cases: readonly (readonly [query: string, unwanted: string, wanted: string])[] = [
    ['espresso machine but not Vokka please', 'Vokka', 'espresso'],
    ['a coffee maker without a carafe', 'carafe', 'coffee'],
    ["no I don't want a VPN, I want a password manager", 'VPN', 'password'],
    ['any kettle other than Tarno', 'Tarno', 'kettle'],
    ['a hotel with sauna, not in Leeds', 'Leeds', 'hotel'],
    ['a tent but nothing from Tarno', 'Tarno', 'tent'],
    ["shoes that aren't Tarno", 'Tarno', 'shoes'],
    ['shoes that arent Tarno', 'Tarno', 'shoes'],
    ['a kettle which isn’t a Tarno', 'Tarno', 'kettle'],
    ["I don't want a Tarno. Tarno is loud, I want a kettle", 'Tarno', 'kettle'],
  ]
  for (const [query, unwanted, wanted] of cases) {
    const weights = weightsOf({ messages: [user(`Which ${unwanted} is best?`)], query, response: `${unwanted}!` })
    assert.equal(weights[unwanted], undefined, query)
    assert.ok(weights[wanted]! > 0, query)
  }
})

test('a measure that is not wanted is not wanted in either form', () => {
  for (const [before, query] of [
    ['a 27 inch monitor for gaming', 'not 27 inch, rather 32'],
    ['a 512gb laptop', "I don't need 512gb"],
  ] as const) {
    const weights = weightsOf({ messages: [user(before)], query })
    assert.equal(weights['27'] ?? weights['512gb'], undefined, query)
    assert.equal(buildQuery({ messages: [user(before)], query }).unwanted?.length, 2, query)
  }
})

test('a word that is not wanted as a part of another is wanted by itself', () => {
  for (const [messages, query] of [
    [[], 'phone for my grandma, no smartphone'],
    [[], 'no smartphone, a phone for my grandma'],
    [[user('a phone for my grandma')], 'but not a smartphone'],
  ] as const) {
    const weights = weightsOf({ messages, query })
    assert.ok(weights.phone! > 0, query)
    assert.equal(weights.smartphone, undefined, query)
  }
})

test('words of pasted code count little, unless they are said beside it', () => {
  const code = '```js\nconst kettle = await find(tent)\n```'
  const weights = weightsOf({ messages: [], query: `${code}\nThis breaks. Which errors tracker for a kettle shop?` })
  assert.ok(weights.tent! < 0.3 * weights.tracker! && weights.kettle! > 0.9, JSON.stringify(weights))
  const before = weightsOf({ messages: [user('a tent')], query: 'it is for two' })
  const after = weightsOf({ messages: [user('a tent')], query: `it is for two ${code}` })
  assert.equal(after.tent! >= before.tent!, true)
})

test('what somebody owns counts less than what they wish for in the same breath', () => {
  for (const [query, owned, wished, language] of [
    ['I have a tent, now I need a sleeping bag', 'tent', 'sleeping', 'en'],
    ["I've got a tent already but I need a hammock", 'tent', 'hammock', 'en'],
    ['ive got a tent, any hammock', 'tent', 'hammock', 'en'],
    ['I have a tent, need something soft for it', 'tent', 'soft', 'en'],
    ['just bought a tent, what hammock goes with it?', 'tent', 'hammock', 'en'],
    ['Which hammock? I already have tents', 'tents', 'hammock', 'en'],
    ['We booked the hotel. Now we need insurance', 'hotel', 'insurance', 'en'],
    ['Ich habe schon ein Zelt, brauche aber einen Schlafsack', 'Zelt', 'Schlafsack', 'de'],
    ["j'ai deja une tente, je cherche un hamac", 'tente', 'hamac', 'fr'],
    ['ya tengo portátil, necesito auriculares', 'portátil', 'auriculares', 'es'],
    ['já tenho uma barraca e preciso de uma rede', 'barraca', 'rede', 'pt'],
    ["ho gia una tenda, cerco un'amaca", 'tenda', 'amaca', 'it'],
    ['ik heb al een tent maar zoek een hangmat', 'tent', 'hangmat', 'nl'],
  ] as const) {
    const weights = weightsOf({ messages: [], query }, language)
    assert.ok(weights[owned]! > 0 && weights[owned]! < 0.5 * weights[wished]!, `${query} ${JSON.stringify(weights)}`)
  }
  const later = weightsOf({ messages: [user('I have a tent, I need a hammock')], query: 'a cheaper hammock' })
  assert.ok(later.tent! < 0.5, 'also in a message before')
})

test('what somebody has is what the talk is about where nothing else is wished for', () => {
  for (const [query, word] of [
    ['I have a laptop that is slow, what can I do', 'laptop'],
    ['I bought a pan and it rusts, what do I do', 'pan'],
    ['I have a tent. It leaks, where to patch it', 'tent'],
    ['I have a tent, need a bigger one', 'tent'],
    ['I already have the Tarno, anything better?', 'Tarno'],
    ['I have a tent, want something with a porch', 'tent'],
    ['I have a dog, what food is best', 'dog'],
    ['We have a toddler and need a carrier', 'toddler'],
    ['I have wide feet and need boots', 'feet'],
    ['I have a camera, need a camera bag', 'camera'],
    ['I have a tent', 'tent'],
    ['do you have a tent? I need a light tent', 'tent'],
  ] as const)
    assert.ok(weightsOf({ messages: [], query })[word]! >= 1, query)
})

test('what somebody lacks is looked for', () => {
  for (const [query, word] of [
    ['my bike has no lights', 'lights'],
    ['I have no wardrobe in my room, what do you recommend?', 'wardrobe'],
    ['got no curtains yet', 'curtains'],
  ] as const)
    assert.ok(weightsOf({ messages: [], query })[word]! >= 1, query)
  for (const [query, word] of [
    ['a phone that has no camera', 'camera'],
    ['it must have no cables', 'cables'],
    ['we have no kids, find a quiet hotel', 'kids'],
    ['restaurants with no meat', 'meat'],
  ] as const)
    assert.equal(weightsOf({ messages: [], query })[word], undefined, query)
})

test('what somebody dislikes is not looked for', () => {
  const cases: readonly (readonly [query: string, unwanted: readonly string[], wanted: readonly string[]])[] = [
    ['I hate coffee, what about tea?', ['coffee'], ['tea']],
    ["my wife can't stand coffee or cocoa but she loves tea", ['coffee', 'cocoa'], ['tea']],
    ["I don't really like coffee. Tea?", ['coffee'], ['Tea']],
    ["I don't like wired headphones", ['wired'], ['headphones']],
    ['I hate green tea, what about black tea?', ['green'], ['black', 'tea']],
    ["he doesn't eat fish, which restaurants", ['fish'], ['restaurants']],
    ['not a fan of leather, show me sofas', ['leather'], ['sofas']],
    ['I am allergic to cats, is there a vacuum', ['cats'], ['vacuum']],
    ['I hate running. What about yoga?', ['running'], ['yoga']],
    ['No more coffee, a tea please', ['coffee'], ['tea']],
  ]
  for (const [query, unwanted, wanted] of cases) {
    const weights = weightsOf({ messages: [user(`Which ${unwanted[0]}?`)], query })
    assert.deepEqual(
      unwanted.filter((word) => weights[word] !== undefined),
      [],
      query,
    )
    for (const word of wanted) assert.ok(weights[word]! > 0, `${query}: ${word}`)
  }
  for (const [language, query, unwanted, wanted] of [
    ['de', 'ich hasse Kaffee, was gibt es an Tee?', 'Kaffee', 'Tee'],
    ['de', 'ich mag keinen Kaffee. Tee?', 'Kaffee', 'Tee'],
    ['nl', 'ik hou niet van koffie, wel van thee', 'koffie', 'thee'],
    ['fr', 'j’aime pas le café, plutôt du thé', 'café', 'thé'],
    ['es', 'no me gusta el café, mejor té', 'café', 'té'],
    ['pt', 'nao gosto de café, prefiro chá', 'café', 'chá'],
    ['it', 'odio il caffè, meglio un tè', 'caffè', 'tè'],
  ] as const) {
    const weights = weightsOf({ messages: [], query }, language)
    assert.equal(weights[unwanted], undefined, query)
    assert.ok(weights[wanted]! > 0, query)
  }
})

test('a thing of which something is disliked is still what the talk is about', () => {
  for (const [query, wanted] of [
    ["I don't like how my old vacuum gets clogged", 'vacuum'],
    ['I hate that my laptop is slow', 'laptop'],
    ['I hate my laptop', 'laptop'],
    ["I can't stand mattresses that are too soft", 'mattresses'],
    ["I don't like headphones with cables", 'headphones'],
    ['I hate ironing, what should I buy?', 'ironing'],
    ['I hate cleaning windows', 'windows'],
    ["if she doesn't like the sofa, can I return it", 'sofa'],
    ['a gift for someone who hates mornings', 'mornings'],
    ["I don't hate the sofa", 'sofa'],
    ["I'm allergic to nuts, which restaurants", 'nuts'],
    ["she can't eat gluten, a bakery", 'gluten'],
    ['I have no more storage on my phone', 'storage'],
    ['something like a tent', 'tent'],
    ['a tent that can stand storms', 'storms'],
  ] as const)
    assert.ok(weightsOf({ messages: [], query })[wanted]! > 0, query)
  assert.ok(weightsOf({ messages: [], query: 'odio el ruido de mi nevera' }, 'es').ruido! > 0)
})

test('what is wanted in the end is looked for, and not every "not" denies', () => {
  const again = weightsOf({ messages: [user('no tent, thanks')], query: 'all right, show me a tent' })
  assert.ok(again.tent! > 0)
  for (const query of [
    'why not a tent',
    'not only a tent',
    'I do not know which tent to buy',
    "I don't have a tent yet",
    "isn't a tent better",
    'No, not a tent pole, I need a tent',
  ]) {
    assert.ok(weightsOf({ messages: [], query }).tent! > 0, query)
  }
})

test('in a sentence, words of asking and of time count less than words of the matter', () => {
  const weights = weightsOf({
    messages: [],
    query: 'Could you recommend a bus on the 14th at 3:30 pm on Friday please?',
  })
  for (const word of ['recommend', '14th', '3', '30', 'pm', 'Friday']) {
    assert.ok(weights[word]! < 0.5 * weights.bus!, `${word} ${JSON.stringify(weights)}`)
  }
  assert.equal(weightsOf({ messages: [], query: 'which phone should I buy for hiking' }).phone, 1)
  assert.ok(weightsOf({ messages: [], query: 'deploy a node app cheap' }).cheap! < 0.5)
})

test('what is only said by the way is not looked for, or hardly', () => {
  const weights = weightsOf({
    messages: [],
    query: 'hmm nevermind, im lost and cant drive, find me a hotel instead pls',
  })
  assert.deepEqual(
    ['hmm', 'nevermind', 'im', 'cant', 'pls'].filter((word) => weights[word] !== undefined),
    [],
  )
  assert.ok(weights.instead! < 0.5 * weights.hotel!)
})

test('in a few bare words every word counts', () => {
  const weights = weightsOf({ messages: [], query: 'photo price tags' })
  assert.ok(weights.photo === 1 && weights.price === 1 && weights.tags! >= 1, JSON.stringify(weights))
})

test('the number and the unit of a measure count less than other words', () => {
  for (const query of ['sleeping bag 200 cm', 'I am looking for a sleeping bag of 200 cm, please']) {
    const read = buildQuery({ messages: [], query })
    const weights = Array.from({ length: read.count }, (_, i) => [read.surfaceOf(i), read.weight[i]!] as const)
    const of = (word: string) => weights.filter(([surface]) => surface === word).map(([, weight]) => weight)
    assert.deepEqual([of('200').sort(), of('cm')], [[0.5, 1], [0.5]], query)
  }
  assert.equal(weightsOf({ messages: [], query: '200 bags cm' })['200'], 1)
})

test('days and times are told from other numbers', () => {
  const at = (text: string, span: string) => isDayOrTime(text, text.indexOf(span), text.indexOf(span) + span.length)
  for (const [text, span] of [
    ['on the 14th', '14th'],
    ['at 3:30', '3'],
    ['at 3:30', '30'],
    ['at 11am', '11am'],
    ['at 11 p.m.', '11'],
    ['at 7 PM', '7'],
  ] as const)
    assert.ok(at(text, span), `${span} in ${text}`)
  for (const [text, span] of [
    ['55 inch', '55'],
    ['100th', '100th'],
    ['4k', '4k'],
    ['64gb', '64gb'],
    ['3 amps', '3'],
    ['2 people', '2'],
  ] as const)
    assert.ok(!at(text, span), `${span} in ${text}`)
})

test('of the assistant, what it told before counts nothing and its answer a little', () => {
  const weights = weightsOf({
    messages: [user('a scarf for my mother'), assistant('We have cashmere.')],
    query: 'rather wool',
    response: 'Merino would be warm.',
  })
  assert.equal(weights.cashmere, undefined)
  assert.ok(weights.Merino! > 0 && weights.Merino! < weights.scarf!)
})

test('however long a conversation is, its newest words are weighed', () => {
  const messages = Array.from({ length: 300 }, (_, i) =>
    user(Array.from({ length: 30 }, (_, k) => `${(i * 30 + k) % 5000}`).join(' ')),
  )
  const weights = weightsOf({ messages, query: 'a Zorvex kettle' })
  assert.equal(weights.Zorvex, 1)
})

test('a limit is heard with a space before the number and without', () => {
  for (const query of ['a phone under Rs 500', 'a phone under Rs500', 'a phone under INR500']) {
    assert.deepEqual(buildQuery({ messages: [], query }).priceLimit, { most: 500, least: 0, currency: 'INR' }, query)
  }
})

test('what a thing may cost is not looked for', () => {
  for (const [query, language] of [
    ['running shoes under 100 dollars', 'en'],
    ['shoes, between 50 and 100 dollars', 'en'],
    ['shoes 100 dollars', 'en'],
    ['shoes over $100', 'en'],
    ['shoes from $50 to $100', 'en'],
    ['shoes < 100', 'en'],
    ['shoes under 100 kr', 'no'],
  ] as const) {
    const weights = weightsOf({ messages: [], query }, language)
    assert.deepEqual(
      Object.keys(weights).filter((word) => ['100', '50', 'dollars', 'kr', 'under'].includes(word)),
      [],
      query,
    )
    assert.ok(weights.shoes! > 0, query)
  }
  const again = weightsOf({ messages: [user('shoes under $100')], query: 'well, up to $120' })
  assert.ok(again['100'] === undefined && again['120'] === undefined && again.shoes! > 0)
  assert.ok(weightsOf({ messages: [], query: '100 beech blocks under $100' })['100']! > 0)
})

test('a bare number answers the question for the budget, and no other', () => {
  const after = (question: string, query: string) =>
    buildQuery({ messages: [user('a laptop for video'), assistant(question)], query }).priceLimit
  assert.deepEqual(after('Sure! What is your budget?', '1500'), { most: 1500, least: 0, currency: undefined })
  assert.deepEqual(after('How much would you like to spend?', 'maybe 800'), {
    most: 800,
    least: 0,
    currency: undefined,
  })
  assert.deepEqual(after('¿Cuál es tu presupuesto?', '700 euros'), { most: 700, least: 0, currency: 'EUR' })
  assert.equal(after('How large should the screen be?', '15'), undefined)
  assert.equal(after('The budget is fine. How large should it be?', '15'), undefined)
  assert.equal(after('How much memory does it need?', '16'), undefined)
  assert.equal(after('How many nights will you spend there?', '3'), undefined)
  assert.equal(after('What is your budget?', 'it is for 2 people who travel'), undefined)
  const messages = [user('a laptop'), assistant('What is your budget?'), user('1500'), assistant('Here.')]
  assert.deepEqual(buildQuery({ messages, query: 'which is best?' }).priceLimit, {
    most: 1500,
    least: 0,
    currency: undefined,
  })
})

test('a message of nothing but a limit sets it, unless another number was asked for', () => {
  const after = (said: string, query: string) =>
    buildQuery({ messages: [user('a desk'), assistant(said)], query }).priceLimit?.most
  for (const query of ['max 400', '400 max', 'up to 400', 'ok, no more than 400 please', 'höchstens 400', '最多400']) {
    assert.equal(after('Here are three.', query), 400, query)
    assert.equal(buildQuery({ messages: [user('a desk')], query }).priceLimit?.most, 400, query)
  }
  assert.equal(after('What is your budget?', 'max 40'), 40)
  assert.equal(after('For how many people, and at what budget?', '2 people, max 300'), 300)
  assert.equal(after('What should it cost per night?', '80 max'), 80)
  assert.equal(after('Do you prefer any brand?', 'max 400'), 400)
  for (const [question, query] of [
    ['How wide can it be?', 'max 120'],
    ['What size fits?', 'up to 180'],
    ['What do you pay for it today?', '40'],
    ['Wie breit darf er sein?', 'maximal 120'],
    ['多大？', '最多400'],
    ['Here are three.', 'max 8'],
    ['Here are three.', 'pro max 256'],
    ['Here are three.', 'max 400 watts'],
    ['Here are three.', 'make it 140'],
    ['What is your budget?', 'kids under 12'],
  ] as const)
    assert.equal(after(question, query), undefined, `${question} ${query}`)
})

test('a limit is heard in words where it is sure to be one, and is not looked for', () => {
  const limitOf = (query: string) => buildQuery({ messages: [], query }).priceLimit
  for (const [query, most, currency] of [
    ['headphones, three hundred dollars max', 300, 'USD'],
    ['a tent under a hundred bucks', 100, 'USD'],
    ['a laptop, my budget is fifteen hundred', 1500, undefined],
    ['no more than twenty-five euros for a mug', 25, 'EUR'],
    ['a bike under two thousand five hundred pounds', 2500, 'GBP'],
    ['a bed under one hundred and fifty quid', 150, 'GBP'],
    ['running shoes, I have a couple hundred to spend', 250, undefined],
    ['a camera, a grand tops, please', 1000, undefined],
    ['mobile plan 40 a month max', 40, undefined],
    ['a plan for under forty dollars a month', 40, 'USD'],
    ['a hotel under 80 a night', 80, undefined],
    ['a plan, $40 a month max', 40, 'USD'],
  ] as const)
    assert.deepEqual(limitOf(query), { most, least: 0, currency }, query)
  for (const query of [
    'show me a budget one',
    'a hall for under a hundred people',
    'a few hundred dollars more than I wanted, my budget is gone',
    'one thousand and one nights, a book',
    'a grand piano',
    'hundreds of dollars in fees, which bank is better',
    'a class, three a week max',
    'it has to last five years at most',
    'I run 40 a month, which shoes',
  ])
    assert.equal(limitOf(query), undefined, query)
  const weights = weightsOf({ messages: [], query: 'a tent under three hundred dollars' })
  assert.deepEqual(Object.keys(weights), ['tent'])
})

test('a limit for one thing is none for what is wished for next, however many wishes came before', () => {
  const messages = [user('I need a tent'), assistant('Here.'), user('Find me a laptop under $500'), assistant('Here.')]
  assert.equal(buildQuery({ messages, query: 'I need an umbrella' }).priceLimit, undefined)
})

test('whoever wishes for the same with another quality is held to the limit, and the thing counts on', () => {
  const messages = [user('I want noise cancelling headphones under $150')]
  const alone = weightsOf({ messages, query: 'and quieter' })
  for (const query of [
    'find me a lighter one',
    'show me one with a longer battery',
    'I need smaller ones',
    'find me something in blue',
    'do you have something lighter? show me something quieter',
    'recommend anything more rugged',
    'I want it for travelling',
    'recommend another manufacturer',
    'show me some in purple',
    'find any with a microphone',
    'I need more padding',
    'show me the blue model',
    'how about a quieter one?',
    'are there any in purple?',
    'are there any wireless models?',
    'show me a leather version',
    'how about a pair from Sony?',
    'is there a student discount?',
    'how about a bigger battery?',
    'I need two of those',
    'are there any with a microphone?',
  ]) {
    assert.deepEqual(buildQuery({ messages, query }).priceLimit, { most: 150, least: 0, currency: 'USD' }, query)
    assert.equal(weightsOf({ messages, query }).headphones, alone.headphones, query)
  }
  for (const query of [
    'find me a tent',
    'I need something for the garden',
    'book one hotel room',
    'show me umbrellas',
    'now find me the best hotel',
  ]) {
    assert.equal(buildQuery({ messages, query }).priceLimit, undefined, query)
  }
})

test('a limit is lifted by who then asks for dearer things', () => {
  const limitOf = (query: string) => buildQuery({ messages: [user('a laptop under $500')], query }).priceLimit
  assert.deepEqual(limitOf('a lighter one'), { most: 500, least: 0, currency: 'USD' })
  assert.deepEqual(limitOf('show me some over $1000'), { most: Infinity, least: 1000, currency: 'USD' })
  assert.deepEqual(limitOf('show me some over $300'), { most: 500, least: 300, currency: 'USD' })
  assert.equal(limitOf('any price is fine'), undefined)
  for (const query of ['well, up to $800', 'make it $800', 'what about $800?', 'I could stretch to $800']) {
    assert.deepEqual(limitOf(query), { most: 800, least: 0, currency: 'USD' }, query)
  }
})
