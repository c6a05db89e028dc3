// The auction as an advertiser meets it over HTTP: what bids win, what they cost, and what changes when one of them does.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, ask, LAPTOP, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

/** Bids per click; all ads fit alike and none was clicked yet, so bids alone decide, and nobody explores. */
const BIDS = ['0.90', '0.70', '0.50', '0.30', '0.20']
const FLOOR = 0.01

let place: Place
let service: RunningService
let shop: Shop
let campaigns: string[]

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service)
  campaigns = []
  for (const [i, amount] of BIDS.entries()) {
    const domain = `brand-${i}.example`
    const { campaignId } = await openCampaign(service, {
      advertiser: { name: `Brand ${i}`, domain },
      campaign: { bid: { model: 'cpc', amount } },
    })
    await addAd(service, campaignId, { ...LAPTOP, landingUrl: `https://${domain}/1` })
    campaigns.push(campaignId)
  }
  await until('all ads are served', 5_000, async () => (await hold(BIDS.length)).length === BIDS.length)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

interface Winner {
  /** Which of the campaigns. */
  readonly who: number
  readonly bid: number
  readonly price: number
  /** Which campaign set the price; undefined for the floor. */
  readonly setBy: number | undefined
}

/** Holds one auction for so many places, and reads who won from its explanation. */
async function hold(places: number, floor?: string): Promise<Winner[]> {
  const slot = floor === undefined ? {} : { floor: { amount: floor, currency: 'USD' } }
  const answer = (await ask(service, { key: shop.key, count: places, slot, options: { explain: true } })).json()
  const { candidates } = answer.explain
  const ofAd = (adId: string) => candidates.find((candidate: any) => candidate.adId === adId)
  return answer.slots[0].ads.map(({ id }: { id: string }): Winner => {
    const { campaignId, bid, price, priceSetBy } = ofAd(id)
    return {
      who: campaigns.indexOf(campaignId),
      bid: Number(bid.amount),
      price: Number(price.amount),
      setBy: priceSetBy === 'floor' ? undefined : campaigns.indexOf(ofAd(priceSetBy).campaignId),
    }
  })
}

async function bid(who: number, amount: string): Promise<void> {
  await service.must('PATCH', `/api/v1/campaigns/${campaigns[who]}`, { bid: { model: 'cpc', amount } })
  await until('the new bid counts', 5_000, async () => {
    const winner = (await hold(BIDS.length)).find((one) => one.who === who)
    return winner?.bid === Number(amount)
  })
}

const outcome = (winners: readonly Winner[]) => winners.map(({ who, price }) => `${who} pays ${price}`)

test('places go by bids where all else is alike, and each winner pays what the next one bids', async () => {
  assert.deepEqual(outcome(await hold(3)), ['0 pays 0.7', '1 pays 0.5', '2 pays 0.3'])
  const all = await hold(5)
  assert.deepEqual(
    all.map(({ setBy }) => setBy),
    [1, 2, 3, 4, undefined],
  )
  assert.equal(all[4]!.price, FLOOR, 'the last one has nobody to pay for')
})

test('a floor keeps lower bids out, and raises what the last place costs', async () => {
  assert.deepEqual(outcome(await hold(5, '0.45')), ['0 pays 0.7', '1 pays 0.5', '2 pays 0.45'])
})

test('what a loser bids less changes nothing for anybody else', async () => {
  const earlier = outcome(await hold(3))
  await bid(4, '0.05')
  assert.deepEqual(outcome(await hold(3)), earlier)
  await bid(4, BIDS[4]!)
})

test('a higher bid never loses a place, and never pays more than it bids nor less than the floor', async () => {
  let placeBefore = BIDS.length
  for (const amount of ['0.02', '0.25', '0.45', '0.65', '0.95']) {
    await bid(3, amount)
    const winners = await hold(BIDS.length)
    const at = winners.findIndex(({ who }) => who === 3)
    assert.ok(at <= placeBefore, `place ${at} for ${amount}, ${placeBefore} for less`)
    assert.ok(winners.every(({ price, bid }) => price >= FLOOR && price <= bid))
    placeBefore = at
  }
  assert.equal(placeBefore, 0)
  await bid(3, BIDS[3]!)
})

test('with one place, the winner pays the same whatever it bids above the second', async () => {
  for (const amount of ['0.71', '0.90', '5.00']) {
    await bid(0, amount)
    assert.deepEqual(outcome(await hold(1)), ['0 pays 0.7'])
  }
  await bid(0, '0.69')
  assert.deepEqual(outcome(await hold(1)), ['1 pays 0.69'])
})
