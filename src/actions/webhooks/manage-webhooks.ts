// Webhooks: who is told of which events, and where. They are told by deliver-webhooks.ts.
import type { Clock } from '../../base/clock.ts'
import type { IdSource } from '../../base/ids.ts'
import type { Caller } from '../../domain/api-key.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { NOTICE_KINDS, type Outcome, type Webhook, type WebhookChange, type WebhookKind } from '../../domain/webhook.ts'
import type { InventoryStore, WebhookStore } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope, notFound, ownerIdOf } from '../authorise.ts'
import { createLimitPerKey } from '../in-line.ts'
import type { DeliverWebhooks } from './deliver-webhooks.ts'
import { checkWebhookUrl, type SendWebhook } from './send-webhook.ts'
import type { SecretOf } from './webhook-secret.ts'

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
}

export function createManageWebhooks(deps: {
  readonly webhooks: WebhookStore
  readonly inventory: Pick<InventoryStore, 'find'>
  readonly send: SendWebhook
  readonly allowPrivate: boolean
  readonly secretOf: SecretOf
  readonly wake: DeliverWebhooks['wake']
  /** Real time, by which messages wait. */
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  /** By which the history of changes goes, as all that it tells of. */
  readonly serviceClock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<IdSource, 'next'>
}): ManageWebhooks {
  const { webhooks, send, secretOf, wake, clock } = deps
  const by = (caller: Caller) => authorOf({ clock: deps.serviceClock, ids: deps.ids }, caller)
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
      // Another receiver may hear, or this one by now.
      if (changed.url !== before.url || changed.status !== before.status) wake(id)
      return (await seen([changed]))[0]!
    },
    async remove(caller, id) {
      await read(caller, id)
      await webhooks.remove(id, by(caller))
      wake(id)
    },
    // Each may wait for its receiver as long as a message does.
    ping: createLimitPerKey('pings of webhooks')(ping),
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
}

/** Whose events the caller hears: those of its owner; empty for operators, who hear of everything. */
function listenerOf(caller: Caller): string {
  demandScope(caller, 'reports:read')
  if (caller.mode === 'browser') throw new ServiceError('scope_insufficient', 'A browser key cannot have webhooks')
  return ownerIdOf(caller) ?? ''
}
