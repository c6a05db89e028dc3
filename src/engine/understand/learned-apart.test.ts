// What the gates are measured with is not among what they learned from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_EVAL_FOLDER, readEvalFolder } from '../../../tools/eval-folder.ts'
import { graveMessages, messages } from '../../../tools/train-gates/messages.ts'

const { grave, answers, intent, languages } = readEvalFolder(OWN_EVAL_FOLDER)

for (const [name, learned, measured] of [
  ['grave matters', graveMessages(), [...grave.map(({ text }) => text), ...answers.map(({ answer }) => answer)]],
  ['commercial intent', messages(), [...intent, ...languages].map(({ text }) => text)],
] as const) {
  test(`nothing that the gate of ${name} is measured with was learned from`, () => {
    const known = new Set(learned.map(({ text }) => plain(text)))
    assert.ok(measured.length > 1_000 && known.size > 10_000, `${measured.length} measured, ${known.size} learned`)
    assert.deepEqual(
      measured.filter((text) => plain(text) !== '' && known.has(plain(text))),
      [],
    )
  })
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
