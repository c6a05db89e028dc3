import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistant, user, weightsOf } from '../../../test/support/read-query.ts'
import { agrees, askedIn, closesMatter, refuses } from './asked.ts'

const GUESTS = user('My in-laws visit us')

function answered(said: string, query: string): Record<string, number> {
  return weightsOf({ messages: [GUESTS, assistant(said)], query })
}

test('what the assistant asked counts a little, and more where the user says yes to it', () => {
  const asked = answered('Lovely. So an inflatable mattress?', 'they are seventy')
  const agreed = answered('Lovely. So an inflatable mattress?', 'yes, a high one')
  const said = weightsOf({ messages: [GUESTS], query: 'an inflatable mattress' })
  assert.ok(asked.mattress! > 0.1 * said.mattress!)
  assert.ok(agreed.mattress! > 1.5 * asked.mattress!)
  assert.ok(said.mattress! > 1.2 * agreed.mattress!)
  // What it told is not asked, unless the user agrees to just that.
  assert.equal(asked.Lovely, undefined)
  assert.equal(answered('An inflatable mattress might do.', 'they are seventy').mattress, undefined)
  assert.equal(answered('An inflatable mattress might do.', 'Exactly').mattress, agreed.mattress)
})

test('only what was asked before one of the last three messages counts, the newer the more, and never before what closed it', () => {
  const weights = (...later: string[]) => {
    const [query, ...earlier] = [...later].reverse()
    return weightsOf({
      messages: [GUESTS, assistant('A mattress?'), ...earlier.reverse().map(user)],
      query: query!,
    }).mattress
  }
  const [first, second, third] = [weights('seventy'), weights('seventy', 'high'), weights('seventy', 'high', 'blue')]
  assert.ok(first! > second! && second! > third! && third! > 0, `${first} ${second} ${third}`)
  assert.equal(weights('seventy', 'high', 'blue', 'soft'), undefined)
  const left = weightsOf({
    messages: [GUESTS, assistant('A mattress?'), user('seventy')],
    query: 'now find me a kettle',
  }).mattress
  assert.ok(left! < 0.7 * second!, `${left} ${second}`)
})

test('the lines of one message have one question before them', () => {
  const one = answered('A mattress?', 'seventy').mattress!
  const lines = answered('A mattress?', 'they are seventy\nit must be high').mattress!
  assert.ok(Math.abs(lines - one) < 0.01, `${lines} ${one}`)
})

test('words of asking count little in a question, and what the user does not want counts nothing', () => {
  const weights = answered('Would you like me to search for mattresses?', 'they are seventy')
  assert.ok(weights.search! < 0.6 * weights.mattresses!)
  assert.equal(answered('A mattress or a sofa?', 'no mattress').mattress, undefined)
})

test('a question is a sentence, and no part of a link', () => {
  for (const [said, asked] of [
    ['Nice! A tent? Or a tarp?', [' A tent', ' Or a tarp']],
    ['See https://a.example/b?c=d for more.', []],
    ['He asked "a tent?"', ['He asked "a tent']],
    ['Of these:\nwhich one?', ['which one']],
    [`${'x'.repeat(400)}?`, ['x'.repeat(300)]],
    ['', []],
  ] as const)
    assert.deepEqual(askedIn(said, false).split('\n').filter(Boolean), asked, said)
  for (const [said, taken] of [
    ['Nice! A tent? Or a tarp? ', ' Or a tarp'],
    ['We have tents. A light one is in stock.', ' A light one is in stock'],
    ['?!', ''],
    ['', ''],
  ] as const)
    assert.equal(askedIn(said, true), taken, said)
})

test('agreement is told from what begins like it', () => {
  for (const text of [
    'yes',
    'Yes, a light one',
    'yesss',
    'oh yes',
    'ok, sure',
    'Exactly!',
    '– yep',
    'ja, genau',
    'Sí',
    'sì',
    'oui',
    'да',
  ]) {
    assert.ok(agrees(text), text)
  }
  for (const text of ['yesterday', 'no', 'I say yes', 'jam', 'rightly so', 'simple', 'not sure', 'ok', '']) {
    assert.ok(!agrees(text), text)
  }
})

test('what was asked counts nothing where the user refuses it', () => {
  for (const query of ['no, a sofa', 'Nope', 'oh no!', 'not really', 'nein', 'Não']) {
    assert.ok(refuses(query), query)
    assert.equal(answered('An inflatable mattress?', query).mattress, undefined, query)
  }
  for (const query of ['northern', 'not sure', 'nobody', 'nonsense', 'noisy', 'yes, no problem', '']) {
    assert.ok(!refuses(query), query)
  }
})

test('what is booked or done closes a matter, and so does the question for anything else', () => {
  for (const said of [
    'Your table is booked.',
    'Done. Your reference is QX81P.',
    'Booked: two seats, March 9th.',
    "I've reserved the room for you",
    'Your reservation was successful! Enjoy.',
    'Can I help you with anything else?',
    'What else?',
    'Is there something else I can do?',
    `${'We have many of them. '.repeat(100)}Anything else?`,
  ])
    assert.ok(closesMatter(said), said)
  for (const said of [
    'Shall I have it booked?',
    'Are the seats booked? I can look.',
    'It must be ordered online',
    'Would you like something else, a tarp?',
    'Which city?',
    `Booked. ${'We have many of them. '.repeat(100)}`,
    '',
  ])
    assert.ok(!closesMatter(said), said)
})

test('after a matter is closed anything new is another wish, and more of the same is not', () => {
  const asked = (said: string, query: string) =>
    weightsOf({ messages: [user('a guesthouse in Norwich with a garden'), assistant(said)], query })
  for (const query of ['and where do we eat falafel', 'my brakes squeal']) {
    const open = asked('It has four rooms.', query)
    const closed = asked('That is booked.', query)
    assert.ok(closed.guesthouse! < 0.7 * open.guesthouse!, query)
    assert.equal(closed.Norwich, open.Norwich)
  }
  for (const query of ['has the guesthouse a garden?', 'thanks', 'great, thank you']) {
    assert.equal(asked('That is booked.', query).guesthouse, asked('It has four rooms.', query).guesthouse, query)
  }
})
