// Everything a store thread can be asked to do, by name, over one connection.
import type { DatabaseSync } from 'node:sqlite'
import type { EventOutcome } from '../../domain/ledger-event.ts'
import type { LinkPayload } from '../../domain/link.ts'
import type { TopUp } from '../contract.ts'
import { writeBackup } from './backup.ts'
import { createBooks } from './books.ts'
import { createCharging } from './charging.ts'
import { createExposures } from './exposures.ts'
import { createIdempotency } from './idempotency.ts'
import { createImpressions } from './impressions.ts'
import { createInventory } from './inventory.ts'
import { createLedger } from './ledger.ts'
import { type PackedEvent, unpackEvent } from './protocol.ts'
import { createReports } from './reports.ts'
import { createRollups } from './rollups.ts'
import { createSettings } from './settings.ts'
import { createUpsertAds } from './upsert-ads.ts'
import { verifyBooks } from './verify.ts'

export interface Workings {
  readonly operations: Operations
  /** Forgets what a call that was rolled back left in memory. */
  afterRollback(): void
  readonly freeOpenClaims: () => void
  readonly takeTouched: ReturnType<typeof createCharging>['takeTouched']
}

export function createWorkings(db: DatabaseSync): Workings {
  const inventory = createInventory(db)
  const books = createBooks(db)
  const rollups = createRollups(db)
  const charging = createCharging(db, books)
  const impressions = createImpressions(db)
  const ledger = createLedger({ db, impressions, charging, rollups, findLandingUrl: inventory.findLandingUrl })
  const idempotency = createIdempotency(db)
  return {
    operations: createOperations({ db, inventory, books, rollups, charging, impressions, ledger, idempotency }),
    afterRollback() {
      inventory.forgetCounters()
      charging.forgetTerms()
      rollups.discard()
      idempotency.forgetCount()
    },
    freeOpenClaims: idempotency.freeOpenClaims,
    takeTouched: charging.takeTouched,
  }
}

interface Parts {
  readonly db: DatabaseSync
  readonly inventory: ReturnType<typeof createInventory>
  readonly books: ReturnType<typeof createBooks>
  readonly rollups: ReturnType<typeof createRollups>
  readonly charging: ReturnType<typeof createCharging>
  readonly impressions: ReturnType<typeof createImpressions>
  readonly ledger: ReturnType<typeof createLedger>
  readonly idempotency: ReturnType<typeof createIdempotency>
}

type Progress = (share: number) => void

function createOperations({ db, inventory, books, rollups, charging, impressions, ledger, idempotency }: Parts) {
  const settings = createSettings(db)
  const exposures = createExposures(db)
  const reports = createReports(db)
  const upsertAds = createUpsertAds(inventory)
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
    'inventory.upsertAds': upsertAds,
    'inventory.find': inventory.find,
    'inventory.findAdByExternalId': inventory.findAdByExternalId,
    'inventory.list': inventory.list,
    'inventory.changesSince': inventory.changesSince,
    'ledger.append': (events: readonly PackedEvent[]): EventOutcome[] => ledger.append(events.map(unpackEvent)),
    'ledger.findLink': (impressionId: string): LinkPayload | undefined => impressions.find(impressionId)?.link,
    'ledger.findLandingUrl': inventory.findLandingUrl,
    'ledger.topUp': (topUp: TopUp) => {
      const result = books.topUp(topUp)
      charging.noteTopUp(topUp.advertiserId)
      return result
    },
    'ledger.balances': books.balances,
    'ledger.entries': books.entries,
    'ledger.spend': charging.spend,
    'ledger.verify': (onProgress: Progress) => verifyBooks(db, onProgress),
    'reports.read': reports.read,
    'reports.addCounts': rollups.addCounts,
    'settings.read': settings.read,
    'settings.write': settings.write,
    'exposures.add': exposures.add,
    'exposures.since': exposures.since,
    'exposures.forgetSome': exposures.forgetSome,
    'idempotency.begin': idempotency.begin,
    'idempotency.finish': idempotency.finish,
    'idempotency.abandon': idempotency.abandon,
    backup: (path: string, onProgress: Progress) => writeBackup(db, path, onProgress),
  }
}

export type Operations = ReturnType<typeof createOperations>
export type OperationName = keyof Operations

export const WRITES: ReadonlySet<string> = new Set<OperationName>([
  'inventory.insert',
  'inventory.update',
  'inventory.upsertAds',
  'ledger.append',
  'ledger.topUp',
  'reports.addCounts',
  'settings.write',
  'exposures.add',
  'exposures.forgetSome',
  'idempotency.begin',
  'idempotency.finish',
  'idempotency.abandon',
])

export const INVENTORY_WRITES: ReadonlySet<string> = new Set<OperationName>([
  'inventory.insert',
  'inventory.update',
  'inventory.upsertAds',
])

/** Operations that tell how far they are; the function that does so is their last argument. */
export const LONG: ReadonlySet<string> = new Set<OperationName>(['ledger.verify', 'backup'])
