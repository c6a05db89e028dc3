import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centreOf, createAdEmbeddings } from './embeddings.ts'

/** The ads behind doc numbers, as a catalog would tell them. */
function names(ads: { number: number; version: number }[]) {
  return {
    adNumberOf: (doc: number) => ads[doc]!.number,
    adVersionOf: (doc: number) => ads[doc]!.version,
  }
}
const vector = (...numbers: number[]) => Float32Array.from(numbers)

test('a similarity is the cosine of both seen from the centre, whatever their lengths', () => {
  const embeddings = createAdEmbeddings(names([{ number: 7, version: 1 }]))
  const centre = [0.6, 0, 0.2]
  embeddings.setCentre(vector(...centre))
  const [ad, asked] = [
    [3, 4, 0],
    [2, 1, 2],
  ]
  embeddings.set(0, 7, 1, vector(...ad!))
  const seen = (of: number[]) => {
    const length = Math.hypot(...of)
    return of.map((value, i) => value / length - centre[i]!)
  }
  const [a, b] = [seen(ad!), seen(asked!)]
  const cosine = a.reduce((sum, value, i) => sum + value * b[i]!, 0) / Math.hypot(...a) / Math.hypot(...b)
  assert.ok(Math.abs(embeddings.similarityOf(vector(...asked!), 0) - cosine) < 0.01)
  assert.ok(Math.abs(embeddings.similarityOf(vector(...ad!.map((value) => value * 100)), 0) - 1) < 0.01)
})

test('many dimensions, each small, are kept well enough to be told apart', () => {
  const dims = 1_536
  const wave = (step: number) => Float32Array.from({ length: dims }, (_, i) => Math.sin((i + 1) * step))
  const embeddings = createAdEmbeddings(names([{ number: 0, version: 0 }]))
  embeddings.setCentre(new Float32Array(dims).fill(0.001))
  embeddings.set(0, 0, 0, wave(1))
  assert.ok(embeddings.similarityOf(wave(1), 0) > 0.999)
  assert.ok(Math.abs(embeddings.similarityOf(wave(2), 0)) < 0.05)
})

test('a number that another ad or version has now tells nothing of the one before', () => {
  const ads = [{ number: 7, version: 1 }]
  const embeddings = createAdEmbeddings(names(ads))
  embeddings.setCentre(vector(0.1, 0.1))
  assert.ok(embeddings.lacks(0))
  embeddings.set(0, 7, 1, vector(1, 0))
  assert.ok(!embeddings.lacks(0))
  ads[0] = { number: 7, version: 2 }
  assert.ok(embeddings.lacks(0))
  assert.ok(Number.isNaN(embeddings.similarityOf(vector(1, 0), 0)))
  ads[0] = { number: 8, version: 1 }
  assert.ok(embeddings.lacks(0))
})

test('nothing is told without a centre, of an ad that could not be read, or by a vector of another or of no length', () => {
  const embeddings = createAdEmbeddings(
    names([
      { number: 1, version: 1 },
      { number: 2, version: 1 },
    ]),
  )
  assert.ok(Number.isNaN(embeddings.similarityOf(vector(1, 0), 0)))
  assert.throws(() => embeddings.set(0, 1, 1, vector(1, 0)), /2 dimensions, where the first ones had 0/)
  embeddings.setCentre(vector(0.1, 0.1))
  embeddings.set(0, 1, 1, undefined)
  assert.ok(!embeddings.lacks(0), 'it is not asked about again')
  assert.ok(Number.isNaN(embeddings.similarityOf(vector(1, 0), 0)))
  embeddings.set(1, 2, 1, vector(1, 0))
  assert.ok(Number.isNaN(embeddings.similarityOf(vector(1, 0, 0), 1)))
  assert.ok(Number.isNaN(embeddings.similarityOf(vector(0, 0), 1)), 'what has no length has no direction')
  assert.throws(() => embeddings.set(1, 2, 1, vector(1, 0, 0)), /3 dimensions/)
})

test('what was saved comes back for ads that are the same, wherever they are now', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => ({ number: i + 10, version: 1 }))
  const first = createAdEmbeddings(names(many))
  first.setCentre(vector(0.1, 0, 0.2))
  for (const [doc, { number, version }] of many.entries()) first.set(doc, number, version, vector(doc % 7, 1, doc % 3))
  const { pieces, state } = first.save()
  const kept = new Map(pieces.map(({ name, bytes }) => [name, bytes.slice()]))
  const moved = many.toReversed().map((ad, i) => (i === 3 ? { ...ad, version: 2 } : ad))
  const second = createAdEmbeddings(names(moved))
  second.restore(kept, JSON.parse(JSON.stringify(state)), (number) => moved.findIndex((ad) => ad.number === number))
  for (const [doc, { number }] of moved.entries()) {
    const before = many.findIndex((ad) => ad.number === number)
    const asked = vector(1, 2, 3)
    const expected = doc === 3 ? Number.NaN : first.similarityOf(asked, before)
    assert.ok(Object.is(second.similarityOf(asked, doc), expected), `ad ${number}`)
  }
  assert.deepEqual(
    moved.map((_, doc) => doc).filter((doc) => second.lacks(doc)),
    [3],
  )
})

test('another centre is another model, of which nothing is known; nearly the same one is the same', () => {
  const embeddings = createAdEmbeddings(names([{ number: 1, version: 1 }]))
  embeddings.setCentre(vector(0.5, 0.5))
  embeddings.set(0, 1, 1, vector(1, 0))
  embeddings.setCentre(vector(0.5001, 0.4999))
  assert.ok(!embeddings.lacks(0))
  embeddings.setCentre(vector(0.9, 0.1))
  assert.ok(embeddings.lacks(0))
})

test('the centre is the mean at length 1', () => {
  assert.deepEqual([...centreOf([vector(10, 0), vector(0, 2)])], [0.5, 0.5])
  assert.throws(() => centreOf([]))
  assert.throws(() => centreOf([vector(1), vector(1, 2)]))
})
