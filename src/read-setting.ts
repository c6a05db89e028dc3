// How the texts of settings are read. Each throws an Error that goes on after the setting's name and value: "is no …; give …".
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { NodeAddress } from './base/node-address.ts'
import { parseKeyRing } from './base/signature.ts'
import { isNetwork } from './base/trusted-peers.ts'
import { KEY_CHARS_MAX } from './domain/api-key-text.ts'
import { parseMicros } from './domain/money.ts'

/** The most decision threads. */
export const THREADS_MAX = 64
/** With a port where only that one is meant. No pattern: names are compared whole. */
const HOST_NAME = /^(\[[\da-f:.]+\]|[^\s/:@*[\]]+)(:\d{1,5})?$/i
/** As browsers write it, of pages and of programs that show pages; `null` is that of a sandbox. */
const ORIGIN = /^([a-z][a-z\d+.-]*:\/\/[^\s/*?#@]+\/?|null)$/i

export function text(given: string): string {
  return given
}

export function host(given: string): string {
  const isName = /^[a-z\d_.-]+$/i.test(given)
  if ((isIP(given) === 0 && !isName) || !URL.canParse(`http://${inUrl(given)}`))
    throw new Error('is no address; give one such as 127.0.0.1 or ::, or a host name, and the port in PORT')
  return given
}

/** How a host stands in a URL. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** No other would be found in the header of a request, and whoever set it would stand before a closed door. */
export function adminKey(given: string): string {
  if (given.length < 16) throw new Error('is too short; give at least 16 characters')
  if (given.length > KEY_CHARS_MAX) throw new Error(`is too long; give at most ${KEY_CHARS_MAX} characters`)
  if (!/^[\t\x20-\x7e]+$/.test(given))
    throw new Error('holds characters that no header carries; give letters, digits and signs of ASCII')
  return given
}

export function headerText(given: string): string {
  if (!/^[\x21-\x7e]+$/.test(given))
    throw new Error('holds characters that no key has; give letters, digits and signs of ASCII')
  return given
}

/** In lower case. One that says something else to everybody, such as Host or Content-Length, has no place in it. */
export function placeHeader(given: string): string {
  if (!/^(?!content-|transfer-|http2-|x-api-key$|sec-)[a-z\d]+(-[a-z\d]+)+$/i.test(given))
    throw new Error('is no header of a proxy; give the name of one such as CF-IPCountry')
  return given.toLowerCase()
}

export function waitMs(given: string): number {
  const number = Number(given)
  if (!/^\d{1,4}$/.test(given) || number > 5_000) throw new Error('is no such time; give milliseconds from 0 to 5000')
  return number
}

export function port(given: string): number {
  const number = Number(given)
  if (!/^\d{1,5}$/.test(given) || number > 65_535) throw new Error('is no port; give a number from 0 to 65535')
  return number
}

export function httpUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  // An empty search or hash is none to the URL, and stands in it all the same.
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(url.href) || url.username + url.password !== '') {
    throw new Error('is no base address; give something like https://ads.example.com or https://example.com/ads')
  }
  return url.href.replace(/\/+$/, '')
}

/** Its path names the database. */
export function postgresUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new Error('is no address of a database; give something like postgres://user:password@host:5432/aside')
  return given
}

export function redisUrl(given: string): string {
  const { protocol, pathname, username, password } = URL.canParse(given) ? new URL(given) : ({} as Partial<URL>)
  if (!/^rediss?:$/.test(protocol ?? '') || !/^\/?\d*$/.test(pathname!) || !isDecodable(`${username}:${password}`))
    throw new Error('is no address of Redis; give something like redis://user:password@host:6379/0, with % as %25')
  return given
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

/** The other processes listen there, so it is no name of a service that stands for several. */
export function nodeAddress(given: string): NodeAddress {
  const [, bracketed, plain, digits = '0'] = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]+))(?::(\d+))?$/i.exec(given) ?? []
  const name = bracketed ?? plain
  if (name === undefined) throw new Error('is no address; give one such as 10.0.0.5 or 10.0.0.5:7400')
  return { host: name, port: port(digits) }
}

function list(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** @param read undefined for an item that is none */
export function listOf(read: (item: string) => string | undefined, fault: string): (given: string) => string[] {
  return (given) =>
    list(given).map((item) => {
      const value = read(item)
      if (value === undefined) throw new Error(fault)
      return value
    })
}

/** Browsers send the name that the network knows, such as xn--bcher-kva.example for bücher.example. */
export function hostAsSent(item: string): string | undefined {
  const [, name, port = ''] = HOST_NAME.exec(item) ?? []
  const sent = domainToASCII(name ?? '')
  return sent === '' ? undefined : sent + port
}

/** Browsers leave out the port that goes without saying. */
export function originAsSent(item: string): string | undefined {
  if (!ORIGIN.test(item)) return undefined
  if (!/^https?:/i.test(item)) return item
  return URL.canParse(item) ? new URL(item).origin : undefined
}

export function proxies(given: string): string[] {
  if (given.toLowerCase() === 'off') return []
  const items = list(given)
  const isHops = items.length === 1 && /^\d{1,2}$/.test(items[0]!)
  if (!isHops && !items.every(isNetwork))
    throw new Error('is unknown; give a number of hops such as 1, or addresses and networks such as 10.0.0.0/8, or off')
  return items
}

export function currencyCode(given: string): string {
  const code = given.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(code))
    throw new Error('is no ISO 4217 currency; give a code such as USD or EUR')
  return code
}

/** An amount of money, kept as it was written. */
export function decimal(given: string): string {
  try {
    parseMicros(given, '')
  } catch (cause) {
    throw new Error('is no amount; give one such as 10.00', { cause })
  }
  return given
}

export function keyRing(given: string): string {
  try {
    parseKeyRing(given)
  } catch (cause) {
    throw new Error(`is no key ring: ${(cause as Error).message}`, { cause })
  }
  return given
}

export function oneOf<T extends string>(...options: readonly T[]): (given: string) => T {
  return (given) => {
    const found = options.find((option) => option === given.toLowerCase())
    if (!found) throw new Error(`is unknown; give one of ${options.join(', ')}`)
    return found
  }
}

export function threads(given: string): number {
  const count = Number(given)
  if (!/^\d{1,2}$/.test(given) || count < 1 || count > THREADS_MAX)
    throw new Error(`is no number of threads; give a whole number from 1 to ${THREADS_MAX}`)
  if (count > 1 && process.platform !== 'linux') throw new Error('needs Linux, where threads can share a port; give 1')
  return count
}

export function onOff(given: string): boolean {
  return oneOf('on', 'off')(given) === 'on'
}

export function clockSpeed(given: string): number {
  const speed = given === 'real' ? 1 : Number(/^x(\d{1,6}(?:\.\d{1,3})?)$/.exec(given)?.[1])
  if (!(speed > 0)) throw new Error('is no clock; give real, or a factor from x0.001 to x999999.999 such as x1440')
  return speed
}
