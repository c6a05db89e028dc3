// Finds many phrases in a text at once: phrases become hashes of their word hashes, and a text is walked word by word.
import { wordHashesOf, type Words } from './text-features.ts'

/** A phrase that was found, by the tag it was put in with. `from` and `to` count words, fillers left out; `to` is exclusive. */
export type PhraseHit = {
  readonly tag: number
  readonly from: number
  readonly to: number
  /** The hash of its first word. */
  readonly first: number
}

export type PhraseTable = {
  /** Every phrase of the table that stands in the text, in reading order. */
  readonly find: (said: Words) => PhraseHit[]
}

/** Words that people put between the words of a phrase without changing it. */
const FILLERS = 'just really so very actually honestly literally kinda simply totally truly fucking freaking'
export const PHRASE_WORDS_MAX = 16

/**
 * A pattern is words with choices: "kill|hurt my self" is two phrases, "gun*" is "gun" and "guns". A choice may turn into
 * several words (a script without spaces, "4-wheel").
 * @throws Error for a pattern that holds a filler word or is too long
 */
export function createPhraseTable(patterns: Iterable<readonly [pattern: string, tag: number]>): PhraseTable {
  const fillers = new Set(wordHashesOf(FILLERS))
  const tagsOf = new Map<number, number | number[]>()
  // For a first word, bit n says that a phrase of n words begins with it.
  const lengthsOf = new Map<number, number>()
  const hashesOf = new Map<string, readonly number[]>()

  // Thousands of phrases share a few hundred words, and start-up waits for this.
  const hashesOfChoice = (choice: string): readonly number[] => {
    const known = hashesOf.get(choice)
    if (known) return known
    const hashes = wordHashesOf(choice)
    if (hashes.length === 0 || hashes.some((hash) => fillers.has(hash))) {
      throw new Error(`"${choice}" is a filler or no word, so no phrase can hold it`)
    }
    hashesOf.set(choice, hashes)
    return hashes
  }
  type Steps = readonly (readonly (readonly number[])[])[]
  const add = (steps: Steps, step: number, hash: number, first: number, length: number, tag: number): void => {
    const choices = steps[step]
    if (choices) {
      for (const words of choices) {
        let extended = hash
        for (const word of words) extended = extend(extended, word)
        add(steps, step + 1, extended, length === 0 ? (words[0] as number) : first, length + words.length, tag)
      }
      return
    }
    if (length > PHRASE_WORDS_MAX) throw new Error(`A phrase has ${length} words; ${PHRASE_WORDS_MAX} are the most`)
    const tags = tagsOf.get(hash)
    if (tags === undefined) tagsOf.set(hash, tag)
    else if (typeof tags === 'number' ? tags !== tag : !tags.includes(tag)) tagsOf.set(hash, [tags, tag].flat())
    lengthsOf.set(first, (lengthsOf.get(first) ?? 0) | (1 << length))
  }
  for (const [pattern, tag] of patterns) {
    const steps = choicesOf(pattern).map((choices) => choices.map(hashesOfChoice))
    add(steps, 0, 0, 0, 0, tag)
  }

  // Nearly no word and no stretch of words is in a table, and a sieve says so without a look at far memory.
  const isFiller = createSieve(fillers.keys())
  const begins = createSieve(lengthsOf.keys())
  const isPhrase = createSieve(tagsOf.keys())
  let kept = new Int32Array(4096)
  return {
    find({ words, wordCount }) {
      if (kept.length < wordCount) kept = new Int32Array(wordCount)
      let count = 0
      for (let i = 0; i < wordCount; i++) {
        const word = words[i] as number
        if (!(isFiller(word) && fillers.has(word))) kept[count++] = word
      }
      const hits: PhraseHit[] = []
      for (let from = 0; from < count; from++) {
        const first = kept[from] as number
        const lengths = begins(first) ? lengthsOf.get(first) : undefined
        if (lengths === undefined) continue
        let hash = 0
        for (let to = from + 1; to <= count && lengths >>> (to - from) !== 0; to++) {
          hash = extend(hash, kept[to - 1] as number)
          if ((lengths & (1 << (to - from))) === 0 || !isPhrase(hash)) continue
          const tags = tagsOf.get(hash)
          if (typeof tags === 'number') hits.push({ tag: tags, from, to, first })
          else if (tags) for (const tag of tags) hits.push({ tag, from, to, first })
        }
      }
      return hits
    },
  }
}

/** Word by word, the ways to write it. */
export function choicesOf(pattern: string): string[][] {
  return pattern.split(' ').map((word) => {
    const choices = word.split('|')
    return word.includes('*')
      ? choices.flatMap((choice) =>
          choice.endsWith('*') ? [choice.slice(0, -1), `${choice.slice(0, -1)}s`] : [choice],
        )
      : choices
  })
}

/** Says of a hash that it may be one of those given, or that it is none of them: a bit for each, 32 bits to choose from. */
function createSieve(hashes: Iterable<number>): (hash: number) => boolean {
  const all = [...hashes]
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
