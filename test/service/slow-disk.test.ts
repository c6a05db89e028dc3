// A disk that takes long for each sync: what is reported meanwhile shares the next one, so that the service keeps up.
import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPlace, startProcess } from '../support/service.ts'
import { dayReport, verifyBooks } from '../support/service-answers.ts'
import { addAd, manyAdsFor, openCampaign, openShop } from '../support/stock.ts'

const SLOW_COMMITS = new URL('../support/slow-commits.ts', import.meta.url).href
const BATCHES = 20
/** More than a group holds where the disk is quick. */
const EVENTS_A_BATCH = 70

test('where the disk is slow, many batches of events share a sync, and each event counts once', async (t) => {
  const place = await openPlace()
  const slowAt = join(place.dataDir, 'slow')
  const env = { NODE_OPTIONS: `--import=${SLOW_COMMITS}`, SLOW_AT: slowAt, ASIDE_TRAFFIC_FILTER: 'report' }
  const service = await startProcess(place, env)
  t.after(async () => {
    await service.kill()
    place.remove()
  })
  const shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  for (let i = 0; i < 30; i++) await addAd(service, campaignId)
  const ads = await manyAdsFor(service, shop.key, BATCHES * EVENTS_A_BATCH)
  const tokens = ads.map(({ tracking }) => tracking.clickUrl.split('/').pop()!)
  const send = async (at: number, triesLeft = 3): Promise<void> => {
    const some = tokens.slice(at * EVENTS_A_BATCH, (at + 1) * EVENTS_A_BATCH)
    const events = some.map((token) => ({ type: 'impression', token }))
    const url = `${service.url}/api/v1/events`
    const { status } = await service.client.send(url, { method: 'POST', body: { events }, patienceMs: 60_000 })
    if (status === 503 && triesLeft > 0) return send(at, triesLeft - 1) // as callers should
    assert.equal(status, 200)
  }

  writeFileSync(slowAt, '')
  // How slow the disk is, the first one meets.
  await send(0)
  await Promise.all(Array.from({ length: BATCHES - 1 }, (_, i) => send(i + 1)))
  const commits = statSync(slowAt).size
  t.diagnostic(`${BATCHES} batches took ${commits} commits`)
  assert.ok(commits < BATCHES / 2, `${commits} commits`)
  const { totals } = await dayReport(service, 'campaign')
  assert.equal(totals.impressions, BATCHES * EVENTS_A_BATCH)
  assert.deepEqual(await verifyBooks(service), [])
})
