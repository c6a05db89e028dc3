// Orders that contradict themselves, or meet what somebody did in another way.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { buyOf, packageOf, type Seller, startSeller } from './support.ts'

describe('odd orders', () => {
  let seller: Seller
  before(async () => {
    seller = await startSeller()
  })
  after(() => seller.stop())

  const change = (media_buy_id: string, more: object) => seller.must('update_media_buy', { media_buy_id, ...more })
  const refused = (media_buy_id: string, more: object) => seller.refusal('update_media_buy', { media_buy_id, ...more })

  test('what is called a rehearsal makes no order', async () => {
    const { code, field } = await seller.refusal('create_media_buy', { ...buyOf(), dry_run: true })
    assert.deepEqual([code, field], ['UNSUPPORTED_FEATURE', 'dry_run'])
    const { media_buys } = await seller.must('get_media_buys', { status_filter: 'pending_creatives' })
    assert.deepEqual(media_buys, [])
    const { media_buy_id } = await seller.must('create_media_buy', { ...buyOf(), dry_run: false })
    assert.equal((await refused(media_buy_id, { canceled: true, dry_run: true })).field, 'dry_run')
  })

  test('a type of device that the protocol does not have is refused, as it would reach nobody', async () => {
    const targeting_overlay = { device_type: ['Mobile', 'phone'] }
    const { code, field } = await seller.refusal('create_media_buy', buyOf([packageOf({ targeting_overlay })]))
    assert.deepEqual([code, field], ['UNSUPPORTED_FEATURE', 'packages[0].targeting_overlay.device_type[1]'])
  })

  test('delivery counts a media buy once, however often it is named', async () => {
    const { media_buy_id: id } = await seller.must('create_media_buy', buyOf())
    const told = await seller.must('get_media_buy_delivery', { media_buy_ids: [id, 'mb_none', id] })
    assert.deepEqual([told.aggregated_totals.media_buy_count, told.media_buy_deliveries.length], [1, 1])
    assert.deepEqual(told.errors[0].field, 'media_buy_ids[1]')
  })

  test('delivery of many media buys comes in pages, and says where one goes on', async () => {
    for (let i = 0; i < 3; i++) await seller.must('create_media_buy', buyOf())
    const read = (pagination: object) => seller.must('get_media_buy_delivery', { pagination })
    const first = await read({ max_results: 2 })
    assert.deepEqual([first.media_buy_deliveries.length, first.pagination.has_more], [2, true])
    const second = await read({ max_results: 2, cursor: first.pagination.cursor })
    assert.notEqual(second.media_buy_deliveries[0].media_buy_id, first.media_buy_deliveries[1].media_buy_id)
    const { field } = await seller.refusal('get_media_buy_delivery', { pagination: { max_results: -1 } })
    assert.equal(field, 'pagination.max_results')
  })

  test('an ad that somebody changed stays so where its creative is only assigned once more', async () => {
    const { media_buy_id, packages } = await seller.buy({}, 'edited')
    const [{ package_id }] = packages
    const ad = (await seller.adsOf(package_id)).get('edited')
    await seller.call('PATCH', `/api/v1/ads/${ad.id}`, { title: 'Mended by hand' })
    const titleOf = async () => (await seller.adsOf(package_id)).get('edited').title
    await change(media_buy_id, { packages: [{ package_id, creative_assignments: [{ creative_id: 'edited' }] }] })
    assert.equal(await titleOf(), 'Mended by hand')
    const again = { creatives: [seller.creative('edited')], assignments: [{ creative_id: 'edited', package_id }] }
    assert.deepEqual((await seller.must('sync_creatives', again)).creatives[0].assigned_to, [package_id])
    assert.equal(await titleOf(), 'Mended by hand')
    const headline = { asset_type: 'text', content: 'Another headline' }
    await seller.must('sync_creatives', { creatives: [seller.creative('edited', { headline })] })
    assert.equal(await titleOf(), 'Another headline')
  })

  test('an ad that somebody archived is back where its creative is assigned once more', async () => {
    const { media_buy_id, packages } = await seller.buy({}, 'gone')
    const [{ package_id }] = packages
    const ad = (await seller.adsOf(package_id)).get('gone')
    await seller.call('DELETE', `/api/v1/ads/${ad.id}`)
    assert.equal((await seller.adsOf(package_id)).size, 0)
    await change(media_buy_id, { packages: [{ package_id, creative_assignments: [{ creative_id: 'gone' }] }] })
    assert.equal((await seller.adsOf(package_id)).size, 1)
  })

  test('a package whose times somebody moved is still paused and canceled', async () => {
    for (const times of [{ startAt: '2020-01-01T00:00:00Z' }, { endAt: '2199-01-01T00:00:00Z' }, { startAt: null }]) {
      const { media_buy_id, packages } = await seller.buy()
      const [{ package_id }] = packages
      assert.equal((await seller.call('PATCH', `/api/v1/campaigns/${package_id}`, times)).status, 200)
      await change(media_buy_id, { paused: true })
      assert.equal((await seller.campaign(package_id)).status, 'paused')
      const { field } = await refused(media_buy_id, {
        packages: [{ package_id, start_time: '2020-01-01T00:00:00Z' }],
      })
      assert.equal(field, 'packages[0].start_time')
      assert.equal((await change(media_buy_id, { canceled: true })).status, 'canceled')
    }
  })

  test('a buyer pauses what somebody resumed, and resumes what somebody paused', async () => {
    const { media_buy_id, packages } = await seller.buy()
    const [{ package_id }] = packages
    const set = (status: string) => seller.call('PATCH', `/api/v1/campaigns/${package_id}`, { status })
    await set('paused')
    assert.equal((await change(media_buy_id, { packages: [{ package_id, budget: 200 }] })).status, 'paused')
    assert.equal((await change(media_buy_id, { paused: false })).status, 'active')
    assert.equal((await change(media_buy_id, { paused: true })).status, 'paused')
    await set('active')
    assert.equal((await change(media_buy_id, { paused: true })).status, 'paused')
    await change(media_buy_id, { paused: false })
    await set('paused')
    assert.equal((await change(media_buy_id, { packages: [{ package_id, paused: false }] })).status, 'active')
  })

  test('a media buy that is canceled takes no new packages along', async () => {
    const { media_buy_id } = await seller.buy()
    const { field } = await refused(media_buy_id, { canceled: true, new_packages: [packageOf()] })
    assert.equal(field, 'new_packages')
    assert.equal((await change(media_buy_id, { canceled: true })).affected_packages.length, 1)
  })

  test('a package that is added keeps within the times of its media buy', async () => {
    const { media_buy_id } = await seller.buy()
    const fieldFor = async (more: object) => (await refused(media_buy_id, { new_packages: [packageOf(more)] })).field
    assert.equal(await fieldFor({ start_time: '2020-01-01T00:00:00Z' }), 'new_packages[0].start_time')
    assert.equal(await fieldFor({ end_time: '2199-01-01T00:00:00Z' }), 'new_packages[0].end_time')
    await change(media_buy_id, {
      end_time: '2200-01-01T00:00:00Z',
      new_packages: [packageOf({ end_time: '2199-01-01T00:00:00Z' })],
    })
  })

  test('times that are turned round, or that no calendar has, are named as the buyer wrote them', async () => {
    const start_time = '2090-02-31T00:00:00Z'
    assert.equal((await seller.refusal('create_media_buy', buyOf([packageOf()], { start_time }))).field, 'start_time')
    const { media_buy_id, packages } = await seller.buy()
    const [{ package_id }] = packages
    const turned = { start_time: '2090-02-01T00:00:00Z', end_time: '2090-01-01T00:00:00Z' }
    const fieldFor = async (more: object) => (await refused(media_buy_id, more)).field
    assert.equal(await fieldFor({ packages: [{ package_id, ...turned }] }), 'packages[0].end_time')
    assert.equal(await fieldFor({ new_packages: [packageOf(turned)] }), 'new_packages[0].end_time')
  })

  test('a creative that is assigned twice to a package is told once', async () => {
    const { packages } = await seller.buy()
    const one = { creative_id: 'c1', package_id: packages[0].package_id }
    const none = { creative_id: 'c1', package_id: 'cmp_none' }
    const { creatives } = await seller.must('sync_creatives', {
      creatives: [seller.creative('c1')],
      assignments: [one, none, one, none],
    })
    assert.deepEqual(creatives[0].assigned_to, [one.package_id])
    assert.deepEqual(Object.keys(creatives[0].assignment_errors), ['cmp_none'])
  })

  test('a creative keeps a format that its packages take', async () => {
    const format_ids = [{ agent_url: seller.url, id: 'action_card' }]
    const { packages } = await seller.buy({ format_ids }, 'card')
    const { assets, ...rest } = seller.creative('card')
    const { headline, description, click_url } = assets as Record<string, object>
    const format_id = { agent_url: seller.url, id: 'suffix' }
    const suffix = { ...rest, assets: { headline, description, click_url }, format_id }
    assert.equal((await seller.refusal('sync_creatives', { creatives: [suffix] })).code, 'UNSUPPORTED_FEATURE')
    assert.deepEqual((await seller.adsOf(packages[0].package_id)).get('card').formats, ['action_card'])
  })

  test('a change takes no more ads out of service than one may make', async () => {
    const creatives = Array.from({ length: 51 }, (_, i) => seller.creative(`many-${i}`))
    await seller.must('sync_creatives', { creatives })
    const { media_buy_id, packages } = await seller.must(
      'create_media_buy',
      buyOf(Array.from({ length: 4 }, () => packageOf())),
    )
    const assign = (of: readonly any[], creative_assignments: readonly object[]) => ({
      packages: of.map(({ package_id }) => ({ package_id, creative_assignments })),
    })
    const all = creatives.map(({ creative_id }) => ({ creative_id }))
    await change(media_buy_id, assign(packages.slice(0, 2), all))
    await change(media_buy_id, assign(packages.slice(2), all))
    const { field, message } = await refused(media_buy_id, assign(packages, []))
    assert.deepEqual([field, /204 ads/.test(message)], ['packages', true])
    await change(media_buy_id, assign(packages.slice(0, 2), []))
  })
})
