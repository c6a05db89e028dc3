// What a store promises of feeds that name all ads of a campaign.
import assert from 'node:assert/strict'
import type { FullFeedStart, Store } from '../../../src/store/contract.ts'
import type { Cases } from '../contract-suite.ts'
import { adContent, adDraft, campaignDraft, NOON_MS, seed } from '../entities.ts'
import { adBySku, upsertOf } from './inventory-cases.ts'
import { withStore } from './with-store.ts'

const LATER_MS = NOON_MS + 1
const FOREVER = Number.MAX_SAFE_INTEGER

/** A campaign with the ads sku-1 to sku-3, and one without an id of its advertiser. */
async function stock(store: Store): Promise<void> {
  await seed(store)
  await store.inventory.upsertAds('cmp_1', [upsertOf(1), upsertOf(2), upsertOf(3)])
}

function archive(store: Store, { revision }: FullFeedStart, feedId: string, externalIds: readonly string[]) {
  const feed = { campaignId: 'cmp_1', feedId, sinceRevision: revision }
  return store.inventory.archiveMissing({ ...feed, externalIds, atMs: LATER_MS })
}

async function archivedAt(store: Store, sku: string): Promise<number | undefined> {
  return (await adBySku(store, 'cmp_1', sku))!.archivedAtMs
}

export const fullFeedCases: Cases = {
  'a whole feed archives what it does not name, and whoever listens hears of it': withStore(async (store) => {
    await stock(store)
    const start = await store.inventory.beginFullFeed('cmp_1', 'feed_1')
    assert.deepEqual(start, { revision: await store.inventory.lastRevision(), adNumber: 4 })
    let heard = 0
    const stop = store.inventory.onChange(() => heard++)
    const outcome = await archive(store, start, 'feed_1', ['sku-1', 'sku-3', 'sku-none'])
    stop()
    assert.deepEqual([outcome, heard], [{ archived: 2, isNewest: true }, 1])
    const ad = (await adBySku(store, 'cmp_1', 'sku-1'))!
    assert.deepEqual([ad.archivedAtMs, ad.updatedAtMs, ad.version], [LATER_MS, LATER_MS, 1])
    assert.equal(await archivedAt(store, 'sku-2'), undefined)
    const changed = await store.inventory.changesSince('ads', start.revision, 10)
    assert.deepEqual(changed.map(({ entity }) => entity.number).sort(), [2, 4])
  }),

  'ads that others made, changed or archived while a whole feed was read stay as they are': withStore(async (store) => {
    await stock(store)
    const start = await store.inventory.beginFullFeed('cmp_1', 'feed_1')
    await store.inventory.upsertAds('cmp_1', [upsertOf(2, { content: adContent({ title: 'Changed' }) }), upsertOf(4)])
    const third = (await adBySku(store, 'cmp_1', 'sku-3'))!
    await store.inventory.update('ad', { ...third, archivedAtMs: NOON_MS }, third.revision)
    const outcome = await archive(store, start, 'feed_1', ['sku-2', 'sku-3', 'sku-4'])
    assert.deepEqual(outcome, { archived: 0, isNewest: true })
    assert.deepEqual(await Promise.all(['sku-2', 'sku-3', 'sku-4'].map((sku) => archivedAt(store, sku))), [
      undefined,
      NOON_MS,
      undefined,
    ])
  }),

  'of two whole feeds of a campaign the one that began last has the say, also after a restart': withStore(
    async (store, subject) => {
      await stock(store)
      await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2' }))
      const older = await store.inventory.beginFullFeed('cmp_1', 'feed_1')
      const newer = await store.inventory.beginFullFeed('cmp_1', 'feed_2')
      await store.inventory.beginFullFeed('cmp_2', 'feed_3')
      const again = await subject.reopen()
      assert.deepEqual(await archive(again, older, 'feed_1', ['sku-1']), { archived: 0, isNewest: false })
      assert.equal(await archivedAt(again, 'sku-1'), undefined)
      assert.deepEqual(await archive(again, newer, 'feed_2', ['sku-1']), { archived: 1, isNewest: true })
    },
  ),

  'live ads of a campaign are found by the ids of their advertiser, and walked through page by page': withStore(
    async (store) => {
      await stock(store)
      await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2' }))
      await store.inventory.insert('ad', adDraft({ id: 'ad_other', campaignId: 'cmp_2', externalId: 'sku-1' }))
      const second = (await adBySku(store, 'cmp_1', 'sku-2'))!
      await store.inventory.update('ad', { ...second, archivedAtMs: NOON_MS }, second.revision)
      const { adNumber } = await store.inventory.beginFullFeed('cmp_1', 'feed_1')
      await store.inventory.upsertAds('cmp_1', [upsertOf(9)])

      const asked = ['sku-3', 'sku-2', 'sku-1', 'sku-none', 'sku "ü"']
      assert.deepEqual((await store.inventory.adNumbers('cmp_1', asked)).sort(), [2, 4])
      assert.deepEqual(await store.inventory.adNumbers('cmp_1', []), [])
      const [first, ...none] = await store.inventory.liveFeedAds('cmp_1', 0, adNumber, 1)
      const { number, revision } = (await adBySku(store, 'cmp_1', 'sku-1'))!
      assert.deepEqual([first, none], [[number, revision, 'sku-1'], []])
      const rest = await store.inventory.liveFeedAds('cmp_1', number, adNumber, 10)
      assert.deepEqual(
        rest.map(([, , sku]) => sku),
        ['sku-3'],
      )
      const all = await store.inventory.liveFeedAds('cmp_1', 0, FOREVER, 10)
      assert.deepEqual(
        all.map(([, , sku]) => sku),
        ['sku-1', 'sku-3', 'sku-9'],
      )
    },
  ),
}
