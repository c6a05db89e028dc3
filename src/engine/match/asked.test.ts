import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assistant, user, weightsOf } from '../../../test/support/read-query.ts'
import { agrees, askedIn, closesMatter, refuses } from './asked.ts'

const GUESTS = user('My in-laws visit us')

/** What `judge` says of each text, by the language it is in. */
function tells(
  judge: (text: string, language: string) => boolean,
  verdict: boolean,
  texts: Record<string, readonly string[]>,
): void {
  for (const [language, some] of Object.entries(texts)) {
    for (const text of some) assert.equal(judge(text, language), verdict, text)
  }
}

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

test('what was asked before one of the last three messages counts, the newer the more, unless another wish followed', () => {
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
  assert.equal(weights('seventy', 'now find me a kettle'), undefined)
  // What was asked last may well be what this answers.
  assert.equal(weights('I need a soft one for my back'), first)
})

test('the lines of one message have one question before them', () => {
  const one = answered('A mattress?', 'seventy').mattress!
  const lines = answered('A mattress?', 'they are seventy\nit must be high').mattress!
  assert.ok(Math.abs(lines - one) < 0.01, `${lines} ${one}`)
})

test('words of asking count little in a question, and what the user does not want counts nothing', () => {
  const weights = answered('Would you like me to search for mattresses?', 'they are seventy')
  assert.ok(weights.search! < 0.6 * weights.mattresses!)
  const denied = answered('A mattress or a hammock?', 'anything but a mattress')
  assert.equal(denied.mattress, undefined)
  assert.ok(denied.hammock! > 0)
})

test('in other languages each word of a question counts alike', () => {
  const asked = (said: string) =>
    weightsOf({ messages: [user('Ein Geschenk'), assistant(said)], query: 'etwas aus Holz' }, 'de')
  assert.equal(asked('Für welche Person?').Person, asked('Für welche Tante?').Tante)
})

test('a question is a sentence, and no part of a link', () => {
  for (const [said, asked] of [
    ['Nice! A tent? Or a tarp?', ['A tent', ' Or a tarp']],
    ['See https://a.example/b?c=d for more.', []],
    ['He asked "a tent?"', ['He asked "a tent']],
    ['**A tent?**', ['**A tent']],
    ['A tent (or a tarp?)', ['A tent (or a tarp']],
    ['A tent??', ['A tent?']],
    ['Of these:\nwhich one?', ['which one']],
    ['A list\nwhich one?', ['which one']],
    ['The 6.1 inch model at 7:30, e.g. today?', ['The 6.1 inch model at 7:30, e.g. today']],
    ['A hotel in St. Louis?', ['A hotel in St. Louis']],
    ['(A tent?) Or a tarp?', ['(A tent', ') Or a tarp']],
    ['Is it under $500?', ['Is it under']],
    ['About 1,200 euros or more?', ['About   or more']],
    ['See below: which one?', ['which one']],
    [`${'x'.repeat(400)}?`, ['x'.repeat(300)]],
    ['', []],
  ] as const)
    assert.deepEqual(askedIn(said, false).split('\n').filter(Boolean), asked, said)
})

test('who agrees means the last question, or what was said last where nothing was asked', () => {
  for (const [said, taken] of [
    ['Nice! A tent? Or a tarp? ', 'Or a tarp'],
    ['Would you like a tent? \u{1f60a}', 'Would you like a tent'],
    ['A tent? Let me know!', 'A tent'],
    ['A tent? I can look for hammocks, too.', 'A tent'],
    ['We have tents. A light one is in stock. \u{1f60a}', 'A light one is in stock'],
    ['Do you already own one?', ''],
    ['?!', ''],
    ['', ''],
  ] as const)
    assert.equal(askedIn(said, true).trim(), taken, said)
})

test('agreement is told from what begins like it, in the language of the talk', () => {
  tells(agrees, true, {
    en: [
      'yes',
      'Yes, a light one',
      'yesss',
      'oh yes',
      'ok, sure',
      'Exactly!',
      '– yep',
      'yes, no problem',
      'right.',
      'correct, two',
    ],
    de: ['ja, genau', 'Ja', 'gerne'],
    nl: ['ja graag'],
    fr: ['oui', 'Oui, pour deux'],
    es: ['Sí', 'si, para dos', 'claro'],
    pt: ['sim, dois', 'isso'],
    it: ['sì', 'si!', 'certo'],
  })
  tells(agrees, false, {
    en: [
      ...[
        'yesterday',
        'no',
        'I say yes',
        'jam',
        'rightly so',
        'simple',
        'not sure',
        'ok',
        '',
        'ja',
        'right angle drill',
      ],
      ...[
        'right now I need none',
        'of course not',
        'absolutely not, ADSL',
        'yeah no, ADSL',
        'yes, not that',
        'correctly',
        'yes-man',
      ],
    ],
    es: ['si hace frío', 'simple'],
    it: ['si dorme bene?'],
    de: ['ja nicht', 'ja nein', 'jacke'],
    pt: ['claro que não', 'claro que nao'],
  })
})

test('what was asked counts nothing where the user refuses it', () => {
  tells(refuses, true, {
    en: [
      'no wait, a sofa',
      'no this is for a flat',
      'no—a sofa',
      'nah something warm',
      'none of these',
      'not that one',
      'actually no, a sofa',
      'thanks, no',
      "I'd rather not",
      'no, a sofa',
      'Nope',
      'oh no!',
      'not really',
      'no thanks',
      'no I sleep on sofas',
      'neither',
      'not yet',
      "I don't think so",
      'yeah no, a sofa',
    ],
    de: ['nein', 'nö, danke'],
    es: ['no', 'no, gracias', 'no gracias', 'no quiero eso', 'claro que no'],
    pt: ['Não', 'não, obrigado', 'nao quero'],
    fr: ['non merci'],
  })
  tells(refuses, false, {
    en: [
      ...[
        'northern',
        'not sure',
        'nobody',
        'nonsense',
        'yes, no problem',
        '',
        'no more than 500 dollars',
        'no preference, just light',
      ],
      ...[
        'not really sure',
        'no a/c'.replace(' a', '/a'),
        'no rush',
        'non-stick, 28 cm',
        'No. 7 cream',
        'no idea',
        'no doubt!',
        'notepad',
        'of course',
      ],
    ],
    fr: ['non-fumeur'],
    es: ['no sé', 'noche'],
  })
  assert.equal(answered('An inflatable mattress?', 'nope, a sofa').mattress, undefined)
  assert.equal(weightsOf({ messages: [GUESTS, assistant('Eine Matratze?')], query: 'nein' }, 'de').Matratze, undefined)
})

test('what was refused in the end counts nothing, also where it was asked before', () => {
  const twice = (query: string) =>
    weightsOf({ messages: [GUESTS, assistant('A mattress?'), user('hm what'), assistant('A mattress?')], query })
      .mattress
  assert.equal(twice('no'), undefined)
  assert.equal(twice('yes')! > answered('A mattress?', 'hm what').mattress!, true)
})

test('a text of nothing but question marks is read once', () => {
  for (const mark of ['?)', 'a?)', '?" ', '? ']) {
    const said = mark.repeat(16_000)
    assert.ok(askedIn(said, false).length < 1_500, mark)
    assert.ok(askedIn(said, true).length <= 300, mark)
  }
})

test('of several lines the first one says yes or no', () => {
  const said = 'A mattress?'
  assert.equal(answered(said, 'no\nthey would rather have somewhere to eat').mattress, undefined)
  const many = 'yes\nit should be high\nnot blue\nand soft\nfor four people'
  assert.equal(answered(said, many).mattress, answered(said, 'yes').mattress)
  assert.equal(answered(said, 'yes\nit should sleep four people').mattress, answered(said, 'yes').mattress)
})

test('what somebody says to own already is no wish, whatever was asked of it', () => {
  for (const said of ['Do you already own a mower?', 'Do you have a mower?', 'Have you got a mower?']) {
    assert.equal(answered(said, 'yes, a petrol one').mower, undefined, said)
    assert.equal(answered(said, 'the moss comes back').mower, undefined, said)
  }
  assert.ok(answered('Do you own a mower? Or would a scythe do?', 'yes').scythe! > 0)
})

test('what is booked or done closes a matter, and so does the question for anything else', () => {
  for (const said of [
    'Your table is booked.',
    'Done. Your reference is QX81P.',
    'Booked: two seats, March 9th.',
    "I've reserved the room for you",
    'Your reservation was successful! Enjoy.',
    'Reservation is confirmed. 6:30 pm at 1422 Southwest 11th Avenue',
    'Your tickets for the event has been booked and confirmed successfully.',
    'Your booking has been done.',
    "That's been purchased.",
    "You're all set",
    'Booking confirmed',
    'Can I help you with anything else?',
    'Anything else for the trip?',
    'Is there anything else I can assist you with?',
    'Great news!\nBooked: two seats',
    '**Booked:** two seats',
    "Your table at Luigi's has been reserved.",
    'Your flight to Rome has been booked.',
    'I booked it.',
    "That's done.",
    'Is there something else I can do?',
    `${'We have many of them. '.repeat(100)}Anything else today?`,
  ])
    assert.ok(closesMatter(said), said)
  for (const said of [
    'Shall I have it booked?',
    'Are the seats booked? I can look.',
    'It is booked, is it?',
    'It must be ordered online',
    'Would you like something else, a tarp?',
    'Here are three tents, ordered by price.',
    'We have ordered them from firm to soft.',
    'The class is scheduled every Tuesday at 7pm.',
    'What else matters to you?',
    'Got it. Anything else?',
    'Would you like pizza or anything else?',
    "The Trailblazer might suit. It's made of waterproof nylon.",
    'It is set in 1920s Paris.',
    "It's complete with poles and a bag.",
    "it's reserved for members",
    'Is there anything else you want it to have?',
    'Do you like Mexican food or anything else and in what city?',
    'The hotels are booked out in May.',
    'All rooms are booked out.',
    'Your seats are ordered by price.',
    'Prices are set by shops.',
    'The duck is done at 74 degrees.',
    'Nothing is booked so far.',
    'Once it is booked, you get a mail.',
    'If the payment was successful, you get a mail.',
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
  // Only the assistant closes a matter.
  const told = (content: string) =>
    weightsOf({ messages: [user('a guesthouse in Norwich'), user(content)], query: 'and falafel' }).guesthouse
  assert.equal(told('My table is booked.'), told('My table is big.'))
  // The first message has nothing to leave behind.
  const first = weightsOf({ messages: [assistant('That is booked.')], query: 'and where do we eat falafel' })
  assert.equal(first.falafel, 1)
  for (const query of [
    'has the guesthouse a garden?',
    'thanks',
    'does it have a gym?',
    'can I get a bigger one with balconies?',
  ]) {
    assert.equal(asked('That is booked.', query).guesthouse, asked('It has four rooms.', query).guesthouse, query)
  }
})
