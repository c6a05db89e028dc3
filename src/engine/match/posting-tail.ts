// The live end of the index: postings of the newest ads, searchable at once, until they are merged into a sealed run.
import { arrayIn, type ChangingPiece, type Pieces } from '../../base/piece-file.ts'
import { bytesOf, type NumberArray } from '../../base/shared-array.ts'
import type { LoosePostings } from './merge-run.ts'
import type { AdPostings } from './read-ad.ts'
import { PAGE_BITS } from './posting-run.ts'

export interface PostingTail extends LoosePostings {
  terms: number
  lo: Uint32Array
  hi: Uint32Array
  /** Ads added and postings held since the last `clear`. */
  ads: number
  postings: number
  /** The newest posting of a term, or −1; `previous` leads to the one before. */
  head(lo: number, hi: number): number
  /** Postings of the term that begins at `head`. */
  countOf(head: number): number
  /** Ad within its block. */
  doc: Uint32Array
  impact: Uint8Array
  previous: Int32Array
  /** True where it holds ads of that page of its block. */
  hasPage(page: number): boolean
  /** True where the ad's postings are in the tail. */
  holds(doc: number): boolean
  /** How much the term that begins at `head` counts in an ad of the tail; 0 where the ad lacks it. */
  impactOf(head: number, doc: number): number
  add(doc: number, terms: AdPostings): void
  /** Forgets the ads that were added first. */
  dropFirst(ads: number): void
  clear(): void
  bytes(): number
  save(): { changing: ChangingPiece[]; state: TailState }
  restore(pieces: Pieces, state: TailState): void
}

export type TailState = readonly [terms: number, ads: number, postings: number, pages: number]

/**
 * An empty tail; it grows with what is put in and is merged away by its owner before that is much.
 * @param name under which its pieces are saved
 */
export function createPostingTail(name: string): PostingTail {
  let slots: Int32Array = new Int32Array(2 * TERMS_MIN) // term + 1, 0 = empty; their number is a power of two
  let heads: Int32Array = new Int32Array(TERMS_MIN)
  let counts: Uint32Array = new Uint32Array(TERMS_MIN)
  let termOfPosting: Uint32Array = new Uint32Array(POSTINGS_MIN)
  // The postings of one ad stand together. By the ad's place in the tail: where they begin, and which ad it is.
  let begins: Uint32Array = new Uint32Array(ADS_MIN)
  let ads: Uint32Array = new Uint32Array(ADS_MIN)
  /** One bit for each page that an ad of it is in. */
  let pages = 0

  function slotOf(lo: number, hi: number): number {
    const mask = slots.length - 1
    let slot = lo & mask
    while (slots[slot] !== 0) {
      const term = slots[slot]! - 1
      if (tail.lo[term] === lo && tail.hi[term] === hi) break
      slot = (slot + 1) & mask
    }
    return slot
  }

  function addTerm(lo: number, hi: number): number {
    if (tail.terms === heads.length) growTerms()
    const term = tail.terms++
    tail.lo[term] = lo
    tail.hi[term] = hi
    heads[term] = -1
    counts[term] = 0
    slots[slotOf(lo, hi)] = term + 1
    return term
  }

  // What was restored has no room but for the terms that it has, however many slots there are.
  function growTerms(): void {
    const capacity = heads.length < slots.length / 2 ? slots.length / 2 : slots.length
    heads = grown(heads, capacity)
    counts = grown(counts, capacity)
    tail.lo = grown(tail.lo, capacity)
    tail.hi = grown(tail.hi, capacity)
    slots = new Int32Array(capacity * 2)
    for (let term = 0; term < tail.terms; term++) slots[slotOf(tail.lo[term]!, tail.hi[term]!)] = term + 1
  }

  function growPostings(): void {
    const capacity = Math.max(POSTINGS_MIN, tail.doc.length * 2)
    tail.doc = grown(tail.doc, capacity)
    tail.impact = grown(tail.impact, capacity)
    tail.previous = grown(tail.previous, capacity)
    termOfPosting = grown(termOfPosting, capacity)
  }

  /** −1 where the tail does not hold the ad. */
  function placeOf(doc: number): number {
    return ads.subarray(0, tail.ads).indexOf(doc)
  }

  const tail: PostingTail = {
    terms: 0,
    ads: 0,
    postings: 0,
    lo: new Uint32Array(TERMS_MIN),
    hi: new Uint32Array(TERMS_MIN),
    doc: new Uint32Array(POSTINGS_MIN),
    impact: new Uint8Array(POSTINGS_MIN),
    previous: new Int32Array(POSTINGS_MIN),

    head(lo, hi) {
      const term = slots[slotOf(lo, hi)]!
      return term === 0 ? -1 : heads[term - 1]!
    },

    countOf(head) {
      return counts[termOfPosting[head]!]!
    },

    hasPage: (page) => (pages & (1 << page)) !== 0,
    holds: (doc) => placeOf(doc) >= 0,

    impactOf(head, doc) {
      const term = termOfPosting[head]!
      const place = placeOf(doc)
      const end = place + 1 < tail.ads ? begins[place + 1]! : tail.postings
      for (let at = begins[place]!; at < end; at++) if (termOfPosting[at] === term) return tail.impact[at]!
      return 0
    },

    add(doc, terms) {
      if (tail.ads === begins.length) {
        const capacity = Math.max(ADS_MIN, begins.length * 2)
        begins = grown(begins, capacity)
        ads = grown(ads, capacity)
      }
      begins[tail.ads] = tail.postings
      ads[tail.ads++] = doc
      pages |= 1 << (doc >>> PAGE_BITS)
      for (let i = 0; i < terms.count; i++) {
        const found = slots[slotOf(terms.lo[i]!, terms.hi[i]!)]!
        const term = found === 0 ? addTerm(terms.lo[i]!, terms.hi[i]!) : found - 1
        if (tail.postings === tail.doc.length) growPostings()
        const at = tail.postings++
        tail.doc[at] = doc
        tail.impact[at] = terms.impact[i]!
        tail.previous[at] = heads[term]!
        termOfPosting[at] = term
        heads[term] = at
        counts[term]!++
      }
    },

    // Ads come in ascending order but where freed numbers are used again, so the insertion rarely moves anything.
    copyTerm(term, end, docs, impacts) {
      let newest = heads[term]!
      while (newest >= end) newest = tail.previous[newest]!
      let count = 0
      for (let at = newest; at >= 0; at = tail.previous[at]!) count++
      let at = newest
      for (let i = count - 1; i >= 0; i--) {
        const doc = tail.doc[at]!
        const impact = tail.impact[at]!
        let into = i
        while (into + 1 < count && docs[into + 1]! < doc) {
          docs[into] = docs[into + 1]!
          impacts[into] = impacts[into + 1]!
          into++
        }
        docs[into] = doc
        impacts[into] = impact
        at = tail.previous[at]!
      }
      return count
    },

    dropFirst(count) {
      const from = count < tail.ads ? begins[count]! : tail.postings
      const rest = Array.from({ length: tail.ads - count }, (_, i) => {
        const place = count + i
        const end = place + 1 < tail.ads ? begins[place + 1]! : tail.postings
        return { doc: ads[place]!, begin: begins[place]! - from, end: end - from }
      })
      const impact = tail.impact.slice(from, tail.postings)
      const lo = new Uint32Array(impact.length)
      const hi = new Uint32Array(impact.length)
      for (let i = 0; i < impact.length; i++) {
        lo[i] = tail.lo[termOfPosting[from + i]!]!
        hi[i] = tail.hi[termOfPosting[from + i]!]!
      }
      tail.clear()
      for (const { doc, begin, end } of rest) {
        tail.add(doc, {
          count: end - begin,
          lo: lo.subarray(begin, end),
          hi: hi.subarray(begin, end),
          impact: impact.subarray(begin, end),
        })
      }
    },

    clear() {
      slots.fill(0)
      pages = 0
      tail.terms = 0
      tail.ads = 0
      tail.postings = 0
    },

    bytes() {
      return slots.length * 4 + heads.length * 16 + tail.doc.length * 13 + begins.length * 8
    },

    save() {
      const { terms, postings } = tail
      const piece = (array: string, numbers: NumberArray, length: number) => ({
        name: `${name}/${array}`,
        bytes: bytesOf(numbers, length),
      })
      return {
        changing: [
          piece('slots', slots, slots.length),
          piece('heads', heads, terms),
          piece('counts', counts, terms),
          piece('lo', tail.lo, terms),
          piece('hi', tail.hi, terms),
          piece('termOfPosting', termOfPosting, postings),
          piece('doc', tail.doc, postings),
          piece('impact', tail.impact, postings),
          piece('previous', tail.previous, postings),
          piece('begins', begins, tail.ads),
          piece('ads', ads, tail.ads),
        ],
        state: [terms, tail.ads, postings, pages],
      }
    },

    restore(pieces, [terms, adCount, postings, ofPages]) {
      pages = ofPages
      slots = arrayIn(pieces, `${name}/slots`, Int32Array)
      heads = arrayIn(pieces, `${name}/heads`, Int32Array)
      counts = arrayIn(pieces, `${name}/counts`, Uint32Array)
      termOfPosting = arrayIn(pieces, `${name}/termOfPosting`, Uint32Array)
      begins = arrayIn(pieces, `${name}/begins`, Uint32Array)
      ads = arrayIn(pieces, `${name}/ads`, Uint32Array)
      tail.lo = arrayIn(pieces, `${name}/lo`, Uint32Array)
      tail.hi = arrayIn(pieces, `${name}/hi`, Uint32Array)
      tail.doc = arrayIn(pieces, `${name}/doc`, Uint32Array)
      tail.impact = arrayIn(pieces, `${name}/impact`, Uint8Array)
      tail.previous = arrayIn(pieces, `${name}/previous`, Int32Array)
      tail.terms = terms
      tail.ads = adCount
      tail.postings = postings
    },
  }
  return tail
}

/** The room that it has at first. */
const TERMS_MIN = 512
const POSTINGS_MIN = 4096
const ADS_MIN = 512

function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T, capacity: number): T {
  const larger = new (array.constructor as new (length: number) => T)(capacity)
  larger.set(array)
  return larger
}
