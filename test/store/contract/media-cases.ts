// Media buys and creatives: an order is written with the campaigns and ads that it is made of, or not at all.
import assert from 'node:assert/strict'
import type { Author } from '../../../src/domain/change.ts'
import type { MediaBuy } from '../../../src/domain/media-buy.ts'
import type { Cases } from '../contract-suite.ts'
import { adContent, advertiserDraft, campaignDraft, NOON_MS, seed } from '../entities.ts'
import { withCode, withStore } from './with-store.ts'

let acts = 0
const by = (): Author => ({ changeId: `chg_m${++acts}`, keyId: 'key_1', atMs: NOON_MS })

const buyOf = (more: Partial<MediaBuy> = {}): Omit<MediaBuy, 'number'> => ({
  id: 'mb_1',
  advertiserId: 'adv_1',
  revision: 1,
  createdAtMs: NOON_MS,
  updatedAtMs: NOON_MS,
  startAtMs: NOON_MS,
  endAtMs: NOON_MS + 1,
  paused: false,
  packages: [{ campaignId: 'cmp_2', productId: 'run_of_network', paused: false }],
  lastWrite: 'w1',
  ...more,
})
const creativeOf = (id: string, name = id, revision = 1) => ({
  revision,
  advertiserId: 'adv_1',
  id,
  name,
  format: 'action_card' as const,
  content: adContent(),
  tags: [],
  campaignIds: ['cmp_2'],
  createdAtMs: NOON_MS,
  updatedAtMs: NOON_MS,
})
const adsOf = (externalId: string, id = `ad_${externalId}`) => ({
  campaignId: 'cmp_2',
  drafts: [{ id, externalId, content: adContent(), review: 'approved' as const, atMs: NOON_MS }],
  by: by(),
})
const made = (id = 'cmp_2') => [{ campaign: campaignDraft({ id }), by: by() }]

export const mediaCases: Cases = {
  'an order is kept with its campaigns, ads and creatives, over a restart too': withStore(async (store, subject) => {
    await seed(store)
    await store.media.commit({ buy: buyOf(), made: made(), ads: [adsOf('c1')], creatives: [creativeOf('c1')] })
    const again = await subject.reopen()
    assert.deepEqual(await again.media.findBuy('mb_1'), { ...buyOf(), number: 1 })
    assert.deepEqual(await again.media.findCreatives('adv_1', ['c1', 'c2']), [{ ...creativeOf('c1'), number: 1 }])
    assert.equal((await again.inventory.find('campaign', 'cmp_2'))?.advertiserId, 'adv_1')
    const { data } = await again.inventory.list('ad', { campaignId: 'cmp_2', limit: 9 })
    assert.deepEqual(
      data.map(({ id, externalId }) => [id, externalId]),
      [['ad_c1', 'c1']],
    )
    const told = await again.changes.list({ limit: 9 })
    assert.deepEqual(
      told.map(({ action, entityId }) => [action, entityId]),
      [
        ['imported', 'cmp_2'],
        ['created', 'cmp_2'],
      ],
    )
  }),

  'nothing of an order is kept where a part of it fails': withStore(async (store) => {
    await seed(store)
    const campaign = (await store.inventory.find('campaign', 'cmp_1'))!
    const changed = [{ kind: 'campaign' as const, entity: campaign, ifRevision: campaign.revision + 9, by: by() }]
    const order = { buy: buyOf(), made: made(), changed, ads: [adsOf('c1')], creatives: [creativeOf('c1')] }
    await assert.rejects(store.media.commit(order), withCode('conflict'))
    assert.equal(await store.media.findBuy('mb_1'), undefined)
    assert.equal(await store.inventory.find('campaign', 'cmp_2'), undefined)
    assert.equal(await store.media.countCreatives('adv_1'), 0)
    assert.deepEqual(await store.changes.list({ limit: 9 }), [])
    await store.media.commit({ buy: buyOf(), made: made(), ads: [adsOf('c1')] })
  }),

  'of two changes of a buy that read the same one, one is refused': withStore(async (store) => {
    await seed(store)
    await store.media.commit({ buy: buyOf(), made: made() })
    await store.media.commit({ buy: buyOf({ revision: 2, paused: true }) })
    await assert.rejects(store.media.commit({ buy: buyOf({ revision: 2 }) }), withCode('conflict'))
    await assert.rejects(store.media.commit({ buy: buyOf() }), withCode('conflict'))
    const { revision, paused } = (await store.media.findBuy('mb_1'))!
    assert.deepEqual([revision, paused], [2, true])
  }),

  'buys and creatives are listed newest first, of one advertiser or of all, a page at a time': withStore(
    async (store) => {
      await seed(store)
      await store.inventory.insert('advertiser', advertiserDraft({ id: 'adv_2' }))
      for (const id of ['mb_1', 'mb_2', 'mb_3']) {
        const advertiserId = id === 'mb_2' ? 'adv_2' : 'adv_1'
        await store.media.commit({ buy: buyOf({ id, advertiserId, packages: [] }) })
      }
      const buys = async (query: object) =>
        (await store.media.listBuys({ limit: 9, ...query })).map(({ id, number }) => `${id} ${number}`)
      assert.deepEqual(await buys({}), ['mb_3 3', 'mb_2 2', 'mb_1 1'])
      assert.deepEqual(await buys({ advertiserId: 'adv_1' }), ['mb_3 3', 'mb_1 1'])
      assert.deepEqual(await buys({ before: 3, limit: 1 }), ['mb_2 2'])

      await store.media.commit({ creatives: [creativeOf('a'), creativeOf('b'), creativeOf('a', 'again', 2)] })
      await assert.rejects(store.media.commit({ creatives: [creativeOf('a')] }), withCode('conflict'))
      await store.media.commit({ creatives: [{ ...creativeOf('a'), advertiserId: 'adv_2' }] })
      const listed = await store.media.listCreatives({ advertiserId: 'adv_1', limit: 9 })
      assert.deepEqual(
        listed.map(({ id, name }) => `${id} ${name}`),
        ['b b', 'a again'],
      )
      assert.deepEqual([await store.media.countCreatives('adv_1'), await store.media.countCreatives()], [2, 3])
    },
  ),
}
