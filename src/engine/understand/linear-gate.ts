// Scores a text with linear models over hashed n-grams: one file of int8 weights, one sum over the features, no vocabulary.
import { readFileSync } from 'node:fs'
import { type ModelFileHeader, splitModelFile } from '../../base/model-file.ts'
import {
  endOf,
  startOf,
  type TextFeatures,
  unigramOf,
  WORD_GRAMS_MAX,
  WORDS_MAX,
  wordGramsOf,
} from './text-features.ts'
import { allGramsOf, gramCountOf, type Part, wholeOf } from './text-parts.ts'

export const MODEL_FORMAT = 3

/** What `scoreOf` is for. The sums of two are copied line by line, since a loop costs the scoring of an answer 5–8 %. */
const HEADS_SCORED_MAX = 2
type SumsOfWord = readonly [first: Int32Array, second: Int32Array]
/** 256 KB a gate. A power of two. */
const KEPT_PAIRS = 8_192
const HASHES = 2
const PLACE = HASHES + HEADS_SCORED_MAX

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
  /**
   * Probability 0–1 by the calibration of one of the first heads, of all that was read or of a part as if it were read alone.
   * @throws Error for a head that the gate was not opened for
   */
  readonly scoreOf: (features: TextFeatures, head: number, part?: Part) => number
  /** The same of all that was read, of each head from one on: those that are asked too seldom to remember words for them. */
  readonly scoresFrom: (features: TextFeatures, first: number) => number[]
}

/**
 * Reads a model file whole.
 * @param headsScored how many of the first heads `scoreOf` is for, at most 2
 * @throws Error where it is missing, cut short, of another format, damaged, or of fewer heads
 */
export function openLinearGate(path: string, name: string, headsScored: number): LinearGate {
  return parseLinearGate(readFileSync(path), name, headsScored)
}

/** @param name guards against one model being put in another's place */
export function parseLinearGate(file: Uint8Array, name: string, headsScored: number): LinearGate {
  const { header, body } = splitModelFile<GateHeader>(file, name, MODEL_FORMAT)
  const weights = new Int8Array(Uint8Array.from(body).buffer)
  let at = 0
  const heads = header.heads.map((head) => {
    const grams = weights.subarray(at, at + 2 ** head.gramBits)
    at += grams.length
    return { ...head, grams }
  })
  if (at !== weights.length) throw new Error(`Model ${name}: header and weights differ in length`)
  if (heads.length < headsScored) throw new Error(`Model ${name} has ${heads.length} heads, not ${headsScored}`)
  const sums = createSums(heads.slice(0, headsScored).map(({ grams }) => grams))

  return {
    header,
    scoreOf(features, index, part = wholeOf(features)) {
      const head = heads[index]
      if (!head || index >= headsScored) throw new Error(`Model ${name} was not opened to score head ${index}`)
      return probabilityOf(sums(features, index, part), gramCountOf(features, part), head)
    },
    scoresFrom(features, first) {
      const all = allGramsOf(features)
      return heads.slice(first).map((head) => {
        const mask = head.grams.length - 1
        let sum = 0
        for (let i = 0; i < all.length; i++) sum += head.grams[all[i]! & mask]!
        return probabilityOf(sum, all.length, head)
      })
    },
  }
}

function probabilityOf(sum: number, gramCount: number, head: GateHeadHeader): number {
  const logit = head.bias + sum * head.gramStep * unitOf(gramCount, head.meanFrom)
  return 1 / (1 + Math.exp(-(head.slope * logit + head.offset)))
}

/** What one of so many grams counts: 1 / √count, so that more words say more, and from `meanFrom` on in proportion to 1 / count. */
export function unitOf(count: number, meanFrom = Infinity): number {
  return count > meanFrom ? Math.sqrt(meanFrom) / count : 1 / Math.sqrt(count || 1)
}

/**
 * The sum of a head's weights over a part of what was read. A text is read once for all heads, word by word, and what they have so
 * far is noted, so that a part of it is a difference and what lies at its edges.
 * @param tables the weights of each head
 */
function createSums(tables: readonly Int8Array[]): (features: TextFeatures, head: number, part: Part) => number {
  const keep = createWordSums(tables)
  const readers = tables.map((grams) => ({
    grams,
    /** Of all words before each, and of all marks. */
    upToWord: new Int32Array(WORDS_MAX + 1),
    upToMark: new Int32Array(WORDS_MAX + 1),
  }))
  const sumsOfWord: SumsOfWord = [new Int32Array(WORDS_MAX), new Int32Array(WORDS_MAX)]
  let reading = -1

  const read = (features: TextFeatures): void => {
    const { wordCount, pairs, markCount, marks } = features
    reading = features.reading
    keep(features, sumsOfWord)
    for (const [head, { grams, upToWord, upToMark }] of readers.entries()) {
      const ofWord = sumsOfWord[head]!
      const mask = grams.length - 1
      let sum = 0
      for (let i = 0; i < wordCount; i++) upToWord[i + 1] = sum += ofWord[i]! + grams[pairs[i]! & mask]!
      sum = 0
      for (let i = 0; i < markCount; i++) upToMark[i + 1] = sum += grams[marks[i]! & mask]!
    }
  }

  return (features, head, { from, to, marksFrom, marksTo }) => {
    if (features.reading !== reading) read(features)
    const { grams, upToWord, upToMark } = readers[head]!
    const sum = upToWord[to]! - upToWord[from]! + upToMark[marksTo]! - upToMark[marksFrom]!
    if (from === to) return sum
    const { shapes, pairs } = features
    const mask = grams.length - 1
    return (
      sum + grams[startOf(shapes[from]!) & mask]! - grams[pairs[from]! & mask]! + grams[endOf(shapes[to - 1]!) & mask]!
    )
  }
}

/**
 * The sums of what is inside of each word and of the word itself, for each head. A word has some twenty n-grams and people say the same
 * words over and over, so sums are kept, by two hashes of the word. A pair of places is in one line of a processor's cache, and a word
 * that is not there pushes out the one that came first.
 */
function createWordSums(tables: readonly Int8Array[]): (features: TextFeatures, into: SumsOfWord) => void {
  if (tables.length > HEADS_SCORED_MAX) throw new Error(`A gate scores ${HEADS_SCORED_MAX} heads at most`)
  const ofWord = new Int32Array(WORD_GRAMS_MAX)
  // Of each place: the two hashes and the sums.
  const kept = new Int32Array(KEPT_PAIRS * 2 * PLACE)
  const keep = (at: number, features: TextFeatures, i: number): void => {
    for (let k = at; k < at + PLACE; k++) kept[k + PLACE] = kept[k]!
    kept[at] = features.shapes[i]!
    kept[at + 1] = features.checks[i]!
    const count = wordGramsOf(features, i, ofWord)
    for (const [head, grams] of tables.entries()) {
      const mask = grams.length - 1
      let sum = grams[unigramOf(features.shapes[i]!) & mask]!
      for (let k = 0; k < count; k++) sum += grams[ofWord[k]! & mask]!
      kept[at + HASHES + head] = sum
    }
  }
  return (features, [first, second]) => {
    const { wordCount, shapes, checks } = features
    for (let i = 0; i < wordCount; i++) {
      const shape = shapes[i]!
      const check = checks[i]!
      let at = (shape & (KEPT_PAIRS - 1)) * (2 * PLACE)
      if (kept[at] !== shape || kept[at + 1] !== check) {
        if (kept[at + PLACE] === shape && kept[at + PLACE + 1] === check) at += PLACE
        else keep(at, features, i)
      }
      first[i] = kept[at + HASHES]!
      second[i] = kept[at + HASHES + 1]!
    }
  }
}
