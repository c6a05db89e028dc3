import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGates } from './open-gates.ts'
import { createTopicPhrases } from './topic-phrases.ts'
import { unmask } from './unmask.ts'

const { sensitive } = openGates(join(import.meta.dirname, '../../../models'))
const { isGrave } = createTopicPhrases()

test('a crisis is heard behind letters of another script, letters apart, signs for letters and the words that slip past lists', () => {
  const disguised = [
    'i think about suicіde',
    'i want to kіll mуself',
    'ѕυicidе',
    'cуицид',
    'ΚILL ΜΥSELF',
    's u i c i d e',
    'thinking of S.U.I.C.I.D.E. again',
    'i will k.i.l.l myself',
    'i k-i-l-l myself tonight',
    'k i l l m y s e l f',
    'i  k i l l  myself',
    'с у и ц и д',
    'su1cide',
    'k1ll myself',
    'K!LL MYSELF',
    's*icide',
    's**cide',
    '$uicide',
    'i wanna di3',
    'unal1ve myself',
    'sewerslide',
    '#killmyself',
    'kys',
  ]
  const heard = (text: string) => sensitive.topicsOf(text).some(({ category }) => category === 'self_harm')
  assert.deepEqual(
    disguised.filter((text) => !heard(text)),
    [],
  )
  const filler = 'we walked along the river and talked about the garden '.repeat(80)
  assert.ok(heard(`${filler} i want to k1ll myself ${filler}`))
})

test('names, numbers, sizes, units and texts of one script stay as they are', () => {
  for (const text of [
    'Cat5 cable, GE75, RTX4070, ps5, 4k, wd40, mp3 player, B12',
    'sizes S M L X, A.B.C.D and U.S.A.',
    'a 10kΩ resistor of 5 μm',
    'убить время, купить USB-кабель и iPhone',
    'αγορά παπουτσιών online',
    'wow!great *deal* for $50, a**b, me@shop.example',
  ])
    assert.equal(unmask(text, isGrave), text)
  assert.deepEqual(sensitive.topicsOf('рhone case for iPhonе'), [])
})

test('however a text is made up, it is unmasked in no time', () => {
  for (const part of ['a*b*c ', 'a b c d ', 'a1 ', 'aа', 'a.', 'a1b!c*d@', 'a   ', '*a', '$a', 'aa3', 's*i*i*e ']) {
    const text = part.repeat(32_000 / part.length)
    const start = performance.now()
    unmask(text, isGrave)
    assert.ok(performance.now() - start < 100, `${part}${performance.now() - start} ms`)
  }
})
