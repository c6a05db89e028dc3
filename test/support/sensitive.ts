// Asks the gate of sensitive topics, as it ships, about sentences of a test.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openGates } from '../../src/engine/understand/open-gates.ts'

export const MODELS = join(import.meta.dirname, '../../models')

export const { sensitive } = openGates(MODELS)

export function categoriesOf(text: string): string[] {
  return sensitive.topicsOf(text).map(({ category }) => category)
}

export function hears(cases: readonly (readonly [text: string, category: string])[]): void {
  for (const [text, category] of cases)
    assert.ok(categoriesOf(text).includes(category), `${text}: ${categoriesOf(text)}`)
}

export function assertHarmless(texts: readonly string[]): void {
  assert.deepEqual(
    texts.filter((text) => categoriesOf(text).length > 0),
    [],
  )
}
