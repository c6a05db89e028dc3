// A sealed run of postings: which of a block's 65,536 ads hold a term, and how much it counts there. Never changes.
//
//   directory (top 12–16 bits of a term) ─> terms, sorted ─> starts ─> docs    Uint16  ┐ 3 bytes
//                                            lo, check      (n + 1)    impacts Uint8   ┘ a posting

import { arrayIn, type Piece, type Pieces } from '../../base/piece-file.ts'
import { bytesOf } from '../../base/shared-array.ts'

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
    seen ^= lo[first]! ^ check[first]! ^ starts[first]!
  }
  SEEN[0] = seen
  for (let t = 0; t < terms.count; t++) entries[from + t] = findTerm(run, terms.lo[t]!, terms.hi[t]!)
}

/** What was read ahead goes here, or a compiler would leave the reading out. */
const SEEN = new Int32Array(1)

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
  return run.terms * 10 + run.postings * 3 + run.directory.length * 4
}

export const BLOCK_DOCS = 65_536
