// Small entities and events for the store's tests; each test says only what matters to it.
import { encodeId } from '../../src/base/ids.ts'
import { DAY_MS } from '../../src/base/clock.ts'
import type { Ad, AdContent } from '../../src/domain/ad.ts'
import type { Advertiser } from '../../src/domain/advertiser.ts'
import { CAMPAIGN_DEFAULTS, type Campaign } from '../../src/domain/campaign.ts'
import type { Draft } from '../../src/domain/entity.ts'
import type { EventKind, LedgerEvent } from '../../src/domain/ledger-event.ts'
import { impressionIdOf } from '../../src/domain/link-token.ts'
import type { LinkPayload } from '../../src/domain/link.ts'
import { DEFAULT_POLICY, type Publisher } from '../../src/domain/publisher.ts'
import type { Store } from '../../src/store/contract.ts'

/** Noon of a day in 2026, UTC. */
export const NOON_MS = Date.UTC(2026, 2, 10, 12)
export const UNIT = 1_000_000

const base = { createdAtMs: NOON_MS - DAY_MS, updatedAtMs: NOON_MS - DAY_MS }

export const publisherDraft = (over: Partial<Publisher> = {}): Draft<Publisher> => ({
  ...base,
  id: 'pub_1',
  name: 'Chat App',
  policy: DEFAULT_POLICY,
  ...over,
})

export const advertiserDraft = (over: Partial<Advertiser> = {}): Draft<Advertiser> => ({
  ...base,
  id: 'adv_1',
  name: 'Feather',
  domain: 'feather.example',
  billing: 'invoiced',
  ...over,
})

export const campaignDraft = (over: Partial<Campaign> = {}): Draft<Campaign> => ({
  ...base,
  id: 'cmp_1',
  advertiserId: 'adv_1',
  name: 'Spring',
  ...CAMPAIGN_DEFAULTS,
  bid: { model: 'cpc', amountMicros: UNIT / 2 },
  pacing: 'asap',
  ...over,
})

export const adContent = (over: Partial<AdContent> = {}): AdContent => ({
  title: 'A light tent',
  description: 'Holds two, weighs little.',
  landingUrl: 'https://feather.example/tent',
  keywords: [],
  categories: [],
  formats: ['action_card'],
  ...over,
})

export const adDraft = (over: Partial<Ad> = {}): Draft<Ad> => ({
  ...base,
  id: 'ad_1',
  campaignId: 'cmp_1',
  status: 'active',
  version: 1,
  review: 'approved',
  content: adContent(),
  ...over,
})

/** One publisher, advertiser, campaign and ad, each number 1. */
export async function seed(
  store: Store,
  over: { advertiser?: Partial<Advertiser>; campaign?: Partial<Campaign>; ad?: Partial<Ad> } = {},
): Promise<void> {
  await store.inventory.insert('publisher', publisherDraft())
  await store.inventory.insert('advertiser', advertiserDraft(over.advertiser))
  await store.inventory.insert('campaign', campaignDraft(over.campaign))
  await store.inventory.insert('ad', adDraft(over.ad))
}

/** A link of the seeded ad; `serial` tells decisions apart. */
export function linkOf(serial: number, over: Partial<LinkPayload> & { decidedAtMs?: number } = {}): LinkPayload {
  const { decidedAtMs = NOON_MS, ...rest } = over
  const decision = new Uint8Array(16)
  const view = new DataView(decision.buffer)
  view.setUint16(0, Math.floor(decidedAtMs / 2 ** 32))
  view.setUint32(2, decidedAtMs % 2 ** 32)
  view.setUint32(12, serial)
  return {
    decision,
    ordinal: 0,
    adNumber: 1,
    adVersion: 1,
    campaignNumber: 1,
    publisherNumber: 1,
    model: 'cpc',
    priceMicros: UNIT / 2,
    format: 'action_card',
    slotId: 'main-slot',
    country: 'DE',
    user: new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]),
    test: false,
    ...rest,
  }
}

export function eventOf(kind: EventKind, link: LinkPayload, over: Partial<LedgerEvent> = {}): LedgerEvent {
  const atMs = over.receivedAtMs ?? NOON_MS + 60_000
  return {
    kind,
    link,
    impressionId: impressionIdOf(link),
    factKey: '',
    occurredAtMs: atMs,
    receivedAtMs: atMs,
    requireImpression: false,
    revenueShare: 70,
    ...over,
  }
}

export function idOf(prefix: string, serial: number): string {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setUint32(12, serial)
  return `${prefix}_${encodeId(bytes)}`
}
