// The memory of the service: inventory, ledger, reports, settings. Every store keeps these promises and passes one suite.
//
// All calls may reject with ServiceError `unavailable` when the store cannot be reached or has stopped writing.
import type { Ad, AdContent, Recurrence } from '../domain/ad.ts'
import type { ApiKey, KeyUse } from '../domain/api-key.ts'
import type { Campaign } from '../domain/campaign.ts'
import type { Author, Change, ChangeQuery, ToldChange, ToldSetting } from '../domain/change.ts'
import type { Creative } from '../domain/creative.ts'
import type { Entities, EntityKind } from '../domain/entities.ts'
import type { Draft } from '../domain/entity.ts'
import type { FeedbackQuery, GivenFeedback } from '../domain/feedback.ts'
import type { AdvertiserFunds, CampaignSpend, EventOutcome, LedgerEvent } from '../domain/ledger-event.ts'
import type { LinkPayload } from '../domain/link.ts'
import type { MediaBuy, MediaQuery } from '../domain/media-buy.ts'
import type { Micros } from '../domain/money.ts'
import type { Page } from '../domain/page.ts'
import type { EmptySlotsQuery, EmptySlotsRow } from '../domain/empty-slots.ts'
import type { Reach, ReachQuery } from '../domain/reach.ts'
import type { DecisionCount, ReportQuery, ReportRow } from '../domain/report.ts'
import type { Delivery, Webhook, WebhookChange, WebhookFailure } from '../domain/webhook.ts'
import type * as settlement from '../domain/settlement.ts'

export type { Entities, EntityKind }

export interface Store {
  readonly inventory: InventoryStore
  readonly ledger: LedgerStore
  readonly settlement: SettlementStore
  readonly reports: ReportStore
  readonly settings: SettingStore
  readonly exposures: ExposureStore
  readonly idempotency: IdempotencyStore
  readonly webhooks: WebhookStore
  readonly changes: ChangeStore
  readonly media: MediaStore
  /** When keys were last used; of what is there and what comes the later one is kept. */
  readonly keyUses: { note(uses: readonly KeyUse[]): Promise<void>; read(keys: readonly number[]): Promise<KeyUse[]> }
  /** Writes a consistent, sound copy to `path` while the service runs. Progress is 0–1. */
  backup(path: string, onProgress?: (share: number) => void): Promise<{ bytes: number }>
  /** Whether this process is the one that writes. Of several over one database one is, at a time, and does what is done once for all. */
  isWriter(): boolean
  /** Whether another process has used the database since this one did. */
  wasShared(): boolean
  /** Lets other processes over the same database come, from when this one is ready; nothing where there are none. */
  admit(): Promise<void>
  /** Calls that are not answered yet; a number that keeps rising means that the disk cannot follow. */
  waiting(): number
  /** Finishes what was begun and lets go of the files. */
  close(): Promise<void>
}

/** A write that names its author is told in the history of changes, in the same transaction; one that changes nothing is not. */
export interface InventoryStore {
  /** Numbers and keeps a new entity. `conflict` where its id, or an ad's external id in its campaign, is taken. */
  insert<K extends EntityKind>(kind: K, draft: Draft<Entities[K]>, by?: Author): Promise<Entities[K]>
  /** Replaces an entity. `conflict` where `ifRevision` is no longer its revision; `not_found` where there is none. */
  update<K extends EntityKind>(kind: K, entity: Entities[K], ifRevision: number, by?: Author): Promise<Entities[K]>
  /**
   * Keeps a new key and replaces the one that it follows, with the promises of `insert` and `update`: both or neither.
   * @param by of the one that goes and of the one that comes
   */
  rollKey(
    successor: Draft<ApiKey>,
    old: ApiKey,
    ifRevision: number,
    by?: readonly [Author, Author],
  ): Promise<{ key: ApiKey; previous: ApiKey }>
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>
  /** Newest first, or oldest first where asked for. Archived ones are left out unless asked for. */
  list<K extends EntityKind>(kind: K, query: ListQuery): Promise<Page<Entities[K]>>
  /** Adds or changes ads of one campaign by external id, in one transaction; outcomes in the order of the drafts. */
  upsertAds(campaignId: string, drafts: readonly AdUpsert[], by?: Author): Promise<UpsertOutcome[]>
  /** A whole feed of a campaign begins: none that began before it archives anything of that campaign any more. */
  beginFullFeed(campaignId: string, feedId: string): Promise<FullFeedStart>
  /** The numbers of those live ads of a campaign that have one of these external ids, in any order. */
  adNumbers(campaignId: string, externalIds: readonly string[]): Promise<number[]>
  /** Live ads of a campaign that have an external id, with numbers above `after` and up to `until`, in their order. Holds up no click. */
  liveFeedAds(campaignId: string, after: number, until: number, limit: number): Promise<FeedAd[]>
  /**
   * Archives ads that a whole feed does not name, in one transaction, but for those that were made or changed since it began.
   * Nothing where a newer one of the campaign has begun.
   */
  archiveMissing(missing: MissingAds, by?: Author): Promise<{ archived: number; isNewest: boolean }>
  /**
   * Entities whose revision is above `after`, oldest change first, at most `limit`; archived ones included. Ads are asked
   * for apart, since whoever takes in an ad must know its campaign first.
   */
  changesSince(which: 'ads' | 'others', after: number, limit: number): Promise<InventoryChange[]>
  /** The revision of the newest change, of ads or of anything else; 0 where there is none. */
  lastRevision(): Promise<number>
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
  /** Of ads of a campaign: what its advertiser calls it, one at most. */
  readonly externalId?: string
  /** Of ads: those that are not approved, few among very many, are found by it however many there are. */
  readonly review?: Exclude<Ad['review'], 'approved'>
  /** In the order in which they were made. */
  readonly oldestFirst?: boolean
}

/** What became of a draft, and whether its ad waits for a person now. */
export type UpsertOutcome = 'imported' | 'updated' | 'imported_pending' | 'updated_pending' | 'unchanged'

export interface AdUpsert {
  /** Used where the ad is new. */
  readonly id: string
  readonly externalId: string
  readonly content: AdContent
  /** Absent: as it was. */
  readonly availability?: Ad['availability']
  /** Of a new ad, and of one that was approved and shows something else now, unless something of it was rejected before. */
  readonly review: Ad['review']
  /** Absent: nothing of it was rejected before. */
  readonly recurrence?: Recurrence
  /** What was found in its words. Absent: nothing. */
  readonly reviewNote?: string
  readonly atMs: number
}

/** The newest change and the last number of an ad when a whole feed began. */
export interface FullFeedStart {
  readonly revision: number
  readonly adNumber: number
}

export type FeedAd = readonly [number: number, revision: number, externalId: string]

export interface MissingAds {
  readonly campaignId: string
  readonly feedId: string
  readonly externalIds: readonly string[]
  /** What was changed after it stays. */
  readonly sinceRevision: number
  readonly atMs: number
}

export type InventoryChange = { [K in EntityKind]: { readonly kind: K; readonly entity: Entities[K] } }[EntityKind]

export interface LedgerStore {
  /**
   * Records events and charges what is billable, in one durable transaction, in order; resolves after the sync.
   * Each (impression, kind, factKey) is accepted at most once, and at most VIEW_TIMES_MAX view_times of one impression;
   * nothing is charged beyond a budget, a prepaid balance or a credit limit.
   * A click without an impression implies one, unless the event asks for a reported impression.
   */
  append(events: readonly LedgerEvent[]): Promise<EventOutcome[]>
  /** The link payload of an impression that has any event on record, for conversions that name it by id. */
  findLink(impressionId: string): Promise<LinkPayload | undefined>
  /** Approved landing page of an ad version. */
  findLandingUrl(adNumber: number, adVersion: number): Promise<string | undefined>
  /** Adds funds to an advertiser's account. The same `postingId`, or the same `reference` for the same advertiser, posts once. */
  topUp(topUp: TopUp, by?: Author): Promise<{ balanceMicros: Micros; repeated: boolean }>
  /** Puts a balance right, upwards or down; with the promises of `topUp`. A prepaid advertiser never goes below zero. */
  adjust(adjustment: Adjustment, by?: Author): Promise<{ balanceMicros: Micros; repeated: boolean }>
  /**
   * Takes valid events out of what counts, each once: refunds their charge, frees the budgets and corrects the reports, with
   * new entries alone. What publishers earned is taken from where it stands, pending or available.
   */
  reverse(reversal: Reversal, by?: Author): Promise<settlement.ReversalOutcome>
  /** Valid events that were not reversed, oldest first, by what they share. */
  findFacts(
    filter: settlement.FactFilter,
    after: number,
    limit: number,
  ): Promise<{ facts: settlement.FactName[]; next?: number }>
  /** Takes the hashes of people off some impressions that were decided before, the oldest first. True where there may be more. */
  forgetPeople(beforeMs: number): Promise<boolean>
  balances(): Promise<{ account: string; balanceMicros: Micros }[]>
  /** What one account holds; 0 where nothing was booked on it yet. */
  balance(account: string): Promise<Micros>
  /** Entries of the books, oldest first. */
  entries(query: { after: number; limit: number; account?: string }): Promise<LedgerEntry[]>
  /** Spend of every campaign and funds of every advertiser, for a thread that starts. */
  spend(): Promise<{ campaigns: CampaignSpend[]; advertisers: AdvertiserFunds[] }>
  /** Calls back after each commit that changed spend or funds, or found them used up; returns a function that stops it. */
  onSpend(listener: (spend: { campaigns: CampaignSpend[]; advertisers: AdvertiserFunds[] }) => void): () => void
  /** Recomputes the books from the events and says whether they close, and whether they reach `head`, if one is named. */
  verify(onProgress?: (share: number) => void, head?: string): Promise<Verification>
  /** The end of the chain of hashes over the books, as `NUMBER:HASH`. */
  head(): Promise<string>
  /** The lines of some links of the chain, each link's own line last; `next` goes on behind them, absent at the end. */
  exportLines(after: number): Promise<{ lines: string[]; next?: number }>
}

export interface TopUp {
  readonly postingId: string
  readonly advertiserId: string
  readonly amountMicros: Micros
  readonly reference: string
  readonly atMs: number
}

export interface Adjustment {
  readonly postingId: string
  /** One of the two: whose balance it is. */
  readonly advertiserId?: string
  readonly publisherId?: string
  /** Above zero: in their favour. */
  readonly amountMicros: Micros
  readonly reference: string
  readonly atMs: number
}

export interface Reversal {
  /** `rev_…`; the same id may come again with more facts. */
  readonly id: string
  readonly reason: string
  readonly facts: readonly settlement.FactName[]
  /** What was asked for, as its document keeps it. */
  readonly asked?: Pick<settlement.ReversalBody, 'named' | 'filter'>
  readonly atMs: number
  /** Adds up what it would take back, and changes nothing. */
  readonly dryRun?: boolean
}

export type PostingKind =
  'top_up' | 'charge' | 'reversal' | 'adjustment' | 'release' | 'withdrawal' | 'withdrawal_canceled' | 'payout'

/** What publishers are owed and paid, and the papers about it. */
export interface SettlementStore {
  /**
   * Makes earnings available that are older than `beforeMs`, in order and without those that were reversed.
   * Resolves with false once nothing is left to do; else it wants to be called again.
   */
  release(publisherId: string, beforeMs: number, atMs: number): Promise<boolean>
  balance(publisherId: string): Promise<settlement.PublisherBalance>
  /**
   * Puts all that was booked since the last statement of an owner on a new one, up to `untilMs` where it is given, with what `paper` says and
   * the next number of its kind.
   * `conflict` where there is nothing to put on it.
   */
  openStatement(
    statement: settlement.NewStatement,
    by?: Author,
  ): Promise<settlement.LedgerDocument<settlement.StatementKind>>
  /** Takes an amount out of what is available. `conflict` where that is less. */
  withdraw(withdrawal: settlement.NewWithdrawal, by?: Author): Promise<settlement.LedgerDocument<'withdrawal'>>
  /**
   * Moves a document on, with the posting that goes with it. `conflict` where its status does not lead there, or is no
   * longer `from`; `not_found`.
   */
  takeStep<K extends settlement.DocumentKind>(step: NextStep<K>, by?: Author): Promise<settlement.LedgerDocument<K>>
  findDocument<K extends settlement.DocumentKind>(
    kind: K,
    id: string,
  ): Promise<settlement.LedgerDocument<K> | undefined>
  /** Newest first. */
  listDocuments<K extends settlement.DocumentKind>(query: DocumentListQuery<K>): Promise<settlement.LedgerDocument<K>[]>
  /** What is unpaid of each invoice. @param unitMicros the least that can be paid */
  invoicePayments(debts: readonly settlement.InvoiceDebt[], unitMicros: Micros): Promise<settlement.InvoicePayment[]>
  /** What each reversal came to, by the numbers of their documents. */
  reversalSums(documents: readonly number[]): Promise<settlement.ReversalSums[]>
  /** The ids of those that are open and end at `toMs` or before. */
  dueStatements(kind: settlement.StatementKind, toMs: number, limit: number): Promise<string[]>
}

/** What is to become of a document. */
export interface NextStep<K extends settlement.DocumentKind = settlement.DocumentKind> {
  readonly kind: K
  readonly id: string
  /** Where it must stand now; absent: wherever it stands. */
  readonly from?: settlement.DocumentStatus
  readonly status: settlement.DocumentStatus
  readonly note: string
  readonly atMs: number
}

export interface DocumentListQuery<K extends settlement.DocumentKind = settlement.DocumentKind> {
  readonly kind: K
  readonly owner?: string
  /** What became of them so far. */
  readonly status?: settlement.DocumentStatus
  /** Of invoices: those alone of which so much is unpaid, the least that can be paid, or more. */
  readonly unpaidFromMicros?: Micros
  /** The number of the last one that was seen. */
  readonly before?: number
  readonly limit: number
}

export interface LedgerEntry {
  readonly sequence: number
  readonly postingId: string
  readonly kind: PostingKind
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
  /** The end of the chain that was checked, as `NUMBER:HASH`; keep it elsewhere, and a ledger that lost its end is found out. */
  readonly head: string
}

export interface ReportStore {
  /** `validation_error` where hours are asked for of a day of which only sums of the day are kept. */
  read(query: ReportQuery): Promise<ReportRow[]>
  /**
   * Why slots stayed empty, of what counts of decisions tell. Of each day, publisher, slot and test they are the requests of a report
   * that were not filled.
   */
  emptySlots(query: EmptySlotsQuery): Promise<EmptySlotsRow[]>
  /** Whom the valid impressions of a campaign were shown to, as far as people are not forgotten; what was reversed is left out. */
  reach(query: ReachQuery): Promise<Reach>
  /** What people said of ads, newest first; what was reversed is left out. */
  feedback(query: FeedbackQuery): Promise<GivenFeedback[]>
  /** Adds counts of decisions; may be lost in a crash, unlike events. */
  addCounts(counts: readonly DecisionCount[]): Promise<void>
  /**
   * Folds some of the hours before this day (counted since 1970, in UTC) into sums of their days, the oldest first: little
   * enough that clicks need not wait. True where there may be more.
   */
  foldSome(beforeDay: number): Promise<boolean>
}

export interface SettingStore {
  read(name: string): Promise<string | undefined>
  /** @param told what the history of changes tells of it */
  write(name: string, value: string, told?: { readonly by: Author; readonly change: ToldChange }): Promise<void>
  /**
   * Writes where nobody else wrote since it was read.
   * @param before what was read; null: it was not there
   * @param told what the history of changes tells of it
   * @returns whether it was written
   */
  swap(name: string, before: string | null, value: string, told?: ToldSetting): Promise<boolean>
}

/** The history of changes, which writes that name their author add to. */
export interface ChangeStore {
  /** Newest first. */
  list(query: ChangeQuery): Promise<Change[]>
  /** Forgets those made before `beforeMs`. */
  forget(beforeMs: number): Promise<number>
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

/** The last exposure and the last event that somebody knows; 0 before the first. */
export interface ExposureMarks {
  readonly exposure: number
  readonly event: number
}

export interface SeenAd {
  readonly event: number
  readonly impressionId: string
  readonly publisherNumber: number
  /** Its publisher said so; it does not merely follow from a click. */
  readonly reported: boolean
}

/** An ad that was dismissed or reported. */
export interface DismissedAd {
  readonly event: number
  /** As its link names the person. */
  readonly user: Uint8Array
  readonly adNumber: number
  readonly test: boolean
  readonly sinceMs: number
}

export interface ExposureStore {
  add(exposures: readonly Exposure[]): Promise<void>
  /** Exposures served at or after `sinceMs`, oldest first: whether they were seen, and whether that was reported or follows from a click. */
  since(
    sinceMs: number,
    after: number,
    limit: number,
  ): Promise<(Exposure & { sequence: number; seen: boolean; reported: boolean })[]>
  /** How far exposures and events reach now. */
  marks(): Promise<ExposureMarks>
  /** Ads that were seen by events after one, in their order. */
  seenSince(event: number, limit: number): Promise<SeenAd[]>
  /** What was dismissed or reported by events before one, newest first; without what was reversed. */
  dismissedBefore(event: number, limit: number): Promise<DismissedAd[]>
  /** Forgets those served before `beforeMs`. */
  forget(beforeMs: number): Promise<number>
}

/** Who is told of accepted events, and what still has to be told; `append` adds to it in its own transaction. */
export interface WebhookStore {
  /** `conflict` where there are too many, in all or of its owner. */
  add(webhook: Webhook, by?: Author): Promise<Webhook>
  /** Newest first. */
  list(): Promise<Webhook[]>
  /** How many messages wait for each of these; 0 for those that are not there. */
  waiting(ids: readonly string[]): Promise<number[]>
  /**
   * What waits goes to the address that it has by then. To another one, or once it is no longer paused, it goes at once and as if it had
   * never been tried. Undefined where there is none.
   */
  change(id: string, change: WebhookChange, by?: Author): Promise<Webhook | undefined>
  remove(id: string, by?: Author): Promise<boolean>
  /** Some of each webhook that is not paused, what has waited longest first, as it is with the webhooks. @param except ids of webhooks whose messages can wait */
  due(nowMs: number, limit: number, except?: readonly string[]): Promise<Delivery[]>
  /**
   * Ends a message, or puts it off, and keeps with its webhook why it was not taken, until one is.
   * @param sentTo the address that did not take it: where its webhook has another by now, it stays as it is
   */
  settle(
    number: number,
    end: 'delivered' | 'dropped' | { readonly dueMs: number },
    sentTo?: string,
    failure?: WebhookFailure,
  ): Promise<void>
}

/** Media buys and creatives, with the campaigns and ads that are made of them. */
export interface MediaStore {
  findBuy(id: string): Promise<MediaBuy | undefined>
  /** Newest first. */
  listBuys(query: MediaQuery): Promise<MediaBuy[]>
  findCreatives(advertiserId: string, ids: readonly string[]): Promise<Creative[]>
  /** Newest first. */
  listCreatives(query: MediaQuery): Promise<Creative[]>
  countCreatives(advertiserId?: string): Promise<number>
  /**
   * Writes all of an order in one transaction, or nothing. `conflict` where a revision is no longer the one that was read, an id is taken,
   * or the advertiser has as many buys or creatives as it may; `not_found` where what is changed is not there.
   */
  commit(order: MediaOrder): Promise<void>
}

/** What is written together, in this order. Each part names its own author, since each is told by itself. */
export interface MediaOrder {
  readonly made?: readonly { readonly campaign: Draft<Campaign>; readonly by: Author }[]
  readonly changed?: readonly {
    readonly kind: 'campaign' | 'ad'
    readonly entity: Campaign | Ad
    readonly ifRevision: number
    readonly by: Author
  }[]
  /** As `upsertAds`. */
  readonly ads?: readonly { readonly campaignId: string; readonly drafts: readonly AdUpsert[]; readonly by: Author }[]
  /** Its revision is 1 where it is new, and else one above that which is there. */
  readonly buy?: Omit<MediaBuy, 'number'>
  /** Likewise; those that are there under their ids are replaced. */
  readonly creatives?: readonly Omit<Creative, 'number'>[]
}

export interface IdempotencyStore {
  /**
   * Claims a key for one write. `replay` carries the answer that was given the first time. A claim that was released is made
   * anew by the same request alone, for a day, and still says when it was first made. One whose process ended without an answer stays in
   * flight until somebody releases it.
   */
  begin(key: string, requestHash: string, atMs: number): Promise<IdempotencyClaim>
  finish(key: string, answer: { status: number; body: string }): Promise<void>
  /** Gives the key back where nothing was done, for whatever request. */
  abandon(key: string): Promise<void>
  /** Lets the same request try again, where nobody knows how much of it was done. */
  release(key: string): Promise<void>
}

export type IdempotencyClaim =
  | { readonly state: 'new'; readonly atMs: number }
  | { readonly state: 'in_flight'; readonly atMs: number }
  | { readonly state: 'mismatch' }
  | { readonly state: 'replay'; readonly answer: { readonly status: number; readonly body: string } }
