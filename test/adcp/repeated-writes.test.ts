// Writes that come twice: over the door the first answer again, and after a crash between what was done and its answer the same things
// again, in either database.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createChangeMediaBuy } from '../../src/actions/media/change-media-buy.ts'
import { createCreateMediaBuy } from '../../src/actions/media/create-media-buy.ts'
import { createSyncCreatives } from '../../src/actions/media/sync-creatives.ts'
import { createRememberAnswer, type OpenClaim } from '../../src/actions/remember-answer.ts'
import { createRejections } from '../../src/actions/inventory/remember-rejections.ts'
import { realClock } from '../../src/base/clock.ts'
import { createIdSource } from '../../src/base/ids.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import type { Caller } from '../../src/domain/api-key.ts'
import type { Store } from '../../src/store/contract.ts'
import { openStore } from '../../src/store/open.ts'
import { adContent, advertiserDraft } from '../store/entities.ts'
import { type Cluster, missingForPostgres, startCluster } from '../support/postgres.ts'
import { openPlace, startProcess } from '../support/service.ts'
import { until } from '../support/until.ts'
import { buyOf, creativeOf, packageOf, replyOf, type Seller, startSeller } from './support.ts'

describe('a write that comes twice', () => {
  let seller: Seller
  before(async () => {
    seller = await startSeller()
  })
  after(() => seller.stop())

  const key = { idempotency_key: 'the-key-of-this-very-write' }
  const campaigns = async () => (await seller.call('GET', '/api/v1/campaigns?limit=200')).body.data.length

  test('gets the first answer, with the context that it brings itself', async () => {
    const before = await campaigns()
    const first = await seller.must('create_media_buy', { ...buyOf(), ...key, context: { call: 1 } })
    const second = await seller.must('create_media_buy', { ...key, ...buyOf(), context: { call: 2 } })
    assert.deepEqual(
      [first.replayed, second.replayed, first.context, second.context],
      [undefined, true, { call: 1 }, { call: 2 }],
    )
    const { replayed: _r, context: _c, ...same } = second
    const { context: _d, ...whole } = first
    assert.deepEqual(same, whole)
    assert.equal(await campaigns(), before + 1)
  })

  test('is refused where it is another one, and nothing of the first is told', async () => {
    const before = await campaigns()
    const { isError, answer } = await seller.reply('create_media_buy', {
      ...buyOf([packageOf({ budget: 5 })]),
      ...key,
      context: { a: 1 },
    })
    assert.ok(isError)
    assert.deepEqual(Object.keys(answer.adcp_error), ['code', 'message'])
    assert.deepEqual([answer.adcp_error.code, answer.context], ['IDEMPOTENCY_CONFLICT', { a: 1 }])
    const account = { account_id: seller.feather.advertiser.id }
    const other = await seller.refusal('sync_creatives', { ...key, creatives: [seller.creative('x')], account })
    assert.equal(other.code, 'IDEMPOTENCY_CONFLICT')
    assert.equal(await campaigns(), before)
  })

  test('may be sent again under its key once its fault is mended', async () => {
    const again = { idempotency_key: 'a-key-that-failed-at-first' }
    const assigned = buyOf([packageOf({ creative_assignments: [{ creative_id: 'late' }] })])
    assert.equal((await seller.refusal('create_media_buy', { ...assigned, ...again })).code, 'CREATIVE_NOT_FOUND')
    await seller.must('sync_creatives', { creatives: [seller.creative('late')] })
    assert.equal((await seller.must('create_media_buy', { ...assigned, ...again })).status, 'active')
  })

  test('of the same key of another caller is another write', async () => {
    const account = { account_id: seller.other.advertiser.id }
    const args = { ...buyOf(), ...key, account, brand: { domain: 'other.example' } }
    assert.equal((await seller.must('create_media_buy', args, seller.other.key)).replayed, undefined)
  })

  test('without a key, or with one too short, is refused', async () => {
    for (const idempotency_key of [undefined, 'short', 'with blanks in between']) {
      const error = await seller.refusal('create_media_buy', { ...buyOf(), idempotency_key })
      assert.deepEqual([error.code, error.field], ['VALIDATION_ERROR', 'idempotency_key'])
    }
  })

  test('at the same time is done once', async () => {
    const before = await campaigns()
    const together = { ...buyOf(), idempotency_key: 'the-key-of-two-at-a-time' }
    const replies = await Promise.all([1, 2, 3].map(() => seller.reply('create_media_buy', together)))
    const codes = replies.map(({ answer }) => answer.adcp_error?.code ?? answer.media_buy_id)
    const made = new Set(codes.filter((code) => code !== 'SERVICE_UNAVAILABLE'))
    assert.equal(made.size, 1, String(codes))
    assert.equal(await campaigns(), before + 1)
  })
})

const randomBytes = createRandomBytes()
const caller: Caller = {
  keyId: 'key_1',
  mode: 'live',
  scopes: new Set(['inventory:write']),
  advertiserId: 'adv_1',
  rateLimit: 100,
  origins: [],
}
const terms = {
  productId: 'run_of_network',
  productName: 'Run of network',
  budgetMicros: 1_000_000,
  bid: { model: 'cpc', amountMicros: 500_000 },
  pacing: 'even',
  paused: false,
  targeting: {},
  frequencyCaps: [],
  creatives: [{ creativeId: 'c1', field: 'packages[0]' }],
} as const

test('whoever orders again from a process that was killed in the midst of many orders has each of them once, and whole', async () => {
  const place = await openPlace()
  try {
    const first = await startProcess(place)
    const advertiser = await first.must('POST', '/api/v1/advertisers', { name: 'Feather', domain: 'feather.example' })
    const { key } = await first.must('POST', '/api/v1/keys', {
      advertiserId: advertiser.id,
      scopes: ['inventory:write'],
    })
    const account = { account_id: advertiser.id }
    const brand = { domain: 'feather.example' }
    const creatives = [creativeOf(`${first.url}/adcp`, 'c1')]
    const sent = { idempotency_key: 'creatives-before-the-kill', account, creatives }
    assert.equal((await replyOf(`${first.url}/adcp`, key, 'sync_creatives', sent)).isError, false)
    const one = packageOf({ creative_assignments: [{ creative_id: 'c1' }] })
    const order = (url: string, n: number) => {
      const args = { idempotency_key: `order-number-${n}-of-many`, account, brand, ...buyOf([one, one, one]) }
      return replyOf(`${url}/adcp`, key, 'create_media_buy', args)
    }
    const numbers = Array.from({ length: 30 }, (_, n) => n)
    let answered = 0
    const under = numbers.map((n) =>
      order(first.url, n).then(
        () => answered++,
        () => {},
      ),
    )
    await until('some orders are answered', 10_000, async () => answered >= 3)
    await first.kill()
    await Promise.all(under)

    const second = await startProcess(place)
    const ids = new Set<string>()
    for (const n of numbers) {
      const { isError, answer } = await order(second.url, n)
      assert.ok(!isError, JSON.stringify(answer))
      ids.add(answer.media_buy_id)
      assert.deepEqual(
        answer.packages.map(({ creative_assignments }: any) => creative_assignments.length),
        [1, 1, 1],
      )
    }
    assert.equal(ids.size, numbers.length)
    const { data } = await second.must('GET', `/api/v1/campaigns?advertiserId=${advertiser.id}&limit=200`)
    assert.equal(data.length, 3 * numbers.length)
    await second.terminate()
  } finally {
    place.remove()
  }
})

for (const kind of ['sqlite', 'postgres'] as const) {
  const skip = kind === 'postgres' ? (missingForPostgres() ?? false) : false
  describe(`a process that is killed between an order and its answer, over ${kind}`, { skip }, () => {
    let cluster: Cluster | undefined
    const folder = mkdtempSync(join(tmpdir(), 'aside-adcp-'))
    after(() => {
      cluster?.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    let databases = 0
    async function openDatabase(): Promise<() => Promise<Store>> {
      const name = `adcp_${databases++}`
      if (kind === 'sqlite') return () => openStore({ dataDir: join(folder, name) })
      cluster ??= startCluster(['fsync=off'])
      cluster.sql([`CREATE DATABASE ${name}`])
      return () => openStore({ databaseUrl: cluster!.url(name) })
    }

    /** What one process does, until it ends. */
    async function inProcess<T>(
      open: () => Promise<Store>,
      work: (process: Awaited<ReturnType<typeof start>>) => Promise<T>,
    ): Promise<T> {
      const store = await open()
      try {
        return await work(await start(store))
      } finally {
        await store.close()
      }
    }

    test('leaves nothing half made, and whoever sends it again finds it done', async () => {
      const open = await openDatabase()
      const first = await inProcess(open, async ({ store, createMediaBuy, syncCreatives, claim }) => {
        await store.inventory.insert('advertiser', advertiserDraft())
        const creative = { id: 'c1', name: 'c1', format: 'action_card', tags: [], content: adContent() } as const
        await syncCreatives(
          caller,
          { advertiserId: 'adv_1', creatives: [creative], assignments: [], isDryRun: false },
          (await claim('sync')).ids,
        )
        return createMediaBuy(caller, orderOf(), (await claim('create')).ids)
      })
      const again = await inProcess(open, async ({ store, createMediaBuy, claim }) => {
        const state = await createMediaBuy(caller, orderOf(), (await claim('create')).ids)
        const { data } = await store.inventory.list('campaign', { limit: 100 })
        assert.equal(data.length, 2)
        assert.equal((await store.media.listBuys({ limit: 10 })).length, 1)
        return state
      })
      assert.deepEqual(again, first)

      // A cancellation, which would be refused were it a second one.
      const cancel = { cancel: {}, packages: [], added: [] }
      const ended = await inProcess(open, async ({ changeMediaBuy, claim }) =>
        changeMediaBuy(caller, first.buy.id, cancel, (await claim('cancel')).ids),
      )
      await inProcess(open, async ({ store, changeMediaBuy, claim }) => {
        const state = await changeMediaBuy(caller, first.buy.id, cancel, (await claim('cancel')).ids)
        assert.deepEqual([state.status, state.buy.revision], [ended.status, 2])
        await assert.rejects(changeMediaBuy(caller, first.buy.id, cancel, (await claim('once more')).ids), {
          fault: 'not_cancelable',
        })
        assert.deepEqual((await store.media.findCreatives('adv_1', ['c1']))[0]?.campaignIds, [])
      })
    })

    test('keeps nothing of an order that cannot be kept whole', async () => {
      const open = await openDatabase()
      await inProcess(open, async ({ store, syncCreatives, claim, deps }) => {
        await store.inventory.insert('advertiser', advertiserDraft())
        const creative = { id: 'c1', name: 'c1', format: 'action_card', tags: [], content: adContent() } as const
        await syncCreatives(
          caller,
          { advertiserId: 'adv_1', creatives: [creative], assignments: [], isDryRun: false },
          (await claim('sync')).ids,
        )
        // The last of what is written is at fault: an ad of a campaign that nobody has.
        const media = {
          ...store.media,
          commit: (order: Parameters<Store['media']['commit']>[0]) =>
            store.media.commit({ ...order, ads: [...order.ads!, { ...order.ads![0]!, campaignId: 'cmp_nobody' }] }),
        }
        const broken = createCreateMediaBuy({ ...deps, store: { ...store, media } })
        await assert.rejects(broken(caller, orderOf(), (await claim('create')).ids))
        assert.deepEqual((await store.inventory.list('campaign', { limit: 100 })).data, [])
        assert.deepEqual((await store.inventory.list('ad', { limit: 100 })).data, [])
        assert.deepEqual(await store.media.listBuys({ limit: 10 }), [])
        assert.deepEqual((await store.media.findCreatives('adv_1', ['c1']))[0]?.campaignIds, [])
      })
    })
  })
}

const orderOf = () => ({
  advertiserId: 'adv_1',
  startAtMs: 1_000,
  endAtMs: 4_000_000_000_000,
  paused: false,
  packages: [terms, terms],
})

async function start(store: Store) {
  const ids = createIdSource({ clock: realClock, randomBytes })
  const deps = {
    store,
    clock: realClock,
    ids,
    refreshInventory: async () => {},
    rejections: createRejections({ settings: store.settings }),
    checkCopy: () => undefined,
    ownOrigins: [],
    manualReview: false,
    allowPrivateFeeds: false,
  }
  const { idempotency } = store
  const remember = createRememberAnswer({ idempotency, isShared: () => false, clock: realClock, randomBytes })
  return {
    store,
    deps,
    createMediaBuy: createCreateMediaBuy(deps),
    changeMediaBuy: createChangeMediaBuy(deps),
    syncCreatives: createSyncCreatives(deps),
    /** A claim that nobody ever ends, as of a process that is killed. */
    claim: async (idempotencyKey: string) =>
      (await remember.begin({ callerKeyId: 'key_1', callerSecret: 's', idempotencyKey, request: '' })) as OpenClaim,
  }
}
