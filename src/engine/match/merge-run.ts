// Writes a sealed run anew, with what is new and without what is gone, a slice at a time: nothing waits for a merge.
//
// What is read never changes meanwhile: the old run is sealed, of the live tail only the ads that were there at the start
// count, and which ads are kept was copied then. Until it is done, searches go on with the old run and the whole tail.
import { sharedArray } from '../../base/shared-array.ts'
import { BLOCK_PAGES, PAGE_DOCS, type PostingRun } from './posting-run.ts'

/** Postings in any order of terms and ads, as the live tail keeps them; the arrays may be longer than what counts. */
export interface LoosePostings {
  readonly terms: number
  readonly postings: number
  readonly lo: Uint32Array
  readonly hi: Uint32Array
  /** Copies a term's postings that came before posting `end` into the given arrays, ascending by ad of the block; returns how many. */
  copyTerm(term: number, end: number, docs: Uint32Array, impacts: Uint8Array): number
}

export interface RunMerge {
  /** Terms and postings that it goes through in all. */
  readonly work: number
  /** Goes on for about so much of it; true once there is nothing left. */
  advance(work: number): boolean
  /** The new run. Call once, after `advance` said true; the room now belongs to the run. */
  finish(): PostingRun
}

/** What a run is written into. The last one to hold it gives it back, to be written into again. */
export type RunRoom = Pick<PostingRun, 'lo' | 'check' | 'starts' | 'docs' | 'impacts' | 'directory'>

/** Room is shared memory, so what is not written to takes none. */
export function createRunRoom(terms: number, postings: number): RunRoom {
  return {
    lo: sharedArray(Uint32Array, terms),
    check: sharedArray(Uint16Array, terms),
    starts: sharedArray(Uint32Array, terms * BLOCK_PAGES + 1),
    docs: sharedArray(Uint16Array, postings),
    impacts: sharedArray(Uint8Array, postings),
    directory: sharedArray(Uint32Array, (1 << directoryBits(terms)) + 1),
  }
}

/**
 * @param keep by ad of the block: 1 for those that stay; undefined where all do
 * @param room for all terms and postings of both
 */
export function createRunMerge(
  run: PostingRun | undefined,
  loose: LoosePostings | undefined,
  keep: Uint8Array | undefined,
  room: RunRoom,
): RunMerge {
  const order = loose === undefined ? new Uint32Array(0) : sortedTerms(loose)
  const looseEnd = loose?.postings ?? 0
  const leftEnd = run?.terms ?? 0
  const rightEnd = order.length
  const looseDocs = new Uint32Array(looseEnd)
  const looseImpacts = new Uint8Array(looseEnd)
  const { lo, check, starts, docs, impacts } = room
  let left = 0
  let right = 0
  let terms = 0
  let postings = 0

  function copyOld(page: number, from: number, to: number): void {
    const { docs: oldDocs, impacts: oldImpacts } = run!
    if (keep === undefined && to - from >= WORTH_A_VIEW) {
      docs.set(oldDocs.subarray(from, to), postings)
      impacts.set(oldImpacts.subarray(from, to), postings)
      postings += to - from
      return
    }
    const base = page * PAGE_DOCS
    let at = postings
    for (let i = from; i < to; i++) {
      const doc = oldDocs[i]!
      if (keep !== undefined && keep[base + doc] !== 1) continue
      docs[at] = doc
      impacts[at++] = oldImpacts[i]!
    }
    postings = at
  }

  function copyNew(page: number, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const doc = looseDocs[i]!
      if (keep !== undefined && keep[doc] !== 1) continue
      docs[postings] = doc - page * PAGE_DOCS
      impacts[postings++] = looseImpacts[i]!
    }
  }

  // One page of a term: `from` to `to` in the old run, `begin` to `end` in the tail. Only where freed numbers were used again
  // does an ad of the tail stand before one of the run.
  function copyBoth(page: number, from: number, to: number, begin: number, end: number): void {
    let old = from
    for (let i = begin; i < end && old < to; i++) {
      const inPage = looseDocs[i]! - page * PAGE_DOCS
      if (run!.docs[to - 1]! < inPage) break
      const first = old
      while (old < to && run!.docs[old]! < inPage) old++
      copyOld(page, first, old)
      copyNew(page, i, i + 1)
      begin = i + 1
    }
    if (old < to) copyOld(page, old, to)
    copyNew(page, begin, end)
  }

  // The same as `copyLeft` where every ad stays: what stands together is copied together.
  function copyLeftWhole(end: number, work: number): number {
    const { lo: oldLo, check: oldCheck, starts: oldStarts, docs: oldDocs, impacts: oldImpacts } = run!
    const from = oldStarts[left * BLOCK_PAGES]!
    let until = left
    while (until < end && oldStarts[until * BLOCK_PAGES]! - from < work) until++
    const to = oldStarts[until * BLOCK_PAGES]!
    const further = postings - from
    const later = (terms - left) * BLOCK_PAGES
    for (let i = from; i < to; i++) {
      docs[i + further] = oldDocs[i]!
      impacts[i + further] = oldImpacts[i]!
    }
    for (let list = left * BLOCK_PAGES + 1; list <= until * BLOCK_PAGES; list++) {
      starts[list + later] = oldStarts[list]! + further
    }
    for (let entry = left; entry < until; entry++) {
      lo[terms] = oldLo[entry]!
      check[terms++] = oldCheck[entry]!
    }
    const spent = until - left + to - from
    left = until
    postings += to - from
    return spent
  }

  // Terms of the old run alone, up to where the tail's next one belongs: nearly all there are, so nothing but reading and
  // writing happens here.
  function copyLeft(end: number, work: number): number {
    const old = run!
    const { lo: oldLo, check: oldCheck, starts: oldStarts, docs: oldDocs, impacts: oldImpacts } = old
    const begun = oldStarts[left * BLOCK_PAGES]!
    let entry = left
    let term = terms
    let at = postings
    let i = begun
    for (; entry < end && i - begun < work; entry++) {
      const begin = at
      for (let page = 0; page < BLOCK_PAGES; page++) {
        const base = page * PAGE_DOCS
        for (const to = oldStarts[entry * BLOCK_PAGES + page + 1]!; i < to; i++) {
          const doc = oldDocs[i]!
          if (keep![base + doc] !== 1) continue
          docs[at] = doc
          impacts[at++] = oldImpacts[i]!
        }
        starts[term * BLOCK_PAGES + page + 1] = at
      }
      // A term that lost its last ad leaves no trace.
      if (at === begin) continue
      lo[term] = oldLo[entry]!
      check[term++] = oldCheck[entry]!
    }
    const spent = entry - left + i - begun
    left = entry
    terms = term
    postings = at
    return spent
  }

  function copyNext(side: number): number {
    const term = order[right]!
    lo[terms] = loose!.lo[term]!
    check[terms] = loose!.hi[term]! >>> 16
    const count = loose!.copyTerm(term, looseEnd, looseDocs, looseImpacts)
    const begin = postings
    let old = 0
    for (let page = 0, i = 0; page < BLOCK_PAGES; page++) {
      const list = left * BLOCK_PAGES + page
      const from = side === 0 ? run!.starts[list]! : 0
      const to = side === 0 ? run!.starts[list + 1]! : 0
      const first = i
      while (i < count && looseDocs[i]! < (page + 1) * PAGE_DOCS) i++
      copyBoth(page, from, to, first, i)
      starts[terms * BLOCK_PAGES + page + 1] = postings
      old += to - from
    }
    if (postings > begin) terms++
    if (side === 0) left++
    right++
    return 1 + old + count
  }

  return {
    work: leftEnd + rightEnd + (run?.postings ?? 0) + looseEnd,

    advance(work) {
      let spent = 0
      while (spent < work && (left < leftEnd || right < rightEnd)) {
        const term = order[right]
        const next = term === undefined ? leftEnd : firstNotBefore(run, left, loose!.lo[term]!, loose!.hi[term]! >>> 16)
        if (next > left) spent += keep === undefined ? copyLeftWhole(next, work - spent) : copyLeft(next, work - spent)
        else spent += copyNext(left < leftEnd && isSameTerm(run!, left, loose!, term!) ? 0 : 1)
      }
      return left >= leftEnd && right >= rightEnd
    },

    finish() {
      const bits = directoryBits(terms)
      const directory = room.directory.subarray(0, (1 << bits) + 1)
      fillDirectory(directory, lo, terms, 32 - bits)
      return {
        terms,
        postings,
        lo: lo.subarray(0, terms),
        check: check.subarray(0, terms),
        starts: starts.subarray(0, terms * BLOCK_PAGES + 1),
        docs: docs.subarray(0, postings),
        impacts: impacts.subarray(0, postings),
        directory,
        shift: 32 - bits,
      }
    },
  }
}

/** From so many postings on it is quicker to make views of them than to copy one by one. */
const WORTH_A_VIEW = 128

/** The first entry of the run from `entry` on that does not come before the term. */
function firstNotBefore(run: PostingRun | undefined, entry: number, lo: number, check: number): number {
  if (run === undefined) return entry
  let at = entry
  while (at < run.terms && (run.lo[at]! < lo || (run.lo[at] === lo && run.check[at]! < check))) at++
  return at
}

function isSameTerm(run: PostingRun, entry: number, loose: LoosePostings, term: number): boolean {
  return run.lo[entry] === loose.lo[term] && run.check[entry] === loose.hi[term]! >>> 16
}

// Hashes are spread evenly, so their top bits put each term into, or next to, its place: two passes in place of a sort.
function sortedTerms(loose: LoosePostings): Uint32Array {
  const bits = directoryBits(loose.terms) + 1
  const shift = 32 - bits
  const begins = new Uint32Array((1 << bits) + 1)
  for (let term = 0; term < loose.terms; term++) begins[(loose.lo[term]! >>> shift) + 1]!++
  for (let bucket = 1; bucket < begins.length; bucket++) begins[bucket]! += begins[bucket - 1]!
  const order = new Uint32Array(loose.terms)
  const filled = begins.slice()
  for (let term = 0; term < loose.terms; term++) {
    const bucket = loose.lo[term]! >>> shift
    let into = filled[bucket]!++
    while (into > begins[bucket]! && comesBefore(loose, term, order[into - 1]!)) {
      order[into] = order[into - 1]!
      into--
    }
    order[into] = term
  }
  return order
}

function comesBefore(loose: LoosePostings, a: number, b: number): boolean {
  return loose.lo[a]! < loose.lo[b]! || (loose.lo[a] === loose.lo[b] && loose.hi[a]! >>> 16 < loose.hi[b]! >>> 16)
}

// About two terms a bucket: hashes are spread evenly, so a look-up reads one bucket and one or two terms.
function directoryBits(terms: number): number {
  let bits = 4
  while (bits < 20 && 1 << (bits + 1) < terms) bits++
  return bits
}

function fillDirectory(directory: Uint32Array, lo: Uint32Array, terms: number, shift: number): void {
  directory[0] = 0
  let bucket = 0
  for (let i = 0; i < terms; i++) {
    const mine = lo[i]! >>> shift
    while (bucket < mine) directory[++bucket] = i
  }
  while (bucket < directory.length - 1) directory[++bucket] = terms
}
