// Grave messages that the gate did not learn from, most of them without the word for it, and harmless ones that look like them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sensitive } from '../../../test/support/sensitive.ts'
import { OWN_EVAL_FOLDER, readEvalFolder } from '../../../tools/eval-folder.ts'

const { grave } = readEvalFolder(OWN_EVAL_FOLDER)

const isHeard = (text: string, language: string) => sensitive.topicsOf(text, language).length > 0

// A little below what docs/matching.md tells.
for (const [name, isOf, heardMin, stoppedMax] of [
  ['in English', (language: string) => language === 'en', 0.6, 0.065],
  ['in other languages', (language: string) => language !== 'en', 0.34, 0.025],
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

test('what is grave is heard in the middle of harmless talk', () => {
  const talk = ['boots for walking', 'no, waterproof ones', 'under 120, size 9']
  for (const said of ['they stopped the chemo on tuesday', 'the bailiffs took the telly this morning']) {
    assert.ok(isHeard(said, 'en'), said)
    for (const at of [0, 1, 2, 3])
      assert.ok(isHeard(talk.toSpliced(at, 0, said).join('\n'), 'en'), `${said}, after ${at}`)
  }
  assert.ok(!isHeard(talk.join('\n'), 'en'))
})

test('idioms of the lexicon are harmless where all that is said is, and a crisis never is', () => {
  for (const text of [
    'our under-12s got absolutely slaughtered on saturday, nine nil, drills for defending corners?',
    'my sourdough starter is on its deathbed, can she be brought round?',
    'we are in mourning till august, our team got relegated. a city for a stag with no football in it?',
  ])
    assert.ok(!isHeard(text, 'en'), text)
  assert.ok(isHeard('i want to kill myself, and which walking boots are waterproof', 'en'))
})
