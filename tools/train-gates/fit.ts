// Fits one linear gate: logistic regression by AdaGrad over hashed n-grams and, beside them, the mean of word vectors. The
// mean is linear in the words, so after the fit each word's share of it shrinks to a single number and the vectors can go.
import { extractFeatures, wordHashesOf } from '../../src/engine/understand/text-features.ts'

/** `label` 1 = the gate's positive class; `source` names the data set, the unit that validation leaves out. */
export type Example = {
  readonly text: string
  readonly label: 0 | 1
  readonly source: string
  readonly weight?: number
}

/** Word vectors of the most frequent words, most frequent first, row by row. */
export type WordVectors = {
  readonly words: readonly string[]
  readonly values: Float32Array
  readonly dimensions: number
}

export type FitOptions = {
  readonly gramBits: number
  readonly epochs: number
  readonly rate: number
  readonly decay: number
  /** How much a unit of the mean word vector counts against a unit of n-grams. */
  readonly vectorScale: number
  readonly vectors: VectorTable | undefined
}

export type LinearModel = {
  readonly bias: number
  readonly grams: Float32Array
  /** Empty where the fit used no vectors. */
  readonly theta: Float32Array
  readonly options: FitOptions
}

export type VectorTable = {
  readonly rowOf: Map<number, number>
  readonly values: Float32Array
  readonly dimensions: number
}

/** Centres and scales the vectors and damps frequent words (a / (a + p), Arora et al. 2017, with p from Zipf's law). */
export function vectorTableOf(vectors: WordVectors, wordsMax: number): VectorTable {
  const { dimensions } = vectors
  const count = Math.min(wordsMax, vectors.words.length)
  const values = vectors.values.slice(0, count * dimensions)
  const mean = new Float64Array(dimensions)
  for (let i = 0; i < values.length; i++)
    mean[i % dimensions] = (mean[i % dimensions] as number) + (values[i] as number) / count
  const rowOf = new Map<number, number>()
  for (let row = 0; row < count; row++) {
    let norm = 0
    for (let d = 0; d < dimensions; d++) {
      const at = row * dimensions + d
      values[at] = (values[at] as number) - (mean[d] as number)
      norm += (values[at] as number) ** 2
    }
    const frequency = 1 / ((row + 1) * Math.log(count))
    const scale = 3e-4 / (3e-4 + frequency) / Math.sqrt(norm)
    for (let d = 0; d < dimensions; d++) values[row * dimensions + d] = (values[row * dimensions + d] as number) * scale
    const hashes = wordHashesOf(vectors.words[row] as string)
    if (hashes.length === 1 && !rowOf.has(hashes[0] as number)) rowOf.set(hashes[0] as number, row)
  }
  return { rowOf, values, dimensions }
}

type Row = {
  readonly grams: Uint32Array
  readonly dense: Float32Array
  readonly label: number
  readonly weight: number
}

/** Seeded: the same examples in the same order give the same model. */
export function fit(examples: readonly Example[], options: FitOptions): LinearModel {
  const rows = examples.map((example) => rowOf(example, options))
  const size = 2 ** options.gramBits
  const grams = new Float32Array(size)
  const gramsSeen = new Float32Array(size).fill(1e-2)
  const dimensions = options.vectors?.dimensions ?? 0
  const theta = new Float32Array(dimensions)
  const thetaSeen = new Float32Array(dimensions).fill(1e-2)
  let bias = 0
  let biasSeen = 1e-2
  const order = rows.map((_, i) => i)
  const random = randomOf(7)
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random)
    for (const i of order) {
      const row = rows[i] as Row
      const unit = 1 / Math.sqrt(row.grams.length || 1)
      let z = 0
      for (const g of row.grams) z += grams[g] as number
      z = z * unit + bias
      for (let d = 0; d < dimensions; d++) z += (theta[d] as number) * (row.dense[d] as number)
      const slope = (1 / (1 + Math.exp(-z)) - row.label) * row.weight
      for (const g of row.grams) {
        const step = slope * unit + options.decay * (grams[g] as number)
        const seen = (gramsSeen[g] as number) + step * step
        gramsSeen[g] = seen
        grams[g] = (grams[g] as number) - (options.rate * step) / Math.sqrt(seen)
      }
      for (let d = 0; d < dimensions; d++) {
        const step = slope * (row.dense[d] as number) + options.decay * (theta[d] as number)
        const seen = (thetaSeen[d] as number) + step * step
        thetaSeen[d] = seen
        theta[d] = (theta[d] as number) - (options.rate * step) / Math.sqrt(seen)
      }
      biasSeen += slope * slope
      bias -= (options.rate * slope) / Math.sqrt(biasSeen)
    }
  }
  return { bias, grams, theta, options }
}

/** The log-odds that `text` is positive. */
export function logitOf(model: LinearModel, text: string): number {
  const row = rowOf({ text, label: 0, source: '' }, model.options)
  let z = 0
  for (const g of row.grams) z += model.grams[g] as number
  z = z / Math.sqrt(row.grams.length || 1) + model.bias
  for (let d = 0; d < model.theta.length; d++) z += (model.theta[d] as number) * (row.dense[d] as number)
  return z
}

function rowOf(example: Example, options: FitOptions): Row {
  const features = extractFeatures(example.text)
  const mask = 2 ** options.gramBits - 1
  const grams = new Uint32Array(features.gramCount)
  for (let i = 0; i < grams.length; i++) grams[i] = (features.grams[i] as number) & mask
  const dense = new Float32Array(options.vectors?.dimensions ?? 0)
  if (options.vectors && features.wordCount > 0) {
    const { rowOf: rows, values, dimensions } = options.vectors
    const unit = options.vectorScale / Math.sqrt(features.wordCount)
    for (let i = 0; i < features.wordCount; i++) {
      const row = rows.get(features.words[i] as number)
      if (row === undefined) continue
      for (let d = 0; d < dimensions; d++)
        dense[d] = (dense[d] as number) + unit * (values[row * dimensions + d] as number)
    }
  }
  return { grams, dense, label: example.label, weight: example.weight ?? 1 }
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = order[i] as number
    order[i] = order[j] as number
    order[j] = held
  }
}

/** A small generator (mulberry32's steps), so that a fit can be repeated. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
