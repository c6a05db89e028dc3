// Grave messages that the gate did not learn from, most of them without the word for it, and harmless ones that look like them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sensitive } from '../../../test/support/sensitive.ts'
import { OWN_EVAL_FOLDER, readEvalFolder } from '../../../tools/eval-folder.ts'
import { extractFeatures } from './text-features.ts'
import { createTopicPhrases } from './topic-phrases.ts'

const phrases = createTopicPhrases()
const { grave, answers } = readEvalFolder(OWN_EVAL_FOLDER)

const isHeard = (text: string, language: string) => sensitive.topicsOf(text, language).length > 0

// A little below what docs/matching.md tells.
for (const [name, isOf, heardMin, stoppedMax] of [
  ['in English', (language: string) => language === 'en', 0.67, 0.08],
  ['in other languages', (language: string) => language !== 'en', 0.51, 0.04],
] as const) {
  test(`grave messages are heard ${name} without the word for it, and few that only look grave`, () => {
    const some = grave.filter(({ language }) => isOf(language))
    const shareOf = (rows: typeof some) =>
      rows.filter(({ text, language }) => isHeard(text, language)).length / rows.length
    const heard = shareOf(some.filter(({ topic }) => topic !== undefined))
    const stopped = shareOf(some.filter(({ topic }) => topic === undefined))
    assert.ok(some.length > 800 && heard >= heardMin && stopped <= stoppedMax, `${heard} heard, ${stopped} stopped`)
  })
}

test('what is grave is heard in the middle of harmless talk, message by message and sentence by sentence', () => {
  const talk = ['boots for walking', 'no, waterproof ones', 'under 120, size 9']
  for (const said of ['they stopped the chemo on tuesday', 'the bailiffs took the telly this morning']) {
    assert.ok(isHeard(said, 'en'), said)
    for (const at of [0, 1, 2, 3])
      assert.ok(isHeard(talk.toSpliced(at, 0, said).join('\n'), 'en'), `${said}, after ${at}`)
    assert.ok(isHeard(`${said}\n${'\n \n--\n'.repeat(30)}`, 'en'), said)
  }
  assert.ok(isHeard('which walking boots are waterproof? they stopped the chemo on tuesday and sent her home.', 'en'))
  assert.ok(isHeard('哪款登山鞋防水？爸爸走了三个月，我还是不敢进他的房间。要四十二码的', 'zh'))
  assert.ok(!isHeard(talk.join('\n'), 'en'))
  assert.ok(!isHeard('No, not now. I want to listen to some music. Find me some songs by Bebe Rexha.', 'en'))
})

test('a look-alike says nothing of what stands beside it', () => {
  for (const said of [
    'dad went to sleep on sunday and did not wake up.',
    'they stopped the chemo on tuesday and sent her home.',
  ])
    for (const wish of [
      'which kitchen knife is sharpest?',
      'are blood oranges in season?',
      'where can i buy high heels in size 43?',
    ])
      for (const text of [`${said} ${wish}`, `${wish} ${said}`, `${said}\n${wish}`, `${wish}\n${said}`])
        assert.ok(isHeard(text, 'en'), text)
})

test('idioms of the lexicon are harmless where all that is said is', () => {
  for (const text of [
    'we got absolutely slaughtered at quiz night by a table of librarians. what app do people use to learn capitals quick',
    'my sourdough starter is on its deathbed, can she be brought round?',
    'we got relegated, whole house is in mourning, which pub in dublin shows the championship',
  ])
    for (const ended of [text, `${text}\n`, `${text}\n---`]) assert.ok(!isHeard(ended, 'en'), text)
})

test('an idiom is harmless in a long text, too, unless a clause is so long that not all of it is read', () => {
  const hints = 'my blood and punch are names of two songs'
  const clause = 'we looked at tents in the shop and then at a few jackets and some boots for the summer'
  const clauses = `${clause}, `.repeat(9)
  const many = `${clause} `.repeat(14)
  assert.ok(!isHeard(`${clauses}${hints}`, 'en'))
  assert.ok(!isHeard(`${clauses}${hints}. ${many}`, 'en'))
  assert.ok(isHeard(`${hints}, ${many}${many}`, 'en'))
  assert.ok(isHeard(`${clauses}${clauses}${clauses}${hints}`, 'en'), 'more clauses than are read')
})

for (const [name, isOf, heardMin, stoppedMax] of [
  ['in English', (language: string) => language === 'en', 0.83, 0.06],
  ['in other languages', (language: string) => language !== 'en', 0.7, 0.05],
] as const) {
  test(`answers about something grave are heard ${name} where the question tells nothing, and few that mention it`, () => {
    const some = answers.filter(({ language }) => isOf(language))
    const shareOf = (rows: typeof some) =>
      rows.filter(({ answer, language }) => sensitive.topicsOf(answer, language, 'assistant').length > 0).length /
      rows.length
    const heard = shareOf(some.filter(({ topic }) => topic !== undefined))
    const stopped = shareOf(some.filter(({ topic }) => topic === undefined))
    assert.ok(some.length >= 60 && heard >= heardMin && stopped <= stoppedMax, `${heard} heard, ${stopped} stopped`)
  })
}

const topicsOfAnswer = (text: string) => sensitive.topicsOf(text, 'en', 'assistant').map(({ category }) => category)

const HOW_TO =
  'Leather boots last longest.\n\n- Brush off the mud while it is wet.\n- Let them dry away from the stove.\n- Grease the seams twice a year.\n' +
  'A pair of good ones carries you for ten years, and a cobbler can put new soles under them. Canvas is lighter and dries sooner, so for summer walks take those.'

test('what a long answer mentions is not what it is about', () => {
  const mentions = `${HOW_TO} If you get blisters, a cancer charity shop sells plasters; keep knives away from the seams.`
  assert.deepEqual(topicsOfAnswer(HOW_TO), [])
  assert.deepEqual(topicsOfAnswer(mentions), [])
  assert.deepEqual(topicsOfAnswer(`${mentions}\n${HOW_TO.repeat(8)}`), [])
  assert.deepEqual(topicsOfAnswer(`${HOW_TO.repeat(4)}\n${mentions}\n${HOW_TO.repeat(4)}`), [])
  const german =
    'Für Büroarbeit und Filme reicht ein Laptop der Mittelklasse völlig aus.\n\n- Achte auf 16 GB Arbeitsspeicher und eine schnelle SSD.\n- Ein mattes Display spiegelt im Zug weniger.\n' +
    '- Der Akku sollte laut Test mindestens zehn Stunden halten.\n\nGeräte um 700 Euro sind meist leise genug. Wenn du viel unterwegs bist, lohnt sich ein leichtes Modell unter 1,4 Kilo; zu Hause ist ein ' +
    'größerer Bildschirm angenehmer. Eine Schufa-Auskunft verlangt der Händler bei Ratenkauf, und wer Schulden hat, zahlt bar.'
  assert.deepEqual(sensitive.topicsOf(german, 'de', 'assistant'), [])
})

test('a crisis, a child in danger and hate are never mentioned by the way', () => {
  assert.ok(topicsOfAnswer(`${HOW_TO} And if you want to kill yourself, please call somebody.`).includes('self_harm'))
  assert.ok(topicsOfAnswer(`${HOW_TO} Child pornography is a crime.`).includes('minors'))
})

test('what a short answer says is what it is about', () => {
  for (const text of ['For men or for boys? The boots come in both.', 'No, it is not free.', 'They do.'])
    assert.deepEqual(topicsOfAnswer(text), [], text)
  assert.ok(topicsOfAnswer("I'm so sorry about your dad. Shall we go through the papers?").includes('tragedy'))
  assert.deepEqual(topicsOfAnswer('Sorry about the delay. The boots come in both.'), [])
  const sympathy = 'I am so sorry that your father has died.'
  assert.ok(topicsOfAnswer(sympathy).includes('tragedy'))
  assert.ok(
    topicsOfAnswer(`${sympathy} I'm here. What do you need? Would you like help with the notice?`).includes('tragedy'),
  )
  assert.ok(topicsOfAnswer('Cancer treatment usually starts with surgery. Bring your papers.').includes('medical'))
  assert.deepEqual(topicsOfAnswer('We got slaughtered at quiz night. Which app do you like?'), [])
})

test('an answer is about what a third of its sentences speak of, numbers of a list not counted', () => {
  const drummer = 'The drummer played a murderer in a film about the boots of a soldier and his horse.'
  const boots = 'Bring the boots, brushed and greased, for the people from the shop.'
  const listOf = (items: readonly string[]) => items.map((item, i) => `${i + 1}. ${item}`).join('\n')
  const rest = Array<string>(7).fill(boots)
  assert.deepEqual(topicsOfAnswer(listOf([...Array<string>(5).fill(drummer), ...rest])), ['violence'])
  assert.deepEqual(topicsOfAnswer(listOf([drummer, ...rest])), [])
  assert.deepEqual(topicsOfAnswer([drummer, ...rest].join('\n').replaceAll('.', '')), [], 'lines without full stops')
})

test('of an answer in more parts than are counted none is forgiven, numbers of a list among them', () => {
  const listOf = (items: readonly string[]) => items.map((item, i) => `${i + 1}. ${item}`).join('\n')
  const drummer = 'The drummer played a murderer in a film about the boots of a soldier and his horse.'
  const boots = 'Bring the boots, brushed and greased, for the people from the shop.'
  const many = (of: string, count: number) => Array<string>(count).fill(of)
  assert.deepEqual(topicsOfAnswer(listOf([...many(boots, 80), ...many(drummer, 60)])), ['violence'])
  assert.deepEqual(topicsOfAnswer(listOf([...many(boots, 80), ...many(drummer, 10)])), [])
  assert.ok(topicsOfAnswer(listOf([...many(boots, 190), ...many(drummer, 10)])).includes('violence'))
})

test('an answer that insults is heard, and a crisis in the middle of a long one', () => {
  const insult = 'You are all stupid idiots and I hate every one of you filthy pigs, go away and never come back here'
  assert.ok(topicsOfAnswer(insult).includes('hate'))
  const crisis = 'And if you want to kill yourself, please call somebody.'
  assert.ok(topicsOfAnswer(`${HOW_TO.repeat(8)} ${crisis} ${HOW_TO.repeat(8)}`).includes('self_harm'))
})

for (const [topic, once, twice] of [
  ['weapons', 'Some bring a rifle.', 'Others bring a shotgun and ammunition.'],
  ['politics', 'Some vote for the president.', 'Others vote against the government in the election.'],
  ['religion', 'Some pray to Jesus.', 'Others read the Quran or pray to Allah.'],
] as const) {
  test(`an answer is about ${topic}, which the gate has not learned, where it says so twice`, () => {
    assert.ok(!topicsOfAnswer(`${HOW_TO} ${once}`).includes(topic))
    assert.ok(topicsOfAnswer(`${HOW_TO} ${once} ${twice}`).includes(topic))
  })
}

test('what is as grave as can be stays so, however often it is said', () => {
  for (const by of ['user', 'assistant'] as const) {
    const topics = sensitive.topicsOf(`${'oxygen '.repeat(60)}\nboots`, 'en', by)
    assert.ok(topics.some(({ category }) => category === 'medical'))
    assert.ok(topics.every(({ score }) => score <= 1))
  }
})

test('what is grave is heard in the middle of a long message', () => {
  const walk = 'so we walked along the river and then back over the bridge and '.repeat(30)
  for (const said of ['my wife died last week', 'my dad has cancer and we are being evicted'])
    for (const [before, behind] of [
      [walk, walk],
      ['', walk.repeat(2)],
    ] as const)
      assert.ok(isHeard(`${before}${said} ${behind}`, 'en'), said)
})

const IN_NO_PHRASE = [
  'my nan asked who i was today and then asked who she was',
  'hearing the voices again and told nobody',
]

test('what no phrase names is heard in a long text as a line, and as a sentence of a long line', () => {
  const line = 'which of the walking boots are waterproof and warm enough for the winter'
  const lines = `${line}\n`.repeat(15)
  const sentences = `${line}. `.repeat(15)
  assert.ok(!isHeard(lines.repeat(2), 'en') && !isHeard(sentences.repeat(2), 'en'))
  for (const said of IN_NO_PHRASE) {
    assert.deepEqual(phrases.scoresOf(extractFeatures(said)).scores.filter((score) => score > 0).length, 0, said)
    assert.ok(isHeard(`${lines}${said}\n${lines}`, 'en'), said)
    assert.ok(isHeard(`${lines}${said.normalize('NFD')} cafe\u0301\n${lines}`, 'en'), said)
    assert.ok(isHeard(`${sentences}${said}. ${sentences}`, 'en'), said)
  }
})

test('of the messages of a text the last twenty are heard, and of the sentences of a message', () => {
  const wish = 'which boots are warm enough'
  for (const end of ['\n', '. '])
    for (const said of IN_NO_PHRASE) {
      const most = `${wish}${end}`.repeat(19)
      assert.ok(isHeard(`${most}${most}${said}`, 'en'), said)
      assert.ok(isHeard(`${said}${end}${most}`, 'en'), said)
      assert.ok(!isHeard(`${said}${end}${most}${wish}`, 'en'), said)
    }
})

test('what is plainly grave is heard beside a harmless wish, and a crisis is beyond doubt', () => {
  for (const said of ['my wife died last week', 'my husband hits me', 'my dad has cancer', 'i am being evicted']) {
    for (const between of ['. ', ', ', '\n']) {
      assert.ok(isHeard(`${said}${between}which walking boots are waterproof?`, 'en'), said)
      assert.ok(isHeard(`which walking boots are waterproof${between}${said}`, 'en'), said)
    }
    assert.ok(isHeard(`${said}\n${'which boots are waterproof\n'.repeat(30)}`, 'en'), said)
  }
  const [crisis] = sensitive.topicsOf('i want to kill myself, and which walking boots are waterproof', 'en')
  assert.ok(crisis!.score >= 0.97)
})
