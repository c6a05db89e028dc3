// Which ads entity links are of: those that an answer names, and no others.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, ask, openCampaign, openShop } from '../support/stock.ts'

interface Judged {
  readonly adId: string
  readonly slot: number
  readonly stoppedBy?: string
}

let place: Place
let service: RunningService

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

test('an explanation tells ads that the answer does not name from those that others outranked', async () => {
  const shop = await openShop(service)
  const nameOf = new Map<string, string>()
  for (const brand of ['Feather', 'Quibbo', 'Mossfield']) {
    const { campaignId } = await openCampaign(service, {
      advertiser: { name: brand, domain: `${brand.toLowerCase()}.example` },
      campaign: { targeting: { publishers: [shop.publisherId] } },
    })
    const title = `${brand} quiet light laptop`
    nameOf.set(await addAd(service, campaignId, { title, brand, description: 'For train rides.' }), brand)
  }
  const stopsFor = async (response: string, formats: readonly string[]) => {
    const answer = await ask(service, {
      key: shop.key,
      options: { explain: true },
      more: {
        conversationContext: { query: 'I want to buy a quiet light laptop', response },
        slots: formats.map((format, i) => ({ slotId: `slot-${i}`, format })),
      },
    })
    const last = answer
      .json()
      .explain.candidates.filter(({ slot, adId }: Judged) => slot === formats.length - 1 && nameOf.has(adId))
      .map(({ adId, stoppedBy }: Judged) => [nameOf.get(adId), stoppedBy ?? 'shown'])
    return Object.fromEntries(last) as Record<string, string>
  }
  const two = await stopsFor('The Quibbo and the Mossfield are both quiet.', ['entity_link'])
  assert.equal(two.Feather, 'no_mention')
  assert.deepEqual([two.Quibbo, two.Mossfield].sort(), ['outranked', 'shown'])
  assert.deepEqual(await stopsFor('They are quiet.', ['entity_link']), {
    Feather: 'no_mention',
    Quibbo: 'no_mention',
    Mossfield: 'no_mention',
  })
  const beside = await stopsFor('The Feather, the Quibbo and the Mossfield are quiet.', ['action_card', 'entity_link'])
  assert.deepEqual(Object.values(beside).sort(), ['outranked', 'outranked', 'shown'])
  const full = await stopsFor('The Feather is quiet.', ['entity_link', 'entity_link'])
  assert.deepEqual(full, { Feather: 'outranked', Quibbo: 'no_mention', Mossfield: 'no_mention' })
})

test('an answer links a thing by the name that its title begins with', async () => {
  const shop = await openShop(service)
  const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [shop.publisherId] } } })
  await addAd(service, campaignId, { title: 'Cargo bicycle for families', description: 'Carries three children.' })
  const answer = await ask(service, {
    key: shop.key,
    more: {
      conversationContext: { query: 'Which bicycle carries children?', response: 'A cargo bicycle does.' },
      slots: [{ slotId: 'answer', format: 'entity_link' }],
    },
  })
  const [ad] = answer.json().slots[0].ads
  assert.deepEqual(
    ad?.enhancedFragments.map(({ text }: { text: string }) => text),
    ['cargo bicycle'],
  )
})

test('a lone word of an answer links no ad that fits far worse than the best, but where it is its name', async () => {
  const shop = await openShop(service)
  const add = async (ad: { title: string; brand?: string; keywords?: string[]; description: string }) => {
    const { campaignId } = await openCampaign(service, { campaign: { targeting: { publishers: [shop.publisherId] } } })
    await addAd(service, campaignId, ad)
  }
  await add({ title: 'Hiking boots for wet trails', keywords: ['boots'], description: 'Waterproof hiking boots.' })
  await add({ title: 'Hub for the smart home', brand: 'Matter', description: 'Lamps and locks.' })
  const linked = async (response: string): Promise<string[]> => {
    const answer = await ask(service, {
      key: shop.key,
      more: {
        conversationContext: { query: 'Which hiking boots should I buy?', response },
        slots: [{ slotId: 'answer', format: 'entity_link', count: 5 }],
      },
    })
    const { ads } = answer.json().slots[0]
    return ads.flatMap((ad: any) => ad.enhancedFragments.map(({ text }: { text: string }) => text))
  }
  assert.deepEqual(await linked('Good boots matter most.'), ['boots'])
  assert.deepEqual(await linked('Good boots fit, and a Matter hub lights the way home.'), ['boots', 'Matter'])
})
