// Fits one linear gate: logistic regression by AdaGrad (Duchi, Hazan, Singer 2011) over hashed n-grams.
import { unitOf } from '../../src/engine/understand/linear-gate.ts'
import { extractFeatures } from '../../src/engine/understand/text-features.ts'
import { allGramsOf } from '../../src/engine/understand/text-parts.ts'

/** `label` 1 = the gate's positive class, and what lies between as likely as it says; `source` names the data set, the unit that validation leaves out. */
export type Example = {
  readonly text: string
  readonly label: number
  readonly source: string
  readonly weight?: number
}

export type FitOptions = {
  readonly gramBits: number
  readonly epochs: number
  readonly rate: number
  readonly decay: number
  readonly meanFrom?: number | undefined
  /** The share of a text's n-grams that it is learned without, others each time, so that none is relied on alone (Srivastava et al. 2014). */
  readonly dropout?: number
}

export type LinearModel = {
  readonly bias: number
  readonly grams: Float32Array
  readonly options: FitOptions
}

type Row = {
  readonly grams: Uint32Array
  readonly label: number
  readonly weight: number
}

/** Seeded: the same examples in the same order give the same model. */
export function fit(examples: readonly Example[], options: FitOptions): LinearModel {
  const { dropout = 0 } = options
  const rows = examples.map((example) => rowOf(example, options))
  const size = 2 ** options.gramBits
  const grams = new Float32Array(size)
  const gramsSeen = new Float32Array(size).fill(1e-2)
  let bias = 0
  let biasSeen = 1e-2
  const order = rows.map((_, i) => i)
  const random = randomOf(7)
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random)
    for (const i of order) {
      const row = rows[i] as Row
      const kept = dropout > 0 ? row.grams.filter(() => random() >= dropout) : row.grams
      const unit = unitOf(row.grams.length, options.meanFrom) / (1 - dropout)
      let z = 0
      for (const g of kept) z += grams[g] as number
      z = z * unit + bias
      const slope = (1 / (1 + Math.exp(-z)) - row.label) * row.weight
      for (const g of kept) {
        const step = slope * unit + options.decay * (grams[g] as number)
        const seen = (gramsSeen[g] as number) + step * step
        gramsSeen[g] = seen
        grams[g] = (grams[g] as number) - (options.rate * step) / Math.sqrt(seen)
      }
      biasSeen += slope * slope
      bias -= (options.rate * slope) / Math.sqrt(biasSeen)
    }
  }
  return { bias, grams, options }
}

/** The log-odds that `text` is positive. */
export function logitOf(model: LinearModel, text: string): number {
  const row = rowOf({ text, label: 0, source: '' }, model.options)
  let z = 0
  for (const g of row.grams) z += model.grams[g] as number
  return z * unitOf(row.grams.length, model.options.meanFrom) + model.bias
}

function rowOf(example: Example, options: FitOptions): Row {
  const mask = 2 ** options.gramBits - 1
  const grams = Uint32Array.from(allGramsOf(extractFeatures(example.text)), (gram) => gram & mask)
  return { grams, label: example.label, weight: example.weight ?? 1 }
}

export function shuffle<T>(order: T[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = order[i] as T
    order[i] = order[j] as T
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
