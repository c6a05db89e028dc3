// The MCP door where it belongs: mounted in the whole service, with its store, its catalog and its own decisions.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createLog } from '../../src/base/log.ts'
import { readConfig } from '../../src/config.ts'
import { CAMPAIGN_DEFAULTS } from '../../src/domain/campaign.ts'
import { DEFAULT_POLICY } from '../../src/domain/publisher.ts'
import { startService } from '../../src/wire.ts'
import { startAdminService } from '../api/admin-service.ts'
import { listen, modernHeaders, modernMessage } from './support.ts'

const ADMIN_KEY = 'operator-key-of-the-tests'
let folder: string
let service: Awaited<ReturnType<typeof startService>>
let url: string
const errors: unknown[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aside-mcp-'))
  const probe = createServer()
  const port = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  const config = readConfig({
    ASIDE_DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    ASIDE_DEMO: 'off',
    ASIDE_ADMIN_KEY: ADMIN_KEY,
  })
  const log = createLog({ level: 'silent', name: 'test' })
  log.error = (fault: unknown) => void errors.push(fault)
  service = await startService(config, { log })
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
    ...CAMPAIGN_DEFAULTS,
    budget: { totalMicros: 1_000_000_000 },
    bid: { model: 'cpc', amountMicros: 500_000 },
    pacing: 'asap',
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

function askByHttp(key: string) {
  return fetch(`${service.config.baseUrl}/api/v1/ads/request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      conversationContext: { query: QUERY },
      slots: [{ slotId: 'main', format: 'action_card', count: 1 }],
    }),
  })
}

/** The answer's part that holds the ads. A machine that stood still for longer than a decision may take is asked once more. */
async function adsOf(ask: () => Promise<Response>, partOf: (body: any) => any): Promise<any> {
  const part = partOf(await (await ask()).json())
  return part.noFill?.reason === 'timeout' ? partOf(await (await ask()).json()) : part
}

test('the tool gives the ad that the HTTP API gives, and its links lead somewhere', async () => {
  const { secret } = await issueKey()
  const overHttp = await adsOf(
    () => askByHttp(secret),
    (body) => body.slots[0],
  )
  const overMcp = await adsOf(
    () => askByMcp(secret),
    (body) => body.result.structuredContent.data,
  )
  const [expected] = overHttp.ads
  const [ad] = overMcp.ads
  assert.deepEqual([expected?.id, ad?.id], ['ad_a', 'ad_a'], JSON.stringify([overHttp.noFill, overMcp.noFill]))
  assert.deepEqual([ad.id, ad.externalId, ad.relevance], [expected.id, expected.externalId, expected.relevance])
  assert.deepEqual({ ...ad.content, ctaUrl: '' }, { ...expected.content, ctaUrl: '' })
  assert.deepEqual(Object.keys(ad.disclosure).sort(), Object.keys(expected.disclosure).sort())

  const click = await fetch(ad.clickUrl, { redirect: 'manual' })
  assert.equal(click.status, 302)
  assert.match(click.headers.get('location')!, /^https:\/\/feather\.example\/shoes/)
  assert.equal((await fetch(ad.impressionUrl)).status, 204)
})

test('the key of an archived publisher is refused at both doors in the same words, and nothing is logged as an error', async () => {
  const admin = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${service.config.baseUrl}/api/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    assert.ok(answer.ok, answer.statusText)
    return (await answer.json()) as any
  }
  const { id } = await admin('POST', 'publishers', { name: 'Leaving' })
  const { key } = await admin('POST', 'keys', { publisherId: id, scopes: ['ads:request'] })
  assert.equal((await askByMcp(key)).status, 200)
  const stream = await fetch(`${url}/sse?token=${key}`)
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const sessionId = /sessionId=([\w-]+)/.exec((await reader.read()).value!)![1]
  await admin('DELETE', `publishers/${id}`)

  const overHttp = await askByHttp(key)
  const overMcp = await askByMcp(key)
  assert.deepEqual([overHttp.status, overMcp.status], [403, 403])
  const { error } = (await overHttp.json()) as any
  assert.equal(error.code, 'scope_insufficient')
  assert.match(error.message, /archived/)
  assert.equal(((await overMcp.json()) as any).error.message, error.message)

  await fetch(`${url}/message?sessionId=${sessionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ads.request', arguments: { query: QUERY } },
    }),
  })
  assert.match((await reader.read()).value!, /archived/)
  await reader.cancel()
  assert.deepEqual(errors, [])
})

test('a revoked key is refused, and its open streams end within two seconds, those of others not', async () => {
  const mine = await issueKey()
  const other = await issueKey()
  const stream = await fetch(`${url}/sse?token=${mine.secret}`, { signal: AbortSignal.timeout(5_000) })
  const otherStream = await fetch(`${url}/sse?token=${other.secret}`)
  assert.deepEqual([stream.status, otherStream.status], [200, 200])
  const revoked = await fetch(`${service.config.baseUrl}/api/v1/keys/${mine.key.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  })
  assert.ok(revoked.ok, await revoked.text())
  const revokedMs = performance.now()
  assert.match(await stream.text(), /^event: endpoint\n/) // resolves when the stream has ended
  assert.ok(performance.now() - revokedMs < 2_000, `it took ${performance.now() - revokedMs} ms`)
  assert.equal((await askByMcp(mine.secret)).status, 401)

  const reader = otherStream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const { value } = await reader.read()
  const sessionId = /sessionId=([\w-]+)/.exec(value!)![1]
  const posted = await fetch(`${url}/message?sessionId=${sessionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  assert.equal(posted.status, 202)
  await reader.cancel()
})

test('whoever looks for OAuth is told where MCP is, with the prefix of its base', async () => {
  const prefixed = await startAdminService({ ASIDE_MCP_URL: 'https://ads.example/aside/' })
  try {
    const { status, text } = await prefixed.call('GET', '/register')
    assert.equal(status, 404)
    assert.match(text, /MCP is at \/aside\/mcp and takes an API key/)
  } finally {
    await prefixed.stop()
  }
})
