// The MCP door: which requests it takes, in which order they are checked, and who answers them.
import type { ServerResponse } from 'node:http'
import { pickKey, type Authenticate } from '../actions/keys/authenticate.ts'
import { demandScope } from '../actions/authorise.ts'
import type { ServeAdsInTime } from '../actions/decisions/serve-ads.ts'
import type { Clock } from '../base/clock.ts'
import type { Gcra } from '../base/gcra.ts'
import type { IdSource } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { OriginGuard } from '../base/origin-guard.ts'
import type { RandomBytes } from '../base/random.ts'
import type { Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import { prefixOf } from '../doors/base-prefix.ts'
import { authInvalid, credentialsOf } from '../doors/credentials.ts'
import { createMcpEndpoint } from '../doors/mcp-endpoint.ts'
import { refuseVisit } from '../doors/mcp-errors.ts'
import { checkBatchRate, keyMissing } from '../doors/mcp-message.ts'
import { beginAnswer, demandMethod, letIn, type McpVisit, readVisit } from '../doors/mcp-visit.ts'
import type { MountedDoor } from '../doors/mount.ts'
import { parseArguments } from './ads-request-tool.ts'
import { faultTextOf } from './errors.ts'
import { createEventStreams, STREAM_LIMITS, type StreamLimits } from './event-streams.ts'
import { createFastAnswer, createFastCallReader } from './fast-call.ts'
import { presentAds } from './present-ads.ts'
import { MCP_SEGMENTS } from './segments.ts'
import { createToolServer, type ToolOutcome, type ToolServerOptions } from './tool-server.ts'

export interface McpDoorDeps {
  readonly serveAds: ServeAdsInTime
  readonly authenticate: Authenticate
  /** @throws ServiceError scope_insufficient where the caller has no publisher that ads can be served to */
  readonly demandPublisher: (caller: Caller) => void
  /** Whether the key behind an open stream may still be used. */
  readonly isStillGood: (keyId: string) => boolean
  /** Public base of the links in ads. */
  readonly linkBase: string
  /** Public base of this door, above `/mcp`; its path prefix is kept in what clients are told. */
  readonly mcpUrl: string
  readonly originGuard: OriginGuard
  /** Undefined: no rate limits. */
  readonly rateLimiter: Gcra | undefined
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly ids: IdSource
  readonly randomBytes: RandomBytes
  readonly log: Pick<Log, 'error' | 'debug'>
  readonly version: string
  readonly streamLimits?: Partial<StreamLimits>
  /** False sends every call through the SDK; the suite compares the two ways with it. */
  readonly fastCalls?: boolean
}

export function createMcpDoor(deps: McpDoorDeps): MountedDoor {
  const { clock, ids, log, rateLimiter, version } = deps
  const linkBase = JSON.stringify(deps.linkBase.replace(/\/$/, '')).slice(1, -1)
  const prefix = prefixOf(deps.mcpUrl)
  const nothingHere = new ServiceError(
    'not_found',
    `There is nothing here. MCP is at ${prefix}/mcp and takes an API key, not OAuth: send X-API-Key: KEY`,
  )
  const streams = createEventStreams({
    ...deps,
    postPath: `${prefix}/message`,
    limits: { ...STREAM_LIMITS, ...deps.streamLimits },
  })
  const sdk = createMcpEndpoint<Omit<ToolServerOptions, 'version'>>({
    path: '/mcp',
    serverFor: (visit) => createToolServer({ version, ...visit }),
    onFault: (error) => log.debug({ reason: error.message }, 'MCP request refused'),
  })
  const fastCallOf = createFastCallReader()
  const fastAnswer = createFastAnswer(version)

  const entrance = { ...deps, name: 'MCP' }
  const routes: Readonly<Record<string, Route>> = {
    '/mcp': { allow: 'POST', answer: answerMcp },
    '/sse': { allow: 'GET', answer: openStream },
    '/message': { allow: 'POST', answer: answerMessage },
  }

  return {
    segments: MCP_SEGMENTS,
    handle(request, response) {
      const url = request.url ?? '/'
      const mark = url.indexOf('?')
      const path = (mark < 0 ? url : url.slice(0, mark)).replace(/\/$/, '')
      const visit: Visit = {
        request,
        response,
        route: Object.hasOwn(routes, path) ? routes[path]! : undefined,
        query: mark < 0 ? NO_QUERY : new URLSearchParams(url.slice(mark + 1)),
        requestId: ids.next('req'),
        startedMs: clock.monotonicMs(),
      }
      beginAnswer(visit)
      if (visit.route === undefined) return refuseVisit(visit, nothingHere)
      void letIn(entrance, visit, answerVisit)
    },
    async close() {
      streams.close()
      await sdk.close()
    },
  }

  /** Who asks is checked first, then how; what is asked comes last. */
  function answerVisit(visit: Visit): Promise<void> {
    const { allow, answer } = visit.route!
    visit.caller = identify(visit)
    // On the message address the stream's own key will do.
    if (visit.caller === undefined && answer !== answerMessage) throw keyMissing
    demandMethod(visit, allow)
    return answer(visit)
  }

  /** Who calls, by the key that decides; undefined where none was sent. */
  function identify({ request, query }: Visit): Caller | undefined {
    const { key } = pickKey({ ...credentialsOf(request), token: query.get('token') ?? undefined })
    if (key === undefined) return undefined
    const caller = deps.authenticate(key)
    if (caller === undefined) throw authInvalid
    if (caller.mode === 'browser' && !caller.origins.includes(request.headers.origin ?? '')) {
      throw new ServiceError('origin_not_allowed', 'This browser key works only from the pages to which it is bound')
    }
    demandScope(caller, 'ads:request')
    deps.demandPublisher(caller)
    return caller
  }

  async function answerMcp(visit: Visit): Promise<void> {
    const { request, response } = visit
    const caller = visit.caller!
    const message = await readVisit(entrance, visit, caller)
    const call = (args: unknown) => callTool(visit, caller, args)
    const fast = deps.fastCalls === false ? undefined : fastCallOf(request, message)
    if (fast) return sendJson(response, fastAnswer(fast.id, await call(fast.args)))
    await sdk.answer(request, response, message, { safeNames: wantsSafeNames(visit), call })
  }

  async function openStream(visit: Visit): Promise<void> {
    const { response } = visit
    const caller = visit.caller!
    checkBatchRate(rateLimiter, { caller, messages: 1, nowMs: clock.monotonicMs() }, response)
    if (!streams.hasRoomFor(caller)) throw tooManyStreams
    const safeNames = wantsSafeNames(visit)
    await streams.open(response, caller, (owner) =>
      createToolServer({
        version,
        safeNames,
        call: (args) => callTool({ requestId: ids.next('req'), startedMs: clock.monotonicMs() }, owner, args),
      }),
    )
  }

  async function answerMessage(visit: Visit): Promise<void> {
    const { response, query, caller } = visit
    const sessionId = query.get('sessionId')
    if (!sessionId) throw sessionIdMissing
    const owner = streams.callerOf(sessionId)
    if (owner === undefined || (caller !== undefined && caller.publisherId !== owner.publisherId)) {
      throw noSuchStream
    }
    const message = await readVisit(entrance, visit, owner)
    if (!streams.receive(sessionId, message)) throw noMessage
    response.writeHead(202).end()
  }

  /** Nothing that goes wrong in a call gets out as it is: the SDK would show it to the model word for word. */
  async function callTool(visit: CallVisit, caller: Caller, args: unknown): Promise<ToolOutcome> {
    const parsed = parseArguments(args)
    if ('fault' in parsed) return parsed
    try {
      const served = await deps.serveAds(caller, parsed.request, { monotonicMs: visit.startedMs })
      if (visit.response?.headersSent === false) visit.response.setHeader('x-request-id', served.requestId)
      return { json: presentAds(served, linkBase) }
    } catch (error) {
      // What the caller may not do is no failure of ours: the publisher of an open stream may be archived meanwhile.
      const isRefusal = error instanceof ServiceError && error.code !== 'internal'
      if (!isRefusal) log.error({ err: error, requestId: visit.requestId }, 'ads.request failed')
      return { fault: faultTextOf(error, visit.requestId) }
    }
  }
}

interface Route {
  readonly allow: 'GET' | 'POST'
  readonly answer: (visit: Visit) => Promise<void>
}

interface Visit extends McpVisit {
  /** Undefined: there is nothing at its address. */
  readonly route: Route | undefined
  readonly query: URLSearchParams
  readonly startedMs: number
  caller?: Caller | undefined
}

/** What a call needs to know of its visit; a call over a stream has no answer of its own to set headers on. */
type CallVisit = Pick<Visit, 'requestId' | 'startedMs'> & { readonly response?: ServerResponse }

const NO_QUERY = new URLSearchParams()
const tooManyStreams = new ServiceError('rate_limited', 'Too many streams are open; close one and try again', {
  retryAfterSeconds: 30,
})
const sessionIdMissing = new ServiceError(
  'validation_error',
  "The address needs ?sessionId=, as the stream's first event said",
)
const noSuchStream = new ServiceError('not_found', 'There is no such stream; open a new one with GET /sse')
const noMessage = new ServiceError('validation_error', 'The body is no JSON-RPC message')

function wantsSafeNames({ query }: Visit): boolean {
  return query.get('tool_names') === 'safe'
}

function sendJson(response: ServerResponse, json: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }).end(json)
}
