// Fetches the feeds of campaigns when they are due, and tells what became of it. Its timers are real ones, as hosts are real.
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { createTurns } from '../base/turns.ts'
import type { Caller } from '../domain/api-key.ts'
import type { Campaign } from '../domain/campaign.ts'
import { FEED } from '../domain/change.ts'
import { ServiceError } from '../domain/errors.ts'
import { type Feed, type FeedRun, type FeedStanding, type FeedState, isFetched, nextFetchMs } from '../domain/feed.ts'
import type { SettingStore } from '../store/contract.ts'
import { demandScope } from './authorise.ts'
import type { ImportAds, ImportResult } from './import-ads.ts'
import { findInService, type InventoryDeps } from './manage-entities.ts'
import { FeedFault, type FeedFile, type OpenFeed } from './open-feed.ts'

/** A feed as it stands. */
export interface FeedView {
  readonly campaignId: string
  readonly feed: Feed
  readonly standing: FeedStanding
  /** Epoch milliseconds; now where it is due. */
  readonly nextAtMs: number
  readonly last?: FeedRun<ImportResult>
}

export interface Feeds {
  /** @throws ServiceError scope_insufficient, not_found (also where the campaign has no feed) */
  readonly read: (caller: Caller, campaignId: string) => Promise<FeedView>
  /** Has it fetched within seconds. @throws as `read` */
  readonly fetchSoon: (caller: Caller, campaignId: string) => Promise<FeedView>
  /** Fetches one feed that is due, if there is any; several runs at once take different ones. */
  readonly run: (stop: AbortSignal) => Promise<void>
}

export interface FeedsDeps extends Pick<InventoryDeps, 'store'> {
  readonly store: InventoryDeps['store'] & { readonly settings: SettingStore }
  readonly directory: {
    readonly campaigns: { all(): Iterable<Campaign> }
    readonly advertisers: { byId(id: string): { readonly archivedAtMs?: number } | undefined }
  }
  readonly importAds: ImportAds
  readonly openFeed: OpenFeed
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Pick<Log, 'warn'>
}

/** Of the lines that were rejected. */
const ERRORS_KEPT = 20

export function createFeeds(deps: FeedsDeps): Feeds {
  const { directory, importAds, openFeed, clock, log } = deps
  const { settings } = deps.store
  const turns = createTurns()
  const underWay = new Set<string>() // campaigns; as many as there are runs

  const stateOf = async (campaignId: string): Promise<FeedState<ImportResult> | undefined> => {
    const text = await settings.read(nameOf(campaignId))
    return text === undefined ? undefined : JSON.parse(text)
  }
  const change = (
    campaignId: string,
    next: (before: FeedState<ImportResult> | undefined) => FeedState<ImportResult>,
  ): Promise<FeedState<ImportResult>> =>
    turns.take(campaignId, async () => {
      const state = next(await stateOf(campaignId))
      await settings.write(nameOf(campaignId), JSON.stringify(state))
      return state
    })
  const find = async (caller: Caller, id: string): Promise<Campaign & { readonly feed: Feed }> => {
    demandScope(caller, 'inventory:write')
    const campaign = await findInService(deps, caller, 'campaign', id)
    if (campaign.feed) return { ...campaign, feed: campaign.feed }
    throw new ServiceError('not_found', `The campaign ${id} has no feed; PATCH it with {"feed": {"url": "https://…"}}`)
  }
  const view = (
    { id, feed }: Campaign & { readonly feed: Feed },
    state: FeedState<ImportResult> | undefined,
  ): FeedView => {
    const known = state?.url === feed.url ? state : undefined
    const nowMs = clock.nowMs()
    const nextAtMs = Math.max(nextFetchMs(feed, known), nowMs)
    return {
      campaignId: id,
      feed,
      standing: known && isFetched(known, nowMs) ? 'fetching' : nextAtMs > nowMs ? 'waiting' : 'due',
      nextAtMs,
      ...(known?.last && { last: known.last }),
    }
  }

  const fetchInto = async ({ id, advertiserId }: Campaign, feed: Feed, stop: AbortSignal): Promise<void> => {
    const { url, missing, missingMax } = feed
    const before = await change(id, (state) => ({
      ...(state?.url === url ? state : { url, failures: 0 }),
      startedAtMs: clock.nowMs(),
    }))
    let run: FeedRun<ImportResult>
    let file: FeedFile | undefined
    try {
      file = await openFeed(url, stop)
      const { charset, body } = file
      const format = feed.format ?? file.format
      if (format === undefined) throw new FeedFault(NO_FORMAT)
      const fullFeed = missing === 'archive' ? { missingMax } : undefined
      const read = { campaignId: id, format, charset, body, fullFeed }
      const result = await importAds(inPlaceOf(advertiserId), read)
      run = { atMs: clock.nowMs(), outcome: 'imported', result: cut(result) }
    } catch (error) {
      if (stop.aborted) return // it is due again after the next start
      if (!isExpected(error)) log.warn({ err: error, campaign: id }, 'a feed could not be imported')
      run = { atMs: clock.nowMs(), outcome: 'failed', message: messageOf(error) }
    } finally {
      file?.close()
    }
    await change(id, (state) => ({
      ...(state ?? before),
      failures: run.outcome === 'failed' ? before.failures + 1 : 0,
      last: run,
    }))
  }

  return {
    async read(caller, id) {
      const campaign = await find(caller, id)
      return view(campaign, await stateOf(id))
    },
    async fetchSoon(caller, id) {
      const campaign = await find(caller, id)
      const { url } = campaign.feed
      const askedAtMs = clock.nowMs()
      return view(
        campaign,
        await change(id, (state) => ({ ...(state?.url === url ? state : { url, failures: 0 }), askedAtMs })),
      )
    },
    async run(stop) {
      for (const campaign of directory.campaigns.all()) {
        const { id, feed, archivedAtMs, advertiserId } = campaign
        if (feed === undefined || archivedAtMs !== undefined || underWay.has(id)) continue
        if (directory.advertisers.byId(advertiserId)?.archivedAtMs !== undefined) continue
        underWay.add(id)
        try {
          if (clock.nowMs() < nextFetchMs(feed, await stateOf(id))) continue
          return await fetchInto(campaign, feed, stop)
        } finally {
          underWay.delete(id)
        }
      }
    },
  }
}

const nameOf = (campaignId: string): string => `feed.${campaignId}`

/** What the advertiser has set is done in its name, and reaches what is its own. */
function inPlaceOf(advertiserId: string): Caller {
  return {
    keyId: FEED,
    mode: 'live',
    scopes: new Set(['inventory:write']),
    advertiserId,
    rateLimit: 0,
    origins: [],
  }
}

function cut(result: ImportResult): ImportResult {
  const { errors, errorsTruncated } = result
  return {
    ...result,
    errors: errors.slice(0, ERRORS_KEPT),
    errorsTruncated: errorsTruncated || errors.length > ERRORS_KEPT,
  }
}

const NO_FORMAT = 'Neither its content type nor its name says what the file is; set feed.format'

const isExpected = (error: unknown): error is Error => error instanceof FeedFault || error instanceof ServiceError

function messageOf(error: unknown): string {
  return isExpected(error) ? error.message : 'The service could not import it; its log says why'
}
