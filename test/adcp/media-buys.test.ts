// Media buys: campaigns that are ordered together, changed together, and told as they stand.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountOf, buyOf, packageOf, type Seller, startSeller } from './support.ts'
import { OPERATOR_KEY } from '../api/admin-service.ts'

describe('media buys', () => {
  let seller: Seller
  before(async () => {
    seller = await startSeller()
  })
  after(() => seller.stop())

  const update = (media_buy_id: string, more: object) => seller.must('update_media_buy', { media_buy_id, ...more })
  const refused = (media_buy_id: string, more: object) => seller.refusal('update_media_buy', { media_buy_id, ...more })
  const read = async (media_buy_id: string) => {
    const { media_buys } = await seller.must('get_media_buys', { media_buy_ids: [media_buy_id] })
    return media_buys[0]
  }

  test('each package is a campaign with its money, times and targeting, and each creative an ad in it', async () => {
    const made = await seller.buy({
      budget: 1234.567891,
      bid_price: 0.1,
      pacing: 'asap',
      targeting_overlay: {
        geo_countries: ['de', 'US'],
        geo_countries_exclude: ['CH'],
        geo_regions: ['US-CA'],
        language: ['de'],
        device_type: ['mobile'],
        keyword_targets: [{ keyword: 'quiet laptop', match_type: 'phrase' }],
        negative_keywords: [{ keyword: 'repair', match_type: 'phrase' }],
        daypart_targets: [{ days: ['monday', 'friday'], start_hour: 8, end_hour: 10 }],
        frequency_cap: { max_impressions: 3, per: 'individuals', window: { interval: 1, unit: 'days' } },
      },
    })
    assert.deepEqual([made.status, made.revision, made.packages.length], ['active', 1, 1])
    const [one] = made.packages
    const campaign = await seller.campaign(one.package_id)
    assert.deepEqual(
      [campaign.mediaBuyId, campaign.advertiserId, campaign.status, campaign.pacing, campaign.endAt],
      [made.media_buy_id, seller.feather.advertiser.id, 'active', 'asap', '2099-01-01T00:00:00.000Z'],
    )
    assert.deepEqual(campaign.budget, { total: '1234.567891', currency: 'USD' })
    assert.deepEqual(campaign.bid, { model: 'cpc', amount: '0.10', currency: 'USD' })
    assert.deepEqual(campaign.targeting, {
      countries: { include: ['DE', 'US'], exclude: ['CH'] },
      regions: ['US-CA'],
      languages: ['de'],
      device: ['mobile'],
      keywords: { include: ['quiet laptop'], exclude: ['repair'] },
      days: [1, 5],
      hours: [8, 9],
    })
    assert.deepEqual(campaign.frequencyCaps, [{ scope: 'campaign', per: 'user', max: 3, windowSeconds: 86_400 }])
    const ads = await seller.adsOf(one.package_id)
    assert.equal(ads.get('c1').title, 'Feather 13, a silent laptop')

    const told = await read(made.media_buy_id)
    const [again] = told.packages
    assert.deepEqual([again.budget, again.bid_price, told.total_budget], [1234.567891, 0.1, 1234.567891])
    assert.deepEqual(again.creative_approvals, [{ creative_id: 'c1', approval_status: 'approved' }])
    assert.deepEqual(again.targeting_overlay, {
      geo_countries: ['DE', 'US'],
      geo_countries_exclude: ['CH'],
      geo_regions: ['US-CA'],
      language: ['de'],
      device_type: ['mobile'],
      keyword_targets: [{ keyword: 'quiet laptop', match_type: 'phrase' }],
      negative_keywords: [{ keyword: 'repair', match_type: 'phrase' }],
      daypart_targets: [{ days: ['monday', 'friday'], start_hour: 8, end_hour: 10 }],
      frequency_cap: { max_impressions: 3, per: 'individuals', window: { interval: 86_400, unit: 'seconds' } },
    })
  })

  test('what is done over one door is told over the other', async () => {
    const made = await seller.buy()
    const { package_id } = made.packages[0]
    await seller.call('PATCH', `/api/v1/campaigns/${package_id}`, {
      status: 'paused',
      budget: { total: '7.50' },
      targeting: { languages: ['en'] },
    })
    const told = await read(made.media_buy_id)
    const { budget, paused, targeting_overlay } = told.packages[0]
    assert.deepEqual([told.status, budget, paused, targeting_overlay], ['paused', 7.5, true, { language: ['en'] }])
    const { body } = await seller.call('GET', `/api/v1/changes?entity=${package_id}`)
    assert.deepEqual(
      body.data.map(({ action }: any) => action),
      ['changed', 'imported', 'created'],
    )
    await seller.call('DELETE', `/api/v1/campaigns/${package_id}`)
    const ended = await read(made.media_buy_id)
    assert.deepEqual([ended.status, ended.packages[0].cancellation.canceled_by], ['canceled', 'seller'])
  })

  test('bids, budgets, times and targeting are changed, each by itself', async () => {
    const made = await seller.buy({ targeting_overlay: { geo_countries: ['DE'], language: ['de'] } })
    const { media_buy_id } = made
    const { package_id } = made.packages[0]
    const changed = await update(media_buy_id, { packages: [{ package_id, bid_price: 0.75, budget: 50 }] })
    assert.deepEqual([changed.revision, changed.affected_packages.length], [2, 1])
    await update(media_buy_id, { packages: [{ package_id, targeting_overlay: { geo_countries: ['FR'] } }] })
    await update(media_buy_id, {
      end_time: '2098-01-01T00:00:00Z',
      packages: [
        {
          package_id,
          keyword_targets_add: [
            { keyword: 'a', match_type: 'phrase' },
            { keyword: 'b', match_type: 'phrase' },
          ],
        },
      ],
    })
    await update(media_buy_id, {
      packages: [{ package_id, keyword_targets_remove: [{ keyword: 'A', match_type: 'phrase' }] }],
    })
    const campaign = await seller.campaign(package_id)
    assert.deepEqual([campaign.bid.amount, campaign.budget.total], ['0.75', '50.00'])
    assert.deepEqual(
      [campaign.targeting, campaign.endAt],
      [{ countries: ['FR'], keywords: ['b'] }, '2098-01-01T00:00:00.000Z'],
    )
    const late = await refused(media_buy_id, { packages: [{ package_id, end_time: '2098-06-01T00:00:00Z' }] })
    assert.deepEqual([late.code, late.field], ['VALIDATION_ERROR', 'packages[0].end_time'])
    assert.equal((await read(media_buy_id)).revision, 5)
  })

  test('a buy and its packages are paused and resumed, each for itself', async () => {
    const made = await seller.buy()
    const { media_buy_id } = made
    const added = await update(media_buy_id, {
      new_packages: [packageOf({ pricing_option_id: 'cpm_auction', creative_assignments: [{ creative_id: 'c1' }] })],
    })
    const [first] = made.packages
    const second = added.affected_packages[0]
    const statuses = () =>
      Promise.all([first, second].map(async ({ package_id }) => (await seller.campaign(package_id)).status))
    assert.notEqual(first.package_id, second.package_id)
    await update(media_buy_id, { packages: [{ package_id: second.package_id, paused: true }] })
    assert.deepEqual(await statuses(), ['active', 'paused'])
    const paused = await update(media_buy_id, { paused: true })
    assert.deepEqual([await statuses(), paused.status], [['paused', 'paused'], 'paused'])
    assert.ok(paused.valid_actions.includes('resume') && !paused.valid_actions.includes('pause'))
    const resumed = await update(media_buy_id, { paused: false })
    assert.deepEqual([await statuses(), resumed.status], [['active', 'paused'], 'active'])
  })

  test('what is canceled stays so, lets go of its creatives, and is told with its reason', async () => {
    const made = await seller.buy({}, 'kept')
    const { media_buy_id } = made
    const { package_id } = made.packages[0]
    const canceled = await update(media_buy_id, { canceled: true, cancellation_reason: 'Spring is over' })
    assert.deepEqual([canceled.status, canceled.valid_actions], ['canceled', []])
    const told = await read(media_buy_id)
    assert.deepEqual([told.cancellation.reason, told.cancellation.canceled_by], ['Spring is over', 'buyer'])
    assert.ok((await seller.campaign(package_id)).archivedAt)
    const codes = [
      await refused(media_buy_id, { canceled: true }),
      await refused(media_buy_id, { paused: false }),
      await refused(media_buy_id, { packages: [{ package_id, budget: 1 }] }),
    ].map(({ code }) => code)
    assert.deepEqual(codes, ['NOT_CANCELLABLE', 'INVALID_STATE', 'INVALID_STATE'])
    const { creatives } = await seller.must('list_creatives', { filters: { creative_ids: ['kept'] } })
    assert.deepEqual([creatives[0].status, creatives[0].assignments], ['approved', { assignment_count: 0 }])
    assert.equal((await seller.buy({}, 'kept')).status, 'active')
  })

  test('a buy waits for its creatives, then for its time', async () => {
    const made = await seller.must('create_media_buy', buyOf([packageOf()], { start_time: '2098-01-01T00:00:00Z' }))
    assert.equal(made.status, 'pending_creatives')
    await seller.must('sync_creatives', { creatives: [seller.creative('c1')] })
    const [{ package_id }] = made.packages
    const assigned = await update(made.media_buy_id, {
      packages: [{ package_id, creative_assignments: [{ creative_id: 'c1' }] }],
    })
    assert.equal(assigned.status, 'pending_start')
    assert.equal((await read(made.media_buy_id)).status, 'pending_start')
  })

  test('a package with an inventory list delivers nothing, says so, and delivers once the list is gone', async () => {
    const property_list = { agent_url: 'https://lists.example', list_id: 'ours', auth_token: 'secret-of-the-list' }
    const made = await seller.buy({ targeting_overlay: { property_list, geo_countries: ['DE'] } })
    const [one] = made.packages
    assert.match(made.message, /delivers nothing/)
    assert.deepEqual(one.forecast.points[0].metrics.impressions, { low: 0, mid: 0, high: 0 })
    assert.deepEqual(one.targeting_overlay.property_list, { agent_url: 'https://lists.example', list_id: 'ours' })
    assert.equal((await seller.campaign(one.package_id)).status, 'paused')
    const resumed = await update(made.media_buy_id, { packages: [{ package_id: one.package_id, paused: false }] })
    assert.equal((await seller.campaign(one.package_id)).status, 'paused')
    assert.match(resumed.message, /delivers nothing/)
    const { package_id } = one
    await update(made.media_buy_id, { packages: [{ package_id, targeting_overlay: { geo_countries: ['DE'] } }] })
    assert.equal((await seller.campaign(package_id)).status, 'active')
  })

  test('what is not sold is refused where it stands, and nothing is made', async () => {
    const count = async () => (await seller.call('GET', '/api/v1/campaigns?limit=200')).body.data.length
    const before = await count()
    const cases: readonly (readonly [object, string, string])[] = [
      [packageOf({ product_id: 'nothing' }), 'PRODUCT_NOT_FOUND', 'packages[0].product_id'],
      [packageOf({ pricing_option_id: 'cpa' }), 'PRODUCT_NOT_FOUND', 'packages[0].pricing_option_id'],
      [packageOf({ bid_price: 0.009 }), 'VALIDATION_ERROR', 'packages[0].bid_price'],
      [packageOf({ bid_price: undefined }), 'VALIDATION_ERROR', 'packages[0].bid_price'],
      [packageOf({ budget: 0 }), 'BUDGET_TOO_LOW', 'packages[0].budget'],
      [packageOf({ budget: 0.0000001 }), 'VALIDATION_ERROR', 'packages[0].budget'],
      [packageOf({ budget: -1 }), 'VALIDATION_ERROR', 'packages[0].budget'],
      [packageOf({ pacing: 'front_loaded' }), 'UNSUPPORTED_FEATURE', 'packages[0].pacing'],
      [packageOf({ impressions: 1_000 }), 'UNSUPPORTED_FEATURE', 'packages[0].impressions'],
      [packageOf({ optimization_goals: [{}] }), 'UNSUPPORTED_FEATURE', 'packages[0].optimization_goals'],
      [packageOf({ measurement_terms: {} }), 'TERMS_REJECTED', 'packages[0].measurement_terms'],
      [targeted({ geo_metros: [] }), 'UNSUPPORTED_FEATURE', 'packages[0].targeting_overlay.geo_metros'],
      [targeted({ geo_countries: ['XX'] }), 'VALIDATION_ERROR', 'packages[0].targeting_overlay.geo_countries[0]'],
      [
        targeted({ geo_countries: ['DE'], geo_regions: ['US-CA'] }),
        'VALIDATION_ERROR',
        'packages[0].targeting_overlay.geo_regions',
      ],
      [targeted({ audience_include: ['a'] }), 'UNSUPPORTED_FEATURE', 'packages[0].targeting_overlay.audience_include'],
      [
        targeted({ keyword_targets: [{ keyword: 'a', match_type: 'broad' }] }),
        'UNSUPPORTED_FEATURE',
        'packages[0].targeting_overlay.keyword_targets[0].match_type',
      ],
      [
        targeted({
          daypart_targets: [
            { days: ['monday'], start_hour: 8, end_hour: 10 },
            { days: ['friday'], start_hour: 9, end_hour: 10 },
          ],
        }),
        'UNSUPPORTED_FEATURE',
        'packages[0].targeting_overlay.daypart_targets',
      ],
      [
        packageOf({ creative_assignments: [{ creative_id: 'nobody' }] }),
        'CREATIVE_NOT_FOUND',
        'packages[0].creative_assignments[0].creative_id',
      ],
      [
        packageOf({ creative_assignments: [{ creative_id: 'c1', weight: 10 }] }),
        'UNSUPPORTED_FEATURE',
        'packages[0].creative_assignments[0].weight',
      ],
    ]
    for (const [one, code, field] of cases) {
      // The first package is good: all or nothing.
      const error = await seller.refusal('create_media_buy', buyOf([one, packageOf()]))
      assert.deepEqual([error.code, error.field, error.recovery], [code, field, 'correctable'], JSON.stringify(error))
    }
    const buys: readonly (readonly [object, string, string])[] = [
      [{ start_time: '2020-01-01T00:00:00Z' }, 'VALIDATION_ERROR', 'start_time'],
      [{ start_time: 'soon' }, 'VALIDATION_ERROR', 'start_time'],
      [{ end_time: '2020-01-01T00:00:00Z' }, 'VALIDATION_ERROR', 'end_time'],
      [{ packages: undefined }, 'VALIDATION_ERROR', 'packages'],
      [{ proposal_id: 'p' }, 'UNSUPPORTED_FEATURE', 'proposal_id'],
      [{ reporting_webhook: {} }, 'UNSUPPORTED_FEATURE', 'reporting_webhook'],
      [{ brand: { domain: 'other.example' } }, 'VALIDATION_ERROR', 'brand.domain'],
      [{ account: { ...accountOf('feather.example'), sandbox: true } }, 'UNSUPPORTED_FEATURE', 'account.sandbox'],
      [{ adcp_major_version: 2 }, 'VERSION_UNSUPPORTED', 'adcp_major_version'],
    ]
    for (const [more, code, field] of buys) {
      const error = await seller.refusal('create_media_buy', buyOf([packageOf()], more))
      assert.deepEqual([error.code, error.field], [code, field], JSON.stringify(error))
    }
    assert.equal(await count(), before)
  })

  test('of a change that fails in one package nothing is kept', async () => {
    const made = await seller.buy()
    const { media_buy_id } = made
    const { package_id } = made.packages[0]
    const good = { package_id, budget: 77 }
    const codes = [
      await refused(media_buy_id, { packages: [good, { package_id: 'cmp_nobody', budget: 1 }] }),
      await refused(media_buy_id, {
        paused: true,
        packages: [{ ...good, creative_assignments: [{ creative_id: 'nobody' }] }],
      }),
      await refused(media_buy_id, { revision: 9, packages: [good] }),
      await refused(media_buy_id, { packages: [good, good] }),
      await refused('mb_nobody', { packages: [good] }),
    ].map(({ code }) => code)
    assert.deepEqual(codes, [
      'PACKAGE_NOT_FOUND',
      'CREATIVE_NOT_FOUND',
      'CONFLICT',
      'VALIDATION_ERROR',
      'MEDIA_BUY_NOT_FOUND',
    ])
    const { budget, status } = await seller.campaign(package_id)
    assert.deepEqual([budget.total, status, (await read(media_buy_id)).revision], ['100.00', 'active', 1])
  })

  test('nobody reads or changes the buy of another advertiser', async () => {
    const { media_buy_id } = await seller.buy()
    const { media_buys, errors } = await seller.must(
      'get_media_buys',
      { media_buy_ids: [media_buy_id] },
      seller.other.key,
    )
    assert.deepEqual([media_buys, errors[0].code], [[], 'MEDIA_BUY_NOT_FOUND'])
    const account = accountOf('other.example')
    const change = { media_buy_id, paused: true, account }
    assert.equal((await seller.refusal('update_media_buy', change, seller.other.key)).code, 'MEDIA_BUY_NOT_FOUND')
    assert.equal((await seller.refusal('update_media_buy', change, OPERATOR_KEY)).code, 'MEDIA_BUY_NOT_FOUND')
    const delivery = await seller.must('get_media_buy_delivery', { media_buy_ids: [media_buy_id] }, seller.other.key)
    assert.deepEqual([delivery.media_buy_deliveries, delivery.errors[0].code], [[], 'MEDIA_BUY_NOT_FOUND'])
  })

  test('buys are read a page at a time, those that run where nothing else is asked for', async () => {
    const tern = await seller.makeAdvertiser('Tern')
    const account = accountOf('tern.example')
    const key = tern.key
    const made: string[] = []
    for (let i = 0; i < 5; i++) {
      const args = { ...buyOf(), account, brand: { domain: 'tern.example' } }
      made.unshift((await seller.must('create_media_buy', args, key)).media_buy_id)
    }
    assert.deepEqual((await seller.must('get_media_buys', {}, key)).media_buys, [])
    const seen: string[] = []
    const sizes: number[] = []
    for (let cursor: string | undefined; ;) {
      const pagination = { max_results: 2, ...(cursor && { cursor }) }
      const page = await seller.must('get_media_buys', { status_filter: 'pending_creatives', pagination }, key)
      seen.push(...page.media_buys.map(({ media_buy_id }: any) => media_buy_id))
      sizes.push(page.media_buys.length)
      assert.equal(page.pagination.has_more, page.pagination.cursor !== undefined)
      cursor = page.pagination.cursor
      if (cursor === undefined) break
    }
    assert.deepEqual([seen, sizes], [made, [2, 2, 1]])
  })

  test('a buy is completed once its time is over, and takes no change any more', async () => {
    await seller.must('sync_creatives', { creatives: [seller.creative('c1')] })
    const creative_assignments = [{ creative_id: 'c1' }]
    const made = await seller.must('create_media_buy', buyOf([packageOf({ creative_assignments })]))
    assert.equal(made.status, 'active')
    const end_time = new Date(Date.now() + 500).toISOString()
    await update(made.media_buy_id, { end_time })
    await new Promise((resolve) => setTimeout(resolve, Date.parse(end_time) - Date.now() + 20))
    const { status, valid_actions } = await read(made.media_buy_id)
    assert.deepEqual([status, valid_actions], ['completed', []])
    assert.equal((await refused(made.media_buy_id, { end_time: '2099-01-01T00:00:00Z' })).code, 'INVALID_STATE')
    assert.equal((await refused(made.media_buy_id, { canceled: true })).code, 'NOT_CANCELLABLE')
  })

  test('the buys of an account that was closed are over, and nothing is ordered for it', async () => {
    const gull = await seller.makeAdvertiser('Gull')
    const gulls = { account: accountOf('gull.example'), brand: { domain: 'gull.example' } }
    const { media_buy_id } = await seller.must('create_media_buy', { ...buyOf(), ...gulls }, gull.key)
    await seller.call('DELETE', `/api/v1/advertisers/${gull.advertiser.id}`)
    const { media_buys } = await seller.must('get_media_buys', { media_buy_ids: [media_buy_id] }, OPERATOR_KEY)
    assert.deepEqual([media_buys[0].status, media_buys[0].cancellation.canceled_by], ['canceled', 'seller'])
    const error = await seller.refusal('create_media_buy', { ...buyOf(), ...gulls }, OPERATOR_KEY)
    assert.equal(error.code, 'ACCOUNT_NOT_FOUND')
  })

  test('two changes at the same time both arrive', async () => {
    const made = await seller.buy()
    const { package_id } = made.packages[0]
    await Promise.all([
      update(made.media_buy_id, { packages: [{ package_id, bid_price: 0.9 }] }),
      update(made.media_buy_id, { packages: [{ package_id, budget: 9 }] }),
      update(made.media_buy_id, { paused: true }),
    ])
    const { bid, budget, status } = await seller.campaign(package_id)
    assert.deepEqual([bid.amount, budget.total, status], ['0.90', '9.00', 'paused'])
    assert.equal((await read(made.media_buy_id)).revision, 4)
  })
})

function targeted(targeting_overlay: object) {
  return packageOf({ targeting_overlay })
}
