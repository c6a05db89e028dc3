// Turns a text into hashed words and n-grams in one pass, without making a single string. Trainer, gates and lexicon all
// read a text through this file, so a feature means the same thing everywhere; changing a hash here asks for new models.
import { codeUnitsOf } from '../../base/code-units.ts'

/** A longer text is read by its beginning and its end: what was pasted in the middle says least about what is wanted. */
export const HEAD_CHARS = 1500
export const TAIL_CHARS = 500

/** So many words are read at most: a character is one at most. */
export const WORDS_MAX = HEAD_CHARS + TAIL_CHARS
const WORD_CHARS_MAX = 24
/** Of one word: two to five characters that end at each of its letters or at its far edge. */
export const WORD_GRAMS_MAX = 4 * (WORD_CHARS_MAX + 1)

/** Of one text; all of it is scratch memory, good until the next call of `extractFeatures`. */
export type TextFeatures = {
  /** Tells this reading from all others. */
  reading: number
  /** Hash of each word in reading order. A character of a script without spaces counts as a word. Signed: maps find small integers sooner. */
  readonly words: Int32Array
  wordCount: number
  /** Where each word ends, counted in the characters that were read, exclusive. */
  readonly wordEnds: Uint16Array
  /** Two hashes of what makes the grams inside of a word: words that agree in both have the same. `unigramOf` makes one more of the first. */
  readonly shapes: Int32Array
  readonly checks: Int32Array
  /** The hash of each word's bigram with the one before it, or with the beginning. */
  readonly pairs: Int32Array
  /** Hashes of telling punctuation, where each stands, and how many stand before each word. */
  readonly marks: Int32Array
  readonly markPlaces: Uint16Array
  readonly marksBefore: Uint16Array
  markCount: number
  /** How many grams the words before each word have inside, and behind the last what all have. */
  readonly innerBefore: Int32Array
  /** The folded letters of all words, each word cut to 24, and where those of word i end. */
  readonly letters: Uint16Array
  readonly lettersUpTo: Uint16Array
  /** Whether words may be disguised in what was read; false where surely none is, see `unmask`. */
  mayBeMasked: boolean
}

const scratch: TextFeatures = {
  reading: 0,
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
  if (!isLong(text)) readStretch(inPlainForms(text).slice(0, WORDS_MAX), 0)
  else {
    readStretch(inPlainForms(text.slice(0, HEAD_CHARS)).slice(0, HEAD_CHARS), 0)
    readStretch(inPlainForms(text.slice(-TAIL_CHARS)).slice(0, TAIL_CHARS), HEAD_CHARS)
    scratch.mayBeMasked = true
  }
  return scratch
}

/** Whether features are those of the beginning and the end alone. */
export function isLong(text: string): boolean {
  return text.length > HEAD_CHARS + TAIL_CHARS
}

function beginText(): void {
  scratch.reading++
  scratch.wordCount = 0
  scratch.markCount = 0
  scratch.mayBeMasked = false
  lettersEnd = 0
}

/** A stretch of a text that was read: words and marks by their numbers, the ends exclusive. A sentence scores as if it were read alone. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly marksFrom: number
  readonly marksTo: number
}

/** All that was read. */
export function wholeOf({ wordCount, markCount }: TextFeatures): Part {
  return { from: 0, to: wordCount, marksFrom: 0, marksTo: markCount }
}

/**
 * What stands between two places of a text in plain forms that is not long, and is cut where no word goes on.
 * @param from characters of the text, `to` exclusive
 */
export function partBetween(features: TextFeatures, from: number, to: number): Part {
  const { wordEnds, wordCount, markPlaces, markCount } = features
  return {
    from: countUpTo(wordEnds, wordCount, from),
    to: countUpTo(wordEnds, wordCount, to),
    marksFrom: countUpTo(markPlaces, markCount, from - 1),
    marksTo: countUpTo(markPlaces, markCount, to - 1),
  }
}

/** How many of the first `count` rising numbers are at most `limit`. */
function countUpTo(numbers: Uint16Array, count: number, limit: number): number {
  let from = 0
  let to = count
  while (from < to) {
    const middle = (from + to) >> 1
    if (numbers[middle]! <= limit) from = middle + 1
    else to = middle
  }
  return from
}

/** How many grams a part has as a text of its own, those inside of words and its end included. */
export function gramCountOf({ innerBefore }: TextFeatures, { from, to, marksFrom, marksTo }: Part): number {
  const words = to - from
  return innerBefore[to]! - innerBefore[from]! + 2 * words + marksTo - marksFrom + (words > 0 ? 1 : 0)
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

/** The hashes of all words of a text, in memory that is good until the next call. */
export type Words = Pick<TextFeatures, 'words' | 'wordCount'>

/** The words of a part of what was read. */
export function wordsOf({ words }: TextFeatures, { from, to }: Part): Words {
  return { words: words.subarray(from, to), wordCount: to - from }
}

/** Reads all of a text, however long, but only its words; what `extractFeatures` answered before is good no more. */
export function wordsOfAll(text: string): Words {
  lastText = undefined
  // A character is a word at most.
  if (allWords.words.length < text.length) allWords.words = new Int32Array(text.length)
  allWords.wordCount = 0
  for (let from = 0; from < text.length;) {
    const to = endOfWordBefore(text, from + HEAD_CHARS)
    beginText()
    readStretch(inPlainForms(text.slice(from, to)).slice(0, to - from), 0)
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
 * Accents and Korean letters that stand apart, as some keyboards and systems write them; letters in circles, of half width, and those of
 * mathematics, which people take for bold ones.
 */
const ODD_FORMS = /[\u0300-\u036f\u1100-\u11ff\u2460-\u24ff\uff61-\uffdc]|\ud835/

/** The same text, mostly. What it answers stays as it is when asked again; some characters become eighteen. */
export function inPlainForms(text: string): string {
  return ODD_FORMS.test(text) ? text.normalize('NFKC') : text
}

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

/** All hashes of a text in an array of its own, in reading order, those inside of words behind them: what a model is trained with. */
export function allGramsOf(features: TextFeatures): Int32Array {
  const { wordCount, shapes, pairs, marks, marksBefore, markCount } = features
  const all = new Int32Array(gramCountOf(features, wholeOf(features)))
  let end = 0
  let mark = 0
  for (let i = 0; i < wordCount; i++) {
    while (mark < marksBefore[i]!) all[end++] = marks[mark++]!
    all[end++] = unigramOf(shapes[i]!)
    all[end++] = pairs[i]!
  }
  while (mark < markCount) all[end++] = marks[mark++]!
  if (wordCount > 0) all[end++] = endOf(shapes[wordCount - 1]!)
  const ofWord = new Int32Array(WORD_GRAMS_MAX)
  for (let i = 0; i < wordCount; i++) {
    const count = wordGramsOf(features, i, ofWord)
    all.set(ofWord.subarray(0, count), end)
    end += count
  }
  return all
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

const SEPARATOR = 0
const JOINER = 1
const DIGIT = 0x30
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

/** @param before how many characters were read before it */
function readStretch(text: string, before: number): void {
  const { words, wordEnds, shapes, checks, pairs, marks, markPlaces, marksBefore, innerBefore, letters, lettersUpTo } =
    scratch
  const units = codeUnitsOf(text)
  const { length } = text
  let { wordCount, markCount } = scratch
  let previous = wordCount === 0 ? TEXT_START : shapes[wordCount - 1]!
  let inner = wordCount === 0 ? 0 : innerBefore[wordCount]!
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
    let letter = 0
    let kind = 0
    if (unit < FOLD_SIZE) {
      letter = FOLD[unit]! & FOLDED
      kind = FOLD[unit]! >>> KIND_SHIFT
    } else letter = foldRare(unit)
    if (letter === JOINER) continue
    const alone = unit >= UNSPACED_MIN && isUnspaced(letter)
    if (letter === SEPARATOR || alone) {
      if (wordChars > 0) {
        const shape = mix(shapeHash)
        words[wordCount] = mix(wordHash)
        wordEnds[wordCount] = before + i
        shapes[wordCount] = shape
        checks[wordCount] = check
        pairs[wordCount] = pairOf(previous, shape)
        marksBefore[wordCount] = markCount
        lettersUpTo[wordCount] = end
        innerBefore[wordCount] = inner
        wordCount++
        inner += GRAMS_OF_LENGTH[wordChars < WORD_CHARS_MAX ? wordChars : WORD_CHARS_MAX]!
        previous = shape
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
        const shape = mix(Math.imul(BASE ^ letter, BASE))
        words[wordCount] = shape
        wordEnds[wordCount] = before + i + 1
        shapes[wordCount] = shape
        checks[wordCount] = 0
        pairs[wordCount] = pairOf(previous, shape)
        marksBefore[wordCount] = markCount
        lettersUpTo[wordCount] = end
        innerBefore[wordCount] = inner
        wordCount++
        previous = shape
      } else if (unit < 0x80 && TELLING[unit] !== 0) {
        if (TELLING[unit] === MAY_STAND_FOR_LETTER && mayStandForLetter(units, i)) mayBeMasked = true
        marks[markCount] = mix(Math.imul(unit, 0x3c6ef372))
        markPlaces[markCount++] = before + i
      }
      continue
    }
    const c = letter > DIGIT && letter <= 0x39 ? DIGIT : letter
    // "sooooo" reads like "soo".
    if (c === c1 && c === c2 && wordChars > 1 && c !== DIGIT) continue
    kinds |= kind
    wordHash = Math.imul(wordHash ^ letter, BASE)
    shapeHash = Math.imul(shapeHash ^ c, BASE)
    check = (Math.imul(check, CHECK_BASE) + c) | 0
    if (wordChars < WORD_CHARS_MAX) letters[end++] = c
    c2 = c1
    c1 = c
    wordChars++
  }
  innerBefore[wordCount] = inner
  scratch.wordCount = wordCount
  scratch.markCount = markCount
  if (mayBeMasked) scratch.mayBeMasked = true
  lettersEnd = end
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

// Up to here (Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic begin) a table folds case and accents.
const FOLD_SIZE = 0x600
/** The apostrophe, what people type in its place, and the soft hyphen. */
const JOINERS = "'`\u00b4\u02bb\u02bc\u00ad"
/** The table's lower bits are the letter, and those above say what kind it is. */
const FOLDED = 0x7ff
const KIND_SHIFT = 11
const IS_LATIN = 1
const IS_DIGIT = 2
const IS_GREEK_OR_CYRILLIC = 4
const FOLD = foldTable()

/** What a word in which letters stand for others holds: by its kinds of characters, 1 where it may be one. */
const DISGUISES = Uint8Array.from({ length: 8 }, (_, kinds) => {
  const holds = (all: number): boolean => (kinds & all) === all
  return holds(IS_LATIN | IS_DIGIT) || holds(IS_LATIN | IS_GREEK_OR_CYRILLIC) ? 1 : 0
})
/** Of a word whose letters stand apart there are more. */
const LETTERS_ALONE_MIN = 3

function foldTable(): Uint16Array {
  const table = new Uint16Array(FOLD_SIZE)
  for (let unit = 0; unit < FOLD_SIZE; unit++) {
    const char = String.fromCharCode(unit)
    const base = char.toLowerCase().normalize('NFD').charCodeAt(0)
    if (unit >= 0x30 && unit <= 0x39) table[unit] = unit | (IS_DIGIT << KIND_SHIFT)
    else if (/\p{N}/u.test(char)) table[unit] = DIGIT | (IS_DIGIT << KIND_SHIFT)
    else if (/\p{M}/u.test(char) || JOINERS.includes(char)) table[unit] = JOINER
    else if (/\p{L}/u.test(char)) table[unit] = (base <= FOLDED ? base : unit) | (kindOf(base) << KIND_SHIFT)
  }
  return table
}

function kindOf(letter: number): number {
  if (letter >= 0x61 && letter <= 0x7a) return IS_LATIN
  return letter >= 0x370 && letter < 0x530 ? IS_GREEK_OR_CYRILLIC : 0
}

function foldRare(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x2bff) {
    const joins = unit === 0x2019 || unit === 0x2018 || (unit >= 0x200b && unit <= 0x200f) || unit === 0x2060
    return joins ? JOINER : SEPARATOR
  }
  if (unit >= 0x3000 && unit <= 0x303f) return SEPARATOR
  // Surrogates: an emoji parts words and is not one.
  if (unit >= 0xd800 && unit <= 0xdfff) return SEPARATOR
  if (unit === 0xfeff || (unit >= 0xfe00 && unit <= 0xfe0f)) return JOINER
  // Full-width forms stand for their ASCII twins.
  if (unit >= 0xff01 && unit <= 0xff5e) return FOLD[unit - 0xfee0]! & FOLDED
  // Arabic vowels, and the stroke that stretches words.
  if (unit === 0x640 || (unit >= 0x64b && unit <= 0x65f)) return JOINER
  if (unit === 0x60c || unit === 0x61b || unit === 0x61f || unit === 0x6d4 || unit === 0x964) return SEPARATOR
  return unit
}

const UNSPACED_MIN = 0xe00

/** Thai, kana, Han and Hangul: no spaces between words, or endings grown onto them. */
function isUnspaced(code: number): boolean {
  return (
    (code >= UNSPACED_MIN && code <= 0xe7f) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  )
}

/** Punctuation that tells something, and of it what also stands in place of letters, as in "k*ll". */
const MAY_STAND_FOR_LETTER = 2
const TELLING = tellingPunctuation('?%&+/:;<=>[]^{}~"#', '!|$@*')

function tellingPunctuation(marks: string, letterLike: string): Uint8Array {
  const table = new Uint8Array(0x80)
  for (const mark of marks) table[mark.charCodeAt(0)] = 1
  for (const mark of letterLike) table[mark.charCodeAt(0)] = MAY_STAND_FOR_LETTER
  return table
}

/** A sign does between letters, alone or with one more, and a $ before one. */
function mayStandForLetter(units: Uint16Array, i: number): boolean {
  const isBefore = isPlainLetter(units[i + 1]!) || (units[i + 1]! > SPACE && isPlainLetter(units[i + 2]!))
  return isBefore && (units[i] === DOLLAR || (i > 0 && isPlainLetter(units[i - 1]!)))
}

const SPACE = 0x20
const DOLLAR = 0x24

function isPlainLetter(unit: number): boolean {
  return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a
}
