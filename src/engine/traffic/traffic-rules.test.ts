import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrafficRule } from '../../domain/traffic-rule.ts'
import { networkIn } from './network.ts'
import { createTrafficRules } from './traffic-rules.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const rulesOf = (...given: Pick<TrafficRule, 'network' | 'userAgent'>[]) => {
  const rules = createTrafficRules()
  rules.take(given.map((rule, i) => ({ id: `tr_${i}`, note: '', createdAtMs: 0, ...rule })))
  return rules
}

test('a network is written in its usual form', () => {
  const cases: [given: string, kept: string][] = [
    ['203.0.113.0/24', '203.0.113.0/24'],
    [' 203.0.113.77/24 ', '203.0.113.0/24'],
    ['203.0.113.77', '203.0.113.77/32'],
    ['203.0.113.77/25', '203.0.113.0/25'],
    ['203.0.113.200/25', '203.0.113.128/25'],
    ['10.9.8.7/8', '10.0.0.0/8'],
    ['::ffff:203.0.113.77', '203.0.113.77/32'],
    ['::FFFF:cb00:714d/120', '203.0.113.0/24'],
    ['2001:DB8:7:8:9::1', '2001:db8:7:8::/64'],
    ['2001:db8:7fff::/33', '2001:db8::/33'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ]
  for (const [given, kept] of cases) assert.equal(networkIn(given), kept, given)
})

test('what is no network, or half of the internet, is refused', () => {
  for (const text of [
    '',
    'office',
    '203.0.113',
    '203.0.113.0/24/8',
    '203.0.113.0/',
    '0x7f.1',
    '010.1.1.1',
    '1.2.3.4/x',
  ])
    assert.throws(() => networkIn(text), /must be an address or a block/, text)
  for (const text of [
    '0.0.0.0/0',
    '11.0.0.0/7',
    '1.2.3.4/33',
    '::ffff:0.0.0.0/96',
    '::/0',
    '2001:db8::/65',
    '2001:db8::/128',
  ])
    assert.throws(() => networkIn(text), /must be a block of \/(?:8 to \/32 for IPv4|16 to \/64 for IPv6)/, text)
})

test('a client is caught by its network, by its User-Agent, or by both where a rule names both', () => {
  const { catches } = rulesOf(
    { network: '203.0.113.0/25' },
    { network: '2001:db8:7::/48' },
    { userAgent: 'PriceWatch/' },
    { network: '198.51.100.0/24', userAgent: 'Chrome/140' },
  )
  const cases: [caught: boolean, ip: string | undefined, userAgent: string | undefined][] = [
    [true, '203.0.113.127', CHROME],
    [false, '203.0.113.128', CHROME],
    [true, '::ffff:203.0.113.5', undefined],
    [true, '2001:db8:7:9::1', CHROME],
    [false, '2001:db8:8::1', CHROME],
    [true, '192.0.2.1', 'Mozilla/5.0 (compatible; PRICEWATCH/2.1)'],
    [true, undefined, 'pricewatch/1'],
    [false, undefined, 'pricewatch'],
    [true, '198.51.100.9', CHROME],
    [false, '198.51.100.9', CHROME.replace('140', '141')],
    [false, '198.51.100.9', undefined],
    [false, '198.51.101.9', CHROME],
    [false, 'unknown', CHROME],
    [false, undefined, undefined],
  ]
  for (const [caught, ip, userAgent] of cases) assert.equal(catches({ ip, userAgent }), caught, `${ip} ${userAgent}`)
})

test('rules that take the place of others are asked from then on, also about clients that were seen before', () => {
  const rules = rulesOf({ userAgent: 'PriceWatch/' })
  const client = { userAgent: 'PriceWatch/2', ip: '203.0.113.5' }
  assert.equal(rules.catches(client), true)
  rules.take([{ id: 'tr_2', userAgent: 'ShelfReader/', note: '', createdAtMs: 0 }])
  assert.equal(rules.catches(client), false)
  rules.take([])
  assert.equal(rules.catches(client), false)
  rules.take([{ id: 'tr_1', network: '203.0.113.0/24', note: '', createdAtMs: 0 }])
  assert.equal(rules.catches(client), true)
})
