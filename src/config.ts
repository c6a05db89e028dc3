// The one table of settings and the only reader of the environment; all faults are reported together, at start.
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { domainToASCII } from 'node:url'
import type { NodeAddress } from './base/node-address.ts'
import { parseKeyRing } from './base/signature.ts'
import { isNetwork } from './base/trusted-peers.ts'
import { KEY_CHARS_MAX } from './domain/api-key-text.ts'
import { parseMicros } from './domain/money.ts'

/** One setting: where it stands, how its text is read, what holds where it is not set, and why it exists. */
interface Setting<T> {
  readonly env: string
  readonly parse: (text: string) => T
  readonly default: T
  /** The default in words, where its value depends on the machine or on another setting. */
  readonly defaultText?: string
  readonly why: string
  readonly secret?: true
}

const THREADS_MAX = 64
/** With a port where only that one is meant. No pattern: names are compared whole. */
const HOST_NAME = /^(\[[\da-f:.]+\]|[^\s/:@*[\]]+)(:\d{1,5})?$/i
/** As browsers write it, of pages and of programs that show pages; `null` is that of a sandbox. */
const ORIGIN = /^([a-z][a-z\d+.-]*:\/\/[^\s/*?#@]+\/?|null)$/i

const setting = <T>(row: Setting<T>): Setting<T> => row

/** Every setting there is; `docs/configuration.md` is checked against it. */
export const SETTINGS = {
  port: setting({ env: 'PORT', parse: port, default: 8080, why: 'Where all doors listen. 0 takes a free port.' }),
  host: setting({ env: 'HOST', parse: host, default: '127.0.0.1', why: 'The address all doors listen on.' }),
  baseUrl: setting<string | undefined>({
    env: 'ASIDE_BASE_URL',
    parse: httpUrl,
    default: undefined,
    defaultText: 'http://HOST:PORT',
    why: 'Public base of links; a path prefix is kept everywhere.',
  }),
  mcpUrl: setting<string | undefined>({
    env: 'ASIDE_MCP_URL',
    parse: httpUrl,
    default: undefined,
    defaultText: 'ASIDE_BASE_URL',
    why: 'Public base of the MCP service.',
  }),
  allowedHosts: setting({
    env: 'ASIDE_ALLOWED_HOSTS',
    parse: listOf(hostAsSent, 'is no host name; give something like ads.example.com, or ads.example.com:8080'),
    default: [],
    defaultText: 'hosts of the two bases, loopback on any port',
    why: 'Host names that the MCP service and the console answer to, besides the default ones.',
  }),
  allowedOrigins: setting({
    env: 'ASIDE_ALLOWED_ORIGINS',
    parse: listOf(originAsSent, 'is no origin; give something like https://app.example.com'),
    default: [],
    defaultText: 'none but the own ones',
    why: 'Foreign web origins that may call the MCP service from a browser.',
  }),
  currency: setting({
    env: 'ASIDE_CURRENCY',
    parse: currencyCode,
    default: 'USD',
    why: 'The one settlement currency of the installation.',
  }),
  minWithdrawal: setting({
    env: 'ASIDE_MIN_WITHDRAWAL',
    parse: decimal,
    default: '10.00',
    why: 'The least that a publisher can withdraw, in the currency of the installation.',
  }),
  webhookPrivate: setting({
    env: 'ASIDE_WEBHOOK_PRIVATE',
    parse: onOff,
    default: false,
    defaultText: 'off',
    why: 'Webhooks may lead into private networks, and to http addresses.',
  }),
  images: setting<'direct' | 'relay' | 'relay-private'>({
    env: 'ASIDE_IMAGES',
    parse: oneOf('direct', 'relay', 'relay-private'),
    default: 'direct',
    why: 'Pictures of ads: `direct` from their hosts; `relay` fetched by the service, so that hosts do not learn who looks; `relay-private` also from private networks.',
  }),
  dataDir: setting({ env: 'ASIDE_DATA_DIR', parse: text, default: './data', why: 'Folder of the embedded store.' }),
  databaseUrl: setting<string | undefined>({
    env: 'DATABASE_URL',
    parse: postgresUrl,
    default: undefined,
    defaultText: 'the embedded store',
    secret: true,
    why: 'A PostgreSQL that holds the store instead, such as `postgres://user:password@host:5432/aside`.',
  }),
  nodeAddress: setting<NodeAddress>({
    env: 'ASIDE_NODE_ADDRESS',
    parse: nodeAddress,
    default: { port: 0 },
    defaultText: 'the address from which it reaches the database, any port',
    why: 'Where other processes over the same `DATABASE_URL` reach this one, as `host` or `host:port`.',
  }),
  redisUrl: setting<string | undefined>({
    env: 'REDIS_URL',
    parse: redisUrl,
    default: undefined,
    defaultText: 'what one process saw, others do not hear',
    secret: true,
    why: 'A Redis or Valkey through which processes over the same `DATABASE_URL` tell each other what they saw, such as `redis://host:6379`.',
  }),
  adminKey: setting<string | undefined>({
    env: 'ASIDE_ADMIN_KEY',
    parse: adminKey,
    default: undefined,
    defaultText: 'made and printed once',
    why: 'The operator key, 16 to 512 characters of ASCII.',
    secret: true,
  }),
  signingKeys: setting<string | undefined>({
    env: 'ASIDE_SIGNING_KEYS',
    parse: keyRing,
    default: undefined,
    defaultText: 'made once, kept in the data folder',
    why: 'Key ring for links, `id:base64url` separated by commas, newest first.',
    secret: true,
  }),
  demo: setting<'auto' | 'on' | 'off'>({
    env: 'ASIDE_DEMO',
    parse: oneOf('auto', 'on', 'off'),
    default: 'auto',
    why: 'Sample inventory: `auto` only into a new store without an operator key of yours, `on`, `off`.',
  }),
  clockSpeed: setting({
    env: 'ASIDE_CLOCK',
    parse: clockSpeed,
    default: 1,
    defaultText: '`real`',
    why: '`x1440` lets service time run 1,440 times as fast, for simulations (`x0.001` to `x999999.999`); a store keeps its speed for good.',
  }),
  trustProxy: setting({
    env: 'ASIDE_TRUST_PROXY',
    parse: proxies,
    default: [],
    defaultText: 'off',
    why: 'Number of hops, or addresses and networks, whose `X-Forwarded-*` headers are believed.',
  }),
  countryHeader: setting<string | undefined>({
    env: 'ASIDE_COUNTRY_HEADER',
    parse: placeHeader,
    default: undefined,
    defaultText: 'none is read',
    why: 'The header in which the proxy of `ASIDE_TRUST_PROXY` tells the country of whoever connects to it, such as `CF-IPCountry`; for requests of web pages (`pk_live_`) that name none.',
  }),
  regionHeader: setting<string | undefined>({
    env: 'ASIDE_REGION_HEADER',
    parse: placeHeader,
    default: undefined,
    defaultText: 'none is read',
    why: 'The same of the region, such as `CloudFront-Viewer-Country-Region`.',
  }),
  trafficFilter: setting<'on' | 'report' | undefined>({
    env: 'ASIDE_TRAFFIC_FILTER',
    parse: oneOf('on', 'report'),
    default: undefined,
    defaultText: '`on`; `report` in a demo store',
    why: '`report` counts what the invalid-traffic rules find but bills it all the same.',
  }),
  workers: setting({
    env: 'ASIDE_WORKERS',
    parse: threads,
    default: process.platform === 'linux' ? Math.min(availableParallelism(), THREADS_MAX) : 1,
    defaultText: 'number of cores; 1 where threads cannot share a port (all but Linux)',
    why: 'Decision threads of the process, all on one port.',
  }),
  rateLimit: setting({
    env: 'ASIDE_RATE_LIMIT',
    parse: onOff,
    default: true,
    defaultText: '`on`',
    why: '`off` lifts the limits per key, for benches.',
  }),
  manualReview: setting({
    env: 'ASIDE_MANUAL_REVIEW',
    parse: onOff,
    default: false,
    defaultText: '`off`',
    why: '`on` keeps new and changed ads from serving until an operator approves them. Those whose words seem to tell a model what to do wait also without it.',
  }),
  embeddingsUrl: setting<string | undefined>({
    env: 'ASIDE_EMBEDDINGS_URL',
    parse: httpUrl,
    default: undefined,
    defaultText: 'none is asked',
    why: 'An embedding model behind an OpenAI-compatible interface, such as `http://127.0.0.1:11434/v1`; what ads and users say is sent there.',
  }),
  embeddingsModel: setting<string | undefined>({
    env: 'ASIDE_EMBEDDINGS_MODEL',
    parse: text,
    default: undefined,
    defaultText: 'needed with `ASIDE_EMBEDDINGS_URL`',
    why: 'The name of the model there.',
  }),
  embeddingsKey: setting<string | undefined>({
    env: 'ASIDE_EMBEDDINGS_KEY',
    parse: headerText,
    default: undefined,
    defaultText: 'none is sent',
    secret: true,
    why: 'The key that the model asks for.',
  }),
  embeddingsWaitMs: setting({
    env: 'ASIDE_EMBEDDINGS_WAIT_MS',
    parse: waitMs,
    default: 100,
    why: 'Milliseconds that a request waits for the model at most, and never more than half of its own `timeoutMs`; then it goes without.',
  }),
  logLevel: setting({
    env: 'LOG_LEVEL',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    why: 'How much is logged.',
  }),
} as const

type Settings = { readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never }

export interface Config extends Settings {
  readonly baseUrl: string
  readonly mcpUrl: string
  /** Said at start: settings that work but are probably not meant. */
  readonly warnings: readonly string[]
}

/**
 * Reads and checks the environment.
 * @throws Error that lists every fault, one a line
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const given = env[row.env]?.trim()
    try {
      values[name] = given === undefined || given === '' ? row.default : row.parse(given)
    } catch (error) {
      const shown = row.secret ? 'its value' : JSON.stringify(given)
      faults.push(`${row.env}: ${shown} ${(error as Error).message}`)
    }
  }
  if (values.embeddingsUrl !== undefined && values.embeddingsModel === undefined)
    faults.push('ASIDE_EMBEDDINGS_MODEL: is missing; name the model that ASIDE_EMBEDDINGS_URL is to be asked for')
  if (faults.length > 0)
    throw new Error(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  const config = withBases(oneThreadWhereWaiting(values as unknown as Settings))
  return Object.freeze({
    ...config,
    warnings: [...config.warnings, ...warningsOfUnmet(config, env), ...warningsOfUnknown(env)],
  })
}

/** A model answers some hundred texts a second, one thread decides some thousand requests: more of them would only hold its embeddings, too. */
function oneThreadWhereWaiting(settings: Settings): Settings {
  return settings.embeddingsUrl === undefined ? settings : { ...settings, workers: 1 }
}

/** Settings of which nothing comes alone, or beside others; silence would look like obedience. */
function warningsOfUnmet(
  { databaseUrl, embeddingsUrl, trustProxy }: Settings,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const given = (rows: readonly { readonly env: string }[]) =>
    rows.map((row) => row.env).filter((name) => env[name]?.trim())
  const alone = databaseUrl === undefined ? given([SETTINGS.redisUrl, SETTINGS.nodeAddress]) : []
  const unasked =
    embeddingsUrl === undefined
      ? given([SETTINGS.embeddingsModel, SETTINGS.embeddingsKey, SETTINGS.embeddingsWaitMs])
      : []
  const unbelieved = trustProxy.length === 0 ? given([SETTINGS.countryHeader, SETTINGS.regionHeader]) : []
  const threads = Number(env[SETTINGS.workers.env]) > 1 && embeddingsUrl !== undefined
  return [
    ...alone.map((name) => `${name} is set and DATABASE_URL is not: one process alone has nobody to share with.`),
    ...unasked.map((name) => `${name} is set and ASIDE_EMBEDDINGS_URL is not: no model is asked.`),
    ...unbelieved.map((name) => `${name} is set and ASIDE_TRUST_PROXY is not: no proxy is believed.`),
    ...(threads
      ? ['ASIDE_WORKERS counts as 1: with ASIDE_EMBEDDINGS_URL one thread decides, since it waits for the model.']
      : []),
  ]
}

/** Read by the command line. */
const OF_CALLERS = ['ASIDE_URL', 'ASIDE_KEY']
/** Kubernetes sets these of its own accord where a service is called "aside". */
const OF_KUBERNETES = /^ASIDE_(SERVICE|PORT)(_|$)/

/** A slip in a name would otherwise look like obedience, too. */
function warningsOfUnknown(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set([...Object.values(SETTINGS).map((row) => row.env), ...OF_CALLERS])
  return Object.keys(env)
    .filter((name) => name.startsWith('ASIDE_') && !known.has(name) && !OF_KUBERNETES.test(name))
    .map((name) => `${name} is no setting, and nothing comes of it; docs/configuration.md lists those there are.`)
}

/** The same settings on another port, for a server that took a free one: links that named port 0 name this one. */
export function onPort(config: Config, port: number): Config {
  const moved = (url: string) => url.replace(/:0(?=\/|$)/, `:${port}`)
  return { ...config, port, baseUrl: moved(config.baseUrl), mcpUrl: moved(config.mcpUrl) }
}

/** All addresses of the machine, as they stand in a URL. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]'])

function withBases(settings: Settings): Config {
  const warnings: string[] = []
  // There are more ways to write them, such as 0 or 0::0; a URL knows them all.
  const isWildcard = WILDCARDS.has(new URL(`http://${inUrl(settings.host)}`).hostname)
  const host = isWildcard ? 'localhost' : inUrl(settings.host)
  if (isWildcard && settings.baseUrl === undefined) {
    warnings.push(
      `HOST is ${settings.host} and ASIDE_BASE_URL is not set: links in answers will lead to localhost. Set ASIDE_BASE_URL to the address people reach.`,
    )
  }
  const baseUrl = settings.baseUrl ?? `http://${host}:${settings.port}`
  return { ...settings, baseUrl, mcpUrl: settings.mcpUrl ?? baseUrl, warnings }
}

function text(given: string): string {
  return given
}

function host(given: string): string {
  const isName = /^[a-z\d_.-]+$/i.test(given)
  if ((isIP(given) === 0 && !isName) || !URL.canParse(`http://${inUrl(given)}`))
    throw new Error('is no address; give one such as 127.0.0.1 or ::, or a host name, and the port in PORT')
  return given
}

/** How a host stands in a URL. */
function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** No other would be found in the header of a request, and whoever set it would stand before a closed door. */
function adminKey(given: string): string {
  if (given.length < 16) throw new Error('is too short; give at least 16 characters')
  if (given.length > KEY_CHARS_MAX) throw new Error(`is too long; give at most ${KEY_CHARS_MAX} characters`)
  if (!/^[\t\x20-\x7e]+$/.test(given))
    throw new Error('holds characters that no header carries; give letters, digits and signs of ASCII')
  return given
}

function headerText(given: string): string {
  if (!/^[\x21-\x7e]+$/.test(given))
    throw new Error('holds characters that no key has; give letters, digits and signs of ASCII')
  return given
}

/** In lower case. One that says something else to everybody, such as Host or Content-Length, has no place in it. */
function placeHeader(given: string): string {
  if (!/^(?!content-|transfer-|http2-|x-api-key$|sec-)[a-z\d]+(-[a-z\d]+)+$/i.test(given))
    throw new Error('is no header of a proxy; give the name of one such as CF-IPCountry')
  return given.toLowerCase()
}

function waitMs(given: string): number {
  const number = Number(given)
  if (!/^\d{1,4}$/.test(given) || number > 5_000) throw new Error('is no such time; give milliseconds from 0 to 5000')
  return number
}

function port(given: string): number {
  const number = Number(given)
  if (!/^\d{1,5}$/.test(given) || number > 65_535) throw new Error('is no port; give a number from 0 to 65535')
  return number
}

function httpUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  // An empty search or hash is none to the URL, and stands in it all the same.
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(url.href) || url.username + url.password !== '') {
    throw new Error('is no base address; give something like https://ads.example.com or https://example.com/ads')
  }
  return url.href.replace(/\/+$/, '')
}

/** Its path names the database. */
function postgresUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new Error('is no address of a database; give something like postgres://user:password@host:5432/aside')
  return given
}

function redisUrl(given: string): string {
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
function nodeAddress(given: string): NodeAddress {
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
function listOf(read: (item: string) => string | undefined, fault: string): (given: string) => string[] {
  return (given) =>
    list(given).map((item) => {
      const value = read(item)
      if (value === undefined) throw new Error(fault)
      return value
    })
}

/** Browsers send the name that the network knows, such as xn--bcher-kva.example for bücher.example. */
function hostAsSent(item: string): string | undefined {
  const [, name, port = ''] = HOST_NAME.exec(item) ?? []
  const sent = domainToASCII(name ?? '')
  return sent === '' ? undefined : sent + port
}

/** Browsers leave out the port that goes without saying. */
function originAsSent(item: string): string | undefined {
  if (!ORIGIN.test(item)) return undefined
  if (!/^https?:/i.test(item)) return item
  return URL.canParse(item) ? new URL(item).origin : undefined
}

function proxies(given: string): string[] {
  if (given.toLowerCase() === 'off') return []
  const items = list(given)
  const isHops = items.length === 1 && /^\d{1,2}$/.test(items[0]!)
  if (!isHops && !items.every(isNetwork))
    throw new Error('is unknown; give a number of hops such as 1, or addresses and networks such as 10.0.0.0/8, or off')
  return items
}

function currencyCode(given: string): string {
  const code = given.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(code))
    throw new Error('is no ISO 4217 currency; give a code such as USD or EUR')
  return code
}

/** An amount of money, kept as it was written. */
function decimal(given: string): string {
  try {
    parseMicros(given, '')
  } catch (cause) {
    throw new Error('is no amount; give one such as 10.00', { cause })
  }
  return given
}

function keyRing(given: string): string {
  try {
    parseKeyRing(given)
  } catch (cause) {
    throw new Error(`is no key ring: ${(cause as Error).message}`, { cause })
  }
  return given
}

function oneOf<T extends string>(...options: readonly T[]): (given: string) => T {
  return (given) => {
    const found = options.find((option) => option === given.toLowerCase())
    if (!found) throw new Error(`is unknown; give one of ${options.join(', ')}`)
    return found
  }
}

function threads(given: string): number {
  const count = Number(given)
  if (!/^\d{1,2}$/.test(given) || count < 1 || count > THREADS_MAX)
    throw new Error(`is no number of threads; give a whole number from 1 to ${THREADS_MAX}`)
  if (count > 1 && process.platform !== 'linux') throw new Error('needs Linux, where threads can share a port; give 1')
  return count
}

function onOff(given: string): boolean {
  return oneOf('on', 'off')(given) === 'on'
}

function clockSpeed(given: string): number {
  const speed = given === 'real' ? 1 : Number(/^x(\d{1,6}(?:\.\d{1,3})?)$/.exec(given)?.[1])
  if (!(speed > 0)) throw new Error('is no clock; give real, or a factor from x0.001 to x999999.999 such as x1440')
  return speed
}
