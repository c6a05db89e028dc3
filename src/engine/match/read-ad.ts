// Reads an ad into terms with impacts: how much each term of it would add to a score, as one byte.
import type { TermReader } from '../text/terms.ts'
import { FREE_OF_HASH, holdsFree, isFreeOf } from './free-of.ts'
import { directionOf, leadOf } from './from-to.ts'
import { headLengthOf, nameLengthOf } from './head-of-name.ts'
import { BESIDE_NAME, IN_NAME, type Needs, SAID_FIRST } from './needs.ts'
import { withYears } from './number-words.ts'
import { CALLED } from './posting-run.ts'
import { createTermTally } from './term-tally.ts'
import { tuning } from './tuning.ts'

export interface IndexableAd {
  readonly title: string
  readonly description: string
  readonly brand: string
  readonly keywords: readonly string[]
  readonly categories: readonly string[]
  /** BCP 47; decides stop words and stemming. English where absent. */
  readonly language?: string
}

export interface AdPostings {
  /** Distinct terms; only the first `count` entries mean anything. Valid until the next ad is read. */
  count: number
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /**
   * 1–255, where 255 would be a term said without end: 255 · tf / (tf + k1 · length norm); even, but odd (`CALLED`) for what the ad does not
   * say and is called otherwise.
   */
  readonly impact: Uint8Array
}

export interface AdTerms extends AdPostings {
  /** So many of the terms, the first, are the ad's own; the others are what it is called otherwise, and what people say who need it. */
  own: number
}

const EVEN_MIN = 2
const HAS_DIGIT = /\d/
/** So many words of a description mostly say what is sold. */
const FIRST_TERMS = 5

/** Distinct terms of one ad that are indexed; a longer text is cut. */
const AD_TERMS_MAX = 512

/**
 * A function that reads ads. The formula is BM25F (Robertson, Zaragoza, Taylor 2004) with a fixed reference length:
 * term frequencies are summed over the fields with the fields' weights, then saturated once.
 * @param needs what things are called and what people say who need them; without it ads have their own words alone
 */
export function createAdReader(terms: TermReader, needs?: Needs): (ad: IndexableAd) => AdTerms {
  const tally = createTermTally(AD_TERMS_MAX)
  const sureness = new Float64Array(AD_TERMS_MAX)
  const impact = new Uint8Array(AD_TERMS_MAX)
  const result = { count: 0, own: 0, lo: tally.lo, hi: tally.hi, impact }
  let length = 0

  function count(lo: number, hi: number, weight: number, sure = 0): void {
    const entry = tally.entryOf(lo, hi)
    if (entry < 0) return
    sureness[entry] = Math.max(tally.weight[entry] === 0 ? 0 : sureness[entry]!, sure)
    tally.weight[entry]! += weight
  }

  function readField(
    text: string,
    weight: number,
    language: string,
    sureOfRest = BESIDE_NAME,
    sureOfFirst = sureOfRest,
  ): void {
    if (text === '') return
    const dated = withYears(text)
    const found = terms.read(dated, language)
    const hasFree = holdsFree(dated)
    for (let i = 0; i < found.count; i++) {
      const isFree = language === 'en' && isFreeOf(dated, found.start[i]!, found.end[i]!, hasFree)
      const sure = i < FIRST_TERMS ? sureOfFirst : sureOfRest
      // A "laptop-free retreat" is no laptop.
      count(found.lo[i]!, found.hi[i]!, weight, isFree ? Math.min(sure, BESIDE_NAME) : sure)
      // What the thing is free of stands once more, as such.
      if (isFree) count((found.lo[i]! ^ FREE_OF_HASH) >>> 0, found.hi[i]!, weight)
    }
    // What is said once more as a measure makes no text longer.
    length += (found.count - found.measures) * weight
  }

  // Where the title says from where and to where, the words after it stand once more, as such.
  function readDirections(title: string): void {
    const found = terms.read(title, 'en')
    for (let i = 0; i < found.count; i++) {
      const direction = directionOf(leadOf(title, found.start[i]!))
      if (direction === 0) continue
      count((found.lo[i]! ^ direction) >>> 0, found.hi[i]!, tuning.titleWeight)
    }
  }

  // "Case" of "iPhone 15 case, black".
  function lastOfName(title: string): number {
    const name = title.slice(0, nameLengthOf(title))
    const found = terms.read(name, 'en')
    for (let i = found.count - 1; i >= 0; i--) {
      if (!HAS_DIGIT.test(name.slice(found.start[i], found.end[i]))) return tally.find(found.lo[i]!, found.hi[i]!)
    }
    return -1
  }

  // People of any language ask for a brand, which each language's stemmer cuts differently.
  function readBrand(brand: string): void {
    const found = terms.read(brand, 'en')
    for (let i = 0; i < found.count; i++) {
      const entry = tally.entryOf(found.lo[i]!, found.hi[i]!)
      if (entry >= 0 && tally.weight[entry] === 0) tally.weight[entry] = tuning.brandWeight
    }
  }

  return (ad) => {
    const language = languageOf(ad.language)
    tally.clear()
    length = 0
    const head = headLengthOf(ad.title, language)
    readField(ad.title.slice(0, head), tuning.titleWeight, language, IN_NAME)
    readField(ad.title.slice(head), tuning.titleTailWeight, language)
    if (language === 'en') readDirections(ad.title)
    readField(ad.description, tuning.descriptionWeight, language, BESIDE_NAME, SAID_FIRST)
    readField(ad.brand, tuning.brandWeight, language)
    if (language !== 'en') readBrand(ad.brand)
    for (const keyword of ad.keywords) readField(keyword, tuning.keywordsWeight, language, IN_NAME)
    for (const category of ad.categories) readField(category, tuning.categoriesWeight, language, IN_NAME)
    result.own = tally.count
    // They make the text no longer.
    const calledSo = language === 'en' && needs ? needs.addTo(tally, sureness, lastOfName(ad.title)) : tally.count

    const norm = tuning.k1 * (1 - tuning.b + (tuning.b * length) / tuning.referenceLength)
    for (let i = 0; i < tally.count; i++) {
      const frequency = tally.weight[i]!
      const whole = Math.round((255 * frequency) / (frequency + norm))
      impact[i] = i >= result.own && i < calledSo ? whole | CALLED : Math.max(EVEN_MIN, whole & ~CALLED)
    }
    result.count = tally.count
    return result
  }
}

/** The part of a BCP 47 tag that matching knows: `de-AT` is `de`; no tag is English. */
export function languageOf(tag: string | undefined): string {
  if (tag === undefined || tag === '' || tag === 'und') return 'en'
  const dash = tag.indexOf('-')
  return (dash < 0 ? tag : tag.slice(0, dash)).toLowerCase()
}
