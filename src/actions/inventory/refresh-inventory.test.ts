import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiserDraft, campaignDraft, publisherDraft } from '../../../test/store/entities.ts'
import type { Ad } from '../../domain/ad.ts'
import { createDirectory } from '../../engine/directory.ts'
import type { InventoryChange, InventoryStore } from '../../store/contract.ts'
import { createRefreshInventory } from './refresh-inventory.ts'

/** A store into which a file is imported without end: for each page of ads that is read, more are written. */
function openGrowingStore() {
  const others: InventoryChange[] = [
    { kind: 'advertiser', entity: { ...advertiserDraft(), number: 1, revision: 1 } },
    { kind: 'campaign', entity: { ...campaignDraft(), number: 1, revision: 2 } },
  ]
  let revision = 2
  let importing = true
  const ads: number[] = []
  const grow = (count: number) => {
    for (let i = 0; i < count; i++) ads.push(++revision)
  }
  const inventory: Pick<InventoryStore, 'changesSince' | 'lastRevision'> = {
    lastRevision: async () => revision,
    async changesSince(which, after, limit) {
      if (which === 'others') return others.filter((change) => change.entity.revision > after).slice(0, limit)
      if (importing) grow(2 * limit)
      const page = ads.filter((at) => at > after).slice(0, limit)
      return page.map((at) => ({ kind: 'ad', entity: { campaignId: 'cmp_1', number: at, revision: at } as Ad }))
    },
  }
  return {
    store: { inventory: inventory as InventoryStore },
    addPublisher(name: string) {
      others.push({ kind: 'publisher', entity: { ...publisherDraft({ name }), number: 1, revision: ++revision } })
    },
    addAds: (count: number) => grow(count),
    endImport() {
      importing = false
    },
  }
}

function startRefreshing(store: { inventory: InventoryStore }) {
  const directory = createDirectory()
  const taken: number[] = []
  const catalog = { put: (ad: Ad) => void taken.push(ad.revision) } as never
  return { directory, taken, refresh: createRefreshInventory({ store, directory, catalog }) }
}

test('what is no ad is taken in at once, however many ads are being imported', async () => {
  const { store, addPublisher, endImport } = openGrowingStore()
  const { directory, refresh } = startRefreshing(store)
  const importing = refresh()
  for (const name of ['Renamed', 'Renamed again']) {
    addPublisher(name)
    const answer = await Promise.race([refresh('others'), new Promise((resolve) => setTimeout(resolve, 2_000, 'late'))])
    if (answer === 'late') endImport()
    assert.notEqual(answer, 'late')
    assert.equal(directory.publishers.byId('pub_1')?.name, name)
  }
  endImport()
  await importing
})

test('whoever waits for an ad does not wait for those that are imported after it', async () => {
  const { store, addAds, endImport } = openGrowingStore()
  const { taken, refresh } = startRefreshing(store)
  addAds(1_000)
  const importing = refresh()
  for (let i = 0; i < 3; i++) {
    const written = await store.inventory.lastRevision()
    const answer = await Promise.race([refresh(), new Promise((resolve) => setTimeout(resolve, 2_000, 'late'))])
    if (answer === 'late') endImport()
    assert.notEqual(answer, 'late')
    assert.ok(taken.at(-1)! >= written)
  }
  endImport()
  await importing
})
