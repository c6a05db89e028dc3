// A running MCP door for the suite: the real door on a real socket, real keys, and a small stock of ads.
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createAuthenticate, hashKey, isUsable, type Authenticate } from '../../src/actions/keys/authenticate.ts'
import type { ServeAds } from '../../src/actions/decisions/serve-ads.ts'
import { realClock } from '../../src/base/clock.ts'
import { createGcra } from '../../src/base/gcra.ts'
import { createIdSource, encodeId } from '../../src/base/ids.ts'
import { createLog } from '../../src/base/log.ts'
import { createOriginGuard } from '../../src/base/origin-guard.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import { makeKeyText } from '../../src/domain/api-key-text.ts'
import type { ApiKey, KeyMode, Scope } from '../../src/domain/api-key.ts'
import { slotFormatOf } from '../../src/domain/publisher.ts'
import type { ServedAd, ServedDecision } from '../../src/domain/served.ts'
import { createDirectory } from '../../src/engine/directory.ts'
import { createMcpDoor, type McpDoorDeps } from '../../src/mcp/server.ts'

export interface Service {
  /** Where `/mcp`, `/sse` and `/message` stand, prefix included. */
  readonly url: string
  /** A publisher's key, and a second one of the same publisher. */
  readonly key: string
  readonly sameOwnerKey: string
  readonly otherOwnerKey: string
  /** A good key that may not ask for ads. */
  readonly powerlessKey: string
  /** One request a second. */
  readonly slowKey: string
  readonly otherSlowKey: string
  /** To be revoked. */
  readonly spareKey: string
  /** One more key of the same publisher, which nobody else holds. */
  newKey(): string
  readonly authenticate: Authenticate
  /** The door hears of it when it next looks at the key. */
  revoke(key: string): void
  /** How many are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

export interface ServiceOptions extends Partial<Pick<McpDoorDeps, 'serveAds' | 'streamLimits' | 'fastCalls' | 'log'>> {
  readonly prefix?: string
  readonly allowedOrigins?: readonly string[]
  /** On where left out. */
  readonly rateLimit?: boolean
}

const randomBytes = createRandomBytes()
const clock = realClock
const ids = createIdSource({ clock, randomBytes })

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { prefix = '' } = options
  const keys = createKeys()
  const server = createServer()
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}${prefix}`
  const door = createMcpDoor({
    serveAds: options.serveAds ?? serveFromStock,
    authenticate: keys.authenticate,
    demandPublisher: () => {},
    isStillGood: keys.isStillGood,
    linkBase: url,
    mcpUrl: url,
    originGuard: createOriginGuard({
      bases: [url],
      allowedHosts: ['ads.example:8443'],
      allowedOrigins: options.allowedOrigins ?? [],
    }),
    rateLimiter: options.rateLimit === false ? undefined : createGcra({ keysMax: 1_000 }),
    clock,
    ids,
    randomBytes,
    log: options.log ?? createLog({ level: 'silent', name: 'test' }),
    version: '0.1.0',
    streamLimits: options.streamLimits,
    fastCalls: options.fastCalls,
  })
  server.on('request', (request, response) => {
    const path = request.url!.startsWith(prefix) ? request.url!.slice(prefix.length) : ''
    request.url = path
    if (door.segments.includes(path.slice(1).split(/[/?]/, 1)[0]!)) door.handle(request, response)
    else response.writeHead(404).end()
  })
  const owner = { publisherId: 'pub_one' }
  return {
    url,
    key: keys.issue({ ...owner, scopes: ['ads:request'] }),
    sameOwnerKey: keys.issue({ ...owner, scopes: ['ads:request'] }),
    otherOwnerKey: keys.issue({ publisherId: 'pub_two', scopes: ['ads:request'] }),
    powerlessKey: keys.issue({ ...owner, scopes: ['reports:read'] }),
    slowKey: keys.issue({ ...owner, scopes: ['ads:request'], rateLimit: 1 }),
    otherSlowKey: keys.issue({ ...owner, scopes: ['ads:request'], rateLimit: 3 }),
    spareKey: keys.issue({ ...owner, scopes: ['ads:request'] }),
    newKey: () => keys.issue({ ...owner, scopes: ['ads:request'] }),
    authenticate: keys.authenticate,
    revoke: keys.revoke,
    connections: () => promisify(server.getConnections.bind(server))(),
    async close() {
      await door.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Listens on a free port that `fetch` does not refuse; the ones it does lie below 10,081. */
export async function listen(server: Server): Promise<number> {
  for (;;) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    if (port > 10_080) return port
    await new Promise((resolve) => server.close(resolve))
  }
}

function createKeys() {
  const directory = createDirectory()
  const pepper = 'pepper'
  const now = () => Date.now()
  const byText = new Map<string, string>()
  const authenticate: Authenticate = createAuthenticate({
    directory,
    pepper,
    adminKeyHash: undefined,
    clock: { nowMs: now },
  })
  return {
    authenticate,
    isStillGood(keyId: string): boolean {
      const key = directory.keys.byId(keyId)
      return key !== undefined && isUsable(key, now())
    },
    issue(draft: { publisherId: string; scopes: readonly Scope[]; rateLimit?: number; mode?: KeyMode }): string {
      const { text, publicId, mode } = makeKeyText({ mode: draft.mode ?? 'live', randomBytes })
      const id = ids.next('key')
      const key: ApiKey = {
        rateLimit: 10_000,
        ...draft,
        mode,
        id,
        number: byText.size + 1,
        revision: byText.size + 1,
        createdAtMs: now(),
        updatedAtMs: now(),
        origins: [],
        publicId,
        secretHash: hashKey(pepper, text),
        lastFour: text.slice(-4),
      }
      directory.keys.put(key)
      byText.set(text, id)
      return text
    },
    revoke(text: string): void {
      directory.keys.put({ ...directory.keys.byId(byText.get(text)!)!, revokedAtMs: now() })
    },
  }
}

/** Five ads; an ad fits where a word of its title stands in the query. */
export const serveFromStock: ServeAds = (caller, request): ServedDecision => {
  const slot = request.slots[0]!
  const decision = encodeId(ids.bytes())
  const query = request.conversation.query.toLowerCase()
  const fitting = STOCK.filter(({ words }) => words.some((word) => query.includes(word)))
  const noResponse = slot.format === 'entity_link' && request.conversation.response === undefined
  const ads = noResponse ? [] : fitting.slice(0, slot.count).map((ad, i) => serveAd(ad, decision, i))
  const noFill = noResponse
    ? { reason: 'missing_response_text' as const }
    : ads.length === 0
      ? { reason: 'no_candidates' as const }
      : ads.length < slot.count
        ? { reason: 'relevance_below_threshold' as const, detail: `${ads.length} of ${slot.count} filled` }
        : undefined
  return {
    requestId: `req_${decision}`,
    test: caller.mode === 'test',
    label: 'Sponsored',
    slots: [{ slotId: slot.slotId, format: slotFormatOf(slot.format)!, ads, ...(noFill && { noFill }) }],
    warnings: request.warnings,
  }
}

function serveAd({ title, price, image, externalId }: StockAd, decision: string, ordinal: number): ServedAd {
  const name = `${title.split(' ')[0]} Ltd`
  const content = {
    title,
    description: `${title}, made "to last" \\ with care. Ça va? 日本語 🎧`,
    ...(image && { imageUrl: `https://img.example/${ordinal}.png`, imageAlt: title }),
    brand: { name },
    ...(price && { price }),
    ctaText: 'See it',
    destinationDomain: 'shop.example',
  }
  return {
    rendered: {
      adId: `ad_${String(ordinal).padStart(26, '0')}`,
      externalId,
      contentJson: JSON.stringify(content).slice(1, -1),
      advertiserJson: JSON.stringify({ name, domain: 'shop.example' }),
      byJson: JSON.stringify(name),
    },
    impressionId: `imp_${decision}_0${ordinal}`,
    token: `t_${decision}_${ordinal}`,
    expiresAtMs: Date.now() + 1_000_000,
    relevance: 0.81,
    mentions: [{ start: 0, end: 5, text: title.slice(0, 5) }],
  }
}

interface StockAd {
  readonly title: string
  readonly words: readonly string[]
  readonly price?: string
  readonly image?: boolean
  readonly externalId?: string
}

const STOCK: readonly StockAd[] = [
  { title: 'Silent headphones', words: ['headphones', 'music'], price: '€89', image: true, externalId: 'sku-1' },
  { title: 'Open headphones', words: ['headphones'], price: '€129' },
  { title: 'Studio headphones', words: ['headphones'] },
  { title: 'Trail shoes', words: ['shoes', 'running'], price: '$120', image: true },
  { title: 'Road shoes', words: ['shoes', 'running'], image: true },
]

export const REVISION = '2026-07-28'

/** The headers of a current-revision request, and whatever is put on top. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  }
}

/** A current-revision message with its envelope. */
export function modernMessage(method: string, params: Record<string, unknown> = {}, id: unknown = 1) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'suite', version: '1' },
  }
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } }
}

/** Calls the tool as a client of the current revision does, and returns the JSON-RPC answer. */
export async function callTool(service: Service, args: unknown, headers: Record<string, string> = {}): Promise<any> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { ...modernHeaders('tools/call', 'ads.request'), 'x-api-key': service.key, ...headers },
    body: JSON.stringify(modernMessage('tools/call', { name: 'ads.request', arguments: args })),
  })
  return await response.json()
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** A request with exactly these headers, `Host` and `Origin` included, which `fetch` would not send. */
export function rawRequest(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: OutgoingHttpHeaders; body?: string },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    request.on('error', reject).end(body)
  })
}
