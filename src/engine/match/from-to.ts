// Tells where something goes from where it comes from: "from Leeds to York", "hdmi to vga". A bag of words holds both alike. And where
// it is to be: "near York".

import { IS_PLACE } from './match-query.ts'
import { isCapitalAt } from './sentences.ts'

/** What leads to a word, or to the name that it belongs to: "to New York". */
export type Lead = typeof NONE | typeof FROM | typeof TO | typeof IN | typeof NEAR
const NONE = 0
const FROM = 1
const TO = 2
/** In a place, or on a visit to it. */
const IN = 3
/** "Near" or "around" a place, which may be a part of another: "near the Bean in Chicago". */
const NEAR = 4

/** Names of several words share what stands before the first, or before their article: "in San Jose, California", "to the Bronx". */
export function leadOf(text: string, start: number): Lead {
  let at = start
  for (let words = 0; words < NAME_WORDS_MAX; words++) {
    let end = at
    while (end > 0 && isBetween(text.charCodeAt(end - 1))) end--
    if (end === at) return NONE
    at = end
    while (at > 0 && isLetter(text.charCodeAt(at - 1))) at--
    const lead = leadNamed(text, at, end)
    if (lead !== NONE) return lead
    const isArticle = end - at === 3 && text.startsWith('the', at)
    if (at === end || !(isArticle || isCapitalAt(text, at))) return NONE
  }
  return NONE
}

/** What the hash of a term is mixed with after "from" or "to"; 0 after anything else. */
export function directionOf(lead: Lead): number {
  return lead === TO ? TO_HASH : lead === FROM ? FROM_HASH : 0
}

/** IS_PLACE after "in", "near" and the like. */
export function leadsToPlace(lead: Lead): number {
  return lead === IN || lead === NEAR ? IS_PLACE : 0
}

/**
 * How surely a word with a capital is the place of what is wished for: in it, near it where it is in none, or, as a name within a
 * sentence, where it is neither; 0 where it is none.
 */
export function placeKindOf(lead: Lead, isNamed: boolean): number {
  if (lead === TO || lead === IN) return 3
  return lead === NEAR ? 2 : isNamed ? 1 : 0
}

const NAME_WORDS_MAX = 3
const FROM_HASH = 0x5bd1e995
const TO_HASH = 0x27d4eb2f
const SPACE = 0x20
const COMMA = 0x2c

function leadNamed(text: string, start: number, end: number): Lead {
  // Most words are told apart by their first letter.
  switch (text.charAt(start)) {
    case 't':
    case 'T':
      return isRest('o', text, start, end) ? TO : NONE
    case 'f':
    case 'F':
      return isRest('rom', text, start, end) ? FROM : NONE
    case 'i':
    case 'I':
      return isRest('n', text, start, end) ? IN : NONE
    case 'n':
    case 'N':
      return isRest('ear', text, start, end) ? NEAR : NONE
    case 'a':
    case 'A':
      return isRest('round', text, start, end) ? NEAR : NONE
    case 'v':
    case 'V':
      return isRest('isit', text, start, end) || isRest('isiting', text, start, end) ? IN : NONE
    default:
      return NONE
  }
}

function isRest(rest: string, text: string, start: number, end: number): boolean {
  return end - start === rest.length + 1 && text.startsWith(rest, start + 1)
}

function isBetween(code: number): boolean {
  return code === SPACE || code === COMMA
}

function isLetter(code: number): boolean {
  return code >= 0xc0 || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
}
