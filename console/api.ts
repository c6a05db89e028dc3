// Calls the public API as any customer would: one key, JSON, and errors that carry what the service said.
import type { OnceKey } from './once.ts'

export interface Api {
  get<T>(path: string, signal?: AbortSignal): Promise<T>
  /** @param once a key under which the same call, sent again, is done once */
  send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, once?: OnceKey): Promise<T>
  /** Sends a file as it lies on the disk. @param onProgress gets the part that has left, 0–1 */
  upload<T>(path: string, file: Blob, type: string, onProgress: (part: number) => void, signal: AbortSignal): Promise<T>
  /** The answer as a file, with the name that the service gave it. */
  download(path: string, accept: string): Promise<{ blob: Blob; name: string }>
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

export interface Issue {
  /** Such as `frequencyCaps.0.max`. */
  readonly field: string
  /** What follows on the field's name. */
  readonly message: string
}

/** A "no" of the service, or (status 0) no answer at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** What is wrong with what was sent. */
  readonly issues: readonly Issue[]
  readonly requestId: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { issues?: readonly Issue[]; requestId?: string } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.issues = more.issues ?? []
    this.requestId = more.requestId
  }
}

/** Where the API lies. The page lies at `{base}/console/`, so this also holds behind a proxy with a path prefix. */
export const API_ROOT = new URL('../api/v1/', document.baseURI)

/** Till an answer begins; what stands in between waits hardly longer. */
const PATIENCE_MS = 60_000

/** @param onRefused asks for another key where this one is refused, with which the call is made once more; undefined: there is none */
export function createApi(
  firstKey: string,
  onRefused: (error: ApiError) => Promise<string | undefined> = async () => undefined,
): Api {
  let key = firstKey

  async function withKey<T>(work: (authorization: string) => Promise<T>): Promise<T> {
    const tried = key
    try {
      return await work(`Bearer ${tried}`)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      // Of calls that were made at once, one may have brought another key meanwhile.
      const next = key === tried ? await onRefused(error) : key
      if (next === undefined) throw error
      key = next
      return work(`Bearer ${next}`)
    }
  }

  /** @param read what is wanted of an answer that is no refusal */
  const call = <T>(path: string, init: Init, read: (response: Response) => Promise<T>): Promise<T> =>
    withKey((authorization) => callOnce(path, { ...init, headers: { ...init.headers, authorization } }, read))

  async function callOnce<T>(path: string, init: RequestInit, read: (response: Response) => Promise<T>): Promise<T> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), PATIENCE_MS)
    const signal = AbortSignal.any(init.signal ? [init.signal, late.signal] : [late.signal])
    let refusal: ApiError
    try {
      const asked = fetch(new URL(path, API_ROOT), { ...init, signal, credentials: 'omit', cache: 'no-store' })
      const response = await asked.finally(() => clearTimeout(timer))
      if (response.ok) return await read(response)
      refusal = errorOf(response.status, await response.text())
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw late.signal.aborted ? unanswered() : unreachable()
    }
    throw refusal
  }

  async function callForJson<T>(path: string, init: Init): Promise<T> {
    const { status, text } = await call(path, init, async (response) => ({
      status: response.status,
      text: await response.text(),
    }))
    return jsonIn<T>(status, text)
  }

  return {
    get: (path, signal) => callForJson(path, { signal }),
    async send(method, path, body, once) {
      const headers: Init['headers'] = once === undefined ? {} : { 'idempotency-key': once.text }
      const init: Init =
        body === undefined
          ? // What is ended ends also where the page is left before the answer.
            { method, headers, keepalive: true }
          : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      try {
        return await callForJson(path, init)
      } catch (error) {
        if (isKeptRefusal(error)) once?.renew()
        // What is not there has ended, as it was to: by a first try whose answer was lost, or by somebody else.
        if (method === 'DELETE' && error instanceof ApiError && error.code === 'not_found') return undefined as never
        throw error
      }
    },
    download: (path, accept) =>
      call(path, { headers: { accept } }, async (response) => {
        const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
        return { blob: await response.blob(), name }
      }),
    upload: <T>(path: string, file: Blob, type: string, onProgress: (part: number) => void, signal: AbortSignal) =>
      withKey(
        (authorization) =>
          new Promise<T>((resolve, reject) => {
            if (signal.aborted) return reject(signal.reason)
            // `fetch` does not tell how much of a body has left.
            const request = new XMLHttpRequest()
            request.open('POST', new URL(path, API_ROOT))
            request.setRequestHeader('authorization', authorization)
            request.setRequestHeader('content-type', type)
            signal.addEventListener('abort', () => request.abort())
            request.onabort = () => reject(signal.reason)
            request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
            request.onerror = () => reject(unreachable())
            request.onload = () => {
              if (request.status >= 300) return reject(errorOf(request.status, request.responseText))
              try {
                resolve(jsonIn(request.status, request.responseText))
              } catch (error) {
                reject(error)
              }
            }
            request.send(file)
          }),
      ),
  }
}

/** A path with a query; what is undefined or empty is left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * Whether a write was not done for what it met. The service keeps such an answer, and would give it again under the same key once things have changed. Any
 * other refusal may be that of a second try and says nothing of the first one, which may have been done.
 */
function isKeptRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'conflict' || error.code === 'not_found')
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function unreachable(): ApiError {
  return new ApiError(0, 'unreachable', 'The service cannot be reached. It may be restarting; try again in a moment.')
}

function unanswered(): ApiError {
  return new ApiError(0, 'unanswered', 'The service has not answered within a minute. Try again in a moment.')
}

/** @throws ApiError where something in between answered in place of the service */
function jsonIn<T>(status: number, text: string): T {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(status, 'unknown', 'Something else than the service has answered.')
  }
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly issues?: readonly { readonly pointer: string; readonly message: string }[]
  }
  readonly requestId?: string
}

function errorOf(status: number, text: string): ApiError {
  let body: ErrorBody | null = null
  try {
    body = JSON.parse(text)
  } catch {
    // Not ours: a proxy in between answered.
  }
  const { code = 'unknown', message = `The service answered ${status}.`, issues = [] } = body?.error ?? {}
  const told = issues.map(({ pointer, message }) => ({ field: pointer.slice(1).replaceAll('/', '.'), message }))
  return new ApiError(status, code, message, { issues: told, requestId: body?.requestId })
}
