// Why a campaign does not serve, over HTTP: what keeps it, and what recent decisions made of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

const QUERY = 'I need a quiet laptop for train rides'

let service: AdminService
let publisherKey: string
before(async () => {
  service = await startAdminService({ ASIDE_WORKERS: '1', ASIDE_DEMO: 'off' })
  publisherKey = (await makePublisher()).key
})
after(() => service.stop())

test('an explanation names the rule of targeting that an ad missed', async () => {
  const hour = new Date().getUTCHours()
  const weekday = new Date().getUTCDay()
  const rules: Record<string, object> = {
    publishers: { include: [(await makePublisher()).id] },
    countries: { include: ['FR'] },
    languages: { exclude: ['en'] },
    placements: { include: ['sidebar'] },
    device: { include: ['tablet'] },
    days: { exclude: [weekday, (weekday + 1) % 7] },
    hours: { exclude: [hour, (hour + 1) % 24] },
    keywords: { exclude: ['train rides'] },
    categories: { include: ['gardening'] },
  }
  const shop = await makeShop('Ruler')
  const made = await Promise.all(
    Object.entries(rules).map(async ([name, rule]) => [
      name,
      await makeCampaign(shop, { targeting: { [name]: rule } }),
    ]),
  )
  const { explain } = await ask(publisherKey, { options: { explain: true } })
  const missed = new Map(explain.candidates.map((one: any) => [one.campaignId, [one.stoppedBy, one.missedRule]]))
  for (const [name, { id }] of made) assert.deepEqual(missed.get(id), ['targeting', name])
  await archive(shop)
})

async function makePublisher(policy: object = {}) {
  const { id } = await service.make('publishers', { name: 'Chat', policy })
  const { key } = await service.make('keys', { publisherId: id, scopes: ['ads:request', 'ads:explain'] })
  return { id: id as string, key: key as string }
}

async function makeShop(name: string, more: object = {}) {
  return service.make('advertisers', { name, domain: `${name.toLowerCase()}.example`, ...more })
}

/** With one ad that fits the question. */
async function makeCampaign(shop: { id: string; domain: string }, terms: object = {}, ad: object | undefined = {}) {
  const bid = { model: 'cpc', amount: '0.50' }
  const campaign = await service.make('campaigns', { advertiserId: shop.id, name: 'C', bid, pacing: 'asap', ...terms })
  if (ad) await service.make('ads', { ...AD, campaignId: campaign.id, landingUrl: `https://${shop.domain}/`, ...ad })
  return campaign
}

const AD = { title: 'Feather 13 laptop', description: 'Quiet, light, fanless laptop for trains.' }

async function archive(shop: { id: string }): Promise<void> {
  await service.call('DELETE', `/api/v1/advertisers/${shop.id}`)
}

async function ask(key: string, more: object = {}): Promise<any> {
  const slots = [{ slotId: 'main', format: 'action_card' }]
  const body = { conversationContext: { query: QUERY }, slots, ...more }
  const reply = await service.call('POST', '/api/v1/ads/request', body, { key })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
