// The MCP door where it belongs: mounted in the whole service, with its store, its catalog and its own decisions.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config.ts'
import { DEFAULT_POLICY } from '../../src/domain/publisher.ts'
import { startService } from '../../src/wire.ts'
import { listen, modernHeaders, modernMessage } from './support.ts'

let folder: string
let service: Awaited<ReturnType<typeof startService>>
let url: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aside-mcp-'))
  const probe = createServer()
  const port = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  const config = readConfig({ ASIDE_DATA_DIR: join(folder, 'data'), PORT: String(port), ASIDE_DEMO: 'off' })
  service = await startService(config, { log: createLog({ level: 'silent', name: 'test' }) })
  url = service.config.mcpUrl
  const { inventory } = service.store
  const at = { createdAtMs: Date.now(), updatedAtMs: Date.now() }
  await inventory.insert('publisher', { ...at, id: 'pub_chat', name: 'Chat', policy: DEFAULT_POLICY })
  await inventory.insert('advertiser', {
    ...at,
    id: 'adv_a',
    name: 'Feather',
    domain: 'feather.example',
    billing: 'invoiced',
  })
  await inventory.insert('campaign', {
    ...at,
    id: 'cmp_a',
    advertiserId: 'adv_a',
    name: 'Shoes',
    status: 'active',
    budget: { totalMicros: 1_000_000_000 },
    bid: { model: 'cpc', amountMicros: 500_000 },
    pacing: 'asap',
    timeZone: 'UTC',
    frequencyCaps: [],
    targeting: {},
    priority: 'standard',
  })
  await inventory.insert('ad', {
    ...at,
    id: 'ad_a',
    campaignId: 'cmp_a',
    externalId: 'sku-9',
    status: 'active',
    version: 1,
    review: 'approved',
    content: {
      title: 'Light trail running shoes',
      description: 'Running shoes for rough paths.',
      landingUrl: 'https://feather.example/shoes',
      keywords: ['running shoes'],
      categories: [],
      formats: ['action_card'],
    },
  })
  await service.refreshInventory()
})

after(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function issueKey() {
  const issued = await service.keys.issueKey({ publisherId: 'pub_chat', mode: 'live', scopes: ['ads:request'] })
  await service.refreshInventory()
  return issued
}

const QUERY = 'Which trail running shoes should I buy?'

async function askByMcp(key: string) {
  return await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...modernHeaders('tools/call', 'ads.request'), 'x-api-key': key },
    body: JSON.stringify(modernMessage('tools/call', { name: 'ads.request', arguments: { query: QUERY, count: 1 } })),
  })
}

test('the tool gives the ad that the HTTP API gives, and its links lead somewhere', async () => {
  const { secret } = await issueKey()
  const overHttp = (await (
    await fetch(`${service.config.baseUrl}/api/v1/ads/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      body: JSON.stringify({
        conversationContext: { query: QUERY },
        slots: [{ slotId: 'main', format: 'action_card', count: 1 }],
      }),
    })
  ).json()) as any
  const { result } = (await (await askByMcp(secret)).json()) as any
  const expected = overHttp.slots[0].ads[0]
  const [ad] = result.structuredContent.data.ads
  assert.equal(ad.id, 'ad_a')
  assert.deepEqual([ad.id, ad.externalId, ad.relevance], [expected.id, expected.externalId, expected.relevance])
  assert.deepEqual({ ...ad.content, ctaUrl: '' }, { ...expected.content, ctaUrl: '' })
  assert.deepEqual(Object.keys(ad.disclosure).sort(), Object.keys(expected.disclosure).sort())

  const click = await fetch(ad.clickUrl, { redirect: 'manual' })
  assert.equal(click.status, 302)
  assert.match(click.headers.get('location')!, /^https:\/\/feather\.example\/shoes/)
  assert.equal((await fetch(ad.impressionUrl)).status, 204)
})

test('a revoked key is refused, and its open stream ends', async () => {
  const { secret, key } = await issueKey()
  const stream = await fetch(`${url}/sse?token=${secret}`)
  assert.equal(stream.status, 200)
  assert.equal((await askByMcp(secret)).status, 200)
  await service.keys.revokeKey(key.id)
  const text = await stream.text() // resolves when the stream has ended
  assert.match(text, /^event: endpoint\n/)
  assert.equal((await askByMcp(secret)).status, 401)
})
