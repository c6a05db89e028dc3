// Pictures of ads given out by the service, so that no advertiser's host learns who looks at an ad before they click.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { createFetchImage } from '../../src/actions/images/fetch-image.ts'
import { createRelayImage } from '../../src/actions/images/relay-image.ts'
import { createManualClock, HOUR_MS } from '../../src/base/clock.ts'
import { createKeyRing } from '../../src/base/signature.ts'
import { createImageLinks } from '../../src/domain/image-link.ts'
import { registerImages } from '../../src/http/routes/images.ts'
import { CA, openImageHost, PNG } from '../support/image-host.ts'
import { openPlace, startProcess } from '../support/service.ts'
import { askOverMcp } from '../support/service-answers.ts'
import { addAd, ask, openCampaign, openShop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const PICTURE = 'https://cdn.feather.example/laptop.png?size=400'
const QUESTION = 'a quiet laptop for trains'

test('answers of both doors lead to the service for their pictures, also after a restart, and only while it is set so', async (t) => {
  const place = await openPlace()
  t.after(() => place.remove())
  const base = `http://127.0.0.1:${place.port}`
  let service = await startProcess(place, { ASIDE_IMAGES: 'relay', ASIDE_WORKERS: '2' })
  t.after(() => service.kill())
  const shop = await openShop(service, { minRelevance: 0.01 })
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId, {
    title: 'Quiet laptop',
    description: 'A quiet laptop for trains.',
    landingUrl: 'https://feather.example/1',
    imageUrl: PICTURE,
  })
  const pictureOf = async (): Promise<string> =>
    (await ask(service, { key: shop.key, query: QUESTION })).json().slots[0].ads[0].content.imageUrl

  const link = await pictureOf()
  assert.match(link, new RegExp(`^${base}/img/[\\w-]+$`))
  const [overMcp] = (await askOverMcp(service, shop.key, { query: QUESTION })).ads
  assert.deepEqual([overMcp.imageUrl, overMcp.image, overMcp.content.imageUrl], [link, link, link])
  assert.equal((await service.must('GET', '/api/v1/ads')).data[0].imageUrl, PICTURE, 'whose ad it is sees their own')

  // There is no such host, which is said, and no other is asked for by whoever changes the link.
  const missing = await service.client.send(link)
  assert.equal(missing.status, 503)
  assert.match(missing.text, /cdn\.feather\.example/)
  const forged = await service.client.send(`${link.slice(0, -4)}AAAA`)
  assert.deepEqual([forged.status, JSON.parse(forged.text).error.code], [404, 'not_found'])
  assert.match((await service.client.send(`${base}/metrics`)).text, /aside_images_relayed_total\{outcome="failed"\} 1/)

  await service.terminate()
  service = await startProcess(place, { ASIDE_IMAGES: 'relay' })
  assert.equal(await pictureOf(), link)
  await service.terminate()
  service = await startProcess(place)
  assert.equal(await pictureOf(), PICTURE)
  assert.equal((await service.client.send(link)).status, 404)
})

test('a picture is given out as it is, may be kept, and can do nothing where it is opened as a page', async (t) => {
  const { url, asked, clock } = await openRelay(t)
  for (const [hours, maxAge] of [
    [0, 86_400],
    [23, 3_600],
  ] as const) {
    clock.advance(hours * HOUR_MS)
    const response = await fetch(url)
    assert.equal(response.status, 200)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), PNG)
    const { headers } = response
    assert.equal(headers.get('content-type'), 'image/png')
    assert.equal(headers.get('cache-control'), `public, max-age=${maxAge}`)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.match(headers.get('content-security-policy')!, /default-src 'none';.*sandbox/)
    const tag = headers.get('etag')!
    // A proxy that packs pictures makes their tags weak, and browsers that have several name them all.
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await fetch(url, { headers: { 'if-none-match': known } })
      assert.deepEqual([again.status, await again.text()], [304, ''], known)
    }
  }
  const head = await fetch(url, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(PNG.length)])
  assert.deepEqual(asked, ['/laptop.png'])
})

test('whoever asks for pictures and does not take them is let go', async (t) => {
  const { url, connections } = await openRelay(t, { takenWithinMs: 200 })
  const { host, port, pathname } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').pause()
  t.after(() => socket.destroy())
  // As many as the buffers on the way cannot hold.
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(32))
  await until('it has come', 5_000, async () => (await connections()) === 1)
  await until('it was let go', 5_000, async () => (await connections()) === 0)
})

/** The route over a socket, and a host of pictures behind it whose name is led here. */
async function openRelay(t: TestContext, { takenWithinMs }: { takenWithinMs?: number } = {}) {
  const picture = takenWithinMs === undefined ? PNG : Buffer.concat([PNG, Buffer.alloc(1_000_000)])
  const host = await openImageHost((_request, response) => response.end(picture))
  const app = fastify()
  const links = createImageLinks({
    ring: createKeyRing([{ id: 1, secret: new Uint8Array(32) }]),
    baseUrl: 'http://ads.example',
  })
  const fetchImage = createFetchImage({ allowPrivate: true, resolve: host.resolve, ca: CA })
  const clock = createManualClock(0)
  const relayImage = createRelayImage({ links, fetchImage, monotonicMs: clock.monotonicMs })
  registerImages(app, { relayImage, ...(takenWithinMs !== undefined && { takenWithinMs }) })
  t.after(async () => {
    await app.close()
    host.close()
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const connections = () => promisify(app.server.getConnections.bind(app.server))() as Promise<number>
  return {
    connections,
    url: links.linkTo(host.url('/laptop.png')).replace('http://ads.example', base),
    asked: host.asked,
    clock,
  }
}
