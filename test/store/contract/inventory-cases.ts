// What a store promises of publishers, advertisers, campaigns, ads and keys.
import assert from 'node:assert/strict'
import type { Ad } from '../../../src/domain/ad.ts'
import type { ApiKey } from '../../../src/domain/api-key.ts'
import type { Draft } from '../../../src/domain/entity.ts'
import type { AdUpsert, Store } from '../../../src/store/contract.ts'
import type { Cases } from '../contract-suite.ts'
import { adContent, adDraft, advertiserDraft, campaignDraft, idOf, NOON_MS, publisherDraft, seed } from '../entities.ts'
import { withCode, withStore } from './with-store.ts'

export const upsertOf = (serial: number, over: Partial<AdUpsert> = {}): AdUpsert => ({
  id: idOf('ad', serial),
  externalId: `sku-${serial}`,
  content: adContent({ title: `Tent ${serial}` }),
  review: 'approved',
  atMs: NOON_MS,
  ...over,
})

export async function adBySku(store: Store, campaignId: string, sku: string): Promise<Ad | undefined> {
  const { data } = await store.inventory.list('ad', { campaignId, includeArchived: true, limit: 100 })
  return data.find(({ externalId }) => externalId === sku)
}

export const inventoryCases: Cases = {
  'an entity is numbered when it is kept, and found as it was given': withStore(async (store) => {
    const first = await store.inventory.insert('publisher', publisherDraft())
    const second = await store.inventory.insert('publisher', publisherDraft({ id: 'pub_2' }))
    assert.deepEqual([first.number, second.number], [1, 2])
    assert.ok(second.revision > first.revision)
    assert.deepEqual(await store.inventory.find('publisher', 'pub_1'), {
      ...publisherDraft(),
      number: 1,
      revision: first.revision,
    })
    assert.equal(await store.inventory.find('publisher', 'pub_3'), undefined)
    assert.equal(await store.inventory.find('advertiser', 'pub_1'), undefined)
  }),

  'each kind of entity counts its own numbers, and one sequence orders all changes': withStore(async (store) => {
    await seed(store)
    const others = await store.inventory.changesSince('others', 0, 10)
    const changes = [...others, ...(await store.inventory.changesSince('ads', 0, 10))]
    assert.deepEqual(
      changes.map(({ kind, entity }) => [kind, entity.number]),
      [
        ['publisher', 1],
        ['advertiser', 1],
        ['campaign', 1],
        ['ad', 1],
      ],
    )
    assert.equal(new Set(changes.map(({ entity }) => entity.revision)).size, 4)
  }),

  'an id that is taken is refused as a conflict': withStore(async (store) => {
    await seed(store)
    await assert.rejects(store.inventory.insert('advertiser', advertiserDraft()), withCode('conflict'))
    await assert.rejects(store.inventory.insert('publisher', publisherDraft({ id: 'adv_1' })), withCode('conflict'))
  }),

  'an entity without the one it belongs to is refused': withStore(async (store) => {
    await assert.rejects(store.inventory.insert('campaign', campaignDraft()), withCode('not_found'))
    await assert.rejects(store.inventory.insert('ad', adDraft()), withCode('not_found'))
    await assert.rejects(store.inventory.upsertAds('cmp_1', [upsertOf(1)]), withCode('not_found'))
    assert.deepEqual(await store.inventory.changesSince('ads', 0, 10), [])
    assert.deepEqual(await store.inventory.changesSince('others', 0, 10), [])
    assert.equal(await store.inventory.lastRevision(), 0)
  }),

  "an ad's external id is unique within its campaign and free in another": withStore(async (store) => {
    await seed(store, { ad: { externalId: 'sku-1' } })
    await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2' }))
    const again = adDraft({ id: 'ad_2', externalId: 'sku-1' })
    await assert.rejects(store.inventory.insert('ad', again), withCode('conflict'))
    const other = await store.inventory.insert('ad', { ...again, campaignId: 'cmp_2' })
    assert.equal((await adBySku(store, 'cmp_2', 'sku-1'))?.id, other.id)
    assert.equal((await adBySku(store, 'cmp_1', 'sku-1'))?.id, 'ad_1')
    assert.equal(await adBySku(store, 'cmp_1', 'sku-2'), undefined)
  }),

  'a change made on an old reading is refused, and the first change stands': withStore(async (store) => {
    const read = await store.inventory.insert('publisher', publisherDraft())
    const changed = await store.inventory.update('publisher', { ...read, name: 'First' }, read.revision)
    assert.equal(changed.number, read.number)
    assert.ok(changed.revision > read.revision)
    const late = store.inventory.update('publisher', { ...read, name: 'Second' }, read.revision)
    await assert.rejects(late, withCode('conflict'))
    assert.equal((await store.inventory.find('publisher', 'pub_1'))?.name, 'First')
    const nobody = store.inventory.update('publisher', { ...read, id: 'pub_9' }, read.revision)
    await assert.rejects(nobody, withCode('not_found'))
  }),

  'a key is rolled on a fresh reading, or no successor is kept': withStore(async (store) => {
    const old = await store.inventory.insert('key', keyDraft({ id: 'key_1' }))
    const successor = (id: string) => keyDraft({ id })
    const rolled = await store.inventory.rollKey(successor('key_2'), { ...old, expiresAtMs: NOON_MS }, old.revision)
    assert.deepEqual([rolled.key.id, rolled.key.number, rolled.previous.expiresAtMs], ['key_2', 2, NOON_MS])
    assert.deepEqual(await store.inventory.find('key', 'key_1'), rolled.previous)
    await assert.rejects(store.inventory.rollKey(successor('key_3'), old, old.revision), withCode('conflict'))
    const taken = store.inventory.rollKey(successor('key_2'), { ...old, name: 'x' }, rolled.previous.revision)
    await assert.rejects(taken, withCode('conflict'))
    assert.deepEqual((await store.inventory.list('key', { limit: 10 })).data, [rolled.key, rolled.previous])
  }),

  'a campaign stays with its advertiser, whose books it is charged in': withStore(async (store) => {
    await seed(store)
    await store.inventory.insert('advertiser', advertiserDraft({ id: 'adv_2' }))
    const campaign = (await store.inventory.find('campaign', 'cmp_1'))!
    const moved = store.inventory.update('campaign', { ...campaign, advertiserId: 'adv_2' }, campaign.revision)
    await assert.rejects(moved, withCode('conflict'))
    assert.equal((await store.inventory.find('campaign', 'cmp_1'))?.advertiserId, 'adv_1')
  }),

  'an ad gets a new version when what it shows changes, and only then': withStore(async (store) => {
    await seed(store)
    const first = (await store.inventory.find('ad', 'ad_1'))!
    const paused = await store.inventory.update('ad', { ...first, status: 'paused' }, first.revision)
    assert.equal(paused.version, 1)
    const content = adContent({ landingUrl: 'https://feather.example/new' })
    const changed = await store.inventory.update('ad', { ...paused, content }, paused.revision)
    assert.equal(changed.version, 2)
    assert.equal(await store.ledger.findLandingUrl(1, 1), 'https://feather.example/tent')
    assert.equal(await store.ledger.findLandingUrl(1, 2), 'https://feather.example/new')
    assert.equal(await store.ledger.findLandingUrl(1, 3), undefined)
  }),

  'a list comes newest first, page by page, without the archived unless asked for': withStore(async (store) => {
    for (let i = 1; i <= 5; i++) await store.inventory.insert('publisher', publisherDraft({ id: `pub_${i}` }))
    const third = (await store.inventory.find('publisher', 'pub_3'))!
    await store.inventory.update('publisher', { ...third, archivedAtMs: NOON_MS }, third.revision)

    const first = await store.inventory.list('publisher', { limit: 2 })
    assert.deepEqual(
      first.data.map(({ id }) => id),
      ['pub_5', 'pub_4'],
    )
    const rest = await store.inventory.list('publisher', { limit: 2, cursor: first.nextCursor! })
    assert.deepEqual(rest, { data: rest.data })
    assert.deepEqual(
      rest.data.map(({ id }) => id),
      ['pub_2', 'pub_1'],
    )
    const all = await store.inventory.list('publisher', { limit: 10, includeArchived: true })
    assert.equal(all.data.length, 5)
    await assert.rejects(store.inventory.list('publisher', { limit: 2, cursor: 'x' }), withCode('validation_error'))
  }),

  'a list comes oldest first where asked for, page by page': withStore(async (store) => {
    for (let i = 1; i <= 5; i++) await store.inventory.insert('publisher', publisherDraft({ id: `pub_${i}` }))
    const ids: string[] = []
    for (let cursor: string | undefined; ;) {
      const query = { limit: 2, oldestFirst: true, ...(cursor !== undefined && { cursor }) }
      const page = await store.inventory.list('publisher', query)
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
      if (cursor === undefined) break
    }
    assert.deepEqual(ids, ['pub_1', 'pub_2', 'pub_3', 'pub_4', 'pub_5'])
  }),

  'ads are found by their review, also after it changed and for one campaign or advertiser': withStore(
    async (store) => {
      await seed(store)
      await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2' }))
      for (const [id, review, campaignId] of [
        ['ad_2', 'pending', 'cmp_1'],
        ['ad_3', 'rejected', 'cmp_1'],
        ['ad_4', 'pending', 'cmp_2'],
      ] as const)
        await store.inventory.insert('ad', adDraft({ id, review, campaignId }))
      await store.inventory.upsertAds('cmp_2', [upsertOf(5, { id: 'ad_5', review: 'pending' })])
      const ids = async (query: object) =>
        (await store.inventory.list('ad', { limit: 10, ...query })).data.map(({ id }) => id)
      assert.deepEqual(await ids({ review: 'pending' }), ['ad_5', 'ad_4', 'ad_2'])
      assert.deepEqual(await ids({ review: 'pending', oldestFirst: true }), ['ad_2', 'ad_4', 'ad_5'])
      assert.deepEqual(await ids({ review: 'pending', campaignId: 'cmp_2' }), ['ad_5', 'ad_4'])
      assert.deepEqual(await ids({ review: 'rejected', advertiserId: 'adv_1' }), ['ad_3'])
      assert.deepEqual(await ids({ review: 'pending', advertiserId: 'adv_2' }), [])

      const second = (await store.inventory.find('ad', 'ad_2'))!
      await store.inventory.update('ad', { ...second, review: 'approved' }, second.revision)
      const fourth = (await store.inventory.find('ad', 'ad_4'))!
      await store.inventory.update('ad', { ...fourth, archivedAtMs: NOON_MS }, fourth.revision)
      assert.deepEqual(await ids({ review: 'pending' }), ['ad_5'])
      assert.deepEqual(await ids({ review: 'pending', includeArchived: true }), ['ad_5', 'ad_4'])
    },
  ),

  'a list can be narrowed to what belongs to one advertiser, campaign or publisher': withStore(async (store) => {
    await seed(store)
    await store.inventory.insert('advertiser', advertiserDraft({ id: 'adv_2' }))
    await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2', advertiserId: 'adv_2' }))
    await store.inventory.insert('ad', adDraft({ id: 'ad_2', campaignId: 'cmp_2' }))
    await store.inventory.insert('key', keyDraft({ id: 'key_1', publisherId: 'pub_1' }))
    await store.inventory.insert('key', keyDraft({ id: 'key_2', advertiserId: 'adv_2' }))

    const ids = async (kind: 'campaign' | 'ad' | 'key', filter: object) =>
      (await store.inventory.list(kind, { limit: 10, ...filter })).data.map(({ id }) => id)
    assert.deepEqual(await ids('campaign', { advertiserId: 'adv_2' }), ['cmp_2'])
    assert.deepEqual(await ids('ad', { campaignId: 'cmp_1' }), ['ad_1'])
    await store.inventory.insert('ad', adDraft({ id: 'ad_3', campaignId: 'cmp_2', externalId: 'sku-3' }))
    const bySku = (campaignId: string) => ids('ad', { campaignId, externalId: 'sku-3' })
    assert.deepEqual([await bySku('cmp_2'), await bySku('cmp_1')], [['ad_3'], []])
    await store.inventory.update(
      'ad',
      { ...(await store.inventory.find('ad', 'ad_3'))!, archivedAtMs: 1 },
      (await store.inventory.find('ad', 'ad_3'))!.revision,
    )
    assert.deepEqual(await bySku('cmp_2'), [])
    assert.deepEqual(await ids('ad', { advertiserId: 'adv_2' }), ['ad_2'])
    assert.deepEqual(await ids('key', { publisherId: 'pub_1' }), ['key_1'])
    assert.deepEqual(await ids('key', { advertiserId: 'adv_2' }), ['key_2'])
  }),

  'an import adds new ads, changes those that differ and leaves the rest': withStore(async (store) => {
    await seed(store)
    assert.deepEqual(await store.inventory.upsertAds('cmp_1', [upsertOf(1), upsertOf(2)]), ['imported', 'imported'])
    const before = await store.inventory.changesSince('ads', 0, 100)
    const changed = upsertOf(2, { id: idOf('ad', 99), content: adContent({ title: 'Another tent' }) })
    const outcomes = await store.inventory.upsertAds('cmp_1', [upsertOf(1), changed, upsertOf(3)])
    assert.deepEqual(outcomes, ['unchanged', 'updated', 'imported'])

    const ad = (await adBySku(store, 'cmp_1', 'sku-2'))!
    assert.deepEqual([ad.id, ad.version, ad.content.title], [idOf('ad', 2), 2, 'Another tent'])
    const after = await store.inventory.changesSince('ads', before.at(-1)!.entity.revision, 100)
    assert.deepEqual(
      after.map(({ entity }) => entity.id),
      [idOf('ad', 2), idOf('ad', 3)],
    )
  }),

  'an import keeps what is said of the stock, also where it says nothing, and calls that no new version': withStore(
    async (store) => {
      await seed(store)
      const upsert = async (availability?: Ad['availability'], id = 1) => {
        const [outcome] = await store.inventory.upsertAds('cmp_1', [
          upsertOf(id, { ...(availability && { availability }) }),
        ])
        const ad = (await adBySku(store, 'cmp_1', `sku-${id}`))!
        return [outcome, ad.availability, ad.version]
      }
      assert.deepEqual(await upsert('out_of_stock'), ['imported', 'out_of_stock', 1])
      assert.deepEqual(await upsert(), ['unchanged', 'out_of_stock', 1])
      assert.deepEqual(await upsert('in_stock'), ['updated', 'in_stock', 1])
      assert.deepEqual(await upsert(undefined, 2), ['imported', undefined, 1])
      assert.deepEqual(await upsert('in_stock', 2), ['unchanged', undefined, 1])
      assert.deepEqual(await upsert('out_of_stock', 2), ['updated', 'out_of_stock', 1])
    },
  ),

  'the same external id twice in one import ends as its last line says': withStore(async (store) => {
    await seed(store)
    const second = upsertOf(1, { id: idOf('ad', 2), content: adContent({ title: 'The later one' }) })
    assert.deepEqual(await store.inventory.upsertAds('cmp_1', [upsertOf(1), second]), ['imported', 'updated'])
    assert.equal((await adBySku(store, 'cmp_1', 'sku-1'))?.content.title, 'The later one')
  }),

  'an import approves nothing that a person refused or has yet to look at': withStore(async (store) => {
    await seed(store)
    const upsert = async (title: string) => {
      await store.inventory.upsertAds('cmp_1', [upsertOf(1, { content: adContent({ title }) })])
      return (await adBySku(store, 'cmp_1', 'sku-1'))!
    }
    const first = await upsert('Tent')
    await store.inventory.update('ad', { ...first, review: 'rejected' }, first.revision)
    assert.equal((await upsert('Tent')).review, 'rejected')
    assert.equal((await upsert('Another tent')).review, 'pending')
    assert.equal((await upsert('Yet another tent')).review, 'pending')
  }),

  'an archived ad comes back when it is imported again': withStore(async (store) => {
    await seed(store)
    await store.inventory.upsertAds('cmp_1', [upsertOf(1)])
    const ad = (await adBySku(store, 'cmp_1', 'sku-1'))!
    await store.inventory.update('ad', { ...ad, archivedAtMs: NOON_MS }, ad.revision)
    assert.deepEqual(await store.inventory.upsertAds('cmp_1', [upsertOf(1)]), ['updated'])
    const back = (await adBySku(store, 'cmp_1', 'sku-1'))!
    assert.deepEqual([back.archivedAtMs, back.version], [undefined, 1])
  }),

  'changes are told page by page, each entity once and as it stands now': withStore(async (store) => {
    await seed(store)
    const ad = (await store.inventory.find('ad', 'ad_1'))!
    await store.inventory.update('ad', { ...ad, archivedAtMs: NOON_MS }, ad.revision)
    const told: string[] = []
    for (const which of ['others', 'ads'] as const) {
      for (let after = 0; ;) {
        const page = await store.inventory.changesSince(which, after, 2)
        if (page.length === 0) break
        told.push(...page.map(({ entity }) => `${entity.id}${entity.archivedAtMs === undefined ? '' : ' archived'}`))
        after = page.at(-1)!.entity.revision
      }
    }
    assert.deepEqual(told, ['pub_1', 'adv_1', 'cmp_1', 'ad_1 archived'])
    const [last] = (await store.inventory.changesSince('ads', 0, 10)).slice(-1)
    assert.equal(await store.inventory.lastRevision(), last!.entity.revision)
  }),

  'whoever listens hears of a change no later than who made it': withStore(async (store) => {
    let heard = 0
    const stop = store.inventory.onChange(() => heard++)
    await store.inventory.insert('publisher', publisherDraft())
    assert.equal(heard, 1)
    stop()
    await store.inventory.insert('publisher', publisherDraft({ id: 'pub_2' }))
    assert.equal(heard, 1)
  }),

  'numbers and revisions go on after a restart': withStore(async (store, subject) => {
    await seed(store)
    const [last] = (await store.inventory.changesSince('ads', 0, 10)).slice(-1)
    const reopened = await subject.reopen()
    const next = await reopened.inventory.insert('publisher', publisherDraft({ id: 'pub_2' }))
    assert.equal(next.number, 2)
    assert.ok(next.revision > last!.entity.revision)
  }),
}

function keyDraft(over: Partial<ApiKey>): Draft<ApiKey> {
  return {
    id: 'key_1',
    mode: 'live',
    scopes: ['ads:request'],
    origins: [],
    publicId: over.id ?? 'p',
    secretHash: '00',
    lastFour: 'abcd',
    createdAtMs: NOON_MS,
    updatedAtMs: NOON_MS,
    ...over,
  }
}
