// Loads the sample inventory into the store: a chat app that shows ads, and fictional brands that place them.
//
// Every id is made from the sample's own, so loading twice changes nothing, and loading for another address of the
// service changes the links to it alone: what the operator made of the sample since stays as it is.
import { createHash } from 'node:crypto'
import { encodeId, ID_BYTES } from '../../base/ids.ts'
import type { Ad } from '../../domain/ad.ts'
import type { Draft } from '../../domain/entity.ts'
import { CAMPAIGN_DEFAULTS, type Rule, type Targeting } from '../../domain/campaign.ts'
import { parseMicros } from '../../domain/money.ts'
import { DEFAULT_POLICY } from '../../domain/publisher.ts'
import { readAdContent } from '../../domain/read-ad-content.ts'
import { isSameContent } from '../../domain/same-content.ts'
import type { AdUpsert, Entities, EntityKind } from '../../store/contract.ts'
import type { InventoryDeps } from '../inventory/manage-entities.ts'
import type { Sample, SampleAd, SampleAdvertiser, SampleCampaign } from './read-sample.ts'

export interface SeedResult {
  readonly publisherId: string
  /** Ads in the sample. */
  readonly ads: number
}

/**
 * @param baseUrl where the service serves the sample's pages and pictures, without a slash at the end
 */
export type SeedSample = (sample: Sample, baseUrl: string) => Promise<SeedResult>

const PUBLISHER = 'sample-chat-app'

export function createSeedSample(deps: Pick<InventoryDeps, 'store' | 'clock' | 'refreshInventory'>): SeedSample {
  const { inventory } = deps.store

  return async (sample, baseUrl) => {
    const nowMs = deps.clock.nowMs()
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs }
    const publisherId = idOf('pub', PUBLISHER)
    await insertOnce('publisher', { id: publisherId, name: 'Sample chat app', policy: DEFAULT_POLICY, ...times })
    // Together, so that the store writes many in one go.
    await Promise.all(sample.advertisers.map((advertiser) => insertOnce('advertiser', advertiserOf(advertiser, times))))
    const campaigns = sample.advertisers.flatMap((advertiser) =>
      advertiser.campaigns.map((campaign) => ({ advertiser, campaign })),
    )
    await Promise.all(
      campaigns.map(async ({ advertiser, campaign }) => {
        const draft = campaignOf(campaign, idOf('adv', advertiser.id), times)
        await insertOnce('campaign', draft)
        const found = await Promise.all(campaign.ads.map(({ id }) => inventory.find('ad', idOf('ad', id))))
        const missing = campaign.ads.filter((_, i) => found[i] === undefined)
        if (missing.length > 0)
          await inventory.upsertAds(
            draft.id,
            missing.map((ad) => adOf(ad, baseUrl, nowMs)),
          )
        await Promise.all(found.map((ad, i) => ad && moveLinks(ad, linksOf(campaign.ads[i]!.id, baseUrl), nowMs)))
      }),
    )
    await deps.refreshInventory()
    return { publisherId, ads: campaigns.reduce((ads, { campaign }) => ads + campaign.ads.length, 0) }
  }

  /** Another address of the service; links that lead elsewhere by now stay, and so does what is archived. */
  async function moveLinks(ad: Ad, links: SampleLinks, nowMs: number): Promise<void> {
    const { landingUrl, imageUrl } = ad.content
    const content = {
      ...ad.content,
      ...(isSamePage(landingUrl, links.landingUrl) && { landingUrl: links.landingUrl }),
      ...(imageUrl !== undefined && isSamePage(imageUrl, links.imageUrl) && { imageUrl: links.imageUrl }),
    }
    if (ad.archivedAtMs !== undefined || isSameContent(ad.content, content)) return
    await inventory.update('ad', { ...ad, content, updatedAtMs: nowMs }, ad.revision)
  }

  async function insertOnce<K extends EntityKind>(kind: K, draft: Draft<Entities[K]>): Promise<void> {
    if ((await inventory.find(kind, draft.id)) === undefined) await inventory.insert(kind, draft)
  }
}

interface Times {
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

function advertiserOf({ id, name, domain }: SampleAdvertiser, times: Times): Draft<Entities['advertiser']> {
  return { id: idOf('adv', id), name, domain, billing: 'invoiced', ...times }
}

function campaignOf(sample: SampleCampaign, advertiserId: string, times: Times): Draft<Entities['campaign']> {
  const { total, daily } = sample.budget
  return {
    id: idOf('cmp', sample.id),
    advertiserId,
    name: sample.name,
    ...CAMPAIGN_DEFAULTS,
    budget: {
      ...(total !== undefined && { totalMicros: parseMicros(total, 'budget.total') }),
      ...(daily !== undefined && { dailyMicros: parseMicros(daily, 'budget.daily') }),
    },
    bid: { model: sample.bid.model, amountMicros: parseMicros(sample.bid.amount, 'bid.amount') },
    pacing: sample.pacing,
    frequencyCaps: (sample.frequencyCaps ?? []).map((cap) => ({ per: 'user', scope: 'campaign', ...cap })),
    targeting: targetingOf(sample.targeting),
    priority: sample.priority,
    ...times,
  }
}

function targetingOf(targeting: SampleCampaign['targeting']): Targeting {
  const rules = Object.entries(targeting ?? {}).map(([name, rule]) => {
    const { include = [], exclude = [] } = Array.isArray(rule) ? { include: rule } : (rule as Partial<Rule>)
    return [name, { include, exclude }]
  })
  return Object.fromEntries(rules)
}

function adOf(ad: SampleAd, baseUrl: string, atMs: number): AdUpsert {
  const { id, ...fields } = ad
  const read = readAdContent({ ...fields, ...linksOf(id, baseUrl) }, { ownOrigins: [new URL(baseUrl).origin] })
  if ('faults' in read) throw new Error(`The sample ad ${id} is faulty: ${JSON.stringify(read.faults)}`)
  return { id: idOf('ad', id), externalId: id, content: read.content, review: 'approved', atMs }
}

type SampleLinks = ReturnType<typeof linksOf>

function linksOf(id: string, baseUrl: string) {
  return { landingUrl: `${baseUrl}/demo/p/${id}`, imageUrl: `${baseUrl}/demo/i/${id}.svg` }
}

/** Whether both end in the same page of the sample, at whatever address. */
function isSamePage(one: string, other: string): boolean {
  return one.endsWith(other.slice(other.lastIndexOf('/demo/')))
}

function idOf(prefix: string, name: string): string {
  const bytes = createHash('sha256').update(`sample ${prefix} ${name}`).digest().subarray(0, ID_BYTES)
  return `${prefix}_${encodeId(bytes)}`
}
