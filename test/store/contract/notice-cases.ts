// What operators and advertisers hear of ads and money: once, in the transaction that made it so.
import assert from 'node:assert/strict'
import type { WebhookKind } from '../../../src/domain/webhook.ts'
import type { Store } from '../../../src/store/contract.ts'
import type { Cases } from '../contract-suite.ts'
import { adContent, eventOf, linkOf, NOON_MS, seed, UNIT } from '../entities.ts'
import { withStore } from './with-store.ts'

const listen = (store: Store, kind: WebhookKind, owner = '') =>
  store.webhooks.add({
    ...{ id: `wh_${kind}_${owner}`, owner, url: 'https://x.example/', kinds: [kind], status: 'active' },
    ...{ createdAtMs: NOON_MS, dropped: 0 },
  })

/** All that waits, as it is told. */
const told = async (store: Store) =>
  (await store.webhooks.due(NOON_MS * 2, 100)).map(({ body }) => JSON.parse(body) as { id: string; data: any })

const click = (serial: number) => eventOf('click', linkOf(serial))

export const noticeCases: Cases = {
  'a campaign that has spent its budget is told of once, and again where it had more and spent that': withStore(
    async (store) => {
      await seed(store, { campaign: { budget: { totalMicros: UNIT } } })
      for (const owner of ['', 'adv_1', 'adv_2']) await listen(store, 'total_budget_spent', owner)
      await store.ledger.append([click(1)])
      assert.deepEqual(await told(store), [], 'half of it is left')
      await store.ledger.append([click(2), click(3)])
      await store.ledger.append([click(4), click(2)])
      const first = await told(store)
      const data = { campaignId: 'cmp_1', advertiserId: 'adv_1', total: '1.00', spent: '1.00' }
      assert.deepEqual(
        first.map((message) => message.data),
        [data, data],
        'to the operator and its own advertiser',
      )
      const facts = [{ impressionId: click(2).impressionId, kind: 'click' as const, factKey: '' }]
      await store.ledger.reverse({ id: 'rev_1', reason: 'bot', facts, atMs: NOON_MS })
      await store.ledger.append([click(5)])
      const ids = (await told(store)).map(({ id }) => id)
      assert.deepEqual([ids.length, new Set(ids).size], [4, 2])
    },
  ),

  'who pays in advance is told of once when nothing is left, by a charge or by a correction': withStore(
    async (store) => {
      await seed(store, { advertiser: { billing: 'prepaid' } })
      await listen(store, 'no_funds')
      const pay = (postingId: string) =>
        store.ledger.topUp({ postingId, advertiserId: 'adv_1', amountMicros: UNIT / 2, reference: '', atMs: NOON_MS })
      await pay('p1')
      await store.ledger.append([click(1), click(2)])
      await store.ledger.append([click(3)])
      assert.equal((await told(store)).length, 1)
      await pay('p2')
      const correction = { postingId: 'a1', advertiserId: 'adv_1', amountMicros: -UNIT / 2, reference: '' }
      for (let times = 0; times < 2; times++) await store.ledger.adjust({ ...correction, atMs: NOON_MS })
      const messages = await told(store)
      assert.equal(messages.length, 2)
      assert.deepEqual(messages[1]!.data, { advertiserId: 'adv_1', balance: '0.00' })
    },
  ),

  'an ad that waits, is rejected or approved is told of with the reason; those of one import in one message': withStore(
    async (store) => {
      await seed(store)
      await listen(store, 'ad_review')
      const draft = (externalId: string, review: 'pending' | 'approved') => ({
        ...{ id: `ad_${externalId}`, externalId, content: adContent({ title: externalId }), review, atMs: NOON_MS },
      })
      await store.inventory.upsertAds('cmp_1', [draft('a', 'pending'), draft('b', 'approved'), draft('c', 'pending')])
      const held = (await told(store)).map(({ data }) => data.ads.map((ad: { externalId: string }) => ad.externalId))
      assert.deepEqual(held, [['a', 'c']])
      const ad = (await store.inventory.find('ad', 'ad_a'))!
      const rejected = await store.inventory.update(
        'ad',
        { ...ad, review: 'rejected', reviewReason: 'No such shop' },
        ad.revision,
      )
      await assert.rejects(store.inventory.update('ad', { ...ad, review: 'approved' }, ad.revision))
      await store.inventory.update('ad', { ...rejected, status: 'paused' }, rejected.revision)
      const [, verdict, ...more] = await told(store)
      assert.equal(more.length, 0, 'neither what was refused nor a pause')
      assert.deepEqual(verdict!.data, {
        campaignId: 'cmp_1',
        advertiserId: 'adv_1',
        ads: [
          { adId: 'ad_a', externalId: 'a', version: 1, title: 'a', review: 'rejected', reviewReason: 'No such shop' },
        ],
      })
    },
  ),

  'why a receiver did not take a message is kept until it takes one, and what waits is counted': withStore(
    async (store) => {
      await seed(store)
      await listen(store, 'click')
      await store.ledger.append([click(1), click(2)])
      const id = 'wh_click_'
      assert.deepEqual(await store.webhooks.waiting([id, 'wh_none']), [2, 0])
      const [one, other] = await store.webhooks.due(NOON_MS, 10)
      const failure = { reason: 'status_code', detail: 'It answered 500.', statusCode: 500, atMs: NOON_MS } as const
      await store.webhooks.settle(one!.number, { dueMs: NOON_MS }, one!.url, failure)
      assert.deepEqual((await store.webhooks.list())[0]!.lastFailure, failure)
      await store.webhooks.settle(other!.number, 'delivered')
      assert.equal((await store.webhooks.list())[0]!.lastFailure, undefined)
      assert.deepEqual(await store.webhooks.waiting([id]), [1])
    },
  ),
}
