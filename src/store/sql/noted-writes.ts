// Writes to the books and of webhooks that somebody asked for, each with its entry in the history of changes.
import type { Author, FieldChange } from '../../domain/change.ts'
import { changedFields } from '../../domain/changed-fields.ts'
import { ServiceError } from '../../domain/errors.ts'
import { formatMicros, type Micros } from '../../domain/money.ts'
import type { PaperSays } from '../../domain/paper.ts'
import {
  type DocumentKind,
  type LedgerDocument,
  type NewWithdrawal,
  type StatementBody,
  type StatementKind,
  statusOf,
} from '../../domain/settlement.ts'
import type { Webhook, WebhookChange } from '../../domain/webhook.ts'
import type { Adjustment, NextStep, Reversal, TopUp } from '../contract.ts'
import type { Books } from './books.ts'
import type { Changes } from './changes.ts'
import type { Charging } from './charging.ts'
import type { Documents } from './documents.ts'
import type { Payouts } from './payouts.ts'
import type { Reversals } from './reversals.ts'
import { keptText } from './texts.ts'
import type { Webhooks } from './webhooks.ts'

export interface NotedWritesDeps {
  readonly books: Books
  readonly charging: Charging
  readonly documents: Documents
  readonly payouts: Payouts
  readonly reversals: Reversals
  readonly webhooks: Webhooks
  readonly changes: Changes
}

export function createNotedWrites(deps: NotedWritesDeps) {
  const { books, charging, documents, payouts, reversals, webhooks, changes } = deps
  return {
    topUp(topUp: TopUp, by?: Author) {
      const result = books.topUp({ ...topUp, reference: keptText(topUp.reference) })
      charging.noteTopUp(topUp.advertiserId)
      const told = { action: 'funded', kind: 'advertiser', ...whose(topUp.advertiserId) } as const
      if (!result.repeated) changes.note(by, told, paymentOf(topUp, result.balanceMicros))
      return result
    },
    adjust(adjustment: Adjustment, by?: Author) {
      const { advertiserId, publisherId = '' } = adjustment
      const result = books.adjust({ ...adjustment, reference: keptText(adjustment.reference) })
      if (advertiserId !== undefined) charging.noteAdjustment(advertiserId, adjustment, result)
      const kind = advertiserId === undefined ? 'publisher' : 'advertiser'
      const told = { action: 'adjusted', kind, ...whose(advertiserId ?? publisherId) } as const
      if (!result.repeated) changes.note(by, told, paymentOf(adjustment, result.balanceMicros))
      return result
    },
    reverse(reversal: Reversal, by?: Author) {
      const outcome = reversals.reverse(reversal, by?.keyId)
      const told = { action: 'created', kind: 'reversal', entityId: reversal.id, owner: '' } as const
      // One may take many transactions; what it refunded stands in the books under its id.
      if (!reversal.dryRun) changes.count(by, told, { events: outcome.reversed })
      return outcome
    },
    withdraw(withdrawal: NewWithdrawal, by?: Author) {
      const made = payouts.withdraw(withdrawal)
      noteDocument(by, 'created', made, [fieldOf('amount', formatMicros(made.body.amountMicros))])
      return made
    },
    takeStep<K extends DocumentKind>(step: NextStep<K>, by?: Author): LedgerDocument<K> {
      const before = by && documents.mustFind(step.kind, step.id)
      const note = keptText(step.note)
      const moved = payouts.takeStep({ ...step, note })
      const status = { field: 'status', from: before && statusOf(before), to: step.status }
      noteDocument(by, 'changed', moved, [status, ...(note === '' ? [] : [fieldOf('note', note)])])
      return moved
    },
    addStatement(
      statement: {
        kind: StatementKind
        id: string
        owner: string
        body: StatementBody
        atMs: number
        paper?: PaperSays | undefined
      },
      by?: Author,
    ): LedgerDocument<StatementKind> {
      const { kind, id, owner, body, atMs, paper } = statement
      const [last] = documents.list({ kind, owner, limit: 1 })
      if ((last?.body.throughEntry ?? 0) !== body.fromEntry) {
        throw new ServiceError(
          'conflict',
          `Another ${kind} was made at the same time; look at that one, which holds what this one would`,
        )
      }
      documents.add({ kind, id, owner, body: { ...body, paper: { serial: nextSerial(kind), ...paper } }, atMs })
      const made = documents.mustFind(kind, id)
      noteDocument(by, 'created', made, [fieldOf('closing', formatMicros(body.closingMicros))])
      return made
    },
    addWebhook(webhook: Webhook, by?: Author): Webhook {
      const added = webhooks.add(webhook)
      changes.note(by, toldOf('created', webhook), changedFields('webhook', undefined, webhook))
      return added
    },
    changeWebhook(id: string, change: WebhookChange, by?: Author): Webhook | undefined {
      const before = by && webhooks.list().find((one) => one.id === id)
      const after = webhooks.change(id, change)
      if (before && after) changes.note(by, toldOf('changed', after), changedFields('webhook', before, after))
      return after
    },
    removeWebhook(id: string, by?: Author): boolean {
      const before = by && webhooks.list().find((one) => one.id === id)
      const isRemoved = webhooks.remove(id)
      if (before && isRemoved) changes.note(by, toldOf('removed', before))
      return isRemoved
    },
  }

  /** Of what one thread writes in turn: a paper that is rolled back leaves no gap. */
  function nextSerial(kind: StatementKind): number {
    const [newest] = documents.list({ kind, limit: 1 })
    return (newest?.body.paper?.serial ?? 0) + 1
  }

  function noteDocument(
    by: Author | undefined,
    action: 'created' | 'changed',
    { kind, id: entityId, owner }: LedgerDocument,
    fields: readonly FieldChange[],
  ): void {
    changes.note(by, { action, kind, entityId, owner }, fields)
  }
}

function whose(id: string) {
  return { entityId: id, owner: id }
}

function toldOf<A extends 'created' | 'changed' | 'removed'>(action: A, { id, owner }: Webhook) {
  return { action, kind: 'webhook', entityId: id, owner } as const
}

/** What a payment did to the balance, and where the books have it. Its reference is for operators alone, and stands there. */
function paymentOf({ amountMicros, postingId }: TopUp | Adjustment, balanceMicros: Micros): FieldChange[] {
  const from = formatMicros(balanceMicros - amountMicros)
  const balance = { field: 'balance', from, to: formatMicros(balanceMicros) }
  return [balance, fieldOf('posting', postingId)]
}

function fieldOf(field: string, to: unknown): FieldChange {
  return { field, from: null, to }
}
