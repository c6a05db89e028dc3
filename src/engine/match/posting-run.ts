// A sealed run of postings: which of a block's 65,536 ads hold a term, and how much it counts there. Never changes.
//
//   directory (top 12–16 bits of a term) ─> terms, sorted ─> starts ─> docs    Uint16  ┐ 3 bytes
//                                            lo, check      (n + 1)    impacts Uint8   ┘ a posting

export interface PostingRun {
  readonly terms: number
  readonly postings: number
  /** Sorted by lo, then by check (the upper half of the hash's high word). */
  readonly lo: Uint32Array
  readonly check: Uint16Array
  /** Where each term's postings begin; one more entry than there are terms. */
  readonly starts: Uint32Array
  /** Ad within its block, ascending inside a term. */
  readonly docs: Uint16Array
  readonly impacts: Uint8Array
  /** First term whose lo has at least these top bits. */
  readonly directory: Uint32Array
  readonly shift: number
}

/** The term's entry in the run, or −1. */
export function findTerm(run: PostingRun, lo: number, hi: number): number {
  const check = hi >>> 16
  const bucket = lo >>> run.shift
  const end = run.directory[bucket + 1]!
  for (let i = run.directory[bucket]!; i < end; i++) {
    if (run.lo[i] === lo && run.check[i] === check) return i
  }
  return -1
}

/** How much the term at `entry` counts in an ad; 0 where the ad lacks it. */
export function impactInRun(run: PostingRun, entry: number, doc: number): number {
  let from = run.starts[entry]!
  let to = run.starts[entry + 1]!
  while (from < to) {
    const middle = (from + to) >>> 1
    if (run.docs[middle]! < doc) from = middle + 1
    else to = middle
  }
  return from < run.starts[entry + 1]! && run.docs[from] === doc ? run.impacts[from]! : 0
}

/** Postings in any order of terms and ads, as the live tail keeps them; the arrays may be longer than what counts. */
export interface LoosePostings {
  readonly terms: number
  readonly postings: number
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** Copies the postings of one term to the front of the given arrays, ascending by ad, and returns how many. */
  copyTerm(term: number, docs: Uint16Array, impacts: Uint8Array): number
}

/** A new run of what a run and loose postings hold together, without the ads of the block for which `live` is not 1. */
export function mergeRun(run: PostingRun | undefined, loose: LoosePostings | undefined, live: Uint8Array): PostingRun {
  const order = loose === undefined ? new Uint32Array(0) : sortedTerms(loose)
  const builder = createRunBuilder((run?.terms ?? 0) + order.length, (run?.postings ?? 0) + (loose?.postings ?? 0))
  const docs = new Uint16Array(BLOCK_DOCS)
  const impacts = new Uint8Array(BLOCK_DOCS)
  let left = 0
  let right = 0
  const leftEnd = run?.terms ?? 0
  while (left < leftEnd || right < order.length) {
    const side = compareTerms(run, left, loose, order, right)
    if (side <= 0) builder.begin(run!.lo[left]!, run!.check[left]!)
    else builder.begin(loose!.lo[order[right]!]!, loose!.hi[order[right]!]! >>> 16)

    let from = side <= 0 ? run!.starts[left]! : 0
    const to = side <= 0 ? run!.starts[left + 1]! : 0
    const count = side >= 0 ? loose!.copyTerm(order[right]!, docs, impacts) : 0
    let i = 0
    while (from < to || i < count) {
      const takeLeft = i >= count || (from < to && run!.docs[from]! < docs[i]!)
      const doc = takeLeft ? run!.docs[from]! : docs[i]!
      const impact = takeLeft ? run!.impacts[from++]! : impacts[i++]!
      if (live[doc] === 1) builder.push(doc, impact)
    }
    builder.end()
    if (side <= 0) left++
    if (side >= 0) right++
  }
  return builder.finish()
}

/** Bytes that a run holds. */
export function bytesOfRun(run: PostingRun): number {
  return run.terms * 10 + run.postings * 3 + run.directory.length * 4
}

export const BLOCK_DOCS = 65_536

// Negative: the run's term comes first; positive: the loose one; 0: the same term on both sides.
function compareTerms(
  run: PostingRun | undefined,
  left: number,
  loose: LoosePostings | undefined,
  order: Uint32Array,
  right: number,
): number {
  if (run === undefined || left >= run.terms) return 1
  if (loose === undefined || right >= order.length) return -1
  const term = order[right]!
  return run.lo[left]! - loose.lo[term]! || run.check[left]! - (loose.hi[term]! >>> 16)
}

// Native sorting of numbers is many times faster than sorting with a comparator, so entry and key travel in one double.
function sortedTerms(loose: LoosePostings): Uint32Array {
  const keys = new Float64Array(loose.terms)
  for (let i = 0; i < loose.terms; i++) keys[i] = loose.lo[i]! * ENTRIES_MAX + i
  keys.sort()
  const order = new Uint32Array(loose.terms)
  for (let i = 0; i < loose.terms; i++) {
    const term = keys[i]! % ENTRIES_MAX
    let into = i
    while (into > 0 && comesBefore(loose, term, order[into - 1]!)) {
      order[into] = order[into - 1]!
      into--
    }
    order[into] = term
  }
  return order
}

const ENTRIES_MAX = 2 ** 21

function comesBefore(loose: LoosePostings, a: number, b: number): boolean {
  return loose.lo[a] === loose.lo[b] && loose.hi[a]! >>> 16 < loose.hi[b]! >>> 16
}

function createRunBuilder(termsMax: number, postingsMax: number) {
  const lo = new Uint32Array(termsMax)
  const check = new Uint16Array(termsMax)
  const starts = new Uint32Array(termsMax + 1)
  const docs = new Uint16Array(postingsMax)
  const impacts = new Uint8Array(postingsMax)
  let terms = 0
  let postings = 0
  return {
    begin(termLo: number, termCheck: number) {
      lo[terms] = termLo
      check[terms] = termCheck
    },
    push(doc: number, impact: number) {
      docs[postings] = doc
      impacts[postings++] = impact
    },
    // A term that lost its last ad leaves no trace.
    end() {
      if (postings > starts[terms]!) starts[++terms] = postings
    },
    finish(): PostingRun {
      const whole = terms === termsMax && postings === postingsMax
      const { directory, shift } = directoryOf(lo, terms)
      return {
        terms,
        postings,
        lo: whole ? lo : lo.slice(0, terms),
        check: whole ? check : check.slice(0, terms),
        starts: whole ? starts : starts.slice(0, terms + 1),
        docs: whole ? docs : docs.slice(0, postings),
        impacts: whole ? impacts : impacts.slice(0, postings),
        directory,
        shift,
      }
    },
  }
}

// About two terms a bucket: hashes are spread evenly, so a look-up reads one bucket and one or two terms.
function directoryOf(lo: Uint32Array, terms: number): { directory: Uint32Array; shift: number } {
  let bits = 4
  while (bits < 20 && 1 << (bits + 1) < terms) bits++
  const shift = 32 - bits
  const directory = new Uint32Array((1 << bits) + 1)
  let bucket = 0
  for (let i = 0; i < terms; i++) {
    const mine = lo[i]! >>> shift
    while (bucket < mine) directory[++bucket] = i
  }
  while (bucket < 1 << bits) directory[++bucket] = terms
  return { directory, shift }
}
