// Ads that a machine made say so in every format, through both doors, however they were brought; others say nothing of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, askAgent, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const SOON_MS = 5_000

let place: Place
let service: RunningService
let shop: Shop
let campaignId: string

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { ASIDE_WORKERS: '2' })
  shop = await openShop(service)
  ;({ campaignId } = await openCampaign(service))
})
after(async () => {
  await service?.kill()
  place?.remove()
})

interface Served {
  readonly externalId?: string
  readonly content?: object
  readonly disclosure: { readonly by: string; readonly aiGenerated?: boolean; readonly whyUrl: string }
}

async function askForAll(thing: string, format = 'action_card'): Promise<Served[]> {
  const answer = await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}` },
    body: {
      conversationContext: { query: `buy a ${thing}`, response: `Take a ${thing}.` },
      slots: [{ slotId: 'main', format, count: 3 }],
    },
  })
  return answer.json().slots[0].ads
}

async function askFor(thing: string, format: string): Promise<Served | undefined> {
  return (await askForAll(thing, format))[0]
}

async function adForAgent(thing: string): Promise<Served> {
  const { structuredContent } = await askAgent(service, shop.key, { query: `buy a ${thing}` })
  return structuredContent.data.ads[0]
}

async function importFile(type: string, body: string): Promise<void> {
  const answer = await service.client.send(`${service.url}/api/v1/ads/import?campaign=${campaignId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': type },
    body,
  })
  assert.deepEqual([answer.status, answer.json().rejected], [200, 0], answer.text)
}

/** Asks until all threads answer so. */
function everywhere(what: string, thing: string, isSo: (ad: Served) => boolean): Promise<void> {
  return until(what, SOON_MS, async () => {
    for (let times = 0; times < 12; times++) {
      const ad = await askFor(thing, 'action_card')
      if (ad === undefined || !isSo(ad)) return false
    }
    return true
  })
}

const landingUrl = 'https://feather.example/'

test('an ad that a machine made says so in each format and to agents, with a brand of its own or without', async () => {
  for (const [thing, brand] of [
    ['kayak', undefined],
    ['tripod', 'Fjord'],
  ] as const) {
    const given = { title: `Fine ${thing}`, description: `A ${thing}.`, keywords: [thing], ...(brand && { brand }) }
    const id = await addAd(service, campaignId, { ...given, aiGenerated: true })
    await everywhere('it serves', thing, () => true)
    for (const format of ['action_card', 'suffix', 'entity_link']) {
      const { disclosure, content = {} } = (await askFor(thing, format))!
      assert.deepEqual([disclosure.aiGenerated, disclosure.by], [true, 'Feather'], format)
      assert.ok(!('aiGenerated' in content), 'it is told in one place')
      assert.match(disclosure.whyUrl, /\/why\//)
    }
    assert.equal((await adForAgent(thing)).disclosure.aiGenerated, true)
    const kept = await service.must('GET', `/api/v1/ads/${id}`)
    assert.equal(kept.aiGenerated, true)
    const changed = await service.must('PATCH', `/api/v1/ads/${id}`, { aiGenerated: false })
    assert.deepEqual([changed.aiGenerated, changed.version], [undefined, kept.version + 1])
    await everywhere('it says so no more', thing, ({ disclosure }) => disclosure.aiGenerated === undefined)
    assert.equal((await adForAgent(thing)).disclosure.aiGenerated, undefined)
  }
})

test('files say it in their own way, and it outlives a restart', async () => {
  const csv = [
    'id,title,link,ai_generated',
    ...[' Yes', 'NO', ''].map((said, i) => `c${i},Lantern ${i},${landingUrl}${i},${said}`),
  ]
  await importFile('text/csv', csv.join('\n'))
  const lines = [true, false, null].map((aiGenerated, i) => ({
    id: `n${i}`,
    title: `Hammock ${i}`,
    landingUrl,
    aiGenerated,
  }))
  await importFile('application/x-ndjson', lines.map((line) => JSON.stringify(line)).join('\n'))
  const { data } = await service.must('GET', `/api/v1/ads?campaignId=${campaignId}&limit=200`)
  const made = data.filter((ad: { aiGenerated?: boolean }) => ad.aiGenerated).map((ad: Served) => ad.externalId)
  assert.deepEqual(made.toSorted(), ['c0', 'n0'])
  await service.kill()
  service = await startProcess(place, { ASIDE_WORKERS: '1' })
  const served = [...(await askForAll('lantern')), ...(await askForAll('hammock'))]
  const told = served.map(({ externalId, disclosure }) => `${externalId} ${disclosure.aiGenerated}`)
  assert.deepEqual(told.toSorted(), [
    'c0 true',
    'c1 undefined',
    'c2 undefined',
    'n0 true',
    'n1 undefined',
    'n2 undefined',
  ])
})

test('what is neither yes nor no is refused', async () => {
  const answer = await service.client.send(`${service.url}/api/v1/ads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body: { campaignId, title: 'A', landingUrl, aiGenerated: 'perhaps' },
  })
  assert.deepEqual([answer.status, answer.json().error.field], [400, 'aiGenerated'])
  const file = await service.client.send(`${service.url}/api/v1/ads/import?campaign=${campaignId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'text/csv' },
    body: `id,title,link,aiGenerated\nx,Lamp,${landingUrl},perhaps`,
  })
  const [fault] = file.json().errors
  assert.match(JSON.stringify(fault), /aiGenerated.*must be true or false/)
})
