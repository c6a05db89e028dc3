// Cuts a text into tokens with one pass over its code units: no strings are made, a token is a range and a 64-bit hash.

import { codeUnitsOf } from '../../base/code-units.ts'

export interface TokenBuffer {
  /** Tokens found by the last `tokenise`; only the first `count` entries of the arrays mean anything. */
  count: number
  /** Where each token stands in the text: UTF-16 code units, `end` exclusive. */
  start: Uint32Array
  end: Uint32Array
  /** Hash of the lower-cased token without its inner commas and hyphens, in two halves. */
  lo: Uint32Array
  hi: Uint32Array
}

/**
 * Fills `into` with the tokens of `text`, in order of their end.
 *
 * Words are runs of letters, marks and digits of any script; `3.5` and `1,000` stay whole, `'s` is dropped, an apostrophe
 * otherwise divides. Scripts written without spaces give overlapping pairs of characters. Where a hyphen, ampersand or
 * slash joins a part of up to three characters to its neighbour (`wi-fi`, `non-stick`, `H&M`), the joined word follows its parts.
 */
export function tokenise(text: string, into: TokenBuffer): void {
  into.count = 0
  const length = text.length
  const units = codeUnitsOf(text)
  reserve(into, length)
  let previousStart = -1
  let previousEnd = -1
  let at = 0
  while (at < length) {
    const kind = kindOf[units[at]!]!
    if (kind === SEPARATOR) {
      at++
      continue
    }
    if (kind === UNSPACED) {
      at = pairs(units, at, into)
      previousEnd = -1
      continue
    }

    const start = at
    let lo = SEED_LO
    let hi = SEED_HI
    while (at < length) {
      let code = units[at]!
      const here = kindOf[code]!
      if (here === UPPER) code |= 32
      else if (here !== WORD && here !== DIGIT) {
        if (code === COMMA && groupsThousands(units, start, at)) {
          at++
          continue
        }
        if (!(code === DOT && pointsDecimals(units, at))) break
      }
      lo = stepLo(lo, code)
      hi = stepHi(hi, code)
      at++
    }
    push(into, start, at, lo, hi)

    if (previousEnd >= 0 && start === previousEnd + 1 && joins(units[previousEnd]!)) {
      if (previousEnd - previousStart <= JOINED_PART_MAX || at - start <= JOINED_PART_MAX)
        pushJoined(into, units, previousStart, at)
    }
    previousStart = start
    previousEnd = at
    at = skipSuffix(units, at)
  }
}

export function createTokenBuffer(): TokenBuffer {
  const capacity = 256
  return {
    count: 0,
    start: new Uint32Array(capacity),
    end: new Uint32Array(capacity),
    lo: new Uint32Array(capacity),
    hi: new Uint32Array(capacity),
  }
}

/** The hash that `tokenise` gives a lower-cased word, low half; `hashHi` is the other. */
export function hashLo(word: string): number {
  let lo = SEED_LO
  for (let i = 0; i < word.length; i++) lo = stepLo(lo, word.charCodeAt(i))
  return mix(lo)
}

export function hashHi(word: string): number {
  let hi = SEED_HI
  for (let i = 0; i < word.length; i++) hi = stepHi(hi, word.charCodeAt(i))
  return mix(hi)
}

/** The halves of a hash before any letter; `stepLo` and `stepHi` take one more letter in, `mix` ends either half. */
export const SEED_LO = 0x811c9dc5 | 0
export const SEED_HI = 0x9747b28c | 0

export function stepLo(lo: number, code: number): number {
  return Math.imul(lo ^ code, 0x01000193)
}

export function stepHi(hi: number, code: number): number {
  return Math.imul(hi + code, 0x85ebca6b) ^ (hi >>> 15)
}

/** A whole word ends or begins between these two code units (for callers that look for phrases in a text). */
export function isWordCode(code: number): boolean {
  // Behind the end of a text there is none, and no word.
  return kindOf[code]! > SEPARATOR
}

/** A character of a script that is written without spaces. */
export function isUnspacedCode(code: number): boolean {
  return kindOf[code] === UNSPACED
}

const SEPARATOR = 0
const WORD = 1
const UPPER = 2
const DIGIT = 3
const UNSPACED = 4

/** Of two parts with a hyphen between the shorter one has at most so many characters where both are also one word. */
export const JOINED_PART_MAX = 3

const COMMA = 0x2c
const DOT = 0x2e

const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

const kindOf = buildKinds()

// One byte for each code unit. The common ideographs and syllables are filled in as ranges, which keeps start-up short;
// halves of surrogate pairs (emoji, rare ideographs) divide words.
function buildKinds(): Uint8Array {
  const kinds = new Uint8Array(65_536)
  let rest = ''
  for (let code = 0; code < 0xffff; code++) {
    if (code === 0x3400) code = 0x4dc0
    if (code === 0x4e00) code = 0xa000
    if (code === 0xac00) code = 0xd7a4
    if (code === 0xd800) code = 0xf900
    rest += String.fromCharCode(code)
  }
  for (const { 0: character } of rest.matchAll(/[\p{L}\p{M}\p{N}]/gu)) kinds[character.charCodeAt(0)] = WORD
  for (const { 0: character } of rest.matchAll(UNSPACED_SCRIPTS)) {
    const code = character.charCodeAt(0)
    if (kinds[code] === WORD) kinds[code] = UNSPACED
  }
  kinds.fill(UNSPACED, 0x3400, 0x4dc0)
  kinds.fill(UNSPACED, 0x4e00, 0xa000)
  kinds.fill(UNSPACED, 0xac00, 0xd7a4)
  kinds[0x30fc] = UNSPACED // the mark that lengthens a vowel in Katakana belongs to no script of its own
  kinds.fill(UPPER, 0x41, 0x5b)
  kinds.fill(DIGIT, 0x30, 0x3a)
  return kinds
}

function pairs(units: Uint16Array, from: number, into: TokenBuffer): number {
  let at = from + 1
  while (kindOf[units[at]!] === UNSPACED) at++
  if (at === from + 1) pushPiece(into, units, from, at)
  for (let i = from; i + 1 < at; i++) pushPiece(into, units, i, i + 2)
  return at
}

function groupsThousands(units: Uint16Array, start: number, at: number): boolean {
  if (at === start || kindOf[units[at - 1]!] !== DIGIT) return false
  for (let i = 1; i <= 3; i++) if (kindOf[units[at + i]!] !== DIGIT) return false
  return kindOf[units[at + 4]!] !== DIGIT
}

function pointsDecimals(units: Uint16Array, at: number): boolean {
  return kindOf[units[at - 1]!] === DIGIT && kindOf[units[at + 1]!] === DIGIT
}

function joins(code: number): boolean {
  return code === 0x2d || code === 0x26 || code === 0x2f || code === 0x2010 || code === 0x2011
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019
}

// Past what hangs on a word by an apostrophe and says nothing: 's, 't, 're, 'll, 've, 'd, 'm.
function skipSuffix(units: Uint16Array, at: number): number {
  if (!isApostrophe(units[at]!)) return at
  let end = at + 1
  while (kindOf[units[end]!] !== SEPARATOR) {
    if (++end - at > 3) return at
  }
  if (end - at === 2) return SUFFIX_LETTERS.includes(lower(units, at + 1)) ? end : at
  if (end - at === 3) return SUFFIX_PAIRS.includes(lower(units, at + 1) + lower(units, at + 2)) ? end : at
  return at
}

function lower(units: Uint16Array, at: number): string {
  return String.fromCharCode(units[at]!).toLowerCase()
}

const SUFFIX_LETTERS = 'stdm'
const SUFFIX_PAIRS = ['re', 'll', 've']

function pushPiece(into: TokenBuffer, units: Uint16Array, start: number, end: number): void {
  let lo = SEED_LO
  let hi = SEED_HI
  for (let i = start; i < end; i++) {
    const code = units[i]!
    lo = stepLo(lo, code)
    hi = stepHi(hi, code)
  }
  push(into, start, end, lo, hi)
}

function pushJoined(into: TokenBuffer, units: Uint16Array, start: number, end: number): void {
  let lo = SEED_LO
  let hi = SEED_HI
  for (let i = start; i < end; i++) {
    let code = units[i]!
    const kind = kindOf[code]
    if (kind === SEPARATOR) continue
    if (kind === UPPER) code |= 32
    lo = stepLo(lo, code)
    hi = stepHi(hi, code)
  }
  push(into, start, end, lo, hi)
}

function push(into: TokenBuffer, start: number, end: number, lo: number, hi: number): void {
  const at = into.count++
  into.start[at] = start
  into.end[at] = end
  into.lo[at] = mix(lo)
  into.hi[at] = mix(hi)
}

// Every code unit yields at most two tokens (a one-letter part and its joined word), so nothing is checked while scanning.
function reserve(into: TokenBuffer, units: number): void {
  const needed = units * 2 + 2
  if (into.start.length >= needed) return
  const capacity = Math.max(needed, into.start.length * 2)
  into.start = new Uint32Array(capacity)
  into.end = new Uint32Array(capacity)
  into.lo = new Uint32Array(capacity)
  into.hi = new Uint32Array(capacity)
}

// The last step of MurmurHash3 by Austin Appleby (public domain): every bit of the input moves every bit of the output.
export function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
