// A service of links, events and conversions alone, on a real socket, with a ledger in memory that can be slowed or broken.
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { createFollowClick } from '../../src/actions/events/follow-click.ts'
import { createGiveFeedback } from '../../src/actions/events/give-feedback.ts'
import { createReadWhy } from '../../src/actions/events/read-why.ts'
import { createRecordConversion } from '../../src/actions/events/record-conversion.ts'
import { createRememberAnswer } from '../../src/actions/remember-answer.ts'
import { createTrackEvent } from '../../src/actions/events/track-event.ts'
import { createTrackEvents } from '../../src/actions/events/track-events.ts'
import { createManualClock } from '../../src/base/clock.ts'
import { createIdSource } from '../../src/base/ids.ts'
import { createRandomBytes } from '../../src/base/random.ts'
import { createKeyRing } from '../../src/base/signature.ts'
import { CAMPAIGN_DEFAULTS } from '../../src/domain/campaign.ts'
import type { Caller, Scope } from '../../src/domain/api-key.ts'
import { ServiceError } from '../../src/domain/errors.ts'
import { type EventOutcome, isExpired, type LedgerEvent } from '../../src/domain/ledger-event.ts'
import type { LinkPayload } from '../../src/domain/link.ts'
import { createLinkSigner } from '../../src/domain/link-token.ts'
import { DEFAULT_POLICY } from '../../src/domain/publisher.ts'
import { createDirectory } from '../../src/engine/directory.ts'
import { createTrafficFilter } from '../../src/engine/traffic-filter.ts'
import { parseNetworkList } from '../../src/engine/traffic/network.ts'
import { createTrafficRules } from '../../src/engine/traffic/traffic-rules.ts'
import { createAuth } from '../../src/http/auth.ts'
import { openToAll } from '../../src/http/cors.ts'
import { answerError } from '../../src/http/errors.ts'
import { createRepeatable } from '../../src/http/idempotency.ts'
import { registerConversions } from '../../src/http/routes/conversions.ts'
import { registerEvents } from '../../src/http/routes/events.ts'
import { registerTracking } from '../../src/http/routes/tracking.ts'
import { createSchemaCompiler } from '../../src/doors/schema-compiler.ts'
import { createBriefIdempotency } from '../../src/store/brief-idempotency.ts'
import type { Store } from '../../src/store/contract.ts'

export const START = 1_800_000_000_000
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
/** Landing pages by ad number; ads of other numbers are unknown. */
export const LANDING: Record<number, string> = {
  1: 'https://feather.example/13?size=2',
  2: 'https://feather.example/p?c={click_id}&k={campaign_id}&p={publisher_id}&a={ad_id}&x={country}&q={keyword}#top',
  3: 'https://heron.example/',
}

/** @param store a real one, seeded so that publisher, campaign and ad 1 are there; without it the ledger in memory serves */
export async function openTracking({
  mode = 'on',
  trustProxy = true,
  store,
  patienceMs,
}: {
  mode?: 'on' | 'report'
  trustProxy?: boolean
  store?: Pick<Store, 'ledger'>
  patienceMs?: number
} = {}) {
  const clock = createManualClock(START)
  const ids = createIdSource({ clock, randomBytes: createRandomBytes() })
  const directory = sampleDirectory()
  const signer = createLinkSigner({ ring: createKeyRing([{ id: 1, secret: new Uint8Array(32).fill(1) }]) })
  const ledger = createMemoryLedger()
  const inMemory = { landing: true }
  const recent = new Map<string, LinkPayload>()
  const flagged: string[] = []
  const filter = createTrafficFilter({
    mode,
    rules: createTrafficRules(),
    dataCenters: parseNetworkList('198.51.100.0/24'),
    salt: new Uint8Array(8),
    onVerdict: ({ reason }) => flagged.push(reason),
  })
  const deps = {
    signer,
    ledger: store?.ledger ?? ledger,
    directory,
    filter,
    clock,
    linkOfImpression: (id: string) => recent.get(id),
    landingUrlInMemory: (ad: number) => (inMemory.landing ? LANDING[ad] : undefined),
    adIdInMemory: (ad: number) => `ad_${ad}`,
    ...(patienceMs !== undefined && { patienceMs }),
  }
  const auth = createAuth({ authenticate: (key) => CALLERS[key], rateLimiter: undefined, clock })
  const config = { baseUrl: 'https://ads.example/x', currency: 'USD' }

  const app = fastify({
    routerOptions: { maxParamLength: 600, ignoreTrailingSlash: true },
    genReqId: () => ids.next('req'),
    trustProxy,
    forceCloseConnections: true,
  })
  const compile = createSchemaCompiler()
  app.setValidatorCompiler(compile)
  app.setSchemaErrorFormatter((errors, part) => compile.errorOf(errors, part))
  app.decorateRequest('caller', undefined)
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, reply, done) => {
    openToAll(request.url, reply.raw)
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const answer = answerError(error, request.id)
    reply.code(answer.status).headers(answer.headers).send(answer.body)
  })
  registerTracking(app, {
    config: { ...config, clockSpeed: 1 },
    followClick: createFollowClick(deps),
    trackEvent: createTrackEvent(deps),
    giveFeedback: createGiveFeedback(deps),
    readWhy: createReadWhy(deps),
  })
  const rememberAnswer = createRememberAnswer({
    idempotency: createBriefIdempotency(),
    isShared: () => false,
    clock,
    randomBytes: createRandomBytes(),
  })
  const repeatable = createRepeatable({ rememberAnswer })
  registerEvents(app, { auth, repeatableEvents: repeatable, trackEvents: createTrackEvents(deps) })
  registerConversions(app, { config, auth, repeatable, recordConversion: createRecordConversion(deps) })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })

  return {
    base,
    clock,
    signer,
    ledger,
    inMemory,
    recent,
    flagged,
    /** A link decided now, by its payload. */
    link(fields: Partial<LinkPayload> = {}): LinkPayload {
      return { ...SAMPLE_LINK, decision: ids.bytes(), ...fields }
    },
    token(fields: Partial<LinkPayload> = {}): string {
      return signer.sign(this.link(fields))
    },
    /** Follows no redirect, and looks like a person unless told otherwise. */
    get(path: string, headers: Record<string, string> = {}, method = 'GET') {
      return fetch(base + path, { method, redirect: 'manual', headers: { 'user-agent': BROWSER, ...headers } })
    },
    post(path: string, body: unknown, headers: Record<string, string> = {}) {
      return fetch(base + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'user-agent': BROWSER, 'content-type': 'application/json', ...headers },
      })
    },
    close: () => app.close(),
  }
}

export type Tracking = Awaited<ReturnType<typeof openTracking>>

const SAMPLE_LINK: Omit<LinkPayload, 'decision'> = {
  ordinal: 0,
  adNumber: 1,
  adVersion: 1,
  campaignNumber: 1,
  publisherNumber: 1,
  model: 'cpc',
  priceMicros: 500_000,
  format: 'action_card',
  slotId: 'main',
  country: 'DE',
  user: new Uint8Array(8),
  test: false,
}

function caller(scopes: readonly Scope[], fields: Partial<Caller>): Caller {
  return { keyId: 'key', mode: 'live', scopes: new Set(scopes), rateLimit: 100, origins: [], ...fields }
}

const CALLERS: Record<string, Caller> = {
  server: caller(['ads:request', 'events:write'], { publisherId: 'pub_1' }),
  other_server: caller(['events:write'], { publisherId: 'pub_2' }),
  reader: caller(['reports:read'], { publisherId: 'pub_1' }),
  browser: caller(['events:write'], { publisherId: 'pub_1', mode: 'browser', origins: ['https://chat.example'] }),
  feather: caller(['inventory:write'], { advertiserId: 'adv_1' }),
  tester: caller(['ads:request', 'events:write'], { publisherId: 'pub_1', mode: 'test' }),
  feather_postbacks: caller(['events:write'], { advertiserId: 'adv_1' }),
  feather_tester: caller(['inventory:write'], { advertiserId: 'adv_1', mode: 'test' }),
  heron: caller(['inventory:write'], { advertiserId: 'adv_2' }),
  operator: caller(['admin'], {}),
}

function sampleDirectory() {
  const directory = createDirectory()
  const entity = (number: number, id: string) => ({ id, number, revision: number, createdAtMs: 0, updatedAtMs: 0 })
  directory.publishers.put({ ...entity(1, 'pub_1'), name: 'Chat & Co <b>', policy: DEFAULT_POLICY })
  directory.publishers.put({
    ...entity(2, 'pub_2'),
    name: 'Other',
    policy: { ...DEFAULT_POLICY, requireImpression: true, revenueShare: 55 },
  })
  directory.advertisers.put({
    ...entity(1, 'adv_1'),
    name: '<script>alert(1)</script> Feather',
    domain: 'feather.example',
    billing: 'invoiced',
  })
  directory.advertisers.put({ ...entity(2, 'adv_2'), name: 'Heron', domain: 'heron.example', billing: 'invoiced' })
  directory.campaigns.put({ ...entity(1, 'cmp_1'), ...CAMPAIGN, advertiserId: 'adv_1' })
  directory.campaigns.put({ ...entity(2, 'cmp_2'), ...CAMPAIGN, advertiserId: 'adv_2' })
  return directory
}

const CAMPAIGN = {
  ...CAMPAIGN_DEFAULTS,
  name: 'Spring',
  bid: { model: 'cpc', amountMicros: 500_000 },
} as const

/** Accepts each fact once, as long as it is in time, as the real ledger does; charges nothing. */
function createMemoryLedger() {
  const seen = new Set<string>()
  const links = new Map<string, LinkPayload>()
  return {
    /** What `append` took, with what came of it. */
    kept: [] as (LedgerEvent & { outcome: EventOutcome })[],
    delayMs: 0,
    broken: false,
    unreadable: false,
    async append(events: readonly LedgerEvent[]): Promise<EventOutcome[]> {
      if (this.delayMs > 0) await sleep(this.delayMs, undefined, { ref: false })
      if (this.broken) throw new ServiceError('unavailable', 'The disk is full')
      return events.map((event) => {
        // A transaction counts once for its advertiser, and each campaign here has one of its own.
        const of = event.kind === 'conversion' ? event.link.campaignNumber : event.impressionId
        const fact = `${of} ${event.kind} ${event.factKey}`
        const reason =
          event.ignore ?? (seen.has(fact) ? 'duplicate' : isExpired(event, event.kind) ? 'expired' : undefined)
        if (reason === undefined) seen.add(fact)
        links.set(event.impressionId, event.link)
        const status = reason === undefined ? 'accepted' : reason === 'duplicate' ? 'duplicate' : 'ignored'
        const landingUrl = event.kind === 'click' ? LANDING[event.link.adNumber] : undefined
        const outcome = {
          status,
          chargedMicros: 0,
          ...(reason && { reason }),
          ...(landingUrl && { landingUrl }),
        } as const
        this.kept.push({ ...event, outcome })
        return outcome
      })
    },
    async findLink(impressionId: string) {
      return links.get(impressionId)
    },
    async findLandingUrl(adNumber: number) {
      if (this.unreadable) throw new ServiceError('unavailable', 'The store is gone')
      return LANDING[adNumber]
    },
  }
}
