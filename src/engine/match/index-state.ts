// What the index holds and a search reads: blocks of postings, and three facts by ad number.
import type { PostingRun } from './posting-run.ts'
import type { PostingTail } from './posting-tail.ts'

/** One 65,536th of the number space: numbers base … base + 65,535. */
export interface Block {
  readonly base: number
  run: PostingRun | undefined
  live: number
  /** Removed ads whose postings still stand. */
  dead: number
  /** Where the search for a free number goes on. */
  cursor: number
}

/** What a search reads. Arrays by ad number; `states` is 0 free, 1 live, 2 removed. */
export interface IndexState {
  readonly blocks: Block[]
  open: Block | undefined
  readonly tail: PostingTail
  states: Uint8Array
  campaigns: Uint32Array
  formats: Uint8Array
  live: number
}
