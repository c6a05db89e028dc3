// Valid clicks far beyond every budget, many at once and with the process killed between: no campaign is ever charged more.
//
// BUDGET_CAMPAIGNS=200 BUDGET_CLICKS=20000 BUDGET_SAMPLES=100 is the full size, REPLAYS=1000 that of the replay storm.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { realClock } from '../../src/base/clock.ts'
import { createIdSource } from '../../src/base/ids.ts'
import { createRandomBytes, createSeededRandom } from '../../src/base/random.ts'
import { createKeyRing, formatKeyRing } from '../../src/base/signature.ts'
import type { BidModel } from '../../src/domain/campaign.ts'
import { createLinkSigner, impressionIdOf } from '../../src/domain/link-token.ts'
import { createHttpClient } from '../support/http-client.ts'
import { openPlace, type RunningService, startProcess } from '../support/service.ts'
import { dayReport, microsOf, verifyBooks } from '../support/service-answers.ts'
import { addAd, openCampaign, openShop } from '../support/stock.ts'

const CAMPAIGNS = Number(process.env.BUDGET_CAMPAIGNS ?? 16)
const CLICKS = Number(process.env.BUDGET_CLICKS ?? 1_200)
const SAMPLES = Number(process.env.BUDGET_SAMPLES ?? 20)
const REPLAYS = Number(process.env.REPLAYS ?? 200)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
const IN_FLIGHT = 64
const PRICE = 500_000
const RECOUNT = fileURLToPath(new URL('../../docs/examples/recount.mjs', import.meta.url))

/** The service's own key, so that links can be had by the thousand without asking for as many ads. */
const signingKeys = [{ id: 7, secret: createRandomBytes()(new Uint8Array(32)) }]
const signer = createLinkSigner({ ring: createKeyRing(signingKeys) })
const ids = createIdSource({ clock: realClock, randomBytes: createRandomBytes() })
const ENV = {
  ASIDE_TRAFFIC_FILTER: 'report',
  ASIDE_RATE_LIMIT: 'off',
  ASIDE_SIGNING_KEYS: formatKeyRing(signingKeys),
}

/** A link of the first shop, for the campaign and ad that were made as number `number`. */
function linkOf(number: number, model: BidModel = 'cpc') {
  const payload = {
    decision: ids.bytes(),
    ordinal: 0,
    adNumber: number,
    adVersion: 1,
    campaignNumber: number,
    publisherNumber: 1,
    model,
    priceMicros: PRICE,
    format: 'action_card',
    slotId: 'main',
    country: '',
    user: new Uint8Array(8),
    test: false,
  } as const
  return { token: signer.sign(payload), impressionId: impressionIdOf(payload) }
}

test(`of ${CLICKS} clicks on ${CAMPAIGNS} campaigns with budgets of 7.3 clicks each none is charged beyond one, at any instant`, async (t) => {
  const place = await openPlace()
  let service = await startProcess(place, ENV)
  after(async () => {
    await service.kill()
    place.remove()
  })
  const random = createSeededRandom(SEED)
  await openShop(service)
  const { advertiserId } = await openCampaign(service, { campaign: { budget: { total: '500.00' } } })
  const budgets = [1_000 * PRICE]
  const campaignIds = [(await service.must('GET', '/api/v1/campaigns')).data[0].id as string]
  for (let i = 0; i < CAMPAIGNS; i++) {
    const span = i % 2 === 0 ? 'total' : 'daily'
    const made = await openCampaign(service, { advertiserId, campaign: { budget: { [span]: '3.65' } } })
    campaignIds.push(made.campaignId)
    budgets.push(7.3 * PRICE)
  }
  for (const id of campaignIds) await addAd(service, id)

  // One click in eight goes to the large campaign.
  const links = Array.from({ length: CLICKS }, () => {
    const number = random() < 0.125 ? 1 : 2 + Math.floor(random() * CAMPAIGNS)
    return { number, ...linkOf(number) }
  })
  const sent = new Map<number, number>()
  for (const { number } of links) sent.set(number, (sent.get(number) ?? 0) + 1)

  let next = 0
  let samples = 0
  const client = createHttpClient({ sockets: IN_FLIGHT })
  const follow = async (token: string): Promise<void> => {
    for (;;) {
      const answer = await client.send(`${service.url}/c/${token}`).catch(() => undefined)
      if (answer?.status === 302) return
      await sleep(50)
    }
  }
  const storm = Array.from({ length: IN_FLIGHT }, async () => {
    while (next < links.length) await follow(links[next++]!.token)
  })
  const sample = async (): Promise<void> => {
    const { rows } = await dayReport(service, 'campaign')
    for (const { campaign, spend } of rows) {
      const at = campaignIds.indexOf(campaign)
      if (at >= 0) assert.ok(microsOf(spend.amount) <= budgets[at]!, `${campaign} was charged ${spend.amount}`)
    }
    samples++
  }
  for (const share of [1 / 3, 2 / 3]) {
    while (next < links.length * share) {
      await sample()
      await sleep(20)
    }
    await service.kill()
    service = await startProcess(place, ENV)
  }
  await Promise.all(storm)
  while (samples < SAMPLES) await sample()
  client.close()

  const { rows } = await dayReport(service, 'campaign')
  for (const [at, id] of campaignIds.entries()) {
    const clicks = sent.get(at + 1) ?? 0
    const billed = Math.min(clicks, Math.floor(budgets[at]! / PRICE))
    const row = rows.find(({ campaign }) => campaign === id)
    const found = [microsOf(row?.spend.amount ?? '0'), row?.clicks ?? 0, row?.ignored.over_budget ?? 0]
    assert.deepEqual(found, [billed * PRICE, billed, clicks - billed], id)
  }
  assert.deepEqual(await verifyBooks(service), [])
  const exported = await service.admin('GET', '/api/v1/ledger/export')
  const { stdout } = spawnSync(process.execPath, [RECOUNT], { input: exported.text, encoding: 'utf8', maxBuffer: 1e9 })
  const { ok, faults, campaigns } = JSON.parse(stdout)
  assert.deepEqual([ok, faults], [true, []])
  for (const { campaign, spend } of rows) {
    if (campaign !== '') assert.equal(Number(campaigns[campaign] ?? 0), microsOf(spend.amount), campaign)
  }
  t.diagnostic(`seed ${SEED}: ${samples} samples, 2 kills`)
})

test(`a click, a beacon and a transaction sent ${REPLAYS} times on 50 connections count once each`, async () => {
  const place = await openPlace()
  const service = await startProcess(place, ENV)
  const client = createHttpClient({ sockets: 50 })
  try {
    await openShop(service)
    for (const model of ['cpc', 'cpm', 'cpa']) {
      const { campaignId } = await openCampaign(service, { campaign: { bid: { model, amount: '900.00' } } })
      await addAd(service, campaignId)
    }
    const [click, beacon, sale] = [linkOf(1), linkOf(2, 'cpm'), linkOf(3, 'cpa')]
    assert.equal((await client.send(`${service.url}/c/${sale.token}`)).status, 302)
    const times = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: REPLAYS }, send))
    const clicked = await times(() => client.send(`${service.url}/c/${click.token}`))
    assert.ok(clicked.every(({ status }) => status === 302))
    await times(() => client.send(`${service.url}/i/${beacon.token}`))
    const sold = await times(() =>
      service.admin('POST', '/api/v1/conversions', {
        clickId: sale.impressionId,
        transactionId: 'order-1',
        type: 'purchase',
        value: '49.90',
      }),
    )
    assert.deepEqual(countBy(sold.map((answer) => answer.json().status)), { accepted: 1, duplicate: REPLAYS - 1 })
    await checkOnce(service)
  } finally {
    client.close()
    await service.kill()
    place.remove()
  }
})

/** Each model was charged once; the rest are duplicates. */
async function checkOnce(service: RunningService): Promise<void> {
  const { rows } = await dayReport(service, 'campaign')
  const busy = rows.filter(({ campaign }) => campaign !== '')
  assert.deepEqual(
    busy.map(({ spend, ignored }) => [spend.amount, ignored.duplicate]),
    Array(3).fill(['0.50', REPLAYS - 1]),
  )
  const sale = busy.find(({ conversions }) => conversions === 1)
  assert.deepEqual([sale.conversionValue.amount, sale.roas], ['49.90', 99.8])
  assert.deepEqual(await verifyBooks(service), [])
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
