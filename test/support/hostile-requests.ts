// Makes requests that no honest caller would send, from a seed: bodies, headers, paths and sockets of every wrong kind.
import type { Random } from '../../src/base/random.ts'

/** Bytes as they go over the wire, and what was meant by them, for the message of a failing test. */
export interface HostileRequest {
  readonly kind: string
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | undefined
}

export interface Target {
  readonly method: string
  /** With `{name}` where a parameter stands. */
  readonly path: string
  /** A body that is taken, where one is known; the generator spoils it. */
  readonly body?: unknown
}

export interface Ammunition {
  readonly targets: readonly Target[]
  /** Keys of all sorts, good ones among them. */
  readonly keys: readonly string[]
  /** Ids and tokens that exist. */
  readonly ids: readonly string[]
  readonly tokens: readonly string[]
}

export function createHostileRequests(
  random: Random,
  { targets, keys, ids, tokens }: Ammunition,
): () => HostileRequest {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const chance = (share: number) => random() < share

  return () => {
    const target = pick(targets)
    const { kind, text } =
      target.body === undefined && chance(0.6) ? { kind: 'no body', text: undefined } : bodyFor(target.body)
    const body = text === undefined ? undefined : encoded(text)
    return {
      kind,
      method: chance(0.05) ? pick(METHODS) : target.method,
      path: pathFor(target.path),
      headers: headersFor(body),
      body,
    }
  }

  function bodyFor(good: unknown): { kind: string; text: string } {
    const roll = random()
    if (roll < 0.55) {
      const value = structuredClone(good ?? {})
      const spoils = 1 + Math.floor(random() * 3)
      for (let i = 0; i < spoils; i++) spoil(value)
      return { kind: 'spoiled value', text: json(value) }
    }
    if (roll < 0.7) return { kind: 'spoiled text', text: spoilText(JSON.stringify(good ?? {})) }
    if (roll < 0.8) return { kind: 'deep', text: deep() }
    if (roll < 0.83)
      return {
        kind: 'large',
        text: `{"conversationContext":{"query":"${'x'.repeat(pick([8_001, 40_000, 270_000]))}"}}`,
      }
    if (roll < 0.9) return { kind: 'odd json', text: pick(ODD_JSON) }
    return { kind: 'good', text: JSON.stringify(good ?? {}) }
  }

  /** Replaces, removes or adds something at a random depth. */
  function spoil(value: unknown): void {
    let at = value
    for (;;) {
      if (at === null || typeof at !== 'object') return
      const keysOfIt = Object.keys(at)
      const key = keysOfIt.length > 0 ? pick(keysOfIt) : 'x'
      const child = (at as Record<string, unknown>)[key]
      if (child !== null && typeof child === 'object' && chance(0.7)) {
        at = child
        continue
      }
      if (chance(0.15)) delete (at as Record<string, unknown>)[key]
      else if (chance(0.15)) (at as Record<string, unknown>)[pick(ODD_KEYS)] = structuredClone(pick(ODD_VALUES))
      else (at as Record<string, unknown>)[key] = structuredClone(pick(ODD_VALUES))
      return
    }
  }

  function spoilText(text: string): string {
    const at = Math.floor(random() * text.length)
    switch (Math.floor(random() * 6)) {
      case 0:
        return text.slice(0, at)
      case 1:
        return text.slice(0, at) + pick(ODD_PIECES) + text.slice(at)
      case 2:
        return text.slice(0, at) + text.slice(at + 1)
      case 3:
        return text.replace(/"(\w+)":/, '"$1":null,"$1":')
      case 4:
        return text.replaceAll(/\d+/g, () => pick(HUGE_NUMBERS))
      default:
        return text + pick(ODD_PIECES)
    }
  }

  function deep(): string {
    const depth = pick([31, 32, 33, 200, 20_000])
    const [open, close] = pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const)
    return `${open.repeat(depth)}1${close.repeat(depth)}`
  }

  function encoded(text: string): Buffer {
    if (chance(0.95)) return Buffer.from(text, 'utf8')
    if (chance(0.5)) return Buffer.from(text, 'utf16le')
    return Buffer.concat([
      Buffer.from(text.slice(0, 10)),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
      Buffer.from(text.slice(10)),
    ])
  }

  function pathFor(pattern: string): string {
    let path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => {
      if (name !== 'token' && chance(0.7)) return pick(ids)
      if (name === 'token' && chance(0.8)) return spoilToken(pick(tokens))
      return pick(ODD_SEGMENTS)
    })
    if (chance(0.08)) path = pick(PATH_TRICKS)(path)
    if (chance(0.25)) path += `?${pick(ODD_QUERIES)}`
    return path
  }

  function spoilToken(token: string): string {
    if (chance(0.6)) return token
    const at = Math.floor(random() * token.length)
    return token.slice(0, at) + pick(['A', '_', '.', '', 'AAAA', '%00', '~']) + token.slice(at + 1)
  }

  function headersFor(body: Buffer | undefined): [string, string][] {
    const headers: [string, string][] = []
    if (chance(0.9))
      headers.push([
        'Authorization',
        `${chance(0.95) ? 'Bearer' : pick(['bearer', 'Basic', 'Digest', ''])} ${pick(keys)}`,
      ])
    if (chance(0.05)) headers.push(['X-API-Key', pick(keys)])
    if (body !== undefined) {
      headers.push(['Content-Type', chance(0.85) ? 'application/json' : pick(CONTENT_TYPES)])
      if (chance(0.05)) headers.push(['Content-Encoding', pick(['gzip', 'br', 'identity', 'deflate, gzip', '\u00ff'])])
    }
    for (let i = 0; chance(0.3) && i < 5; i++) headers.push([...pick(ODD_HEADERS)])
    return headers
  }

  /** As `JSON.stringify`, but with numbers and surrogates that it would mend. */
  function json(value: unknown): string {
    return JSON.stringify(value, (_, held) => (typeof held === 'bigint' ? `@@${held}` : held))
      .replaceAll(/"@@(-?\d+)"/g, '$1')
      .replaceAll(/"@raw:(?:[^"\\]|\\.)*?:raw@"/g, (quoted) => (JSON.parse(quoted) as string).slice(5, -5))
  }
}

/** The request as bytes of HTTP/1.1. */
export function wireBytes({ method, path, headers, body }: HostileRequest, host: string): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  if (body !== undefined && !headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name)))
    lines.push(`Content-Length: ${body.length}`)
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body])
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY']
const HUGE_NUMBERS = [
  '1e400',
  '-1e400',
  '9223372036854775808',
  '18446744073709551616',
  '1e-400',
  '-0',
  '0.1e1',
  '99999999999999999999999999',
]
const RAW = (text: string) => `@raw:${text}:raw@`

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2n ** 63n,
  -(2n ** 63n),
  2n ** 53n + 1n,
  RAW('1e400'),
  RAW('-1e400'),
  RAW('1e-320'),
  RAW('"\\ud800"'),
  RAW('"\\udfff\\ud800 x"'),
  RAW('"a\\u0000b"'),
  RAW('{"a":1,"a":2}'),
  '',
  ' ',
  '\u0000',
  '\u202e\u2066gnp.exe\u2069',
  '\ufeff\u200b\u200d\u{e0041}',
  '𝕏'.repeat(4_000),
  'é'.repeat(129),
  'x'.repeat(8_001),
  'x'.repeat(33_000),
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '0.0000001',
  '99999999999',
  '1e3',
  '-5.00',
  '٣',
  'NaN',
  'javascript:alert(1)',
  'https://user:pw@[::1]:99999/\\..\\',
  '__proto__',
  'constructor',
  'toString',
  '=cmd|calc',
  "'; DROP TABLE ads; --",
  '${jndi:ldap://x}',
  '%s%n%p',
  [],
  [[[[[]]]]],
  {},
  { __proto__: null, length: 1e9 },
  { toString: 1, valueOf: null },
  Array.from({ length: 1_001 }, (_, i) => i),
  Array.from({ length: 60 }, () => 'x'.repeat(400)),
  Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i])),
]
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  '\u0000',
  'a\ud800',
  'hasOwnProperty',
  'id',
  'then',
  'x'.repeat(500),
]
const ODD_PIECES = [
  ',',
  '}',
  '{"a":1}',
  '\u0000',
  '\\',
  '"',
  '/*x*/',
  '1e400',
  '\ufeff',
  'NaN',
  '\ud83d',
  ']]]]',
  ' '.repeat(500),
]
const ODD_JSON = [
  '',
  ' ',
  'null',
  '[]',
  '""',
  '0',
  '1e400',
  'true',
  '"\\ud800"',
  '\ufeff{}',
  '{"__proto__":{"admin":true}}',
  '[1,2',
  '{"a":01}',
  "{'a':1}",
  '{"conversationContext":{}}{"x":1}',
  '\u0000',
  'undefined',
]
const ODD_SEGMENTS = [
  '%00',
  '%2e%2e%2f',
  '..',
  '.',
  '%ff%fe',
  '%',
  '%zz',
  '%F0%9F%92%A9',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'a'.repeat(300),
  'a'.repeat(3_000),
  'ad_',
  'adv_%2fetc%2fpasswd',
  "1'%20or%20'1'='1",
  '{id}',
  '*',
  ':id',
  'ads;x=1',
  '%E2%80%AE',
]
const PATH_TRICKS: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '//'),
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => path.replace('/api', '/%61pi'),
  (path) => `${path}%2f`,
  (path) => `${path}#fragment`,
  (path) => `http://elsewhere.example${path}`,
  () => '*',
  () => '/',
  () => '//',
  () => '/%',
  () => `/${'a/'.repeat(3_000)}`,
]
const ODD_QUERIES = [
  '',
  '&&&',
  'limit=1e400',
  'limit=-1',
  'limit=99999999999999999999',
  'limit=',
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  'cursor=%00',
  'cursor=' + 'A'.repeat(300),
  'cursor=eyJhIjoxfQ',
  'cursor=-1',
  'cursor=99999999999999999999999',
  'groupBy=day,day,ad,__proto__',
  'groupBy=%00',
  'groupBy=' + 'day,'.repeat(40),
  'from=2026-02-31&to=2026-03-01',
  'from=+275760-09-13&to=+275760-09-13',
  'from=0000-00-00',
  'format=%ff',
  'metrics=constructor',
  'campaign=__proto__',
  'includeArchived=maybe',
  '__proto__[a]=1',
  'constructor.prototype=1',
  'token=ak_live_x',
  'a=' + '%25'.repeat(500),
  '%',
  '%ff=%fe',
  'x'.repeat(4_000),
  Array.from({ length: 1_500 }, (_, i) => `k${i}=1`).join('&'),
]
const CONTENT_TYPES = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-ndjson',
  'text/csv',
  'text/tab-separated-values',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=latin1',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'json',
  '',
  '/',
  'a'.repeat(2_000),
  'application/json, text/plain',
]
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['User-Agent', ''],
  ['User-Agent', 'x'.repeat(9_000)],
  ['User-Agent', '\u00ff\u0080'],
  ['Accept', 'image/*'],
  ['Accept', 'text/html'],
  ['Accept', 'text/csv'],
  ['Accept', 'text/event-stream'],
  ['Accept', ''],
  ['Accept-Language', '*;q=2'],
  ['X-Forwarded-For', '1.2.3.4, , unknown, 999.999.999.999'],
  ['X-Forwarded-Host', 'evil.example'],
  ['Forwarded', 'for="[::1]'],
  ['Host', 'evil.example'],
  ['Origin', 'null'],
  ['Origin', 'https://evil.example'],
  ['Origin', 'x'],
  ['Referer', '\u00ff'],
  ['Cookie', 'a=b; '.repeat(500)],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'k'],
  ['Idempotency-Key', 'x'.repeat(300)],
  ['Idempotency-Key', '\u00ff\u0080'],
  ['Sec-Purpose', 'prefetch'],
  ['Range', 'bytes=0-,-1'],
  ['If-None-Match', '*'],
  ['Expect', '100-continue'],
  ['Expect', 'something'],
  ['Upgrade', 'h2c'],
  ['Connection', 'close'],
  ['Connection', 'upgrade, keep-alive'],
  ['TE', 'trailers'],
  ['Mcp-Protocol-Version', '1999-01-01'],
  ['Mcp-Protocol-Version', '2026-07-28'],
  ['Mcp-Session-Id', 'x'],
  ['Mcp-Method', 'tools/call'],
  ['Mcp-Name', '\u00ff'],
  ['Last-Event-Id', '-1'],
  ['Access-Control-Request-Method', 'POST'],
  ['X-Request-Id', '\'"><script>'],
  ['Content-MD5', 'x'],
  ['constructor', 'x'],
  ['__proto__', 'x'],
  ['X-Api-Key', '\u0080'],
]
