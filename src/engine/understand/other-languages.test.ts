// What the gates make of everyday messages in 22 languages, which they did not learn from: eval/README.md says whose they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AdRequest } from '../../domain/ad-request.ts'
import { OWN_EVAL_FOLDER, readEvalFolder } from '../../../tools/eval-folder.ts'
import { openGates } from './open-gates.ts'
import { createUnderstand } from './understand.ts'

const understand = createUnderstand(openGates(fileURLToPath(new URL('../../../models', import.meta.url))))
const messages = readEvalFolder(OWN_EVAL_FOLDER).languages.map((message) => ({
  ...understand({ conversation: { query: message.text, messages: [] }, user: {} } as unknown as AdRequest),
  ...message,
}))
const wishes = messages.filter(({ label }) => label === 1)
const others = messages.filter(({ label }) => label === 0)

test('in other languages, too, wishes are told from what is none', () => {
  const languages = [...new Set(messages.map(({ language }) => language))]
  assert.equal(languages.length, 22)
  const areas = languages.map((language) => areaUnderCurve(language))
  for (const [i, area] of areas.entries()) assert.ok(area > 0.7, `${languages[i]}: ${area}`)
  assert.ok(areas.reduce((sum, area) => sum + area, 0) / areas.length > 0.87)
})

test('of their wishes hardly one is stopped, and of the rest more than half are', () => {
  assert.ok(wishes.filter(({ isCommercial }) => !isCommercial).length <= wishes.length / 100)
  assert.ok(others.filter(({ isCommercial }) => !isCommercial).length >= others.length / 2)
})

test('their letters alone are no sensitive topic, and hardly a wish is', () => {
  const isGrave = ({ sensitiveTopics }: (typeof messages)[number]) => sensitiveTopics.length > 0
  const told = messages.filter(isGrave).map(({ text }) => text)
  assert.ok(told.length <= messages.length / 40, told.join('\n'))
  assert.ok(wishes.filter(isGrave).length <= wishes.length / 100, told.join('\n'))
})

// How often a wish has more commercial intent than what is none, of all pairs; equal ones count half.
function areaUnderCurve(language: string): number {
  let area = 0
  let pairs = 0
  for (const wish of wishes) {
    if (wish.language !== language) continue
    for (const other of others) {
      if (other.language !== language) continue
      pairs++
      if (wish.commercialIntent > other.commercialIntent) area++
      else if (wish.commercialIntent === other.commercialIntent) area += 0.5
    }
  }
  return area / pairs
}
