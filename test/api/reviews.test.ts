// Reviews of ads by a person, where the installation asks for them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'
import { adOf } from './drafts.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

test('new ads wait for a person where the installation reviews, and an operator approves them', async () => {
  const reviewing = await startAdminService({ ASIDE_MANUAL_REVIEW: 'on' })
  try {
    const { advertiser, campaign, key } = await reviewing.makeAdvertiser('Review')
    const ad = await reviewing.make('ads', adOf(campaign.id))
    assert.equal(ad.review, 'pending')
    const path = `/api/v1/advertisers/${advertiser.id}`
    for (const change of [{ name: 'Your Bank' }, { domain: 'bank.example' }])
      assert.equal((await reviewing.call('PATCH', path, change, { key })).status, 403, 'nobody would look at it again')
    assert.equal((await reviewing.call('PATCH', path, { name: advertiser.name }, { key })).status, 200)
    assert.equal((await reviewing.call('PATCH', path, { name: 'Review Ltd' })).body.name, 'Review Ltd')
    const ofCampaign = `/api/v1/campaigns/${campaign.id}`
    const parameters = { landingParameters: 'to=elsewhere' }
    const added = await reviewing.call('PATCH', ofCampaign, parameters, { key })
    assert.deepEqual([added.status, added.body.error.code], [403, 'scope_insufficient'])
    assert.equal((await reviewing.call('PATCH', ofCampaign, parameters)).status, 200)
    const same = await reviewing.call('PATCH', ofCampaign, { ...parameters, status: 'paused' }, { key })
    assert.deepEqual([same.status, same.body.status], [200, 'paused'], 'sent back as it was read')
    const terms = { advertiserId: advertiser.id, name: 'Other', bid: { model: 'cpc', amount: '0.50' } }
    assert.equal((await reviewing.call('POST', '/api/v1/campaigns', { ...terms, ...parameters }, { key })).status, 403)
    const approved = await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { review: 'approved' })
    assert.equal(approved.body.review, 'approved')
    const changed = await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { title: 'Other words' }, { key })
    assert.equal(changed.body.review, 'pending')
    await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { review: 'approved' })
    const priced = async (price: string | null) =>
      (await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { price }, { key })).body.review
    for (const price of ['€899', '1,049.00 USD', null]) assert.equal(await priced(price), 'approved', String(price))
    assert.equal(await priced('free for members'), 'pending', 'that is more than a price')
    await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, { review: 'approved', price: null })
    const whole = { ...changed.body, review: 'approved', title: 'Words that nobody read' }
    const sentBack = await reviewing.call('PATCH', `/api/v1/ads/${ad.id}`, whole, { key })
    assert.deepEqual([sentBack.status, sentBack.body.review], [200, 'pending'], 'sent back whole as it was read')
    const line = JSON.stringify({ id: 'in-a-feed', title: 'Oboe', landingUrl: 'https://review.example' })
    const feed = `/api/v1/ads/import?campaign=${campaign.id}`
    const fed = await reviewing.call('POST', feed, line, { headers: { 'content-type': 'application/x-ndjson' } })
    assert.deepEqual([fed.body.imported, fed.body.review], [1, 'pending'])
  } finally {
    await reviewing.stop()
  }
})

test('a verdict on a version that is shown no more is refused, and nothing of it is kept', async () => {
  const { campaign, key } = await service.makeAdvertiser('Swift')
  const ad = await service.make('ads', adOf(campaign.id))
  const path = `/api/v1/ads/${ad.id}`
  await service.call('PATCH', path, { review: 'pending' })
  const looked = (await service.call('PATCH', path, { status: 'paused' })).body
  assert.equal(looked.version, 1, 'a pause shows nothing else')
  await service.call('PATCH', path, { title: 'Something else' }, { key })

  const stale = await service.call('PATCH', path, { review: 'approved', status: 'active', ifVersion: looked.version })
  assert.deepEqual([stale.status, stale.body.error.code, stale.body.error.recovery], [409, 'conflict', 'correctable'])
  assert.match(stale.body.error.message, /version 2[\s\S]+read it again/)
  const { body: now } = await service.call('GET', path)
  assert.deepEqual([now.review, now.status, now.version, now.title], ['pending', 'paused', 2, 'Something else'])

  const fresh = await service.call('PATCH', path, { review: 'approved', ifVersion: now.version })
  assert.deepEqual([fresh.status, fresh.body.review, fresh.body.version], [200, 'approved', 2])
  const sentBack = await service.call('PATCH', path, { ...looked, review: 'approved' }, { key })
  assert.equal(sentBack.status, 200, 'the version that an answer told is no condition when it is sent back')
})

test('a rejected ad stays so until it shows something else, and then waits for a person, however it was changed', async () => {
  const { campaign, key } = await service.makeAdvertiser('Refused')
  const ad = await service.make('ads', adOf(campaign.id, { id: 'refused-1' }))
  const path = `/api/v1/ads/${ad.id}`
  const reviewAfter = async (change: object) => (await service.call('PATCH', path, change, { key })).body.review
  const reviewAfterFeed = async (title: string) => {
    const line = JSON.stringify({ id: 'refused-1', title, landingUrl: ad.landingUrl })
    assert.equal((await service.importAds(campaign.id, line, undefined, { key })).status, 200)
    return (await service.call('GET', path)).body.review
  }
  await service.call('PATCH', path, { review: 'rejected' })
  assert.equal(await reviewAfter({ status: 'paused' }), 'rejected')
  assert.equal(await reviewAfterFeed(ad.title), 'rejected')
  assert.equal(await reviewAfter({ title: 'Mended' }), 'pending')
  assert.equal(await reviewAfter({ title: 'Mended once more' }), 'pending')
  await service.call('PATCH', path, { review: 'rejected' })
  assert.equal(await reviewAfterFeed('Mended by the feed'), 'pending')
  assert.equal(await reviewAfterFeed('Mended by the feed once more'), 'pending')
})

test('what a person rejected waits for a person, also where its advertiser deletes it and makes it again', async () => {
  const { campaign, key } = await service.makeAdvertiser('Again')
  const fields = { title: 'Wins every bet!', description: 'Always.', landingUrl: 'https://again.example/bets' }
  const make = async (more: object, as = key) =>
    (await service.call('POST', '/api/v1/ads', { campaignId: campaign.id, ...fields, ...more }, { key: as })).body
  const reviewOf = async (id: string) => (await service.call('GET', `/api/v1/ads/${id}`)).body.review
  const change = (id: string, body: object, as?: string) =>
    service.call('PATCH', `/api/v1/ads/${id}`, body, { key: as })
  const neighbour = await make({ title: 'Neighbour' })
  const ad = await make({})
  assert.deepEqual([neighbour.review, ad.review], ['approved', 'approved'])
  await change(ad.id, { review: 'rejected' })
  // Shown as something else in between, so that no ad stands any more as it was rejected.
  await change(ad.id, { title: 'Fine', landingUrl: 'https://again.example/fine' }, key)
  assert.equal((await service.call('DELETE', `/api/v1/ads/${ad.id}`, undefined, { key })).status, 200)

  const elsewhere = 'https://again.example/other'
  assert.equal((await make({})).review, 'pending')
  assert.equal((await make({ title: 'wins  every BET', landingUrl: elsewhere })).review, 'pending', 'the text')
  assert.equal((await make({ title: 'Something new' })).review, 'pending', 'the page')
  const line = JSON.stringify({ id: 'again-1', ...fields })
  assert.equal((await service.importAds(campaign.id, line, undefined, { key })).body.imported, 1)
  const { body: list } = await service.call('GET', `/api/v1/ads?campaignId=${campaign.id}&limit=1`)
  assert.deepEqual([list.data[0].externalId, list.data[0].review], ['again-1', 'pending'])
  const fresh = await make({ id: 'fresh-1', title: 'New', landingUrl: elsewhere })
  assert.equal(fresh.review, 'approved')
  await change(fresh.id, { title: fields.title, description: fields.description }, key)
  assert.equal(await reviewOf(fresh.id), 'pending', 'an approved ad that turns into it')
  await change(neighbour.id, { price: '€9' }, key)
  assert.equal(await reviewOf(neighbour.id), 'approved', 'an approved ad that led there before')

  const asNew = async (landingUrl: string) => (await make({ title: landingUrl, landingUrl })).review
  for (const same of ['?utm_source=chat', '?click={click_id}', '/', '#top', '?x=1']) {
    assert.equal(await asNew(fields.landingUrl + same), 'pending', `the page, as ${same}`)
  }
  await change(neighbour.id, { landingUrl: `${fields.landingUrl}?utm_source=chat` }, key)
  assert.equal(await reviewOf(neighbour.id), 'approved', 'an approved ad that led there before, tracked otherwise')
  const product = await make({ title: 'Product', landingUrl: 'https://again.example/item?id=1' })
  await change(product.id, { review: 'rejected' })
  assert.equal(await asNew('https://again.example/item?id=2'), 'approved', 'another product')
  assert.equal(await asNew('https://again.example/item?id=1&x=1'), 'pending')

  const again = await make({ landingUrl: `${fields.landingUrl}?x=1` })
  await change(again.id, { review: 'approved' })
  assert.equal(
    (await make({ landingUrl: `${fields.landingUrl}?x=1` })).review,
    'approved',
    'what it waited for is settled',
  )
  assert.equal((await make({})).review, 'approved', 'the newest verdict holds')
  const other = await service.makeAdvertiser('Another')
  await change(again.id, { review: 'rejected' })
  assert.equal((await make({ campaignId: other.campaign.id }, other.key)).review, 'approved', 'nobody else')
})

test('a rejection says why, to the advertiser and to whoever looks at the mended ad, until the ad is approved', async () => {
  const { campaign, key } = await service.makeAdvertiser('Told')
  const ad = await service.make('ads', adOf(campaign.id, { id: 'told-1' }))
  const path = `/api/v1/ads/${ad.id}`
  const why = async () => (await service.call('GET', path, undefined, { key })).body.reviewReason
  const change = async (body: object, options?: object) => {
    const { status, body: answer } = await service.call('PATCH', path, body, options)
    return [status, answer.error?.code ?? answer.review, answer.error?.field ?? answer.reviewReason]
  }
  const reviewReason = 'No source for "the best"'
  const untold = { review: 'approved', reviewReason: 'Nice' }
  assert.deepEqual(await change(untold), [400, 'validation_error', 'reviewReason'])
  assert.deepEqual(await change({ reviewReason }, { key }), [403, 'scope_insufficient', undefined])
  const hidden = { review: 'rejected', reviewReason: 'a\u202eb' }
  assert.deepEqual(await change(hidden), [400, 'validation_error', 'reviewReason'])
  assert.equal((await change({ review: 'rejected', reviewReason: 'x'.repeat(501) }))[0], 400)
  assert.equal((await service.call('GET', path)).body.review, 'approved')

  assert.deepEqual(await change({ review: 'rejected' }), [200, 'rejected', undefined])
  assert.deepEqual(await change({ reviewReason: ` ${reviewReason}\n` }), [200, 'rejected', reviewReason])
  assert.equal(await why(), reviewReason)
  const { body: read } = await service.call('GET', path, undefined, { key })
  const sentBack = { ...read, title: 'Mended' }
  assert.deepEqual(await change(sentBack, { key }), [200, 'pending', reviewReason], 'it helps whoever looks again')
  const line = JSON.stringify({ id: 'told-1', title: 'Mended more', landingUrl: ad.landingUrl })
  await service.importAds(campaign.id, line, undefined, { key })
  assert.equal(await why(), reviewReason)

  assert.deepEqual(await change({ review: 'rejected' }), [200, 'rejected', undefined], 'each verdict has its own')
  await change({ reviewReason })
  assert.deepEqual(await change({ reviewReason: null }), [200, 'rejected', undefined])
  await change({ reviewReason })
  assert.deepEqual(await change({ review: 'approved' }), [200, 'approved', undefined])
})
