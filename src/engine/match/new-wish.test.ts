import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistant, user, weightsOf } from '../../../test/support/read-query.ts'

test('a new wish pushes the old one back, and keeps the places that were named', () => {
  const weights = weightsOf({
    messages: [
      user('I want to see the Lumineers play in Denver'),
      assistant('Two tickets are booked.'),
      user('Splendid, the concert suits me'),
    ],
    query: 'Now find me a hotel out there',
  })
  assert.ok(weights.hotel! > 1.5 * weights.concert!, JSON.stringify(weights))
  assert.ok(weights.Denver! > 1.2 * weights.concert!, JSON.stringify(weights))
})

test('a wish for something there leaves more behind than another wish, and no place but where it came from', () => {
  const asked = (query: string) =>
    weightsOf({ messages: [user('Book tickets from Leeds to see the Lumineers play in Denver')], query })
  const alone = asked('splendid')
  const another = asked('I need a hotel')
  for (const query of [
    'find a hotel there',
    'I want a hotel nearby',
    'now get me the best hotel in that area',
    'how about a hotel there?',
    'how about hotels there?',
    'are there hotels nearby?',
    'great. now some hotel there',
    'and a hotel there',
    'ok, and also a hotel there',
    'where can we sleep there?',
    'What should I eat nearby',
    'Not any with that! Are there any hotels near there?',
    'find a hotel there, and I need a tent',
  ]) {
    const there = asked(query)
    for (const word of ['tickets', 'Lumineers', 'Leeds']) {
      assert.ok(there[word]! < 0.6 * another[word]!, `${query}: ${word} ${there[word]} ${another[word]}`)
    }
    assert.equal(there.Denver, alone.Denver, query)
  }
  // Something is wished for elsewhere, or it is not said where.
  for (const query of [
    "I need a hotel, there's snow",
    'there is rain, I need a hotel',
    'hi there, I need a hotel',
    'Is it cold there? I need a hotel',
    'I need a hotel in the area of Boulder',
    'I need a hotel. Is my hat still there?',
    'I want the hotel now',
    'find the best hotel',
  ]) {
    assert.equal(asked(query).tickets, another.tickets, query)
  }
  // What is asked about may be a part of what was wished for.
  for (const query of [
    'is there a pool?',
    'is there a pool there?',
    'are there any discounts?',
    'what about a balcony?',
    'and a balcony?',
    'what can I eat?',
    'Is there a lift and a balcony there?',
    'what do you know of breakfast there?',
  ]) {
    assert.equal(asked(query).tickets, alone.tickets, query)
  }
})

test('a place is a name after a word for being or going there, and where nothing is, any name', () => {
  const weightOf = (word: string, ...said: readonly string[]) =>
    weightsOf({ messages: said.map(user), query: 'find a hotel there' })[word]!
  const place = weightOf('Denver', 'a flat in Denver')
  const word = weightOf('umbrella', 'an umbrella')
  assert.ok(place > 2 * word)
  for (const said of [
    'the way to Denver',
    'a flat near Denver',
    'Near Denver',
    'walks around Denver',
    'I will visit Denver',
    'we are visiting Denver',
    'a flat in North Denver',
    'In Old Zürich Denver',
    'a flat in Aurora, Denver',
    'a flat in the Denver',
  ]) {
    const both = `as my friend Boulder said. ${said}`
    assert.deepEqual([weightOf('Denver', both), weightOf('Boulder', both)], [place, word], said)
  }
  assert.equal(weightOf('Denver', 'the best flats of Denver'), place)
  for (const said of ['Denver', 'a flat in denver', 'a flat in the old denver']) {
    assert.equal(weightOf(said.includes('denver') ? 'denver' : 'Denver', said), word, said)
  }
  // Where a place is named, other names are none.
  for (const said of [
    'from Boulder to Denver',
    'with Boulder in Denver',
    'Boulder in Denver',
    'in Denver with Boulder',
    'old Boulder and the way to the Denver',
  ]) {
    assert.deepEqual([weightOf('Denver', said), weightOf('Boulder', said)], [place, word], said)
  }
  assert.ok(weightOf('Denver', 'Denver suits me', 'a flat in Denver') > place)
  assert.ok(weightOf('Denver', 'a flat in Denver', 'Denver suits me') > place)
})

test('a place is near another only where none is told to be in', () => {
  const weightOf = (word: string, said: string) =>
    weightsOf({ messages: [user(said)], query: 'find a hotel there' })[word]!
  const place = weightOf('Boulder', 'a flat near Boulder')
  for (const said of ['a flat near Boulder in Denver', 'a flat around the Boulder, to rent in Denver']) {
    assert.equal(weightOf('Denver', said), place, said)
    assert.ok(weightOf('Boulder', said) < 0.6 * place, said)
  }
})

test('what is named far behind the words of wishing, or in pasted code, opens no wish', () => {
  const tentBeside = (query: string) => weightsOf({ messages: [user('a canvas tent')], query }).canvas!
  for (const query of [
    'I want an umbrella',
    'I need a more robust umbrella',
    'I need IT courses',
    'find the nearest pharmacy',
  ]) {
    assert.ok(tentBeside(query) < 0.6 * tentBeside('splendid'), query)
  }
  for (const query of [
    'I want to thank you for lovely, perfect, amazing umbrellas',
    'I want that. Umbrellas bore me',
    'I want that very umbrella',
    'get me two',
    'it breaks ```// are there any kettles```',
  ]) {
    assert.equal(tentBeside(query), tentBeside('splendid'), query)
  }
})

test('lines of a query are read like messages, but are all equally new', () => {
  const said = ['tickets to see the Lumineers in Denver', 'two please', 'find me a hotel there']
  const lines = weightsOf({ messages: [], query: said.join('\n') })
  const messages = weightsOf({ messages: said.slice(0, -1).map(user), query: said.at(-1)! })
  assert.equal(lines.hotel, 1)
  assert.equal(lines.Denver, 1)
  assert.ok(lines.Lumineers! < 0.3 && lines.Lumineers! > messages.Lumineers!, `${lines.Lumineers}`)

  const list = weightsOf({ messages: [], query: 'I need a mattress:\r\n- firm\n\n- washable\nlovely' })
  assert.deepEqual([list.mattress, list.firm, list.washable], [1, 1, 1])
  assert.ok(list.lovely! < 0.5, 'talk in a short line of a longer text')
  const older = weightsOf({ messages: [user('a canvas bag')], query: 'for the beach\nit has to be large enough' })
  assert.ok(
    older.canvas! < older.beach! && older.canvas! > 0.9,
    'older messages are a turn older, however many lines there are',
  )
})

test('a name, pasted code and a long paste stay one text', () => {
  const name = weightsOf({ messages: [], query: 'canvas\nshoes' })
  assert.ok(name.shoes! > name.canvas!)
  const code = weightsOf({ messages: [], query: 'a kettle shop\n```\n// find me a tent\n```\nwhy does this break?' })
  assert.equal(code.kettle, 1)
  const paste = (lines: number) => {
    const more = Array.from({ length: lines - 2 }, (_, i) => `line ${i}`)
    return weightsOf({ messages: [], query: ['I need a kettle', ...more, 'find me a tent'].join('\n') }).kettle!
  }
  assert.ok(paste(20) < 0.6)
  assert.equal(paste(21), 1)
})

test('what a word stands for is one wish', () => {
  const phone = (query: string) => weightsOf({ messages: [user('a phone with a big battery')], query }).battery
  for (const query of ['how about a smartphone there?', 'find a smartphone there']) {
    assert.equal(phone(query), phone('splendid'), query)
  }
})

test('each wish that was left behind counts less than the one after it', () => {
  const weights = weightsOf({
    messages: [user('I need a kettle'), user('find me a tent'), user('now I want a bicycle')],
    query: 'show me a microscope',
  })
  const [newest, ...older] = ['microscope', 'bicycle', 'tent', 'kettle'].map((word) => weights[word]!)
  assert.equal(newest, 1)
  const kettleAfter = (oldest: string) => {
    const messages = [user(oldest), user('find me a tent. That kettle was dear')]
    return weightsOf({ messages, query: 'I need a bicycle' }).kettle!
  }
  assert.ok(kettleAfter('a kettle') > kettleAfter('hello'))
  older.reduce((larger, weight) => (assert.ok(weight > 0 && weight < 0.6 * larger, JSON.stringify(weights)), weight), 1)
})

test('what is taken back counts little, and another quality takes nothing back', () => {
  const messages = [user('the best espresso machine for a small kitchen')]
  const alone = weightsOf({ messages, query: 'fine' })
  const another = weightsOf({ messages, query: 'find me a kettle' })
  for (const query of [
    "actually no, I'd rather have a filter machine",
    'actually a kettle',
    'sorry, a kettle instead',
    'I changed my mind, a kettle',
    'I changed my mind, find me a kettle',
  ])
    assert.equal(weightsOf({ messages, query }).espresso, another.espresso, query)
  assert.ok(another.espresso! < 0.6 * alone.espresso!)
  for (const query of [
    "I'd rather have a small one",
    'actually, in green',
    'a small one instead',
    'it is actually for two',
    'a rather large water tank',
    "I'd rather have it in blue",
  ])
    assert.equal(weightsOf({ messages, query }).espresso, alone.espresso, query)
})

test('more about the same thing is no new wish', () => {
  const start = 'I am looking for a canvas tent'
  const before = weightsOf({ messages: [user(start)], query: 'It has to be waterproof' })
  const after = weightsOf({ messages: [user(start)], query: 'I need a tent that is waterproof' })
  assert.equal(after.canvas, before.canvas)
  assert.ok(before.canvas! > 0.9)
})

test('what goes with a thing is another thing', () => {
  const asked = (query: string) => weightsOf({ messages: [user('I need boots for hiking')], query })
  const another = asked('I need socks')
  for (const query of [
    'ok and what socks go with them?',
    'which socks would go well with those',
    'What warm socks match these?',
    'what socks goes with it',
  ]) {
    const weights = asked(query)
    assert.equal(weights.boots, another.boots, query)
  }
  // What is asked about the same thing is none.
  for (const query of [
    'what socks',
    'which sizes do they come in?',
    'what should I look for with these?',
    'what would go wrong with those?',
  ]) {
    assert.ok(asked(query).boots! > another.boots!, query)
  }
})
