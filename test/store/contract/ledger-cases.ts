// What a store promises of events, charges and the books.
import assert from 'node:assert/strict'
import { DAY_MS, HOUR_MS } from '../../../src/base/clock.ts'
import { type EventOutcome, type LedgerEvent, VIEW_TIMES_MAX } from '../../../src/domain/ledger-event.ts'
import { impressionIdOf } from '../../../src/domain/link-token.ts'
import type { Cases } from '../contract-suite.ts'
import { adContent, campaignDraft, eventOf, linkOf, NOON_MS, seed, UNIT } from '../entities.ts'
import { assertBooksClose, balancesOf, withStore } from './with-store.ts'

const PRICE = UNIT / 2

function brief({ status, reason, chargedMicros }: EventOutcome): unknown[] {
  return [status, reason, chargedMicros]
}

export const ledgerCases: Cases = {
  'people are forgotten of impressions that are long past, and the books close as before': withStore(async (store) => {
    await seed(store)
    const user = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
    const decided = [NOON_MS - 100 * DAY_MS, NOON_MS - 90 * DAY_MS, NOON_MS - 95 * DAY_MS, NOON_MS]
    const links = decided.map((decidedAtMs, i) => linkOf(i + 1, { decidedAtMs, user }))
    for (const [i, link] of links.entries())
      await store.ledger.append([eventOf('click', link, { receivedAtMs: decided[i]! })])
    const usersOf = async () =>
      Promise.all(links.map(async (link) => [...(await store.ledger.findLink(impressionIdOf(link)))!.user]))
    const [known, nobody] = [[...user], Array(8).fill(0)]
    const head = await store.ledger.head()

    assert.equal(await store.ledger.forgetPeople(NOON_MS - 92 * DAY_MS), false, 'that was all')
    assert.deepEqual(await usersOf(), [nobody, known, known, known], 'what was heard of late waits for those before it')
    assert.equal(await store.ledger.forgetPeople(NOON_MS - 92 * DAY_MS), false)
    await store.ledger.forgetPeople(NOON_MS - 80 * DAY_MS)
    assert.deepEqual(await usersOf(), [nobody, nobody, nobody, known])

    assert.equal(await store.ledger.head(), head)
    const duplicate = await store.ledger.append([eventOf('click', links[0]!, { receivedAtMs: NOON_MS })])
    assert.equal(duplicate[0]!.reason, 'duplicate', 'the impression itself is known as before')
    await assertBooksClose(store)
  }),

  'people are forgotten also behind an impression that was decided while the clock was years ahead': withStore(
    async (store) => {
      await seed(store)
      const decided = [NOON_MS + 3_650 * DAY_MS, NOON_MS - 100 * DAY_MS, NOON_MS + 3_650 * DAY_MS, NOON_MS]
      const links = decided.map((decidedAtMs, i) => linkOf(i + 1, { decidedAtMs }))
      for (const [i, link] of links.entries())
        await store.ledger.append([eventOf('click', link, { receivedAtMs: decided[i]! })])
      const isKnown = async () =>
        Promise.all(links.map(async (link) => (await store.ledger.findLink(impressionIdOf(link)))!.user[0] === 1))

      await store.ledger.forgetPeople(NOON_MS - 92 * DAY_MS)
      assert.deepEqual(await isKnown(), [false, false, true, true], 'what came before one that is long past is, too')
      await store.ledger.forgetPeople(NOON_MS + DAY_MS)
      assert.deepEqual(await isKnown(), [false, false, false, false])
    },
  ),

  'a click on a cpc ad is charged once, and shared with the publisher': withStore(async (store) => {
    await seed(store)
    const [outcome] = await store.ledger.append([eventOf('click', linkOf(1))])
    assert.deepEqual(outcome, { status: 'accepted', chargedMicros: PRICE, landingUrl: 'https://feather.example/tent' })
    assert.deepEqual(await balancesOf(store), {
      'advertiser:adv_1:funds': -500_000,
      'platform:fees': 150_000,
      'publisher:pub_1:pending': 350_000,
    })
    await assertBooksClose(store)
  }),

  'a fact that comes again is a duplicate, costs nothing and still leads to the page': withStore(async (store) => {
    await seed(store)
    const click = eventOf('click', linkOf(1))
    const outcomes = await store.ledger.append([click, click])
    const [later] = await store.ledger.append([{ ...click, receivedAtMs: NOON_MS + HOUR_MS }])
    assert.deepEqual(brief(outcomes[1]!), ['duplicate', 'duplicate', 0])
    assert.deepEqual(brief(later!), ['duplicate', 'duplicate', 0])
    assert.equal(later!.landingUrl, 'https://feather.example/tent')
    assert.equal((await balancesOf(store))['advertiser:adv_1:funds'], -PRICE)
    await assertBooksClose(store)
  }),

  'one click sent many times at once is charged once': withStore(async (store) => {
    await seed(store)
    const sent = Array.from({ length: 200 }, () => store.ledger.append([eventOf('click', linkOf(1))]))
    const outcomes = (await Promise.all(sent)).flat()
    assert.equal(outcomes.filter(({ status }) => status === 'accepted').length, 1)
    assert.equal(
      outcomes.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0),
      PRICE,
    )
    await assertBooksClose(store)
  }),

  'of one impression a bounded number of times in sight is kept, whatever keys they come under': withStore(
    async (store) => {
      await seed(store)
      const named = (name: string) => eventOf('view_time', linkOf(1), { factKey: name, detail: '900' })
      const many = Array.from({ length: VIEW_TIMES_MAX + 5 }, (_, i) => named(`e${i}`))
      const kept = (await store.ledger.append(many)).filter(({ status }) => status === 'accepted')
      assert.equal(kept.length, VIEW_TIMES_MAX)
      const [beyond, other] = await store.ledger.append([named('late'), eventOf('view_time', linkOf(2))])
      assert.deepEqual(brief(beyond!), ['duplicate', 'duplicate', 0])
      assert.equal(other!.status, 'accepted', 'of another impression')
      await assertBooksClose(store)
    },
  ),

  "a bot's click before the person's leaves the person's what it is": withStore(async (store) => {
    await seed(store)
    const click = eventOf('click', linkOf(1))
    const [bot, person] = await store.ledger.append([{ ...click, ignore: 'bot' }, click])
    assert.deepEqual(brief(bot!), ['ignored', 'bot', 0])
    assert.deepEqual(brief(person!), ['accepted', undefined, PRICE])
  }),

  'the model says what is charged: impressions of cpm, conversions of cpa': withStore(async (store) => {
    await seed(store)
    const cpm = linkOf(1, { model: 'cpm', priceMicros: 2_300 })
    const cpa = linkOf(2, { model: 'cpa', priceMicros: 9 * UNIT })
    const order = (factKey: string) => eventOf('conversion', cpa, { factKey, conversion: { type: 'sale' } })
    const outcomes = await store.ledger.append([
      eventOf('impression', cpm),
      eventOf('click', cpm),
      eventOf('impression', cpa),
      eventOf('click', cpa),
      order('order-1'),
      order('order-2'),
      order('order-1'),
    ])
    assert.deepEqual(
      outcomes.map(({ chargedMicros }) => chargedMicros),
      [2_300, 0, 0, 0, 9 * UNIT, 9 * UNIT, 0],
    )
    assert.equal(outcomes[6]!.status, 'duplicate')
    await assertBooksClose(store)
  }),

  'a click implies an impression that was not reported, billed for cpm within two hours': withStore(async (store) => {
    await seed(store)
    const cpm = (serial: number) => linkOf(serial, { model: 'cpm', priceMicros: 2_300 })
    const late = { receivedAtMs: NOON_MS + 3 * HOUR_MS }
    const [soon] = await store.ledger.append([eventOf('click', cpm(1))])
    const [after] = await store.ledger.append([eventOf('click', cpm(2), late)])
    const [reported] = await store.ledger.append([eventOf('impression', cpm(1))])
    assert.deepEqual(brief(soon!), ['accepted', undefined, 2_300])
    assert.deepEqual(brief(after!), ['accepted', undefined, 0])
    assert.equal(reported!.status, 'duplicate')
    const [row] = await store.reports.read({ from: '2026-03-10', to: '2026-03-10', groupBy: [], test: false })
    assert.deepEqual([row!.impressions, row!.clicks], [2, 2])
    await assertBooksClose(store)
  }),

  'where the publisher asks for impressions, a click without one is not valid until one came': withStore(
    async (store) => {
      await seed(store)
      const click = eventOf('click', linkOf(1), { requireImpression: true })
      const [early] = await store.ledger.append([click])
      const [, valid] = await store.ledger.append([eventOf('impression', linkOf(1)), click])
      assert.deepEqual(brief(early!), ['ignored', 'no_impression', 0])
      assert.deepEqual(brief(valid!), ['accepted', undefined, PRICE])
    },
  ),

  'a conversion follows a click for 30 days, a view for one day, and neither where there was none': withStore(
    async (store) => {
      await seed(store)
      const sale = (serial: number, factKey: string, afterMs: number) =>
        eventOf('conversion', linkOf(serial, { model: 'cpa' }), { factKey, receivedAtMs: NOON_MS + afterMs })
      const at = { receivedAtMs: NOON_MS }
      await store.ledger.append([
        eventOf('click', linkOf(1, { model: 'cpa' }), at),
        eventOf('impression', linkOf(2, { model: 'cpa' }), at),
        eventOf('click', linkOf(3, { model: 'cpa' }), { ...at, ignore: 'bot' }),
      ])
      const outcomes = await store.ledger.append([
        sale(1, 'a', 30 * DAY_MS),
        sale(2, 'b', DAY_MS + 1),
        sale(2, 'b', DAY_MS),
        sale(3, 'c', HOUR_MS),
        sale(4, 'd', HOUR_MS),
      ])
      assert.deepEqual(
        outcomes.map(({ status, reason, attribution }) => reason ?? `${status} ${attribution}`),
        ['accepted click', 'expired', 'accepted view', 'no_impression', 'no_impression'],
      )
      await assertBooksClose(store)
    },
  ),

  'a transaction counts once for its advertiser for ever, whichever click it names': withStore(
    async (store, { reopen }) => {
      await seed(store, { campaign: { bid: { model: 'cpa', amountMicros: PRICE } } })
      const order = (serial: number, over: Partial<LedgerEvent> = {}, test = false) =>
        eventOf('conversion', linkOf(serial, { model: 'cpa', test }), { factKey: 'order-1', ...over })
      const clicks = [1, 2, 3].map((serial) => eventOf('click', linkOf(serial, { model: 'cpa', test: serial === 3 })))
      await store.ledger.append(clicks)
      const [trial, first, second] = await store.ledger.append([order(3, {}, true), order(1), order(2)])
      assert.deepEqual([trial!.reason, first!.chargedMicros, second!.status], ['test', PRICE, 'duplicate'])
      const again = await reopen()
      const [later] = await again.ledger.append([order(2, { receivedAtMs: NOON_MS + 29 * DAY_MS })])
      assert.equal(later!.status, 'duplicate')
      await assertBooksClose(again)
    },
  ),

  'an impression after two hours, a click after a day, a conversion after thirty days: expired': withStore(
    async (store) => {
      await seed(store)
      const at = (kind: 'impression' | 'click' | 'conversion', afterMs: number) =>
        eventOf(kind, linkOf(afterMs), { receivedAtMs: NOON_MS + afterMs, occurredAtMs: NOON_MS })
      const clicked = linkOf(DAY_MS)
      const ofClick = { link: clicked, impressionId: impressionIdOf(clicked), factKey: 'order-1' }
      const outcomes = await store.ledger.append([
        at('impression', 2 * HOUR_MS),
        at('impression', 2 * HOUR_MS + 1),
        at('click', DAY_MS),
        at('click', DAY_MS + 1),
        { ...at('conversion', 30 * DAY_MS), ...ofClick },
        { ...at('conversion', 30 * DAY_MS + 1), ...ofClick, factKey: 'order-2' },
      ])
      assert.deepEqual(
        outcomes.map(({ reason }) => reason),
        [undefined, 'expired', undefined, 'expired', undefined, 'expired'],
      )
      assert.equal(outcomes[3]!.landingUrl, 'https://feather.example/tent')
      await assertBooksClose(store)
    },
  ),

  'no click is charged beyond the budget, however many come at once': withStore(async (store) => {
    await seed(store, { campaign: { budget: { totalMicros: 7.3 * PRICE } } })
    const sent = Array.from({ length: 100 }, (_, i) => store.ledger.append([eventOf('click', linkOf(i))]))
    const outcomes = (await Promise.all(sent)).flat()
    assert.equal(outcomes.filter(({ chargedMicros }) => chargedMicros === PRICE).length, 7)
    assert.equal(outcomes.filter(({ reason }) => reason === 'over_budget').length, 93)
    const { campaigns } = await store.ledger.spend()
    assert.equal(campaigns[0]!.totalMicros, 7 * PRICE)
    const [row] = await store.reports.read({ from: '2026-03-10', to: '2026-03-10', groupBy: [], test: false })
    assert.deepEqual([row!.clicks, row!.impressions, row!.ignored], [7, 100, { over_budget: 93 }])
    await assertBooksClose(store)
  }),

  "a day's budget begins anew at midnight in the campaign's own time zone": withStore(async (store) => {
    await seed(store, { campaign: { budget: { dailyMicros: PRICE }, timeZone: 'America/New_York' } })
    const midnightMs = Date.UTC(2026, 2, 11, 4) // New York is four hours behind after the change on 8 March
    const click = (serial: number, receivedAtMs: number) => eventOf('click', linkOf(serial), { receivedAtMs })
    const outcomes = await store.ledger.append([
      click(1, NOON_MS),
      click(2, midnightMs - 1),
      click(3, midnightMs),
      click(4, midnightMs + 1),
    ])
    assert.deepEqual(
      outcomes.map(({ chargedMicros }) => chargedMicros),
      [PRICE, 0, PRICE, 0],
    )
    await assertBooksClose(store)
  }),

  "a day's budget is that of the day on which a click arrives, whenever it is said to have occurred": withStore(
    async (store) => {
      await seed(store, { campaign: { budget: { dailyMicros: PRICE } } })
      const decidedAtMs = NOON_MS - 18 * HOUR_MS
      const yesterday = eventOf('click', linkOf(2, { decidedAtMs }), { occurredAtMs: decidedAtMs })
      const outcomes = await store.ledger.append([eventOf('click', linkOf(1)), yesterday])
      assert.deepEqual(outcomes.map(brief), [
        ['accepted', undefined, PRICE],
        ['ignored', 'over_budget', 0],
      ])
      await assertBooksClose(store)
    },
  ),

  'no account or campaign is charged beyond the largest whole number of micros': withStore(async (store) => {
    await seed(store)
    const { number: second } = await store.inventory.insert('campaign', campaignDraft({ id: 'cmp_2' }))
    const priceMicros = 1_000_000_000 * UNIT
    let serial = 0
    const charged = async (times: number, campaignNumber = 1) => {
      const clicks = Array.from({ length: times }, () =>
        eventOf('click', linkOf(++serial, { priceMicros, campaignNumber }), { revenueShare: 50 }),
      )
      const outcomes = await store.ledger.append(clicks)
      assert.ok(outcomes.every(({ status, reason }) => status === 'accepted' || reason === 'over_budget'))
      return outcomes.filter(({ status }) => status === 'accepted').length
    }
    assert.deepEqual([await charged(5), await charged(5, second)], [5, 4], 'the advertiser owes what there can be')
    for (const postingId of ['top_1', 'top_2']) {
      const topUp = { postingId, advertiserId: 'adv_1', amountMicros: 4 * priceMicros, atMs: NOON_MS }
      await store.ledger.topUp({ ...topUp, reference: postingId })
    }
    assert.equal(await charged(5), 4, 'the campaign spent what there can be')
    await assertBooksClose(store)
  }),

  'a judged click stays judged when the budget grows later': withStore(async (store) => {
    await seed(store, { campaign: { budget: { totalMicros: 0 } } })
    const click = eventOf('click', linkOf(1))
    await store.ledger.append([click])
    const campaign = (await store.inventory.find('campaign', 'cmp_1'))!
    await store.inventory.update('campaign', { ...campaign, budget: { totalMicros: UNIT } }, campaign.revision)
    const [again, fresh] = await store.ledger.append([click, eventOf('click', linkOf(2))])
    assert.equal(again!.status, 'duplicate')
    assert.equal(fresh!.chargedMicros, PRICE)
    await assertBooksClose(store)
  }),

  'a budget that is cut below what was spent stops charges and leaves the books closed': withStore(async (store) => {
    await seed(store)
    await store.ledger.append([eventOf('click', linkOf(1))])
    const campaign = (await store.inventory.find('campaign', 'cmp_1'))!
    await store.inventory.update('campaign', { ...campaign, budget: { totalMicros: 1 } }, campaign.revision)
    const [outcome] = await store.ledger.append([eventOf('click', linkOf(2))])
    assert.equal(outcome!.reason, 'over_budget')
    await assertBooksClose(store)
  }),

  'what is rounded away goes to the platform, so that nothing is lost': withStore(async (store) => {
    await seed(store)
    const click = (serial: number, revenueShare: number) =>
      eventOf('click', linkOf(serial, { priceMicros: 3 }), { revenueShare })
    await store.ledger.append([click(1, 66.6667), click(2, 0), click(3, 100)])
    assert.deepEqual(await balancesOf(store), {
      'advertiser:adv_1:funds': -9,
      'platform:fees': 1 + 3 + 0,
      'publisher:pub_1:pending': 2 + 0 + 3,
    })
    assert.equal((await store.ledger.entries({ after: 0, limit: 10 })).length, 3 + 2 + 2, 'none of them is of nothing')
    await assertBooksClose(store)
  }),

  'the entries of the books can be read page by page and by account': withStore(async (store) => {
    await seed(store)
    await store.ledger.append([eventOf('click', linkOf(1)), eventOf('click', linkOf(2))])
    const first = await store.ledger.entries({ after: 0, limit: 4 })
    const rest = await store.ledger.entries({ after: first.at(-1)!.sequence, limit: 4 })
    assert.deepEqual([first.length, rest.length], [4, 2])
    const fees = await store.ledger.entries({ after: 0, limit: 10, account: 'platform:fees' })
    assert.deepEqual(
      fees.map(({ amountMicros }) => amountMicros),
      [150_000, 150_000],
    )
    const [after] = fees
    assert.deepEqual(
      await store.ledger.entries({ after: after!.sequence, limit: 10, account: 'platform:fees' }),
      fees.slice(1),
    )
    const reference = `${impressionIdOf(linkOf(1))}:click`
    const { sequence: _sequence, ...entry } = fees[0]!
    assert.deepEqual(entry, {
      postingId: `charge:${reference}`,
      kind: 'charge',
      account: 'platform:fees',
      amountMicros: 150_000,
      atMs: NOON_MS + 60_000,
      reference,
    })
  }),

  'a test event is recorded apart and never billed': withStore(async (store) => {
    await seed(store)
    const link = linkOf(1, { test: true })
    const outcomes = await store.ledger.append([eventOf('impression', link), eventOf('click', link)])
    assert.deepEqual(outcomes.map(brief), [
      ['accepted', undefined, 0],
      ['accepted', 'test', 0],
    ])
    assert.deepEqual(await store.ledger.balances(), [])
    const read = (test: boolean) => store.reports.read({ from: '2026-03-10', to: '2026-03-10', groupBy: [], test })
    assert.equal((await read(true))[0]!.clicks, 1)
    assert.equal((await read(false))[0]!.clicks, 0)
    await assertBooksClose(store)
  }),

  'a click on an ad of nobody on record charges nobody': withStore(async (store) => {
    const [outcome] = await store.ledger.append([eventOf('click', linkOf(1))])
    assert.deepEqual(outcome, { status: 'ignored', reason: 'not_billable', chargedMicros: 0 })
    await assertBooksClose(store)
  }),

  'a click leads to the page of the ad version that was shown': withStore(async (store) => {
    await seed(store)
    const ad = (await store.inventory.find('ad', 'ad_1'))!
    const content = adContent({ landingUrl: 'https://feather.example/new' })
    await store.inventory.update('ad', { ...ad, content }, ad.revision)
    const [old, current] = await store.ledger.append([
      eventOf('click', linkOf(1, { adVersion: 1 })),
      eventOf('click', linkOf(2, { adVersion: 2 })),
    ])
    assert.equal(old!.landingUrl, 'https://feather.example/tent')
    assert.equal(current!.landingUrl, 'https://feather.example/new')
  }),

  'the link of an impression is found again once anything was heard of it': withStore(async (store) => {
    await seed(store)
    const link = linkOf(1)
    assert.equal(await store.ledger.findLink(impressionIdOf(link)), undefined)
    await store.ledger.append([eventOf('impression', link, { ignore: 'bot' })])
    assert.deepEqual(await store.ledger.findLink(impressionIdOf(link)), link)
  }),

  'after each commit that moves money, listeners hear how campaign and advertiser stand': withStore(async (store) => {
    await seed(store)
    const heard: unknown[] = []
    store.ledger.onSpend((spend) => heard.push(spend))
    await store.ledger.append([eventOf('impression', linkOf(1))])
    assert.deepEqual(heard, [])
    await store.ledger.append([eventOf('click', linkOf(1))])
    const day = Math.floor(NOON_MS / DAY_MS)
    const campaigns = [{ campaignNumber: 1, totalMicros: PRICE, day, dayMicros: PRICE }]
    assert.deepEqual(heard, [{ campaigns, advertisers: [{ advertiserNumber: 1, balanceMicros: -PRICE }] }])
    assert.deepEqual(await store.ledger.spend(), heard[0])
    await store.ledger.topUp({
      postingId: 'w',
      advertiserId: 'adv_1',
      amountMicros: UNIT,
      reference: '',
      atMs: NOON_MS,
    })
    assert.deepEqual(heard[1], { campaigns: [], advertisers: [{ advertiserNumber: 1, balanceMicros: UNIT - PRICE }] })
  }),

  'listeners hear how a campaign stands again where a charge no longer fitted': withStore(async (store) => {
    await seed(store, { campaign: { budget: { dailyMicros: PRICE } } })
    await store.ledger.append([eventOf('click', linkOf(1))])
    const heard: unknown[] = []
    store.ledger.onSpend((spend) => heard.push(spend))
    const [outcome] = await store.ledger.append([eventOf('click', linkOf(2))])
    assert.equal(outcome!.reason, 'over_budget')
    assert.deepEqual(heard, [await store.ledger.spend()])
  }),

  'what was acknowledged is there after a restart': withStore(async (store, subject) => {
    await seed(store)
    await store.ledger.append([eventOf('click', linkOf(1))])
    const before = await balancesOf(store)
    const reopened = await subject.reopen()
    assert.deepEqual(await balancesOf(reopened), before)
    const [again] = await reopened.ledger.append([eventOf('click', linkOf(1))])
    assert.equal(again!.status, 'duplicate')
    await assertBooksClose(reopened)
  }),
}
