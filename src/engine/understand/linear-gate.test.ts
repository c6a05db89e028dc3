import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { createSeededRandom } from '../../base/random.ts'
import { MODEL_FORMAT, parseLinearGate } from './linear-gate.ts'
import { extractFeatures } from './text-features.ts'
import { allGramsOf, gramCountOf, partBetween } from './text-parts.ts'

const WORDS = 30_000
const TEXTS = 3_000
/** Half of the texts below are longer. */
const MEAN_FROM = 540

const { heads, size, all, file, gate } = createTrialGate()

test('a text scores the sum of all its n-grams, whatever was remembered of its words, and forgotten; a long one their mean', () => {
  const random = createSeededRandom(11)
  // More words than a gate remembers, short and long, with digits and of a script without spaces.
  const words = Array.from({ length: WORDS }, (_, i) => i.toString(36).repeat(1 + Math.floor(random() * 8)))
  words.push('漢字', 'ไทย', 'drooooop', '!?')
  for (let i = 0; i < TEXTS; i++) {
    const text = Array.from({ length: 12 }, () => words[Math.floor(random() ** 3 * words.length)]).join(' ')
    const features = extractFeatures(text)
    const grams = allGramsOf(features)
    const sumFrom = (start: number) => grams.reduce((sum, gram) => sum + all[start + (gram & (size - 1))]!, 0)
    const scoreOf = (sum: number, unit: number) =>
      1 / (1 + Math.exp(-(heads[0]!.bias + sum * heads[0]!.gramStep * unit)))
    const { length } = grams
    const wanted = [
      scoreOf(sumFrom(0), 1 / Math.sqrt(length)),
      scoreOf(sumFrom(size), length > MEAN_FROM ? Math.sqrt(MEAN_FROM) / length : 1 / Math.sqrt(length)),
    ]
    for (const [i, score] of wanted.entries()) assert.ok(Math.abs(gate.scoreOf(features, i) - score) < 1e-12, text)
    assert.deepEqual(gate.scoresFrom(features, 1), [gate.scoreOf(features, 1)])
  }
})

test('a part of a text scores as if it were read alone', () => {
  const random = createSeededRandom(12)
  const words = ['tent', 'sooo', '漢字', 'k2', 'dont', 'a', 'ништяк', 'é', '$9', '', '?!', 'waterproofing']
  const ends = ['. ', '!\n', '? ', ' ', ', ', ' $', '\n\n', ' 🙂 ', '。']
  let longParts = 0
  let partsWithoutWords = 0
  for (let i = 0; i < TEXTS; i++) {
    const pieces = Array.from(
      { length: 1 + Math.floor(random() * 120) },
      () => `${words[Math.floor(random() * words.length)]}${ends[Math.floor(random() * ends.length)]}`,
    )
    const from = Math.floor(random() * pieces.length)
    const to = from + Math.floor(random() * (pieces.length - from + 1))
    const before = pieces.slice(0, from).join('')
    const said = pieces.slice(from, to).join('')
    const features = extractFeatures(pieces.join(''))
    const part = partBetween(features, before.length, before.length + said.length)
    if (gramCountOf(features, part) > MEAN_FROM) longParts++
    if (part.from === part.to && part.marksFrom < part.marksTo) partsWithoutWords++
    const scores = heads.map((_, head) => gate.scoreOf(features, head, part))
    const alone = extractFeatures(said)
    assert.deepEqual(
      scores,
      heads.map((_, head) => gate.scoreOf(alone, head)),
      JSON.stringify([before, said]),
    )
  }
  assert.ok(longParts > 200 && partsWithoutWords > 20, `${longParts} long ones, ${partsWithoutWords} of marks alone`)
})

test('the beginning and the end of a long text score as if nothing lay between', () => {
  const beginning = 'Which tent? '.repeat(125)
  const end = 'A good one! '.repeat(50).slice(-500)
  const scoresOf = (text: string) => heads.map((_, head) => gate.scoreOf(extractFeatures(text), head))
  assert.deepEqual(scoresOf(`${beginning}${'No. '.repeat(900)}${end}`), scoresOf(beginning + end))
})

test('a gate has the heads that it is opened for, and scores no other', () => {
  assert.throws(() => parseLinearGate(file, 'trial', 3), /has 2 heads, not 3/)
  const { scoreOf } = parseLinearGate(file, 'trial', 1)
  const features = extractFeatures('a tent')
  assert.equal(scoreOf(features, 0), gate.scoreOf(features, 0))
  for (const head of [1, 2, -1]) assert.throws(() => scoreOf(features, head), /not opened to score head/)
})

function createTrialGate() {
  const random = createSeededRandom(10)
  const size = 2 ** 12
  const all = Int8Array.from({ length: 2 * size }, () => Math.floor(random() * 256) - 128)
  const head = { name: 'whole', bias: 0.25, gramBits: 12, gramStep: 0.01, slope: 1, offset: 0 }
  const body = Buffer.from(all.buffer)
  const heads = [head, { ...head, name: 'mean', meanFrom: MEAN_FROM }]
  const header = { format: MODEL_FORMAT, name: 'trial', heads, checksum: crc32(body) }
  const file = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body])
  return { heads, size, all, file, gate: parseLinearGate(file, 'trial', heads.length) }
}
