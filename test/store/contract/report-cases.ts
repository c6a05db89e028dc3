// What a store promises of reports.
import assert from 'node:assert/strict'
import { DAY_MS, HOUR_MS } from '../../../src/base/clock.ts'
import { factOf, type Feedback, type FeedbackQuery } from '../../../src/domain/feedback.ts'
import type { LedgerEvent } from '../../../src/domain/ledger-event.ts'
import { type LinkPayload, sessionBytes } from '../../../src/domain/link.ts'
import { impressionIdOf } from '../../../src/domain/link-token.ts'
import type { EmptySlotsQuery } from '../../../src/domain/empty-slots.ts'
import type { DecisionCount, ReportQuery } from '../../../src/domain/report.ts'
import type { Cases } from '../contract-suite.ts'
import {
  adDraft,
  advertiserDraft,
  campaignDraft,
  eventOf,
  linkOf,
  NOON_MS,
  publisherDraft,
  seed,
  UNIT,
} from '../entities.ts'
import { withCode, withStore } from './with-store.ts'

const query = (over: Partial<ReportQuery> = {}): ReportQuery => ({
  from: '2026-03-10',
  to: '2026-03-10',
  groupBy: [],
  test: false,
  ...over,
})

const countOf = (over: Partial<DecisionCount> = {}): DecisionCount => ({
  hourMs: NOON_MS,
  publisherNumber: 1,
  slotId: 'main-slot',
  format: 'action_card',
  country: 'DE',
  test: false,
  requests: 0,
  eligible: 0,
  filled: 0,
  placed: new Uint32Array(),
  empty: new Uint32Array(),
  ...over,
})

const EMPTY_SLOTS: EmptySlotsQuery = { from: '2026-03-10', to: '2026-03-11', groupBy: [], test: false }

export const reportCases: Cases = {
  'a report without anything to tell is one row of zeros': withStore(async (store) => {
    const rows = await store.reports.read(query())
    assert.equal(rows.length, 1)
    assert.deepEqual([rows[0]!.requests, rows[0]!.clicks, rows[0]!.spendMicros, rows[0]!.ignored], [0, 0, 0, {}])
    assert.deepEqual(await store.reports.read(query({ groupBy: ['campaign'] })), [])
  }),

  'a report counts what is valid and what it brought, and gives reasons for the rest': withStore(async (store) => {
    await seed(store)
    const click = eventOf('click', linkOf(1))
    const sale = { factKey: 'order-1', conversion: { type: 'sale', valueMicros: 30 * UNIT } }
    await store.ledger.append([
      eventOf('impression', linkOf(1)),
      eventOf('viewable', linkOf(1)),
      click,
      click,
      eventOf('click', linkOf(2), { ignore: 'bot' }),
      eventOf('conversion', linkOf(1), sale),
    ])
    await store.reports.addCounts([countOf({ requests: 3, eligible: 3, filled: 2, placed: Uint32Array.of(1, 1, 4) })])
    assert.deepEqual(await store.reports.read(query()), [
      {
        keys: {},
        requests: 3,
        eligible: 3,
        filled: 2,
        impressions: 1,
        viewable: 1,
        clicks: 1,
        conversions: 1,
        thumbsUp: 0,
        thumbsDown: 0,
        dismissed: 0,
        reported: 0,
        conversionValueMicros: 30 * UNIT,
        spendMicros: 500_000,
        revenueMicros: 350_000,
        ignored: { duplicate: 1, bot: 1 },
      },
    ])
  }),

  'what people said is counted and listed, the newest first, until it is reversed': withStore(async (store) => {
    await seed(store, { ad: { externalId: 'sku-1' } })
    const said = (serial: number, feedback: Feedback, link: Partial<LinkPayload> = {}) => {
      const { kind, ...happening } = factOf(feedback)
      return eventOf(kind, linkOf(serial, link), happening)
    }
    const scam = said(1, { reaction: 'report', reasons: ['scam', 'other'] })
    const trial = said(4, { reaction: 'report', reasons: [] }, { test: true })
    await store.ledger.append([
      scam,
      said(1, { reaction: 'report', reasons: ['offensive'] }),
      said(1, { reaction: 'up', reasons: [] }),
      said(2, { reaction: 'down', reasons: [] }),
      said(3, { reaction: 'dismiss', reasons: ['repetitive'] }, { adVersion: 2 }),
      trial,
    ])
    const counted = async (test = false) => {
      const [row] = await store.reports.read(query({ test }))
      const { thumbsUp, thumbsDown, dismissed, reported, impressions, ignored } = row!
      return [thumbsUp, thumbsDown, dismissed, reported, impressions, ignored]
    }
    const listed = async (over: Partial<FeedbackQuery> = {}) =>
      (await store.reports.feedback({ test: false, limit: 10, ...over })).map(({ id, reasons }) => [id, ...reasons])
    assert.deepEqual(await counted(), [1, 1, 1, 1, 0, { duplicate: 1 }])
    assert.deepEqual(await counted(true), [0, 0, 0, 1, 0, {}])
    const [first, second, third] = [1, 2, 3].map((serial) => impressionIdOf(linkOf(serial)))
    const all = [
      [`${third}:dismiss`, 'repetitive'],
      [`${second}:feedback:down`],
      [`${first}:feedback:up`],
      [`${first}:feedback:report`, 'scam', 'other'],
    ]
    assert.deepEqual(await listed(), all)
    assert.deepEqual(await listed({ test: true }), [[`${trial.impressionId}:feedback:report`]])
    const [newest] = await store.reports.feedback({ test: false, limit: 1 })
    assert.deepEqual(await listed({ before: newest!.sequence, limit: 2 }), all.slice(1, 3))
    const { sequence, ...given } = newest!
    assert.ok(sequence > 0)
    assert.deepEqual(given, {
      id: `${third}:dismiss`,
      reaction: 'dismiss',
      reasons: ['repetitive'],
      impressionId: third,
      adId: 'ad_1',
      externalId: 'sku-1',
      title: 'A light tent',
      adVersion: 2,
      campaignId: 'cmp_1',
      advertiserId: 'adv_1',
      publisherId: 'pub_1',
      slotId: 'main-slot',
      format: 'action_card',
      receivedAtMs: NOON_MS + 60_000,
    })

    const facts = [{ impressionId: first!, kind: 'feedback' as const, factKey: 'report' }]
    await store.ledger.reverse({ id: 'rev_1', reason: 'a rival', facts, atMs: NOON_MS + DAY_MS })
    assert.deepEqual(await counted(), [1, 1, 1, 0, 0, { duplicate: 1, reversed: 1 }])
    assert.deepEqual(await listed(), all.slice(0, 3))
    assert.deepEqual((await store.ledger.verify()).faults, [])
  }),

  'what people said is found by ad, campaign, advertiser, publisher and reaction': withStore(async (store) => {
    await seed(store)
    await store.inventory.insert('publisher', publisherDraft({ id: 'pub_2' }))
    await store.inventory.insert('advertiser', advertiserDraft({ id: 'adv_2' }))
    await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2', advertiserId: 'adv_2' }))
    await store.inventory.insert('ad', adDraft({ id: 'ad_2', campaignId: 'cmp_2' }))
    // Another campaign of the first advertiser, of which nobody said anything but in a test.
    await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_3' }))
    await store.inventory.insert('ad', adDraft({ id: 'ad_3', campaignId: 'cmp_3' }))
    const [mine, others] = [linkOf(1), linkOf(2, { adNumber: 2, campaignNumber: 2, publisherNumber: 2 })]
    const trial = linkOf(3, { adNumber: 3, campaignNumber: 3, test: true })
    await store.ledger.append(
      [mine, others, trial].flatMap((link) => [
        eventOf('feedback', link, { factKey: 'report', detail: 'report' }),
        eventOf('dismiss', link),
      ]),
    )
    const found = async (over: Partial<FeedbackQuery>) =>
      (await store.reports.feedback({ test: false, limit: 10, ...over })).map(({ adId, reaction }) => [adId, reaction])
    const ofTwo = [
      ['ad_2', 'dismiss'],
      ['ad_2', 'report'],
    ]
    for (const narrowed of [
      { adId: 'ad_2' },
      { campaignId: 'cmp_2' },
      { advertiserId: 'adv_2' },
      { publisherId: 'pub_2' },
    ])
      assert.deepEqual(await found(narrowed), ofTwo)
    assert.deepEqual(
      await found({ campaignId: 'cmp_2', adId: 'ad_2', advertiserId: 'adv_2', publisherId: 'pub_2' }),
      ofTwo,
    )
    assert.deepEqual(await found({ campaignId: 'cmp_1', reaction: 'dismiss' }), [['ad_1', 'dismiss']])
    assert.deepEqual(await found({ campaignId: 'cmp_3' }), [])
    assert.equal((await found({ campaignId: 'cmp_3', test: true })).length, 2)
    for (const elsewhere of [{ adId: 'ad_2' }, { advertiserId: 'adv_2' }, { publisherId: 'pub_2' }])
      assert.deepEqual(await found({ campaignId: 'cmp_1', ...elsewhere }), [])
    assert.deepEqual(await found({ publisherId: 'pub_1', reaction: 'report' }), [['ad_1', 'report']])
    assert.deepEqual(await found({ publisherId: 'pub_1', adId: 'ad_2' }), [])
    assert.deepEqual(await found({ adId: 'ad_9' }), [])
  }),

  'each dimension names entities by id and times in UTC': withStore(async (store) => {
    await seed(store, { ad: { externalId: 'sku-1' } })
    await store.ledger.append([eventOf('click', linkOf(1))])
    const groupBy = ['day', 'hour', 'publisher', 'advertiser', 'campaign', 'ad', 'slot', 'country', 'format'] as const
    const [row, ...more] = await store.reports.read(query({ groupBy }))
    assert.deepEqual(more, [])
    assert.deepEqual(row!.keys, {
      day: '2026-03-10',
      hour: '2026-03-10T12:00:00Z',
      publisher: 'pub_1',
      advertiser: 'adv_1',
      campaign: 'cmp_1',
      ad: 'ad_1',
      slot: 'main-slot',
      country: 'DE',
      format: 'action_card',
    })
    assert.equal(row!.externalId, 'sku-1')
    assert.equal(row!.names, undefined, 'nobody asked for names')
    const named = ['publisher', 'advertiser', 'campaign'] as const
    const [told] = await store.reports.read(query({ groupBy, named }))
    assert.deepEqual(told!.names, { publisher: 'Chat App', advertiser: 'Feather', campaign: 'Spring' })
    const [few] = await store.reports.read(query({ groupBy: ['advertiser', 'campaign'], named: ['advertiser'] }))
    assert.deepEqual(few!.names, { advertiser: 'Feather' })
  }),

  'both days of a report are included, and no other': withStore(async (store) => {
    await seed(store)
    const midnightMs = Date.UTC(2026, 2, 10)
    const at = (receivedAtMs: number) =>
      eventOf('click', linkOf(receivedAtMs, { decidedAtMs: receivedAtMs }), { receivedAtMs })
    await store.ledger.append(
      [midnightMs - 1, midnightMs, midnightMs + 2 * DAY_MS - 1, midnightMs + 2 * DAY_MS].map(at),
    )
    const rows = await store.reports.read(query({ to: '2026-03-11', groupBy: ['day'] }))
    assert.deepEqual(
      rows.map(({ keys, clicks }) => [keys.day, clicks]),
      [
        ['2026-03-10', 1],
        ['2026-03-11', 1],
      ],
    )
    await assert.rejects(store.reports.read(query({ from: '2026-02-30' })), withCode('validation_error'))
  }),

  'a report can be narrowed to one publisher, advertiser or campaign': withStore(async (store) => {
    await seed(store)
    await store.inventory.insert('advertiser', advertiserDraft({ id: 'adv_2' }))
    await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2', advertiserId: 'adv_2' }))
    await store.inventory.insert('ad', adDraft({ id: 'ad_2', campaignId: 'cmp_2' }))
    await store.ledger.append([
      eventOf('click', linkOf(1)),
      eventOf('click', linkOf(2, { campaignNumber: 2, adNumber: 2 })),
      eventOf('click', linkOf(3, { campaignNumber: 2, adNumber: 2 }), { ignore: 'bot' }),
    ])
    const read = async (over: Partial<ReportQuery>) => {
      const [row] = await store.reports.read(query(over))
      return [row!.clicks, row!.ignored.bot ?? 0]
    }
    assert.deepEqual(await read({}), [2, 1])
    assert.deepEqual(await read({ advertiserId: 'adv_2' }), [1, 1])
    assert.deepEqual(await read({ campaignId: 'cmp_1' }), [1, 0])
    assert.deepEqual(await read({ publisherId: 'pub_1' }), [2, 1])
    assert.deepEqual(await read({ publisherId: 'pub_9' }), [0, 0])
  }),

  'counts of decisions add up by hour and key': withStore(async (store) => {
    await seed(store)
    await store.reports.addCounts([countOf({ requests: 2 }), countOf({ requests: 1 })])
    await store.reports.addCounts([countOf({ requests: 4 }), countOf({ hourMs: NOON_MS + HOUR_MS, requests: 8 })])
    const rows = await store.reports.read(query({ groupBy: ['hour', 'campaign'] }))
    assert.deepEqual(
      rows.map(({ keys, requests }) => [keys.hour, keys.campaign, requests]),
      [
        ['2026-03-10T12:00:00Z', '', 7],
        ['2026-03-10T13:00:00Z', '', 8],
      ],
    )
  }),

  'a report counts filled slots, and placements where it is about ads': withStore(async (store) => {
    await seed(store)
    const placed = (times: number) => Uint32Array.of(1, 1, times)
    await store.reports.addCounts([
      countOf({ requests: 3, eligible: 3, filled: 2, placed: placed(4) }),
      countOf({ placed: placed(1) }),
    ])
    const filled = async (over: Partial<ReportQuery>) =>
      (await store.reports.read(query(over))).map((row) => row.filled)
    assert.deepEqual(await filled({}), [2])
    assert.deepEqual(await filled({ groupBy: ['slot'] }), [2])
    assert.deepEqual(await filled({ groupBy: ['ad'] }), [5, 2], 'what belongs to no ad comes last')
    assert.deepEqual(await filled({ campaignId: 'cmp_1' }), [5])
    assert.deepEqual(await filled({ advertiserId: 'adv_1' }), [5])
  }),

  'a publisher who invents slot ids cannot grow the reports without bound': withStore(async (store) => {
    await seed(store)
    const invented = Array.from({ length: 1_200 }, (_, i) => countOf({ slotId: `slot-${i}`, requests: 1 }))
    await store.reports.addCounts(invented)
    await store.ledger.append([eventOf('click', linkOf(1, { slotId: 'yet-another' }))])
    const rows = await store.reports.read(query({ groupBy: ['slot'] }))
    assert.equal(rows.length, 1_001)
    const other = rows.find(({ keys }) => keys.slot === '(other)')!
    assert.deepEqual([other.requests, other.clicks], [200, 1])
    assert.deepEqual((await store.ledger.verify()).faults, [])
  }),

  'a slot is one row of a report, whatever characters its id is made of': withStore(async (store) => {
    await seed(store)
    for (const [i, slotId] of ['\0', 'a\ud800b'].entries()) {
      await store.reports.addCounts([countOf({ slotId, requests: 2 })])
      await store.ledger.append([eventOf('click', linkOf(i, { slotId }))])
    }
    const rows = await store.reports.read(query({ groupBy: ['slot'] }))
    assert.deepEqual(rows.map(({ keys, requests, clicks }) => [keys.slot, requests, clicks]).toSorted(), [
      ['a\ufffdb', 2, 1],
      ['\ufffd', 2, 1],
    ])
  }),

  'the reach of a campaign tells people from sessions, and how often each saw it': withStore(async (store) => {
    await seed(store)
    const [often, once, visit, nobody] = [
      Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 9),
      Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0),
      sessionBytes(Uint8Array.of(9, 9, 9, 9, 9, 9, 9, 9)),
      new Uint8Array(8),
    ]
    let serial = 0
    const shown = (user: Uint8Array, over: Parameters<typeof linkOf>[1] = {}, event: Partial<LedgerEvent> = {}) =>
      eventOf('impression', linkOf(++serial, { user, ...over }), event)
    const invalid = shown(once)
    const bot = shown(once, {}, { ignore: 'bot' })
    await store.ledger.append([
      ...Array.from({ length: 12 }, () => shown(often)),
      ...[shown(once), shown(visit), shown(visit), shown(nobody), shown(nobody), shown(nobody)],
      ...[bot, invalid, shown(once, { test: true }), shown(once, { campaignNumber: 2 })],
      shown(once, { decidedAtMs: NOON_MS + DAY_MS }, { receivedAtMs: NOON_MS + DAY_MS }),
      eventOf('click', linkOf(1, { user: often })),
    ])
    const facts = [{ impressionId: invalid.impressionId, kind: 'impression' as const, factKey: '' }]
    await store.ledger.reverse({ id: 'rev_1', reason: 'a rival', facts, atMs: NOON_MS })

    const day = { campaignId: 'cmp_1', from: '2026-03-10', to: '2026-03-10', test: false }
    const byTimes = (times: Record<number, number>) => Array.from({ length: 10 }, (_, i) => times[i + 1] ?? 0)
    const none = { count: 0, impressions: 0, byTimes: byTimes({}) }
    assert.deepEqual(await store.reports.reach(day), {
      people: { count: 2, impressions: 13, byTimes: byTimes({ 1: 1, 10: 1 }) },
      sessions: { count: 1, impressions: 2, byTimes: byTimes({ 2: 1 }) },
      unknownImpressions: 3,
    })
    const both = await store.reports.reach({ ...day, to: '2026-03-11' })
    assert.deepEqual(both.people, { count: 2, impressions: 14, byTimes: byTimes({ 2: 1, 10: 1 }) })
    const tests = await store.reports.reach({ ...day, test: true })
    assert.deepEqual(tests.people, { count: 1, impressions: 1, byTimes: byTimes({ 1: 1 }) })
    const another = { people: none, sessions: none, unknownImpressions: 0 }
    assert.deepEqual(await store.reports.reach({ ...day, campaignId: 'cmp_9' }), another)

    while (await store.ledger.forgetPeople(NOON_MS + DAY_MS));
    const { people, unknownImpressions } = await store.reports.reach(day)
    assert.deepEqual([people, unknownImpressions], [none, 18])
  }),

  'empty slots add up by day, publisher, slot, reason and test': withStore(async (store) => {
    await seed(store)
    await store.inventory.insert('publisher', publisherDraft({ id: 'pub_2' }))
    const empty = (...cells: number[]) => Uint32Array.from(cells)
    const cold = 5
    await store.reports.addCounts([
      countOf({ requests: 4, filled: 1, empty: empty(0, 1, cold, 2) }),
      countOf({ requests: 2, empty: empty(cold, 2), hourMs: NOON_MS + HOUR_MS, country: 'AT' }),
      countOf({ requests: 1, empty: empty(0, 1), hourMs: NOON_MS + DAY_MS }),
      countOf({ requests: 8, empty: empty(302, 8), slotId: 'a\ud800b' }),
      countOf({ requests: 16, empty: empty(cold, 16), publisherNumber: 2 }),
      countOf({ requests: 32, empty: empty(cold, 32), test: true }),
    ])
    await store.reports.addCounts([countOf({ requests: 64, empty: empty(cold, 64) })])
    const read = async (over: Partial<EmptySlotsQuery>) =>
      (await store.reports.emptySlots({ ...EMPTY_SLOTS, ...over })).map(({ keys, count }) => [
        ...Object.values(keys),
        count,
      ])
    assert.deepEqual(await read({}), [[94]])
    assert.deepEqual(await read({ from: '2026-03-01', to: '2026-03-09' }), [[0]])
    assert.deepEqual(await read({ from: '2026-03-01', to: '2026-03-09', groupBy: ['reason'] }), [])
    assert.deepEqual(await read({ groupBy: ['day'] }), [
      ['2026-03-10', 93],
      ['2026-03-11', 1],
    ])
    assert.deepEqual(await read({ groupBy: ['reason'] }), [
      ['creative_rejected', 8],
      ['low_commercial_intent', 84],
      ['no_candidates', 2],
    ])
    assert.deepEqual(await read({ publisherId: 'pub_1', groupBy: ['slot', 'day', 'reason'] }), [
      ['a\ufffdb', '2026-03-10', 'creative_rejected', 8],
      ['main-slot', '2026-03-10', 'low_commercial_intent', 68],
      ['main-slot', '2026-03-10', 'no_candidates', 1],
      ['main-slot', '2026-03-11', 'no_candidates', 1],
    ])
    assert.deepEqual(await read({ groupBy: ['publisher'], to: '2026-03-10' }), [
      ['pub_1', 77],
      ['pub_2', 16],
    ])
    assert.deepEqual(await read({ test: true, groupBy: ['publisher'] }), [['pub_1', 32]])
    assert.deepEqual(await read({ publisherId: 'pub_9' }), [[0]])
  }),

  'empty slots of invented ids are bounded as those of reports are, and named alike': withStore(async (store) => {
    await seed(store)
    const one = { requests: 1, empty: Uint32Array.of(0, 1) }
    await store.reports.addCounts(Array.from({ length: 1_200 }, (_, i) => countOf({ ...one, slotId: `slot-${i}` })))
    const rows = await store.reports.emptySlots({ ...EMPTY_SLOTS, groupBy: ['slot'] })
    assert.equal(rows.length, 1_001)
    const asked = await store.reports.read(query({ groupBy: ['slot'] }))
    assert.deepEqual(
      rows.map(({ keys, count }) => [keys.slot, count]),
      asked.map(({ keys, requests }) => [keys.slot, requests]),
    )
    assert.equal(rows.find(({ keys }) => keys.slot === '(other)')!.count, 200)
  }),

  'values of conversions beyond any sum of money stop at the largest whole number': withStore(async (store) => {
    await seed(store)
    const valueMicros = 1_000_000_000 * UNIT
    const sales = Array.from({ length: 12 }, (_, i) =>
      eventOf('conversion', linkOf(1), { factKey: `order-${i}`, conversion: { type: 'sale', valueMicros } }),
    )
    await store.ledger.append([eventOf('click', linkOf(1)), ...sales])
    const [row] = await store.reports.read(query())
    assert.deepEqual([row!.conversions, row!.conversionValueMicros], [12, Number.MAX_SAFE_INTEGER])
    assert.deepEqual((await store.ledger.verify()).faults, [])
    const { impressionId } = sales[0]!
    const reverse = (from: number, to: number) => {
      const facts = sales.slice(from, to).map(({ factKey }) => ({ impressionId, kind: 'conversion' as const, factKey }))
      return store.ledger.reverse({ id: `rev_${from}`, reason: 'returned', facts, atMs: NOON_MS + DAY_MS })
    }
    await reverse(0, 1)
    assert.deepEqual((await store.ledger.verify()).faults, [])
    await reverse(1, 11)
    const [left] = await store.reports.read(query())
    assert.deepEqual([left!.conversions, left!.conversionValueMicros], [1, Number.MAX_SAFE_INTEGER], 'and stay there')
    assert.deepEqual((await store.ledger.verify()).faults, [])
  }),
}
