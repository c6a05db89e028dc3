// A running HTTP server for tests: real sockets and keys, with a decision that is made up on the spot.
import { createAuthenticate, hashKey } from '../../src/actions/keys/authenticate.ts'
import { createKeyActions, type NewKey } from '../../src/actions/keys/issue-key.ts'
import type { ServeAds } from '../../src/actions/decisions/serve-ads.ts'
import { asciiJson } from '../../src/base/ascii-json.ts'
import { createManualClock, realClock } from '../../src/base/clock.ts'
import { createGcra } from '../../src/base/gcra.ts'
import { createIdSource } from '../../src/base/ids.ts'
import { createLog } from '../../src/base/log.ts'
import { createOriginGuard } from '../../src/base/origin-guard.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import type { AdRequest } from '../../src/domain/ad-request.ts'
import type { ApiKey, Caller } from '../../src/domain/api-key.ts'
import type { ServedSlot } from '../../src/domain/served.ts'
import type { Config } from '../../src/config.ts'
import { createDirectory } from '../../src/engine/directory.ts'
import { createHttpServer, type HttpDeps } from '../../src/http/server.ts'
import type { InventoryStore } from '../../src/store/contract.ts'

export const ADMIN_KEY = 'operator-key-of-the-tests'
const PEPPER = 'pepper-of-the-tests'

export interface HttpWorldOptions {
  readonly config?: Partial<Config>
  readonly deps?: Partial<HttpDeps>
  /** A free one where none is given. */
  readonly port?: number
  readonly reusePort?: boolean
}

export type HttpWorld = Awaited<ReturnType<typeof openHttpWorld>>

/** Opens a server on a free port with one key of each kind; `close` it. */
export async function openHttpWorld(options: HttpWorldOptions = {}) {
  const keyClock = createManualClock(1_800_000_000_000)
  const directory = createDirectory()
  const randomBytes = createRandomBytes()
  const ids = createIdSource({ clock: realClock, randomBytes })
  const keys = createKeyActions({
    store: { inventory: keyShelf(directory) },
    pepper: PEPPER,
    clock: keyClock,
    ids,
    randomBytes,
  })
  const issue = async (key: Partial<NewKey> = {}) =>
    keys.issueKey({ publisherId: 'pub_1', mode: 'live', scopes: ['ads:request', 'ads:explain'], ...key })

  const served: { caller: Caller; request: AdRequest }[] = []
  const serveAds: ServeAds = (caller, request) => {
    served.push({ caller, request })
    const { metadata, warnings } = request
    const slots = request.slots.map(({ slotId, format }): ServedSlot => ({
      slotId,
      format,
      ads: [],
      noFill: { reason: 'no_candidates' },
    }))
    const label = 'Sponsored'
    return { requestId: ids.next('req'), test: request.options.test, label, slots, warnings, metadata }
  }

  const rateLimit = options.config?.rateLimit ?? false
  const config = {
    baseUrl: 'http://localhost:8080',
    mcpUrl: 'http://localhost:8080',
    trustProxy: [],
    currency: 'USD',
    ...options.config,
    rateLimit,
  }
  const server = createHttpServer({
    ...OTHERS,
    config,
    log: createLog({ level: 'silent', name: 'test' }),
    clock: realClock,
    ids,
    authenticate: createAuthenticate({
      directory,
      pepper: PEPPER,
      adminKeyHash: hashKey(PEPPER, ADMIN_KEY),
      clock: keyClock,
    }),
    originGuard: createOriginGuard({
      bases: [config.baseUrl],
      allowedHosts: options.config?.allowedHosts ?? [],
      allowedOrigins: [],
    }),
    rateLimiter: rateLimit ? createGcra({ keysMax: 1_000 }) : undefined,
    serveSteps: inOneStep(serveAds),
    presentAds: (decision) => asciiJson(decision),
    readiness: () => ({ ready: true, reasons: [] }),
    metrics: { metrics: async () => 'aside_up 1\n', contentType: 'text/plain; version=0.0.4; charset=utf-8' },
    ...options.deps,
  } as HttpDeps)
  const { port } = await server.listen({
    port: options.port ?? 0,
    host: '127.0.0.1',
    ...(options.reusePort && { reusePort: true }),
  })
  const { secret, key } = await issue()

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    key: secret,
    keyId: key.id,
    directory,
    keyClock,
    keys,
    issue,
    served,
    server,
    /** Sends an ad request; a body that is not a string is written as JSON. */
    ask: (body: unknown, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/api/v1/ads/request`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    close: () => server.close({ graceMs: 1_000 }),
  }
}

/** Stands where these tests never go: everything is in it, and calling any of it fails the request. */
const absent: object = new Proxy(
  () => {
    throw new Error('not part of these tests')
  },
  { get: (_target, name) => (typeof name === 'symbol' ? undefined : absent) },
)

/** What other route files ask for. */
const OTHERS: Record<string, object> = {
  adjustBalance: absent,
  ads: absent,
  advertisers: absent,
  campaigns: absent,
  exportLedger: absent,
  followClick: absent,
  giveFeedback: absent,
  importAds: absent,
  keys: absent,
  publishers: absent,
  readDecisions: absent,
  readFunds: absent,
  readLedger: absent,
  readReport: absent,
  listFeedback: absent,
  readWhy: absent,
  recordConversion: absent,
  repeatable: absent,
  repeatableEvents: absent,
  reverseEvents: absent,
  settleEarnings: absent,
  stateAccounts: absent,
  topUpFunds: absent,
  trackEvent: absent,
  trackEvents: absent,
  verifyBooks: absent,
  webhooks: absent,
}

type KeyShelf = Pick<InventoryStore, 'insert' | 'find' | 'update' | 'rollKey'>

/** A small real store of keys: it numbers them and puts them into the directory, as the stream of changes would. */
function keyShelf(directory: ReturnType<typeof createDirectory>): KeyShelf {
  let number = 0
  let revision = 0
  const put = (key: ApiKey) => {
    directory.keys.put(key)
    return key
  }
  const insert = async (_kind: string, draft: object) =>
    put({ ...draft, number: ++number, revision: ++revision } as ApiKey)
  const update = async (_kind: string, entity: object) => put({ ...entity, revision: ++revision } as ApiKey)
  return {
    insert,
    update,
    rollKey: async (successor: object, old: object) => ({
      previous: await update('key', old),
      key: await insert('key', successor),
    }),
    find: async (kind: string, id: string) => (kind === 'key' ? directory.keys.byId(id) : { id }),
  } as unknown as KeyShelf
}

export const SMALL = {
  conversationContext: { query: 'quiet laptop for trains' },
  slots: [{ slotId: 'main', format: 'action_card' }],
}

export interface ErrorBody {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly field?: string
    readonly issues?: readonly { pointer: string; keyword: string; message: string }[]
    readonly recovery: string
    readonly retryAfterSeconds?: number
  }
  readonly requestId: string
}

/** A whole decision as the first of the steps, for servers whose decisions are made up. */
export function inOneStep(serveAds: ServeAds): HttpDeps['serveSteps'] {
  return { read: serveAds, decide: (served) => served, finish: (served) => served as ReturnType<ServeAds> }
}
