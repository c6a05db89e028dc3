// Turns a text into hashed words and n-grams in one pass, without making a single string. Trainer, gates and lexicon all
// read a text through this file, so a feature means the same thing everywhere; changing a hash here asks for new models.
import { codeUnitsOf } from '../../base/code-units.ts'

/** A longer text is read by its beginning and its end: what was pasted in the middle says least about what is wanted. */
export const HEAD_CHARS = 1500
export const TAIL_CHARS = 500

const WORDS_MAX = HEAD_CHARS + TAIL_CHARS
const WORD_CHARS_MAX = 24
/** Of one word: two to five characters that end at each of its letters or at its far edge. */
export const WORD_GRAMS_MAX = 4 * (WORD_CHARS_MAX + 1)

/** Of one text; the arrays are scratch memory, good until the next call of `extractFeatures`. */
export type TextFeatures = {
  /** Hash of each word in reading order. A character of a script without spaces counts as a word. Signed: maps find small integers sooner. */
  readonly words: Int32Array
  wordCount: number
  /** Hashes of word uni- and bigrams and of telling punctuation. The n-grams inside of words are `wordGramsOf`. */
  readonly grams: Int32Array
  gramCount: number
  /** How many grams there are, those inside of words included. */
  allGramCount: number
  /** Two hashes of what makes the grams inside of a word: words that agree in both have the same. */
  readonly shapes: Int32Array
  readonly checks: Int32Array
  /** The folded letters of all words, each word cut to 24, and where those of word i end. */
  readonly letters: Uint16Array
  readonly lettersUpTo: Uint16Array
}

const scratch: TextFeatures = {
  words: new Int32Array(WORDS_MAX),
  wordCount: 0,
  // Of each word two, of each character between words one, and the end.
  grams: new Int32Array(3 * WORDS_MAX + 1),
  gramCount: 0,
  allGramCount: 0,
  shapes: new Int32Array(WORDS_MAX),
  checks: new Int32Array(WORDS_MAX),
  letters: new Uint16Array(WORDS_MAX),
  lettersUpTo: new Uint16Array(WORDS_MAX),
}

/** Reads the first 1,500 and the last 500 characters of `text`. Not re-entrant: use the answer before asking again. */
export function extractFeatures(text: string): TextFeatures {
  // Several gates read the same text one after the other.
  if (text === lastText) return scratch
  lastText = text
  beginText()
  if (text.length <= HEAD_CHARS + TAIL_CHARS) readStretch(inPlainForms(text, HEAD_CHARS + TAIL_CHARS))
  else {
    readStretch(inPlainForms(text.slice(0, HEAD_CHARS), HEAD_CHARS))
    readStretch(inPlainForms(text.slice(-TAIL_CHARS), TAIL_CHARS))
  }
  if (scratch.wordCount > 0) addGram(mix(Math.imul(previousWord, BIGRAM) + TEXT_END))
  scratch.allGramCount += scratch.gramCount
  return scratch
}

function beginText(): void {
  scratch.wordCount = 0
  scratch.gramCount = 0
  scratch.allGramCount = 0
  previousWord = TEXT_START
  lettersEnd = 0
}

/** The hashes of all words of a text, in memory that is good until the next call. */
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
    readStretch(inPlainForms(text.slice(from, to), to - from))
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

/** Only what is read is looked at. Some characters become eighteen, so what grows is cut again. */
function inPlainForms(stretch: string, charsMax: number): string {
  return ODD_FORMS.test(stretch) ? stretch.normalize('NFKC').slice(0, charsMax) : stretch
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

/** All hashes of a text in an array of its own, those inside of words included: what a model is trained with. */
export function allGramsOf(features: TextFeatures): Int32Array {
  const all = new Int32Array(features.allGramCount)
  all.set(features.grams.subarray(0, features.gramCount))
  let end = features.gramCount
  const ofWord = new Int32Array(WORD_GRAMS_MAX)
  for (let i = 0; i < features.wordCount; i++) {
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

let previousWord = TEXT_START
let lastText: string | undefined
let lettersEnd = 0

function readStretch(text: string): void {
  const { letters } = scratch
  const units = codeUnitsOf(text)
  const { length } = text
  // The last two characters of the word so far; c1 is the newest.
  let c2 = 0
  let c1 = EDGE
  let wordChars = 0
  let wordHash = BASE
  // Other hashes in which all digits are alike, for the grams: 15 and 27 say the same about a wish.
  let shapeHash = BASE
  let check = 0

  for (let i = 0; i <= length; i++) {
    // One step past the end stands a zero, which closes the last word.
    const unit = units[i]!
    const letter = unit < FOLD_SIZE ? (FOLD[unit] as number) : foldRare(unit)
    if (letter === JOINER) continue
    const alone = unit >= UNSPACED_MIN && isUnspaced(letter)
    if (letter === SEPARATOR || alone) {
      if (wordChars > 0) {
        scratch.allGramCount += GRAMS_OF_LENGTH[Math.min(wordChars, WORD_CHARS_MAX)]!
        addWord(mix(wordHash), mix(shapeHash), check)
        wordChars = 0
        c1 = EDGE
        wordHash = BASE
        shapeHash = BASE
        check = 0
      }
      if (alone) {
        const hash = mix(Math.imul(BASE ^ letter, BASE))
        addWord(hash, hash, 0)
      } else if (unit < 0x80 && TELLING[unit] === 1) addGram(mix(Math.imul(unit, 0x3c6ef372)))
      continue
    }
    const c = letter > DIGIT && letter <= 0x39 ? DIGIT : letter
    // "sooooo" reads like "soo".
    if (c === c1 && c === c2 && wordChars > 1 && c !== DIGIT) continue
    wordHash = Math.imul(wordHash ^ letter, BASE)
    shapeHash = Math.imul(shapeHash ^ c, BASE)
    check = (Math.imul(check, CHECK_BASE) + c) | 0
    if (wordChars < WORD_CHARS_MAX) letters[lettersEnd++] = c
    c2 = c1
    c1 = c
    wordChars++
  }
}

/** How many grams a word of so many characters has inside. */
const GRAMS_OF_LENGTH = Uint8Array.from({ length: WORD_CHARS_MAX + 1 }, (_, length) => {
  let count = 0
  const ends = length === 0 ? 0 : length < WORD_CHARS_MAX ? length + 1 : length
  for (let end = 1; end <= ends; end++) count += Math.min(end, 4)
  return count
})

function addWord(hash: number, shape: number, check: number): void {
  addGram(mix(shape ^ 0x7f4a7c15))
  addGram(mix(Math.imul(previousWord, BIGRAM) + shape))
  previousWord = shape
  const i = scratch.wordCount++
  scratch.words[i] = hash
  scratch.shapes[i] = shape
  scratch.checks[i] = check
  scratch.lettersUpTo[i] = lettersEnd
}

function addGram(hash: number): void {
  scratch.grams[scratch.gramCount++] = hash
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
const FOLD = foldTable()

function foldTable(): Uint16Array {
  const table = new Uint16Array(FOLD_SIZE)
  for (let unit = 0; unit < FOLD_SIZE; unit++) {
    const char = String.fromCharCode(unit)
    const base = char.toLowerCase().normalize('NFD').charCodeAt(0)
    if (unit >= 0x30 && unit <= 0x39) table[unit] = unit
    else if (/\p{N}/u.test(char)) table[unit] = DIGIT
    else if (/\p{M}/u.test(char) || JOINERS.includes(char)) table[unit] = JOINER
    else if (/\p{L}/u.test(char)) table[unit] = base
  }
  return table
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
  if (unit >= 0xff01 && unit <= 0xff5e) return FOLD[unit - 0xfee0] as number
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

const TELLING = tellingPunctuation('?!$%&*+/:;<=>@[]^{|}~"#')

function tellingPunctuation(marks: string): Uint8Array {
  const table = new Uint8Array(0x80)
  for (const mark of marks) table[mark.charCodeAt(0)] = 1
  return table
}
