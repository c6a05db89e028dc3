// Turns a text into hashed words and n-grams in one pass, without making a single string. Trainer, gates and lexicon all
// read a text through this file, so a feature means the same thing everywhere; changing a hash here asks for new models.
import { codeUnitsOf } from '../../base/code-units.ts'
import {
  DISGUISES,
  FOLDED,
  foldOf,
  isUnspaced,
  MAY_STAND_FOR_LETTER,
  mayStandForLetter,
  TELLING,
  withoutOddForms,
} from './fold-characters.ts'

/** A longer text is read by its beginning and its end: what was pasted in the middle says least about what is wanted. */
export const HEAD_CHARS = 1500
export const TAIL_CHARS = 500

/** So many words are read at most: a character is one at most. */
export const WORDS_MAX = HEAD_CHARS + TAIL_CHARS
const WORD_CHARS_MAX = 24
/** Of one word: two to five characters that end at each of its letters or at its far edge. */
export const WORD_GRAMS_MAX = 4 * (WORD_CHARS_MAX + 1)

/** Of one text; all of it is scratch memory, good until the next call of `extractFeatures`, `wordsOfAll` or `wordHashesOf`. */
export type TextFeatures = {
  /** Tells this reading from all others. */
  reading: number
  /** Whether places of words and marks are places of the text as it was given: it was neither cut nor written otherwise to be read. */
  isVerbatim: boolean
  /** Hash of each word in reading order. A character of a script without spaces counts as a word. Signed: maps find small integers sooner. */
  readonly words: Int32Array
  wordCount: number
  /** Where each word ends, in characters, exclusive; of a long text those of its end are counted anew. */
  readonly wordEnds: Uint16Array
  /** Two hashes of what makes the grams inside of a word: words that agree in both have the same. `unigramOf` makes one more of the first. */
  readonly shapes: Int32Array
  readonly checks: Int32Array
  /** The hash of each word's bigram with the one before it, or with the beginning. */
  readonly pairs: Int32Array
  /** Hashes of telling punctuation, where each stands as words do, and how many stand before each word. */
  readonly marks: Int32Array
  readonly markPlaces: Uint16Array
  readonly marksBefore: Uint16Array
  markCount: number
  /** How many grams the words before each word have inside, and behind the last what all have. */
  readonly innerBefore: Int32Array
  /** The folded letters of all words, each word cut to 24, and where those of word i end. */
  readonly letters: Uint16Array
  readonly lettersUpTo: Uint16Array
  /**
   * Whether words may be disguised in what was read; of a long text always true. Where it is false `unmask` finds none but single letters
   * of which the first and the last touch others that it does not know ("ék i l lé"), which only look like a word that is spelled out.
   */
  mayBeMasked: boolean
}

const scratch: TextFeatures = {
  reading: 0,
  isVerbatim: false,
  words: new Int32Array(WORDS_MAX),
  wordCount: 0,
  wordEnds: new Uint16Array(WORDS_MAX),
  shapes: new Int32Array(WORDS_MAX),
  checks: new Int32Array(WORDS_MAX),
  pairs: new Int32Array(WORDS_MAX),
  marks: new Int32Array(WORDS_MAX),
  markPlaces: new Uint16Array(WORDS_MAX),
  marksBefore: new Uint16Array(WORDS_MAX),
  markCount: 0,
  innerBefore: new Int32Array(WORDS_MAX + 1),
  letters: new Uint16Array(WORDS_MAX),
  lettersUpTo: new Uint16Array(WORDS_MAX),
  mayBeMasked: false,
}

/** Reads the first 1,500 and the last 500 characters of `text`. Not re-entrant: use the answer before asking again. */
export function extractFeatures(text: string): TextFeatures {
  // Several gates read the same text one after the other.
  if (text === lastText) return scratch
  lastText = text
  beginText()
  if (isLong(text)) {
    readStretch(withoutOddForms(text.slice(0, HEAD_CHARS), HEAD_CHARS))
    readStretch(withoutOddForms(text.slice(-TAIL_CHARS), TAIL_CHARS))
    scratch.mayBeMasked = true
  } else {
    const plain = inPlainForms(text)
    readStretch(plain)
    scratch.isVerbatim = plain === text
  }
  return scratch
}

/** Whether features are those of the beginning and the end alone. */
export function isLong(text: string): boolean {
  return text.length > HEAD_CHARS + TAIL_CHARS
}

/**
 * The same text where it is long, and else as it is read: in NFKC where it holds a character of `ODD_FORMS`, of which the first 2,000
 * characters count, and unchanged where it holds none. What it answers stays as it is when asked again; a join of such texts may not.
 */
export function inPlainForms(text: string): string {
  return isLong(text) ? text : withoutOddForms(text, WORDS_MAX)
}

function beginText(): void {
  scratch.reading++
  scratch.isVerbatim = false
  scratch.wordCount = 0
  scratch.markCount = 0
  scratch.mayBeMasked = false
  lettersEnd = 0
}

/** The hash of a word by itself, of its shape. */
export function unigramOf(shape: number): number {
  return mix(shape ^ 0x7f4a7c15)
}

/** The hash of a word's bigram with the beginning of a text, of its shape. */
export function startOf(shape: number): number {
  return pairOf(TEXT_START, shape)
}

/** The hash of a word's bigram with the end of a text, of its shape. */
export function endOf(shape: number): number {
  return pairOf(shape, TEXT_END)
}

/** The hashes of all words of a text or of a part of it, in memory that is good until the next call. */
export type Words = Pick<TextFeatures, 'words' | 'wordCount'>

/** Reads all of a text, however long, but only its words; what `extractFeatures` answered before is good no more. */
export function wordsOfAll(text: string): Words {
  lastText = undefined
  // A character is a word at most.
  if (allWords.words.length < text.length) allWords.words = new Int32Array(text.length)
  allWords.wordCount = 0
  for (let from = 0; from < text.length;) {
    const to = endOfWordBefore(text, from + HEAD_CHARS)
    beginText()
    readStretch(withoutOddForms(text.slice(from, to), to - from))
    allWords.words.set(scratch.words.subarray(0, scratch.wordCount), allWords.wordCount)
    allWords.wordCount += scratch.wordCount
    from = to
  }
  return allWords
}

// As long as the longest text so far, which the doors bound.
const allWords = { words: new Int32Array(), wordCount: 0 }

/** At a space shortly before `end`, so that no word is cut in two; where there is none, words are single signs or none at all. */
function endOfWordBefore(text: string, end: number): number {
  if (end >= text.length) return text.length
  for (let at = end; at > end - WORD_SEARCH_CHARS; at--) if (text.charCodeAt(at) <= 0x20) return at
  return end
}

const WORD_SEARCH_CHARS = 200

/**
 * Writes the hashes of the n-grams of 2 to 5 characters inside word `i`, its edges among them, and returns how many. A word of
 * more than 24 characters is read by its first 24.
 * @param into with room for `WORD_GRAMS_MAX`
 */
export function wordGramsOf({ letters, lettersUpTo }: TextFeatures, i: number, into: Int32Array): number {
  const from = i === 0 ? 0 : lettersUpTo[i - 1]!
  const to = lettersUpTo[i]!
  if (from === to) return 0
  // The last four characters so far; c1 is the newest. Zero is before the word.
  let c4 = 0
  let c3 = 0
  let c2 = 0
  let c1 = EDGE
  let count = 0
  const isWhole = to - from < WORD_CHARS_MAX
  for (let at = from; at < to || (isWhole && at === to); at++) {
    const c = at < to ? letters[at]! : EDGE
    let h = Math.imul(c1, BASE) + c
    into[count++] = mix(h)
    if (c2 !== 0) {
      h = (h + Math.imul(c2, BASE_2)) | 0
      into[count++] = mix(h)
      if (c3 !== 0) {
        h = (h + Math.imul(c3, BASE_3)) | 0
        into[count++] = mix(h)
        if (c4 !== 0) into[count++] = mix((h + Math.imul(c4, BASE_4)) | 0)
      }
    }
    c4 = c3
    c3 = c2
    c2 = c1
    c1 = c
  }
  return count
}

/** The word hashes of a phrase, for building tables that are looked up with `extractFeatures(text).words`. */
export function wordHashesOf(phrase: string): number[] {
  if (PLAIN_WORD.test(phrase)) return [hashOfPlain(phrase)]
  const features = extractFeatures(phrase)
  return Array.from(features.words.subarray(0, features.wordCount))
}

const PLAIN_WORD = /^[a-z]+$/

/** What `readStretch` makes of the word, without all else that it notes: start-up asks for thousands. */
function hashOfPlain(word: string): number {
  let hash = BASE
  for (let i = 0; i < word.length; i++) {
    const c = word.charCodeAt(i)
    if (i < 2 || c !== word.charCodeAt(i - 1) || c !== word.charCodeAt(i - 2)) hash = Math.imul(hash ^ c, BASE)
  }
  return mix(hash)
}

/**
 * So many single letters in a row may be a word that is spelled out. `SPELLED` of `unmask` asks for four, of which one at an end may touch
 * other letters, and whatever it makes a word of must be noticed here.
 */
const LETTERS_ALONE_MIN = 3

const { SEPARATOR, JOINER, DIGIT, LETTER, KIND_SHIFT, IS_DIGIT } = FOLDED
const EDGE = 0x5f
const TEXT_START = 0x1a2b3c4d
const TEXT_END = 0x5e6f7081
const BIGRAM = 0x2545f491
const BASE = 0x01000193
const BASE_2 = Math.imul(BASE, BASE)
const BASE_3 = Math.imul(BASE_2, BASE)
const BASE_4 = Math.imul(BASE_3, BASE)
const CHECK_BASE = 0x2c9277b5

let lastText: string | undefined
let lettersEnd = 0

/** A measured hot loop, which writes to scratch memory and makes nothing anew. */
function readStretch(text: string): void {
  const { marks, markPlaces, letters } = scratch
  const units = codeUnitsOf(text)
  const { length } = text
  let end = lettersEnd
  let mayBeMasked = false
  let lettersAlone = 0
  // The last two characters of the word so far; c1 is the newest.
  let c2 = 0
  let c1 = EDGE
  let wordChars = 0
  let kinds = 0
  let wordHash = BASE
  // Other hashes in which all digits are alike, for the grams: 15 and 27 say the same about a wish.
  let shapeHash = BASE
  let check = 0

  for (let i = 0; i <= length; i++) {
    // One step past the end stands a zero, which closes the last word.
    const unit = units[i]!
    const folded = foldOf(unit)
    const letter = folded & LETTER
    if (letter === JOINER) continue
    const alone = isUnspaced(letter)
    if (letter === SEPARATOR || alone) {
      if (wordChars > 0) {
        noteWord(
          mix(wordHash),
          mix(shapeHash),
          check,
          GRAMS_OF_LENGTH[wordChars < WORD_CHARS_MAX ? wordChars : WORD_CHARS_MAX]!,
          i,
          end,
        )
        lettersAlone = wordChars === 1 && kinds !== IS_DIGIT ? lettersAlone + 1 : 0
        if (DISGUISES[kinds] === 1 || lettersAlone === LETTERS_ALONE_MIN) mayBeMasked = true
        wordChars = 0
        kinds = 0
        c1 = EDGE
        wordHash = BASE
        shapeHash = BASE
        check = 0
      }
      if (alone) {
        const hash = mix(Math.imul(BASE ^ letter, BASE))
        noteWord(hash, hash, 0, 0, i + 1, end)
      } else if (unit < 0x80 && TELLING[unit] !== 0) {
        if (TELLING[unit] === MAY_STAND_FOR_LETTER && mayStandForLetter(units, i)) mayBeMasked = true
        const mark = scratch.markCount++
        marks[mark] = mix(Math.imul(unit, 0x3c6ef372))
        markPlaces[mark] = i
      }
      continue
    }
    kinds |= folded >>> KIND_SHIFT
    const c = letter > DIGIT && letter <= 0x39 ? DIGIT : letter
    // "sooooo" reads like "soo".
    if (c === c1 && c === c2 && wordChars > 1 && c !== DIGIT) continue
    wordHash = Math.imul(wordHash ^ letter, BASE)
    shapeHash = Math.imul(shapeHash ^ c, BASE)
    check = (Math.imul(check, CHECK_BASE) + c) | 0
    if (wordChars < WORD_CHARS_MAX) letters[end++] = c
    c2 = c1
    c1 = c
    wordChars++
  }
  if (mayBeMasked) scratch.mayBeMasked = true
  lettersEnd = end
}

/** @param inner how many grams it has inside @param end of it among the characters, as `lettersTo` is among the letters */
function noteWord(word: number, shape: number, check: number, inner: number, end: number, lettersTo: number): void {
  const { words, wordEnds, shapes, checks, pairs, marksBefore, innerBefore, lettersUpTo } = scratch
  const i = scratch.wordCount++
  words[i] = word
  wordEnds[i] = end
  shapes[i] = shape
  checks[i] = check
  pairs[i] = pairOf(i === 0 ? TEXT_START : shapes[i - 1]!, shape)
  marksBefore[i] = scratch.markCount
  innerBefore[i + 1] = innerBefore[i]! + inner
  lettersUpTo[i] = lettersTo
}

/** How many grams a word of so many characters has inside. */
const GRAMS_OF_LENGTH = Uint8Array.from({ length: WORD_CHARS_MAX + 1 }, (_, length) => {
  let count = 0
  const ends = length === 0 ? 0 : length < WORD_CHARS_MAX ? length + 1 : length
  for (let end = 1; end <= ends; end++) count += Math.min(end, 4)
  return count
})

function pairOf(before: number, shape: number): number {
  return mix(Math.imul(before, BIGRAM) + shape)
}

/** Spreads a 32-bit value over all its bits (xor-shift and multiply, as in the finishers of common hashes). Signed: V8 boxes larger numbers. */
function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return h ^ (h >>> 15)
}
