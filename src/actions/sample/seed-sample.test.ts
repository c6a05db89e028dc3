import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { realClock } from '../../base/clock.ts'
import type { Ad } from '../../domain/ad.ts'
import type { Store } from '../../store/contract.ts'
import { openStore } from '../../store/open.ts'
import { readSample } from './read-sample.ts'
import { createSeedSample } from './seed-sample.ts'

const sample = await readSample()
const dataDir = mkdtempSync(join(tmpdir(), 'aside-seed-'))
let store: Store
before(async () => {
  store = await openStore({ dataDir })
})
after(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const everyAd = async () => (await store.inventory.list('ad', { limit: 1_000 })).data

test('the whole sample is loaded once, and loading it again changes nothing', async () => {
  const seed = createSeedSample({ store, clock: realClock, refreshInventory: async () => {} })
  const first = await seed(sample, 'http://localhost:8080')
  const ads = await everyAd()
  assert.equal(ads.length, first.ads)
  assert.ok(first.ads >= 300)
  assert.equal((await store.inventory.find('publisher', first.publisherId))?.name, 'Sample chat app')
  assert.deepEqual(await seed(sample, 'http://localhost:8080'), first)
  assert.deepEqual(await everyAd(), ads)
})

test('at another address the links move and the ads stay the same', async () => {
  const before = await everyAd()
  const seed = createSeedSample({ store, clock: realClock, refreshInventory: async () => {} })
  await seed(sample, 'https://ads.example/aside')
  const after = await everyAd()
  assert.deepEqual(
    after.map(({ id }) => id),
    before.map(({ id }) => id),
  )
  const [ad] = after
  assert.equal(ad!.content.landingUrl, `https://ads.example/aside/demo/p/${ad!.externalId}`)
  assert.equal(ad!.content.imageUrl, `https://ads.example/aside/demo/i/${ad!.externalId}.svg`)
})

test('another address leaves alone what was made of the sample since', async () => {
  const [edited, archived, moved] = await everyAd()
  const change = (ad: Ad, over: Partial<Ad>) => store.inventory.update('ad', { ...ad, ...over }, ad.revision)
  await change(edited!, { content: { ...edited!.content, title: 'My own words', price: '€1' } })
  await change(archived!, { archivedAtMs: 1 })
  await change(moved!, { content: { ...moved!.content, landingUrl: 'https://elsewhere.example/' } })
  const seed = createSeedSample({ store, clock: realClock, refreshInventory: async () => {} })
  await seed(sample, 'http://127.0.0.1:9')
  const find = async (ad: Ad) => (await store.inventory.find('ad', ad.id))!
  const { title, price, landingUrl } = (await find(edited!)).content
  assert.deepEqual(
    [title, price, landingUrl],
    ['My own words', '€1', `http://127.0.0.1:9/demo/p/${edited!.externalId}`],
  )
  assert.deepEqual([(await find(archived!)).archivedAtMs, (await find(archived!)).content], [1, archived!.content])
  const { content } = await find(moved!)
  assert.deepEqual(
    [content.landingUrl, content.imageUrl],
    ['https://elsewhere.example/', `http://127.0.0.1:9/demo/i/${moved!.externalId}.svg`],
  )
})
