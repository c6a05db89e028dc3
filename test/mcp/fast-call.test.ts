// The short way of a tool call must not be told from the SDK's way: same status, same type, same bytes, call by call.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SAFE_TOOL_NAME, TOOL_NAME } from '../../src/mcp/ads-request-tool.ts'
import { createFastCallReader } from '../../src/mcp/fast-call.ts'
import { modernHeaders, modernMessage, rawRequest, serveFromStock, startService, type Service } from './support.ts'

interface Sent {
  readonly headers: Record<string, string>
  readonly body: unknown
}

interface Case {
  readonly name: string
  readonly change?: (sent: Sent) => Sent
  /** Whether the short way takes it; the table would prove little if it took none. */
  readonly fast: boolean
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const CLIENT = 'io.modelcontextprotocol/clientInfo'
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'

const args = (value: unknown) => edit((body) => (body.params.arguments = value))
const meta = (key: string, value: unknown) => edit((body) => (body.params._meta[key] = value))
const header = (name: string, value: string | undefined) => (sent: Sent) => {
  const { [name]: _old, ...headers } = sent.headers
  return { ...sent, headers: value === undefined ? headers : { ...headers, [name]: value } }
}

const CASES: readonly Case[] = [
  { name: 'a plain call', fast: true },
  { name: 'a call by the safe name', fast: true, change: named(SAFE_TOOL_NAME, SAFE_TOOL_NAME) },
  { name: 'an id of text', fast: true, change: edit((body) => (body.id = 'a "quoted" id \u2028')) },
  { name: 'an id of 0', fast: true, change: edit((body) => (body.id = 0)) },
  { name: 'an empty id', fast: true, change: edit((body) => (body.id = '')) },
  { name: 'an id that is no whole number', fast: false, change: edit((body) => (body.id = 1.5)) },
  { name: 'an id beyond the safe numbers', fast: false, change: edit((body) => (body.id = 2 ** 60)) },
  { name: 'an id of null', fast: false, change: edit((body) => (body.id = null)) },
  { name: 'an id that is an object', fast: false, change: edit((body) => (body.id = {})) },
  { name: 'no id', fast: false, change: edit((body) => delete body.id) },
  { name: 'nothing that fits', fast: true, change: args({ query: 'zzz' }) },
  { name: 'fewer than asked', fast: true, change: args({ query: 'running shoes', count: 5 }) },
  { name: 'the suffix format', fast: true, change: args({ query: 'shoes', format: 'suffix' }) },
  { name: 'the link format', fast: true, change: args({ query: 'shoes', format: 'entity_link', response: 'Trail' }) },
  { name: 'the link format without an answer', fast: true, change: args({ query: 'shoes', format: 'entity_link' }) },
  { name: 'loose input', fast: true, change: args({ query: 'shoes', count: '2', user_id: null, response: '' }) },
  { name: 'a count out of range', fast: true, change: args({ query: 'shoes', count: 11 }) },
  { name: 'a count that is none', fast: true, change: args({ query: 'shoes', count: 'many' }) },
  { name: 'no query', fast: true, change: args({}) },
  { name: 'a fault inside', fast: true, change: args({ query: 'please explode' }) },
  { name: 'no arguments', fast: true, change: edit((body) => delete body.params.arguments) },
  { name: 'arguments of null', fast: false, change: args(null) },
  { name: 'arguments that are a list', fast: false, change: args(['shoes']) },
  { name: 'arguments that are a text', fast: false, change: args('shoes') },
  { name: 'an unknown tool', fast: false, change: named('ads.other', 'ads.other') },
  { name: 'a tool name that is a number', fast: false, change: named(TOOL_NAME, 7) },
  { name: 'a name header that differs', fast: false, change: header('mcp-name', SAFE_TOOL_NAME) },
  { name: 'a name header in base64', fast: false, change: header('mcp-name', '=?base64?YWRzLnJlcXVlc3Q=?=') },
  { name: 'no name header', fast: false, change: header('mcp-name', undefined) },
  { name: 'no method header', fast: false, change: header('mcp-method', undefined) },
  { name: 'a method header that differs', fast: false, change: header('mcp-method', 'tools/list') },
  { name: 'no version header', fast: false, change: header('mcp-protocol-version', undefined) },
  { name: 'a version header of the old era', fast: false, change: header('mcp-protocol-version', '2025-11-25') },
  { name: 'a version header of the future', fast: false, change: header('mcp-protocol-version', '2030-01-01') },
  { name: 'a stale session header', fast: true, change: header('mcp-session-id', 'old') },
  { name: 'no Accept header', fast: true, change: header('accept', undefined) },
  { name: 'an Accept header for text alone', fast: true, change: header('accept', 'text/plain') },
  { name: 'a type with a charset', fast: true, change: header('content-type', 'application/json; charset=utf-8') },
  { name: 'another method', fast: false, change: edit((body) => (body.method = 'tools/list')) },
  { name: 'an unknown method', fast: false, change: edit((body) => (body.method = 'ads/none')) },
  { name: 'another JSON-RPC version', fast: false, change: edit((body) => (body.jsonrpc = '1.0')) },
  { name: 'no JSON-RPC version', fast: false, change: edit((body) => delete body.jsonrpc) },
  { name: 'a field too many in the message', fast: false, change: edit((body) => (body.extra = 1)) },
  { name: 'a field too many in the parameters', fast: false, change: edit((body) => (body.params.extra = 1)) },
  { name: 'answers to questions never asked', fast: false, change: edit((body) => (body.params.inputResponses = {})) },
  { name: 'a state never given', fast: false, change: edit((body) => (body.params.requestState = 'x')) },
  { name: 'a task wish', fast: false, change: edit((body) => (body.params.task = { ttl: 1 })) },
  { name: 'no parameters', fast: false, change: edit((body) => delete body.params) },
  { name: 'no envelope', fast: false, change: edit((body) => delete body.params._meta) },
  { name: 'an envelope without a version', fast: false, change: meta(VERSION, undefined) },
  { name: 'an envelope of another revision', fast: false, change: meta(VERSION, '2027-01-01') },
  { name: 'an envelope of an old revision', fast: false, change: meta(VERSION, '2025-11-25') },
  { name: 'an envelope without capabilities', fast: false, change: meta(CAPABILITIES, undefined) },
  { name: 'capabilities that are a list', fast: false, change: meta(CAPABILITIES, []) },
  { name: 'capabilities of an unknown kind', fast: true, change: meta(CAPABILITIES, { unheard: {} }) },
  { name: 'capabilities of a known kind, ill formed', fast: false, change: meta(CAPABILITIES, { sampling: 1 }) },
  { name: 'capabilities that could answer', fast: true, change: meta(CAPABILITIES, { elicitation: { form: {} } }) },
  { name: 'no client name', fast: true, change: meta(CLIENT, undefined) },
  { name: 'a client without a version', fast: false, change: meta(CLIENT, { name: 'x' }) },
  { name: 'a wish for progress', fast: false, change: meta('progressToken', 1) },
  { name: 'a wish for logs', fast: false, change: meta(LOG_LEVEL, 'debug') },
  { name: 'a log level that is none', fast: false, change: meta(LOG_LEVEL, 'loud') },
  {
    name: 'a trace',
    fast: true,
    change: meta('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
  },
  { name: 'a foreign key in the envelope', fast: false, change: meta('example.org/x', { y: 1 }) },
  { name: 'a batch of one', fast: false, change: (sent) => ({ ...sent, body: [sent.body] }) },
  { name: 'a text', fast: false, change: (sent) => ({ ...sent, body: 'shoes' }) },
  { name: 'a null', fast: false, change: (sent) => ({ ...sent, body: null }) },
]

const fastCallOf = createFastCallReader() // one for all: what it has found good before must not let a bad one pass
let fast: Service
let slow: Service

before(async () => {
  const serveAds: typeof serveFromStock = (caller, request, arrival) => {
    if (request.conversation.query.includes('explode')) throw new Error('secret inside')
    return serveFromStock(caller, request, arrival)
  }
  fast = await startService({ serveAds })
  slow = await startService({ serveAds, fastCalls: false })
})

after(() => Promise.all([fast.close(), slow.close()]))

for (const { name, change, fast: isFast } of CASES) {
  test(`${name} is answered the same on the short way and by the SDK`, async () => {
    const plain: Sent = {
      headers: modernHeaders('tools/call', TOOL_NAME),
      body: modernMessage('tools/call', { name: TOOL_NAME, arguments: { query: 'headphones for music' } }),
    }
    const sent = change ? change(plain) : plain
    const answers = await Promise.all([fast, slow].map((service) => post(service, sent)))
    assert.deepEqual(answers[0], answers[1])
    const taken = fastCallOf({ headers: sent.headers } as never, sent.body) !== undefined
    assert.equal(taken, isFast, isFast ? 'the short way should have taken it' : 'the short way should have left it')
  })
}

async function post(service: Service, { headers, body }: Sent) {
  const {
    status,
    headers: got,
    text,
  } = await rawRequest(`${service.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'x-api-key': service.key },
    body: JSON.stringify(body),
  })
  const own = text.replaceAll(service.url, 'BASE').replace(/(req|imp|t)_[0-9A-HJKMNP-TV-Z]{26}/g, '$1_ID')
  const { 'content-type': type, 'cache-control': cache, 'referrer-policy': referrer } = got
  return { status, type, cache, referrer, text: own }
}

function edit(change: (body: any) => unknown) {
  return (sent: Sent): Sent => {
    const body = structuredClone(sent.body)
    change(body)
    return { ...sent, body }
  }
}

function named(inHeader: string, inBody: unknown) {
  return (sent: Sent): Sent => ({
    headers: { ...sent.headers, 'mcp-name': inHeader },
    body: edit((body) => (body.params.name = inBody))(sent).body,
  })
}
