// Notes what people were shown, where a frequency cap or a publisher's rhythm can ask for it, and keeps it over a restart.
import { type Clock, DAY_MS } from '../../base/clock.ts'
import type { Publisher } from '../../domain/publisher.ts'
import type { Directory } from '../../engine/directory.ts'
import type { Exposures, ShownAd, Subjects } from '../../engine/exposures/exposures.ts'
import type { Facts } from '../../engine/facts.ts'
import type { Exposure, Store } from '../../store/contract.ts'
import type { ExposureSnapshot } from './keep-exposure-snapshot.ts'

/** What a thread notes of the people it decides for. */
export interface ExposureNotes {
  /**
   * Notes the ads of one decision, all or none: none, and false, where another thread has shown one of the same subjects something
   * since `shownTo` was asked, so that the decision was made from what is no longer true.
   */
  note(subjects: Subjects, shown: readonly ShownAd[]): boolean
  /** Whether a cap of the advertiser or a rhythm of the publisher asks what people were shown; nothing else need be noted. */
  isAskedFor(publisher: Publisher, advertiserNumber: number): boolean
  /** Whether any cap or rhythm asks what the publisher's people were shown; else it need not be known who they are. */
  areAskedFor(publisher: Publisher): boolean
}

export interface ExposureLog extends ExposureNotes {
  /** Has what another thread noted written with the rest. */
  keep(exposure: Exposure): void
  /** Writes what was noted since the last call; keeps it for the next call where the store is not there. */
  flush(): Promise<void>
  /** Reads what caps may still ask for into the facts; for a thread that starts. */
  load(): Promise<void>
  /** Forgets, in memory and in the store, what no cap can ask for any more. */
  forget(): Promise<void>
}

const QUEUE_MAX = 50_000
const PAGE = 5_000
const EVENTS_TOLD = 1_000
/** The longest window of a cap; exposures older than that are of no use. */
const CAP_WINDOW_MAX_MS = 92 * DAY_MS

/** @param deps.keep gets each that was noted, for the store */
export function createExposureNotes(deps: {
  readonly exposures: Pick<Exposures, 'noteAll'>
  readonly directory: Directory
  readonly keep: (exposure: Exposure) => void
}): ExposureNotes {
  const { exposures, directory, keep } = deps
  let caps = { version: -1, advertisers: new Set<number>() }

  // Which advertisers have a campaign with caps, looked up anew when the directory changed.
  const capped = (): ReadonlySet<number> => {
    if (caps.version !== directory.version()) {
      const advertisers = new Set<number>()
      for (const campaign of directory.campaigns.all()) {
        const advertiser =
          campaign.frequencyCaps.length > 0 ? directory.advertisers.byId(campaign.advertiserId) : undefined
        if (advertiser) advertisers.add(advertiser.number)
      }
      caps = { version: directory.version(), advertisers }
    }
    return caps.advertisers
  }
  const hasRhythm = ({ policy }: Publisher) => policy.minTurnGap > 0 || policy.adsPerSession > 0

  return {
    note(subjects, shown) {
      if (shown.length === 0) return true
      if (!exposures.noteAll(subjects, shown)) return false
      for (const { seen, ...exposure } of shown) keep({ ...exposure, ...subjects })
      return true
    },
    isAskedFor: (publisher, advertiserNumber) => hasRhythm(publisher) || capped().has(advertiserNumber),
    areAskedFor: (publisher) => hasRhythm(publisher) || capped().size > 0,
  }
}

export function createExposureLog(deps: {
  store: Pick<Store, 'exposures'>
  facts: Facts
  directory: Directory
  clock: Clock
  /** What an earlier run left of them; without it all are read from the store. */
  snapshot?: Pick<ExposureSnapshot, 'restore'>
  /** Hears of each that this thread notes. */
  onNoted?: (exposure: Exposure) => void
}): ExposureLog {
  const { store, facts, directory, clock, snapshot, onNoted = () => {} } = deps
  let queue: Exposure[] = []
  const keep = (exposure: Exposure): void => {
    if (queue.length < QUEUE_MAX) queue.push(exposure)
  }

  return {
    ...createExposureNotes({
      exposures: facts.exposures,
      directory,
      keep(exposure) {
        keep(exposure)
        onNoted(exposure)
      },
    }),
    keep,
    async flush() {
      if (queue.length === 0) return
      const batch = queue
      queue = []
      try {
        await store.exposures.add(batch)
      } catch (error) {
        queue = [...batch, ...queue].slice(0, QUEUE_MAX)
        throw error
      }
    },
    async load() {
      const since = clock.nowMs() - CAP_WINDOW_MAX_MS
      const known = await snapshot?.restore()
      const seenAfter = known ? known.event : (await store.exposures.marks()).event - EVENTS_TOLD
      let after = known?.exposure ?? 0
      for (;;) {
        const page = await store.exposures.since(since, after, PAGE)
        for (const { user, session, conversation, seen, reported, sequence, ...exposure } of page) {
          facts.exposures.noteShown({ user, session, conversation }, { ...exposure, seen })
          if (reported) facts.exposures.noteSeen(exposure.impressionId, exposure.publisherNumber, true)
          after = sequence
        }
        if (page.length < PAGE) break
      }
      // Without the file, the newest events tell which publishers report what was seen, also where no cap asked for those ads. They come
      // last, since each served ad uses up what a report vouches for.
      await loadSeen(seenAfter)
    },
    async forget() {
      const beforeMs = clock.nowMs() - CAP_WINDOW_MAX_MS
      facts.exposures.forget(beforeMs)
      await store.exposures.forget(beforeMs)
    },
  }

  /** What was seen by events that the snapshot does not know of. */
  async function loadSeen(event: number): Promise<void> {
    for (let after = event; ;) {
      const page = await store.exposures.seenSince(after, PAGE)
      for (const { impressionId, publisherNumber, reported } of page) {
        facts.exposures.noteSeen(impressionId, publisherNumber, reported)
      }
      if (page.length < PAGE) return
      after = page.at(-1)!.event
    }
  }
}
