// What decisions read and remember: made empty, filled from the store and its files, kept up to date, and written back.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAskModel } from '../actions/embeddings/ask-model.ts'
import { createDecisionCounts } from '../actions/decisions/count-decisions.ts'
import { loadDismissals, noteDismissal } from '../actions/decisions/keep-dismissals.ts'
import { createEmbedInventory } from '../actions/embeddings/embed-inventory.ts'
import { createExposureSnapshot } from '../actions/decisions/keep-exposure-snapshot.ts'
import { createExposureLog } from '../actions/decisions/keep-exposures.ts'
import { createKeepLearning, loadLearning } from '../actions/decisions/keep-learning.ts'
import { createKeepPacing, loadPacing } from '../actions/decisions/keep-pacing.ts'
import { createInventorySnapshot } from '../actions/inventory/keep-snapshot.ts'
import { readCommonTexts } from '../actions/embeddings/read-common-texts.ts'
import { createRefreshInventory } from '../actions/inventory/refresh-inventory.ts'
import { createTidyInventory } from '../actions/inventory/tidy-inventory.ts'
import { followSpend, watchLedger } from '../actions/events/watch-ledger.ts'
import type { Clock } from '../base/clock.ts'
import { freeBytesAt } from '../base/disk-room.ts'
import { fingerprintOf } from '../base/fingerprint.ts'
import { createGate } from '../base/gate.ts'
import type { Log } from '../base/log.ts'
import type { Random, RandomBytes } from '../base/random.ts'
import type { EventOutcome, LedgerEvent } from '../domain/ledger-event.ts'
import type { ImageLinks } from '../domain/image-link.ts'
import { decisionTimeMs } from '../domain/link-token.ts'
import { isPaused } from '../domain/publisher.ts'
import { createDecisionLog } from '../engine/decision-log.ts'
import { createDirectory } from '../engine/directory.ts'
import { createLearner } from '../engine/learn/learner.ts'
import { openWorld } from '../engine/open-world.ts'
import { type Job, onceForAll } from '../jobs/start-jobs.ts'
import type { Exposure, InventoryChange, Store } from '../store/contract.ts'
import { MODELS } from './models.ts'

/** What makes the inventory in memory what it is: where any of it differs, a snapshot is of no use. */
const SHAPE_MEMORY = [
  fileURLToPath(new URL('../engine', import.meta.url)),
  fileURLToPath(new URL('../domain', import.meta.url)),
  MODELS,
]

/** For some dozens of ads a question; who is slower holds up nobody but the reading of new ads. */
const BATCH_WITHIN_MS = 30_000
/** For what is said: whoever asked has gone on long before, but the next question of the same talk may still find it. */
const MESSAGES_WITHIN_MS = 5_000
/** Of the file, and of what a model is told of an ad. */
const EMBEDDINGS_FORMAT = 1

export interface MemoryDeps {
  readonly store: Store
  readonly dataDir: string
  /** An embedding model, where there is one. */
  readonly model: { readonly url: string; readonly name: string; readonly key: string | undefined } | undefined
  /** Where pictures of ads are got; absent: from their own URLs. */
  readonly images: ImageLinks | undefined
  readonly clock: Clock
  /** What decides ties between equal bids. */
  readonly chance: Random
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly onChange: (change: InventoryChange) => void
  readonly onSettled: (event: LedgerEvent, outcome: EventOutcome) => void
  readonly onExposure: (exposure: Exposure) => void
}

export type Memory = Awaited<ReturnType<typeof wireMemory>>

/** Resolves once all of it is there; `jobs` keep it so. @throws Error where a model or the store is damaged */
export async function wireMemory(deps: MemoryDeps) {
  const { store, dataDir, model, images, clock, chance, randomBytes, log, onChange, onSettled, onExposure } = deps
  const directory = createDirectory()
  const learner = createLearner({
    advertiserNumberOf: (number) =>
      directory.advertisers.byId(directory.campaigns.byNumber(number)?.advertiserId ?? '')?.number,
    ...(await loadLearning(store.settings, log)),
  })
  const { world, facts, words, embeddings } = openWorld(MODELS, {
    directory,
    rates: learner.model,
    random: chance,
    embedded: model !== undefined,
    ...(images && { linkToImage: images.linkTo }),
  })
  const { budgets, catalog } = world
  const decisionLog = createDecisionLog()
  const counts = createDecisionCounts({
    store,
    isPaused(publisherNumber) {
      const publisher = directory.publishers.byNumber(publisherNumber)
      return publisher !== undefined && isPaused(publisher)
    },
  })
  const files = { randomBytes, monotonicMs: clock.monotonicMs, freeBytes: freeBytesAt(dataDir), log }
  const exposureSnapshot = createExposureSnapshot({
    path: join(dataDir, 'exposures.snapshot'),
    store,
    exposures: facts.exposures,
    ...files,
  })
  const exposures = createExposureLog({
    store,
    facts,
    directory,
    clock,
    snapshot: exposureSnapshot,
    onNoted: onExposure,
  })
  const seen = { ads: 0, others: 0 }
  const gate = createGate()
  const takeIn = createRefreshInventory({ store, directory, catalog, seen, gate, onChange })
  const snapshot = createInventorySnapshot({
    path: join(dataDir, 'inventory.snapshot'),
    // Cards hold the links of their pictures, which are others under another key, base or setting.
    make: fingerprintOf(SHAPE_MEMORY) + (images ? ` ${images.linkTo('')}` : ''),
    settings: store.settings,
    catalog,
    progress: seen,
    gate,
    ...files,
  })
  const ask = model && {
    ads: createAskModel({ ...model, model: model.name, timeoutMs: BATCH_WITHIN_MS }),
    messages: createAskModel({ ...model, model: model.name, timeoutMs: MESSAGES_WITHIN_MS }),
  }
  const embedInventory =
    ask &&
    embeddings &&
    createEmbedInventory({
      catalog,
      embeddings,
      ask: ask.ads,
      commonTexts: await readCommonTexts(),
      path: join(dataDir, 'embeddings.snapshot'),
      make: JSON.stringify([EMBEDDINGS_FORMAT, model.url, model.name]),
      ...files,
    })
  const noteOutcome = (
    event: Pick<LedgerEvent, 'kind' | 'factKey' | 'link' | 'receivedAtMs'>,
    outcome: EventOutcome,
  ): void => {
    const { kind, link, receivedAtMs } = event
    if (outcome.chargedMicros > 0) budgets.noteDelay(link.model, receivedAtMs - decisionTimeMs(link))
    learner.noteEvent(kind, link, outcome)
    noteDismissal(event, outcome, facts.dismissals)
    if (kind === 'click' && outcome.status === 'accepted') decisionLog.noteClick(link.decision, link.ordinal)
  }
  const ledger = watchLedger(store.ledger, facts.exposures, (event, outcome) => {
    onSettled(event, outcome)
    noteOutcome(event, outcome)
  })

  const restored = await snapshot.restore()
  await takeIn()
  if (!restored) catalog.compact()
  embedInventory?.restore()
  await loadPacing(store.settings, budgets, log)
  const unfollow = await followSpend(ledger, facts, () => budgets.refresh(clock.nowMs()))
  await exposures.load()
  await loadDismissals({ store, dismissals: facts.dismissals, clock })

  // Of these, what is still in memory at a stop is written by a last run.
  const keeping: Job[] = [
    { name: 'count decisions', everyMs: 1_000, run: counts.flush },
    { name: 'keep exposures', everyMs: 100, run: exposures.flush },
    {
      name: 'keep what was learned',
      everyMs: 10_000,
      run: onceForAll(store, createKeepLearning({ settings: store.settings, learner })),
    },
    {
      name: 'keep pacing',
      everyMs: 20_000,
      run: onceForAll(store, createKeepPacing({ settings: store.settings, budgets, clock })),
    },
  ]
  const jobs: Job[] = [
    ...keeping,
    { name: 'tidy the inventory', everyMs: 2_000, run: createTidyInventory({ catalog, gate, ...files }) },
    // Often, since whoever is killed before it is written starts slowly.
    ...(embedInventory ? [{ name: 'embed the inventory', everyMs: 1_000, run: embedInventory.run }] : []),
    { name: 'keep a snapshot', everyMs: 500, run: snapshot.keep },
    { name: 'follow the clock', everyMs: 1_000, run: () => budgets.refresh(clock.nowMs()) },
    { name: 'forget exposures', everyMs: 3_600_000, run: exposures.forget },
  ]

  return {
    world,
    budgets,
    directory,
    catalog,
    decisionLog,
    counts,
    exposures,
    facts,
    learner,
    words,
    /** Of an embedding model, where there is one: asks it, and tells how many ads it has read. */
    model: ask && embedInventory && { ask: ask.messages, known: embedInventory.known },
    /** The store's ledger, whose facts memory follows. */
    ledger,
    /** Remembers how an event was judged. */
    noteOutcome,
    unfollow,
    /** Reads what is new of the inventory in the store. */
    takeIn,
    jobs,
    lastJobs: keeping.map(({ name }) => name),
    /** Writes what only helps the next start, as far as there is time until then. */
    async keepFiles(untilMs: number): Promise<void> {
      await snapshot
        .keepLast(untilMs)
        .catch((error) => log.warn({ err: error }, 'the inventory snapshot could not be written'))
      await embedInventory
        ?.keepLast(untilMs)
        .catch((error) => log.warn({ err: error }, 'the embeddings could not be written to a file'))
      await exposureSnapshot
        .keepLast(untilMs)
        .catch((error) => log.warn({ err: error }, 'the exposures could not be written to a file'))
    },
  }
}
