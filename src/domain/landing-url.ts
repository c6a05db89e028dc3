// Landing pages: what an advertiser may link to, the macros in it, and the domain that is shown.
//
// A click is sent only to the text that was checked here when the ad was written, so nothing in a request can turn the
// link elsewhere. Two readers of one odd URL may see two hosts; whatever is not plain is refused.
import { domainToUnicode } from 'node:url'
import { AD_LIMITS } from './ad.ts'

export interface LandingUrlIssue {
  readonly keyword: string
  /** Goes on after the field's name: "must …". */
  readonly message: string
}

/** What `{name}` in a landing page's query stands for, filled in at the click. */
export interface LandingMacros {
  /** Names this click in a conversion; the same text as `impression_id`. */
  readonly click_id: string
  readonly impression_id: string
  readonly campaign_id: string
  readonly ad_id: string
  readonly publisher_id: string
  /** ISO 3166-1 alpha-2, or empty. */
  readonly country: string
}

/**
 * Checks a landing page when an ad is written.
 * @param ownOrigins origins such as `http://10.0.0.5:8080` that may be linked to without TLS and a name: the demo shop lives there
 * @returns the URL in its serialised form, the only one to store and to send, or what is wrong with it
 */
export function checkLandingUrl(
  text: string,
  { ownOrigins }: { ownOrigins: readonly string[] },
): string | LandingUrlIssue {
  if (text.length > AD_LIMITS.urlChars)
    return issue('maxLength', `must not be longer than ${AD_LIMITS.urlChars} characters`)
  if (NOT_PLAIN.test(text))
    return issue('format', 'must not hold spaces, control or invisible characters, or backslashes')
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  const url = authority === undefined ? null : URL.parse(text)
  if (authority === undefined || url === null)
    return issue('format', 'must be an https URL, such as "https://shop.example/page"')
  if (authority.includes('@')) return issue('format', 'must not hold a user name or password')
  if (!namesHost(authority, url))
    return issue('format', `must write its host plainly; this one reads as "${url.hostname}"`)

  if (!isNear(url, ownOrigins)) {
    if (url.protocol !== 'https:') return issue('scheme', 'must be an https URL')
    if (isIpLiteral(url.hostname) || isLoopback(url.hostname))
      return issue('host', 'must name a public host, not an IP address or this machine')
  }
  if (url.href.length > AD_LIMITS.urlChars)
    return issue('maxLength', `must not be longer than ${AD_LIMITS.urlChars} characters`)
  if (URL.parse(url.href)?.href !== url.href) return issue('format', 'must be a URL that reads the same each time')
  if (misplacesMacro(text))
    return issue('macro', 'may hold macros in the values of its query only, such as "?click={click_id}"')
  return url.href
}

/**
 * The host of a checked URL as it is shown beside an ad: lower case, punycode as it is, without `www.`, port and the dot of
 * the root, with which a host would slip past block lists.
 */
export function destinationDomainOf(url: string): string {
  const host = new URL(url).hostname.replace(/\.$/, '')
  return host.replace(/^www\.(?=[^.]+\.)/, '')
}

/** Puts percent-encoded values into the macros of a checked URL; everything else stays byte for byte. */
export function fillMacros(url: string, values: LandingMacros): string {
  if (!url.includes('{')) return url
  const { before, query, fragment } = partsOf(url)
  return before + query.replace(MACRO, (_, name: keyof LandingMacros) => encodeValue(values[name])) + fragment
}

const MACRO_NAMES = Object.keys({
  click_id: true,
  impression_id: true,
  campaign_id: true,
  ad_id: true,
  publisher_id: true,
  country: true,
} satisfies Record<keyof LandingMacros, true>).join('|')
const MACRO = new RegExp(`\\{(${MACRO_NAMES})\\}`, 'g')
/** Also where its braces are encoded. */
export const ANY_MACRO = new RegExp(`(?:\\{|%7b)(?:${MACRO_NAMES})(?:\\}|%7d)`, 'i')

// Control, format, surrogate, private-use and unassigned code points, every kind of space, what is drawn as nothing, and
// the backslash, which browsers read as a slash.
export const NOT_PLAIN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\\]/u

/** True where the host in the text is the host that the parser found, but for case and punycode. */
function namesHost(authority: string, url: URL): boolean {
  const host = authority.replace(/:\d*$/, '').toLowerCase()
  return host === url.hostname || host.normalize('NFC') === domainToUnicode(url.hostname)
}

/**
 * True for the installation's own pages, and for loopback where it is reached there itself, as when somebody tries it out. Elsewhere
 * loopback is the machine of whoever looks at the ad, and a picture alone would call what listens on it.
 */
function isNear({ origin, hostname }: URL, ownOrigins: readonly string[]): boolean {
  if (ownOrigins.includes(origin)) return true
  return isLoopback(hostname) && ownOrigins.some((own) => isLoopback(new URL(own).hostname))
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/.test(hostname)
}

function isIpLiteral(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+\.?$/.test(hostname)
}

/** True where a macro stands anywhere but behind the `=` of a query parameter. */
function misplacesMacro(text: string): boolean {
  const { before, query, fragment } = partsOf(text)
  const names = query
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0])
  return [before, fragment, ...names].some((part) => ANY_MACRO.test(part!))
}

/** A query and a fragment with the mark in front of them; empty where there is none. */
export function partsOf(url: string): { before: string; query: string; fragment: string } {
  const hash = url.indexOf('#')
  const fragment = hash < 0 ? '' : url.slice(hash)
  const rest = hash < 0 ? url : url.slice(0, hash)
  const mark = rest.indexOf('?')
  return mark < 0
    ? { before: rest, query: '', fragment }
    : { before: rest.slice(0, mark), query: rest.slice(mark), fragment }
}

function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function issue(keyword: string, message: string): LandingUrlIssue {
  return { keyword, message }
}
