// The live end of the index: postings of the newest ads, searchable at once, until they are merged into a sealed run.
import type { AdTerms } from './read-ad.ts'
import { BLOCK_DOCS, type LoosePostings } from './posting-run.ts'

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
  doc: Uint16Array
  impact: Uint8Array
  previous: Int32Array
  /** True where the ad's postings are in the tail. */
  holds(doc: number): boolean
  /** How much the term that begins at `head` counts in an ad of the tail; 0 where the ad lacks it. */
  impactOf(head: number, doc: number): number
  add(doc: number, terms: AdTerms): void
  clear(): void
  bytes(): number
}

/** An empty tail; it grows with what is put in and is merged away by its owner before that is much. */
export function createPostingTail(): PostingTail {
  let slots = new Int32Array(1024) // term + 1, 0 = empty
  let heads = new Int32Array(512)
  let counts = new Uint32Array(512)
  let termOfPosting = new Uint32Array(4096)
  // The postings of one ad stand together: where they begin, by the ad's place in the tail, and that place + 1 by ad.
  let begins = new Uint32Array(512)
  const places = new Uint16Array(BLOCK_DOCS)

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

  function growTerms(): void {
    const capacity = heads.length * 2
    heads = grown(heads, capacity)
    counts = grown(counts, capacity)
    tail.lo = grown(tail.lo, capacity)
    tail.hi = grown(tail.hi, capacity)
    slots = new Int32Array(capacity * 2)
    for (let term = 0; term < tail.terms; term++) slots[slotOf(tail.lo[term]!, tail.hi[term]!)] = term + 1
  }

  function growPostings(): void {
    const capacity = tail.doc.length * 2
    tail.doc = grown(tail.doc, capacity)
    tail.impact = grown(tail.impact, capacity)
    tail.previous = grown(tail.previous, capacity)
    termOfPosting = grown(termOfPosting, capacity)
  }

  const tail: PostingTail = {
    terms: 0,
    ads: 0,
    postings: 0,
    lo: new Uint32Array(512),
    hi: new Uint32Array(512),
    doc: new Uint16Array(4096),
    impact: new Uint8Array(4096),
    previous: new Int32Array(4096),

    head(lo, hi) {
      const term = slots[slotOf(lo, hi)]!
      return term === 0 ? -1 : heads[term - 1]!
    },

    countOf(head) {
      return counts[termOfPosting[head]!]!
    },

    holds: (doc) => places[doc] !== 0,

    impactOf(head, doc) {
      const term = termOfPosting[head]!
      const place = places[doc]!
      const end = place === tail.ads ? tail.postings : begins[place]!
      for (let at = begins[place - 1]!; at < end; at++) if (termOfPosting[at] === term) return tail.impact[at]!
      return 0
    },

    add(doc, terms) {
      if (tail.ads === begins.length) begins = grown(begins, begins.length * 2)
      begins[tail.ads++] = tail.postings
      places[doc] = tail.ads
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
    copyTerm(term, docs, impacts) {
      const count = counts[term]!
      let at = heads[term]!
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

    clear() {
      slots.fill(0)
      places.fill(0)
      tail.terms = 0
      tail.ads = 0
      tail.postings = 0
    },

    bytes() {
      return slots.length * 4 + heads.length * 16 + tail.doc.length * 11 + begins.length * 4 + places.length * 2
    },
  }
  return tail
}

function grown<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T, capacity: number): T {
  const larger = new (array.constructor as new (length: number) => T)(capacity)
  larger.set(array)
  return larger
}
