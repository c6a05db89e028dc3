// What a request says of whoever sent it, as the traffic filter wants to know it.
import type { FastifyRequest } from 'fastify'
import type { Hit } from '../domain/hit.ts'

/** `request.ip` follows forwarded headers only as far as the installation trusts its proxies. */
export function hitOf(request: FastifyRequest): Hit {
  const { headers } = request
  return {
    userAgent: headers['user-agent'],
    ip: request.ip ?? '',
    purpose: PURPOSES.map((name) => headers[name] ?? '').join(' '),
    signatureAgent: headers['signature-agent'] as string | undefined,
    source: 'person',
  }
}

/** By which browsers say that they come ahead of a person, the older ones by the last two. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
