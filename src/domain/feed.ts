// A feed: a file of ads at an address of the advertiser's, which the service fetches into a campaign now and then.
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts'
import type { ImportFormat } from './import-format.ts'

export interface Feed {
  readonly url: string
  /** 1–168. */
  readonly everyHours: number
  /** Absent: told by the content type, else by how the path ends. */
  readonly format?: ImportFormat
  /** What becomes of ads that the file does not name; archived at most so many percent of them. */
  readonly missing: 'keep' | 'archive'
  readonly missingMax: number
}

export const FEED_HOURS_MAX = 168
export const FEED_DEFAULTS = { everyHours: 24, missing: 'keep', missingMax: 50 } as const satisfies Partial<Feed>

/** What is known of fetching a feed. */
export interface FeedState<Result> {
  /** Of the feed then: at another address it begins anew. */
  readonly url: string
  /** Of the fetch that began last, in epoch milliseconds. */
  readonly startedAtMs?: number
  /** When somebody last wished it to be fetched at once; gone when a fetch has ended that began after it. */
  readonly askedAtMs?: number
  /** When a fetch began last because somebody wished it, of this address or of one before. */
  readonly askedRunAtMs?: number
  /** In a row, until now. */
  readonly failures: number
  /** The fetch that ended last. */
  readonly last?: FeedRun<Result>
}

export type FeedRun<Result> = { readonly atMs: number } & (
  { readonly outcome: 'imported'; readonly result: Result } | { readonly outcome: 'failed'; readonly message: string }
)

/** A fetch that takes longer is broken off. */
export const FETCH_MAX_MS = 30 * MINUTE_MS
const RETRY_MS = 15 * MINUTE_MS
/** Between fetches of one campaign's feed that are wished for: a host is not to be kept busy by whoever presses a button. */
export const ASK_PAUSE_MS = MINUTE_MS

/** When it is to be fetched next, in epoch milliseconds; 0 at once. After failures sooner than else, ever more rarely. */
export function nextFetchMs(
  { url, everyHours }: Pick<Feed, 'url' | 'everyHours'>,
  state: FeedState<unknown> | undefined,
  nowMs: number,
): number {
  if (state?.last === undefined || state.url !== url || state.askedAtMs !== undefined) return 0
  const { failures, last } = state
  if (last.atMs > nowMs) return 0 // the system's clock was set back: nobody knows how long ago that was
  const regularMs = everyHours * HOUR_MS
  return last.atMs + (failures === 0 ? regularMs : Math.min(regularMs, RETRY_MS * 2 ** (failures - 1)))
}

/** How long nobody may wish for a fetch yet, in milliseconds; 0: at once. One that waits to begin is not begun twice. */
export function pauseLeftMs(state: FeedState<unknown> | undefined, pauseMs: number, nowMs: number): number {
  const { askedRunAtMs } = state ?? {}
  if (askedRunAtMs === undefined || askedRunAtMs > nowMs) return 0 // the system's clock was set back
  return Math.max(0, askedRunAtMs + pauseMs - nowMs)
}

export type FeedStanding = 'fetching' | 'due' | 'waiting'

/** Whether a fetch of it seems to be under way. One that ended with its process looks so until it could not be any more. */
export function isFetched({ startedAtMs = 0, last }: FeedState<unknown>, nowMs: number): boolean {
  return startedAtMs > (last?.atMs ?? 0) && startedAtMs <= nowMs && nowMs < startedAtMs + FETCH_MAX_MS
}
