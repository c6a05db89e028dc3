// Tells of many campaigns at once what keeps each from serving: the first reason alone, so that a list of thousands can say it.
import type { Clock } from '../../base/clock.ts'
import { inTurns } from '../../base/in-turns.ts'
import { adStopOf } from '../../domain/ad.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign } from '../../domain/campaign.ts'
import type { SlotFormat } from '../../domain/publisher.ts'
import type { BudgetGate } from '../../engine/budget-gate.ts'
import type { Catalog } from '../../engine/catalog.ts'
import type { Directory } from '../../engine/directory.ts'
import { type Hindrance, type HindranceCode, hindrancesOf, publisherStop } from '../../engine/hindrances.ts'
import type { InventoryStore } from '../../store/contract.ts'

/** By campaign id, the first of what `ReadDelivery` tells; undefined where it can serve. */
export type FirstHindrances = ReadonlyMap<string, Hindrance | undefined>

/** @param campaigns no more than a page of a list, which the caller may see */
export type ReadFirstHindrances = (caller: Caller, campaigns: readonly Campaign[]) => Promise<FirstHindrances>

export interface FirstHindrancesDeps {
  readonly store: { readonly inventory: Pick<InventoryStore, 'list'> }
  readonly directory: Directory
  readonly catalog: Pick<Catalog, 'formatsOfCampaign'>
  readonly budgets: Pick<BudgetGate, 'refresh' | 'stopOf' | 'usedUp' | 'leftOf'>
  readonly clock: Pick<Clock, 'nowMs'>
}

/** Each may look at publishers and ask the store, so that decisions have the thread in between. */
const CAMPAIGNS_IN_A_TURN = 10

export function createReadFirstHindrances(deps: FirstHindrancesDeps): ReadFirstHindrances {
  const { directory, budgets, clock } = deps
  return async (_caller, campaigns) => {
    const nowMs = clock.nowMs()
    budgets.refresh(nowMs)
    const first = async (kept: Campaign): Promise<Hindrance | undefined> => {
      const campaign = directory.campaigns.byId(kept.id) ?? kept
      const [own] = hindrancesOf(campaign, deps, nowMs)
      if (own !== undefined) return own
      const formats = deps.catalog.formatsOfCampaign(campaign.number)
      if (formats.length === 0) return { code: await whyNoAd(campaign.id, deps.store.inventory) }
      return (await isTaken(campaign, formats, deps, nowMs)) ? undefined : { code: 'no_publisher' }
    }
    const found = new Map<string, Hindrance | undefined>()
    for await (const some of inTurns(campaigns, CAMPAIGNS_IN_A_TURN)) {
      const firsts = await Promise.all(some.map(first))
      some.forEach(({ id }, at) => found.set(id, firsts[at]))
    }
    return found
  }
}

/** None of its ads serves, so the newest tells the first reason. */
async function whyNoAd(campaignId: string, inventory: Pick<InventoryStore, 'list'>): Promise<HindranceCode> {
  const { data } = await inventory.list('ad', { campaignId, limit: 1 })
  const stop = data[0] && adStopOf(data[0])
  return stop === undefined || stop === 'archived' ? 'no_ads' : `ads_${stop}`
}

/** Mostly the first publisher takes it; where none does, all are asked. */
async function isTaken(
  campaign: Campaign,
  formats: readonly SlotFormat[],
  deps: FirstHindrancesDeps,
  nowMs: number,
): Promise<boolean> {
  for await (const some of inTurns(deps.directory.publishers.all())) {
    for (const publisher of some) {
      if (publisher.archivedAtMs !== undefined) continue
      if (publisherStop({ campaign, formats }, publisher, deps, nowMs) === undefined) return true
    }
  }
  return false
}
