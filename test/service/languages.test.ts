// Questions in sixteen languages find the ads of their language, without being told which language it is.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { adsFor, ask, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { TRANSLATED } from '../support/translated-stock.ts'
import { until } from '../support/until.ts'

const SOON_MS = 5_000

let place: Place
let service: RunningService
let shop: Shop

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  const lines = Object.entries(TRANSLATED).flatMap(([language, stock]) =>
    stock.map(([title, description], i) =>
      JSON.stringify({ id: `${language}-${i}`, title, description, language, landingUrl: 'https://feather.example/p' }),
    ),
  )
  const { status, text } = await service.client.send(`${service.url}/api/v1/ads/import?campaign=${campaignId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  assert.equal(status, 200, text)
  await until('the stock serves', SOON_MS, async () => (await titlesFor('Family travel insurance')).length > 0)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

async function titlesFor(query: string, more: object = {}): Promise<string[]> {
  const ads = await adsFor(service, { key: shop.key, query, count: 3, slot: { minRelevance: 0 }, more })
  return ads.map(({ content }) => content.title)
}

for (const [language, stock] of Object.entries(TRANSLATED)) {
  test(`each question in ${language} finds its ad first`, async () => {
    const missed: string[] = []
    for (const [title, , question] of stock) {
      const [first] = await titlesFor(question)
      if (first !== title) missed.push(`${question} → ${first ?? 'nothing'}`)
    }
    assert.deepEqual(missed, [])
  })

  test(`questions in ${language} are recognised as such`, async () => {
    const heard = new Set<string>()
    for (const [, , question] of stock) {
      const answer = await ask(service, { key: shop.key, query: question, options: { explain: true } })
      heard.add(answer.json().explain.signals.language)
    }
    assert.ok(heard.has(language), [...heard].join())
    assert.deepEqual(
      [...heard].filter((one) => one !== language && one !== 'und'),
      [],
    )
  })
}

test('a campaign for readers of French is shown to them alone, told or recognised', async () => {
  const { campaignId } = await openCampaign(service, {
    advertiser: { name: 'Brume', domain: 'brume.example' },
    campaign: { name: 'France', targeting: { languages: { include: ['fr'] } } },
  })
  const title = 'Parapluie Brume windproof umbrella'
  await service.must('POST', '/api/v1/ads', {
    campaignId,
    title,
    description: 'Un parapluie qui résiste au vent. An umbrella for storms.',
    landingUrl: 'https://brume.example/p',
  })
  await until('the umbrella serves', SOON_MS, async () => (await titlesFor('Je cherche un parapluie')).includes(title))
  assert.deepEqual(await titlesFor('I am looking for a windproof umbrella'), [])
  const said = { conversationContext: { query: 'windproof umbrella', language: 'fr-CA' } }
  assert.deepEqual(await titlesFor('', said), [title])
})
