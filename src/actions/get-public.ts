// GETs what somebody else gave the address of, following a few redirects, each to where the service may call (`public-hosts.ts`).
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { request as requestHttp } from '../base/node-http.ts'
import { createResolveName, faultOfUrl, type HostGuard, publicAlone, type ResolveName } from './public-hosts.ts'

export interface Getting {
  readonly guard: HostGuard
  /** Default: the name servers, and in a closed network the system with its hosts file. */
  readonly resolve?: ResolveName | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** A connection on which nothing comes for so long is ended; absent: `signal` alone ends it. */
  readonly silentMs?: number
  /** Certificates to trust in place of the system's. */
  readonly ca?: string | undefined
}

/** Goes on after "… URL": "must …", or "leads …". */
export class UrlFault extends Error {}

const RESOLVE = createResolveName()
const REDIRECTS_MAX = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * The first answer that is no redirect, whatever its status; its body is the caller's to read or to destroy.
 * @returns with the URL that it came from
 * @throws UrlFault; RefusedAddress where a name leads into a private network; the system's errors
 */
export async function getPublic(text: string, getting: Getting): Promise<{ response: IncomingMessage; url: URL }> {
  let next: string | undefined = text
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const url: URL = checked(next, getting.guard)
    const response = await answerTo(url, getting)
    const { statusCode = 0, headers } = response
    if (!REDIRECTS.has(statusCode)) return { response, url }
    response.destroy()
    next = headers.location && URL.parse(headers.location, url.href)?.href
  }
  throw new UrlFault(`leads through more than ${REDIRECTS_MAX} redirects`)
}

function checked(text: string | undefined, guard: HostGuard): URL {
  const url = text === undefined ? null : URL.parse(text)
  const fault = url ? faultOfUrl(url, guard) : 'is none'
  if (!url || fault !== undefined) throw new UrlFault(fault)
  return url
}

function answerTo(url: URL, { guard, resolve, headers, signal, silentMs, ca }: Getting): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      agent: false,
      lookup: guard.allowPrivate ? resolve && lookupOf(resolve) : publicAlone(resolve ?? RESOLVE, guard.lifted),
      signal,
      headers,
      ...(ca !== undefined && { ca }),
      ...(silentMs !== undefined && { timeout: silentMs }),
    })
    let answer: IncomingMessage | undefined
    request.on('timeout', () => (answer ?? request).destroy(new Error(`nothing came for ${silentMs! / 1_000} s`)))
    request.on('response', (response) => done((answer = response)))
    request.on('error', fail)
    // After a 101 nothing else comes: neither a response nor an error.
    request.on('close', () => fail(new Error('the connection ended before there was an answer')))
    request.end()
  })
}

function lookupOf(resolve: ResolveName): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => (all ? callback(null, [...found]) : callback(null, found[0]!.address, found[0]!.family)),
      (error) => callback(error, '', 0),
    )
  }
}
