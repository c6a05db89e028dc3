// Finds many phrases in a text at once: phrases become hashes of their word hashes, and a text is walked word by word.
import { SPELLED_OUT } from './spelled-out.ts'
import { wordHashesOf, type Words } from './text-features.ts'

/** A phrase that was found, by the tag it was put in with. `from` and `to` count words, fillers left out and short forms spelled out; `to` is exclusive. */
export type PhraseHit = {
  readonly tag: number
  readonly from: number
  readonly to: number
  /** The hash of its first word. */
  readonly first: number
}

export type PhraseTable = {
  /** Every phrase of the table that stands in the text, in reading order, and how many words were counted. */
  readonly find: (said: Words) => { readonly hits: PhraseHit[]; readonly wordCount: number }
}

/** Words that people put between the words of a phrase without changing it. */
const FILLERS = 'just really so very actually honestly literally kinda simply totally truly fucking freaking'
export const PHRASE_WORDS_MAX = 16
const NEXT_WORDS_MAX = 4
/** What a mark says takes 17 bits of it, the check the 14 above; tags, which begin at −1, are smaller than this. */
const FIRST_UNLESS = 1 << 16
const SAYS_BITS = (1 << 17) - 1
/** The bit that says of a first word that it is a phrase by itself. */
const OF_ONE_WORD = 1 << 1
/** "Dunno" is three words. */
const WORDS_OF_SHORT_MAX = 3

export type Pattern = readonly [pattern: string, tag: number, unless?: Unless]

/** Words, in choices like those of a pattern, that turn it into something else where they come next: "my dad is sick" "of waiting". */
export type Unless = { readonly next: string; readonly tag: number }

/**
 * A pattern is words with choices: "kill|hurt my self" is two phrases, "gun*" is "gun" and "guns", and "a|the? gun" may do without
 * an article. A choice may turn into several words (a script without spaces, "can-not").
 * @throws Error for a pattern that holds a filler word, or is too long, itself or in what turns it
 */
export function createPhraseTable(patterns: Iterable<Pattern>): PhraseTable {
  const { readAs, marksOf, turns, lengthsOf, pairs } = compile(patterns)

  // Nearly no word and no stretch of words is in a table, and a sieve says so without a look at far memory.
  const isReadOtherwise = createSieve(Int32Array.from(readAs.keys()))
  const isPhraseAlone = createSieve(
    Int32Array.from([...lengthsOf.keys()].filter((word) => lengthsOf.get(word)! & OF_ONE_WORD)),
  )
  const isPairBegun = createSieve(pairs)
  const isPhrase = createSieve(marksOf.hashes())
  let kept = new Int32Array(4096)
  return {
    find({ words, wordCount }) {
      if (kept.length < wordCount * WORDS_OF_SHORT_MAX) kept = new Int32Array(wordCount * WORDS_OF_SHORT_MAX)
      let count = 0
      for (let i = 0; i < wordCount; i++) {
        const word = words[i] as number
        const read = isReadOtherwise(word) ? readAs.get(word) : undefined
        if (read === undefined) kept[count++] = word
        else for (const one of read) kept[count++] = one
      }
      const hits: PhraseHit[] = []
      const hit = (mark: number, from: number, to: number, first: number): void => {
        let check = 0
        for (let i = from; i < to; i++) check = extendCheck(check, kept[i] as number)
        const says = mark & SAYS_BITS
        if (mark !== markOf(check, says)) return
        if (says < FIRST_UNLESS) {
          hits.push({ tag: says - 1, from, to, first })
          return
        }
        const { tag, next, nextTag } = turns[says - FIRST_UNLESS]!
        let hash = 0
        let isTurned = false
        for (let end = to; end < count && end < to + NEXT_WORDS_MAX && !isTurned; end++) {
          hash = extend(hash, kept[end] as number)
          isTurned = next.has(hash)
        }
        hits.push({ tag: isTurned ? nextTag : tag, from, to, first })
      }
      for (let from = 0; from < count; from++) {
        const first = kept[from] as number
        const goesOn = from + 1 < count && isPairBegun(extend(extend(0, first), kept[from + 1] as number))
        if (!goesOn && !isPhraseAlone(first)) continue
        const lengths = lengthsOf.get(first) ?? 0
        const longest = goesOn ? count : from + 1
        let hash = 0
        for (let to = from + 1; to <= longest && lengths >>> (to - from) !== 0; to++) {
          hash = extend(hash, kept[to - 1] as number)
          if ((lengths & (1 << (to - from))) === 0 || !isPhrase(hash)) continue
          for (let at = marksOf.first(hash); at >= 0; at = marksOf.next(at)) hit(marksOf.markAt(at), from, to, first)
        }
      }
      return { hits, wordCount: count }
    },
  }
}

/** What is looked up while a text is walked; apart from the rest, which is given back once it is made. */
function compile(patterns: Iterable<Pattern>) {
  // What each of these words is read as; a filler, as nothing.
  const readAs = new Map<number, readonly number[]>(wordHashesOf(FILLERS).map((hash) => [hash, []]))
  for (const [short, long] of Object.entries(SPELLED_OUT)) readAs.set(wordHashesOf(short)[0]!, wordHashesOf(long))
  // By the hash of a phrase, its marks: what it says, and bits of another hash, since among so many phrases two hashes of 32 bits meet.
  // It says a tag or, from `FIRST_UNLESS` on, the place of what may turn it into something else.
  const marksOf = createMarks()
  const turns: { readonly tag: number; readonly next: ReadonlySet<number>; readonly nextTag: number }[] = []
  // For a first word, bit n says that a phrase of n words begins with it.
  const lengthsOf = new Map<number, number>()
  // The hashes of two words with which longer phrases begin, or which are one.
  const pairs = new Set<number>()
  const hashesOf = new Map<string, readonly number[]>([['', []]])
  const readings = new Map<string | number, readonly number[]>()

  // Thousands of phrases share a few hundred words, and start-up waits for this.
  const hashesOfChoice = (choice: string): readonly number[] => {
    const before = hashesOf.get(choice)
    if (before) return before
    const hashes: number[] = []
    for (const hash of wordHashesOf(choice)) {
      const read = readAs.get(hash)
      if (read === undefined) hashes.push(hash)
      else if (read.length > 0) hashes.push(...read)
      else throw new Error(`"${choice}" holds a filler, so no phrase can hold it`)
    }
    if (hashes.length === 0) throw new Error(`"${choice}" is no word, so no phrase can hold it`)
    const reading = hashes.length === 1 ? (hashes[0] as number) : hashes.join()
    const known = readings.get(reading) ?? hashes
    readings.set(reading, known)
    hashesOf.set(choice, known)
    return known
  }
  const stepsBefore = new Map<string, readonly (readonly number[])[]>()
  const hashesOfStep = (step: string): readonly (readonly number[])[] => {
    const before = stepsBefore.get(step)
    if (before) return before
    // "Mom" and "mum" are read as one.
    const hashes = [...new Set(choicesOfStep(step).map(hashesOfChoice))]
    stepsBefore.set(step, hashes)
    return hashes
  }
  let begun = createBeginnings(4096)
  let longer = createBeginnings(4096)
  type Steps = readonly (readonly (readonly number[])[])[]
  const add = (steps: Steps, says: number): void => {
    // All beginnings of the pattern's phrases, longer by a step each time, one choice of the step after the other.
    let count = 1
    begun.hashes[0] = 0
    begun.checks[0] = 0
    for (const choices of steps) {
      if (longer.hashes.length < count * choices.length) longer = createBeginnings(count * choices.length * 2)
      let at = 0
      for (const words of choices) {
        for (let i = 0; i < count; i++, at++) {
          let hash = begun.hashes[i] as number
          let check = begun.checks[i] as number
          for (let w = 0; w < words.length; w++) {
            hash = extend(hash, words[w] as number)
            check = extendCheck(check, words[w] as number)
          }
          longer.hashes[at] = hash
          longer.checks[at] = check
        }
      }
      count = at
      ;[begun, longer] = [longer, begun]
    }
    for (let i = 0; i < count; i++) marksOf.add(begun.hashes[i] as number, markOf(begun.checks[i] as number, says))
    noteLengths(steps, 0)
  }
  const noteLengths = (steps: Steps, from: number): void => {
    let lengths = 1
    for (const choices of steps.slice(from + 1))
      lengths = choices.reduce((all, words) => all | (lengths << words.length), 0)
    const seconds = secondWords(steps, from + 1)
    for (const words of steps[from] ?? []) {
      if (words.length === 0) noteLengths(steps, from + 1)
      else {
        for (const second of words.length > 1 ? [words[1]!] : seconds) pairs.add(extend(extend(0, words[0]!), second))
        const all = lengths << words.length
        if (all >>> (PHRASE_WORDS_MAX + 1) !== 0) throw new Error(`A phrase has more than ${PHRASE_WORDS_MAX} words`)
        lengthsOf.set(words[0]!, (lengthsOf.get(words[0]!) ?? 0) | all)
      }
    }
  }
  /** What a step, and those behind it where it may be left out, can begin with. */
  const secondWords = (steps: Steps, from: number): ReadonlySet<number> =>
    new Set(
      (steps[from] ?? []).flatMap((words) => (words.length === 0 ? [...secondWords(steps, from + 1)] : words[0]!)),
    )
  const hashOfNext = (choice: string): number => {
    const words = hashesOfChoice(choice)
    if (words.length > NEXT_WORDS_MAX) throw new Error(`"${choice}" has more than ${NEXT_WORDS_MAX} words`)
    return words.reduce(extend, 0)
  }
  for (const [pattern, tag, unless] of patterns) {
    const steps = pattern.split(' ').map(hashesOfStep)
    if (unless === undefined) add(steps, tag + 1)
    else {
      const next = new Set(unless.next.split('|').map(hashOfNext))
      add(steps, FIRST_UNLESS + turns.push({ tag, next, nextTag: unless.tag }) - 1)
    }
  }

  return { readAs, marksOf, turns, lengthsOf, pairs: Int32Array.from(pairs) }
}

/** Word by word, the ways to write a pattern. */
export function choicesOf(pattern: string): string[][] {
  return pattern.split(' ').map(choicesOfStep)
}

/** The ways to write one step of a pattern; an empty one where it may be left out. */
export function choicesOfStep(step: string): string[] {
  const choices = step.endsWith('?') ? [...step.slice(0, -1).split('|'), ''] : step.split('|')
  return step.includes('*')
    ? choices.flatMap((choice) => (choice.endsWith('*') ? [choice.slice(0, -1), `${choice.slice(0, -1)}s`] : [choice]))
    : choices
}

function createBeginnings(countMax: number) {
  return { hashes: new Int32Array(countMax), checks: new Int32Array(countMax) }
}

/** Marks by hash, of which a hash may have several: a table of whole numbers that fills many times as fast as a `Map`. */
function createMarks() {
  let shift = 32 - BITS_AT_FIRST
  let keys = new Int32Array(1 << BITS_AT_FIRST)
  let marks = new Int32Array(1 << BITS_AT_FIRST)
  let count = 0
  const put = (hash: number, taken: number): void => {
    let at = hash >>> shift
    while (marks[at] !== 0) {
      if (keys[at] === hash && marks[at] === taken) return
      at = (at + 1) & (marks.length - 1)
    }
    keys[at] = hash
    marks[at] = taken
    count++
  }
  const seek = (hash: number, from: number): number => {
    let at = from & (marks.length - 1)
    while (marks[at] !== 0) {
      if (keys[at] === hash) return at
      at = (at + 1) & (marks.length - 1)
    }
    return -1
  }
  return {
    add(hash: number, mark: number): void {
      if (count * 2 >= marks.length) {
        const [oldKeys, oldMarks] = [keys, marks]
        shift--
        keys = new Int32Array(oldKeys.length * 2)
        marks = new Int32Array(oldMarks.length * 2)
        count = 0
        for (let i = 0; i < oldMarks.length; i++)
          if (oldMarks[i] !== 0) put(oldKeys[i] as number, oldMarks[i] as number)
      }
      put(hash, mark | TAKEN)
    },
    /** Where the first mark of a hash lies, or −1. */
    first: (hash: number): number => seek(hash, hash >>> shift),
    next: (at: number): number => seek(keys[at] as number, at + 1),
    markAt: (at: number): number => (marks[at] as number) & ~TAKEN,
    hashes(): Int32Array {
      const all = new Int32Array(count)
      let end = 0
      for (let at = 0; at < marks.length; at++) if (marks[at] !== 0) all[end++] = keys[at] as number
      return all
    },
  }
}

/** Room for all that the lexicon holds. */
const BITS_AT_FIRST = 18

/** The bit that marks leave free tells a place that is taken from an empty one. */
const TAKEN = 1 << 31

/** Says of a hash that it may be one of those given, or that it is none of them: a bit for each, 32 bits to choose from. */
function createSieve(all: Int32Array): (hash: number) => boolean {
  let bits = 5
  while (1 << bits < all.length * 32) bits++
  const shift = 32 - bits
  const words = new Int32Array(1 << (bits - 5))
  for (const hash of all) words[(hash >>> shift) >>> 5]! |= 1 << (hash >>> shift)
  return (hash) => (words[(hash >>> shift) >>> 5]! & (1 << (hash >>> shift))) !== 0
}

function extend(hash: number, word: number): number {
  return Math.imul((hash << 5) ^ (hash >>> 27) ^ word, 0x9e3779b1) | 0
}

function extendCheck(check: number, word: number): number {
  return Math.imul((check << 7) ^ (check >>> 25) ^ word, 0x85ebca6b) | 0
}

function markOf(check: number, says: number): number {
  return ((check >>> 18) << 17) | says
}
