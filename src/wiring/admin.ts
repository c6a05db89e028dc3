// The administration's part of the service: inventory, keys, import, funds, reports and books.
import { createAdjustBalance } from '../actions/books/adjust-balance.ts'
import { createAdministerKeys } from '../actions/keys/administer-keys.ts'
import { createBackUpStore } from '../actions/back-up-store.ts'
import { createChangeAd } from '../actions/inventory/change-ad.ts'
import { createChangeAdvertiser } from '../actions/inventory/change-advertiser.ts'
import { createChangeCampaign } from '../actions/inventory/change-campaign.ts'
import { createChangePublisher } from '../actions/inventory/change-publisher.ts'
import { type AdDeps, createCreateAd } from '../actions/inventory/create-ad.ts'
import { createCreateAdvertiser } from '../actions/inventory/create-advertiser.ts'
import { createCreateCampaign } from '../actions/inventory/create-campaign.ts'
import { createCreatePublisher } from '../actions/inventory/create-publisher.ts'
import { createExportLedger } from '../actions/books/export-ledger.ts'
import { createFeeds, type FeedsDeps } from '../actions/import/fetch-feeds.ts'
import { createImportAds } from '../actions/import/import-ads.ts'
import { createInLine, createLimitPerKey } from '../actions/in-line.ts'
import type { KeyActions } from '../actions/keys/issue-key.ts'
import { createArchiveEntity, createFindEntity, createListEntities } from '../actions/inventory/manage-entities.ts'
import { createDailySweep } from '../actions/daily-sweep.ts'
import { createForgetChanges } from '../actions/reports/forget-changes.ts'
import { createListChanges } from '../actions/reports/list-changes.ts'
import { createListFeedback } from '../actions/reports/list-feedback.ts'
import { createManageTrafficRules } from '../actions/events/manage-traffic-rules.ts'
import { createDeliverWebhooks } from '../actions/webhooks/deliver-webhooks.ts'
import { createManageWebhooks } from '../actions/webhooks/manage-webhooks.ts'
import { createChangeMediaBuy } from '../actions/media/change-media-buy.ts'
import { createCreateMediaBuy } from '../actions/media/create-media-buy.ts'
import { type AccountDeps, createFindAccount } from '../actions/media/find-account.ts'
import { createOpenAccount } from '../actions/media/open-account.ts'
import { createFindMediaBuys, createListCreatives, createListMediaBuys } from '../actions/media/list-media.ts'
import { createReadMediaDelivery } from '../actions/media/read-media-delivery.ts'
import { createSyncCreatives } from '../actions/media/sync-creatives.ts'
import { createOpenFeed } from '../actions/import/open-feed.ts'
import { createKeepLetterhead } from '../actions/books/keep-letterhead.ts'
import { createListReversals } from '../actions/books/list-reversals.ts'
import { createReadLedger } from '../actions/books/read-ledger.ts'
import type { KeyUses } from '../actions/keys/note-key-uses.ts'
import { createReadOwnKey } from '../actions/keys/read-own-key.ts'
import { createReadEmptySlots } from '../actions/reports/read-empty-slots.ts'
import { createReadReach } from '../actions/reports/read-reach.ts'
import { createReadReport } from '../actions/reports/read-report.ts'
import { createRememberAnswer } from '../actions/remember-answer.ts'
import { createRejections } from '../actions/inventory/remember-rejections.ts'
import { createReverseEvents } from '../actions/books/reverse-events.ts'
import { createSendWebhook } from '../actions/webhooks/send-webhook.ts'
import { createSecretOf } from '../actions/webhooks/webhook-secret.ts'
import { createSettleEarnings } from '../actions/books/settle-earnings.ts'
import { createStateAccounts } from '../actions/books/state-accounts.ts'
import { createReadFunds, createTopUpFunds } from '../actions/books/top-up-funds.ts'
import { createVerifyBooks } from '../actions/books/verify-books.ts'
import { DAY_MS, realClock } from '../base/clock.ts'
import type { RandomBytes } from '../base/random.ts'
import type { Config } from '../config.ts'
import type { EntityKind } from '../domain/entities.ts'
import { ASK_PAUSE_MS } from '../domain/feed.ts'
import { PEOPLE_KEPT_DAYS } from '../domain/link.ts'
import { parseMicros } from '../domain/money.ts'
import { HOURS_KEPT_DAYS } from '../domain/report.ts'
import { createCheckCopy } from '../engine/copy/check-copy.ts'
import { createRepeatable } from '../http/idempotency.ts'
import { type Job, onceForAll } from '../jobs/start-jobs.ts'
import { createBriefIdempotency } from '../store/brief-idempotency.ts'
import type { TrafficRules } from '../engine/traffic/traffic-rules.ts'
import type { IdempotencyStore, Store } from '../store/contract.ts'

/** Feeds that are fetched at once: a slow host holds up one. */
const FEEDS_AT_ONCE = 4

/** What the routes under /api/v1 need of the administration; `jobs` do what nobody asks for. */
export function wireAdmin(
  deps: Omit<AdDeps, 'rejections' | 'checkCopy'> & {
    readonly store: Store
    readonly keys: KeyActions
    readonly randomBytes: RandomBytes
    readonly config: Pick<Config, 'currency' | 'minWithdrawal' | 'webhookPrivate' | 'rateLimit'>
    readonly directory: FeedsDeps['directory'] & AccountDeps['directory']
    readonly log: FeedsDeps['log']
    readonly pepper: string
    readonly trafficRules: TrafficRules
    readonly keyUses: Pick<KeyUses, 'tell'>
  },
) {
  const { store, clock, ids, keys, randomBytes } = deps
  const { currency, minWithdrawal } = deps.config
  const minWithdrawalMicros = parseMicros(minWithdrawal, 'minWithdrawal')
  const common = <K extends EntityKind>(kind: K) => ({
    list: createListEntities(kind, deps),
    find: createFindEntity(kind, deps),
    archive: createArchiveEntity(kind, deps),
  })
  const { list, find } = common('key')
  const checkCopy = createCheckCopy()
  const ofAds = { ...deps, checkCopy, rejections: createRejections({ settings: store.settings }) }
  const rememberIn = (idempotency: IdempotencyStore) =>
    createRememberAnswer({ idempotency, isShared: store.wasShared, clock, randomBytes })
  const rememberAnswer = rememberIn(store.idempotency)
  const ofCampaigns = { ...deps, allowPrivateFeeds: deps.config.webhookPrivate }
  // Each may look at very many campaigns and ads.
  const inMediaLine = createInLine('lists of media buys or creatives')
  const findAccount = createFindAccount(deps)
  const createAdvertiser = createCreateAdvertiser(deps)
  const ofMedia = { ...ofCampaigns, ...ofAds, store }
  const importAds = createImportAds(ofAds)
  const readReport = createReadReport({ reports: store.reports, inventory: store.inventory, clock })
  const feeds = createFeeds({
    store,
    directory: deps.directory,
    importAds,
    openFeed: createOpenFeed({ allowPrivate: deps.config.webhookPrivate }),
    clock: realClock,
    log: deps.log,
    askPauseMs: deps.config.rateLimit ? ASK_PAUSE_MS : 0,
  })
  const settleEarnings = createSettleEarnings({ store, clock, ids, currency, minWithdrawalMicros })
  const letterhead = createKeepLetterhead({ settings: store.settings, clock, ids })
  const stateAccounts = createStateAccounts({ store, clock, ids, letterhead, currency })
  const sending = {
    webhooks: store.webhooks,
    send: createSendWebhook({ allowPrivate: deps.config.webhookPrivate }),
    secretOf: createSecretOf(deps.pepper),
    clock: realClock,
  }
  const deliverWebhooks = createDeliverWebhooks(sending)
  const webhooks = createManageWebhooks({
    ...sending,
    inventory: store.inventory,
    allowPrivate: deps.config.webhookPrivate,
    wake: deliverWebhooks.wake,
    serviceClock: clock,
    ids,
  })
  const trafficRules = createManageTrafficRules({ settings: store.settings, rules: deps.trafficRules, clock, ids })
  const foldHours = createDailySweep({
    clock,
    keptDays: HOURS_KEPT_DAYS,
    some: (beforeDay) => store.reports.foldSome(beforeDay),
  })
  const forgetPeople = createDailySweep({
    clock,
    keptDays: PEOPLE_KEPT_DAYS,
    some: (beforeDay) => store.ledger.forgetPeople(beforeDay * DAY_MS),
  })
  const jobs: Job[] = [
    { name: 'refresh traffic rules', everyMs: 1_000, run: trafficRules.refresh },
    { name: 'release earnings', everyMs: 60_000, run: onceForAll(store, settleEarnings.releaseAll) },
    { name: 'deliver webhooks', everyMs: 1_000, run: onceForAll(store, deliverWebhooks.run) },
    // As many at once; most of the time of each is waiting.
    ...Array.from({ length: FEEDS_AT_ONCE }, (_, i) => ({
      name: `fetch feeds, ${i + 1}`,
      everyMs: 200, // what is due is looked for more rarely
      run: onceForAll(store, feeds.run),
    })),
    { name: 'state accounts', everyMs: 15_000, run: onceForAll(store, stateAccounts.runMonthly) },
    { name: 'fold hours', everyMs: 2_000, run: onceForAll(store, foldHours) },
    { name: 'forget people', everyMs: 2_000, run: onceForAll(store, forgetPeople) },
    {
      name: 'forget changes',
      everyMs: 3_600_000,
      run: onceForAll(store, createForgetChanges({ changes: store.changes, clock })),
    },
  ]
  return {
    jobs,
    repeatable: createRepeatable({ rememberAnswer }),
    repeatableEvents: createRepeatable({ rememberAnswer: rememberIn(createBriefIdempotency()) }),
    rememberAnswer,
    publishers: { ...common('publisher'), create: createCreatePublisher(deps), change: createChangePublisher(deps) },
    keys: {
      ...createAdministerKeys({ ...deps, keys }),
      list,
      find,
      readOwn: createReadOwnKey(deps),
      tellUses: deps.keyUses.tell,
    },
    advertisers: {
      ...common('advertiser'),
      create: createAdvertiser,
      change: createChangeAdvertiser(ofAds),
    },
    campaigns: {
      ...common('campaign'),
      create: createCreateCampaign(ofCampaigns),
      change: createChangeCampaign(ofCampaigns),
    },
    ads: { ...common('ad'), create: createCreateAd(ofAds), change: createChangeAd(ofAds) },
    importAds: createLimitPerKey('imports')(importAds),
    feeds,
    media: {
      findAccount,
      openAccount: createOpenAccount({ findAccount, createAdvertiser }),
      createMediaBuy: createCreateMediaBuy(ofMedia),
      changeMediaBuy: createChangeMediaBuy(ofMedia),
      listMediaBuys: inMediaLine(createListMediaBuys(deps)),
      findMediaBuys: inMediaLine(createFindMediaBuys(deps)),
      syncCreatives: createSyncCreatives(ofMedia),
      listCreatives: inMediaLine(createListCreatives(ofMedia)),
      readMediaDelivery: inMediaLine(createReadMediaDelivery({ readReport })),
      ownOrigins: deps.ownOrigins,
    },
    topUpFunds: createTopUpFunds(deps),
    readFunds: createReadFunds(deps),
    readReport,
    readEmptySlots: createReadEmptySlots({ reports: store.reports, inventory: store.inventory, clock }),
    readReach: createReadReach({ reports: store.reports, inventory: store.inventory, clock }),
    listChanges: createListChanges({ store }),
    listFeedback: createListFeedback({ reports: store.reports, inventory: store.inventory }),
    readLedger: createReadLedger({ ledger: store.ledger, inventory: store.inventory }),
    exportLedger: createExportLedger({ store, currency }),
    reverseEvents: createReverseEvents({ ledger: store.ledger, clock, ids }),
    reversals: createListReversals({ store }),
    adjustBalance: createAdjustBalance({ ledger: store.ledger, clock, ids }),
    settleEarnings,
    stateAccounts,
    letterhead,
    webhooks,
    trafficRules,
    backUpStore: createBackUpStore({ store }),
    verifyBooks: createVerifyBooks({ ledger: store.ledger }),
  }
}
