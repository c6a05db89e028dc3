// The store as the service sees it: the contract's calls, sent to the threads that hold the database.
import type { Clock } from '../../base/clock.ts'
import type { NodeAddress } from '../../base/node-address.ts'
import type { Author } from '../../domain/change.ts'
import type { EmptySlotsRow } from '../../domain/empty-slots.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { DocumentKind, LedgerDocument } from '../../domain/settlement.ts'
import type {
  DocumentListQuery,
  Entities,
  EntityKind,
  InventoryChange,
  ListQuery,
  NextStep,
  Store,
} from '../contract.ts'
import type { PlaceTaken, SharedLane } from '../nodes/shared-lane.ts'
import { stoppedError } from './faults.ts'
import { type Given, GoneError, type Lane, type Outcome } from './calls.ts'
import { openLane } from './lane.ts'
import { WRITES } from './operation-kinds.ts'
import type { OperationName } from './operations.ts'
import { createPassingLane } from './passing-lane.ts'
import { type DatabaseSettings, type FromThread, packEvent } from './protocol.ts'
import { type EntityText, entityOfText, rowsOfTexts } from './texts.ts'

export interface ClientOptions {
  readonly database: DatabaseSettings
  readonly clock: Clock
  /** Called once when the store stops writing, or is gone altogether, while it was not closed. */
  readonly onStop: (reason: string) => void
  /** Called with why once the database cannot be reached, and with nothing once it can again. */
  readonly onTrouble: (reason?: string) => void
  /** Real milliseconds after the last report until its thread ends. */
  readonly reportsIdleMs: number
  /** Where this is one of several processes. */
  readonly together?: Together | undefined
}

/** What a process among several says of itself and hears. */
export interface Together {
  readonly address: NodeAddress
  readonly onPlace: (place: PlaceTaken) => void
}

/** Clicks in flight are some hundreds; ten thousand unanswered calls mean that the disk hangs. */
const CALLS_MAX = 10_000
const READS_MAX = 256
/** How many rows one transaction forgets, so that clicks do not wait behind it. */
const FORGET_ROWS = 5_000

type Result<N extends OperationName> = Promise<Outcome<N>>

export async function openSqlStore({
  database,
  clock,
  onStop,
  onTrouble,
  reportsIdleMs,
  together,
}: ClientOptions): Promise<Store> {
  let stopped: string | undefined
  let closing = false
  let isInTrouble = false
  // Reports may scan much; on a thread of their own no click waits for them.
  const reports = createPassingLane({ open: openReader, idleMs: reportsIdleMs })
  let long: Promise<Lane> | undefined // a backup or a verification
  const inventoryListeners = new Set<() => void>()
  const spendListeners = new Set<(spend: NonNullable<FromThread['spend']>) => void>()
  const writer = await openWriter()

  return {
    inventory: {
      insert: async (kind, draft, by) => entity(await call('inventory.insert', kind, draft, by)),
      update: async (kind, changed, ifRevision, by) =>
        entity(await call('inventory.update', kind, changed, ifRevision, by)),
      async rollKey(successor, old, ifRevision, by) {
        const { key, previous } = await call('inventory.rollKey', successor, old, ifRevision, by)
        return { key: entity<'key'>(key), previous: entity<'key'>(previous) }
      },
      find: async (kind, id) => entityOrNone(await call('inventory.find', kind, id)),
      async list<K extends EntityKind>(kind: K, query: ListQuery) {
        const { data, ...page } = await call('inventory.list', kind, query)
        return { data: data.map((text) => entity<K>(text)), ...page }
      },
      // As text: to copy hundreds of objects from thread to thread takes several times as long as to write and read them.
      upsertAds: (campaignId, drafts, by) => call('inventory.upsertAds', campaignId, JSON.stringify(drafts), by),
      beginFullFeed: (campaignId, feedId) => call('inventory.beginFullFeed', campaignId, feedId),
      adNumbers: (campaignId, externalIds) => call('inventory.adNumbers', campaignId, JSON.stringify(externalIds)),
      liveFeedAds: (campaignId, after, until, limit) =>
        reports.call('inventory.liveFeedAds', campaignId, after, until, limit),
      archiveMissing: (missing, by) => call('inventory.archiveMissing', missing, by),
      changesSince: async (which, after, limit) =>
        (await call('inventory.changesSince', which, after, limit)).map(
          (text) => ({ kind: text[0], entity: entityOfText(text) }) as InventoryChange,
        ),
      lastRevision: () => call('inventory.lastRevision'),
      onChange: (listener) => listen(inventoryListeners, listener),
    },
    ledger: {
      append: (events) => call('ledger.append', events.map(packEvent)),
      findLink: (impressionId) => call('ledger.findLink', impressionId),
      findLandingUrl: (adNumber, adVersion) => call('ledger.findLandingUrl', adNumber, adVersion),
      topUp: (topUp, by) => call('ledger.topUp', topUp, by),
      adjust: (adjustment, by) => call('ledger.adjust', adjustment, by),
      reverse: (reversal, by) => call('ledger.reverse', reversal, by),
      findFacts: (filter, after, limit) => reports.call('ledger.findFacts', filter, after, limit),
      balances: () => reports.call('ledger.balances'),
      balance: (account) => call('ledger.balance', account),
      entries: (query) => reports.call('ledger.entries', query),
      spend: () => call('ledger.spend', clock.nowMs()),
      onSpend: (listener) => listen(spendListeners, listener),
      verify: (onProgress, head) => callLong('ledger.verify', [head], onProgress),
      head: () => call('ledger.head'),
      forgetPeople: (beforeMs) => call('ledger.forgetPeople', beforeMs),
      exportLines: (after) => reports.call('ledger.exportLines', after),
    },
    settlement: {
      release: (publisherId, beforeMs, atMs) => call('settlement.release', publisherId, beforeMs, atMs),
      balance: (publisherId) => call('settlement.balance', publisherId),
      async openStatement({ kind, id, owner, atMs, untilMs = atMs + 1, paper }, by) {
        // Summing up may take long and is done beside the writer; what was posted before does not change meanwhile.
        const body = await reports.call('settlement.sumUp', kind, owner, untilMs)
        if (!body)
          throw new ServiceError(
            'conflict',
            `Nothing was booked since the last ${kind}; make the next one once something is`,
          )
        return call('settlement.addStatement', { kind, id, owner, body, atMs, paper }, by)
      },
      withdraw: (withdrawal, by) => call('settlement.withdraw', withdrawal, by),
      takeStep: async <K extends DocumentKind>(step: NextStep<K>, by?: Author) =>
        (await call('settlement.takeStep', step, by)) as LedgerDocument<K>,
      findDocument: async <K extends DocumentKind>(kind: K, id: string) =>
        (await call('settlement.find', kind, id)) as LedgerDocument<K> | undefined,
      async listDocuments<K extends DocumentKind>(query: DocumentListQuery<K>) {
        // Which ones are of a status, or unpaid, takes a walk through all there ever were, and is done beside the writer.
        const ask = query.status === undefined && query.unpaidFromMicros === undefined ? call : reports.call
        return (await ask('settlement.list', query)) as LedgerDocument<K>[]
      },
      invoicePayments: (debts, unitMicros) => call('settlement.invoicePayments', debts, unitMicros),
      reversalSums: (documents) => reports.call('settlement.reversalSums', documents),
      dueStatements: (kind, toMs, limit) => reports.call('settlement.due', kind, toMs, limit),
    },
    reports: {
      read: async (query) => rowsOfTexts(await reports.call('reports.read', query)),
      emptySlots: async (query) => rowsOfTexts<EmptySlotsRow>(await reports.call('reports.emptySlots', query)),
      reach: (query) => reports.call('reports.reach', query),
      feedback: (query) => reports.call('reports.feedback', query),
      addCounts: (counts) => call('reports.addCounts', counts),
      foldSome: (beforeDay) => call('reports.foldSome', beforeDay),
    },
    settings: {
      read: (name) => call('settings.read', name),
      write: (name, value, told) => call('settings.write', name, value, told),
      swap: (name, before, value, told) => call('settings.swap', name, before, value, told),
    },
    exposures: {
      add: (exposures) => call('exposures.add', JSON.stringify(exposures)),
      since: (sinceMs, after, limit) => call('exposures.since', sinceMs, after, limit),
      marks: () => call('exposures.marks'),
      seenSince: (event, limit) => call('exposures.seenSince', event, limit),
      dismissedBefore: (event, limit) => call('exposures.dismissedBefore', event, limit),
      forget: (beforeMs) => forgetAll('exposures.forgetSome', beforeMs),
    },
    webhooks: {
      add: (webhook, by) => call('webhooks.add', webhook, by),
      list: () => call('webhooks.list'),
      waiting: (ids) => call('webhooks.waiting', ids),
      change: (id, change, by) => call('webhooks.change', id, change, by),
      remove: (id, by) => call('webhooks.remove', id, by),
      due: (nowMs, limit, except = []) => call('webhooks.due', nowMs, limit, except),
      settle: (number, end, sentTo, failure) => call('webhooks.settle', number, end, sentTo, failure),
    },
    keyUses: {
      note: (uses) => call('keyUses.note', uses),
      read: (keys) => call('keyUses.read', keys),
    },
    media: {
      findBuy: (id) => call('media.findBuy', id),
      listBuys: (query) => call('media.listBuys', query),
      findCreatives: (advertiserId, ids) => call('media.findCreatives', advertiserId, ids),
      listCreatives: (query) => call('media.listCreatives', query),
      countCreatives: (advertiserId) => call('media.countCreatives', advertiserId),
      commit: (order) => call('media.commit', JSON.stringify(order)),
    },
    changes: {
      list: (query) => reports.call('changes.list', query),
      forget: (beforeMs) => forgetAll('changes.forgetSome', beforeMs),
    },
    idempotency: {
      begin: (key, requestHash, atMs) => call('idempotency.begin', key, requestHash, atMs),
      finish: (key, answer) => call('idempotency.finish', key, answer),
      abandon: (key) => call('idempotency.abandon', key),
      release: (key) => call('idempotency.release', key),
    },
    backup: (path, onProgress) => callLong('backup', [path], onProgress),
    isWriter: () => writer.isWriter(),
    wasShared: () => writer.wasShared(),
    admit: () => writer.admit(),
    waiting: () => writer.waiting(),
    async close() {
      closing = true
      // The writer goes last, since it moves the log into the file once nobody reads from it any more.
      await long?.then((open) => open.close()).catch(() => {})
      await reports.close()
      await writer.close()
    },
  }

  async function openWriter(): Promise<SharedLane> {
    const watched = { callsMax: CALLS_MAX, onMessage: hear, onDeath: stop }
    if (together === undefined || database.kind === 'sqlite') {
      const lane = await openLane({ settings: { role: 'write', database }, ...watched })
      return { ...lane, isWriter: () => true, wasShared: () => false, admit: async () => {} }
    }
    // Only who may be one of several reads the code for it.
    const { openSharedLane } = await import('../nodes/shared-lane.ts')
    return openSharedLane({ url: database.url, ...together, ...watched })
  }

  function call<N extends OperationName>(operation: N, ...args: Given<N>): Result<N> {
    if (stopped !== undefined && WRITES.has(operation)) return Promise.reject(stoppedError(stopped))
    return writer.call(operation, args)
  }

  async function forgetAll(
    operation: 'exposures.forgetSome' | 'changes.forgetSome',
    beforeMs: number,
  ): Promise<number> {
    let forgotten = 0
    for (;;) {
      const some = await call(operation, beforeMs, FORGET_ROWS)
      forgotten += some
      if (some < FORGET_ROWS) return forgotten
    }
  }

  /** What takes as long as the books are gets a thread that lives as long as it does. */
  async function callLong<N extends OperationName>(
    operation: N,
    args: Given<N>,
    onProgress: (share: number) => void = () => {},
  ): Result<N> {
    if (long)
      throw new ServiceError('conflict', 'A backup or a verification is already running; try again once it is done')
    const lane = (long = openReader())
    try {
      return await (await lane).call(operation, args, onProgress)
    } finally {
      await lane.then((open) => open.close()).catch(() => {})
      long = undefined
    }
  }

  async function openReader(onDeath?: () => void): Promise<Lane> {
    if (closing) throw new GoneError('it was closed')
    try {
      return await openLane({ settings: { role: 'read', database }, callsMax: READS_MAX, onDeath })
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause
      throw new ServiceError('unavailable', 'The books cannot be read now; the log says why', { cause })
    }
  }

  function hear(message: FromThread): void {
    if (message.stopped !== undefined) stop(message.stopped)
    if (message.lost !== undefined && !isInTrouble) tellTrouble(message.lost)
    else if (message.lost === undefined && isInTrouble) tellTrouble()
    if (message.inventoryChanged || message.revived) for (const listener of inventoryListeners) listener()
    if (message.spend) tellSpend(message.spend)
    if (message.revived) call('ledger.spend', clock.nowMs()).then(tellSpend, () => {})
  }

  function tellTrouble(reason?: string): void {
    isInTrouble = reason !== undefined
    onTrouble(reason)
  }

  function tellSpend(spend: NonNullable<FromThread['spend']>): void {
    for (const listener of spendListeners) listener(spend)
  }

  function stop(reason: string): void {
    if (stopped !== undefined) return
    stopped = reason
    onStop(reason)
  }
}

function listen<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function entity<K extends EntityKind>(text: EntityText): Entities[K] {
  return entityOfText(text) as Entities[K]
}

function entityOrNone<K extends EntityKind>(text: EntityText | undefined): Entities[K] | undefined {
  return text && entity<K>(text)
}
