// What the index holds and a search reads: blocks of postings, and three facts by ad number.
import type { PostingRun } from './posting-run.ts'
import type { PostingTail } from './posting-tail.ts'

/** Numbers base … base + `BLOCK_DOCS` − 1. */
export interface Block {
  readonly base: number
  run: PostingRun | undefined
  /** Which of the tails holds its newest ads; `NO_TAIL` where none does. */
  tail: number
  live: number
  /** Removed ads whose postings still stand. */
  dead: number
  /** Where the search for a free number goes on. */
  cursor: number
}

/**
 * What a search reads. Arrays by ad number, as far as numbers were given out, in pages: `states` is FREE, LIVE or REMOVED; `owners` is the
 * campaign's slot × 256 + the formats, so that one look at memory tells whether an ad may serve, and has no format once the ad is removed.
 */
export interface IndexState {
  readonly blocks: Block[]
  open: Block | undefined
  /** One for the open block, and one for the block before it until that is sealed. */
  readonly tails: readonly PostingTail[]
  states: Uint8Array
  owners: Uint32Array
  /** How far the two reach. */
  numbers: number
  live: number
}

/** States of a number: nobody has it, an ad has it, or had it and its postings still stand. */
export const FREE = 0
export const LIVE = 1
export const REMOVED = 2

/** How `owners` holds a campaign's slot, below 2^24, beside eight bits of formats. */
export const OWNER_CAMPAIGN_BITS = 8
export const OWNER_CAMPAIGN = 1 << OWNER_CAMPAIGN_BITS
export const OWNER_FORMATS = OWNER_CAMPAIGN - 1

/** Tails of an index. */
export const TAILS = 2
export const NO_TAIL = -1

export function tailOf({ tails }: IndexState, { tail }: Block): PostingTail | undefined {
  return tail === NO_TAIL ? undefined : tails[tail]
}
