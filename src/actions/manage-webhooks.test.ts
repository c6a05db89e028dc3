import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realClock } from '../base/clock.ts'
import { SCOPES, type Caller } from '../domain/api-key.ts'
import type { Delivery, Webhook } from '../domain/webhook.ts'
import type { WebhookStore } from '../store/contract.ts'
import { createManageWebhooks } from './manage-webhooks.ts'

const operator: Caller = { keyId: 'key_operator', mode: 'live', scopes: new Set(SCOPES), rateLimit: 1, origins: [] }

test('a receiver that is removed while it does not hear is not remembered', async () => {
  const asleep: (readonly string[])[] = []
  let listed: Webhook[] = []
  let due: Delivery[] = [{ number: 1, webhookId: 'wh_1', url: 'https://shop.example', body: '{}', attempts: 0 }]
  const webhooks: WebhookStore = {
    add: async (webhook) => ((listed = [webhook]), webhook),
    list: async () => listed,
    remove: async () => ((listed = []), true),
    async due(_nowMs, _limit, except = []) {
      asleep.push(except)
      const now = due
      due = []
      return now
    },
    settle: async () => {},
  }
  const manage = createManageWebhooks({
    webhooks,
    inventory: { find: async () => undefined },
    async send() {
      await manage.remove(operator, 'wh_1')
      return false
    },
    allowPrivate: true,
    pepper: 'pepper',
    clock: realClock,
    ids: { next: (prefix) => `${prefix}_1` },
  })
  await manage.create(operator, { url: 'https://shop.example', kinds: ['click'] })
  await manage.deliver()
  await manage.deliver()
  assert.deepEqual(asleep.at(-1), [])
})
