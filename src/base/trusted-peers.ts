// Which of those who connect are proxies whose word counts, by a number of hops or by addresses and networks.
import { BlockList, isIP } from 'node:net'

/** Names of networks, as the web framework knows them. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether a text is an address, a network such as `10.0.0.0/8`, or the name of some. */
export function isNetwork(item: string): boolean {
  if (Object.hasOwn(NAMED, item)) return true
  const [, address, bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? []
  const version = isIP(address ?? '')
  return version !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)))
}

/**
 * Says of the other end of a connection whether it is such a proxy.
 * @param trusted one number of hops, of which the nearest is the other end, or networks as `isNetwork` knows them; empty: nobody is
 */
export function createPeerTrust(trusted: readonly string[]): (address: string | undefined) => boolean {
  if (trusted.length === 0) return () => false
  if (trusted.length === 1 && /^\d+$/.test(trusted[0]!)) {
    const isAny = Number(trusted[0]) > 0
    return (address) => isAny && address !== undefined
  }
  const list = new BlockList()
  for (const item of trusted.flatMap((one) => NAMED[one] ?? [one])) {
    const [address = '', bits] = item.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const version = isIP(address ?? '')
    return version !== 0 && list.check(address!, version === 6 ? 'ipv6' : 'ipv4')
  }
}
