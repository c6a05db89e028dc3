// A sealed run of postings: which ads of a block hold a term, and how much it counts there. Never changes.
//
//   directory (top 12–20 bits of a term) ─> terms, sorted ─> starts ─────────> docs    Uint16  ┐ 3 bytes
//                                            lo, check      (by term, page)    impacts Uint8   ┘ a posting
//
// A block is pages of 65,536 ads. The postings of a term stand together, page after page: a search goes through one page after
// the other, so that its sums stay in the nearest caches, and yet looks a term up once and reads on where it stopped.

import { arrayIn, type Piece, type Pieces } from '../../base/piece-file.ts'
import { keepRead } from '../../base/read-ahead.ts'
import { bytesOf } from '../../base/shared-array.ts'

export interface PostingRun {
  readonly terms: number
  readonly postings: number
  /** Sorted by lo, then by check (the upper half of the hash's high word). */
  readonly lo: Uint32Array
  readonly check: Uint16Array
  /** Where the postings of each term begin in each page: those of term t and page p at `t × BLOCK_PAGES + p`. One more than that. */
  readonly starts: Uint32Array
  /** Ad within its page, ascending inside a term and page. */
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

/**
 * The entries of many terms, or −1, as `findTerm` gives them, written to `entries` from `from` on. What lies in far memory is
 * asked for by all terms before any of them waits for it: one after the other they would wait four times each.
 */
export function findTerms(
  run: PostingRun,
  terms: { readonly count: number; readonly lo: Uint32Array; readonly hi: Uint32Array },
  entries: Int32Array,
  from: number,
): void {
  const { directory, shift, lo, check, starts } = run
  let seen = 0
  for (let t = 0; t < terms.count; t++) entries[from + t] = directory[terms.lo[t]! >>> shift]!
  for (let t = 0; t < terms.count; t++) {
    const first = entries[from + t]!
    seen ^= lo[first]! ^ check[first]! ^ starts[first * BLOCK_PAGES]!
  }
  keepRead(seen)
  for (let t = 0; t < terms.count; t++) entries[from + t] = findTerm(run, terms.lo[t]!, terms.hi[t]!)
}

/** How many ads hold the term at `entry`. */
export function adsInRun(run: PostingRun, entry: number): number {
  return run.starts[(entry + 1) * BLOCK_PAGES]! - run.starts[entry * BLOCK_PAGES]!
}

/** How much the term at `entry` counts in an ad of the block; 0 where the ad lacks it. */
export function impactInRun({ starts, docs, impacts }: PostingRun, entry: number, doc: number): number {
  const list = entry * BLOCK_PAGES + (doc >>> PAGE_BITS)
  const inPage = doc % PAGE_DOCS
  const end = starts[list + 1]!
  let from = starts[list]!
  let to = end
  while (from < to) {
    const middle = (from + to) >>> 1
    if (docs[middle]! < inPage) from = middle + 1
    else to = middle
  }
  return from < end && docs[from] === inPage ? impacts[from]! : 0
}

/** A run by its numbers and the pieces of memory it lies in, and back. */
export type RunShape = readonly [terms: number, postings: number, shift: number]

export function shapeOf({ terms, postings, shift }: PostingRun): RunShape {
  return [terms, postings, shift]
}

/** @param name under which the pieces stand */
export function piecesOfRun(run: PostingRun, name: string): Piece[] {
  return RUN_ARRAYS.map((array) => ({ name: `${name}/${array}`, bytes: bytesOf(run[array]) }))
}

export function restoreRun([terms, postings, shift]: RunShape, name: string, pieces: Pieces): PostingRun {
  return {
    terms,
    postings,
    shift,
    lo: arrayIn(pieces, `${name}/lo`, Uint32Array),
    check: arrayIn(pieces, `${name}/check`, Uint16Array),
    starts: arrayIn(pieces, `${name}/starts`, Uint32Array),
    docs: arrayIn(pieces, `${name}/docs`, Uint16Array),
    impacts: arrayIn(pieces, `${name}/impacts`, Uint8Array),
    directory: arrayIn(pieces, `${name}/directory`, Uint32Array),
  }
}

const RUN_ARRAYS = ['lo', 'check', 'starts', 'docs', 'impacts', 'directory'] as const

/** Bytes that a run holds. */
export function bytesOfRun(run: PostingRun): number {
  return run.terms * (6 + 4 * BLOCK_PAGES) + run.postings * 3 + run.directory.length * 4
}

/** The bit of an impact that is set where the ad does not hold the term, but is called so otherwise (needs.ts). */
export const CALLED = 1

export const PAGE_BITS = 16
export const PAGE_DOCS = 1 << PAGE_BITS
/** More of them make searches shorter and the rewriting of a block longer. */
export const BLOCK_PAGES = 4
export const BLOCK_DOCS = BLOCK_PAGES * PAGE_DOCS
