// Turns fitted models into the file that src/engine/understand/linear-gate.ts opens: a JSON line, then int8 weights.
import { crc32 } from 'node:zlib'
import { type GateHeader, type GateHeadHeader, MODEL_FORMAT } from '../../src/engine/understand/linear-gate.ts'
import type { LinearModel } from './fit.ts'

export type PackedHead = {
  readonly name: string
  readonly model: LinearModel
  readonly slope: number
  readonly offset: number
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
  { source: 'chitchat-dataset (BYU Perception, Control and Cognition Lab)', licence: 'MIT' },
  { source: 'sentence-transformers/all-MiniLM-L6-v2, as a teacher', licence: 'Apache-2.0', only: 'intent' },
  { source: 'WordNet 3.0, Princeton University', licence: 'WordNet 3.0', only: 'intent' },
  { source: 'texts of our own, made by tools/train-gates/own-texts.ts', licence: 'as this service' },
  { source: 'messages of our own, in tools/train-gates/messages', licence: 'as this service' },
  { source: 'messages of our own, in tools/train-gates/grave', licence: 'as this service', only: 'sensitive' },
  { source: 'openai/moderation-api-release', licence: 'MIT', only: 'sensitive' },
  { source: 'paul-rottger/hatecheck-data (Röttger et al. 2021)', licence: 'CC BY 4.0', only: 'sensitive' },
  { source: 'declare-lab/red-instruct', licence: 'Apache-2.0', only: 'sensitive' },
  { source: 't-davidson/hate-speech-and-offensive-language', licence: 'MIT' },
  { source: 'allenai/noncompliance', licence: 'MIT' },
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
    tables.push(grams.weights)
    return {
      name: head.name,
      bias: head.model.bias,
      gramBits: head.model.options.gramBits,
      gramStep: grams.step,
      meanFrom: head.model.options.meanFrom,
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
  const header: GateHeader = {
    format: MODEL_FORMAT,
    name,
    version,
    heads,
    checksum: crc32(new Uint8Array(weights.buffer)),
    provenance,
    scores,
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), new Uint8Array(weights.buffer)])
}

function quantise(values: Float32Array): { weights: Int8Array; step: number } {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  const step = largest > 0 ? largest / 127 : 1
  return { weights: Int8Array.from(values, (value) => Math.round(value / step)), step }
}
