// The AdCP door: a sales agent over MCP at one address. Which requests it takes, in which order they are checked, and who answers them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pickKey, type Authenticate } from '../actions/keys/authenticate.ts'
import { demandScope } from '../actions/authorise.ts'
import type { Clock } from '../base/clock.ts'
import type { Gcra } from '../base/gcra.ts'
import type { IdSource } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { OriginGuard } from '../base/origin-guard.ts'
import type { Caller } from '../domain/api-key.ts'
import { ServiceError } from '../domain/errors.ts'
import { prefixOf } from '../doors/base-prefix.ts'
import { authInvalid, credentialsOf } from '../doors/credentials.ts'
import { INTERNAL } from '../doors/errors.ts'
import { allowPage, answerPreflight } from '../doors/mcp-cors.ts'
import { createMcpEndpoint } from '../doors/mcp-endpoint.ts'
import { refuseVisit as no, rpcIdOf, type RpcId } from '../doors/mcp-errors.ts'
import { checkBatchRate, keyMissing, messagesIn, readMessage } from '../doors/mcp-message.ts'
import type { MountedDoor } from '../doors/mount.ts'
import { createCallTool } from './call-tool.ts'
import { ADCP_SEGMENTS } from './segments.ts'
import { createToolServer, type ToolServerOptions } from './tool-server.ts'
import { createTools, type ToolDeps } from './tools.ts'

export interface AdcpDoorDeps extends ToolDeps {
  readonly authenticate: Authenticate
  /** Public base of this door, above `/adcp`. */
  readonly mcpUrl: string
  readonly originGuard: OriginGuard
  /** Undefined: no rate limits. */
  readonly rateLimiter: Gcra | undefined
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>
  readonly ids: IdSource
  readonly log: Pick<Log, 'error' | 'debug'>
  readonly version: string
}

export function createAdcpDoor(deps: AdcpDoorDeps): MountedDoor {
  const { ids, log, rateLimiter, version } = deps
  const prefix = prefixOf(deps.mcpUrl)
  const tools = createTools(deps, `${deps.mcpUrl.replace(/\/$/, '')}/adcp`)
  const callTool = createCallTool({ ...deps, tools })
  const endpoint = createMcpEndpoint<Omit<ToolServerOptions, 'version' | 'tools'>>({
    path: '/adcp',
    plainJson: true,
    serverFor: (visit) => createToolServer({ version, tools, ...visit }),
    onFault: (error) => log.debug({ reason: error.message }, 'AdCP request refused'),
  })

  return {
    segments: ADCP_SEGMENTS,
    handle(request, response) {
      const path = /^[^?]*/.exec(request.url ?? '/')![0].replace(/\/$/, '')
      const visit: Visit = { request, response, requestId: ids.next('req') }
      response.setHeader('cache-control', 'no-store')
      response.setHeader('referrer-policy', 'no-referrer')
      response.setHeader('x-request-id', visit.requestId)
      if (path !== '/adcp') {
        return no(visit, new ServiceError('not_found', `There is nothing here. AdCP is at ${prefix}/adcp`))
      }
      void enter(visit)
    },
    close: () => endpoint.close(),
  }

  /** The order of checks: where from, then who, then how; what is asked comes last. */
  async function enter(visit: Visit): Promise<void> {
    const { request, response } = visit
    try {
      const fault = deps.originGuard.faultOf(request)
      if (fault !== undefined) throw new ServiceError('origin_not_allowed', fault)
      allowPage(request, response)
      if (answerPreflight(request, response)) return
      const { caller, secret } = identify(request)
      if (request.method !== 'POST') {
        response.setHeader('allow', 'POST')
        throw new ServiceError('method_not_allowed', 'This address takes POST alone')
      }
      visit.rpcId = null
      const message = await readMessage(request)
      visit.rpcId = rpcIdOf(message)
      const batch = { caller, messages: messagesIn(message), nowMs: deps.clock.monotonicMs() }
      checkBatchRate(rateLimiter, batch, response)
      const { requestId } = visit
      const call = (name: string, args: unknown) => callTool({ caller, secret, requestId }, name, args)
      await endpoint.answer(request, response, message, { call })
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      if (error instanceof ServiceError) return no(visit, error)
      if (request.socket.destroyed) return // the client went away
      log.error({ err: error, requestId: visit.requestId }, 'AdCP request failed')
      no(visit, INTERNAL)
    }
  }

  /** Who calls: an advertiser or the operator. Publishers sell nothing here by themselves. */
  function identify(request: IncomingMessage): { caller: Caller; secret: string } {
    const token = new URL(request.url ?? '/', 'http://any').searchParams.get('token') ?? undefined
    const { key } = pickKey({ ...credentialsOf(request), token })
    if (key === undefined) throw keyMissing
    const caller = deps.authenticate(key)
    if (caller === undefined) throw authInvalid
    if (caller.publisherId !== undefined || caller.mode === 'browser') throw wrongKind
    demandScope(caller, 'inventory:write')
    return { caller, secret: key }
  }
}

interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** The id of the message, null as long as it is unknown; undefined before the body is looked at. */
  rpcId?: RpcId | null
}

const wrongKind = new ServiceError(
  'scope_insufficient',
  'This needs the key of an advertiser with the scope inventory:write, or an operator key with it or admin',
)
