// The pages and pictures of the sample inventory.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService({ ASIDE_DEMO: 'on' })
})
after(() => service.stop())

test('every sample ad leads to a page and shows a picture of this service', async () => {
  const { body } = await service.call('GET', '/api/v1/ads?limit=3')
  assert.equal(body.data.length, 3)
  for (const ad of body.data) {
    const path = (url: string) => url.slice(service.config.baseUrl.length)
    const page = await service.call('GET', path(ad.landingUrl))
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type')!, /^text\/html/)
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/)
    const picture = await service.call('GET', path(ad.imageUrl))
    assert.match(picture.headers.get('content-type')!, /^image\/svg\+xml/)
    assert.match(picture.text, /^<svg/)
  }
})

test('the first answer is the one that README shows', async () => {
  const shown = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, query] = /QUERY = '([^']+)'/.exec(readFileSync(new URL('../../src/welcome.ts', import.meta.url), 'utf8'))!
  const publisher = (await service.call('GET', '/api/v1/publishers?limit=1')).body.data[0]
  const { key } = await service.make('keys', { publisherId: publisher.id, scopes: ['ads:request'] })
  const { body } = await service.call(
    'POST',
    '/api/v1/ads/request',
    { conversationContext: { query }, slots: [{ slotId: 'below-answer', format: 'action_card', count: 2 }] },
    { key },
  )
  const [ad] = body.slots[0].ads
  assert.ok(shown.includes(`"externalId": "${ad.externalId}"`), ad.externalId)
  assert.ok(shown.includes(`"relevance": ${ad.relevance} }`), `${ad.relevance}`)
})

for (const path of ['/demo/p/nothing', '/demo/i/nothing.svg', '/demo/i/qm-air13', '/demo/p/__proto__']) {
  test(`${path} is not found`, async () => assert.equal((await service.call('GET', path)).status, 404))
}
