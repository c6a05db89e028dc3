// Speaks to a running server over its HTTP API, and turns what goes wrong into sentences that say what to do.
import type { CliContext } from './context.ts'
import type { Issue } from '../domain/errors.ts'
import { CliError, EXIT, exitCodeOf, usageError, wordsOf } from './failures.ts'
import { type Answer, sendRequest } from './send-request.ts'
import type { Terminal } from './terminal.ts'

export interface ApiClient {
  readonly url: string
  /** @throws CliError with the server's words, or with what to do where no server answers */
  call<T>(method: string, path: string, options?: CallOptions): Promise<T>
  /** Address and headers of a call that somebody else makes, such as a long upload. */
  prepare(path: string): { readonly url: URL; readonly headers: Record<string, string> }
  /**
   * What the answer to such a call says.
   * @throws CliError where it is none of 2xx: what was sent is at fault, and not how the command was used; or where it is not Aside's
   */
  read<T>(answer: Answer): T
  /** Tells what the answer to such a call warns of; those to `call` tell it by themselves. */
  tellWarnings(answer: unknown): void
  /** The error of a call that got no answer. */
  unreachable(cause: unknown): CliError
}

interface CallOptions {
  readonly body?: unknown
  readonly accept?: string
  /** Real milliseconds; default 30,000. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 30_000

/**
 * @param key sent as a bearer token
 * @param keyName how the key is called in hints, such as "operator key"
 * @param warn is told what answers warn of, such as a field that was ignored
 */
export function createApiClient({
  url,
  key,
  keyName,
  warn,
}: {
  url: string
  key: string | undefined
  keyName: string
  warn: Terminal['warn']
}): ApiClient {
  const base = baseOf(url)
  if (key !== undefined && !KEY_TEXT.test(key)) {
    throw usageError(
      `The ${keyName} holds a character that no key has, such as a line break.`,
      'See that it is whole, and that nothing else came along when it was copied.',
    )
  }
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }

  const client: ApiClient = {
    url: base,
    prepare(path) {
      return { url: new URL(`${base}${path}`), headers: authorization }
    },
    async call<T>(
      method: string,
      path: string,
      { body, accept = 'application/json', timeoutMs = TIMEOUT_MS }: CallOptions = {},
    ) {
      const { url: target, headers } = client.prepare(path)
      const answer = await sendRequest(target, {
        method,
        headers: { ...headers, accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error) => {
        throw client.unreachable(error)
      })
      check(answer, exitCodeOf)
      if (accept !== 'application/json') {
        if (!answer.type.startsWith(accept)) throw notAside(base)
        return answer.text as T
      }
      const said = answer.text === '' ? undefined : parse(answer.text)
      client.tellWarnings(said)
      return said as T
    },
    tellWarnings(answer) {
      for (const { message } of warningsIn(answer)) if (typeof message === 'string') warn(message)
    },
    read<T>(answer: Answer) {
      check(answer, () => EXIT.failure)
      return parse(answer.text) as T
    },
    unreachable: (cause) => unreachable(cause, base),
  }
  return client

  function check(answer: Answer, exitCodeOf: ErrorWays['exitCodeOf']): void {
    if (answer.status < 200 || answer.status > 299) throw errorOf(answer, { keyName, base, exitCodeOf })
    if (!answer.isNumbered) throw notAside(base)
  }

  function parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw notAside(base)
    }
  }
}

// What a header carries: an operator key of your own may hold blanks.
const KEY_TEXT = /^[\t\x20-\x7e]+$/

function notAside(base: string): CliError {
  return new CliError(`What answers at ${base} is not Aside.`, { code: 'not_aside', hint: ANOTHER_URL })
}

function warningsIn(answer: unknown): readonly { readonly message?: unknown }[] {
  const { warnings } = (answer ?? {}) as { warnings?: unknown }
  return Array.isArray(warnings) ? warnings.filter((one) => one !== null) : []
}

const ANOTHER_URL = 'Name the right address with --url or ASIDE_URL.'

function baseOf(url: string): string {
  const parsed = URL.parse(url.includes('://') ? url : `http://${url}`)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw usageError(`"${url}" is no address of a server.`, 'Give something like http://127.0.0.1:8080.')
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '')
}

function unreachable(cause: unknown, base: string): CliError {
  const { code, message, name } = cause as Error & { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CliError(`No server answers at ${base}.`, {
      code: 'unreachable',
      hint: `Start one with "aside serve" or "aside demo". ${ANOTHER_URL}`,
    })
  }
  if (name === 'TimeoutError') return new CliError(`${base} took too long to answer.`, { code: 'timeout' })
  const isTls = /^(EPROTO$|(ERR_SSL|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_)/.test(code ?? '')
  return new CliError(`The connection to ${base} broke: ${isTls ? code : message}.`, {
    code: 'unreachable',
    ...(isTls && {
      hint: 'Write http:// or https:// as the server speaks it, and see that its certificate is trusted here.',
    }),
  })
}

interface ErrorWays {
  readonly keyName: string
  readonly base: string
  readonly exitCodeOf: (code: string | undefined) => number
}

function errorOf({ status, text, isNumbered }: Answer, { keyName, base, exitCodeOf }: ErrorWays): CliError {
  let error: { code?: string; message?: string; issues?: Issue[] } | undefined
  let requestId: string | undefined
  try {
    ;({ error, requestId } = JSON.parse(text) as { error?: typeof error; requestId?: string })
  } catch {
    error = undefined
  }
  if (!isNumbered || typeof error?.message !== 'string') {
    return new CliError(`${base} answered ${status} and not as Aside does.`, { code: 'not_aside', hint: ANOTHER_URL })
  }
  const hint = NOTHING_HERE.test(error.message)
    ? `Leave out the path of a page, such as /console. ${ANOTHER_URL}`
    : hintOf(status, error.message, keyName)
  return new CliError(wordsOf(error.message, error.issues), {
    exitCode: exitCodeOf(error.code),
    code: error.code ?? `http_${status}`,
    ...(requestId && { requestId }),
    ...(error.issues && { issues: error.issues }),
    ...(hint && { hint }),
  })
}

/** What the service says of addresses that it has not, and never of an id. */
const NOTHING_HERE = /^There is nothing at this address/

function hintOf(status: number, message: string, keyName: string): string | undefined {
  if (status === 401) {
    return keyName === OPERATOR_KEY
      ? 'Check the operator key (--admin-key or ASIDE_ADMIN_KEY). It was printed once, at the first start; where it is lost, stop the server and run "aside keys reset-operator".'
      : 'Check the key (--key or ASIDE_KEY); "aside keys create" makes one.'
  }
  if (status === 403) return hintOfScope(MISSING_SCOPE.exec(message)?.[1], keyName)
  if (status === 429 && message.startsWith('This key may send'))
    return 'Wait a moment and try again, or raise the limit of the key.'
  return undefined
}

/** How the service names the scope that is missing, or the first of several that would do. */
const MISSING_SCOPE = /\bthe scope ([a-z]+(?::[a-z]+)?)/

function hintOfScope(missing: string | undefined, keyName: string): string | undefined {
  if (missing === undefined) return undefined
  if (keyName !== OPERATOR_KEY) return `"aside keys create --publisher pub_…" makes a key with the scope ${missing}.`
  if (missing === 'admin') return 'Only the operator key may do that; give it with --admin-key or ASIDE_ADMIN_KEY.'
  return `A key with the scope ${missing} may do that, and so may the operator key; give one of them with --admin-key or ASIDE_ADMIN_KEY.`
}

const OPERATOR_KEY = 'operator key'

/** An id as it goes into a path. @throws CliError usage for a text that would lead to another address */
export function idInPath(id: string): string {
  if (/^\w+$/.test(id)) return id
  throw usageError(`"${id}" is no id.`, 'Ids read like cmp_01M7YVF8RACB76J7JN2C9WYC7X, as lists and answers show them.')
}

/** Which server a command asks, and as whom: options of the program as a whole. */
export interface ServerOptions {
  readonly url: string
  /** `ASIDE_ADMIN_KEY` where it is left out. */
  readonly adminKey?: string
}

/** A client that acts for the operator. @throws CliError usage where no operator key is given */
export function operatorClient(
  { url, adminKey }: ServerOptions,
  { env, terminal }: Pick<CliContext, 'env' | 'terminal'>,
): ApiClient {
  const key = adminKey || env.ASIDE_ADMIN_KEY
  if (!key) {
    throw usageError(
      'This needs the operator key.',
      'Set ASIDE_ADMIN_KEY or give --admin-key. The server printed the key once, at its first start; where it is lost, stop the server and run "aside keys reset-operator".',
    )
  }
  return createApiClient({ url, key, keyName: OPERATOR_KEY, warn: terminal.warn })
}
