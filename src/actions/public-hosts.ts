// Whom the service may call where somebody else chose the address: public hosts alone.
//
// A name is resolved once, every address it has must be public, and the connection goes to one of those that were looked at:
// a name that changes its mind between look and call gains nothing.
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A name leads where nothing may be sent to or fetched from. */
export class RefusedAddress extends Error {}

export interface HostGuard {
  /** For closed networks: addresses that are not public, and http. */
  readonly allowPrivate: boolean
  /** What an operator does to lift it, behind a semicolon. */
  readonly lifted: string
}

/** The addresses of a name, at least one. Rejects where it has none. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>

/** Within the time of a call, so that nothing is asked any more for one that was given up. */
const NAME_ASKED = { timeout: 1_500, tries: 2 }

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

/** Why a URL may not be called, to go on after its name: "must …". */
export function faultOfUrl(
  { protocol, username, password, hostname, port }: URL,
  { allowPrivate, lifted }: HostGuard,
): string | undefined {
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) return `must be an https URL; ${lifted}`
  if (username !== '' || password !== '') return 'must not hold a user name or password'
  if (allowPrivate) return undefined
  if (port !== '' && Number(port) < 1_024) return 'must use port 443, or one above 1023'
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPublic(address)) return `must not lead into a private network; ${lifted}`
  if (!hostname.includes('.') && isIP(address) === 0) return `must name a public host; ${lifted}`
  return undefined
}

/** Looks a name up for a connection; one that leads inside with any of its addresses fails with `RefusedAddress`. */
export function publicAlone(resolve: ResolveName, lifted: string): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (addresses: readonly LookupAddress[]): void => {
      if (!addresses.every(({ address }) => isPublic(address))) {
        callback(new RefusedAddress(`${hostname} leads into a private network; ${lifted}`), '', 0)
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
