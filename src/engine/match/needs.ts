// What a thing is called otherwise, a laptop a notebook; and what people say who need it, without naming it: "two screens and no room on my
// desk" wants a monitor arm. A table that ships with the service knows some thousand kinds of things by their names; an ad of such a kind
// is also found by these words.
import { readFileSync } from 'node:fs'
import { type ModelFileHeader, splitModelFile } from '../../base/model-file.ts'
import { createFinder, fillSlots, slotsFor } from './hash-places.ts'
import type { TermTally } from './term-tally.ts'
import { everydayWeightOf } from './weigh-terms.ts'

export interface Needs {
  /**
   * Adds to the terms of an English ad those of what it is called otherwise, with `NAMED_WEIGHT` in the tally, and of what it is needed
   * for, with at most `NEED_WEIGHT`; what the ad says itself stays as it is.
   * @returns how many entries are of the ad and of what it is called; what it is needed for comes behind them
   * @param sureness of each entry of the tally how surely it says what the ad sells: IN_NAME, SAID_FIRST, BESIDE_NAME or 0
   * @param last the entry of the last word of the ad's name, −1 where it has none: an "iPhone 15 case" is a case
   */
  addTo(tally: TermTally, sureness: ArrayLike<number>, last: number): number
}

export interface NeedsHeader extends ModelFileHeader {
  /**
   * Distinct stems of all names, names, places of stems in names, kinds, places of telling stems in kinds, distinct words of needs, places
   * of those in kinds.
   */
  readonly counts: readonly [
    stems: number,
    names: number,
    nameStems: number,
    kinds: number,
    called: number,
    words: number,
    needs: number,
  ]
}

export const NEEDS_FORMAT = 2
/** Turns a word's hash into that of the word as one that people say who need the thing: so it makes no word of ads less rare. */
export const NEED_HASH = 0x6e656564
/** What such a word counts in the tally, where a word of the description counts 1: in a short ad it adds half of what that would. */
export const NEED_WEIGHT = 0.3
/** What a word of another name counts in the tally: a laptop that does not say "notebook" is less of one. */
export const NAMED_WEIGHT = 0.4
/** An ad may be of several kinds: those that its words name best, none much worse than the best. */
const KINDS_MAX = 3
const SHARE_OF_BEST_MIN = 0.6
/**
 * How surely a word says what an ad sells: in its name, a keyword or a category; among the first words of its description, where one word
 * alone counts if the name says nothing ("Scrubwise: sound effects …"); and anywhere else, where one word alone says nothing.
 */
export const IN_NAME = 1
export const SAID_FIRST = 0.7
export const BESIDE_NAME = 0.4

/** @throws Error where the file is missing, cut short, damaged or of another format, since nothing may start with half of it */
export function loadNeeds(path: URL | string = SHIPPED): Needs {
  return openNeeds(readFileSync(path))
}

const SHIPPED = new URL('../../../models/needs.bin', import.meta.url)

/** For one thread. @param file as tools/build-needs.ts makes it. @throws Error as `loadNeeds` */
export function openNeeds(file: Uint8Array): Needs {
  const table = readTable(file)
  const {
    stemLo,
    stemHi,
    nameFrom,
    nameKind,
    isHint,
    isHead,
    nameStemsFrom,
    nameStems,
    calledFrom,
    called,
    needsFrom,
    needs,
    needLo,
    needHi,
  } = table
  const weights = Float64Array.from(table.stemRarity, everydayWeightOf)
  const slots = new Int32Array(slotsFor(stemLo.length))
  fillSlots(slots, stemLo)
  const stemOf = createFinder({ lo: stemLo, hi: stemHi, slots })
  const kinds = new Uint16Array(KINDS_MAX)
  const scores = new Float64Array(KINDS_MAX)
  /** Of each of them, 1 where a name of it stands whole in the ad's name, keywords or categories. */
  const isNamed = new Uint8Array(KINDS_MAX)
  let count = 0

  const stemsOf = (name: number): Uint16Array => nameStems.subarray(nameStemsFrom[name]!, nameStemsFrom[name + 1]!)

  /**
   * How surely the ad is called so, which the word of the name tells that stands least surely in it; 0 where it is not.
   * @param alone how surely one word must say it alone
   */
  const surenessOf = (name: number, { find }: TermTally, sureness: ArrayLike<number>, alone: number): number => {
    const from = nameStemsFrom[name]!
    const to = nameStemsFrom[name + 1]!
    let least = IN_NAME
    for (let at = from; at < to; at++) {
      const stem = nameStems[at]!
      const entry = find(stemLo[stem]!, stemHi[stem]!)
      if (entry < 0) return 0
      least = Math.min(least, sureness[entry]!)
    }
    return to - from === 1 && least < alone ? 0 : least
  }

  /** What the words of a name tell together. */
  const weightOf = (name: number): number => stemsOf(name).reduce((all, stem) => all + weights[stem]!, 0)

  /**
   * Whether a hint tells the kind: not where the ad's name ends in what things are and it stands before that, nor where another name
   * does, unless that is a part of it ("Hilton Garden Inn").
   */
  const mayHint = (name: number, lastStem: number, other: number): boolean => {
    const own = stemsOf(name)
    const isOfLast = lastStem < 0 || isHead[lastStem] === 0 || own.includes(lastStem)
    return isOfLast && (other < 0 || stemsOf(other).every((stem) => own.includes(stem)))
  }

  /** Keeps the best kinds, the best one first. */
  const keep = (kind: number, score: number, named: number): void => {
    let at = kinds.subarray(0, count).indexOf(kind)
    if (at >= 0) isNamed[at] = named |= isNamed[at]!
    else at = count < KINDS_MAX ? count++ : KINDS_MAX - 1
    if (scores[at]! >= score) return
    for (; at > 0 && scores[at - 1]! < score; at--) {
      kinds[at] = kinds[at - 1]!
      scores[at] = scores[at - 1]!
      isNamed[at] = isNamed[at - 1]!
    }
    kinds[at] = kind
    scores[at] = score
    isNamed[at] = named
  }

  /** Finds the kinds of an ad. @param alone how surely one word must say it alone */
  const findKinds = (tally: TermTally, sureness: ArrayLike<number>, lastStem: number, alone: number): void => {
    const hints: { readonly name: number; readonly sure: number }[] = []
    // The best name that stands whole in the ad's name, keywords or categories.
    let best = -1
    let bestScore = 0
    count = 0
    scores.fill(0)
    for (let entry = 0; entry < tally.count; entry++) {
      const stem = stemOf(tally.lo[entry]!, tally.hi[entry]!)
      if (stem < 0) continue
      for (let name = nameFrom[stem]!; name < nameFrom[stem + 1]!; name++) {
        const sure = surenessOf(name, tally, sureness, alone)
        if (sure === 0) continue
        if (isHint[name] === 1) {
          hints.push({ name, sure })
          continue
        }
        const score = weightOf(name) * sure
        if (sure === IN_NAME && score > bestScore) {
          bestScore = score
          best = name
        }
        keep(nameKind[name]!, score, Number(sure === IN_NAME))
      }
    }
    for (const { name, sure } of hints)
      if (mayHint(name, lastStem, best)) keep(nameKind[name]!, weightOf(name) * sure, Number(sure === IN_NAME))
    while (count > 0 && scores[count - 1]! < SHARE_OF_BEST_MIN * scores[0]!) count--
  }

  const add = (tally: TermTally, lo: number, hi: number, weight: number): void => {
    const entry = tally.entryOf(lo, hi)
    if (entry >= 0 && tally.weight[entry] === 0) tally.weight[entry] = weight
  }

  return {
    addTo(tally, sureness, last) {
      const lastStem = last < 0 ? -1 : stemOf(tally.lo[last]!, tally.hi[last]!)
      findKinds(tally, sureness, lastStem, IN_NAME)
      if (count === 0) findKinds(tally, sureness, lastStem, SAID_FIRST)
      for (let i = 0; i < count; i++) {
        if (isNamed[i] === 0) continue
        for (let at = calledFrom[kinds[i]!]!; at < calledFrom[kinds[i]! + 1]!; at++)
          add(tally, stemLo[called[at]!]!, stemHi[called[at]!]!, NAMED_WEIGHT)
      }
      const calledSo = tally.count
      for (let i = 0; i < count; i++) {
        const weight = (NEED_WEIGHT * scores[i]!) / scores[0]!
        for (let at = needsFrom[kinds[i]!]!; at < needsFrom[kinds[i]! + 1]!; at++) {
          const lo = needLo[needs[at]!]!
          const hi = needHi[needs[at]!]!
          // What it says itself, or is called, it is not needed for as well: a search counts on it.
          if (tally.find(lo, hi) < 0) add(tally, (lo ^ NEED_HASH) >>> 0, hi, weight)
        }
      }
      return calledSo
    },
  }
}

interface NeedsTable {
  /** Hashes of the stems of all names, and how rare each is. */
  readonly stemLo: Uint32Array
  readonly stemHi: Uint32Array
  readonly stemRarity: Uint8Array
  /** Names by their rarest stem: those of stem i are `nameFrom[i]` … `nameFrom[i + 1] − 1`. */
  readonly nameFrom: Uint32Array
  readonly nameKind: Uint16Array
  /** 1 for a name that tells the kind only where no other does: "macbook", which also stands in the name of a sleeve. */
  readonly isHint: Uint8Array
  /** 1 for a stem in which names of several words end, as "case": what things are, whatever stands before it. */
  readonly isHead: Uint8Array
  /** The stems of each name, likewise. */
  readonly nameStemsFrom: Uint32Array
  readonly nameStems: Uint16Array
  /** The stems of each kind's names that tell something, likewise. */
  readonly calledFrom: Uint32Array
  readonly called: Uint16Array
  /** The words of each kind's needs, likewise, and their hashes. */
  readonly needsFrom: Uint32Array
  readonly needs: Uint16Array
  readonly needLo: Uint32Array
  readonly needHi: Uint32Array
}

function readTable(file: Uint8Array): NeedsTable {
  const { header, body } = splitModelFile<NeedsHeader>(file, 'needs', NEEDS_FORMAT)
  const [stems, names, nameStems, kinds, called, words, needs] = header.counts
  // Copied, since arrays of 32-bit numbers must begin at a multiple of four.
  const memory = new Uint8Array(body).buffer
  let at = 0
  const next = <T>(
    Type: { new (buffer: ArrayBuffer, from: number, length: number): T },
    bytes: number,
    length: number,
  ) => {
    const from = at
    at += bytes * length
    return new Type(memory, from, length)
  }
  const long = (length: number) => next(Uint32Array, 4, length)
  const short = (length: number) => next(Uint16Array, 2, length)
  if (
    body.length !==
    4 * (3 * stems + names + 2 * kinds + 2 * words + 4) + 2 * (names + nameStems + called + needs) + 2 * stems + names
  ) {
    throw new Error('needs: the header does not fit the numbers')
  }
  return {
    stemLo: long(stems),
    stemHi: long(stems),
    nameFrom: long(stems + 1),
    nameStemsFrom: long(names + 1),
    calledFrom: long(kinds + 1),
    needsFrom: long(kinds + 1),
    needLo: long(words),
    needHi: long(words),
    nameKind: short(names),
    nameStems: short(nameStems),
    called: short(called),
    needs: short(needs),
    stemRarity: next(Uint8Array, 1, stems),
    isHint: next(Uint8Array, 1, names),
    isHead: next(Uint8Array, 1, stems),
  }
}
