// One call of a tool, from its arguments as they came to the answer as it goes out: checked, done once, and with the buyer's context in it.
import type { OpenClaim, RememberAnswer } from '../actions/remember-answer.ts'
import type { Names } from '../actions/inventory/manage-entities.ts'
import type { Log } from '../base/log.ts'
import type { Caller } from '../domain/api-key.ts'
import { invalid, ServiceError } from '../domain/errors.ts'
import { faultOfShownText } from '../domain/shown-text.ts'
import { isJsonObject } from '../doors/json-body.ts'
import { createSchemaCompiler } from '../doors/schema-compiler.ts'
import { adcpErrorOf, type AdcpError, failureOf } from './errors.ts'
import type { Tool, Tools } from './tool.ts'
import type { ToolAnswer } from './tool-server.ts'

export interface CallToolDeps {
  readonly tools: Tools
  readonly rememberAnswer: RememberAnswer
  /** Names for what calls would make that make nothing. */
  readonly ids: Names
  readonly log: Pick<Log, 'error'>
}

export interface ToolVisit {
  readonly caller: Caller
  /** What the caller authenticated with. */
  readonly secret: string
  readonly requestId: string
}

/** Versions of the protocol that requests may name. */
export const MAJOR_VERSIONS: readonly number[] = [3]

/** Never rejects: what goes wrong is an answer in the protocol's shape. */
export type CallTool = (visit: ToolVisit, name: string, args: unknown) => Promise<ToolAnswer>

export function createCallTool({ tools, rememberAnswer, ids, log }: CallToolDeps): CallTool {
  const compiler = createSchemaCompiler()
  const checks = new Map(
    [...tools].map(([name, { input }]) => [
      name,
      compiler({ schema: input, method: 'POST', url: '', httpPart: 'body' }),
    ]),
  )

  return async (visit, name, given) => {
    const context = isJsonObject(given) ? given.context : undefined
    try {
      const args = readArguments(name, given)
      const answer = await answerOf(visit, name, tools.get(name)!, args)
      // Of a media buy the status is its own.
      const whole = { status: 'completed', ...answer, ...(context !== undefined && { context }) }
      return { json: JSON.stringify(whole), isError: false }
    } catch (error) {
      const isForeseen = error instanceof VersionError || (error instanceof ServiceError && error.code !== 'internal')
      if (!isForeseen) log.error({ err: error, requestId: visit.requestId }, `${name} failed`)
      const told = error instanceof VersionError ? error.told : adcpErrorOf(error, visit.requestId)
      return { json: JSON.stringify(failureOf(told, context)), isError: true }
    }
  }

  /** @throws VersionError, ServiceError validation_error */
  function readArguments(name: string, given: unknown): Record<string, unknown> {
    const args = withoutNulls(given ?? {})
    if (isJsonObject(args)) demandVersion(args.adcp_major_version)
    const check = checks.get(name)! as { (data: unknown): boolean; errors: unknown[] | null }
    if (!check(args)) throw compiler.errorOf(check.errors ?? [], 'body')
    demandPlainIds(args)
    return args as Record<string, unknown>
  }

  async function answerOf(visit: ToolVisit, name: string, tool: Tool, args: Record<string, unknown>): Promise<object> {
    const answer = (names: Names) => tool.answer(visit.caller, args, names)
    if (!tool.mutates || args.dry_run === true) return answer(ids)
    const { idempotency_key: key, context: _context, push_notification_config: _push, ...body } = args
    const claim = await rememberAnswer.begin({
      callerKeyId: visit.caller.keyId,
      callerSecret: visit.secret,
      // Keys of writes over HTTP are others.
      idempotencyKey: `adcp ${String(key)}`,
      request: JSON.stringify([name, sorted(body)]),
    })
    if (!('keep' in claim)) return { ...(JSON.parse(claim.body) as object), idempotency_key: key, replayed: true }
    return { ...(await keepAnswer(claim, answer)), idempotency_key: key }
  }
}

/** What failed may be mended and sent again under the same key; what nobody knows of goes on where it broke off. */
async function keepAnswer(claim: OpenClaim, answer: (names: Names) => Promise<object>): Promise<object> {
  let made: object
  try {
    made = await answer(claim.ids)
  } catch (error) {
    const isSure = error instanceof ServiceError && error.code !== 'internal' && error.code !== 'unavailable'
    await (isSure ? claim.abandon() : claim.release()).catch(() => {})
    throw error
  }
  // What was done is told only once it would be told again.
  await claim.keep({ status: 200, body: JSON.stringify(made) })
  return made
}

class VersionError extends Error {
  readonly told: AdcpError

  constructor(asked: unknown) {
    const supported = MAJOR_VERSIONS.join(', ')
    const message = `Version ${String(asked).slice(0, 20)} of AdCP is not spoken here; supported: ${supported}`
    super(message)
    this.told = {
      code: 'VERSION_UNSUPPORTED',
      message,
      recovery: 'correctable',
      field: 'adcp_major_version',
      suggestion: `Send adcp_major_version ${supported}, or leave it out`,
      details: { supported_major_versions: MAJOR_VERSIONS },
    }
  }
}

function demandVersion(asked: unknown): void {
  if (asked !== undefined && !MAJOR_VERSIONS.includes(asked as number)) throw new VersionError(asked)
}

/** Models send null where they have nothing to say. The context is the buyer's own affair. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, depth === 0 && name === 'context' ? field : withoutNulls(field, depth + 1)]),
  )
}

/**
 * Ids are looked up and kept as they are, which no database does with halves of a pair or the character 0. A pattern in the schemas would
 * say so in a dialect that not every client reads.
 * @throws ServiceError validation_error
 */
function demandPlainIds(value: unknown, path = '', isId = false): void {
  if (typeof value === 'string' && isId) {
    const fault = faultOfShownText(value)
    if (fault !== undefined) throw invalid(path, fault, 'characters')
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) demandPlainIds(item, `${path}[${i}]`, isId)
  } else if (isJsonObject(value)) {
    for (const [name, field] of Object.entries(value)) {
      if (path === '' && name === 'context') continue
      demandPlainIds(field, path === '' ? name : `${path}.${name}`, /_ids?$/.test(name))
    }
  }
}

/** The same fields in the same order, however they were sent. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}
