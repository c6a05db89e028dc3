import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSeededRandom } from '../../base/random.ts'
import { openGates } from './open-gates.ts'
import { extractFeatures } from './text-features.ts'
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

test('whatever `unmask` would write out is known to be perhaps masked', () => {
  for (const masked of [
    'k1ll',
    'suicіde',
    's u i c i d e',
    's.u.i.c.i.d.e',
    's*icide',
    'b!!tch',
    '$uicide',
    'suicid3',
    'α-lpha а b c d',
    'ＡＡaс',
  ])
    assert.equal(extractFeatures(`how do I ${masked} now`).mayBeMasked, true, masked)
  for (const plain of [
    'I need a quiet laptop!',
    '3 tents, 2 mats',
    'je t’aime',
    'две палатки',
    'is it $40? ok',
    'a b or not',
  ])
    assert.equal(extractFeatures(plain).mayBeMasked, false, plain)
})

test('whatever is unmasked was known to be perhaps masked, but for letters that touch others', () => {
  const random = createSeededRandom(7)
  // Single letters in a row only where there are none of those.
  const alphabets = ['abcksu35!|$@* ._-асеу漢’,\n', 'abcksu35!|$@*асіѕαΜéＡ漢’,\n']
  let unmasked = 0
  for (let i = 0; i < 20_000; i++) {
    const alphabet = [...alphabets[i % alphabets.length]!]
    const text = Array.from({ length: 14 }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
    if (unmask(text, () => true) === text) continue
    unmasked++
    assert.ok(extractFeatures(text).mayBeMasked, JSON.stringify(text))
  }
  assert.ok(unmasked > 2_000, `${unmasked} were unmasked`)
  assert.equal(extractFeatures('ék i l lé').mayBeMasked, false)
  assert.equal(unmask('ék i l lé', isGrave), 'ékillé')
  assert.equal(extractFeatures('éa k y s').mayBeMasked, true)
  assert.equal(unmask('éa k y s', isGrave), 'éa kys')
})

test('however a text is made up, it is unmasked in no time', () => {
  for (const part of ['a*b*c ', 'a b c d ', 'a1 ', 'aа', 'a.', 'a1b!c*d@', 'a   ', '*a', '$a', 'aa3', 's*i*i*e ']) {
    const text = part.repeat(32_000 / part.length)
    const start = performance.now()
    unmask(text, isGrave)
    assert.ok(performance.now() - start < 100, `${part}${performance.now() - start} ms`)
  }
})
