// What waits for a webhook is bounded, and room that became free is used again.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Webhook } from '../../src/domain/webhook.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { createWebhooks } from '../../src/store/sql/webhooks.ts'
import { openWatchedDatabase } from '../support/watched-database.ts'
import { eventOf, linkOf, NOON_MS } from './entities.ts'

function hookOf(id: string): Webhook {
  const of = { owner: '', url: 'https://x.example', createdAtMs: NOON_MS, dropped: 0 }
  return { id, kinds: ['click'], status: 'active', ...of }
}

test('a full outbox drops what comes, and takes more once something was delivered or given up', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const webhooks = createWebhooks(db, { outboxMax: 2 })
  webhooks.add(hookOf('wh_1'))
  const names = { campaignId: 'cmp_1', advertiserId: 'adv_1', publisherId: 'pub_1' }
  let serial = 0
  const click = { kind: 'click', factKey: '', implied: false, chargedMicros: 0, names } as const
  const tell = () => webhooks.tell({ sequence: ++serial, event: eventOf('click', linkOf(serial)), ...click })
  const waiting = () => webhooks.due(NOON_MS, 10, [])
  const stands = () => [waiting().length, webhooks.list()[0]!.dropped]
  const fill = () => {
    for (let i = 0; i < 3; i++) tell()
    return stands()
  }
  assert.deepEqual(fill(), [2, 1])
  for (const { number } of waiting()) webhooks.settle(number, 'delivered')
  assert.deepEqual(fill(), [2, 2])
  for (const { number } of waiting()) webhooks.settle(number, 'dropped')
  assert.deepEqual(fill(), [2, 5])
})

test('what is due of one webhook is found without passing over what waits for others, who have their turn', () => {
  const { db, asked, planOf } = openWatchedDatabase()
  const webhooks = createWebhooks(db)
  for (const id of ['wh_1', 'wh_2']) webhooks.add(hookOf(id))
  const names = { campaignId: 'cmp_1', advertiserId: 'adv_1', publisherId: 'pub_1' }
  const click = { kind: 'click', factKey: '', implied: false, chargedMicros: 0, names } as const
  for (let i = 1; i <= 50; i++) webhooks.tell({ sequence: i, event: eventOf('click', linkOf(i)), ...click })
  const dueOf = (except: string[]) => webhooks.due(NOON_MS, 50, except).map(({ webhookId }) => webhookId)
  assert.deepEqual(dueOf([]), [...Array<string>(32).fill('wh_2'), ...Array<string>(18).fill('wh_1')])
  asked.length = 0
  assert.deepEqual(dueOf(['wh_2']), Array<string>(32).fill('wh_1'))
  assert.deepEqual(dueOf(['wh_2', 'wh_1']), [])
  for (const sql of asked) {
    const ofMessages = planOf(sql).filter((step) => /^(SCAN|SEARCH) (o|webhook_outbox)\b/.test(step))
    for (const step of ofMessages) assert.match(step, /\((webhook=\? AND due_ms<\?|rowid=\?)\)$/)
  }
})

test('a webhook of an older release, which has no status, hears on', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const body = { url: 'https://x.example', kinds: ['click'], createdAtMs: NOON_MS, dropped: 0 }
  db.prepare("INSERT INTO webhooks (id, owner, body) VALUES ('wh_1', '', ?)").run(JSON.stringify(body))
  const webhooks = createWebhooks(db)
  assert.deepEqual(webhooks.list(), [{ id: 'wh_1', owner: '', status: 'active', ...body }])
  const names = { campaignId: 'cmp_1', advertiserId: 'adv_1', publisherId: 'pub_1' }
  const click = { kind: 'click', factKey: '', implied: false, chargedMicros: 0, names } as const
  webhooks.tell({ sequence: 1, event: eventOf('click', linkOf(1)), ...click })
  assert.equal(webhooks.due(NOON_MS, 10, []).length, 1)
})
