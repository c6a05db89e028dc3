// The HTTP door: one listener for the API, tracking, the pages and the doors that are mounted on it (MCP, AdCP).
//
// Ad requests are most of the traffic, so they are met before the web framework; everything else goes through Fastify.
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Authenticate } from '../actions/keys/authenticate.ts'
import type { Clock } from '../base/clock.ts'
import type { Gcra } from '../base/gcra.ts'
import type { IdSource } from '../base/ids.ts'
import { createServer } from '../base/node-http.ts'
import type { Log } from '../base/log.ts'
import { ENDLESS, type Room } from '../base/open-files.ts'
import { createRandomBytes } from '../base/random.ts'
import { DOORS_WITHIN_MS } from '../base/stop-times.ts'
import type { Config } from '../config.ts'
import { REQUEST_LIMITS } from '../domain/ad-request.ts'
import { JSON_TYPES, checkEncoding, checkJsonHeaders, emptyBody, parseJson, readBody } from '../doors/json-body.ts'
import type { Mount } from '../doors/mount.ts'
import { answerTheRest, pathOf } from './answer-the-rest.ts'
import { createAuth } from './auth.ts'
import { createClientErrorHandler, TunnelError } from './connections/client-errors.ts'
import { isHeardOut } from './connections/hear-out.ts'
import { openToAll } from './cors.ts'
import { answerError, isOurFault } from './errors.ts'
import { fewAtATime } from './connections/few-at-a-time.ts'
import { createApiDescription, type RouteRecord } from './openapi.ts'
import { addListeners, type MoreListeners } from './connections/more-listeners.ts'
import { nameIgnored } from './name-ignored.ts'
import { namesOneHost, refuseHosts } from './one-host.ts'
import { createPathRewriter, pathOfTarget } from './path-prefix.ts'
import { letIn, TIME_LIMITS, type TimeLimits } from './connections/connection-limits.ts'
import { putFrontBefore } from './connections/front.ts'
import { type Door, type InnerDoor, openInnerDoor } from './connections/inner-door.ts'
import { claimPort, sayWhyNotShared } from './connections/shared-port.ts'
import { ADS_REQUEST_PATH, createAdsRequestSteps, type AdsRequestDeps } from './ads-request-steps.ts'
import { createAdsRequestHandler, registerAdsRequest } from './routes/ads-request.ts'
import { registerConsole, type ConsoleDeps } from './routes/console.ts'
import { registerBackups, type BackupsDeps } from './routes/backups.ts'
import { registerConversions, type ConversionsDeps } from './routes/conversions.ts'
import { registerPublishers, type PublishersDeps } from './routes/publishers.ts'
import { registerKeys, type KeysDeps } from './routes/keys.ts'
import { registerAdvertisers, type AdvertisersDeps } from './routes/advertisers.ts'
import { registerCampaigns, type CampaignsDeps } from './routes/campaigns.ts'
import { registerAds, type AdsDeps } from './routes/ads.ts'
import { registerImport, type ImportDeps } from './routes/import.ts'
import { registerFunds, type FundsDeps } from './routes/funds.ts'
import { registerReversals, type ReversalsDeps } from './routes/reversals.ts'
import { type LetterheadDeps, registerLetterhead } from './routes/letterhead.ts'
import { registerStatements, type StatementsDeps } from './routes/statements.ts'
import { registerWithdrawals, type WithdrawalsDeps } from './routes/withdrawals.ts'
import { registerTrafficRules, type TrafficRulesDeps } from './routes/traffic-rules.ts'
import { registerWebhooks, type WebhooksDeps } from './routes/webhooks.ts'
import { registerReports, type ReportsDeps } from './routes/reports.ts'
import { registerLedger, type LedgerDeps } from './routes/ledger.ts'
import { registerDecisions, type DecisionsDeps } from './routes/decisions.ts'
import { registerForecast, type ForecastDeps } from './routes/forecast.ts'
import { registerLearning, type LearningDeps } from './routes/learning.ts'
import { type DemoDeps, registerDemo } from './routes/demo.ts'
import { type FeedsDeps, registerFeeds } from './routes/feeds.ts'
import { type ImagesDeps, registerImages } from './routes/images.ts'
import { type ChangesDeps, registerChanges } from './routes/changes.ts'
import { type FeedbackDeps, registerFeedback } from './routes/feedback.ts'
import { registerEvents, type EventsDeps } from './routes/events.ts'
import { registerOperations } from './routes/operations.ts'
import { registerSdk } from './routes/sdk.ts'
import { registerTracking, type TrackingDeps } from './routes/tracking.ts'
import { createSchemaCompiler } from '../doors/schema-compiler.ts'

/** What the server itself needs. Every route file says what it needs besides; `HttpDeps` is all of it together. */
export interface ServerDeps {
  readonly config: Pick<Config, 'baseUrl' | 'mcpUrl' | 'trustProxy' | 'rateLimit'>
  readonly log: Log
  /** For deadlines and rate limits, the monotonic time alone. */
  readonly clock: Clock
  readonly ids: IdSource
  readonly authenticate: Authenticate
  /** Undefined: no limits. Shared with the other doors, since the limit is the key's. */
  readonly rateLimiter: Gcra | undefined
  /** Doors that answer for themselves on this listener: MCP and AdCP. */
  readonly mounts?: readonly Mount[]
  readonly times?: Partial<TimeLimits>
  /** What connections may take of the files that the process may hold open; absent: as much as there is. */
  readonly room?: Room
}

/** Needs that the server meets itself, so that callers do not. */
type Met = 'auth' | 'description' | 'adsRequest'

export type HttpDeps = ServerDeps & AdsRequestDeps & Omit<RouteDeps, Met>

/** What all route files ask for, together. */
type RouteDeps = Parameters<typeof registerAdsRequest>[1] &
  BackupsDeps &
  ConversionsDeps &
  PublishersDeps &
  KeysDeps &
  AdvertisersDeps &
  CampaignsDeps &
  AdsDeps &
  ImportDeps &
  FeedsDeps &
  FundsDeps &
  ReportsDeps &
  FeedbackDeps &
  ChangesDeps &
  LedgerDeps &
  ReversalsDeps &
  StatementsDeps &
  LetterheadDeps &
  WithdrawalsDeps &
  WebhooksDeps &
  TrafficRulesDeps &
  DecisionsDeps &
  ForecastDeps &
  LearningDeps &
  DemoDeps &
  ImagesDeps &
  ConsoleDeps &
  EventsDeps &
  Parameters<typeof registerOperations>[1] &
  TrackingDeps

export interface HttpServer {
  /**
   * Resolves with the port once connections are accepted. Rejects with the system's error, such as EADDRINUSE. With `reusePort`, which
   * is for Linux, there are several listeners, and other threads may listen there too (`thread-front.ts`).
   */
  listen(at: ListenAt): Promise<{ port: number }>
  /** Opens the door through which those threads hand connections over; it closes with the server. At most once. */
  listenInside(): Promise<Door>
  /** Stops accepting, lets running requests finish for `graceMs` (default `DOORS_WITHIN_MS`), then cuts what is left. */
  close(options?: { graceMs?: number }): Promise<void>
}

export interface ListenAt {
  readonly port: number
  readonly host: string
  readonly reusePort?: boolean
}

const PARAM_CHARS_MAX = 2_800 // the token of a picture has up to IMAGE_TOKEN_CHARS_MAX, which is less, as other parts of paths are

export function createHttpServer(deps: HttpDeps): HttpServer {
  const auth = createAuth(deps)
  const routes: RouteRecord[] = []
  const description = createApiDescription({ baseUrl: deps.config.baseUrl, routes })
  const steps = createAdsRequestSteps({ ...deps, auth })
  const kit = { ...deps, auth, description, adsRequest: createAdsRequestHandler(steps, deps.clock) }

  const { app, server, silent } = createApp(deps, kit.adsRequest)
  const sockets = new Set<Socket>() // of clients, bounded by CONNECTIONS_MAX
  const room = deps.room ?? ENDLESS
  const front = putFrontBefore(server, { steps, clock: deps.clock, room, ...TIME_LIMITS, ...deps.times })
  server.on('connection', (socket) => {
    letIn(socket, sockets, room)
    front.makeRoom()
  })
  app.addHook('onRoute', (route) => {
    // No other route of ours looks at an answer before it is sent.
    const isRepeatable = route.onSend !== undefined
    routes.push({ method: route.method, url: route.url, schema: route.schema, isRepeatable })
  })
  nameIgnored(app)
  registerRoutes(app, kit)
  answerTheRest(app, routes, deps.config.baseUrl)

  let inner: InnerDoor | undefined
  let more: MoreListeners | undefined
  let giveUpPort = (): void => {}

  return {
    async listen({ port, host, reusePort = false }) {
      await app.ready()
      if (!reusePort) await app.listen({ port, host })
      else {
        const claim = await claimPort({ port, host })
        giveUpPort = claim.giveUp
        const at = { port: claim.port, host, reusePort }
        await app.listen(at).catch(sayWhyNotShared)
        more = await addListeners(server, at)
      }
      return { port: (server.address() as AddressInfo).port }
    },
    async listenInside() {
      inner = await openInnerDoor({ receive: front.takeOver, randomBytes: createRandomBytes() })
      return inner.door
    },
    async close({ graceMs = DOORS_WITHIN_MS } = {}) {
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
        inner?.cut()
      }, graceMs)
      // Browsers and balancers open connections ahead; Node counts one that has said nothing yet as busy.
      for (const socket of silent) socket.destroy()
      // A connection whose last answer has just gone out stays open for the next request unless it is let go of.
      const letGo = setInterval(() => {
        server.closeIdleConnections()
        front.close()
      }, 100)
      await Promise.all([app.close(), more?.close(), inner?.close()])
      clearInterval(letGo)
      clearTimeout(cut)
      front.close()
      giveUpPort()
    },
  }
}

/** Every route file, in one list. Each exports `register…(app, deps)` and the type of what it asks for. */
function registerRoutes(app: FastifyInstance, deps: RouteDeps): void {
  registerAdsRequest(app, deps)
  registerTracking(app, deps)
  registerEvents(app, deps)
  registerConversions(app, deps)
  registerPublishers(app, deps)
  registerKeys(app, deps)
  registerAdvertisers(app, deps)
  registerCampaigns(app, deps)
  registerAds(app, deps)
  registerImport(app, deps)
  registerFeeds(app, deps)
  registerFunds(app, deps)
  registerReports(app, deps)
  registerFeedback(app, deps)
  registerChanges(app, deps)
  registerLedger(app, deps)
  registerReversals(app, deps)
  registerStatements(app, deps)
  registerLetterhead(app, deps)
  registerWithdrawals(app, deps)
  registerWebhooks(app, deps)
  registerTrafficRules(app, deps)
  registerBackups(app, deps)
  registerDecisions(app, deps)
  registerForecast(app, deps)
  registerLearning(app, deps)
  registerDemo(app, deps)
  registerImages(app, deps)
  registerConsole(app, deps)
  registerSdk(app)
  registerOperations(app, deps)
}

function createApp(deps: ServerDeps, adsRequest: RequestListener) {
  let server!: Server
  const silent = new Set<Socket>() // bounded by CONNECTIONS_MAX
  const { keepAliveMs, headersMs, requestMs, patrolMs } = { ...TIME_LIMITS, ...deps.times }
  const app: FastifyInstance = fastify({
    return503OnClosing: false, // a click on its way while we stop still lands
    routerOptions: { maxParamLength: PARAM_CHARS_MAX, ignoreTrailingSlash: true },
    bodyLimit: REQUEST_LIMITS.bodyBytes,
    trustProxy: trustOf(deps.config.trustProxy),
    genReqId: () => deps.ids.next('req'),
    frameworkErrors: sendError, // paths that cannot be read, before there is a route
    clientErrorHandler: createClientErrorHandler(deps.ids),
    serverFactory: (handler) => {
      const options = {
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        connectionsCheckingInterval: patrolMs,
        keepAliveTimeout: keepAliveMs,
        maxHeaderSize: 16 * 1024,
        requireHostHeader: false, // see `refuseHosts`
        noDelay: true,
      }
      const listener = createListener(deps, adsRequest, handler)
      const answer: RequestListener = (request, response) => {
        silent.delete(request.socket)
        if (isHeardOut(request.socket)) return
        // While closing, each connection ends with the answer that it waits for.
        if (!server.listening) response.shouldKeepAlive = false
        if (!namesOneHost(request)) refuseHosts(response, deps.ids)
        else listener(request, response)
      }
      server = createServer(options, fewAtATime(answer))
      // An expectation that we do not know is no reason to refuse, and Node would without a word.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      // Nor does it say anything to who takes us for a proxy, or hear any more of that connection, be it that it is reset.
      server.on('connect', (_request, socket) => {
        server.emit('clientError', new TunnelError(), socket.on('error', () => {}).resume())
      })
      server.on('connection', (socket) => {
        if (socket.readableLength > 0) return // put back by whoever met it first
        silent.add(socket)
        socket.once('close', () => silent.delete(socket))
      })
      return server
    },
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('ids', undefined)
  const compile = createSchemaCompiler()
  app.setValidatorCompiler(compile)
  app.setSchemaErrorFormatter((errors, part) => compile.errorOf(errors, part))
  // Response schemas describe; they do not filter what is sent.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  readJsonBodies(app)
  nameAndLog(app, deps.log)
  app.setErrorHandler((fault, request, reply) => {
    const error = isMissingBody(fault, request) ? emptyBody() : fault
    if (isOurFault(error))
      deps.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed')
    sendError(error, request, reply)
  })
  return { app, server, silent }
}

/** Where no body comes it has no type either: nothing is parsed then, and its schema judges a null that nobody sent. */
function isMissingBody(fault: unknown, request: FastifyRequest): boolean {
  return (fault as FastifyError | undefined)?.validationContext === 'body' && request.body === undefined
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = answerError(error, request.id)
  // Fastify would close after a body that cannot be read, and who still sends it would see a reset; see `readBody`.
  reply.removeHeader('connection')
  // What was to be a file by that name is none.
  reply.removeHeader('content-disposition')
  reply.code(answer.status).headers(answer.headers).send(answer.body)
}

function createListener(deps: ServerDeps, adsRequest: RequestListener, other: RequestListener): RequestListener {
  const rewrite = createPathRewriter([deps.config.baseUrl, deps.config.mcpUrl])
  const mounts = new Map(
    (deps.mounts ?? []).flatMap((mount) => mount.segments.map((segment) => [segment, mount] as const)),
  )
  return (request, response) => {
    if (request.method === 'POST' && request.url === ADS_REQUEST_PATH) {
      adsRequest(request, response)
      return
    }
    const url = rewrite(pathOfTarget(request.url ?? '/'))
    request.url = url
    const mount = mounts.get(firstSegment(url))
    if (mount !== undefined) mount.handle(request, response)
    else if (request.method === 'POST' && url === ADS_REQUEST_PATH) adsRequest(request, response)
    else other(request, response)
  }
}

function firstSegment(url: string): string {
  return /^\/([^/?#]*)/.exec(url)?.[1] ?? ''
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPES, (request, payload, done) => {
    try {
      checkJsonHeaders(request.headers)
    } catch (error) {
      done(error as Error, undefined)
      return
    }
    readBody(payload, request.routeOptions.bodyLimit, (error, bytes) => {
      if (error) return done(error, undefined)
      if (bytes.length === 0) return done(null, undefined) // as without a type; see `isMissingBody`
      try {
        done(null, parseJson(bytes))
      } catch (fault) {
        done(fault as Error, undefined)
      }
    })
  })
}

/** Each answer carries our id; at debug level one line tells of it, with the pattern of the route and never the address. */
function nameAndLog(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('x-request-id', request.id)
    openToAll(pathOf(request.url), reply.raw)
    const encoding = request.headers['content-encoding']
    try {
      if (encoding !== undefined) checkEncoding(encoding)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  if (!log.isLevelEnabled('debug')) return
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    log.debug({
      requestId: request.id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    done()
  })
}

/** A number of hops, or the addresses and networks of the proxies whose X-Forwarded headers are believed. */
function trustOf(trusted: readonly string[]): false | string[] | ((address: string, hop: number) => boolean) {
  if (trusted.length === 0) return false
  const hops = trusted.length === 1 && /^\d+$/.test(trusted[0]!) ? Number(trusted[0]) : undefined
  return hops === undefined ? [...trusted] : (_address, hop) => hop < hops
}
