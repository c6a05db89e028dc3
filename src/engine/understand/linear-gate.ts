// Scores a text with linear models over hashed n-grams: one file of int8 weights, one sum over the features, no vocabulary.
// The first line of a model file is JSON that says what it holds, from which data, and how well it does; weights follow.
import { readFileSync } from 'node:fs'
import { type TextFeatures, WORD_GRAMS_MAX, wordGramsOf } from './text-features.ts'

export const MODEL_FORMAT = 2

/** One linear model inside a file. Logit = bias + Σ gram weights / √grams, then made a probability. */
export type GateHeadHeader = {
  readonly name: string
  readonly bias: number
  /** The table holds 2^gramBits weights; a gram's hash is cut to that many bits. */
  readonly gramBits: number
  /** What one step of the int8 stands for. */
  readonly gramStep: number
  /** Calibration (Platt): probability = 1 / (1 + e^−(slope × logit + offset)). */
  readonly slope: number
  readonly offset: number
}

export type ModelHeader = {
  readonly format: number
  readonly name: string
  readonly version: string
  readonly heads: readonly GateHeadHeader[]
  readonly checksum: number
  readonly provenance: readonly { readonly source: string; readonly licence: string }[]
  readonly scores: Readonly<Record<string, number>>
}

export type LinearGate = {
  readonly header: ModelHeader
  /** Probability 0–1 by the head's calibration. */
  readonly scoreOf: (features: TextFeatures, head: number) => number
}

/** Reads a model file whole; throws when it is missing, cut short, of another format, or damaged. */
export function openLinearGate(path: string, name: string): LinearGate {
  return parseLinearGate(readFileSync(path), name)
}

/** `name` guards against one model being put in another's place. */
export function parseLinearGate(file: Uint8Array, name: string): LinearGate {
  const lineEnd = file.indexOf(0x0a)
  if (lineEnd < 0) throw new Error(`Model ${name} has no header line; train it anew with tools/train-gates.ts`)
  const header = JSON.parse(new TextDecoder().decode(file.subarray(0, lineEnd))) as ModelHeader
  if (header.format !== MODEL_FORMAT || header.name !== name) {
    throw new Error(
      `Model ${name}: the file holds ${header.name} in format ${header.format}, not ${name} in format ${MODEL_FORMAT}`,
    )
  }
  const weights = new Int8Array(file.subarray(lineEnd + 1)) as Int8Array
  if (checksumOf(weights) !== header.checksum) throw new Error(`Model ${name} is damaged: its checksum does not fit`)
  let at = 0
  const heads = header.heads.map((head) => {
    const grams = weights.subarray(at, at + 2 ** head.gramBits)
    at += grams.length
    return { ...head, grams, sumOfWord: createWordSums(grams) }
  })
  if (at !== weights.length || heads.length === 0) throw new Error(`Model ${name}: header and weights differ in length`)

  return {
    header,
    scoreOf(features, index) {
      const head = heads[index]
      if (!head) throw new Error(`Model ${name} has no head ${index}`)
      const { grams, sumOfWord } = head
      const mask = grams.length - 1
      let sum = 0
      for (let i = 0; i < features.gramCount; i++) sum += grams[(features.grams[i] as number) & mask] as number
      for (let i = 0; i < features.wordCount; i++) sum += sumOfWord(features, i)
      const logit = head.bias + (sum * head.gramStep) / Math.sqrt(features.allGramCount || 1)
      return 1 / (1 + Math.exp(-(head.slope * logit + head.offset)))
    },
  }
}

/**
 * The sum of the weights of what is inside of word `i`. A word has some twenty n-grams and people say the same words over and
 * over, so sums are kept, by two hashes of the word; a word that falls on another's place pushes it out.
 */
function createWordSums(grams: Int8Array): (features: TextFeatures, i: number) => number {
  const mask = grams.length - 1
  const ofWord = new Int32Array(WORD_GRAMS_MAX)
  // Of each place: the two hashes and the sum. Made when the head is first asked, since most hardly ever are.
  let kept: Int32Array | undefined
  return (features, i) => {
    kept ??= new Int32Array(KEPT_SUMS * PLACE)
    const shape = features.shapes[i]!
    const check = features.checks[i]!
    const at = (shape & (KEPT_SUMS - 1)) * PLACE
    if (kept[at] === shape && kept[at + 1] === check) return kept[at + 2]!
    const count = wordGramsOf(features, i, ofWord)
    let sum = 0
    for (let k = 0; k < count; k++) sum += grams[ofWord[k]! & mask]!
    kept[at] = shape
    kept[at + 1] = check
    kept[at + 2] = sum
    return sum
  }
}

/** 128 KB a head. A power of two. */
const KEPT_SUMS = 8_192
/** One number more than is used, so that no place lies across two lines of a processor's cache. */
const PLACE = 4

/** FNV-1a over the weights: finds a cut or altered file, which is all it is for. */
export function checksumOf(weights: Int8Array): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < weights.length; i++) hash = Math.imul(hash ^ ((weights[i] as number) & 0xff), 0x01000193)
  return hash >>> 0
}
