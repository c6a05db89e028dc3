// Countries and regions of a campaign that shut each other out: refused where they are written, kept where they are stored already.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'

let place: Place
let service: RunningService
let advertiserId: string

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  advertiserId = (await service.must('POST', '/api/v1/advertisers', { name: 'Places', domain: 'places.example' })).id
})
after(async () => {
  await service?.kill()
  place?.remove()
})

const campaignOf = (targeting: object) => ({
  advertiserId,
  name: 'Here',
  bid: { model: 'cpc', amount: '0.5' },
  targeting,
})
const MEND = (code: string) =>
  `so it would never serve: let ${code} in, leave out the countries (a region says its own), or make a campaign for each`

const refused: [targeting: object, message: string][] = [
  [
    { countries: ['DE'], regions: ['US-CA'] },
    `targeting.regions has "US-CA", but targeting.countries lets in nobody from "US", ${MEND('"US"')}`,
  ],
  [
    { countries: { exclude: ['US', 'GB'] }, regions: { include: ['US-CA', 'GB-LND', 'us-ny'] } },
    `targeting.regions has "US-CA", "GB-LND", "US-NY", but targeting.countries lets in nobody from "US", "GB", ${MEND('"US", "GB"')}`,
  ],
  [
    { countries: { include: ['DE', 'US'], exclude: ['US'] }, regions: ['US-CA', 'US-NY', 'US-WA', 'US-OR', 'US-TX'] },
    `targeting.regions has "US-CA", "US-NY", "US-WA" and 2 more, but targeting.countries lets in nobody from "US", ${MEND('"US"')}`,
  ],
  [
    { countries: ['DE'], regions: { include: ['DE-BY', 'US-CA'], exclude: ['DE-BY'] } },
    `targeting.regions has "US-CA", but targeting.countries lets in nobody from "US", ${MEND('"US"')}`,
  ],
]
for (const [targeting, message] of refused) {
  test(`a campaign with ${JSON.stringify(targeting)} is refused, new or changed, and told what would serve`, async () => {
    const { id } = await service.must('POST', '/api/v1/campaigns', campaignOf({}))
    for (const reply of [
      await service.admin('POST', '/api/v1/campaigns', campaignOf(targeting)),
      await service.admin('PATCH', `/api/v1/campaigns/${id}`, { targeting }),
    ]) {
      const { error } = reply.json()
      assert.deepEqual([reply.status, error.field, error.message], [400, 'targeting.regions', message])
    }
  })
}

test('countries that are narrowed below the regions are named themselves, together with what else is wrong', async () => {
  const { id } = await service.must('POST', '/api/v1/campaigns', campaignOf({ regions: ['US-CA'] }))
  const change = { bid: { amount: '0' }, targeting: { countries: ['DE'] } }
  const { error } = (await service.admin('PATCH', `/api/v1/campaigns/${id}`, change)).json()
  assert.deepEqual(
    error.issues.map(({ pointer }: any) => pointer),
    ['/bid/amount', '/targeting/countries'],
  )
  const why = `lets in nobody from "US", where "US-CA" of targeting.regions is, ${MEND('"US"')}`
  assert.equal(error.issues[1].message, why)
})

const kept: object[] = [
  { countries: ['US', 'DE'], regions: ['US-CA'] },
  { countries: ['US'], regions: ['US-CA', 'DE-BY'] }, // narrower, and served in California
  { countries: ['DE'], regions: { exclude: ['US-CA'] } },
  { countries: { exclude: ['DE'] }, regions: ['US-CA'] },
  { countries: ['PR'], regions: ['US-PR'] }, // a person there may be said to be in either country
  { countries: ['RE'], regions: ['FR-974'] },
  { regions: ['US-CA'] },
]
test('countries and regions that leave somebody are kept as they are', async () => {
  for (const targeting of kept) {
    const made = await service.must('POST', '/api/v1/campaigns', campaignOf(targeting))
    const { id } = await service.must('POST', '/api/v1/campaigns', campaignOf({}))
    await service.must('PATCH', `/api/v1/campaigns/${id}`, { targeting })
    assert.deepEqual(Object.keys(made.targeting), Object.keys(targeting))
  }
})

test('a campaign that was stored with both is read, sent back, paused and renamed, and mended by either', async () => {
  const { id } = await service.must('POST', '/api/v1/campaigns', campaignOf({ regions: ['US-CA'], days: [1] }))
  await service.terminate()
  const db = new DatabaseSync(join(place.dataDir, 'aside.db'))
  const countries = JSON.stringify({ include: ['DE'], exclude: [] })
  const sql = `UPDATE entities SET body = json_set(body, '$.targeting.countries', json(?)) WHERE id = ?`
  assert.equal(db.prepare(sql).run(countries, id).changes, 1)
  db.close()
  service = await startProcess(place)
  const path = `/api/v1/campaigns/${id}`
  const campaign = await service.must('GET', path)
  assert.deepEqual([campaign.targeting.countries, campaign.targeting.regions], [['DE'], ['US-CA']])
  await service.must('PATCH', path, { ...campaign, name: 'There', status: 'paused' })
  await service.must('PATCH', path, { targeting: { days: null, keywords: ['surf'] } })
  assert.equal((await service.admin('PATCH', path, { targeting: { regions: ['US-NY'] } })).status, 400)
  await service.must('PATCH', path, { targeting: { countries: null } })
  assert.equal((await service.admin('PATCH', path, { targeting: { countries: ['DE'] } })).status, 400)
  await service.must('PATCH', path, { targeting: { regions: ['DE-BY'], countries: ['DE'] } })
})
