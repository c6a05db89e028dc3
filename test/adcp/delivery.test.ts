// What was ordered over AdCP is shown, clicked and paid like everything else, and its delivery is that of the reports.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OPERATOR_KEY } from '../api/admin-service.ts'
import { type Seller, startSeller } from './support.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

describe('delivery of a media buy', () => {
  let seller: Seller
  let publisherKey: string
  before(async () => {
    seller = await startSeller({ ASIDE_TRAFFIC_FILTER: 'report' })
    const publisher = await seller.make('publishers', { name: 'Chat App' })
    publisherKey = (await seller.make('keys', { publisherId: publisher.id, scopes: ['ads:request'] })).key
  })
  after(() => seller.stop())

  async function ask(): Promise<any> {
    const { body } = await seller.call(
      'POST',
      '/api/v1/ads/request',
      {
        conversationContext: { query: 'I want to buy a quiet laptop, which one is best?' },
        slots: [{ slotId: 'main', format: 'action_card' }],
      },
      { key: publisherKey },
    )
    return body.slots[0].ads[0]
  }

  const today = () => new Date().toISOString().slice(0, 10)
  const deliveryOf = async (media_buy_id: string, more: object = {}) =>
    seller.must('get_media_buy_delivery', { media_buy_ids: [media_buy_id], ...more })

  test('an ad of a package is served, and its click is paid with what the floor asks, to the micro', async () => {
    const made = await seller.buy({ bid_price: 0.123457 })
    const before = await deliveryOf(made.media_buy_id)
    assert.deepEqual(before.media_buy_deliveries[0].totals, {
      impressions: 0,
      spend: 0,
      clicks: 0,
      conversions: 0,
      conversion_value: 0,
    })
    const ad = await ask()
    assert.deepEqual([ad.externalId, ad.advertiser.domain], ['c1', 'feather.example'])
    const click = await fetch(ad.tracking.clickUrl, { redirect: 'manual', headers: { 'user-agent': AGENT } })
    assert.equal(click.status, 302)

    const told = await deliveryOf(made.media_buy_id, { include_package_daily_breakdown: true })
    const [buy] = told.media_buy_deliveries
    const [one] = buy.by_package
    const { body: report } = await seller.call('GET', `/api/v1/reports?campaignId=${one.package_id}`)
    assert.equal(report.totals.spend.amount, '0.01')
    assert.deepEqual(
      [buy.totals.spend, buy.totals.clicks, one.spend, one.rate, told.aggregated_totals.spend],
      [0.01, 1, 0.01, 0.01, 0.01],
    )
    assert.deepEqual(
      one.daily_breakdown.map(({ date, spend, clicks }: any) => [date, spend, clicks]),
      [[today(), 0.01, 1]],
    )
    assert.deepEqual(
      [told.currency, told.reporting_period.start, told.reporting_period.end, one.pricing_model, one.delivery_status],
      ['USD', `${today()}T00:00:00Z`, `${today()}T23:59:59Z`, 'cpc', 'delivering'],
    )
    const earlier = await deliveryOf(made.media_buy_id, { start_date: '2026-01-01', end_date: '2026-01-02' })
    assert.equal(earlier.media_buy_deliveries[0].totals.spend, 0)

    await seller.must('update_media_buy', { media_buy_id: made.media_buy_id, canceled: true })
    assert.equal(await ask(), undefined, 'what is canceled is served no more')
    const ended = await deliveryOf(made.media_buy_id)
    const [last] = ended.media_buy_deliveries
    assert.deepEqual(
      [last.status, last.totals.spend, last.by_package[0].delivery_status],
      ['canceled', 0.01, 'flight_ended'],
    )
  })

  test('a package that is paused, or held by an inventory list, is not served', async () => {
    const made = await seller.buy({
      targeting_overlay: { collection_list: { agent_url: 'https://l.example', list_id: 'l' } },
    })
    assert.equal(await ask(), undefined)
    const [{ package_id }] = made.packages
    const { media_buy_id } = made
    await seller.must('update_media_buy', { media_buy_id, packages: [{ package_id, targeting_overlay: {} }] })
    assert.equal((await ask()).externalId, 'c1')
    await seller.must('update_media_buy', { media_buy_id, paused: true })
    assert.equal(await ask(), undefined)
  })

  test('figures need reports:read, and dates have to be some', async () => {
    const { key } = await seller.make('keys', {
      advertiserId: seller.feather.advertiser.id,
      scopes: ['inventory:write'],
    })
    const made = await seller.buy()
    const ids = { media_buy_ids: [made.media_buy_id] }
    assert.equal((await seller.refusal('get_media_buy_delivery', ids, key)).code, 'PERMISSION_DENIED')
    for (const [dates, field] of [
      [{ start_date: '2026-02-31' }, 'start_date'],
      [{ start_date: '2026-03-02', end_date: '2026-03-01' }, 'start_date'],
    ] as const) {
      const error = await seller.refusal('get_media_buy_delivery', { ...ids, ...dates })
      assert.deepEqual([error.code, error.field], ['VALIDATION_ERROR', field])
    }
    const unknown = await seller.refusal('get_media_buy_delivery', { ...ids, reporting_dimensions: { geo: {} } })
    assert.equal(unknown.code, 'UNSUPPORTED_FEATURE')
    const all = await seller.must('get_media_buy_delivery', { status_filter: ['active'] }, OPERATOR_KEY)
    assert.ok(
      all.media_buy_deliveries.length >= 1 && all.aggregated_totals.media_buy_count === all.media_buy_deliveries.length,
    )
  })
})
