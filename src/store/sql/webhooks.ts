// Webhooks and their outbox: a message is kept in the transaction of the event that it tells of, so neither comes alone.
import { createHash } from 'node:crypto'
import { ServiceError } from '../../domain/errors.ts'
import { reactionOf, reasonsIn, unsignedName } from '../../domain/feedback.ts'
import { type EventKind, type LedgerEvent, nameOfFact } from '../../domain/ledger-event.ts'
import { formatMicros, type Micros } from '../../domain/money.ts'
import {
  type Delivery,
  type NoticeKind,
  OUTBOX_MAX,
  type Webhook,
  type WebhookChange,
  type WebhookFailure,
  type WebhookKind,
  WEBHOOKS_MAX,
  WEBHOOKS_PER_OWNER_MAX,
} from '../../domain/webhook.ts'
import type { Sql } from './database.ts'

export type Webhooks = ReturnType<typeof createWebhooks>

interface Listening extends Webhook {
  readonly number: number
}

/** A webhook for which something is due. */
interface Behind extends Pick<Delivery, 'webhookId' | 'url'> {
  readonly number: number
}

/** Messages of one webhook that are found at a time, so that others have their turn. */
const DUE_EACH = 32

export interface Told {
  /** Its place in the ledger. */
  readonly sequence: number
  /** What came in. */
  readonly event: LedgerEvent
  /** What is told of it: the event itself, or the impression that it implies. */
  readonly kind: EventKind
  readonly factKey: string
  readonly implied: boolean
  readonly chargedMicros: Micros
  readonly attribution?: string
  readonly names: { readonly campaignId: string; readonly advertiserId: string; readonly publisherId: string }
}

/** What became of an ad or of money, told to operators and to the advertiser whose it is. */
export interface Notice {
  readonly kind: NoticeKind
  /** By which a receiver tells messages apart. */
  readonly id: string
  readonly advertiserId: string
  readonly atMs: number
  readonly data: object
}

export function createWebhooks(db: Sql, { outboxMax = OUTBOX_MAX } = {}) {
  const select = db.prepare('SELECT number, id, owner, body FROM webhooks ORDER BY number DESC')
  const insert = db.prepare('INSERT INTO webhooks (id, owner, body) VALUES (?, ?, ?)')
  const remove = db.prepare('DELETE FROM webhooks WHERE id = ? RETURNING number')
  const selectKept = db.prepare('SELECT number, owner, body FROM webhooks WHERE id = ?')
  const selectBody = db.prepare('SELECT body FROM webhooks WHERE number = ?')
  const updateBody = db.prepare('UPDATE webhooks SET body = ? WHERE number = ?')
  const countWaiting = db.prepare('SELECT count(*) AS waiting FROM webhook_outbox WHERE webhook = ?')
  const insertMessage = db.prepare(
    'INSERT INTO webhook_outbox (webhook, id, body, attempts, due_ms) VALUES (?, ?, ?, 0, 0) ON CONFLICT DO NOTHING RETURNING number',
  )
  // Each looked up by itself: what waits for those that do not hear may be millions of messages, which nothing of others may wait behind.
  const selectBehind = db.prepare(`
    SELECT w.number, w.id AS webhookId, json_extract(w.body, '$.url') AS url
    FROM webhooks w CROSS JOIN webhook_outbox o ON o.number =
      (SELECT number FROM webhook_outbox WHERE webhook = w.number AND due_ms <= ? ORDER BY due_ms, number LIMIT 1)
    WHERE coalesce(json_extract(w.body, '$.status'), '') <> 'paused'
    ORDER BY o.due_ms, o.number`)
  const selectDue = db.prepare(`
    SELECT number, body, attempts FROM webhook_outbox WHERE webhook = ? AND due_ms <= ? ORDER BY due_ms, number LIMIT ?`)
  const selectMessage = db.prepare(`
    SELECT o.webhook, w.body
    FROM webhook_outbox o JOIN webhooks w ON w.number = o.webhook WHERE o.number = ?`)
  const selectAd = db.prepare("SELECT id FROM entities WHERE kind = 'ad' AND number = ?")
  const removeMessage = db.prepare('DELETE FROM webhook_outbox WHERE number = ?')
  const putOff = db.prepare('UPDATE webhook_outbox SET attempts = attempts + 1, due_ms = ? WHERE number = ?')
  // Only what was put off: there is little of it, while all that waits may be much.
  const beginAnew = db.prepare('UPDATE webhook_outbox SET attempts = 0, due_ms = 0 WHERE webhook = ? AND due_ms > 0')
  let listening: Listening[] | undefined
  const waiting = new Map<number, number>() // by webhook, at most WEBHOOKS_MAX

  return {
    add(webhook: Webhook): Webhook {
      const { id, owner, ...body } = webhook
      demandRoom(owner)
      insert.run(id, owner, JSON.stringify(body))
      forget()
      return webhook
    },
    list: (): Webhook[] => {
      listening = undefined
      return all().map(({ number: _number, ...webhook }) => webhook)
    },
    waiting: (ids: readonly string[]): number[] =>
      ids.map((id) => {
        const webhook = all().find((known) => known.id === id)
        return webhook ? waitingFor(webhook.number) : 0
      }),
    change(id: string, change: WebhookChange): Webhook | undefined {
      const row = selectKept.get(id) as { number: number; owner: string; body: string } | undefined
      if (!row) return undefined
      const before = read(row.body)
      const isElsewhere = change.url !== undefined && change.url !== before.url
      const after = { ...(isElsewhere ? unfailed(before) : before), ...change }
      updateBody.run(JSON.stringify(after), row.number)
      const isResumed = before.status === 'paused' && after.status !== 'paused'
      if (isResumed || isElsewhere) beginAnew.run(row.number)
      listening = undefined
      return { id, owner: row.owner, ...after }
    },
    remove(id: string): boolean {
      const removed = remove.get(id) !== undefined
      forget()
      return removed
    },
    due(nowMs: number, limit: number, except: readonly string[]): Delivery[] {
      const found: Delivery[] = []
      for (const { number, webhookId, url } of selectBehind.all(nowMs) as Behind[]) {
        if (except.includes(webhookId)) continue
        const most = Math.min(DUE_EACH, limit - found.length)
        if (most === 0) break
        const due = selectDue.all(number, nowMs, most) as unknown as Omit<Delivery, 'webhookId' | 'url'>[]
        found.push(...due.map((message) => ({ ...message, webhookId, url })))
      }
      return found
    },
    /** Ends a message, counted as dropped where it was given up, or puts it off until a time. */
    settle(
      number: number,
      end: 'delivered' | 'dropped' | { dueMs: number },
      sentTo?: string,
      lastFailure?: WebhookFailure,
    ): void {
      const row = selectMessage.get(number) as { webhook: number; body: string } | undefined
      if (!row) return
      const webhook = read(row.body)
      if (end !== 'delivered' && sentTo && sentTo !== webhook.url) return
      if (end !== 'delivered' && lastFailure) write(row.webhook, { ...webhook, lastFailure })
      if (end === 'delivered' && webhook.lastFailure) write(row.webhook, unfailed(webhook))
      if (typeof end === 'object') {
        putOff.run(end.dueMs, number)
        return
      }
      removeMessage.run(number)
      if (end === 'dropped') countDropped(row.webhook)
      const known = waiting.get(row.webhook)
      if (known !== undefined) waiting.set(row.webhook, known - 1)
    },
    /** True where somebody listens at all, so that nothing is put together for nobody. */
    isHeard: (kind: string): boolean => all().some(({ kinds }) => kinds.includes(kind as WebhookKind)),
    tell(told: Told): void {
      const { kind, event, names } = told
      const { publisherId, advertiserId } = names
      // An ad is named where a receiver may have to do something about it.
      const ad = kind === 'feedback' ? (selectAd.get(event.link.adNumber) as { id: string } | undefined) : undefined
      for (const { number, owner, kinds } of all()) {
        const who =
          owner === '' ? 'operator' : owner === publisherId ? 'publisher' : owner === advertiserId && 'advertiser'
        if (who && kinds.includes(kind as WebhookKind)) offer(number, messageOf(told, who, ad?.id))
      }
    },
    notify({ kind, id, advertiserId, atMs, data }: Notice): void {
      const body = JSON.stringify({ id, type: kind, createdAt: new Date(atMs).toISOString(), data })
      for (const { number, owner, kinds } of all()) {
        if ((owner === '' || owner === advertiserId) && kinds.includes(kind)) offer(number, { id, body })
      }
    },
    forget,
  }

  function demandRoom(owner: string): void {
    const own = all().filter((known) => known.owner === owner).length
    const full =
      own >= WEBHOOKS_PER_OWNER_MAX
        ? `${WEBHOOKS_PER_OWNER_MAX} webhooks of this owner`
        : all().length >= WEBHOOKS_MAX && `${WEBHOOKS_MAX} webhooks in this installation`
    if (!full) return
    const message = `There are ${full} already; remove one first (DELETE /api/v1/webhooks/{id}), since one may hear of all kinds of events`
    throw new ServiceError('conflict', message)
  }

  function offer(webhook: number, { id, body }: { id: string; body: string }): void {
    const count = waitingFor(webhook)
    if (count >= outboxMax) countDropped(webhook)
    else if (insertMessage.get(webhook, `${webhook}:${id}`, body)) waiting.set(webhook, count + 1)
  }

  function waitingFor(webhook: number): number {
    const count = waiting.get(webhook) ?? (countWaiting.get(webhook) as { waiting: number }).waiting
    waiting.set(webhook, count)
    return count
  }

  function countDropped(number: number): void {
    const { body } = selectBody.get(number) as { body: string }
    const webhook = read(body)
    write(number, { ...webhook, dropped: webhook.dropped + 1 })
  }

  function write(number: number, body: Body): void {
    updateBody.run(JSON.stringify(body), number)
  }

  function all(): Listening[] {
    listening ??= (select.all() as unknown as { number: number; id: string; owner: string; body: string }[]).map(
      ({ number, id, owner, body }) => ({ number, id, owner, ...read(body) }),
    )
    return listening
  }

  function forget(): void {
    listening = undefined
    waiting.clear()
  }
}

type Body = Omit<Webhook, 'id' | 'owner'>

/** Those of older releases have no status. */
function read(body: string): Body {
  return { status: 'active', ...(JSON.parse(body) as Omit<Body, 'status'>) }
}

function unfailed({ lastFailure: _lastFailure, ...webhook }: Body): Body {
  return webhook
}

/**
 * What a sale was worth, and its number, are the advertiser's affair: a publisher hears that there was one. Who said something of an ad is not:
 * an advertiser hears that somebody did.
 */
function messageOf(told: Told, who: 'operator' | 'publisher' | 'advertiser', adId: string | undefined) {
  const { sequence, event, kind, factKey, implied, chargedMicros, attribution, names } = told
  const { impressionId, receivedAtMs, conversion, detail } = event
  const { type: conversionType, valueMicros } = conversion ?? {}
  const isPublishers = who === 'publisher'
  const isHidden = isPublishers && kind === 'conversion'
  const isUnsigned = who === 'advertiser' && kind === 'feedback'
  const name = isHidden ? createHash('sha256').update(factKey).digest('hex').slice(0, 16) : factKey
  const id = isUnsigned ? unsignedName(sequence) : nameOfFact(impressionId, kind, name)
  const sale = { transactionId: factKey, ...(valueMicros !== undefined && { value: formatMicros(valueMicros) }) }
  const data = {
    ...(!isUnsigned && { impressionId }),
    ...(adId !== undefined && { adId }),
    ...names,
    charged: formatMicros(chargedMicros),
    ...(implied && { implied }),
    ...(kind === 'feedback' && { reaction: reactionOf(kind, factKey), reasons: reasonsIn(detail) }),
    ...(kind === 'conversion' && { ...(!isPublishers && sale), conversionType, attribution }),
  }
  return { id, body: JSON.stringify({ id, type: kind, createdAt: new Date(receivedAtMs).toISOString(), data }) }
}
