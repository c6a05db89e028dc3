// The one way out of the service: sends a signed message to an address that somebody else chose, and to public ones alone.
//
// A name is resolved once, every address it has must be public, and the connection goes to one of those that were looked at:
// a name that changes its mind between look and call gains nothing. Redirects are not followed.
import { createHmac } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { request as requestHttp } from '../base/node-http.ts'
import { invalid } from '../domain/errors.ts'
import type { Outcome } from '../domain/webhook.ts'
import { ofAnswer, ofFault, refused, RefusedAddress } from './webhook-outcome.ts'

/** Heard once the receiver answered with 2xx. Never rejects, also where it is broken off by `stop`. */
export type SendWebhook = (
  message: { url: string; secret: string; body: string; nowMs: number },
  stop?: AbortSignal,
) => Promise<Outcome>

const TIMEOUT_MS = 5_000
/** Within the time of a message, so that nothing is asked any more for one that was given up. */
const NAME_ASKED = { timeout: 1_500, tries: 2 }

export interface SendWebhookOptions {
  /** For tests and closed networks: http, and addresses that are not public. */
  readonly allowPrivate: boolean
  readonly timeoutMs?: number
  readonly resolve?: ResolveName
}

/** The addresses of a name, at least one. Rejects where it has none. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>

/**
 * Asks the name servers itself. The system's own call waits in a thread, of which there are two for everybody's names: whoever
 * owned a few names that nobody answers for would keep all others waiting.
 * @param servers as `host:port`; absent: those of the system
 */
export function createResolveName(servers?: readonly string[]): ResolveName {
  return async (name) => {
    const resolver = new Resolver(NAME_ASKED) // which are the system's may change while we run
    if (servers) resolver.setServers(servers)
    const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = asked.flatMap((one, i) =>
      one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    )
    if (found.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
    return found
  }
}

export function createSendWebhook(options: SendWebhookOptions): SendWebhook {
  const { allowPrivate, timeoutMs = TIMEOUT_MS, resolve = createResolveName() } = options
  return ({ url: text, secret, body, nowMs }, stop) =>
    new Promise((done) => {
      const url = URL.parse(text)
      const fault = url ? faultOf(url, allowPrivate) : NO_URL
      if (!url || fault !== undefined) return done(refused(`The URL ${fault}`))
      const unheard = (error?: Error) => done(ofFault(error, { host: url.hostname, timeoutMs, isLate: late.aborted }))
      const late = AbortSignal.timeout(timeoutMs)
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        agent: false,
        lookup: allowPrivate ? undefined : publicAlone(resolve),
        signal: stop ? AbortSignal.any([stop, late]) : late,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Aside-Webhook/1',
          'aside-signature': signatureOf(secret, body, nowMs),
        },
      })
      request.on('response', (response) => {
        const { statusCode = 0 } = response
        response.destroy()
        done(ofAnswer(statusCode))
      })
      request.on('error', unheard)
      // After a 101 nothing else comes: neither a response nor an error.
      request.on('close', () => unheard())
      request.end(body)
    })
}

/** `t=SECONDS,v1=HEX`: HMAC-SHA-256 under the webhook's secret of the seconds, a dot, and the body as it was sent. */
function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** @throws ServiceError validation_error where an address cannot be sent to */
export function checkWebhookUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string {
  const url = URL.parse(text)
  const fault = url ? faultOf(url, allowPrivate) : NO_URL
  if (fault !== undefined) throw invalid('url', fault, 'format')
  return url!.href
}

const NO_URL = 'must be an https URL, such as "https://shop.example/hook"'
const LIFTED = '; where receivers stand in a closed network, the operator sets ASIDE_WEBHOOK_PRIVATE=on'

function faultOf({ protocol, username, password, hostname, port }: URL, allowPrivate: boolean): string | undefined {
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return `must be an https URL${LIFTED}`
  if (username !== '' || password !== '') return 'must not hold a user name or password'
  if (allowPrivate) return undefined
  if (port !== '' && Number(port) < 1_024) return 'must use port 443, or one above 1023'
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPublic(address)) return `must not lead into a private network${LIFTED}`
  if (!hostname.includes('.') && isIP(address) === 0) return `must name a public host${LIFTED}`
  return undefined
}

function publicAlone(resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (addresses: readonly LookupAddress[]): void => {
      if (!addresses.every(({ address }) => isPublic(address))) {
        callback(new RefusedAddress(`${hostname} leads into a private network${LIFTED}`), '', 0)
      } else if (options.all) callback(null, [...addresses])
      else callback(null, addresses[0]!.address, addresses[0]!.family)
    }
    resolve(hostname).then(answer, (error) => callback(error, '', 0))
  }
}

/** False for loopback, private, link-local, carrier and reserved ranges, also where IPv6 wraps one of IPv4. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  // "::127.0.0.1", the oldest way to wrap one, has no range of its own there.
  return (
    plain.range() === 'unicast' &&
    !(plain instanceof ipaddr.IPv6 && plain.parts.slice(0, 6).every((part) => part === 0))
  )
}
