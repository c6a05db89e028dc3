// Webhooks: who is told of which events, and the job that tells them, again and again until they have heard.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import type { Caller } from '../../domain/api-key.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { NOTICE_KINDS } from '../../domain/webhook.ts'
import type { Delivery, Outcome, Webhook, WebhookChange, WebhookKind } from '../../domain/webhook.ts'
import type { InventoryStore, WebhookStore } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope, notFound, ownerIdOf } from '../authorise.ts'
import { createLimitPerKey } from '../in-line.ts'
import { checkWebhookUrl, type SendWebhook } from './send-webhook.ts'

export interface NewWebhook {
  readonly url: string
  readonly kinds: readonly WebhookKind[]
  /** Operators may make one for an advertiser or publisher. */
  readonly owner?: string
}

/** A webhook as whoever looks at it sees it. */
export type SeenWebhook = Webhook & {
  /** Messages that are not taken yet. */
  readonly waiting: number
}

/** What became of a message that tells of nothing, sent to see whether the receiver takes any. */
export type Ping = Outcome & { readonly id: string; readonly durationMs: number }

export interface ManageWebhooks {
  /** The secret is the receiver's, to check signatures with. @throws ServiceError scope_insufficient, not_found, validation_error */
  create(
    caller: Caller,
    webhook: NewWebhook,
    names?: Pick<IdSource, 'next'>,
  ): Promise<SeenWebhook & { readonly secret: string }>
  list(caller: Caller): Promise<readonly SeenWebhook[]>
  /**
   * What waits goes to the new address. The secret stays.
   * @param change.owner only to be refused where it differs: it would be trusted to have moved
   * @throws ServiceError scope_insufficient, not_found, validation_error
   */
  change(caller: Caller, id: string, change: WebhookChange & { readonly owner?: string }): Promise<SeenWebhook>
  /** @throws ServiceError scope_insufficient, not_found */
  read(caller: Caller, id: string): Promise<SeenWebhook>
  /** What still waits for it is dropped. @throws ServiceError scope_insufficient, not_found */
  remove(caller: Caller, id: string): Promise<void>
  /**
   * Sends one message now and once, past all that waits, and says what came back.
   * @throws ServiceError scope_insufficient, not_found, rate_limited
   */
  ping(caller: Caller, id: string, names?: Pick<IdSource, 'next'>): Promise<Ping>
  /** Sends what is due, and what comes meanwhile; run now and then. What `stop` breaks off stays due. */
  deliver(stop?: AbortSignal): Promise<void>
}

/** Messages that are read at a time, and of these as many go to one webhook at once. */
const BATCH = 512
const AT_ONCE = 32
/** Webhooks that are told at the same time. */
const WEBHOOKS_AT_ONCE = 64
/** While some take their time, it is looked this often whether others have something to hear. */
const LOOK_AGAIN_MS = 500
const ATTEMPTS_MAX = 12
/** 10 s, 30 s, 90 s … at most 6 hours apart: a receiver that is down for a day misses nothing. */
const waitMs = (attempts: number) => Math.min(10_000 * 3 ** attempts, 6 * 3_600_000)
/** A receiver that took nothing is left alone for 1 s, 2 s … 5 min, so that nobody else waits for its time-outs. */
const restMs = (failures: number) => Math.min(1_000 * 2 ** failures, 5 * 60_000)

export function createManageWebhooks(deps: {
  readonly webhooks: WebhookStore
  readonly inventory: Pick<InventoryStore, 'find'>
  readonly send: SendWebhook
  readonly allowPrivate: boolean
  /** Secrets are derived from it, so that none stands in the store. */
  readonly pepper: string
  /** Real time: retries do not run faster where the service's clock does. */
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  /** By which the history of changes goes, as all that it tells of. */
  readonly serviceClock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
}): ManageWebhooks {
  const { webhooks, send, clock } = deps
  const by = (caller: Caller) => authorOf({ clock: deps.serviceClock, ids: deps.ids }, caller)
  const resting = new Map<string, { fromMs: number; untilMs: number; failures: number }>() // by webhook, at most WEBHOOKS_MAX
  return {
    async create(caller, { url, kinds, owner }, names = deps.ids) {
      const own = listenerOf(caller)
      if (owner !== undefined && !(own === '' ? await isThere(owner) : owner === own)) {
        throw notFound('advertiser or publisher', owner, 'owner')
      }
      const chosen = await checkKinds(kinds, own === '' ? owner : own)
      const id = names.next('wh')
      const made = (await webhooks.list()).find((known) => known.id === id)
      const fresh = (): Webhook => ({
        id,
        owner: own === '' ? (owner ?? '') : own,
        url: checkWebhookUrl(url, deps),
        kinds: chosen,
        status: 'active',
        createdAtMs: clock.nowMs(),
        dropped: 0,
      })
      const webhook = made ?? (await webhooks.add(fresh(), by(caller)))
      return { ...(await seen([webhook]))[0]!, secret: secretOf(webhook.id) }
    },
    async list(caller) {
      const own = listenerOf(caller)
      return seen((await webhooks.list()).filter(({ owner }) => own === '' || owner === own))
    },
    read: async (caller, id) => (await seen([await read(caller, id)]))[0]!,
    async change(caller, id, { owner, url, kinds, status }) {
      const before = await read(caller, id)
      if (owner !== undefined && owner !== before.owner)
        throw invalid('owner', 'cannot be changed; make another webhook', 'const')
      const change = {
        ...(url !== undefined && { url: checkWebhookUrl(url, deps) }),
        ...(kinds !== undefined && { kinds: await checkKinds(kinds, before.owner) }),
        ...(status !== undefined && { status }),
      }
      const changed = await webhooks.change(id, change, by(caller))
      if (!changed) throw notFound('webhook', id)
      // Another receiver may hear, or this one by now. Where another process sends, it rests there as long as it would have, minutes at most.
      if (changed.url !== before.url || changed.status !== before.status) resting.delete(id)
      return (await seen([changed]))[0]!
    },
    async remove(caller, id) {
      await read(caller, id)
      await webhooks.remove(id, by(caller))
      resting.delete(id)
    },
    // Each may wait for its receiver as long as a message does.
    ping: createLimitPerKey('pings of webhooks')(ping),
    async deliver(stop) {
      // Each on its own: nobody waits for another one's receiver, nor behind another one's backlog.
      const underWay = new Map<string, Promise<void>>()
      const failed: unknown[] = []
      const begin = (id: string, messages: readonly Delivery[]): void => {
        const delivery = deliverTo(id, messages, stop)
          .catch((error) => void failed.push(error))
          .finally(() => underWay.delete(id))
        underWay.set(id, delivery)
      }
      try {
        while (!stop?.aborted && failed.length === 0) {
          const free = WEBHOOKS_AT_ONCE - underWay.size
          const due = free > 0 ? await findDue([...underWay.keys()]) : []
          const byWebhook = [...Map.groupBy(due, ({ webhookId }) => webhookId)].slice(0, free)
          for (const [id, messages] of byWebhook) begin(id, messages.slice(0, AT_ONCE))
          if (underWay.size === 0) break
          if (byWebhook.length > 0) continue
          await Promise.race([...underWay.values(), sleep(LOOK_AGAIN_MS, undefined, { ref: false })])
        }
      } finally {
        await Promise.all(underWay.values())
      }
      if (failed.length > 0) throw failed[0]
    },
  }

  async function seen(found: readonly Webhook[]): Promise<SeenWebhook[]> {
    const waiting = await webhooks.waiting(found.map(({ id }) => id))
    return found.map((webhook, i) => ({ ...webhook, waiting: waiting[i]! }))
  }

  /** A publisher would wait in vain for what is between operators and advertisers. */
  async function checkKinds(kinds: readonly WebhookKind[], owner = ''): Promise<readonly WebhookKind[]> {
    if (kinds.length === 0) throw invalid('events', 'must name at least one kind', 'minItems')
    const notice = kinds.find((kind) => (NOTICE_KINDS as readonly string[]).includes(kind))
    if (notice !== undefined && owner !== '' && (await deps.inventory.find('publisher', owner)))
      throw invalid('events', `names ${notice}, of which publishers do not hear`, 'enum')
    return [...new Set(kinds)]
  }

  async function read(caller: Caller, id: string): Promise<Webhook> {
    const own = listenerOf(caller)
    const found = (await webhooks.list()).find((webhook) => webhook.id === id)
    if (!found || (own !== '' && found.owner !== own)) throw notFound('webhook', id)
    return found
  }

  async function ping(caller: Caller, webhookId: string, names = deps.ids): Promise<Ping> {
    const { url } = await read(caller, webhookId)
    const id = names.next('ping')
    const [nowMs, startedMs] = [clock.nowMs(), clock.monotonicMs()]
    const body = JSON.stringify({ id, type: 'ping', createdAt: new Date(nowMs).toISOString(), data: { webhookId } })
    const outcome = await send({ url, secret: secretOf(webhookId), body, nowMs })
    return { ...outcome, id, durationMs: Math.round(clock.monotonicMs() - startedMs) }
  }

  /** A webhook of nobody would wait for ever for what never comes. */
  async function isThere(owner: string): Promise<boolean> {
    const { inventory } = deps
    return ((await inventory.find('advertiser', owner)) ?? (await inventory.find('publisher', owner))) !== undefined
  }

  /** What may be sent now, but for those that rest and those of `besides`. */
  function findDue(besides: readonly string[]): Promise<Delivery[]> {
    const nowMs = clock.nowMs()
    // Where the clock was set back, a rest that began before would otherwise last until it is as far again.
    const asleep = [...resting]
      .filter(([, { fromMs, untilMs }]) => fromMs <= nowMs && nowMs < untilMs)
      .map(([id]) => id)
    return webhooks.due(nowMs, BATCH, [...asleep, ...besides])
  }

  async function deliverTo(webhookId: string, messages: readonly Delivery[], stop?: AbortSignal): Promise<void> {
    const heard = await Promise.all(messages.map((message) => deliverOne(message, stop)))
    if (heard.includes(true)) {
      resting.delete(webhookId)
      return
    }
    // One that was removed meanwhile would be remembered for ever.
    if (!(await webhooks.list()).some(({ id }) => id === webhookId)) return
    const failures = resting.get(webhookId)?.failures ?? 0
    const fromMs = clock.nowMs()
    resting.set(webhookId, { fromMs, untilMs: fromMs + restMs(failures), failures: failures + 1 })
  }

  async function deliverOne(
    { number, webhookId, url, body, attempts }: Delivery,
    stop?: AbortSignal,
  ): Promise<boolean> {
    const nowMs = clock.nowMs()
    const outcome = await send({ url, secret: secretOf(webhookId), body, nowMs }, stop)
    if (!outcome.heard && stop?.aborted) return false
    if (outcome.heard) {
      await webhooks.settle(number, 'delivered')
      return true
    }
    const { heard: _heard, ...why } = outcome
    const end = attempts + 1 >= ATTEMPTS_MAX ? 'dropped' : { dueMs: nowMs + waitMs(attempts) }
    await webhooks.settle(number, end, url, { ...why, atMs: nowMs })
    return false
  }

  function secretOf(id: string): string {
    return `whsec_${createHmac('sha256', deps.pepper).update(`webhook ${id}`).digest('base64url')}`
  }
}

/** Whose events the caller hears: those of its owner; empty for operators, who hear of everything. */
function listenerOf(caller: Caller): string {
  demandScope(caller, 'reports:read')
  if (caller.mode === 'browser') throw new ServiceError('scope_insufficient', 'A browser key cannot have webhooks')
  return ownerIdOf(caller) ?? ''
}
