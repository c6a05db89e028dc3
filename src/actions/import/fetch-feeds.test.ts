import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSettings } from '../../../test/support/settings.ts'
import { createManualClock, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { ASK_PAUSE_MS, type Feed } from '../../domain/feed.ts'
import { createFeeds, type FeedsDeps } from './fetch-feeds.ts'

const NEVER = new AbortController().signal
const OPERATOR = {
  keyId: 'key_operator',
  mode: 'live',
  scopes: new Set(['admin', 'inventory:write']),
} as unknown as Caller
const urlOf = (id: string) => `https://${id}.example/ads.csv`

/** Campaigns by their advertisers, each with a feed whose host answers when it is let. */
function openStage(advertisers: Readonly<Record<string, string>>) {
  const clock = createManualClock(1_000 * HOUR_MS)
  let runMs = 0
  const campaigns = new Map(
    Object.entries(advertisers).map(([id, advertiserId]) => {
      const feed: Feed = { url: urlOf(id), everyHours: 24, missing: 'archive', missingMax: 100 }
      return [id, { id, advertiserId, feed } as Campaign]
    }),
  )
  const settings = createSettings()
  const hosts = new Map<string, PromiseWithResolvers<void>>() // those that are slow
  const fetched: string[] = []
  const archived: string[] = []
  const deps = {
    store: {
      inventory: {
        find: async (kind: string, id: string) => (kind === 'campaign' ? campaigns.get(id) : { id, name: 'Shop' }),
      },
      settings,
    },
    directory: {
      campaigns: { all: () => campaigns.values(), byId: (id: string) => campaigns.get(id) },
      advertisers: { byId: () => ({}) },
    },
    openFeed: async (url: string) => {
      const id = URL.parse(url)!.hostname.split('.', 1)[0]!
      fetched.push(id)
      async function* body() {
        yield Buffer.from('id,title\n')
        await hosts.get(id)?.promise
      }
      return { format: 'csv', charset: undefined, body: body(), close: () => {} }
    },
    importAds: async (_caller: Caller, request: { campaignId: string; body: AsyncIterable<Uint8Array> }) => {
      for await (const _chunk of request.body);
      archived.push(request.campaignId)
      return { errors: [], errorsTruncated: false, warnings: [] }
    },
    clock: { nowMs: clock.nowMs, monotonicMs: () => runMs },
    log: { warn: (about: object) => assert.fail(JSON.stringify(about)) },
    askPauseMs: ASK_PAUSE_MS,
  } as unknown as FeedsDeps
  const feeds = createFeeds(deps)
  const later = (ms: number) => {
    clock.advance(ms)
    runMs += ms
    return feeds
  }
  return { clock, campaigns, settings, hosts, fetched, archived, feeds, later, deps }
}

type Stage = ReturnType<typeof openStage>

async function runs({ later }: Stage, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await later(3_000).run(NEVER)
}

const slow = (stage: Stage, id: string) => {
  const host = Promise.withResolvers<void>()
  stage.hosts.set(id, host)
  return host
}

test('whoever has many feeds on slow hosts keeps no others waiting', async () => {
  const stage = openStage({ a1: 'adv_a', a2: 'adv_a', a3: 'adv_a', a4: 'adv_a', b: 'adv_b', c: 'adv_c' })
  const host = slow(stage, 'a1')
  const first = stage.feeds.run(NEVER)
  await runs(stage, 3)
  assert.deepEqual(stage.fetched, ['a1', 'b', 'c'])
  host.resolve()
  await first
  await runs(stage, 3)
  assert.deepEqual(stage.fetched.toSorted(), ['a1', 'a2', 'a3', 'a4', 'b', 'c'])
})

test('a feed that is asked for again and again comes after the others', async () => {
  const stage = openStage({ a: 'adv_a', b: 'adv_b', c: 'adv_c' })
  for (let i = 0; i < 6; i++) {
    await stage.later(ASK_PAUSE_MS).fetchSoon(OPERATOR, 'a')
    await runs(stage, 1)
  }
  assert.deepEqual(stage.fetched, ['a', 'b', 'c', 'a', 'a', 'a'])
})

test('what is known of one feed and cannot be read keeps neither it nor others from being fetched', async () => {
  for (const damage of ['{', 'null', '{}', '{"url":"https://a.example/ads.csv","failures":0,"last":{}}']) {
    const stage = openStage({ a: 'adv_a', b: 'adv_b' })
    stage.settings.kept.set('feed.a', damage)
    assert.equal((await stage.feeds.read(OPERATOR, 'a')).standing, 'due')
    await runs(stage, 2)
    assert.deepEqual(stage.fetched, ['a', 'b'])
  }
})

test('a clock that is set back keeps no feed from being fetched, and one that is asked for is fetched once', async () => {
  const stage = openStage({ a: 'adv_a' })
  await runs(stage, 1)
  stage.clock.advance(-500 * HOUR_MS)
  await runs(stage, 3)
  assert.equal(stage.fetched.length, 2)
  stage.clock.advance(HOUR_MS)
  await stage.feeds.fetchSoon(OPERATOR, 'a')
  stage.clock.advance(-MINUTE_MS)
  await runs(stage, 3)
  assert.equal(stage.fetched.length, 3)
})

test('one that was asked for is fetched after a stop that broke it off', async () => {
  const stage = openStage({ a: 'adv_a' })
  await runs(stage, 1)
  await stage.later(HOUR_MS).fetchSoon(OPERATOR, 'a')
  const stopping = new AbortController()
  const broken = createFeeds({
    ...stage.deps,
    openFeed: async () => {
      stopping.abort()
      throw new Error('stopped')
    },
  })
  stage.later(3_000)
  await broken.run(stopping.signal)
  assert.equal(stage.fetched.length, 1)
  await runs(stage, 2)
  assert.equal(stage.fetched.length, 2)
})

test('one that is asked for while it is fetched is fetched once more', async () => {
  const stage = openStage({ a: 'adv_a' })
  const host = slow(stage, 'a')
  const first = stage.feeds.run(NEVER)
  await stage.later(MINUTE_MS).fetchSoon(OPERATOR, 'a')
  host.resolve()
  await first
  await runs(stage, 3)
  assert.equal(stage.fetched.length, 2)
})

test('a fetch that is asked for is not begun again within a minute, each campaign for itself, and the refusal says when', async () => {
  const stage = openStage({ a: 'adv_a', b: 'adv_b' })
  await runs(stage, 2)
  stage.later(3_000)
  const ask = (id: string) => stage.feeds.fetchSoon(OPERATOR, id)
  await ask('a')
  await ask('a') // it has not begun yet: both wish for the same
  await runs(stage, 1)
  assert.deepEqual(stage.fetched, ['a', 'b', 'a'])
  const refused = async (seconds: number) =>
    assert.rejects(ask('a'), {
      code: 'rate_limited',
      details: { retryAfterSeconds: seconds },
      message: `This feed was fetched only just, as somebody asked for it; wait ${seconds} s and ask again`,
    })
  await refused(60)
  await ask('b')
  stage.later(ASK_PAUSE_MS - 1_500)
  await refused(2)
  // Nor at another address, which is fetched by itself.
  const campaign = stage.campaigns.get('a')!
  stage.campaigns.set('a', { ...campaign, feed: { ...campaign.feed!, url: `${urlOf('a')}?again` } })
  await refused(2)
  await runs(stage, 2)
  assert.deepEqual(stage.fetched.toSorted(), ['a', 'a', 'a', 'b', 'b'])
  await ask('a')
  await runs(stage, 1)
  assert.equal(stage.fetched.at(-1), 'a')
  await refused(60)
  stage.clock.advance(-HOUR_MS) // nobody knows how long ago that was
  await ask('a')
})

test('a fetch of another address, begun by itself, does not end the pause after one that was asked for', async () => {
  const stage = openStage({ a: 'adv_a' })
  await runs(stage, 1)
  await stage.feeds.fetchSoon(OPERATOR, 'a')
  await runs(stage, 1)
  const campaign = stage.campaigns.get('a')!
  stage.campaigns.set('a', { ...campaign, feed: { ...campaign.feed!, url: `${urlOf('a')}?again` } })
  await runs(stage, 1)
  assert.equal(stage.fetched.length, 3)
  await assert.rejects(stage.feeds.fetchSoon(OPERATOR, 'a'), /wait 57 s/)
})

test('one that is asked for while such a one is being fetched is fetched once more, after a minute', async () => {
  const stage = openStage({ a: 'adv_a' })
  await runs(stage, 1)
  const host = slow(stage, 'a')
  await stage.later(HOUR_MS).fetchSoon(OPERATOR, 'a')
  const run = stage.later(3_000).run(NEVER)
  await new Promise((resolve) => setImmediate(resolve))
  stage.later(1_000)
  await assert.rejects(stage.feeds.fetchSoon(OPERATOR, 'a'), /wait 59 s/)
  await stage.later(ASK_PAUSE_MS).fetchSoon(OPERATOR, 'a')
  await stage.feeds.fetchSoon(OPERATOR, 'a')
  host.resolve()
  await run
  await runs(stage, 3)
  assert.equal(stage.fetched.length, 3)
})

test('a feed that is taken away, or changed, while it is fetched archives nothing as it was', async () => {
  const stage = openStage({ a: 'adv_a' })
  const campaign = stage.campaigns.get('a')!
  const { feed, ...without } = campaign
  const others: Campaign[] = [
    without,
    { ...campaign, archivedAtMs: 1 },
    { ...campaign, feed: { ...feed!, missing: 'keep' } },
    { ...campaign, feed: { ...feed!, url: urlOf('b') } },
  ]
  for (const other of others) {
    stage.campaigns.set('a', campaign)
    const host = slow(stage, 'a')
    const run = stage.later(3_000).run(NEVER)
    await new Promise((resolve) => setImmediate(resolve))
    stage.campaigns.set('a', other)
    host.resolve()
    await run
    assert.deepEqual(stage.archived, [])
  }
  await runs(stage, 1)
  assert.deepEqual([stage.fetched.at(-1), stage.archived], ['b', ['a']])
  assert.equal((await stage.feeds.read(OPERATOR, 'a')).last?.outcome, 'imported')
})
