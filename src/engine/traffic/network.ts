// Networks instead of addresses: an address is cut before it is kept, and looked up in a list of data centres.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Address {
  /** The /24 of an IPv4 and the /48 of an IPv6 address, such as `203.0.113.0/24`. */
  readonly network: string
  readonly version: 4 | 6
  /** The 32 bits of IPv4 or the upper 64 of IPv6, which name the network; the lower ones number machines. */
  readonly bits: bigint
}

/** Reads an address as sockets and proxies write it; undefined where it is none. IPv4 in IPv6 form counts as IPv4. */
export function readAddress(text: string): Address | undefined {
  const parts = PLAIN_IPV4.exec(text)
  if (parts) return ipv4Of(Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4]))
  // Only IPv6 comes here: short and octal forms of IPv4, which the library takes too, are no address to us.
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const bytes = ipaddr.process(text).toByteArray()
  if (bytes.length === 4) return ipv4Of(bytes[0]!, bytes[1]!, bytes[2]!, bytes[3]!)
  const group = (i: number) => ((bytes[i * 2]! << 8) | bytes[i * 2 + 1]!).toString(16)
  return { network: `${group(0)}:${group(1)}:${group(2)}::/48`, version: 6, bits: bitsOf(bytes) }
}

export interface NetworkList {
  has(address: Address): boolean
  readonly size: number
}

/**
 * Reads a list of CIDR blocks, one a line; `#` opens a remark.
 * @throws Error naming the line that is no block
 */
export function parseNetworkList(text: string): NetworkList {
  const ranges: Record<4 | 6, Range[]> = { 4: [], 6: [] }
  for (const [i, line] of text.split('\n').entries()) {
    const block = line.replace(/#.*/, '').trim()
    if (block === '') continue
    const [address, prefix] = parseBlock(block, i + 1)
    const bytes = address.toByteArray()
    const spare = BigInt(Math.min(bytes.length * 8, IPV6_BITS) - Math.min(prefix, IPV6_BITS))
    const first = (bitsOf(bytes) >> spare) << spare
    ranges[bytes.length === 4 ? 4 : 6].push({ first, last: first + (1n << spare) - 1n })
  }
  const lists = { 4: merge(ranges[4]), 6: merge(ranges[6]) }
  return {
    size: ranges[4].length + ranges[6].length,
    has: ({ version, bits }) => contains(lists[version], bits),
  }
}

/**
 * A block of addresses in its usual form, the bits behind its prefix cleared: `203.0.113.7/24` becomes `203.0.113.0/24`, a single IPv4 address a block
 * of one, and a single IPv6 address the /64 that numbers its owner's machines.
 * @throws Error whose message goes on after the field's name, and says how to mend it
 */
export function networkIn(text: string): string {
  const [given, length, ...more] = text.trim().split('/')
  if (more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)) || isIP(given!) === 0) {
    throw new Error('must be an address or a block of addresses, such as 203.0.113.0/24 or 2001:db8:7::/48')
  }
  // Sockets for both kinds write 203.0.113.7 as ::ffff:203.0.113.7, and so do logs; 96 bits then stand before it.
  const address = ipaddr.process(given!)
  const isIpv4 = address.kind() === 'ipv4'
  const [least, most] = isIpv4 ? [8, 32] : [16, IPV6_BITS]
  const prefix = length === undefined ? most : Number(length) - (isIpv4 && given!.includes(':') ? 96 : 0)
  if (prefix < least || prefix > most) {
    const kind = isIpv4 ? 'IPv4' : 'IPv6'
    throw new Error(`must be a block of /${least} to /${most} for ${kind}; name several where more is meant`)
  }
  const bytes = address.toByteArray().map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - i * 8))))
  return `${ipaddr.fromByteArray(bytes).toString()}/${prefix}`
}

/** True for an address that many people share by its nature: loopback, private, link-local and carrier networks. */
export function isShared(address: Address): boolean {
  return SHARED.has(address)
}

const IPV6_BITS = 64
const PLAIN_IPV4 =
  /^(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/

// ::1 and :: share their upper half with nobody else.
const SHARED = parseNetworkList(
  '127.0.0.0/8\n10.0.0.0/8\n172.16.0.0/12\n192.168.0.0/16\n169.254.0.0/16\n100.64.0.0/10\n0.0.0.0/8\n::/64\nfc00::/7\nfe80::/10',
)

interface Range {
  readonly first: bigint
  readonly last: bigint
}

function parseBlock(block: string, line: number): ReturnType<typeof ipaddr.parseCIDR> {
  try {
    return ipaddr.parseCIDR(block)
  } catch (cause) {
    throw new Error(`line ${line} of the network list is no CIDR block: ${block}`, { cause })
  }
}

function ipv4Of(a: number, b: number, c: number, d: number): Address {
  return { network: `${a}.${b}.${c}.0/24`, version: 4, bits: BigInt(((a << 24) | (b << 16) | (c << 8) | d) >>> 0) }
}

function bitsOf(bytes: readonly number[]): bigint {
  let value = 0n
  for (const byte of bytes.slice(0, IPV6_BITS / 8)) value = (value << 8n) | BigInt(byte)
  return value
}

function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const last = merged.at(-1)
    if (last && range.first <= last.last + 1n) {
      merged[merged.length - 1] = { first: last.first, last: range.last > last.last ? range.last : last.last }
    } else merged.push(range)
  }
  return merged
}

function contains(ranges: readonly Range[], value: bigint): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ranges[middle]!.last < value) low = middle + 1
    else high = middle
  }
  return low < ranges.length && ranges[low]!.first <= value
}
