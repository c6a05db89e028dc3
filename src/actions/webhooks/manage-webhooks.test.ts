import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, realClock } from '../../base/clock.ts'
import { SCOPES, type Caller } from '../../domain/api-key.ts'
import type { Delivery, Outcome, Webhook } from '../../domain/webhook.ts'
import type { WebhookStore } from '../../store/contract.ts'
import { createManageWebhooks } from './manage-webhooks.ts'

const operator: Caller = { keyId: 'key_operator', mode: 'live', scopes: new Set(SCOPES), rateLimit: 1, origins: [] }

const message: Delivery = { number: 1, webhookId: 'wh_1', url: 'https://shop.example', body: '{}', attempts: 0 }

const UNHEARD: Outcome = { heard: false, reason: 'timeout', detail: 'No answer came within 5 s' }

/** A store with one message that is due, which notes whom it was to pass over. */
function oneMessage() {
  const asleep: (readonly string[])[] = []
  let listed: Webhook[] = []
  let due = [message]
  const webhooks: WebhookStore = {
    add: async (webhook) => ((listed = [webhook]), webhook),
    waiting: async (ids: readonly string[]) => ids.map(() => 0),
    list: async () => listed,
    change: async (id, change) => (listed = listed.map((one) => (one.id === id ? { ...one, ...change } : one)))[0],
    remove: async () => ((listed = []), true),
    async due(_nowMs, _limit, except = []) {
      asleep.push(except)
      const now = due
      due = []
      return now
    },
    settle: async () => {},
  }
  return { webhooks, asleep }
}

test('a receiver that did not hear rests, but not until a clock that was set back is as far again', async () => {
  const { webhooks, asleep } = oneMessage()
  const clock = createManualClock(Date.UTC(2026, 11, 24))
  const manage = createManageWebhooks({
    webhooks,
    inventory: { find: async () => undefined },
    send: async () => UNHEARD,
    allowPrivate: true,
    pepper: 'pepper',
    clock,
    serviceClock: clock,
    ids: { next: (prefix) => `${prefix}_1` },
  })
  await manage.create(operator, { url: 'https://shop.example', kinds: ['click'] })
  await manage.deliver()
  await manage.deliver()
  assert.deepEqual(asleep.at(-1), ['wh_1'])
  clock.set(Date.UTC(2026, 10, 24))
  await manage.deliver()
  assert.deepEqual(asleep.at(-1), [])
})

test('a receiver that is removed while it does not hear is not remembered', async () => {
  const { webhooks, asleep } = oneMessage()
  const manage = createManageWebhooks({
    webhooks,
    inventory: { find: async () => undefined },
    async send() {
      await manage.remove(operator, 'wh_1')
      return UNHEARD
    },
    allowPrivate: true,
    pepper: 'pepper',
    clock: realClock,
    serviceClock: realClock,
    ids: { next: (prefix) => `${prefix}_1` },
  })
  await manage.create(operator, { url: 'https://shop.example', kinds: ['click'] })
  await manage.deliver()
  await manage.deliver()
  assert.deepEqual(asleep.at(-1), [])
})
