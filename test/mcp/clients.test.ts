// Clients that others wrote list the tool, call it and show the ad; with a bad key each of them fails and sees no tool.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { startService, type Service } from './support.ts'

type Visit = (to: {
  readonly url: string
  readonly headers: Record<string, string>
  readonly sse: boolean
  readonly call: { readonly name: string; readonly arguments: Record<string, unknown> }
}) => Promise<{ tools: string[]; result: any }>

const CLIENTS = new URL('../clients/', import.meta.url)
const missing = existsSync(new URL('node_modules/.installed', CLIENTS))
  ? false
  : 'THE OUTSIDE MCP CLIENTS ARE NOT INSTALLED: run node test/clients/install.mjs'

// The folder stands for itself, with packages of its own: its modules are found at run time and have no types here.
const load = async (file: string, name: string): Promise<any> => (await import(new URL(file, CLIENTS).href))[name]

const VISITORS: readonly { readonly name: string; readonly load: () => Promise<Visit> }[] = [
  {
    name: 'the official client 2, older revisions',
    load: async () => (await load('visit-with-sdk-v2.mjs', 'visitWithSdkV2'))('legacy'),
  },
  {
    name: 'the official client 2, newest revision',
    load: async () => (await load('visit-with-sdk-v2.mjs', 'visitWithSdkV2'))('auto'),
  },
  { name: 'the official client 1', load: () => load('visit-with-sdk-v1.mjs', 'visitWithSdkV1') },
  { name: 'the AI SDK', load: () => load('visit-with-ai-sdk.mjs', 'visitWithAiSdk') },
  { name: 'the OpenAI Agents SDK', load: () => load('visit-with-openai-agents.mjs', 'visitWithOpenAiAgents') },
  { name: 'the Inspector', load: () => load('visit-with-inspector.mjs', 'visitWithInspector') },
  { name: 'mcp-remote', load: () => load('visit-with-sdk-v1.mjs', 'visitWithMcpRemote') },
]

const call = { name: 'ads.request', arguments: { query: 'headphones for the train', count: 2 } }

describe('outside clients', { skip: missing, concurrency: 2, timeout: 80_000 }, () => {
  let service: Service
  before(async () => {
    service = await startService({ prefix: '/ads' })
  })
  after(() => service.close())
  // Each visitor has a key of its own: a bridge opens up to three streams while it connects, and a key may have five.

  for (const { name, load } of VISITORS) {
    for (const path of ['/mcp', '/sse']) {
      const sse = path === '/sse'
      test(`${name} gets ads over ${path} with its key in a header`, async () => {
        const visit = await load()
        const headers = { Authorization: `Bearer ${service.newKey()}` }
        check(await visit({ url: service.url + path, headers, sse, call }))
      })
      test(`${name} gets ads over ${path} with its key in the address`, async () => {
        const visit = await load()
        check(await visit({ url: `${service.url}${path}?token=${service.newKey()}`, headers: {}, sse, call }))
      })
      test(`${name} fails over ${path} with a bad key`, async () => {
        const visit = await load()
        await assert.rejects(visit({ url: service.url + path, headers: { 'X-API-Key': 'ak_live_no' }, sse, call }))
      })
    }
  }

  function check({ tools, result }: { tools: string[]; result: any }): void {
    assert.deepEqual(tools, ['ads.request'])
    const text = JSON.parse(result.content[0].text)
    assert.equal(text.data.ads.length, 2)
    assert.deepEqual(result.structuredContent, text)
    assert.equal(text.data.ads[0].disclosure.label, 'Sponsored')
  }
})
