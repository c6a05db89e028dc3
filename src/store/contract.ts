// The memory of the service: inventory, ledger, reports, settings. Every store keeps these promises and passes one suite.
//
// All calls may reject with ServiceError `unavailable` when the store cannot be reached or has stopped writing.
import type { Ad, AdContent } from '../domain/ad.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import type { ApiKey } from '../domain/api-key.ts'
import type { Campaign } from '../domain/campaign.ts'
import type { Draft } from '../domain/entity.ts'
import type { AdvertiserFunds, CampaignSpend, EventOutcome, LedgerEvent } from '../domain/ledger-event.ts'
import type { LinkPayload } from '../domain/link.ts'
import type { Micros } from '../domain/money.ts'
import type { Publisher } from '../domain/publisher.ts'
import type { DecisionCount, ReportQuery, ReportRow } from '../domain/report.ts'

export interface Entities {
  publisher: Publisher
  advertiser: Advertiser
  campaign: Campaign
  ad: Ad
  key: ApiKey
}
export type EntityKind = keyof Entities

export interface Store {
  readonly inventory: InventoryStore
  readonly ledger: LedgerStore
  readonly reports: ReportStore
  readonly settings: SettingStore
  readonly exposures: ExposureStore
  readonly idempotency: IdempotencyStore
  /** Writes a consistent copy to `path` while the service runs. Progress is 0–1. */
  backup(path: string, onProgress?: (share: number) => void): Promise<{ bytes: number }>
  /** Calls that are not answered yet; a number that keeps rising means that the disk cannot follow. */
  waiting(): number
  /** Finishes what was begun and lets go of the files. */
  close(): Promise<void>
}

export interface InventoryStore {
  /** Numbers and keeps a new entity. `conflict` where its id, or an ad's external id in its campaign, is taken. */
  insert<K extends EntityKind>(kind: K, draft: Draft<Entities[K]>): Promise<Entities[K]>
  /** Replaces an entity. `conflict` where `ifRevision` is no longer its revision; `not_found` where there is none. */
  update<K extends EntityKind>(kind: K, entity: Entities[K], ifRevision: number): Promise<Entities[K]>
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>
  findAdByExternalId(campaignId: string, externalId: string): Promise<Ad | undefined>
  /** Newest first. Archived ones are left out unless asked for. */
  list<K extends EntityKind>(kind: K, query: ListQuery): Promise<{ data: Entities[K][]; nextCursor?: string }>
  /** Adds or changes ads of one campaign by external id, in one transaction; outcomes in the order of the drafts. */
  upsertAds(campaignId: string, drafts: readonly AdUpsert[]): Promise<('imported' | 'updated' | 'unchanged')[]>
  /**
   * Entities whose revision is above `after`, oldest change first, at most `limit`; archived ones included. Ads are asked
   * for apart, since whoever takes in an ad must know its campaign first.
   */
  changesSince(which: 'ads' | 'others', after: number, limit: number): Promise<InventoryChange[]>
  /** Calls back soon after inventory changed; returns a function that stops it. */
  onChange(listener: () => void): () => void
}

export interface ListQuery {
  readonly limit: number
  readonly cursor?: string
  readonly includeArchived?: boolean
  readonly advertiserId?: string
  readonly campaignId?: string
  readonly publisherId?: string
}

export interface AdUpsert {
  /** Used where the ad is new. */
  readonly id: string
  readonly externalId: string
  readonly content: AdContent
  readonly review: Ad['review']
  readonly atMs: number
}

export type InventoryChange = { [K in EntityKind]: { readonly kind: K; readonly entity: Entities[K] } }[EntityKind]

export interface LedgerStore {
  /**
   * Records events and charges what is billable, in one durable transaction, in order; resolves after the sync.
   * Each (impression, kind, factKey) is accepted at most once; nothing is charged beyond a budget or a prepaid balance.
   * A click without an impression implies one, unless the event asks for a reported impression.
   */
  append(events: readonly LedgerEvent[]): Promise<EventOutcome[]>
  /** The link payload of an impression that has any event on record, for conversions that name it by id. */
  findLink(impressionId: string): Promise<LinkPayload | undefined>
  /** Approved landing page of an ad version. */
  findLandingUrl(adNumber: number, adVersion: number): Promise<string | undefined>
  /** Adds funds to an advertiser's account. The same `postingId` posts once. */
  topUp(topUp: TopUp): Promise<{ balanceMicros: Micros; repeated: boolean }>
  balances(): Promise<{ account: string; balanceMicros: Micros }[]>
  /** Entries of the books, oldest first. */
  entries(query: { after: number; limit: number; account?: string }): Promise<LedgerEntry[]>
  /** Spend of every campaign and funds of every advertiser, for a thread that starts. */
  spend(): Promise<{ campaigns: CampaignSpend[]; advertisers: AdvertiserFunds[] }>
  /** Calls back after each commit that changed spend or funds; returns a function that stops it. */
  onSpend(listener: (spend: { campaigns: CampaignSpend[]; advertisers: AdvertiserFunds[] }) => void): () => void
  /** Recomputes the books from the events and says whether they close. */
  verify(onProgress?: (share: number) => void): Promise<Verification>
}

export interface TopUp {
  readonly postingId: string
  readonly advertiserId: string
  readonly amountMicros: Micros
  readonly reference: string
  readonly atMs: number
}

export interface LedgerEntry {
  readonly sequence: number
  readonly postingId: string
  readonly kind: 'top_up' | 'charge'
  readonly account: string
  readonly amountMicros: Micros
  readonly atMs: number
  /** The impression and kind of event that caused a charge, or the reference of a top-up. */
  readonly reference: string
}

export interface Verification {
  readonly ok: boolean
  readonly events: number
  readonly postings: number
  readonly entries: number
  /** In sentences; empty where the books close. At most 100 are kept. */
  readonly faults: readonly string[]
}

export interface ReportStore {
  read(query: ReportQuery): Promise<ReportRow[]>
  /** Adds counts of decisions; may be lost in a crash, unlike events. */
  addCounts(counts: readonly DecisionCount[]): Promise<void>
}

export interface SettingStore {
  read(name: string): Promise<string | undefined>
  write(name: string, value: string): Promise<void>
}

/** What was served to whom, for frequency caps. Kept behind the decision; the last moments may be lost in a crash. */
export interface Exposure {
  readonly impressionId: string
  readonly adNumber: number
  readonly campaignNumber: number
  readonly advertiserNumber: number
  readonly publisherNumber: number
  /** Number of user messages the conversation had. */
  readonly turn: number
  /** Keyed hashes in hexadecimal, 16 characters, or empty. */
  readonly user: string
  readonly session: string
  readonly conversation: string
  readonly servedAtMs: number
}

export interface ExposureStore {
  add(exposures: readonly Exposure[]): Promise<void>
  /** Exposures served at or after `sinceMs`, oldest first, with whether they were reported seen. */
  since(sinceMs: number, after: number, limit: number): Promise<(Exposure & { sequence: number; seen: boolean })[]>
  /** Forgets those served before `beforeMs`. */
  forget(beforeMs: number): Promise<number>
}

export interface IdempotencyStore {
  /** Claims a key for one write. `replay` carries the answer that was given the first time. */
  begin(key: string, requestHash: string, atMs: number): Promise<IdempotencyClaim>
  finish(key: string, answer: { status: number; body: string }): Promise<void>
  /** Gives the key back after a failure, so that the caller may try again. */
  abandon(key: string): Promise<void>
}

export type IdempotencyClaim =
  | { readonly state: 'new' }
  | { readonly state: 'in_flight' }
  | { readonly state: 'mismatch' }
  | { readonly state: 'replay'; readonly answer: { readonly status: number; readonly body: string } }
