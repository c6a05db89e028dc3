import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '../../base/clock.ts'
import type { Delivery, Webhook } from '../../domain/webhook.ts'
import { createDeliverWebhooks } from './deliver-webhooks.ts'

const webhook: Webhook = {
  ...{ id: 'wh_1', owner: '', url: 'https://shop.example', kinds: ['click'], status: 'active' },
  ...{ createdAtMs: 0, dropped: 0 },
}
const message: Delivery = { number: 1, webhookId: 'wh_1', url: webhook.url, body: '{}', attempts: 0 }

/** One message that is due and is not heard. It notes whom the store was to pass over. @param onSent called while it is sent */
function oneMessage(onSent: () => void = () => {}) {
  const asleep: (readonly string[])[] = []
  const listed = [webhook]
  let due = [message]
  const clock = createManualClock(Date.UTC(2026, 11, 24))
  const { run, wake } = createDeliverWebhooks({
    webhooks: {
      list: async () => listed,
      async due(_nowMs, _limit, except = []) {
        asleep.push(except)
        const now = due
        due = []
        return now
      },
      settle: async () => {},
    },
    async send() {
      onSent()
      return { heard: false, reason: 'timeout', detail: 'No answer came within 5 s' }
    },
    secretOf: (webhookId) => `secret of ${webhookId}`,
    clock,
  })
  const move = (url: string) => void (listed[0] = { ...webhook, url })
  return { run, wake, asleep, clock, move, remove: () => listed.pop() }
}

test('a receiver that did not hear rests, but not until a clock that was set back is as far again', async () => {
  const { run, asleep, clock } = oneMessage()
  await run()
  await run()
  assert.deepEqual(asleep.at(-1), ['wh_1'])
  clock.set(Date.UTC(2026, 10, 24))
  await run()
  assert.deepEqual(asleep.at(-1), [])
})

test('a receiver that is woken rests no more', async () => {
  const { run, wake, asleep } = oneMessage()
  await run()
  wake('wh_1')
  await run()
  assert.deepEqual(asleep.at(-1), [])
})

test('a receiver that is removed while it does not hear is not remembered', async () => {
  const { run, asleep, remove } = oneMessage(() => remove())
  await run()
  await run()
  assert.deepEqual(asleep.at(-1), [])
})

test('a receiver that moved while its old address did not hear does not rest', async () => {
  const { run, asleep, move } = oneMessage(() => move('https://moved.example'))
  await run()
  await run()
  assert.deepEqual(asleep.at(-1), [])
})
