// Statements of publishers and invoices of advertisers: made monthly or on demand, open until they are confirmed.
import { type Clock, HOUR_MS } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import type { Caller } from '../../domain/api-key.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Entities } from '../../domain/entities.ts'
import { dateOf } from '../../domain/day.ts'
import { minorUnitOf } from '../../domain/money.ts'
import type { Page } from '../../domain/page.ts'
import { type Letterhead, paperFor } from '../../domain/paper.ts'
import {
  debtOf,
  type InvoicePayment,
  type LedgerDocument,
  PENDING_MS,
  type StatementKind,
} from '../../domain/settlement.ts'
import type { Store } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope, mayReach, notFound } from '../authorise.ts'
import { everyEntity } from '../inventory/manage-entities.ts'
import type { KeepLetterhead } from './keep-letterhead.ts'
import { type DocumentQuery, listDocuments } from './list-documents.ts'

/** A statement or an invoice; of invoices with what is unpaid now, which is not on the paper. */
export interface Statement extends LedgerDocument<StatementKind> {
  readonly payment?: InvoicePayment & { readonly isOverdue: boolean }
}
type Owner = Entities['publisher'] | Entities['advertiser']

export interface StateAccounts {
  /** @throws ServiceError scope_insufficient, not_found, conflict where nothing was booked since the last one */
  open(caller: Caller, kind: StatementKind, owner: string): Promise<Statement>
  /** @throws ServiceError scope_insufficient, not_found, conflict where it is confirmed */
  confirm(caller: Caller, kind: StatementKind, id: string, note: string): Promise<Statement>
  find(caller: Caller, kind: StatementKind, id: string): Promise<Statement>
  list(caller: Caller, kind: StatementKind, query: DocumentQuery): Promise<Page<Statement>>
  /** What people call those whom it names, by id. */
  namesOn(statement: Statement): Promise<ReadonlyMap<string, string>>
  /** Opens what is due for the month that ended, and confirms what nobody has objected to while its earnings waited. */
  runMonthly(): Promise<void>
}

/** Months begin at midnight UTC; the books of the last one are closed a little later, once its last events are in. */
const GRACE_MS = 10 * 60_000
const PAGE = 200

export function createStateAccounts(deps: {
  readonly store: Pick<Store, 'inventory' | 'settlement' | 'settings'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
  readonly letterhead: Pick<KeepLetterhead, 'current'>
  readonly currency: string
}): StateAccounts {
  const { store, clock, ids, letterhead, currency } = deps
  const unitMicros = minorUnitOf(currency)
  const { settlement } = store
  let confirmedMs = Number.NEGATIVE_INFINITY

  return {
    async open(caller, kind, owner) {
      demandScope(caller, 'admin')
      const ownerKind = OWNERS[kind]
      const found = await store.inventory.find(ownerKind, owner)
      if (!found) throw notFound(ownerKind, owner, `${ownerKind}Id`)
      const by = authorOf(deps, caller)
      const paper = paperFor(found, await letterhead.current(), by.atMs)
      const opened = { kind, id: ids.next(PREFIX[kind]), owner, atMs: by.atMs, paper }
      return withPayment(await settlement.openStatement(opened, by))
    },
    async confirm(caller, kind, id, note) {
      demandScope(caller, 'admin')
      const by = authorOf(deps, caller)
      return withPayment(await settlement.takeStep({ kind, id, status: 'confirmed', note, atMs: by.atMs }, by))
    },
    async find(caller, kind, id) {
      demandScope(caller, 'reports:read')
      const found = await settlement.findDocument(kind, id)
      if (!found || !mayReach(caller, found.owner)) throw notFound(kind, id)
      return withPayment(found)
    },
    async list(caller, kind, { publisherId, advertiserId, unpaid, ...page }) {
      demandScope(caller, 'reports:read')
      const [own, asked] =
        kind === 'statement' ? [caller.publisherId, publisherId] : [caller.advertiserId, advertiserId]
      const ownerKind = OWNERS[kind]
      const isThere = asked === undefined || (mayReach(caller, asked) && (await store.inventory.find(ownerKind, asked)))
      if (!isThere) throw notFound(ownerKind, asked, `${ownerKind}Id`)
      const wanted = { ...page, ...(kind === 'invoice' && unpaid && { unpaidFromMicros: unitMicros }) }
      const found = await listDocuments(settlement, kind, { caller, own, asked }, wanted)
      return { ...found, data: await withPayments(found.data) }
    },
    async namesOn({ kind, owner, body }) {
      const names = new Map<string, string>()
      const note = async (ownerKind: 'publisher' | 'advertiser' | 'campaign', id: string) => {
        const found = await store.inventory.find(ownerKind, id)
        if (found) names.set(id, found.name)
      }
      await note(OWNERS[kind], owner)
      if (kind !== 'invoice') return names
      const campaigns = new Set(body.lines.map(({ key }) => key)) // a statement has at most a thousand lines
      await Promise.all([...campaigns].map((id) => note('campaign', id)))
      return names
    },
    async runMonthly() {
      const nowMs = clock.nowMs()
      const month = new Date(nowMs - GRACE_MS).toISOString().slice(0, 7)
      const done = await store.settings.read(DONE)
      if (done === undefined || done < month) {
        for (const kind of ['statement', 'invoice'] as const) await openAll(kind, Date.parse(`${month}-01T00:00:00Z`))
        await store.settings.write(DONE, month)
      }
      // What waited for a month may wait for another hour: to look takes a walk through all papers that there ever were.
      if (Math.abs(nowMs - confirmedMs) < HOUR_MS) return
      await confirmOld(nowMs)
      confirmedMs = nowMs
    },
  }

  async function withPayment(statement: LedgerDocument<StatementKind>): Promise<Statement> {
    return (await withPayments([statement]))[0]!
  }

  /** All of one kind. */
  async function withPayments(statements: readonly LedgerDocument<StatementKind>[]): Promise<Statement[]> {
    const invoices = statements.filter(({ kind }) => kind === 'invoice')
    if (invoices.length === 0) return [...statements]
    const debts = invoices.map(({ owner, body }) => debtOf(owner, body))
    // Where all pay in advance nobody owes anything, and nobody is asked.
    const isOwed = debts.some(({ debtMicros }) => debtMicros >= unitMicros)
    const payments = isOwed ? await settlement.invoicePayments(debts, unitMicros) : undefined
    const today = dateOf(clock.nowMs())
    return invoices.map((invoice, i) => {
      const payment = payments?.[i] ?? { unpaidMicros: 0 }
      const { dueDate } = invoice.body.paper ?? {}
      const isOverdue = payment.unpaidMicros > 0 && dueDate !== undefined && dueDate < today
      return { ...invoice, payment: { ...payment, isOverdue } }
    })
  }

  async function openAll(kind: StatementKind, untilMs: number): Promise<void> {
    const head = await letterhead.current()
    for await (const owner of everyEntity(store.inventory, OWNERS[kind])) await openOne(kind, owner, head, untilMs)
  }

  async function openOne(kind: StatementKind, owner: Owner, head: Letterhead, untilMs: number): Promise<void> {
    const atMs = clock.nowMs()
    const paper = paperFor(owner, head, atMs)
    try {
      await settlement.openStatement({ kind, id: ids.next(PREFIX[kind]), owner: owner.id, atMs, untilMs, paper })
    } catch (error) {
      // Nothing was booked for most owners in most months.
      if (!(error instanceof ServiceError && error.code === 'conflict')) throw error
    }
  }

  async function confirmOld(nowMs: number): Promise<void> {
    for (const kind of ['statement', 'invoice'] as const) {
      // Asked first, since who has none needs no thread that looks through them.
      const [newest] = await settlement.listDocuments({ kind, limit: 1 })
      while (newest !== undefined) {
        const due = await settlement.dueStatements(kind, nowMs - PENDING_MS, PAGE)
        for (const id of due) {
          await settlement.takeStep({ kind, id, status: 'confirmed', note: 'automatic', atMs: nowMs })
        }
        if (due.length < PAGE) break
      }
    }
  }
}

const DONE = 'statements.month'
const OWNERS = { statement: 'publisher', invoice: 'advertiser' } as const
const PREFIX = { statement: 'st', invoice: 'inv' } as const
