// Sends a signed message to an address that somebody else chose, and to public ones alone (`public-hosts.ts`). Redirects are not followed.
import { createHmac } from 'node:crypto'
import { request as requestHttps } from 'node:https'
import { request as requestHttp } from '../../base/node-http.ts'
import { invalid } from '../../domain/errors.ts'
import type { Outcome } from '../../domain/webhook.ts'
import { createResolveName, faultOfUrl, publicAlone, type ResolveName } from '../public-hosts.ts'
import { ofAnswer, ofFault, refused } from './webhook-outcome.ts'

/** Heard once the receiver answered with 2xx. Never rejects, also where it is broken off by `stop`. */
export type SendWebhook = (
  message: { url: string; secret: string; body: string; nowMs: number },
  stop?: AbortSignal,
) => Promise<Outcome>

const TIMEOUT_MS = 5_000

export interface SendWebhookOptions {
  /** For tests and closed networks: http, and addresses that are not public. */
  readonly allowPrivate: boolean
  readonly timeoutMs?: number
  readonly resolve?: ResolveName
}

export function createSendWebhook(options: SendWebhookOptions): SendWebhook {
  const { allowPrivate, timeoutMs = TIMEOUT_MS, resolve = createResolveName() } = options
  const guard = { allowPrivate, lifted: LIFTED }
  return ({ url: text, secret, body, nowMs }, stop) =>
    new Promise((done) => {
      const url = URL.parse(text)
      const fault = url ? faultOfUrl(url, guard) : NO_URL
      if (!url || fault !== undefined) return done(refused(`The URL ${fault}`))
      const unheard = (error?: Error) => done(ofFault(error, { host: url.hostname, timeoutMs, isLate: late.aborted }))
      const late = AbortSignal.timeout(timeoutMs)
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        agent: false,
        lookup: allowPrivate ? undefined : publicAlone(resolve, LIFTED),
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
  const fault = url ? faultOfUrl(url, { allowPrivate, lifted: LIFTED }) : NO_URL
  if (fault !== undefined) throw invalid('url', fault, 'format')
  return url!.href
}

const NO_URL = 'must be an https URL, such as "https://shop.example/hook"'
const LIFTED = 'where receivers stand in a closed network, the operator sets ASIDE_WEBHOOK_PRIVATE=on'
