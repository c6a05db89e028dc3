// Fetches the feeds of campaigns when they are due, and tells what became of it. Its timers are real ones, as hosts are real.
import { isDeepStrictEqual } from 'node:util'
import { type Clock, SECOND_MS } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { createTurns } from '../../base/turns.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { FEED } from '../../domain/change.ts'
import { ServiceError } from '../../domain/errors.ts'
import {
  type Feed,
  type FeedRun,
  type FeedStanding,
  type FeedState,
  isFetched,
  nextFetchMs,
  pauseLeftMs,
} from '../../domain/feed.ts'
import type { SettingStore } from '../../store/contract.ts'
import { demandScope } from '../authorise.ts'
import { createChangeSetting } from '../change-setting.ts'
import type { ImportAds } from './import-ads.ts'
import type { ImportResult } from './import-tally.ts'
import { findInService, type InventoryDeps } from '../inventory/manage-entities.ts'
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
  /** Has it fetched within seconds. @throws as `read`; rate_limited where one that was wished for has only just begun */
  readonly fetchSoon: (caller: Caller, campaignId: string) => Promise<FeedView>
  /** Fetches one feed that is due, if there is any; several runs at once take those of different advertisers. */
  readonly run: (stop: AbortSignal) => Promise<void>
}

export interface FeedsDeps extends Pick<InventoryDeps, 'store'> {
  readonly store: InventoryDeps['store'] & { readonly settings: SettingStore }
  readonly directory: {
    readonly campaigns: { all(): Iterable<Campaign>; byId(id: string): Campaign | undefined }
    readonly advertisers: { byId(id: string): { readonly archivedAtMs?: number } | undefined }
  }
  readonly importAds: ImportAds
  readonly openFeed: OpenFeed
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  readonly log: Pick<Log, 'warn'>
  /** Least milliseconds between fetches of one campaign's feed that are wished for. */
  readonly askPauseMs: number
}

/** Of the lines that were rejected. */
const ERRORS_KEPT = 20
/** A look reads one setting for each feed. */
const LOOK_EVERY_MS = 2_000
const LOOKING = ''

type Fed = Campaign & { readonly feed: Feed }

export function createFeeds(deps: FeedsDeps): Feeds {
  const { directory, importAds, openFeed, clock, log, askPauseMs } = deps
  const { settings } = deps.store
  const changeSetting = createChangeSetting(settings)
  const turns = createTurns()
  const underWay = new Set<string>() // advertisers; as many as there are runs
  let due: string[] = [] // campaigns whose feeds were due at the last look; at most all
  let lookedAtMs = -Infinity

  const stateOf = async (campaignId: string): Promise<FeedState<ImportResult> | undefined> =>
    stateIn(await settings.read(nameOf(campaignId)))
  const change = async (
    campaignId: string,
    next: (before: FeedState<ImportResult> | undefined) => FeedState<ImportResult>,
  ): Promise<FeedState<ImportResult>> => {
    const text = await changeSetting(nameOf(campaignId), (kept) => ({ value: JSON.stringify(next(stateIn(kept))) }))
    return stateIn(text)!
  }
  const find = async (caller: Caller, id: string): Promise<Fed> => {
    demandScope(caller, 'inventory:write')
    const campaign = await findInService(deps, caller, 'campaign', id)
    if (campaign.feed) return { ...campaign, feed: campaign.feed }
    throw new ServiceError('not_found', `The campaign ${id} has no feed; PATCH it with {"feed": {"url": "https://…"}}`)
  }
  const view = ({ id, feed }: Fed, state: FeedState<ImportResult> | undefined): FeedView => {
    const known = state?.url === feed.url ? state : undefined
    const nowMs = clock.nowMs()
    const nextAtMs = Math.max(nextFetchMs(feed, known, nowMs), nowMs)
    return {
      campaignId: id,
      feed,
      standing: known && isFetched(known, nowMs) ? 'fetching' : nextAtMs > nowMs ? 'waiting' : 'due',
      nextAtMs,
      ...(known?.last && { last: known.last }),
    }
  }

  /** Undefined where nothing of it is to be fetched any more. */
  const fedCampaign = (id: string): Fed | undefined => {
    const campaign = directory.campaigns.byId(id)
    if (campaign?.feed === undefined || campaign.archivedAtMs !== undefined) return undefined
    if (directory.advertisers.byId(campaign.advertiserId)?.archivedAtMs !== undefined) return undefined
    return { ...campaign, feed: campaign.feed }
  }
  const isDue = ({ feed }: Fed, state: FeedState<ImportResult> | undefined): boolean => {
    const nowMs = clock.nowMs()
    return nextFetchMs(feed, state, nowMs) <= nowMs
  }
  /** First those whose last fetch began longest ago: whatever is due again and again lets the others come before it. */
  const look = async (): Promise<string[]> => {
    const found: { readonly id: string; readonly startedAtMs: number }[] = []
    const ids = Iterator.from(directory.campaigns.all()).filter(({ feed }) => feed !== undefined)
    for (const { id } of ids.toArray()) {
      const campaign = fedCampaign(id)
      const state = campaign && (await stateOf(id))
      if (campaign && isDue(campaign, state)) found.push({ id, startedAtMs: state?.startedAtMs ?? 0 })
    }
    return found.toSorted((a, b) => a.startedAtMs - b.startedAtMs).map(({ id }) => id)
  }
  /** One of each advertiser at a time: whoever has many, on hosts that take their time, keeps nobody else waiting. */
  const takeNext = (): Promise<Fed | undefined> =>
    turns.take(LOOKING, async () => {
      for (;;) {
        const at = due.findIndex((id) => !underWay.has(directory.campaigns.byId(id)?.advertiserId ?? ''))
        if (at >= 0) {
          const campaign = fedCampaign(due.splice(at, 1)[0]!)
          if (campaign === undefined || !isDue(campaign, await stateOf(campaign.id))) continue
          underWay.add(campaign.advertiserId)
          return campaign
        }
        if (clock.monotonicMs() < lookedAtMs + LOOK_EVERY_MS) return undefined
        due = await look()
        lookedAtMs = clock.monotonicMs()
      }
    })

  const fetchInto = async ({ id, advertiserId, feed }: Fed, stop: AbortSignal): Promise<void> => {
    const { url, missing, missingMax } = feed
    const before = await change(id, (state) => {
      const [known, startedAtMs] = [stateAt(url, state), clock.nowMs()]
      return { ...known, startedAtMs, ...(known.askedAtMs !== undefined && { askedRunAtMs: startedAtMs }) }
    })
    const isWanted = () => isDeepStrictEqual(fedCampaign(id)?.feed, feed)
    let run: FeedRun<ImportResult>
    let file: FeedFile | undefined
    try {
      file = await openFeed(url, stop)
      const { charset } = file
      const format = feed.format ?? file.format
      if (format === undefined) throw new FeedFault(NO_FORMAT)
      const fullFeed = missing === 'archive' ? { missingMax } : undefined
      const body = whileSo(isWanted, file.body)
      const read = { campaignId: id, format, charset, body, fullFeed }
      const result = await importAds(inPlaceOf(advertiserId), read)
      run = { atMs: clock.nowMs(), outcome: 'imported', result: cut(result) }
    } catch (error) {
      if (stop.aborted || !isWanted()) return // it is due again: after the next start, or as it is now
      if (!isExpected(error)) log.warn({ err: error, campaign: id }, 'a feed could not be imported')
      run = { atMs: clock.nowMs(), outcome: 'failed', message: messageOf(error) }
    } finally {
      file?.close()
    }
    await change(id, (state) => {
      const { askedAtMs, ...known } = state?.url === url ? state : before
      return {
        ...known,
        ...(askedAtMs !== undefined && askedAtMs !== before.askedAtMs && { askedAtMs }), // what was fetched may be older
        failures: run.outcome === 'failed' ? before.failures + 1 : 0,
        last: run,
      }
    })
  }

  return {
    async read(caller, id) {
      const campaign = await find(caller, id)
      return view(campaign, await stateOf(id))
    },
    async fetchSoon(caller, id) {
      const campaign = await find(caller, id)
      const asked = await change(id, (state) => {
        const askedAtMs = clock.nowMs()
        demandPauseOver(pauseLeftMs(state, askPauseMs, askedAtMs))
        return { ...stateAt(campaign.feed.url, state), askedAtMs }
      })
      return view(campaign, asked)
    },
    async run(stop) {
      const campaign = await takeNext()
      if (campaign === undefined) return
      try {
        await fetchInto(campaign, stop)
      } finally {
        underWay.delete(campaign.advertiserId)
      }
    },
  }
}

const nameOf = (campaignId: string): string => `feed.${campaignId}`

/** At another address a feed begins anew, but for the pause between fetches that are wished for. */
function stateAt(url: string, state: FeedState<ImportResult> | undefined): FeedState<ImportResult> {
  if (state?.url === url) return state
  const { askedRunAtMs } = state ?? {}
  return { url, failures: 0, ...(askedRunAtMs !== undefined && { askedRunAtMs }) }
}

function demandPauseOver(leftMs: number): void {
  if (leftMs <= 0) return
  const retryAfterSeconds = Math.ceil(leftMs / SECOND_MS)
  const message = `This feed was fetched only just, as somebody asked for it; wait ${retryAfterSeconds} s and ask again`
  throw new ServiceError('rate_limited', message, { retryAfterSeconds })
}

/** Undefined where there is none, or it cannot be read: the feed begins anew then, and keeps no other from its turn. */
function stateIn(text: string | undefined): FeedState<ImportResult> | undefined {
  if (text === undefined) return undefined
  try {
    const state = JSON.parse(text) as FeedState<ImportResult>
    const { url, failures, last } = state
    const isSound = typeof url === 'string' && Number.isInteger(failures)
    return isSound && (last === undefined || Number.isInteger(last.atMs)) ? state : undefined
  } catch {
    return undefined
  }
}

/** Breaks off where it is not so any more, at the end too: what the file does not name is archived only after it. */
async function* whileSo(isSo: () => boolean, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (!isSo()) break
    yield chunk
  }
  if (!isSo()) throw new FeedFault('The feed was changed while it was fetched')
}

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

const NO_FORMAT = 'Neither its content type nor its name says what the file is; set the format of the feed'

const isExpected = (error: unknown): error is Error => error instanceof FeedFault || error instanceof ServiceError

function messageOf(error: unknown): string {
  return isExpected(error) ? error.message : 'The service could not import it; its log says why'
}
