// Whoever says no is not known again, and the store holds nothing by which that could be done, whichever way it was said.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { type Ad, addAd, openCampaign, openShop, type Shop } from '../support/stock.ts'

const ORIGIN = 'https://chat.example'
/** By whom the campaign of each is capped. */
const THINGS = { user: 'steel kettle', session: 'wooden guitar' }
/** Exposures are written ten times a second. */
const WRITTEN_AFTER_MS = 500

let place: Place
let service: RunningService
let shop: Shop
let browserKey: string

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { ASIDE_TRAFFIC_FILTER: 'report' })
  shop = await openShop(service)
  const page = { publisherId: shop.publisherId, mode: 'browser', scopes: ['ads:request'], origins: [ORIGIN] }
  browserKey = (await service.must('POST', '/api/v1/keys', page)).key
  for (const per of ['user', 'session'] as const) {
    const frequencyCaps = [{ per, scope: 'campaign', max: 1, windowSeconds: 3_600 }]
    const { campaignId } = await openCampaign(service, { campaign: { frequencyCaps } })
    await addAd(service, campaignId, { title: THINGS[per], description: `The ${THINGS[per]}.` })
  }
})
after(async () => {
  await service?.kill()
  place?.remove()
})

interface Asked {
  readonly per: keyof typeof THINGS
  readonly user: object
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

async function adOrReason({ per, user, headers = {}, key = shop.key }: Asked): Promise<Ad | string> {
  const answer = await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: {
      conversationContext: { query: `buy a ${THINGS[per]}` },
      userContext: user,
      slots: [{ slotId: 'main', format: 'action_card', minRelevance: 0.3 }],
    },
  })
  const [{ ads, noFill }] = answer.json().slots
  return ads[0] ?? noFill.reason
}

/** What the store holds: impressions, those of them with a hash of the user, and hashes beside what was shown, for caps. */
function kept(): { impressions: number; named: number; users: number; sessions: number } {
  const db = new DatabaseSync(join(place.dataDir, 'aside.db'), { readOnly: true })
  const count = (rows: string) => (db.prepare(`SELECT count(*) AS rows FROM ${rows}`).get() as { rows: number }).rows
  try {
    return {
      impressions: count('impressions'),
      named: count("impressions WHERE replace(hex(user), '0', '') <> ''"),
      users: count("exposures WHERE user <> ''"),
      sessions: count("exposures WHERE session <> ''"),
    }
  } finally {
    db.close()
  }
}

/** Asks twice as one person and clicks what is shown. @returns what came of each request, once it is written */
async function askTwice(asked: Asked): Promise<string[]> {
  const outcomes: string[] = []
  for (let time = 0; time < 2; time++) {
    const ad = await adOrReason(asked)
    outcomes.push(typeof ad === 'string' ? ad : 'an ad')
    if (typeof ad !== 'string') assert.equal((await service.client.send(ad.tracking.clickUrl)).status, 302)
  }
  await sleep(WRITTEN_AFTER_MS)
  return outcomes
}

const BROWSER = { origin: ORIGIN, 'sec-gpc': '1' }
/** Consents to the purposes 1, 2 and 3, and to none. */
const PURPOSES = 'COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA'
const NO_PURPOSES = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA'
const OPTED_OUT_IN_CONNECTICUT = 'DBABVg~BVVVVVVg.YA'

for (const [name, consent, headers] of [
  ['gpc', { gpc: true }, undefined],
  ['gpc, and consents to the publisher', { gpc: true, personalization: true }, undefined],
  ['no personalization', { personalization: 0 }, undefined],
  ['that the GDPR applies, and no more', { gdprApplies: true }, undefined],
  ['Sec-GPC in a browser', undefined, BROWSER],
  ['no in a TC string', { gdprApplies: true, tcString: NO_PURPOSES }, undefined],
  ['no in a TC string, and consents to the publisher', { tcString: NO_PURPOSES, personalization: true }, undefined],
  ['what nobody can read', { gdprApplies: true, tcString: 'x', personalization: true }, undefined],
  ['no to sales', { usPrivacy: '1YYN' }, undefined],
  ['no in Connecticut', { gpp: OPTED_OUT_IN_CONNECTICUT, gppSid: [12] }, undefined],
] as const) {
  test(`whoever says ${name} is not known again, and no hash of the id is kept`, async () => {
    const before = kept()
    const user = { userId: 'person-1', ...(consent && { consent }) }
    const asked = { per: 'user', user, ...(headers && { headers, key: browserKey }) } as const
    assert.deepEqual(await askTwice(asked), ['an ad', 'an ad'])
    assert.deepEqual(kept(), { ...before, impressions: before.impressions + 2 })
  })
}

test('a session has its limit also of somebody who is not known again', async () => {
  const before = kept()
  const user = { userId: 'person-2', sessionId: 'session-2', consent: { gpc: true } }
  assert.deepEqual(await askTwice({ per: 'session', user }), ['an ad', 'frequency_cap'])
  const { impressions, sessions } = before
  assert.deepEqual(kept(), { ...before, impressions: impressions + 1, sessions: sessions + 1 })
})

test('whoever does not say no is known again, and a header of a server says nothing of people', async () => {
  const { impressions, named, users, sessions } = kept()
  const user = { userId: 'person-3', consent: { gdprApplies: true, personalization: true, gpc: false } }
  const asked = { per: 'user', user, headers: { 'sec-gpc': '1' } } as const
  assert.deepEqual(await askTwice(asked), ['an ad', 'frequency_cap'])
  assert.deepEqual(kept(), { impressions: impressions + 1, named: named + 1, users: users + 1, sessions })
})

for (const [name, consent] of [
  ['in a TC string', { gdprApplies: true, tcString: PURPOSES }],
  ['in a section of a GPP string', { gpp: `DBABMA~${PURPOSES}` }],
  ['nothing against it in another one that applies', { gpp: `DBACNY~${NO_PURPOSES}~1YNN`, gppSid: [6] }],
] as const) {
  test(`whoever says yes ${name} is known again`, async () => {
    const { impressions, named, users, sessions } = kept()
    const user = { userId: `person-${name}`, consent }
    assert.deepEqual(await askTwice({ per: 'user', user }), ['an ad', 'frequency_cap'])
    assert.deepEqual(kept(), { impressions: impressions + 1, named: named + 1, users: users + 1, sessions })
  })
}

test('where a publisher shows ads to nobody who has not agreed, a string may agree, and one no is enough', async () => {
  const { key } = await openShop(service, { requireConsent: true })
  const cases: [outcome: string, consent: object | undefined][] = [
    ['consent_missing', undefined],
    ['consent_missing', { usPrivacy: '1YNN' }],
    ['an ad', { personalization: true }],
    ['an ad', { tcString: PURPOSES }],
    ['an ad', { gpp: `DBABMA~${PURPOSES}` }],
    ['consent_missing', { tcString: PURPOSES, personalization: false }],
    ['consent_missing', { tcString: PURPOSES, usPrivacy: '1YYN' }],
    ['consent_missing', { tcString: NO_PURPOSES, personalization: true }],
    ['consent_missing', { tcString: 'x', personalization: true }],
    ['an ad', { tcString: NO_PURPOSES, personalization: true, gdprApplies: false }],
  ]
  for (const [outcome, consent] of cases) {
    const ad = await adOrReason({ per: 'user', user: consent ? { consent } : {}, key })
    assert.equal(typeof ad === 'string' ? ad : 'an ad', outcome, JSON.stringify(consent))
  }
})

test('a string that nobody can read is named in the warnings', async () => {
  const answer = await service.client.send(`${service.url}/api/v1/ads/request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}` },
    body: {
      conversationContext: { query: 'buy a thing' },
      userContext: { consent: { tcString: 'x', gpp: 'DBAB', usPrivacy: '9' } },
      slots: [{ slotId: 'main', format: 'action_card' }],
    },
  })
  const warnings = answer.json().warnings.map(({ code, field }: { code: string; field: string }) => `${code} ${field}`)
  assert.deepEqual(
    warnings,
    ['tcString', 'usPrivacy', 'gpp'].map((name) => `${name}_unreadable userContext.consent.${name}`),
  )
})
