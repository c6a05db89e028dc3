// Tells why a campaign serves or does not: what keeps it now, which publishers take it, and what recent decisions made of it.
import type { Clock } from '../../base/clock.ts'
import { inTurns } from '../../base/in-turns.ts'
import { adStopOf } from '../../domain/ad.ts'
import type { Caller } from '../../domain/api-key.ts'
import { closedBy, keptFrom } from '../../domain/campaign-rules.ts'
import type { Campaign, Targeting } from '../../domain/campaign.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import type { BudgetGate } from '../../engine/budget-gate.ts'
import type { Catalog } from '../../engine/catalog.ts'
import type { DecisionLog } from '../../engine/decision-log.ts'
import type { DecisionEntry } from '../../engine/decision-record.ts'
import type { Directory } from '../../engine/directory.ts'
import type { Facts } from '../../engine/facts.ts'
import { type Hindrance, type HindranceCode, hindrancesOf, publisherStop } from '../../engine/hindrances.ts'
import type { PaceNote } from '../../engine/pacing/board.ts'
import type { Stop } from '../../engine/campaign-stops.ts'
import type { InventoryStore } from '../../store/contract.ts'
import { findReachable, PAGE_MAX } from '../inventory/manage-entities.ts'

export type { Hindrance, HindranceCode }

export interface Delivery {
  /** What keeps the campaign from serving anybody now; empty where it can serve. */
  readonly hindrances: readonly Hindrance[]
  readonly pacing: PaceNote
  /** As the ledger has charged it; the day is that of the campaign's time zone. */
  readonly spend: ReturnType<Facts['spentOf']>
  readonly publishers: PublisherCount
  readonly recent: RecentDecisions
}

/** Publishers that are not archived. */
export interface PublisherCount {
  /** Those that may show its ads. */
  readonly open: number
  /** The others, each by its first reason. */
  readonly stoppedBy: Counts<Stop>
}

/** Of the live decisions in the log that were made since the campaign was; each counts once, at the first that applies. */
export interface RecentDecisions {
  readonly decisions: number
  /** When the oldest of them was made; absent where there is none. */
  readonly sinceMs?: number
  /** An ad of the campaign was in the answer. */
  readonly served: number
  /** An ad of the campaign is on record, but none was in the answer: why not, of the one that fitted best. */
  readonly stoppedBy: Counts<Stop>
  /** Its targeting, as it is now, would have kept it away: by the first such rule of those that the log can tell. */
  readonly missedRules: Counts<keyof Targeting>
}

type Counts<K extends string> = Readonly<Partial<Record<K, number>>>

/** @throws ServiceError not_found for a campaign that is unknown or another advertiser's; scope_insufficient */
export type ReadDelivery = (caller: Caller, campaignId: string) => Promise<Delivery>

export interface DeliveryDeps {
  readonly store: { readonly inventory: InventoryStore }
  readonly directory: Directory
  readonly catalog: Pick<Catalog, 'formatsOfCampaign'>
  readonly budgets: Pick<BudgetGate, 'refresh' | 'stopOf' | 'usedUp' | 'leftOf' | 'paceOf'>
  readonly facts: Pick<Facts, 'spentOf'>
  readonly decisionLog: DecisionLog
  readonly clock: Pick<Clock, 'nowMs'>
}

/** So many of its newest ads are looked through for what keeps them, where none serves. */
const ADS_READ_MAX = 5 * PAGE_MAX

export function createReadDelivery(deps: DeliveryDeps): ReadDelivery {
  const { directory, catalog, budgets, clock } = deps
  return async (caller, campaignId) => {
    const kept = await findReachable(deps, caller, 'campaign', campaignId)
    const recent = await countRecent(kept, deps)
    const formats = catalog.formatsOfCampaign(kept.number)
    // The ads of what is archived leave memory and lists, whatever they were.
    const isArchived = (kept.archivedAtMs ?? directory.advertisers.byId(kept.advertiserId)?.archivedAtMs) !== undefined
    const ofAds = formats.length > 0 || isArchived ? [] : await whyNoAds(campaignId, deps.store.inventory)
    const nowMs = clock.nowMs()
    budgets.refresh(nowMs)
    const campaign = directory.campaigns.byId(campaignId) ?? kept
    const publishers = await countPublishers(campaign, formats.length > 0 ? formats : SLOT_FORMATS, deps, nowMs)
    const hindrances: Hindrance[] = [
      ...hindrancesOf(campaign, deps, nowMs),
      ...ofAds.map((code) => ({ code })),
      ...(publishers.open === 0 ? [{ code: 'no_publisher' } as const] : []),
    ]
    const spend = deps.facts.spentOf(campaign, nowMs)
    return { hindrances, pacing: budgets.paceOf(campaign.number), spend, publishers, recent }
  }
}

async function whyNoAds(campaignId: string, inventory: InventoryStore): Promise<HindranceCode[]> {
  const found = new Set<HindranceCode>()
  let cursor: string | undefined
  for (let read = 0; read < ADS_READ_MAX; read += PAGE_MAX) {
    const page = await inventory.list('ad', { campaignId, limit: PAGE_MAX, ...(cursor !== undefined && { cursor }) })
    for (const ad of page.data) {
      const stop = adStopOf(ad)
      if (stop !== undefined && stop !== 'archived') found.add(`ads_${stop}`)
    }
    cursor = page.nextCursor
    if (cursor === undefined) break
  }
  return found.size > 0 ? [...found] : ['no_ads']
}

async function countPublishers(
  campaign: Campaign,
  formats: ReturnType<Catalog['formatsOfCampaign']>,
  deps: DeliveryDeps,
  nowMs: number,
): Promise<PublisherCount> {
  const stoppedBy: Partial<Record<Stop, number>> = {}
  let open = 0
  for await (const some of inTurns(deps.directory.publishers.all())) {
    for (const publisher of some) {
      if (publisher.archivedAtMs !== undefined) continue
      const stop = publisherStop({ campaign, formats }, publisher, deps, nowMs)
      if (stop === undefined) open++
      else count(stoppedBy, stop)
    }
  }
  return { open, stoppedBy }
}

async function countRecent(campaign: Campaign, { decisionLog, directory }: DeliveryDeps): Promise<RecentDecisions> {
  const stoppedBy: Partial<Record<Stop, number>> = {}
  const missedRules: Partial<Record<keyof Targeting, number>> = {}
  let decisions = 0
  let served = 0
  let sinceMs: number | undefined
  const add = (record: DecisionEntry): void => {
    if (record.atMs < campaign.createdAtMs) return
    decisions++
    sinceMs = record.atMs
    if (record.slots.some(({ links }) => links.some(({ campaignNumber }) => campaignNumber === campaign.number))) {
      served++
      return
    }
    const stop = stopIn(record)
    const rule = loggedRule(campaign, record, directory)
    // Only explained decisions hold ads that were meant for others; the rule tells of them what it tells of all.
    if (stop !== undefined && (stop !== 'targeting' || rule === undefined)) count(stoppedBy, stop)
    else if (rule !== undefined) count(missedRules, rule)
  }
  const live = decisionLog.weighed(campaign.number, { test: false })
  for await (const some of inTurns(live)) some.forEach(add)
  return { decisions, ...(sinceMs !== undefined && { sinceMs }), served, stoppedBy, missedRules }
}

// As for a slot that stays empty, the ad that fitted best gives the reason.
function stopIn({ candidates }: DecisionEntry): Stop | undefined {
  let best: DecisionEntry['candidates'][number] | undefined
  for (const candidate of candidates) {
    if (best === undefined || candidate.relevance > best.relevance) best = candidate
  }
  return best?.stoppedBy
}

// Of those that the log can tell: it keeps neither what was said nor where in a page an ad was to stand.
function loggedRule(campaign: Campaign, record: DecisionEntry, directory: Directory): keyof Targeting | undefined {
  const { publisherNumber, country, region, signals, atMs } = record
  const publisherId = directory.publishers.byNumber(publisherNumber)?.id ?? ''
  const asker = { publisherId, country, region, language: signals.language }
  return keptFrom(campaign.targeting, asker) ?? closedBy(campaign, atMs)
}

function count<K extends string>(counts: Partial<Record<K, number>>, name: K): void {
  counts[name] = (counts[name] ?? 0) + 1
}
