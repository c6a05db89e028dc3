// The one table of settings and the only reader of the environment; all faults are reported together, at start.
import { availableParallelism } from 'node:os'
import type { NodeAddress } from './base/node-address.ts'
import * as read from './read-setting.ts'

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

const setting = <T>(row: Setting<T>): Setting<T> => row

/** Every setting there is; `docs/configuration.md` is checked against it. */
export const SETTINGS = {
  port: setting({ env: 'PORT', parse: read.port, default: 8080, why: 'Where all doors listen. 0 takes a free port.' }),
  host: setting({ env: 'HOST', parse: read.host, default: '127.0.0.1', why: 'The address all doors listen on.' }),
  baseUrl: setting<string | undefined>({
    env: 'ASIDE_BASE_URL',
    parse: read.httpUrl,
    default: undefined,
    defaultText: 'http://HOST:PORT',
    why: 'Public base of links; a path prefix is kept everywhere.',
  }),
  mcpUrl: setting<string | undefined>({
    env: 'ASIDE_MCP_URL',
    parse: read.httpUrl,
    default: undefined,
    defaultText: 'ASIDE_BASE_URL',
    why: 'Public base of the MCP service.',
  }),
  allowedHosts: setting({
    env: 'ASIDE_ALLOWED_HOSTS',
    parse: read.listOf(
      read.hostAsSent,
      'is no host name; give something like ads.example.com, or ads.example.com:8080',
    ),
    default: [],
    defaultText: 'hosts of the two bases, loopback on any port',
    why: 'Host names that the MCP service and the console answer to, besides the default ones.',
  }),
  allowedOrigins: setting({
    env: 'ASIDE_ALLOWED_ORIGINS',
    parse: read.listOf(read.originAsSent, 'is no origin; give something like https://app.example.com'),
    default: [],
    defaultText: 'none but the own ones',
    why: 'Foreign web origins that may call the MCP service from a browser.',
  }),
  currency: setting({
    env: 'ASIDE_CURRENCY',
    parse: read.currencyCode,
    default: 'USD',
    why: 'The one settlement currency of the installation.',
  }),
  minWithdrawal: setting({
    env: 'ASIDE_MIN_WITHDRAWAL',
    parse: read.decimal,
    default: '10.00',
    why: 'The least that a publisher can withdraw, in the currency of the installation.',
  }),
  webhookPrivate: setting({
    env: 'ASIDE_WEBHOOK_PRIVATE',
    parse: read.onOff,
    default: false,
    defaultText: 'off',
    why: 'Webhooks may lead into private networks, and to http addresses; feeds may come from there.',
  }),
  images: setting<'direct' | 'relay' | 'relay-private'>({
    env: 'ASIDE_IMAGES',
    parse: read.oneOf('direct', 'relay', 'relay-private'),
    default: 'direct',
    why: 'Pictures of ads: `direct` from their hosts; `relay` fetched by the service, so that hosts do not learn who looks; `relay-private` also from private networks.',
  }),
  dataDir: setting({
    env: 'ASIDE_DATA_DIR',
    parse: read.text,
    default: './data',
    why: 'Folder of the embedded store.',
  }),
  databaseUrl: setting<string | undefined>({
    env: 'DATABASE_URL',
    parse: read.postgresUrl,
    default: undefined,
    defaultText: 'the embedded store',
    secret: true,
    why: 'A PostgreSQL that holds the store instead, such as `postgres://user:password@host:5432/aside`.',
  }),
  nodeAddress: setting<NodeAddress>({
    env: 'ASIDE_NODE_ADDRESS',
    parse: read.nodeAddress,
    default: { port: 0 },
    defaultText: 'the address from which it reaches the database, any port',
    why: 'Where other processes over the same `DATABASE_URL` reach this one, as `host` or `host:port`.',
  }),
  redisUrl: setting<string | undefined>({
    env: 'REDIS_URL',
    parse: read.redisUrl,
    default: undefined,
    defaultText: 'what one process saw, others do not hear',
    secret: true,
    why: 'A Redis or Valkey through which processes over the same `DATABASE_URL` tell each other what they saw, such as `redis://host:6379`.',
  }),
  adminKey: setting<string | undefined>({
    env: 'ASIDE_ADMIN_KEY',
    parse: read.adminKey,
    default: undefined,
    defaultText: 'made and printed once',
    why: 'The operator key, 16 to 512 characters of ASCII.',
    secret: true,
  }),
  signingKeys: setting<string | undefined>({
    env: 'ASIDE_SIGNING_KEYS',
    parse: read.keyRing,
    default: undefined,
    defaultText: 'made once, kept in the data folder',
    why: 'Key ring for links, `id:base64url` separated by commas, newest first.',
    secret: true,
  }),
  demo: setting<'auto' | 'on' | 'off'>({
    env: 'ASIDE_DEMO',
    parse: read.oneOf('auto', 'on', 'off'),
    default: 'auto',
    why: 'Sample inventory: `auto` only into a new store without an operator key of yours, `on`, `off`.',
  }),
  clockSpeed: setting({
    env: 'ASIDE_CLOCK',
    parse: read.clockSpeed,
    default: 1,
    defaultText: '`real`',
    why: '`x1440` lets service time run 1,440 times as fast, for simulations (`x0.001` to `x999999.999`); a store keeps its speed for good.',
  }),
  trustProxy: setting({
    env: 'ASIDE_TRUST_PROXY',
    parse: read.proxies,
    default: [],
    defaultText: 'off',
    why: 'Number of hops, or addresses and networks, whose `X-Forwarded-*` headers are believed.',
  }),
  countryHeader: setting<string | undefined>({
    env: 'ASIDE_COUNTRY_HEADER',
    parse: read.placeHeader,
    default: undefined,
    defaultText: 'none is read',
    why: 'The header in which the proxy of `ASIDE_TRUST_PROXY` tells the country of whoever connects to it, such as `CF-IPCountry`; for requests of web pages (`pk_live_`) that name none.',
  }),
  regionHeader: setting<string | undefined>({
    env: 'ASIDE_REGION_HEADER',
    parse: read.placeHeader,
    default: undefined,
    defaultText: 'none is read',
    why: 'The same of the region, such as `CloudFront-Viewer-Country-Region`.',
  }),
  trafficFilter: setting<'on' | 'report' | undefined>({
    env: 'ASIDE_TRAFFIC_FILTER',
    parse: read.oneOf('on', 'report'),
    default: undefined,
    defaultText: '`on`; `report` in a demo store',
    why: '`report` counts what the invalid-traffic rules find but bills it all the same, but for what an operator’s own rules name.',
  }),
  workers: setting({
    env: 'ASIDE_WORKERS',
    parse: read.threads,
    default: process.platform === 'linux' ? Math.min(availableParallelism(), read.THREADS_MAX) : 1,
    defaultText: 'number of cores; 1 where threads cannot share a port (all but Linux)',
    why: 'Decision threads of the process, all on one port.',
  }),
  rateLimit: setting({
    env: 'ASIDE_RATE_LIMIT',
    parse: read.onOff,
    default: true,
    defaultText: '`on`',
    why: '`off` lifts the limits per key, and the pause between fetches of a feed that are asked for; for benches.',
  }),
  manualReview: setting({
    env: 'ASIDE_MANUAL_REVIEW',
    parse: read.onOff,
    default: false,
    defaultText: '`off`',
    why: '`on` keeps new and changed ads from serving until an operator approves them. Those whose words seem to tell a model what to do wait also without it.',
  }),
  embeddingsUrl: setting<string | undefined>({
    env: 'ASIDE_EMBEDDINGS_URL',
    parse: read.httpUrl,
    default: undefined,
    defaultText: 'none is asked',
    why: 'An embedding model behind an OpenAI-compatible interface, such as `http://127.0.0.1:11434/v1`; what ads and users say is sent there.',
  }),
  embeddingsModel: setting<string | undefined>({
    env: 'ASIDE_EMBEDDINGS_MODEL',
    parse: read.text,
    default: undefined,
    defaultText: 'needed with `ASIDE_EMBEDDINGS_URL`',
    why: 'The name of the model there.',
  }),
  embeddingsKey: setting<string | undefined>({
    env: 'ASIDE_EMBEDDINGS_KEY',
    parse: read.headerText,
    default: undefined,
    defaultText: 'none is sent',
    secret: true,
    why: 'The key that the model asks for.',
  }),
  embeddingsWaitMs: setting({
    env: 'ASIDE_EMBEDDINGS_WAIT_MS',
    parse: read.waitMs,
    default: 100,
    why: 'Milliseconds that a request waits for the model at most, and never more than half of its own `timeoutMs`; then it goes without.',
  }),
  logLevel: setting({
    env: 'LOG_LEVEL',
    parse: read.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
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
  const isWildcard = WILDCARDS.has(new URL(`http://${read.inUrl(settings.host)}`).hostname)
  const host = isWildcard ? 'localhost' : read.inUrl(settings.host)
  if (isWildcard && settings.baseUrl === undefined) {
    warnings.push(
      `HOST is ${settings.host} and ASIDE_BASE_URL is not set: links in answers will lead to localhost. Set ASIDE_BASE_URL to the address people reach.`,
    )
  }
  const baseUrl = settings.baseUrl ?? `http://${host}:${settings.port}`
  return { ...settings, baseUrl, mcpUrl: settings.mcpUrl ?? baseUrl, warnings }
}
