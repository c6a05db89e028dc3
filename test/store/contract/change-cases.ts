// The history of changes: an entry of each act, written with it or not at all, and let go of in time.
import assert from 'node:assert/strict'
import { HOUR_MS } from '../../../src/base/clock.ts'
import type { Author } from '../../../src/domain/change.ts'
import type { Store } from '../../../src/store/contract.ts'
import type { Cases } from '../contract-suite.ts'
import { adContent, campaignDraft, eventOf, linkOf, NOON_MS, seed, UNIT } from '../entities.ts'
import { withCode, withStore } from './with-store.ts'

let acts = 0
const by = (keyId = 'key_1', atMs = NOON_MS): Author => ({ changeId: `chg_${++acts}`, keyId, atMs })
const history = (store: Store, query = {}) => store.changes.list({ limit: 100, ...query })
const inShort = (changes: Awaited<ReturnType<typeof history>>) =>
  changes.map(({ action, entityId, changes }) => [
    action,
    entityId,
    ...changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
  ])

export const changeCases: Cases = {
  'a change is told with who made it, and only where it changes something': withStore(async (store, subject) => {
    await seed(store)
    const made = await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2' }), by())
    const budget = { totalMicros: 3 * UNIT, dailyMicros: UNIT / 2 }
    const changed = await store.inventory.update('campaign', { ...made, budget }, made.revision, by('key_2'))
    const same = await store.inventory.update('campaign', { ...changed, updatedAtMs: NOON_MS }, changed.revision, by())
    const end = { ...same, archivedAtMs: NOON_MS }
    await store.inventory.update('campaign', end, same.revision, by('key_2', NOON_MS + 1))
    const told = await history(await subject.reopen())
    assert.deepEqual(inShort(told).slice(0, 2), [
      ['archived', 'cmp_2'],
      ['changed', 'cmp_2', 'budget.total: null → "3.00"', 'budget.daily: null → "0.50"'],
    ])
    assert.deepEqual([told.length, told[2]!.action], [3, 'created'])
    const { keyId, atMs, kind, advertiserId } = told[0]!
    assert.deepEqual([keyId, atMs, kind, advertiserId], ['key_2', NOON_MS + 1, 'campaign', 'adv_1'])
  }),

  'what fails is not told, nor what nobody is said to have done': withStore(async (store) => {
    await seed(store)
    await assert.rejects(store.inventory.insert('campaign', campaignDraft(), by()), withCode('conflict'))
    const ad = (await store.inventory.find('ad', 'ad_1'))!
    const other = { ...ad, status: 'paused' as const }
    await assert.rejects(store.inventory.update('ad', other, ad.revision + 9, by()), withCode('conflict'))
    const payment = { postingId: 'p', advertiserId: 'nobody', amountMicros: UNIT, reference: '', atMs: NOON_MS }
    await assert.rejects(store.ledger.topUp(payment, by()))
    assert.deepEqual(await history(store), [])
  }),

  'what is done under the same name is told once': withStore(async (store) => {
    await seed(store)
    const act = by()
    const ad = (await store.inventory.find('ad', 'ad_1'))!
    const paused = await store.inventory.update('ad', { ...ad, status: 'paused' }, ad.revision, act)
    await store.inventory.update('ad', { ...paused, status: 'active' }, paused.revision, act)
    assert.deepEqual(inShort(await history(store)), [['changed', 'ad_1', 'status: "active" → "paused"']])
  }),

  'an import of many transactions is one entry, which counts them': withStore(async (store) => {
    await seed(store)
    const act = by()
    const draft = (n: number, title = `Ad ${n}`) => ({
      ...{ id: `ad_x${n}`, externalId: `x${n}`, content: adContent({ title }) },
      ...{ review: 'approved' as const, atMs: NOON_MS },
    })
    await store.inventory.upsertAds('cmp_1', [draft(1), draft(2)], act)
    await store.inventory.upsertAds('cmp_1', [draft(1), draft(2)], act)
    await store.inventory.upsertAds('cmp_1', [draft(2, 'Another'), draft(3), draft(4)], act)
    const { revision } = await store.inventory.beginFullFeed('cmp_1', 'feed_1')
    const missing = { campaignId: 'cmp_1', feedId: 'feed_1', externalIds: ['x1'], sinceRevision: revision }
    await store.inventory.archiveMissing({ ...missing, atMs: NOON_MS }, act)
    await store.inventory.upsertAds('cmp_1', [draft(3)], by())
    assert.deepEqual(inShort(await history(store)), [
      ['imported', 'cmp_1', 'archived: null → 1', 'imported: null → 4', 'updated: null → 1'],
    ])
  }),

  'money that moves is told with what it did to the balance': withStore(async (store) => {
    await seed(store, { advertiser: { billing: 'prepaid' } })
    const payment = { postingId: 'pay_1', advertiserId: 'adv_1', amountMicros: 5 * UNIT, reference: 'wire 1' }
    for (let times = 0; times < 2; times++) await store.ledger.topUp({ ...payment, atMs: NOON_MS }, by())
    const credit = { postingId: 'adj_1', publisherId: 'pub_1', amountMicros: 2 * UNIT, reference: 'outage' }
    await store.ledger.adjust({ ...credit, atMs: NOON_MS }, by())
    const body = { amountMicros: UNIT, method: { type: 'paypal', account: 'a' } }
    await store.settlement.withdraw({ id: 'wd_1', publisherId: 'pub_1', body, atMs: NOON_MS }, by())
    const step = { kind: 'withdrawal', id: 'wd_1', status: 'processing', note: 'batch', atMs: NOON_MS } as const
    await store.settlement.takeStep(step, by())
    const click = eventOf('click', linkOf(1))
    await store.ledger.append([click])
    const facts = [{ impressionId: click.impressionId }]
    const reversal = { id: 'rev_1', reason: 'bot', facts, atMs: NOON_MS }
    await store.ledger.reverse({ ...reversal, dryRun: true }, by())
    for (let times = 0; times < 2; times++) await store.ledger.reverse(reversal, by())
    assert.deepEqual(inShort(await history(store)), [
      ['created', 'rev_1', 'events: null → 2'],
      ['changed', 'wd_1', 'status: "submitted" → "processing"', 'note: null → "batch"'],
      ['created', 'wd_1', 'amount: null → "1.00"'],
      ['adjusted', 'pub_1', 'balance: "0.00" → "2.00"', 'posting: null → "adj_1"'],
      ['funded', 'adv_1', 'balance: "0.00" → "5.00"', 'posting: null → "pay_1"'],
    ])
    const owners = (await history(store)).map(({ advertiserId, publisherId }) => advertiserId ?? publisherId ?? '')
    assert.deepEqual(owners, ['', 'pub_1', 'pub_1', 'pub_1', 'adv_1'])
    assert.deepEqual((await store.ledger.verify()).faults, [])
  }),

  'a history is narrowed, read from any place on, and let go of in time': withStore(async (store, subject) => {
    await seed(store)
    for (let hour = 0; hour < 6; hour++) {
      const ad = (await store.inventory.find('ad', 'ad_1'))!
      const status = ad.status === 'active' ? ('paused' as const) : ('active' as const)
      await store.inventory.update(
        'ad',
        { ...ad, status },
        ad.revision,
        by(`key_${hour % 2}`, NOON_MS + hour * HOUR_MS),
      )
    }
    const hours = async (query: object, of = store) =>
      (await history(of, query)).map(({ atMs }) => (atMs - NOON_MS) / HOUR_MS)
    assert.deepEqual(await hours({ keyId: 'key_1', owner: 'adv_1' }), [5, 3, 1])
    assert.deepEqual(await hours({ entityId: 'ad_1', fromMs: NOON_MS + HOUR_MS, toMs: NOON_MS + 3 * HOUR_MS }), [2, 1])
    assert.deepEqual(await hours({ owner: 'pub_1' }), [])
    const [, second] = await history(store, { limit: 2 })
    assert.deepEqual(await hours({ before: second!.number, limit: 2 }), [3, 2])
    assert.equal(await store.changes.forget(NOON_MS + 4 * HOUR_MS), 4)
    assert.deepEqual(await hours({}), [5, 4])
    await store.backup(subject.freshPath('copy.db'))
    const copy = await subject.openBackup(subject.freshPath('copy.db'))
    assert.deepEqual(await hours({}, copy), [5, 4])
    await copy.close()
  }),
}
