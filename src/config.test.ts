import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('nothing set gives a service on loopback that links to itself', () => {
  const config = readConfig({})
  assert.equal(config.baseUrl, 'http://127.0.0.1:8080')
  assert.equal(config.mcpUrl, config.baseUrl)
  assert.deepEqual(config.warnings, [])
})

test('a wildcard host without a public base is warned about', () => {
  for (const HOST of ['0', '::', '0::0', '::ffff:0.0.0.0'])
    assert.equal(readConfig({ HOST }).baseUrl, 'http://localhost:8080')
  const config = readConfig({ HOST: '0.0.0.0', PORT: '9000' })
  assert.equal(config.baseUrl, 'http://localhost:9000')
  assert.match(config.warnings[0]!, /ASIDE_BASE_URL/)
})

test('settings of which nothing comes without others are warned about', () => {
  const { warnings } = readConfig({ REDIS_URL: 'redis://cache', ASIDE_NODE_ADDRESS: '10.0.0.5' })
  assert.equal(warnings.length, 2)
  assert.match(warnings[0]!, /REDIS_URL is set and DATABASE_URL is not/)
  assert.deepEqual(readConfig({ REDIS_URL: 'redis://cache', DATABASE_URL: 'postgres://host/aside' }).warnings, [])
})

test('a header of a proxy that nobody believes is warned about, and one of another meaning is refused', () => {
  const headers = { ASIDE_COUNTRY_HEADER: 'CF-IPCountry', ASIDE_REGION_HEADER: 'CF-Region-Code' }
  const config = readConfig({ ...headers, ASIDE_TRUST_PROXY: '1' })
  assert.deepEqual([config.countryHeader, config.regionHeader], ['cf-ipcountry', 'cf-region-code'])
  assert.deepEqual(config.warnings, [])
  const { warnings } = readConfig(headers)
  assert.equal(warnings.length, 2)
  assert.match(warnings[0]!, /ASIDE_COUNTRY_HEADER is set and ASIDE_TRUST_PROXY is not/)
  for (const wrong of ['Host', 'Content-Length', 'X-API-Key', 'Sec-GPC', 'Transfer-Encoding', 'CF IPCountry', 'X-Länd'])
    assert.throws(() => readConfig({ ASIDE_COUNTRY_HEADER: wrong }), /is no header of a proxy/, wrong)
})

test('an address of Redis that cannot be one is told with its setting, and not as it stands', () => {
  for (const given of ['cache', 'http://cache', 'redis://:sesame@cache/one', 'redis://:sesame%@cache']) {
    const read = () => readConfig({ REDIS_URL: given, DATABASE_URL: 'postgres://host/aside' })
    assert.throws(
      read,
      ({ message }: Error) => /REDIS_URL: its value is no address/.test(message) && !message.includes('sesame'),
    )
  }
})

test('where other processes reach this one is a host, with a port or without', () => {
  const addressOf = (text: string) =>
    readConfig({ ASIDE_NODE_ADDRESS: text, DATABASE_URL: 'postgres://host/aside' }).nodeAddress
  assert.deepEqual(addressOf('10.0.0.5'), { host: '10.0.0.5', port: 0 })
  assert.deepEqual(addressOf('node-1.internal:7400'), { host: 'node-1.internal', port: 7400 })
  assert.deepEqual(addressOf('[fd00::5]:7400'), { host: 'fd00::5', port: 7400 })
  for (const wrong of ['fd00::5', 'a b', ':7400', 'host:', 'host:70000'])
    assert.throws(() => addressOf(wrong), /ASIDE_NODE_ADDRESS/, wrong)
})

test('the address of a database is one of PostgreSQL, and its password is never shown', () => {
  const DATABASE_URL = 'postgresql://aside:tiger@db.internal:5432/ads'
  assert.equal(readConfig({ DATABASE_URL }).databaseUrl, DATABASE_URL)
  assert.equal(readConfig({ DATABASE_URL: ' ' }).databaseUrl, undefined)
  for (const wrong of ['mysql://aside:tiger@db/ads', 'postgres://aside:tiger@db', 'tiger'])
    assert.throws(
      () => readConfig({ DATABASE_URL: wrong }),
      ({ message }: Error) => /DATABASE_URL: its value .*postgres:\/\//.test(message) && !message.includes('tiger'),
    )
})

test('a setting that there is not is warned about, by its name alone', () => {
  const CALLERS = {
    ASIDE_URL: 'http://a',
    ASIDE_KEY: 'k',
    ASIDE_SERVICE_HOST: '10.0.0.1',
    ASIDE_PORT: 'tcp://10.0.0.1:80',
  }
  const { warnings } = readConfig({ ...CALLERS, ASIDE_ADMINKEY: 'a-secret-of-sixteen', ASIDE_WORKERS: '1', OTHER: '1' })
  assert.equal(warnings.length, 1)
  assert.match(warnings[0]!, /^ASIDE_ADMINKEY is no setting/)
  assert.doesNotMatch(warnings[0]!, /secret/)
})

test('decision threads are as many as are asked for, and one a core where nobody asks', () => {
  assert.equal(readConfig({ ASIDE_WORKERS: '3' }).workers, 3)
  assert.equal(readConfig({}).workers, availableParallelism())
  for (const given of ['0', '65', '2.5', 'many'])
    assert.throws(() => readConfig({ ASIDE_WORKERS: given }), /ASIDE_WORKERS: .* a whole number from 1 to 64/)
})

test('a path prefix of the base is kept, its last slash is not', () => {
  assert.equal(readConfig({ ASIDE_BASE_URL: 'https://example.com/ads/' }).baseUrl, 'https://example.com/ads')
})

test('all faults are told together, without the secrets', () => {
  assert.throws(
    () => readConfig({ PORT: 'eighty', ASIDE_ADMIN_KEY: 'hunter2', ASIDE_CURRENCY: 'GOLD', ASIDE_CLOCK: 'fast' }),
    ({ message }: Error) => {
      for (const name of ['PORT', 'ASIDE_ADMIN_KEY', 'ASIDE_CURRENCY', 'ASIDE_CLOCK'])
        assert.match(message, new RegExp(name))
      assert.doesNotMatch(message, /hunter2/)
      return true
    },
  )
})

test('each fault names its setting, and says what would do', () => {
  const faults = {
    HOST: [/no address/, '300.1.1.1', 'localhost:8080', 'http://localhost', '[::1]', 'fe80::1%eth0'],
    ASIDE_TRUST_PROXY: [/number of hops/, 'true', '-1', '1.5', '10.0.0.0/99', '10.0.0.0/0', '1, 10.0.0.0/8'],
    ASIDE_ALLOWED_HOSTS: [/no host name/, 'https://ads.example', 'ads.example/x', '*.ads.example', '*'],
    ASIDE_ALLOWED_ORIGINS: [
      /no origin/,
      'app.example',
      'https://app.example, app.example',
      'https://a.example/x',
      'https://*.example',
      'https://me@a.example',
      'https://a.example?x',
      'https://a.example:99999',
    ],
    ASIDE_BASE_URL: [
      /no base address/,
      'https://ads.example/?',
      'https://ads.example/ads#',
      'https://:secret@ads.example',
    ],
    ASIDE_MIN_WITHDRAWAL: [/: "[^"]+" is no amount; give one such as 10\.00$/, '-1', '1,50', 'ten'],
    ASIDE_ADMIN_KEY: [
      /: its value (is too long|holds characters)/,
      'x'.repeat(513),
      'schlüssel-zum-haus',
      '🔑'.repeat(16),
    ],
    ASIDE_SIGNING_KEYS: [/: its value is no key ring: signing key 1 /, 'abc', '1:YWFhYQ'],
  } as const
  for (const [name, [said, ...given]] of Object.entries(faults)) {
    for (const value of given) {
      const isTold = ({ message }: Error) => message.includes(`\n  ${name}: `) && said.test(message)
      assert.throws(() => readConfig({ [name]: value }), isTold, `${name}=${value}`)
    }
  }
})

test('addresses, proxies and origins are taken as people write them', () => {
  for (const HOST of ['::', '::1', '0.0.0.0', '192.168.1.5', 'localhost', 'ads_1.lan'])
    assert.equal(readConfig({ HOST }).host, HOST)
  assert.equal(readConfig({ HOST: '::1' }).baseUrl, 'http://[::1]:8080')
  const trusted = (ASIDE_TRUST_PROXY: string) => readConfig({ ASIDE_TRUST_PROXY }).trustProxy
  assert.deepEqual(trusted('1'), ['1'])
  assert.deepEqual(trusted('off'), [])
  assert.deepEqual(trusted('10.0.0.0/8, 192.168.1.7,::1, fd00::/8, loopback'), [
    '10.0.0.0/8',
    '192.168.1.7',
    '::1',
    'fd00::/8',
    'loopback',
  ])
  const ASIDE_ALLOWED_ORIGINS = 'https://app.example:8443/,app://obsidian.md,null'
  assert.equal(readConfig({ ASIDE_ALLOWED_ORIGINS }).allowedOrigins.length, 3)
  assert.equal(readConfig({ ASIDE_ALLOWED_HOSTS: 'ads.lan, 10.0.0.5:8080, [::1]:9' }).allowedHosts.length, 3)
})

test('hosts and origins are kept as browsers send them', () => {
  const ASIDE_ALLOWED_HOSTS = 'bücher.example:8080, [0:0:0:0:0:0:0:1], ads_1.lan'
  const ASIDE_ALLOWED_ORIGINS = 'https://app.example:443, HTTP://Bücher.example, app://obsidian.md'
  const { allowedHosts, allowedOrigins } = readConfig({ ASIDE_ALLOWED_HOSTS, ASIDE_ALLOWED_ORIGINS })
  assert.deepEqual(allowedHosts, ['xn--bcher-kva.example:8080', '[::1]', 'ads_1.lan'])
  assert.deepEqual(allowedOrigins, ['https://app.example', 'http://xn--bcher-kva.example', 'app://obsidian.md'])
})

test('a fast clock is read from its factor', () => assert.equal(readConfig({ ASIDE_CLOCK: 'x1440' }).clockSpeed, 1_440))

test('an embedding model needs a name, and one thread decides beside it', () => {
  const url = 'http://127.0.0.1:11434/v1/'
  assert.throws(() => readConfig({ ASIDE_EMBEDDINGS_URL: url }), /ASIDE_EMBEDDINGS_MODEL: is missing; name the model/)
  const config = readConfig({ ASIDE_EMBEDDINGS_URL: url, ASIDE_EMBEDDINGS_MODEL: 'small', ASIDE_WORKERS: '4' })
  assert.equal(config.embeddingsUrl, 'http://127.0.0.1:11434/v1')
  assert.equal(config.workers, 1)
  assert.deepEqual(config.warnings, [
    'ASIDE_WORKERS counts as 1: with ASIDE_EMBEDDINGS_URL one thread decides, since it waits for the model.',
  ])
  assert.match(
    readConfig({ ASIDE_EMBEDDINGS_KEY: 'sk-1' }).warnings[0]!,
    /ASIDE_EMBEDDINGS_URL is not: no model is asked/,
  )
  for (const wait of ['-1', '5001', 'soon']) {
    assert.throws(() => readConfig({ ASIDE_EMBEDDINGS_WAIT_MS: wait }), /give milliseconds from 0 to 5000/)
  }
  assert.throws(
    () => readConfig({ ASIDE_EMBEDDINGS_KEY: 'sk sesame' }),
    ({ message }: Error) => /ASIDE_EMBEDDINGS_KEY: its value holds/.test(message) && !message.includes('sesame'),
  )
})
