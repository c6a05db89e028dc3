import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { realClock } from '../base/clock.ts'
import type { Store } from '../store/contract.ts'
import { openStore } from '../store/open.ts'
import { readSample } from './read-sample.ts'
import { createSeedSample } from './seed-sample.ts'

const sample = await readSample(fileURLToPath(new URL('../../sample/inventory.json', import.meta.url)))
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
