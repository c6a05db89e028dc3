// A feed that names all ads of its campaign: it remembers which it named, and once it was read whole, archives the others.
// Whatever leaves a doubt whether all were named archives nothing.
import type { Clock } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import type { Author } from '../../domain/change.ts'
import type { FeedAd, InventoryStore } from '../../store/contract.ts'
import { createBatches } from './batches.ts'
import { createNumberSet } from './number-set.ts'

export interface FullFeedDeps {
  readonly store: { readonly inventory: InventoryStore }
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
}

export interface FullFeed {
  /** A line of the feed, whether its ad was kept or not. */
  see(line: SeenLine): Promise<void>
  /** @param keptAny whether any line of it was kept */
  archiveMissing(keptAny: boolean): Promise<Archived>
}

export interface SeenLine {
  readonly line: number
  /** Of its ad; undefined where nobody can tell. */
  readonly externalId: string | undefined
  readonly isRejected: boolean
  /** What came after it was the end of the file, and not the end of a line. */
  readonly isLast: boolean
}

export interface Archived {
  readonly archived: number
  /** Why others that the feed does not name were kept. */
  readonly whyKept?: string
}

/** Ids that are looked up at once, and ads that are archived in one transaction. */
const BATCH_ADS = 200
const PAGE_ADS = 1_000

/** @param missingMax percent of the ads there were that may be archived */
export async function beginFullFeed(
  { store: { inventory }, clock, ids }: FullFeedDeps,
  { campaignId, by, missingMax }: { readonly campaignId: string; readonly by: Author; readonly missingMax: number },
): Promise<FullFeed> {
  const feedId = ids.next('feed')
  const start = await inventory.beginFullFeed(campaignId, feedId)
  // Of ads that were there when the feed began; what it adds itself is not looked at.
  const named = createNumberSet()
  const lookedUp = createBatches<string>(BATCH_ADS, async (externalIds) => {
    for (const number of await inventory.adNumbers(campaignId, externalIds)) named.add(number)
  })
  let doubt: string | undefined

  return {
    async see({ line, externalId, isRejected, isLast }) {
      if (externalId === undefined) doubt ??= `line ${line} does not say which ad it is about`
      else if (isRejected && isLast) doubt ??= `the last line, ${line}, is rejected and has no end: the file may be cut`
      if (externalId === undefined || doubt !== undefined) return
      await lookedUp.add(externalId)
    },
    async archiveMissing(keptAny) {
      await lookedUp.flush()
      if (!keptAny) return kept('no line of the file was kept')
      if (doubt !== undefined) return kept(doubt)
      const { missing, all } = await count()
      if (missing === 0) return { archived: 0 }
      if (missing * 100 > missingMax * all) return kept(tooMany(missing, all, missingMax))
      return archive()
    },
  }

  /** Live ads that were there when the feed began. */
  async function* pages(): AsyncGenerator<FeedAd[]> {
    for (let after = 0; ;) {
      const page = await inventory.liveFeedAds(campaignId, after, start.adNumber, PAGE_ADS)
      yield page
      if (page.length < PAGE_ADS) return
      after = page.at(-1)![0]
    }
  }

  function isMissing([number, revision]: FeedAd): boolean {
    return !named.has(number) && revision <= start.revision
  }

  async function count(): Promise<{ missing: number; all: number }> {
    let missing = 0
    let seen = 0
    for await (const page of pages()) {
      for (const ad of page) {
        if (isMissing(ad)) missing++
        else if (named.has(ad[0])) seen++
      }
    }
    return { missing, all: missing + seen }
  }

  async function archive(): Promise<Archived> {
    let archived = 0
    for await (const page of pages()) {
      const externalIds = page.filter(isMissing).map(([, , externalId]) => externalId)
      for (let at = 0; at < externalIds.length; at += BATCH_ADS) {
        const missing = {
          campaignId,
          feedId,
          externalIds: externalIds.slice(at, at + BATCH_ADS),
          sinceRevision: start.revision,
          atMs: clock.nowMs(),
        }
        const outcome = await inventory.archiveMissing(missing, by)
        archived += outcome.archived
        if (!outcome.isNewest) return kept('a newer whole feed of the campaign has begun', archived)
      }
    }
    return { archived }
  }
}

function kept(why: string, archived = 0): Archived {
  const what = archived === 0 ? 'No ad was archived' : `Only ${archived} were archived`
  return { archived, whyKept: `${what} for not being in the file: ${why}` }
}

function tooMany(missing: number, all: number, missingMax: number): string {
  return `${missing} of ${all} ads are not in it, more than ${missingMax} percent; where they shall go, send it again with missingMax=100`
}
