// The door of the sales agent: who gets in, and what it says to the others.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { OPERATOR_KEY } from '../api/admin-service.ts'
import { modernHeaders, modernMessage } from '../mcp/support.ts'
import { accountOf, buyOf, type Seller, startSeller } from './support.ts'

describe('the door of AdCP', () => {
  let seller: Seller
  before(async () => {
    seller = await startSeller()
  })
  after(() => seller.stop())

  const post = (headers: Record<string, string>, message: object = modernMessage('tools/list'), method = 'POST') =>
    fetch(seller.url, {
      method,
      headers: { ...modernHeaders('tools/list'), ...headers },
      ...(method === 'POST' && { body: JSON.stringify(message) }),
    })
  const keyOf = async (fields: object) => (await seller.make('keys', fields)).key as string

  test('nobody gets in without a good key, and a refusal says what it takes', async () => {
    const none = await post({})
    assert.equal(none.status, 401)
    assert.equal(none.headers.get('www-authenticate'), 'Bearer realm="aside"')
    const bad = await post({ authorization: 'Bearer ak_live_nobody' })
    assert.equal(bad.status, 401)
    assert.match(bad.headers.get('www-authenticate')!, /invalid_token/)
  })

  test("publishers' keys, and keys without inventory:write, are refused", async () => {
    const publisher = await seller.make('publishers', { name: 'Chat App' })
    const keys = [
      await keyOf({ publisherId: publisher.id, scopes: ['ads:request'] }),
      await keyOf({ advertiserId: seller.feather.advertiser.id, scopes: ['reports:read'] }),
    ]
    for (const key of keys) {
      const reply = await post({ authorization: `Bearer ${key}` })
      assert.equal(reply.status, 403)
      assert.match(((await reply.json()) as any).error.message, /inventory:write/)
    }
  })

  test('pages of strangers, other methods and other addresses are refused', async () => {
    const key = { authorization: `Bearer ${seller.feather.key}` }
    assert.equal((await post({ ...key, origin: 'https://evil.example' })).status, 403)
    const got = await post(key, undefined, 'GET')
    assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST'])
    const elsewhere = await fetch(`${seller.url}/more`, { method: 'POST', headers: key })
    assert.deepEqual([elsewhere.status, elsewhere.headers.get('cache-control')], [404, 'no-store'])
    assert.equal((await post({ ...key, 'content-type': 'text/plain' })).status, 415)
  })

  test('a client of an older revision that takes JSON alone gets JSON', async () => {
    const response = await fetch(seller.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': seller.feather.key },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' }),
    })
    assert.equal(response.headers.get('content-type'), 'application/json')
    const { id, result } = (await response.json()) as any
    assert.equal(id, 7)
    assert.deepEqual(
      result.tools.map(({ name }: any) => name),
      [
        'get_adcp_capabilities',
        'list_creative_formats',
        'get_products',
        'list_accounts',
        'sync_accounts',
        'sync_creatives',
        'list_creatives',
        'create_media_buy',
        'update_media_buy',
        'get_media_buys',
        'get_media_buy_delivery',
      ],
    )
  })

  test('/mcp keeps its one tool', async () => {
    const publisher = await seller.make('publishers', { name: 'Chat App' })
    const key = await keyOf({ publisherId: publisher.id, scopes: ['ads:request'] })
    const reply = await fetch(seller.url.replace('/adcp', '/mcp'), {
      method: 'POST',
      headers: { ...modernHeaders('tools/list'), authorization: `Bearer ${key}` },
      body: JSON.stringify(modernMessage('tools/list')),
    })
    const { result } = (await reply.json()) as any
    assert.deepEqual(
      result.tools.map(({ name }: any) => name),
      ['ads.request'],
    )
  })

  test('a revoked key gets in no more', async () => {
    const { id, key } = await seller.make('keys', {
      advertiserId: seller.feather.advertiser.id,
      scopes: ['inventory:write'],
    })
    assert.equal((await post({ authorization: `Bearer ${key}` })).status, 200)
    await seller.call('DELETE', `/api/v1/keys/${id}`)
    assert.equal((await post({ authorization: `Bearer ${key}` })).status, 401)
  })

  test('an advertiser sees its own account alone, and the operator each', async () => {
    const names = async (key: string) =>
      (await seller.must('list_accounts', {}, key)).accounts.map(({ name }: any) => name)
    assert.deepEqual(await names(seller.feather.key), ['Feather'])
    assert.deepEqual(await names(OPERATOR_KEY), ['Other', 'Feather'])
    const foreign = { account: accountOf('other.example'), brand: { domain: 'other.example' } }
    const byDomain = await seller.refusal('create_media_buy', { ...buyOf(), ...foreign })
    const byId = await seller.refusal('create_media_buy', {
      ...buyOf(),
      account: { account_id: seller.other.advertiser.id },
    })
    const unknown = await seller.refusal('create_media_buy', { ...buyOf(), account: { account_id: 'adv_nobody' } })
    assert.equal(byDomain.code, 'ACCOUNT_NOT_FOUND')
    assert.deepEqual(byId, unknown, 'what is somebody else’s answers as what is not there')
  })

  test('the operator makes accounts, each once, and an advertiser none', async () => {
    const one = { brand: { domain: 'Tern.example' }, operator: 'agency.example', billing: 'operator' }
    const both = await Promise.all([1, 2].map(() => seller.must('sync_accounts', { accounts: [one] }, OPERATOR_KEY)))
    const [first, second] = both.map(({ accounts }) => accounts[0])
    assert.deepEqual([first.action, second.action].sort(), ['created', 'unchanged'])
    assert.equal(first.account_id, second.account_id)
    const { body } = await seller.call('GET', `/api/v1/advertisers/${first.account_id}`)
    assert.deepEqual([body.name, body.domain, body.billing], ['tern.example', 'tern.example', 'invoiced'])

    const { accounts } = await seller.must('sync_accounts', {
      accounts: [
        { brand: { domain: 'feather.example' }, operator: 'feather.example', billing: 'operator' },
        { brand: { domain: 'gull.example' }, operator: 'gull.example', billing: 'operator' },
        { brand: { domain: 'feather.example' }, operator: 'feather.example', billing: 'agent' },
        {
          brand: { domain: 'feather.example' },
          operator: 'feather.example',
          billing: 'operator',
          payment_terms: 'prepay',
        },
        { brand: { domain: 'feather.example' }, operator: 'feather.example', billing: 'operator', sandbox: true },
      ],
    })
    const told = accounts.map(({ action, errors }: any) => errors?.[0].code ?? action)
    assert.deepEqual(told, [
      'unchanged',
      'ACCOUNT_NOT_FOUND',
      'UNSUPPORTED_FEATURE',
      'TERMS_REJECTED',
      'UNSUPPORTED_FEATURE',
    ])
  })

  test('what an answer says of formats and products leads back to this agent', async () => {
    const { formats } = await seller.must('list_creative_formats')
    const { products } = await seller.must('get_products', { buying_mode: 'wholesale' })
    const ids = formats.map(({ format_id }: any) => format_id)
    assert.deepEqual(products[0].format_ids, ids)
    assert.deepEqual(
      ids,
      ['action_card', 'suffix', 'entity_link'].map((id) => ({ agent_url: seller.url, id })),
    )
    const found = await seller.must('list_creative_formats', { format_ids: [ids[1]], context: { n: 1 } })
    assert.deepEqual([found.formats.length, found.context], [1, { n: 1 }])
    const none = await seller.must('get_products', {
      buying_mode: 'wholesale',
      filters: { delivery_type: 'guaranteed' },
    })
    assert.deepEqual(none.products, [])
    assert.equal((await seller.refusal('get_products', { buying_mode: 'brief' })).field, 'brief')
  })
})
