// What an ad is called, through both doors: "Sponsored" unless the publisher wants another language, or the reader's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, askAgent, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const SOON_MS = 5_000
const FORMATS = ['action_card', 'suffix', 'entity_link'] as const

let place: Place
let service: RunningService
let shop: Shop

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { ASIDE_TRAFFIC_FILTER: 'report', ASIDE_WORKERS: '2' })
  shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId, {
    title: 'Zelt tent Tarn',
    description: 'Ein Zelt. A tent. テント',
    keywords: ['tent'],
  })
  await until('the stock serves', SOON_MS, async () => (await labelOverHttp({ query: 'buy a tent' })) !== undefined)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

interface Said {
  readonly query: string
  readonly language?: string
}

/** The label of the first ad; undefined where there is none. */
async function labelOverHttp(said: Said, format: string = 'action_card', path = ''): Promise<string | undefined> {
  const answer = await fetch(`${service.url}/api/v1/ads/request${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({
      conversationContext: { ...said, response: 'Take a tent, such as the Tarn.' },
      slots: [{ slotId: 'main', format, minRelevance: 0 }],
    }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.ok(
    bytes.every((byte) => byte < 0x80),
    'answers are ASCII',
  )
  return JSON.parse(bytes.toString()).slots[0].ads[0]?.disclosure.label
}

/** The label as the text says it and as the structured content does, which are the same. */
async function labelOverMcp({ query, language }: Said): Promise<string | undefined> {
  const result = await askAgent(service, shop.key, { query, ...(language && { language }) })
  const { label } = result.structuredContent.data.ads[0].disclosure
  assert.ok(result.content[0].text.includes(`"label":"${label}"`), 'as people write it')
  return label
}

/** Lets the publisher's labels be of this language; null: as it is by itself. */
async function setLanguage(labelLanguage: string | null, query: string, label: string): Promise<void> {
  const reply = await service.must('PATCH', `/api/v1/publishers/${shop.publisherId}`, { policy: { labelLanguage } })
  assert.equal(reply.policy.labelLanguage, labelLanguage ?? 'en')
  // Every thread has heard of it.
  for (let times = 0; times < 6;) {
    await until(`ads are called ${label}`, SOON_MS, async () => {
      times = (await labelOverHttp({ query })) === label ? times + 1 : 0
      return times > 0
    })
  }
}

const GERMAN = 'Ich möchte ein leichtes Zelt für zwei Personen kaufen'

test('an ad is called Sponsored in any language where nobody asks for another', async () => {
  for (const said of [{ query: 'buy a tent' }, { query: GERMAN }, { query: 'buy a tent', language: 'ja' }]) {
    for (const format of FORMATS) assert.equal(await labelOverHttp(said, format), 'Sponsored')
    assert.equal(await labelOverMcp(said), 'Sponsored')
  }
})

test('with "reader" an ad is called what the reader calls it, told or recognised, through both doors', async () => {
  await setLanguage('reader', GERMAN, 'Anzeige')
  const cases: [said: Said, label: string][] = [
    [{ query: GERMAN }, 'Anzeige'],
    [{ query: 'I want to buy a light tent for two people' }, 'Sponsored'],
    [{ query: 'buy a tent', language: 'ja' }, '広告'],
    [{ query: 'buy a tent', language: 'pt-BR' }, 'Publicidade'],
    [{ query: 'buy a tent', language: 'nb-NO' }, 'Annonse'],
    [{ query: 'buy a tent', language: 'ar' }, 'إعلان'],
    [{ query: 'buy a tent', language: 'gsw' }, 'Sponsored'],
    [{ query: 'buy a tent', language: 'constructor' }, 'Sponsored'],
  ]
  for (const [said, label] of cases) {
    for (const format of FORMATS) assert.equal(await labelOverHttp(said, format), label, JSON.stringify(said))
    // An address that is written otherwise takes the way through node:http.
    assert.equal(await labelOverHttp(said, 'action_card', '?x'), label)
    assert.equal(await labelOverMcp(said), label)
  }
})

test('a language that a publisher fixes holds whatever is spoken, and null gives the usual one back', async () => {
  await setLanguage('fr', 'buy a tent', 'Publicité')
  assert.equal(await labelOverHttp({ query: GERMAN, language: 'de' }), 'Publicité')
  assert.equal(await labelOverMcp({ query: GERMAN, language: 'de' }), 'Publicité')
  await setLanguage(null, 'buy a tent', 'Sponsored')
})

test('a language without a label is refused, and what there is instead is told', async () => {
  const reply = await service.client.send(`${service.url}/api/v1/publishers/${shop.publisherId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body: { policy: { labelLanguage: 'tlh' } },
  })
  assert.equal(reply.status, 400)
  const { field, message } = reply.json().error
  assert.equal(field, 'policy.labelLanguage')
  assert.match(message, /reader.*\bde\b/)
})
