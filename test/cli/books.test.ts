// What `aside list` tells of the books, beside a real server.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PERSON } from '../support/http-client.ts'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { runAside } from './run-aside.ts'

let place: Place
let service: RunningService

const list = (...args: string[]) =>
  runAside(['list', ...args], { env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY } })
const make = (path: string, body: object) => service.must('POST', `/api/v1/${path}`, body)

before(async () => {
  place = await openPlace()
  service = await startProcess(place, { ASIDE_DEMO: 'off', ASIDE_TRAFFIC_FILTER: 'report' })
})
after(async () => {
  await service.terminate()
  place.remove()
})

test('what was taken back is listed with why and what it came to', async () => {
  assert.match((await list('reversals')).out, /^There are no reversals yet\.$/m)
  const impressionId = await click()
  const { id } = await make('reversals', { reason: 'a script', events: [`${impressionId}:click`] })
  const { out } = await list('reversals')
  assert.match(out, /^id +at +key +reason +events +refunded +from publishers\n/)
  assert.match(out, new RegExp(`^${id} +\\d{4}-\\S+Z +key_operator +a script +2 +0\\.50 +0\\.35$`, 'm'))
  assert.match((await list('reversals', '--archived')).err, /Nothing of a list of reversals is ever archived/)
  assert.match((await list('reversals', '--from', '2026-01-01')).err, /reversals cannot be narrowed by --from/)
  const { data } = JSON.parse((await list('reversals', '--json')).out)
  assert.deepEqual([data.length, data[0].id, data[0].named], [1, id, 1])
})

test('statements and invoices are listed with their numbers, and by whether they are confirmed', async () => {
  await service.must('PUT', '/api/v1/letterhead', { dueDays: 14 })
  const { id: advertiserId } = await make('advertisers', { name: 'Plume', domain: 'plume.example' })
  const { id: publisherId } = await make('publishers', { name: 'Talk' })
  await make('adjustments', { advertiserId, amount: '-7.00', reference: 'fee' })
  await make('adjustments', { publisherId, amount: '3.00', reference: 'launch' })
  const invoice = await make('invoices', { advertiserId })
  const statement = await make('statements', { publisherId })
  const times = '\\d{4}-\\S+Z +\\d{4}-\\S+Z'
  const owed = new RegExp(`^${invoice.id} +INV-000001 +Plume +${times} +open +7\\.00 +7\\.00 +${invoice.dueDate}$`, 'm')
  assert.match((await list('invoices', '--advertiser', advertiserId)).out, owed)
  assert.match((await list('invoices', '--unpaid')).out, owed)
  await make(`advertisers/${advertiserId}/funds`, { amount: '7.00', reference: 'INV-000001' })
  assert.match((await list('invoices')).out, / +7\.00 +0\.00 +\d{4}-/)
  assert.match((await list('invoices', '--unpaid')).out, /^There are no such invoices\.$/m)
  assert.match((await list('statements', '--unpaid')).err, /A list of statements cannot be narrowed by --unpaid/)
  const open = new RegExp(`^${statement.id} +STM-000001 +Talk +${times} +open +3\\.00$`, 'm')
  assert.match((await list('statements', '--status', 'open')).out, open)
  await service.must('PATCH', `/api/v1/statements/${statement.id}`, { status: 'confirmed' })
  assert.match((await list('statements', '--status', 'open')).out, /^There are no such statements\.$/m)
  assert.match((await list('statements', '--status', 'confirmed')).out, /STM-000001/)
  assert.match((await list('statements', '--advertiser', advertiserId)).err, /statements cannot be narrowed by --adv/)
})

/** Of an ad for 0.50, of which 0.35 are earned. */
async function click(): Promise<string> {
  const policy = { intentGate: false, minRelevance: 0, floor: { amount: '0.50' } }
  const { id: publisherId } = await make('publishers', { name: 'Chat', policy })
  const { key } = await make('keys', { publisherId, scopes: ['ads:request', 'events:write'] })
  const { id: advertiserId } = await make('advertisers', { name: 'Feather', domain: 'feather.example' })
  const campaign = { advertiserId, name: 'Spring', bid: { model: 'cpc', amount: '1.25' } }
  const { id: campaignId } = await make('campaigns', campaign)
  await make('ads', { campaignId, title: 'Bassoon reeds', landingUrl: 'https://feather.example/' })
  const body = {
    conversationContext: { query: 'bassoon reeds' },
    slots: [{ slotId: 'main', format: 'action_card' }],
  }
  const { client, url } = service
  const headers = { authorization: `Bearer ${key}` }
  const answer = await client.send(`${url}/api/v1/ads/request`, { method: 'POST', headers, body })
  const [ad] = answer.json().slots[0].ads
  assert.equal((await client.send(ad.tracking.clickUrl, { headers: { 'user-agent': PERSON } })).status, 302)
  return ad.impressionId
}
