// Networks instead of addresses: an address is cut before it is kept, and looked up in a list of data centres.
import ipaddr from 'ipaddr.js'

/**
 * The /24 of an IPv4 and the /48 of an IPv6 address, such as `203.0.113.0/24`; empty where the text is no address.
 * An IPv4 address in IPv6 form counts as IPv4.
 */
export function networkOf(address: string): string {
  const parsed = parseAddress(address)
  if (parsed === undefined) return ''
  const bytes = parsed.toByteArray()
  if (bytes.length === 4) return `${bytes[0]}.${bytes[1]}.${bytes[2]}.0/24`
  const group = (i: number) => ((bytes[i * 2]! << 8) | bytes[i * 2 + 1]!).toString(16)
  return `${group(0)}:${group(1)}:${group(2)}::/48`
}

/** True for an address that many people share by its nature: loopback, private and carrier networks; and for no address. */
export function isSharedAddress(address: string): boolean {
  const range = parseAddress(address)?.range()
  return range === undefined || SHARED_RANGES.has(range)
}

const SHARED_RANGES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'])

export interface NetworkList {
  has(address: string): boolean
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
    if (!ipaddr.isValidCIDR(block)) throw new Error(`line ${i + 1} of the network list is no CIDR block: ${block}`)
    const [address, bits] = ipaddr.parseCIDR(block)
    const bytes = address.toByteArray()
    const spare = BigInt(Math.min(bytes.length * 8, HIGH_BITS) - Math.min(bits, HIGH_BITS))
    const first = (highBits(bytes) >> spare) << spare
    ranges[bytes.length === 4 ? 4 : 6].push({ first, last: first + (1n << spare) - 1n })
  }
  const lists = { 4: merge(ranges[4]), 6: merge(ranges[6]) }
  return {
    size: ranges[4].length + ranges[6].length,
    has(address) {
      const bytes = parseAddress(address)?.toByteArray()
      return bytes !== undefined && contains(lists[bytes.length === 4 ? 4 : 6], highBits(bytes))
    },
  }
}

/** An IPv6 network is told apart by its upper half; the lower one numbers machines. */
const HIGH_BITS = 64

interface Range {
  readonly first: bigint
  readonly last: bigint
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // `isValid` takes short and octal forms of IPv4 too, which no socket reports.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined
  return ipaddr.process(address)
}

function highBits(bytes: readonly number[]): bigint {
  let value = 0n
  for (const byte of bytes.slice(0, HIGH_BITS / 8)) value = (value << 8n) | BigInt(byte)
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
