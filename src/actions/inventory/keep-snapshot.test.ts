import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { advertiserDraft, campaignDraft } from '../../../test/store/entities.ts'
import { ROOM_LEFT_BYTES } from '../../base/disk-room.ts'
import { createGate } from '../../base/gate.ts'
import { writePieceFile } from '../../base/piece-file.ts'
import { createRandomBytes } from '../../base/random.ts'
import { SLOT_FORMATS } from '../../domain/publisher.ts'
import { createCatalog } from '../../engine/catalog.ts'
import { createDirectory } from '../../engine/directory.ts'
import { createMatchIndex } from '../../engine/match/match-index.ts'
import { createMatcher } from '../../engine/match/matcher.ts'
import { createTermReader } from '../../engine/text/terms.ts'
import { loadWordFrequencies } from '../../engine/text/word-frequency.ts'
import type { Store } from '../../store/contract.ts'
import { openStore } from '../../store/open.ts'
import { createInventorySnapshot } from './keep-snapshot.ts'
import { createRefreshInventory } from './refresh-inventory.ts'
import { createTidyInventory } from './tidy-inventory.ts'

const folders: string[] = []
const stores: Store[] = []
after(async () => {
  for (const store of stores) await store.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const terms = createTermReader(loadWordFrequencies())

async function openWorld(): Promise<{ folder: string; store: Store }> {
  const folder = mkdtempSync(join(tmpdir(), 'aside-snapshot-'))
  folders.push(folder)
  const store = await openStore({ dataDir: folder })
  stores.push(store)
  await store.inventory.insert('advertiser', advertiserDraft({ name: 'Größe ✓' }))
  await store.inventory.insert('campaign', campaignDraft())
  return { folder, store }
}

/** What a process holds in memory, on a store that outlives it. */
async function startMemory(
  store: Store,
  folder: string,
  { make = 'make', useSnapshot = true, monotonicMs = (): number => 0, freeBytes = (): number => Infinity } = {},
) {
  const said: string[] = []
  const directory = createDirectory()
  const index = createMatchIndex({ terms })
  const catalog = createCatalog({ directory, index })
  const matcher = createMatcher({ terms, index })
  const seen = { ads: 0, others: 0 }
  const gate = createGate()
  const refresh = createRefreshInventory({ store, directory, catalog, seen, gate })
  const snapshot = createInventorySnapshot({
    path: join(folder, 'inventory.snapshot'),
    make,
    settings: store.settings,
    catalog,
    progress: seen,
    gate,
    randomBytes: createRandomBytes(),
    monotonicMs,
    freeBytes: async () => freeBytes(),
    log: { info: () => {}, warn: (about: object) => void said.push(JSON.stringify(about)) } as never,
    changesMin: 1,
  })
  const restored = useSnapshot && (await snapshot.restore())
  const revision = seen.ads
  await refresh()
  return {
    restored,
    /** The revision that the snapshot stood for. */
    revision,
    said,
    catalog,
    refresh,
    snapshot,
    tidy: createTidyInventory({ catalog, gate, monotonicMs: () => 0 }),
    /** Leaves no removed ad behind, which would count where the rarity of words is weighed. */
    seal: () => index.compact(),
    /** Everything found for a question, in order, with all that an answer shows of it. */
    ask(query: string) {
      const built = matcher.buildQuery({ query, messages: [] })
      const admitted = new Uint8Array(16).fill(1)
      const found = index.search(built, { limit: 1_000, admitted, formats: 0xff })
      return Array.from(found.docs.subarray(0, found.count), (doc, i) => ({
        ad: catalog.adNumberOf(doc),
        version: catalog.adVersionOf(doc),
        score: Math.round(found.scores[i]! * 1e4),
        rendered: catalog.renderedOf(doc),
        phrases: catalog.phrasesOf(doc),
        categories: catalog.categoriesOf(doc),
        landingUrl: catalog.landingUrlOf(catalog.adNumberOf(doc), catalog.adVersionOf(doc)),
      }))
    },
  }
}

const WORDS = ['tent', 'stove', 'lamp', 'boots', 'trail', 'light', 'warm', 'cheap', 'größe', '帐篷']
const QUESTIONS = ['a cheap warm tent', 'trail boots', 'light lamp größe', '帐篷', 'stove']

const someWords = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
const someAds = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 30 }),
    title: someWords,
    brand: fc.option(fc.constantFrom('Mossfield', 'Nordlicht', '山'), { nil: undefined }),
    categories: fc.array(fc.constantFrom('Outdoor > Tents', 'Home', '家'), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 40 },
)
type SomeAds = typeof someAds extends fc.Arbitrary<infer T> ? T : never

async function upsert(store: Store, ads: SomeAds, campaignId = 'cmp_1'): Promise<void> {
  const drafts = ads.map(({ id, title, brand, categories }) => ({
    id: `ad_${`${campaignId.at(-1)}${id}`.padStart(26, '0')}`,
    externalId: `sku-${id}`,
    content: {
      title: title.join(' '),
      description: `About ${title.toReversed().join(' and ')}`,
      landingUrl: `https://shop-${id % 3}.example/${id}?click={click_id}`,
      ...(brand !== undefined && { brand }),
      keywords: title.slice(0, 2),
      categories: [...new Set(categories)],
      formats: SLOT_FORMATS,
    },
    review: id % 7 === 3 ? ('pending' as const) : ('approved' as const),
    atMs: 1,
  }))
  await store.inventory.upsertAds(campaignId, drafts)
}

const byAd = (answers: ReturnType<Awaited<ReturnType<typeof startMemory>>['ask']>) =>
  answers.toSorted((a, b) => b.score - a.score || a.ad - b.ad)

test('a process that starts from a snapshot answers as the one that wrote it, and as one that reads everything anew', async () => {
  await fc.assert(
    fc.asyncProperty(someAds, someAds, someAds, fc.boolean(), async (first, second, third, tidied) => {
      const { folder, store } = await openWorld()
      const old = await startMemory(store, folder)
      await upsert(store, first)
      await old.refresh()
      if (tidied) old.catalog.compact()
      await upsert(store, second)
      await old.refresh()
      await old.snapshot.keepLast()
      await upsert(store, third)
      await old.refresh()

      const fresh = await startMemory(store, folder)
      const anew = await startMemory(store, folder, { useSnapshot: false })
      assert.equal(fresh.restored, true)
      assert.ok(fresh.revision > 0)
      for (const question of QUESTIONS) assert.deepEqual(fresh.ask(question), old.ask(question))
      fresh.seal()
      anew.seal()
      for (const question of QUESTIONS) assert.deepEqual(byAd(fresh.ask(question)), byAd(anew.ask(question)))
      assert.equal(fresh.catalog.stats().ads, anew.catalog.stats().ads)
      assert.equal(fresh.catalog.stats().unapproved, anew.catalog.stats().unapproved)
      // It goes on as any other: what is changed and tidied from here on is answered so.
      await upsert(store, first)
      await Promise.all([fresh.refresh(), old.refresh()])
      await fresh.tidy()
      fresh.seal()
      old.seal()
      for (const question of QUESTIONS) assert.deepEqual(byAd(fresh.ask(question)), byAd(old.ask(question)))
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

const ads = (count: number, word = 'tent'): SomeAds =>
  Array.from({ length: count }, (_, id) => ({ id, title: [word, `n${id}x`], brand: undefined, categories: [] }))

/** A store of twenty tents, and the snapshot of them. */
async function keepTents() {
  const { folder, store } = await openWorld()
  const old = await startMemory(store, folder)
  await upsert(store, ads(20))
  await old.refresh()
  await old.snapshot.keepLast()
  return { folder, store, path: join(folder, 'inventory.snapshot') }
}

test('a snapshot is refused where another release made it, where it is damaged, and where half of it is missing', async () => {
  const { folder, store, path } = await keepTents()
  assert.equal((await startMemory(store, folder)).restored, true)

  const other = await startMemory(store, folder, { make: 'other' })
  assert.equal(other.restored, false)
  assert.match(other.said[0]!, /another release/)
  const good = readFileSync(path)
  const bad = Buffer.from(good)
  bad[200]! ^= 1
  for (const bytes of [bad, good.subarray(0, good.length >> 1)]) {
    writeFileSync(path, bytes)
    const started = await startMemory(store, folder)
    assert.equal(started.restored, false)
    assert.equal(started.said.length, 1)
    assert.equal(started.ask('tent').length, 20)
  }
})

test('a database that was put back to an earlier time refuses the snapshot of a later one', async () => {
  const { folder, store } = await openWorld()
  const old = await startMemory(store, folder)
  await upsert(store, ads(5))
  await old.refresh()
  const backup = join(folder, 'earlier.db')
  await store.backup(backup)
  await upsert(store, ads(10, 'stove'))
  await old.refresh()
  await old.snapshot.keepLast()
  await store.close()

  const back = mkdtempSync(join(tmpdir(), 'aside-snapshot-'))
  folders.push(back)
  writeFileSync(join(back, 'aside.db'), readFileSync(backup))
  writeFileSync(join(back, 'inventory.snapshot'), readFileSync(join(folder, 'inventory.snapshot')))
  const restoredStore = await openStore({ dataDir: back })
  stores.push(restoredStore)
  // As many changes as the snapshot stands for, but others.
  await upsert(restoredStore, ads(12, 'lamp'))
  const started = await startMemory(restoredStore, back)
  assert.equal(started.restored, false)
  assert.match(started.said[0]!, /another state of the database/)
  assert.equal(started.ask('stove').length, 0)
  assert.equal(started.ask('lamp').length, 12)
})

test('a process that ends while it writes a snapshot leaves the one before', async () => {
  const { folder, store, path } = await keepTents()
  await writePieceFile(path, async (add) => {
    await add({ name: 'index/states', bytes: new Uint8Array(1_000) })
    assert.ok(existsSync(`${path}.tmp`))
    // The store may have heard of the new name already.
    const names = JSON.parse((await store.settings.read('inventory_snapshots'))!) as string[]
    await store.settings.write('inventory_snapshots', JSON.stringify(['never-finished', names[0]]))
    assert.equal((await startMemory(store, folder)).restored, true)
    return undefined
  })
})

test('however often a snapshot fails at its very end, the one before is read', async () => {
  const { folder, store, path } = await keepTents()
  let count = 20
  for (const writesOne of [false, true]) {
    const memory = await startMemory(store, folder)
    assert.equal(memory.restored, true)
    const keep = async () => {
      await upsert(store, ads(++count, `lamp ${count}`))
      await memory.refresh()
      await memory.snapshot.keepLast()
    }
    if (writesOne) await keep()
    const good = readFileSync(path)
    rmSync(path)
    mkdirSync(path) // no file takes the place of a folder
    for (let i = 0; i < 3; i++) await assert.rejects(keep, { code: 'EISDIR' })
    rmdirSync(path)
    writeFileSync(path, good)
  }
  assert.equal((await startMemory(store, folder)).restored, true)
})

test('a snapshot is written once changes pause, and not again for nothing', async () => {
  const { folder, store } = await openWorld()
  const path = join(folder, 'inventory.snapshot')
  const memory = await startMemory(store, folder)
  await memory.snapshot.keep()
  assert.equal(existsSync(path), false, 'nothing to keep')
  await upsert(store, ads(20))
  await memory.refresh()
  await memory.snapshot.keep()
  const written = existsSync(path)
  await memory.snapshot.keep()
  assert.equal(existsSync(path), true)
  assert.equal(written, true, 'a first one does not wait')
  const before = readFileSync(path)
  await memory.snapshot.keep()
  assert.ok(before.equals(readFileSync(path)))
  await upsert(store, ads(21, 'lamp'))
  await memory.refresh()
  await memory.snapshot.keep()
  assert.ok(before.equals(readFileSync(path)), 'changes may go on')
  await memory.snapshot.keep()
  assert.ok(!before.equals(readFileSync(path)), 'they paused')
})

test('changes that come and pause again and again do not keep the disk busy', async () => {
  const { folder, store } = await openWorld()
  const path = join(folder, 'inventory.snapshot')
  const clock = { nowMs: 0, step: 1_000 }
  const memory = await startMemory(store, folder, { monotonicMs: () => (clock.nowMs += clock.step) })
  await upsert(store, ads(20))
  await memory.refresh()
  await memory.snapshot.keep()
  const tookMs = clock.nowMs
  clock.step = 0
  const before = readFileSync(path)
  await upsert(store, ads(21, 'lamp'))
  await memory.refresh()
  await memory.snapshot.keep()
  await memory.snapshot.keep()
  assert.ok(before.equals(readFileSync(path)), 'one has just been written')
  clock.nowMs += tookMs * 10
  await memory.snapshot.keep()
  assert.ok(!before.equals(readFileSync(path)), 'it is some time ago')
})

test('a snapshot that cannot be written leaves nothing behind, and is not tried again for minutes, then longer', async () => {
  const { folder, store } = await openWorld()
  const clock = { nowMs: 0 }
  const disk = { free: ROOM_LEFT_BYTES, looks: 0 }
  const memory = await startMemory(store, folder, {
    monotonicMs: () => clock.nowMs,
    freeBytes: () => (disk.looks++, disk.free),
  })
  await upsert(store, ads(20))
  await memory.refresh()
  /** How often it fails in so many minutes, tried twice a second. */
  const failuresIn = async (minutes: number) => {
    let failures = 0
    for (const endMs = clock.nowMs + minutes * 60_000; clock.nowMs < endMs; clock.nowMs += 500) {
      await memory.snapshot.keep().catch((error: Error) => {
        assert.match(error.message, /stay free/)
        failures++
      })
    }
    return failures
  }
  assert.deepEqual([await failuresIn(4), await failuresIn(10), await failuresIn(120)], [1, 1, 3])
  assert.equal(disk.looks, 5)
  const path = join(folder, 'inventory.snapshot')
  assert.deepEqual([existsSync(path), existsSync(`${path}.tmp`)], [false, false])
  disk.free = Infinity
  assert.equal(await failuresIn(60), 0)
  assert.equal(existsSync(path), true)
})

/** Two campaigns of two advertisers, and as many ads as no slice of tidying looks at. */
async function fillTwoCampaigns() {
  const { folder, store } = await openWorld()
  await store.inventory.insert('advertiser', advertiserDraft({ id: 'adv_2' }))
  await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2', advertiserId: 'adv_2' }))
  const memory = await startMemory(store, folder)
  await upsert(store, ads(1_200))
  await upsert(store, ads(700, 'stove'), 'cmp_2')
  await memory.refresh()
  await memory.tidy()
  const archive = async (kind: 'campaign' | 'advertiser', id: string) => {
    const entity = (await store.inventory.find(kind, id))!
    await store.inventory.update(kind, { ...entity, archivedAtMs: 1 } as never, entity.revision)
  }
  return { folder, store, memory, archive }
}

function adsHeld({ catalog }: Awaited<ReturnType<typeof startMemory>>): number {
  const { ads, unapproved } = catalog.stats()
  return ads + unapproved
}

test('the ads of what is archived leave memory, also those that a snapshot brings back', async () => {
  for (const [kind, id] of [
    ['campaign', 'cmp_1'],
    ['advertiser', 'adv_1'],
  ] as const) {
    const { folder, store, memory, archive } = await fillTwoCampaigns()
    assert.equal(adsHeld(memory), 1_900)
    await archive(kind, id)
    // A snapshot of all of them, as before a kill in the middle of it.
    await memory.snapshot.keepLast()
    await memory.refresh()
    await memory.tidy()
    assert.equal(adsHeld(memory), 700)
    assert.equal(memory.ask('tent').length, 0)
    assert.equal(memory.ask('stove').length, 700)

    const fresh = await startMemory(store, folder)
    assert.deepEqual([fresh.restored, adsHeld(fresh)], [true, 1_900])
    await fresh.tidy()
    assert.equal(adsHeld(fresh), 700)
    assert.equal(adsHeld(await startMemory(store, folder, { useSnapshot: false })), 700)
  }
})

test('what is archived while ads leave takes its ads along, too', async () => {
  const { memory, archive } = await fillTwoCampaigns()
  await archive('campaign', 'cmp_2')
  await memory.refresh()
  memory.catalog.tidy()
  await archive('campaign', 'cmp_1')
  await memory.refresh()
  await memory.tidy()
  assert.equal(adsHeld(memory), 0)
})
