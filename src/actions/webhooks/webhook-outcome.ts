// What became of a message to a webhook, in words that help whoever mends the receiver. What the receiver wrote is never among them.
import type { Outcome, UnheardReason } from '../../domain/webhook.ts'
import { RefusedAddress } from '../public-hosts.ts'

export function ofAnswer(statusCode: number): Outcome {
  if (statusCode >= 200 && statusCode < 300) return { heard: true, statusCode }
  const isElsewhere = statusCode >= 300 && statusCode < 400
  const more = isElsewhere ? 'redirects are not followed' : 'only 2xx says that the message was taken'
  return { ...unheard('status_code', `The receiver answered ${statusCode}; ${more}`), statusCode }
}

export function refused(detail: string): Outcome {
  return unheard('address_refused', detail)
}

/** @param error absent where the connection ended without an answer */
export function ofFault(
  error: (Error & { code?: string }) | undefined,
  { host, timeoutMs, isLate }: { host: string; timeoutMs: number; isLate: boolean },
): Outcome {
  const code = error?.code ?? ''
  if (error instanceof RefusedAddress) return refused(error.message)
  if (isLate || code === 'ETIMEDOUT') return unheard('timeout', `No answer came within ${timeoutMs / 1_000} s`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return unheard('unknown_host', `No address was found for ${host}`)
  if (code === 'ECONNREFUSED') return unheard('connection_refused', `Nothing listens at the address; ${host} refused`)
  if (/CERT|LEAF_SIGNATURE|INVALID_CA/.test(code))
    return unheard('tls_failed', `The certificate is not accepted: ${error!.message.replace(HINT, '')}`)
  if (/^(?:EPROTO$|ERR_(?:TLS|SSL)_)/.test(code)) return unheard('tls_failed', `No TLS connection came about (${code})`)
  if (code.startsWith('HPE_')) return unheard('no_http', 'What came back was not HTTP')
  if (['', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'].includes(code))
    return unheard('connection_lost', 'The connection ended before there was an answer')
  return unheard('unreachable', `${host} could not be reached (${code})`)
}

/** What Node adds for whoever runs it, which the owner of a receiver does not. */
const HINT = /; if the root CA .*$/

function unheard(reason: UnheardReason, detail: string) {
  return { heard: false, reason, detail } as const
}
