// Scores a text with linear models over hashed n-grams: one file of int8 weights, one sum over the features, no vocabulary.
import { readFileSync } from 'node:fs'
import { type ModelFileHeader, splitModelFile } from '../../base/model-file.ts'
import { allGramsOf, type TextFeatures, WORD_GRAMS_MAX, wordGramsOf } from './text-features.ts'

export const MODEL_FORMAT = 3

/** One linear model inside a file. Logit = bias + Σ gram weights × `unitOf` their number, then made a probability. */
export type GateHeadHeader = {
  readonly name: string
  readonly bias: number
  /** The table holds 2^gramBits weights; a gram's hash is cut to that many bits. */
  readonly gramBits: number
  /** What one step of the int8 stands for. */
  readonly gramStep: number
  /** Above so many grams their mean counts; else whatever is long would be what its words hint at most. */
  readonly meanFrom?: number | undefined
  /** Calibration (Platt): probability = 1 / (1 + e^−(slope × logit + offset)). */
  readonly slope: number
  readonly offset: number
}

export interface GateHeader extends ModelFileHeader {
  /** In the order of their weights. */
  readonly heads: readonly GateHeadHeader[]
}

export type LinearGate = {
  readonly header: GateHeader
  /** Probability 0–1 by the head's calibration. */
  readonly scoreOf: (features: TextFeatures, head: number) => number
  /** The same of each head from one on, for those that are asked too seldom to remember words for them. */
  readonly scoresFrom: (features: TextFeatures, first: number) => number[]
}

/** Reads a model file whole. @throws Error where it is missing, cut short, of another format, or damaged */
export function openLinearGate(path: string, name: string): LinearGate {
  return parseLinearGate(readFileSync(path), name)
}

/** @param name guards against one model being put in another's place */
export function parseLinearGate(file: Uint8Array, name: string): LinearGate {
  const { header, body } = splitModelFile<GateHeader>(file, name, MODEL_FORMAT)
  const weights = new Int8Array(Uint8Array.from(body).buffer)
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
      return probabilityOf(sum, features, head)
    },
    scoresFrom(features, first) {
      const all = allGramsOf(features)
      return heads.slice(first).map((head) => {
        const mask = head.grams.length - 1
        let sum = 0
        for (let i = 0; i < all.length; i++) sum += head.grams[all[i]! & mask]!
        return probabilityOf(sum, features, head)
      })
    },
  }
}

function probabilityOf(sum: number, { allGramCount }: TextFeatures, head: GateHeadHeader): number {
  const logit = head.bias + sum * head.gramStep * unitOf(allGramCount, head.meanFrom)
  return 1 / (1 + Math.exp(-(head.slope * logit + head.offset)))
}

/** What one of so many grams counts: 1 / √count, so that more words say more, and from `meanFrom` on in proportion to 1 / count. */
export function unitOf(count: number, meanFrom = Infinity): number {
  return count > meanFrom ? Math.sqrt(meanFrom) / count : 1 / Math.sqrt(count || 1)
}

/**
 * The sum of the weights of what is inside of word `i`. A word has some twenty n-grams and people say the same words over and
 * over, so sums are kept, by two hashes of the word; a word that falls on another's place pushes it out.
 */
function createWordSums(grams: Int8Array): (features: TextFeatures, i: number) => number {
  const mask = grams.length - 1
  const ofWord = new Int32Array(WORD_GRAMS_MAX)
  // Of each place: the two hashes and the sum. Made when the head is first asked, since most are asked by `scoresFrom` alone.
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
