// Everything a store thread can be asked to do, by name, over one connection.
import type { EventOutcome } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import type { Author, ToldChange, ToldSetting } from '../../domain/change.ts'
import type { EmptySlotsQuery } from '../../domain/empty-slots.ts'
import type { ReportQuery } from '../../domain/report.ts'
import type { StatementBody, StatementKind } from '../../domain/settlement.ts'
import type { AdUpsert, Exposure, MediaOrder } from '../contract.ts'
import { type Books, createBooks } from './books.ts'
import { createChain, NOTHING, walkChain } from './chain.ts'
import { type Changes, createChanges } from './changes.ts'
import { type Charging, createCharging } from './charging.ts'
import type { Sql, Upkeep } from './database.ts'
import { createDocuments, type Documents } from './documents.ts'
import { createExposures } from './exposures.ts'
import { createFeedbackList, type FeedbackList } from './feedback.ts'
import { createForgetPeople } from './forget-people.ts'
import { createFullFeed } from './full-feed.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import { createImpressions, type Impressions } from './impressions.ts'
import { createInventory, type Inventory } from './inventory.ts'
import { createStoredKeyUses } from './key-uses.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createMedia } from './media.ts'
import { createNotices, type Notices } from './notices.ts'
import { createNotedWrites } from './noted-writes.ts'
import { createPayouts, type Payouts } from './payouts.ts'
import { type PackedEvent, unpackEvent } from './protocol.ts'
import { createReadEmptySlots } from './read-empty-slots.ts'
import { createReadReach } from './read-reach.ts'
import { createReports } from './reports.ts'
import { createFindFacts, createReversals, createReversalSums, type Reversals } from './reversals.ts'
import { createRollups, type Rollups } from './rollups.ts'
import { createSettings } from './settings.ts'
import { createFindPeriod, createSumUp } from './statements.ts'
import { createInvoicePayments } from './invoice-payments.ts'
import { rowsAsTexts } from './texts.ts'
import { createUpsertAds } from './upsert-ads.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'
import { verifyBooks } from './verify.ts'
import { headText } from './verify-chain.ts'

export interface Workings {
  readonly operations: Operations
  /** Forgets what a call that was rolled back left in memory. */
  afterRollback(): void
  /** Adds the link of the chain for what the open transaction wrote, as its last word. */
  readonly seal: () => void
  readonly takeTouched: Charging['takeTouched']
  readonly forgetTouched: () => void
}

/** @param limits smaller ones than usual, for tests that reach them */
export function createWorkings(
  db: Sql,
  upkeep: Upkeep,
  limits: {
    readonly outboxMax?: number
    readonly keysMax?: number
    readonly answerBytesMax?: number
    readonly eachMax?: number
  } = {},
): Workings {
  const webhooks = createWebhooks(db, limits)
  const notices = createNotices(webhooks)
  const changes = createChanges(db, limits)
  const inventory = createInventory(db, notices, changes)
  const books = createBooks(db)
  const rollups = createRollups(db)
  const charging = createCharging(db, books, notices)
  const impressions = createImpressions(db)
  const feedback = createFeedbackList(db)
  const ledger = createLedger({
    db,
    impressions,
    charging,
    rollups,
    feedback,
    webhooks,
    findLandingUrl: inventory.findLandingUrl,
  })
  const idempotency = createIdempotency(db, limits)
  const documents = createDocuments(db)
  const payouts = createPayouts(db, books, documents)
  const reversals = createReversals({ db, impressions, books, charging, documents, payouts, rollups, feedback })
  const chain = createChain(db)
  const parts = {
    db,
    upkeep,
    inventory,
    books,
    rollups,
    charging,
    impressions,
    ledger,
    idempotency,
    documents,
    payouts,
    reversals,
    feedback,
    webhooks,
    notices,
    changes,
  }
  return {
    operations: createOperations(parts),
    seal: chain.seal,
    afterRollback() {
      chain.forgetHead()
      webhooks.forget()
      notices.forget()
      payouts.forgetReleases()
      inventory.forgetCounters()
      charging.forgetTerms()
      charging.forgetSpend()
      books.forget()
      impressions.forget()
      ledger.forget()
      rollups.discard()
    },
    takeTouched: charging.takeTouched,
    forgetTouched: charging.forgetTouched,
  }
}

interface Parts {
  readonly db: Sql
  readonly upkeep: Upkeep
  readonly inventory: Inventory
  readonly books: Books
  readonly rollups: Rollups
  readonly charging: Charging
  readonly impressions: Impressions
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly documents: Documents
  readonly payouts: Payouts
  readonly reversals: Reversals
  readonly feedback: FeedbackList
  readonly webhooks: Webhooks
  readonly notices: Notices
  readonly changes: Changes
}

export type Progress = (share: number) => void

function createOperations(parts: Parts) {
  const { db, upkeep, inventory, books, rollups, charging, impressions, ledger, idempotency, documents } = parts
  const { payouts, changes } = parts
  const noted = createNotedWrites(parts)
  const settings = createSettings(db)
  const exposures = createExposures(db)
  const reports = createReports(db)
  const emptySlots = createReadEmptySlots(db)
  const upsertAds = createUpsertAds(inventory, parts.notices, changes)
  const fullFeed = createFullFeed(db, inventory, settings, changes)
  const keyUses = createStoredKeyUses(db)
  const media = createMedia(db, { inventory, upsertAds })
  /** Terms of a charge are kept in memory; whoever changes what they are made of makes them be read again. */
  const changing = <A extends unknown[], R>(change: (...args: A) => R) => {
    return (...args: A): R => {
      charging.forgetTerms()
      return change(...args)
    }
  }
  return {
    'inventory.insert': changing(inventory.insert),
    'inventory.update': changing(inventory.update),
    'inventory.rollKey': inventory.rollKey,
    'inventory.upsertAds': (campaignId: string, drafts: string, by?: Author) =>
      upsertAds(campaignId, JSON.parse(drafts) as AdUpsert[], by),
    'inventory.beginFullFeed': fullFeed.begin,
    'inventory.archiveMissing': fullFeed.archiveMissing,
    'inventory.adNumbers': fullFeed.adNumbers,
    'inventory.liveFeedAds': fullFeed.liveAds,
    'inventory.find': inventory.find,
    'inventory.list': inventory.list,
    'inventory.changesSince': inventory.changesSince,
    'inventory.lastRevision': inventory.lastRevision,
    'ledger.append': (events: readonly PackedEvent[]): EventOutcome[] => ledger.append(events.map(unpackEvent)),
    'ledger.findLink': (impressionId: string): LinkPayload | undefined => impressions.find(impressionId)?.link,
    'ledger.findLandingUrl': inventory.findLandingUrl,
    'ledger.topUp': noted.topUp,
    'ledger.adjust': noted.adjust,
    'ledger.reverse': noted.reverse,
    'ledger.forgetPeople': createForgetPeople(db, settings),
    'ledger.findFacts': createFindFacts(db),
    'ledger.head': () => headText(createChain(db).head()),
    'ledger.exportLines': (after: number) => exportLines(db, after),
    'settlement.release': payouts.release,
    'settlement.balance': payouts.balance,
    'settlement.withdraw': noted.withdraw,
    'settlement.takeStep': noted.takeStep,
    'settlement.sumUp': (kind: StatementKind, owner: string, untilMs: number): StatementBody | undefined => {
      const period = createFindPeriod(db)(kind, owner, untilMs)
      return period && { ...period, ...createSumUp(db)(kind, owner, period) }
    },
    'settlement.addStatement': noted.addStatement,
    'settlement.find': documents.find,
    'settlement.list': documents.list,
    'settlement.due': documents.due,
    'settlement.invoicePayments': createInvoicePayments(db).of,
    'settlement.reversalSums': createReversalSums(db),
    'ledger.balances': books.balances,
    'ledger.balance': books.balanceOf,
    'ledger.entries': books.entries,
    'ledger.spend': charging.spend,
    'ledger.verify': (head: string | undefined, onProgress: Progress) =>
      verifyBooks(db, { onProgress, head, checkFile: upkeep.checkFile }),
    'reports.read': (query: ReportQuery): string[] => rowsAsTexts(reports.read(query)),
    'reports.emptySlots': (query: EmptySlotsQuery): string[] => rowsAsTexts(emptySlots.read(query)),
    'reports.reach': createReadReach(db),
    'reports.feedback': parts.feedback.list,
    'reports.addCounts': rollups.addCounts,
    'reports.foldSome': rollups.foldSome,
    'settings.read': settings.read,
    'settings.write': (name: string, value: string, told?: { by: Author; change: ToldChange }): void => {
      settings.write(name, value)
      if (told) changes.note(told.by, told.change)
    },
    'settings.swap': (name: string, before: string | null, value: string, told?: ToldSetting): boolean => {
      const swapped = settings.swap(name, before, value)
      if (swapped && told) changes.note(told.by, told.change, told.changes)
      return swapped
    },
    'exposures.add': (added: string) => exposures.add(JSON.parse(added) as Exposure[]),
    'exposures.since': exposures.since,
    'exposures.marks': exposures.marks,
    'exposures.seenSince': exposures.seenSince,
    'exposures.dismissedBefore': exposures.dismissedBefore,
    'exposures.forgetSome': exposures.forgetSome,
    'webhooks.add': noted.addWebhook,
    'webhooks.list': parts.webhooks.list,
    'webhooks.waiting': parts.webhooks.waiting,
    'webhooks.change': noted.changeWebhook,
    'webhooks.remove': noted.removeWebhook,
    'webhooks.due': parts.webhooks.due,
    'webhooks.settle': parts.webhooks.settle,
    'media.findBuy': media.findBuy,
    'media.listBuys': media.listBuys,
    'media.findCreatives': media.findCreatives,
    'media.listCreatives': media.listCreatives,
    'media.countCreatives': media.countCreatives,
    'media.commit': changing((order: string): void => media.commit(JSON.parse(order) as MediaOrder)),
    'keyUses.note': keyUses.note,
    'keyUses.read': keyUses.read,
    'changes.list': changes.list,
    'changes.forgetSome': changes.forgetSome,
    'idempotency.begin': idempotency.begin,
    'idempotency.finish': idempotency.finish,
    'idempotency.abandon': idempotency.abandon,
    'idempotency.release': idempotency.release,
    backup: upkeep.backup,
  }
}

export type Operations = ReturnType<typeof createOperations>
export type OperationName = keyof Operations

/** Lines that one call exports, give or take the last link. */
const EXPORT_LINES = 2_000

function exportLines(db: Sql, after: number): { lines: string[]; next?: number } {
  const from = db.prepare('SELECT * FROM chain WHERE number = ?').get(after) as typeof NOTHING | undefined
  const found: string[] = []
  for (const { link, lines } of walkChain(db, { number: after, ...(from ?? NOTHING) })) {
    for (const line of lines) found.push(line)
    found.push(JSON.stringify({ type: 'link', ...link }))
    if (found.length >= EXPORT_LINES) return { lines: found, next: link.number }
  }
  return { lines: found }
}
