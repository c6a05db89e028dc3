// Grave messages that the gate did not learn from, most of them without the word for it, and harmless ones that look like them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sensitive } from '../../../test/support/sensitive.ts'
import { OWN_EVAL_FOLDER, readEvalFolder } from '../../../tools/eval-folder.ts'
import { graveMessages } from '../../../tools/train-gates/messages.ts'

const { grave } = readEvalFolder(OWN_EVAL_FOLDER)

const isHeard = (text: string, language: string) => sensitive.topicsOf(text, language).length > 0

// A little below what docs/matching.md tells.
for (const [name, isOf, heardMin, stoppedMax] of [
  ['in English', (language: string) => language === 'en', 0.63, 0.08],
  ['in other languages', (language: string) => language !== 'en', 0.36, 0.04],
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
  assert.ok(isHeard('哪款登山鞋防水？孙子缺钱就推我，上礼拜我磕在灶台上缝了六针，跟儿子说是自己摔的', 'zh'))
  assert.ok(!isHeard(talk.join('\n'), 'en'))
})

test('idioms of the lexicon are harmless where all that is said is', () => {
  for (const text of [
    'we got absolutely slaughtered at quiz night by a table of librarians. what app do people use to learn capitals quick',
    'my sourdough starter is on its deathbed, can she be brought round?',
    'we got relegated, whole house is in mourning, which pub in dublin shows the championship',
  ])
    for (const ended of [text, `${text}\n`, `${text}\n---`]) assert.ok(!isHeard(ended, 'en'), text)
})

test('an answer is held to what it plainly says', () => {
  const advice = '- Keep a fixed wake-up time.\n- Put the phone away an hour before.\n- No coffee after two.'
  assert.deepEqual(sensitive.topicsOf(advice, 'en', 'assistant'), [])
  assert.ok(sensitive.topicsOf('I am so sorry that your father has died.', 'en', 'assistant').length > 0)
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

test('nothing that is measured with was learned from', () => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const learned = new Set(graveMessages().map(({ text }) => plain(text)))
  assert.deepEqual(
    grave.filter(({ text }) => learned.has(plain(text))).map(({ text }) => text),
    [],
  )
})
