// Tells webhooks what waits for them, again and again until they have heard.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import type { Delivery } from '../../domain/webhook.ts'
import type { WebhookStore } from '../../store/contract.ts'
import type { SendWebhook } from './send-webhook.ts'
import type { SecretOf } from './webhook-secret.ts'

export interface DeliverWebhooks {
  /** Sends what is due, and what comes meanwhile; called now and then. What `stop` breaks off stays due. */
  run(stop?: AbortSignal): Promise<void>
  /** Ends the rest of a webhook whose receiver may hear by now. Where another process sends, it rests there as long as it would have, minutes at most. */
  wake(webhookId: string): void
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

export function createDeliverWebhooks(deps: {
  readonly webhooks: Pick<WebhookStore, 'due' | 'list' | 'settle'>
  readonly send: SendWebhook
  readonly secretOf: SecretOf
  /** Real time: retries do not run faster where the service's clock does. */
  readonly clock: Pick<Clock, 'nowMs'>
}): DeliverWebhooks {
  const { webhooks, send, secretOf, clock } = deps
  const resting = new Map<string, { fromMs: number; untilMs: number; failures: number }>() // by webhook, at most WEBHOOKS_MAX

  return {
    async run(stop) {
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
    wake: (webhookId) => void resting.delete(webhookId),
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
    // One that was removed meanwhile would be remembered for ever, and one that moved is another receiver.
    const { url: sentTo } = messages[0]!
    if (!(await webhooks.list()).some(({ id, url }) => id === webhookId && url === sentTo)) return
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
}
