// The pages and pictures of the sample inventory.
import assert from 'node:assert/strict'
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

for (const path of ['/demo/p/nothing', '/demo/i/nothing.svg', '/demo/i/qm-air13', '/demo/p/__proto__']) {
  test(`${path} is not found`, async () => assert.equal((await service.call('GET', path)).status, 404))
}
