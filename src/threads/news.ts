// What threads have to be told since they were told last: budgets' board, rates, editions of the catalog, traffic rules, changed entities.
import type { CatalogEditions } from '../engine/catalog-editions.ts'
import type { EntityBase } from '../domain/entity.ts'
import type { TrafficRule } from '../domain/traffic-rule.ts'
import type { Directory, Shelf } from '../engine/directory.ts'
import type { RateModel } from '../engine/learn/rate-model.ts'
import type { BoardMemory } from '../engine/pacing/board.ts'
import type { InventoryChange } from '../store/contract.ts'
import type { News } from './protocol.ts'

export interface NewsDeps {
  readonly directory: Directory
  /** Brought up to date by asking. */
  readonly board: () => BoardMemory
  readonly rates: Pick<RateModel, 'version' | 'state'>
  readonly editions: Pick<CatalogEditions, 'publish' | 'newest'>
  /** The same list until they change. */
  readonly trafficRules: () => readonly TrafficRule[]
  /** Counts changes of ads. */
  readonly adChanges: () => number
  readonly monotonicMs: () => number
}

/** Each call tells what the calls before did not. A campaign's lots are on the board before it is known, and it before its ads. */
export interface NewsSource {
  /** For a thread that knows nothing: everything but the entities, see `entitiesOf`. */
  all(): Pick<News, 'board' | 'rates' | 'edition' | 'trafficRules'>
  board(): Pick<News, 'board'>
  rates(): Pick<News, 'rates'>
  edition(): Pick<News, 'edition'>
  trafficRules(): Pick<News, 'trafficRules'>
  /** Milliseconds until the newest changes of ads may go out; undefined where there are none. */
  adsWaitMs(): number | undefined
  /** Number of the edition that was told last; 0 before the first. */
  newestEdition(): number
}

/** Copying what changes of the catalog may take this share of the time, so that few changes are passed on at once, and many together. */
const EDITION_SHARE = 1 / 50
const RATES_EVERY_MS = 1_000

export function createNewsSource(deps: NewsDeps): NewsSource {
  const { rates, editions, adChanges, monotonicMs } = deps
  let board: BoardMemory | undefined
  let ratesVersion = Number.NaN
  let ratesDueMs = 0
  let rules = deps.trafficRules()
  let newestEdition = 0
  let changesTold = Number.NaN
  let editionDueMs = 0
  let lastTookMs = 0 // the first one is made in memory that was never written to, and tells nothing of the next

  const edition = (): Pick<News, 'edition'> => {
    const fromMs = monotonicMs()
    if (fromMs < editionDueMs) return {}
    const changes = adChanges()
    const newest = editions.publish()
    if (newest === undefined) return {}
    changesTold = changes
    newestEdition = newest.number
    // One that took long may have been held up by a collection or by neighbours; two in a row tell what copying costs.
    const tookMs = monotonicMs() - fromMs
    editionDueMs = monotonicMs() + Math.min(tookMs, lastTookMs) / EDITION_SHARE
    lastTookMs = tookMs
    return { edition: newest }
  }

  return {
    all() {
      const newest = editions.newest()
      return {
        board: deps.board(),
        rates: rates.state(),
        trafficRules: deps.trafficRules(),
        ...(newest && { edition: newest }),
      }
    },
    board() {
      const newest = deps.board()
      if (newest === board) return {}
      board = newest
      return { board }
    },
    // The counts themselves lie in shared memory; what is made of them now and then does not.
    rates() {
      if (rates.version() === ratesVersion || monotonicMs() < ratesDueMs) return {}
      ratesVersion = rates.version()
      ratesDueMs = monotonicMs() + RATES_EVERY_MS
      return { rates: rates.state() }
    },
    edition,
    trafficRules() {
      const newest = deps.trafficRules()
      if (newest === rules) return {}
      rules = newest
      return { trafficRules: rules }
    },
    adsWaitMs: () => (adChanges() === changesTold ? undefined : Math.max(0, editionDueMs - monotonicMs())),
    newestEdition() {
      return newestEdition
    },
  }
}

/** Looks up all entities there are, so many at a time; one that changes meanwhile is told as it is by then, or again. */
export function* entitiesOf(directory: Directory, atOnce: number): Generator<InventoryChange[]> {
  const { publishers, advertisers, campaigns, keys } = directory
  const finders: (() => InventoryChange)[] = [
    ...finding(publishers, (entity) => ({ kind: 'publisher', entity })),
    ...finding(advertisers, (entity) => ({ kind: 'advertiser', entity })),
    ...finding(campaigns, (entity) => ({ kind: 'campaign', entity })),
    ...finding(keys, (entity) => ({ kind: 'key', entity })),
  ]
  for (let from = 0; from < finders.length; from += atOnce) {
    yield finders.slice(from, from + atOnce).map((find) => find())
  }
}

function finding<T extends EntityBase>(shelf: Shelf<T>, change: (entity: T) => InventoryChange) {
  return [...shelf.all()].map(
    ({ id }) =>
      () =>
        change(shelf.byId(id)!),
  )
}
