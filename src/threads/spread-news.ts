// Tells decision threads what is new, and keeps count of what each of them decides by.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { CatalogEditions } from '../engine/catalog-editions.ts'
import type { InventoryChange } from '../store/contract.ts'
import { createNewsSource, entitiesOf, type NewsDeps } from './news.ts'
import type { News, ToDecisionThread } from './protocol.ts'

export interface NewsSpread {
  /** Tells a new thread all there is, and has it listen once it knows that; from then on whoever changes something waits for it. */
  welcome(thread: NewThread): NewsTaker
  /** Tells the threads what is new: budgets, rates, inventory. Cheap where nothing is; for a job that runs often. */
  tellNews(): void
  /** A publisher, advertiser, campaign or key is new or changed: told at the end of this turn. */
  noteChange(change: InventoryChange): void
  /**
   * Resolves once every thread that answers decides by all that changed before; at the latest after two seconds, and at once where ads
   * change so fast that threads are told of many changes together.
   */
  settled(): Promise<void>
}

export interface NewsSpreadDeps extends NewsDeps {
  readonly editions: CatalogEditions
}

interface NewThread {
  post(message: ToDecisionThread): void
  /** Then it is not to listen any more. */
  isClosing(): boolean
}

/** What is known of a thread that is told. */
export interface NewsTaker {
  /** Resolves once it was sent all there is. */
  readonly welcomed: Promise<void>
  /** It decides by the news of this number. */
  noteKnown(number: number): void
  /** Whether it has owed its word for so long that it will hardly give it. */
  isHanging(): boolean
  /** It ended. */
  leave(): void
}

interface Taker extends NewThread {
  /** Numbers of the last news that it was sent, and of those that it decides by. */
  sent: number
  knows: number
  /** Since when it owes word of news. */
  owesSinceMs: number | undefined
  /** It was sent all there was when it started; from then on it is sent editions too. */
  welcomed: boolean
  /** It knew all there was once, and may listen: from then on whoever changes something waits for it. */
  counts: boolean
  /** Editions that it was sent, by the news that held them, until a later one is in use. */
  editions: { readonly news: number; readonly edition: number }[]
}

/** Entities in a message, so that neither side is held up for long. */
const ENTITIES_AT_ONCE = 1_000
/** Whoever changed an ad waits so long until it is passed on, or else for nothing. */
const EDITION_WAIT_MAX_MS = 250
const EDITION_TRIES = 3
/** Whoever changed something is not kept waiting for a thread that does not answer. */
const SETTLES_WITHIN_MS = 2_000
/** A thread that owes its word for so long is ended: it holds up changes, and memory that nobody else needs. */
const HANGS_AFTER_MS = 10_000
const STARTS_WITHIN_MS = 60_000

/** Changes can be noted from the first moment on. */
export function createNewsSpread(deps: NewsSpreadDeps): NewsSpread {
  const { directory, editions, monotonicMs } = deps
  const source = createNewsSource(deps)
  const takers = new Set<Taker>()
  const waiting = new Set<{ readonly number: number; readonly resolve: () => void }>()
  let number = 0
  let changes: InventoryChange[] = []

  const settle = (): void => {
    const least = Math.min(...[...takers].filter(({ counts }) => counts).map(({ knows }) => knows))
    for (const one of waiting) if (one.number <= least) one.resolve()
  }
  const release = (): void => {
    const used = [...takers].map((taker) => taker.editions[0]?.edition ?? Number.POSITIVE_INFINITY)
    const least = Math.min(...used, source.newestEdition())
    if (least > 1) editions.release(least - 1)
  }
  const send = (taker: Taker, news: News): void => {
    taker.sent = news.number
    taker.owesSinceMs ??= monotonicMs()
    if (news.edition) taker.editions.push({ news: news.number, edition: news.edition.number })
    taker.post({ news })
  }
  const tell = (news: Omit<News, 'number'>): void => {
    number++
    const { edition, ...rest } = news
    for (const taker of takers) send(taker, { number, ...rest, ...(taker.welcomed && edition && { edition }) })
  }
  const flushChanges = (): void => {
    if (changes.length === 0) return
    const taken = changes
    changes = []
    tell({ ...source.board(), changes: taken })
  }
  // Changes that come meanwhile are told as well, and what is told later is never older.
  const tellAll = async (taker: Taker): Promise<void> => {
    for (const some of entitiesOf(directory, ENTITIES_AT_ONCE)) {
      send(taker, { number, changes: some })
      await nextTurn()
    }
    taker.welcomed = true
    send(taker, { number, ...source.all() })
  }
  const noteKnown = (taker: Taker, knows: number): void => {
    taker.knows = knows
    taker.owesSinceMs = knows < taker.sent ? monotonicMs() : undefined
    while (taker.editions.length > 1 && taker.editions[1]!.news <= knows) taker.editions.shift()
    if (!taker.isClosing() && !taker.counts && taker.welcomed && knows === number) {
      taker.counts = true
      taker.post({ listen: true })
    }
    release()
    settle()
  }

  source.edition()
  const spread: NewsSpread = {
    welcome(thread) {
      const taker: Taker = {
        ...thread,
        ...{ sent: 0, knows: 0, owesSinceMs: undefined, welcomed: false, counts: false, editions: [] },
      }
      flushChanges()
      takers.add(taker)
      return {
        welcomed: tellAll(taker),
        noteKnown: (knows) => noteKnown(taker, knows),
        isHanging() {
          const { owesSinceMs, counts } = taker
          return (
            owesSinceMs !== undefined && monotonicMs() - owesSinceMs >= (counts ? HANGS_AFTER_MS : STARTS_WITHIN_MS)
          )
        },
        leave() {
          takers.delete(taker)
          release()
          settle()
        },
      }
    },
    tellNews() {
      flushChanges()
      const news = { ...source.board(), ...source.rates(), ...source.edition(), ...source.trafficRules() }
      if (Object.keys(news).length > 0) tell(news)
    },
    noteChange(change) {
      if (changes.push(change) === 1) setImmediate(flushChanges)
    },
    async settled() {
      flushChanges()
      // An edition that comes after this call holds all that changed before it. A timer may fire a little early.
      const known = source.newestEdition()
      for (let tries = 0; tries < EDITION_TRIES && source.newestEdition() === known; tries++) {
        const waitMs = source.adsWaitMs()
        if (waitMs === undefined || waitMs > EDITION_WAIT_MAX_MS) break
        if (waitMs > 0) await sleep(Math.ceil(waitMs))
        spread.tellNews()
      }
      const due = number
      if (![...takers].some(({ counts, knows }) => counts && knows < due)) return
      await new Promise<void>((resolve) => {
        const one = { number: due, resolve: () => leave() }
        const leave = (): void => {
          clearTimeout(late)
          waiting.delete(one)
          resolve()
        }
        const late = setTimeout(leave, SETTLES_WITHIN_MS)
        waiting.add(one)
      })
    },
  }
  return spread
}
