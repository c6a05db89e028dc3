// What a store promises of settings, webhooks, exposures, repeated writes and backups.
import assert from 'node:assert/strict'
import { DAY_MS } from '../../../src/base/clock.ts'
import { impressionIdOf } from '../../../src/domain/link-token.ts'
import { type Webhook, WEBHOOKS_PER_OWNER_MAX } from '../../../src/domain/webhook.ts'
import type { Exposure } from '../../../src/store/contract.ts'
import type { Cases } from '../contract-suite.ts'
import { eventOf, linkOf, NOON_MS, seed } from '../entities.ts'
import { withCode, withStore } from './with-store.ts'

const exposureOf = (serial: number, over: Partial<Exposure> = {}): Exposure => ({
  impressionId: impressionIdOf(linkOf(serial)),
  adNumber: 1,
  campaignNumber: 1,
  advertiserNumber: 1,
  publisherNumber: 1,
  turn: 2,
  user: '0123456789abcdef',
  session: '',
  conversation: '',
  servedAtMs: NOON_MS + serial,
  ...over,
})

const webhookOf = (serial: number, owner: string): Webhook => ({
  id: `wh_${serial}`,
  owner,
  url: 'https://hooks.example/',
  kinds: ['click'],
  status: 'active',
  createdAtMs: NOON_MS,
  dropped: 0,
})

export const hintCases: Cases = {
  'an owner has so many webhooks and no more, which leaves others theirs': withStore(async (store) => {
    for (let i = 1; i <= WEBHOOKS_PER_OWNER_MAX; i++) await store.webhooks.add(webhookOf(i, 'adv_1'))
    const message = /There are 20 webhooks of this owner already; remove one first/
    await assert.rejects(store.webhooks.add(webhookOf(21, 'adv_1')), { code: 'conflict', message })
    await store.webhooks.add(webhookOf(22, 'adv_2'))
    await store.webhooks.remove('wh_7')
    await store.webhooks.add(webhookOf(23, 'adv_1'))
    assert.equal((await store.webhooks.list()).length, WEBHOOKS_PER_OWNER_MAX + 1)
  }),

  'what waits for a webhook goes to its new address, at once and as if it had never been tried': withStore(
    async (store, subject) => {
      await seed(store)
      const made = await store.webhooks.add(webhookOf(1, ''))
      await store.webhooks.add(webhookOf(2, ''))
      await store.ledger.append([eventOf('click', linkOf(1)), eventOf('click', linkOf(2))])
      const due = () => store.webhooks.due(NOON_MS, 10)
      for (const { number } of await due()) await store.webhooks.settle(number, { dueMs: NOON_MS + DAY_MS })
      assert.deepEqual(await due(), [])

      assert.deepEqual(await store.webhooks.change('wh_1', { url: made.url }), made)
      assert.deepEqual(await due(), [], 'it is where it was')
      const url = 'https://other.example/'
      assert.deepEqual(await store.webhooks.change('wh_1', { url }), { ...made, url })
      assert.deepEqual(
        (await due()).map(({ webhookId, url, attempts }) => [webhookId, url, attempts]),
        Array(2).fill(['wh_1', url, 0]),
      )
      assert.equal(await store.webhooks.change('wh_3', { url }), undefined)

      // On their way when it changed.
      const waiting = await due()
      for (const end of ['dropped', { dueMs: NOON_MS + DAY_MS }] as const)
        for (const { number } of waiting) await store.webhooks.settle(number, end, made.url)
      assert.deepEqual(await due(), waiting)

      const kinds = ['conversion', 'feedback'] as const
      await store.webhooks.change('wh_1', { kinds })
      await store.webhooks.settle(waiting[0]!.number, 'dropped', url)
      await store.ledger.append([eventOf('click', linkOf(3))])
      assert.deepEqual(
        (await due()).map(({ webhookId }) => webhookId),
        ['wh_1', 'wh_2'],
        'what waited before waits on',
      )
      const reopened = await (await subject.reopen()).webhooks.list()
      assert.deepEqual(reopened, [webhookOf(2, ''), { ...made, url, kinds, dropped: 1 }])
    },
  ),

  'what comes for a webhook that is paused waits, and what waited is due at once when it goes on': withStore(
    async (store, subject) => {
      await seed(store)
      const made = await store.webhooks.add(webhookOf(1, ''))
      const due = async (of: typeof store) => (await of.webhooks.due(NOON_MS, 10)).map(({ attempts }) => attempts)
      await store.ledger.append([eventOf('click', linkOf(1))])
      const [message] = await store.webhooks.due(NOON_MS, 10)
      await store.webhooks.settle(message!.number, { dueMs: NOON_MS + DAY_MS })

      const paused = { ...made, status: 'paused' } as const
      assert.deepEqual(await store.webhooks.change('wh_1', { status: 'paused' }), paused)
      await store.ledger.append([eventOf('click', linkOf(2))])
      assert.deepEqual(await due(store), [])
      const later = await subject.reopen()
      assert.deepEqual(await later.webhooks.list(), [paused])
      assert.deepEqual(await due(later), [])
      assert.deepEqual(await later.webhooks.change('wh_1', { status: 'active' }), made)
      assert.deepEqual(await due(later), [0, 0])
    },
  ),

  'a setting is what was last written': withStore(async (store, subject) => {
    assert.equal(await store.settings.read('epoch'), undefined)
    await store.settings.write('epoch', '1')
    await store.settings.write('epoch', '2')
    assert.equal(await store.settings.read('epoch'), '2')
    assert.equal(await (await subject.reopen()).settings.read('epoch'), '2')
  }),

  'a setting is swapped where it is still what was read, told with it or not at all': withStore(
    async (store, subject) => {
      const told = (changeId: string) =>
        ({
          by: { changeId, keyId: 'key_1', atMs: NOON_MS },
          change: { action: 'created', kind: 'traffic_rule', entityId: 'tr_1', owner: '' },
          changes: [{ field: 'network', from: null, to: '203.0.113.0/24' }],
        }) as const
      assert.equal(await store.settings.swap('rules', 'old', 'never', told('chg_0')), false)
      // Of several who read the same, one writes.
      const all = ['a', 'b', 'c'].map((value) => store.settings.swap('rules', null, value, told(`chg_${value}`)))
      assert.deepEqual((await Promise.all(all)).toSorted(), [false, false, true])
      const value = (await store.settings.read('rules'))!
      assert.equal(await store.settings.swap('rules', null, 'never', told('chg_1')), false)
      assert.equal(await store.settings.swap('rules', value, 'next', told('chg_2')), true)
      assert.equal(await store.settings.swap('rules', 'next', 'untold'), true)
      const again = await subject.reopen()
      assert.equal(await again.settings.read('rules'), 'untold')
      const changes = await again.changes.list({ limit: 10 })
      assert.deepEqual(
        changes.map(({ id, kind, entityId, changes }) => [id, kind, entityId, changes[0]!.to]),
        ['chg_2', `chg_${value}`].map((id) => [id, 'traffic_rule', 'tr_1', '203.0.113.0/24']),
      )
    },
  ),

  'exposures come back oldest first, and say which were seen': withStore(async (store) => {
    await seed(store)
    await store.exposures.add([exposureOf(1), exposureOf(2), exposureOf(3)])
    await store.ledger.append([eventOf('click', linkOf(2)), eventOf('impression', linkOf(3), { ignore: 'bot' })])
    const [first, ...rest] = await store.exposures.since(NOON_MS, 0, 2)
    const last = await store.exposures.since(NOON_MS, rest[0]!.sequence, 2)
    assert.deepEqual([first!.seen, rest[0]!.seen, last[0]!.seen], [false, true, false])
    const { sequence: _sequence, seen: _seen, reported, ...kept } = first!
    assert.deepEqual([reported, rest[0]!.reported], [false, false], 'a click only implies that it was seen')
    assert.deepEqual(kept, exposureOf(1))
    assert.deepEqual(
      (await store.exposures.since(NOON_MS + 3, 0, 10)).map(({ servedAtMs }) => servedAtMs),
      [NOON_MS + 3],
    )
  }),

  'what was seen is told of live ads alone, and whether it was reported': withStore(async (store) => {
    await seed(store)
    const tried = linkOf(1, { test: true })
    await store.ledger.append([
      eventOf('impression', tried),
      eventOf('click', linkOf(2)),
      eventOf('impression', linkOf(3)),
    ])
    const seen = await store.exposures.seenSince(0, 10)
    assert.deepEqual(
      seen.map(({ impressionId, reported }) => [impressionId, reported]),
      [
        [impressionIdOf(linkOf(2)), false],
        [impressionIdOf(linkOf(3)), true],
      ],
    )
  }),

  'what was dismissed or reported comes back newest first, with whom it concerns, until it is reversed': withStore(
    async (first, subject) => {
      await seed(first)
      const user = Uint8Array.from([0, 0, 3, 250, 5, 6, 7, 8])
      const reported = eventOf('feedback', linkOf(2, { user }), { factKey: 'report', detail: 'report:scam' })
      await first.ledger.append([
        eventOf('dismiss', linkOf(1)),
        eventOf('feedback', linkOf(1), { factKey: 'up', detail: 'up' }),
        reported,
        eventOf('dismiss', linkOf(2, { user }), { ignore: 'test' }),
        eventOf('dismiss', linkOf(3, { test: true })),
      ])
      const store = await subject.reopen()
      const [newest, second, ...more] = await store.exposures.dismissedBefore(Number.MAX_SAFE_INTEGER, 2)
      assert.deepEqual([newest!.test, more], [true, []])
      const { event, ...kept } = second!
      assert.deepEqual(
        { ...kept, user: Uint8Array.from(kept.user) },
        { user, adNumber: 1, test: false, sinceMs: reported.receivedAtMs },
      )
      const earlier = await store.exposures.dismissedBefore(event, 2)
      assert.deepEqual(
        earlier.map(({ sinceMs }) => sinceMs),
        [eventOf('dismiss', linkOf(1)).receivedAtMs],
      )
      const facts = [{ impressionId: reported.impressionId, kind: 'feedback' as const, factKey: 'report' }]
      await store.ledger.reverse({ id: 'rev_1', reason: 'a rival', facts, atMs: NOON_MS + DAY_MS })
      assert.equal((await store.exposures.dismissedBefore(Number.MAX_SAFE_INTEGER, 10)).length, 2)
    },
  ),

  'old exposures can be forgotten, and their places are never given again': withStore(async (store) => {
    await store.exposures.add([exposureOf(1), exposureOf(2)])
    const [, second] = await store.exposures.since(0, 0, 10)
    assert.equal(await store.exposures.forget(NOON_MS + 3), 2)
    assert.equal(await store.exposures.forget(NOON_MS + 3), 0)
    await store.exposures.add([exposureOf(4)])
    const [next] = await store.exposures.since(0, 0, 10)
    assert.ok(next!.sequence > second!.sequence)
  }),

  'a repeated write gets the first answer; another body or one in flight is told apart': withStore(async (store) => {
    const { idempotency } = store
    assert.deepEqual(await idempotency.begin('k', 'hash', NOON_MS), { state: 'new', atMs: NOON_MS })
    assert.deepEqual(await idempotency.begin('k', 'hash', NOON_MS), { state: 'in_flight', atMs: NOON_MS })
    assert.deepEqual(await idempotency.begin('k', 'other', NOON_MS), { state: 'mismatch' })
    await idempotency.finish('k', { status: 201, body: '{}' })
    assert.deepEqual(await idempotency.begin('k', 'hash', NOON_MS), {
      state: 'replay',
      answer: { status: 201, body: '{}' },
    })
    assert.deepEqual(await idempotency.begin('k', 'other', NOON_MS), { state: 'mismatch' })
    const tomorrow = { state: 'new', atMs: NOON_MS + DAY_MS }
    assert.deepEqual(await idempotency.begin('k', 'other', NOON_MS + DAY_MS), tomorrow)
  }),

  'of many who claim one key at once, one gets it': withStore(async (store) => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.idempotency.begin('k', 'hash', NOON_MS)))
    assert.equal(claims.filter(({ state }) => state === 'new').length, 1)
  }),

  'a claim that was given back can be made again, for whatever request': withStore(async ({ idempotency }) => {
    await idempotency.begin('k', 'hash', NOON_MS)
    await idempotency.abandon('k')
    assert.deepEqual(await idempotency.begin('k', 'other', NOON_MS + 1), { state: 'new', atMs: NOON_MS + 1 })
  }),

  'a claim that was released goes on for the same request, and says since when': withStore(async (store, subject) => {
    const first = { state: 'new', atMs: NOON_MS }
    await store.idempotency.begin('released', 'hash', NOON_MS)
    await store.idempotency.release('released')
    await store.idempotency.begin('ended', 'hash', NOON_MS)
    await store.idempotency.begin('answered', 'hash', NOON_MS)
    await store.idempotency.finish('answered', { status: 201, body: '{}' })
    const { idempotency } = await subject.reopen()
    const left = await idempotency.begin('ended', 'hash', NOON_MS + 1)
    assert.deepEqual(left, { state: 'in_flight', atMs: NOON_MS }, 'nobody knows yet that its process ended')
    await idempotency.release('ended')
    for (const key of ['released', 'ended']) {
      assert.deepEqual(await idempotency.begin(key, 'other', NOON_MS + 1), { state: 'mismatch' })
      assert.deepEqual(await idempotency.begin(key, 'hash', NOON_MS + 1), first)
      assert.equal((await idempotency.begin(key, 'hash', NOON_MS + 1)).state, 'in_flight')
    }
    await idempotency.release('answered')
    assert.equal((await idempotency.begin('answered', 'hash', NOON_MS)).state, 'replay')
    await idempotency.release('ended')
    const tomorrow = { state: 'new', atMs: NOON_MS + DAY_MS }
    assert.deepEqual(await idempotency.begin('ended', 'other', NOON_MS + DAY_MS), tomorrow)
  }),

  'a backup made while events arrive holds a moment of the books that closes': withStore(async (store, subject) => {
    await seed(store)
    const path = subject.freshPath('copy.db')
    const shares: number[] = []
    let [sent, done] = [0, false]
    const writing = (async () => {
      while (!done) await store.ledger.append([eventOf('click', linkOf(sent++))])
    })()
    const { bytes } = await store.backup(path, (share) => shares.push(share))
    done = true
    await writing
    assert.ok(bytes > 0)
    assert.equal(shares.at(-1), 1)
    await assert.rejects(store.backup(path), withCode('conflict'))

    const copy = await subject.openBackup(path)
    try {
      const { faults, events } = await copy.ledger.verify()
      assert.deepEqual(faults, [])
      assert.ok(events <= 2 * sent)
      const [entry] = await copy.ledger.entries({ after: 0, limit: 1 })
      const [again] = await copy.ledger.append([eventOf('click', linkOf(0))])
      if (entry) assert.equal(again!.status, 'duplicate')
    } finally {
      await copy.close()
    }
  }),

  'of the uses of a key the last one is kept': withStore(async (store, { reopen }) => {
    const used = (keyNumber: number, usedAtMs: number) => ({ keyNumber, usedAtMs })
    await store.keyUses.note([used(1, 5_000), used(2, 7_000)])
    await store.keyUses.note([used(1, 4_000), used(2, 9_000), used(3, 1)])
    await store.keyUses.note([])
    const again = await reopen()
    assert.deepEqual(await again.keyUses.read([2, 1, 4]), [used(2, 9_000), used(1, 5_000)])
  }),

  'a store that was closed refuses calls as unavailable': withStore(async (store) => {
    await store.close()
    await assert.rejects(store.settings.read('x'), withCode('unavailable'))
    await assert.rejects(store.settings.write('x', 'y'), withCode('unavailable'))
  }),
}
