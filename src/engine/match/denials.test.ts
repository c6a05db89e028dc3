import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DENIES, saidBefore } from './denials.ts'

const isDenied = (text: string, word: string) => saidBefore(text, text.indexOf(word)) === DENIES

test('a thing is not wanted also where "for" and an article stand between', () => {
  for (const text of ['a laptop not for gaming', 'shoes, not for the gaming chair', 'anything but for gaming'])
    assert.ok(isDenied(text, 'gaming'), text)
  for (const text of [
    'not only for gaming',
    'why not for gaming',
    'we have nothing for gaming',
    'it is for gaming',
    'for gaming',
  ])
    assert.ok(!isDenied(text, 'gaming'), text)
})
