// The AdCP door: a sales agent over MCP at one address. Which requests it takes, in which order they are checked, and who answers them.
import type { IncomingMessage } from 'node:http'
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
import { createMcpEndpoint } from '../doors/mcp-endpoint.ts'
import { refuseVisit } from '../doors/mcp-errors.ts'
import { keyMissing } from '../doors/mcp-message.ts'
import { beginAnswer, demandMethod, letIn, type McpVisit, readVisit } from '../doors/mcp-visit.ts'
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
  const { ids, log, version } = deps
  const prefix = prefixOf(deps.mcpUrl)
  const tools = createTools(deps, `${deps.mcpUrl.replace(/\/$/, '')}/adcp`)
  const callTool = createCallTool({ ...deps, tools })
  const entrance = { ...deps, name: 'AdCP' }
  const nothingHere = new ServiceError('not_found', `There is nothing here. AdCP is at ${prefix}/adcp`)
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
      const visit = { request, response, requestId: ids.next('req') }
      beginAnswer(visit)
      if (path !== '/adcp') return refuseVisit(visit, nothingHere)
      void letIn(entrance, visit, answerVisit)
    },
    close: () => endpoint.close(),
  }

  /** Who asks is checked first, then how; what is asked comes last. */
  async function answerVisit(visit: McpVisit): Promise<void> {
    const { request, response, requestId } = visit
    const { caller, secret } = identify(request)
    demandMethod(visit, 'POST')
    const message = await readVisit(entrance, visit, caller)
    const call = (name: string, args: unknown) => callTool({ caller, secret, requestId }, name, args)
    await endpoint.answer(request, response, message, { call })
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

const wrongKind = new ServiceError(
  'scope_insufficient',
  'This needs the key of an advertiser with the scope inventory:write, or an operator key with it or admin',
)
