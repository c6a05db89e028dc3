// The receiver of webhooks of docs/tracking.md as a reader would run it: it takes what the service sends, and nobody else's.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startAdminService } from './api/admin-service.ts'
import { freePort } from './support/service.ts'
import { until } from './support/until.ts'

const EXAMPLE = fileURLToPath(new URL('../docs/examples/webhook-receiver.mjs', import.meta.url))

test('the receiver prints what the service signed, and refuses what is forged, changed or old', async (t) => {
  const service = await startAdminService({ ASIDE_WEBHOOK_PRIVATE: 'on', ASIDE_TRAFFIC_FILTER: 'report' })
  t.after(() => service.stop())
  const url = `http://127.0.0.1:${await freePort()}/`
  const { id, secret } = await service.make('webhooks', { url, events: ['click'] })
  const receiver = spawn(process.execPath, [EXAMPLE], {
    env: { PORT: new URL(url).port, ASIDE_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => receiver.kill())
  let printed = ''
  receiver.stdout.on('data', (text) => (printed += text))

  const { campaign } = await service.makeAdvertiser('Feather')
  await service.make('ads', { campaignId: campaign.id, title: 'Bassoon reeds', landingUrl: 'https://shop.example' })
  const policy = { intentGate: false, minRelevance: 0 }
  const { id: publisherId } = await service.make('publishers', { name: 'Chat', policy })
  const { key } = await service.make('keys', { publisherId, scopes: ['ads:request'] })
  const asked = { conversationContext: { query: 'bassoon reeds' }, slots: [{ slotId: 'main', format: 'action_card' }] }
  const [ad] = (await service.call('POST', '/api/v1/ads/request', asked, { key })).body.slots[0].ads
  const token = ad.tracking.clickUrl.split('/').at(-1)
  await service.call('POST', '/api/v1/events', { events: [{ type: 'click', token }] })
  await until('the click is told', 60_000, async () => printed.endsWith('\n'))
  assert.deepEqual(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).data.impressionId),
    [ad.impressionId],
  )

  printed = ''
  const { body: ping } = await service.call('POST', `/api/v1/webhooks/${id}/ping`)
  assert.deepEqual([ping.delivered, ping.statusCode], [true, 204])
  await until('the ping is printed', 60_000, async () => printed.endsWith('\n'))
  assert.deepEqual([JSON.parse(printed).type, JSON.parse(printed).id], ['ping', ping.id])

  const now = Math.floor(Date.now() / 1_000)
  const sign = (body: string, seconds: number, by = secret) =>
    `t=${seconds},v1=${createHmac('sha256', by).update(`${seconds}.${body}`).digest('hex')}`
  const send = async (body: string, signature?: string) => {
    const headers = signature === undefined ? {} : { 'aside-signature': signature }
    return (await fetch(url, { method: 'POST', body, headers })).status
  }
  assert.equal(await send('{"id":"1"}', sign('{"id":"1"}', now)), 204)
  for (const signature of [
    undefined,
    sign('{"id":"1"}', now, 'whsec_of_somebody_else'),
    sign('{"id":"2"}', now),
    sign('{"id":"1"}', now - 600),
    't=1,v1=00',
  ])
    assert.equal(await send('{"id":"1"}', signature), 400, signature)

  const long = `{"id":"${'x'.repeat(2 ** 20)}"}`
  assert.equal(await send(long, sign(long, now)), 400)
  const torn = connect(Number(new URL(url).port), '127.0.0.1')
  torn.end('POST / HTTP/1.1\r\nhost: receiver\r\ncontent-length: 9\r\n\r\n{')
  await once(torn.resume(), 'close')
  assert.equal(await send('{"id":"1"}', sign('{"id":"1"}', now)), 204)
})
