import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/clock.ts'
import { type LinkPayload, sessionBytes } from '../domain/link.ts'
import type { Hit } from '../domain/hit.ts'
import { createTrafficFilter, isUnasked } from './traffic-filter.ts'
import { createHitLimits, VIEW_LIMITS } from './traffic/hit-limits.ts'
import { isShared, parseNetworkList, readAddress, type NetworkList } from './traffic/network.ts'
import { createTrafficRules } from './traffic/traffic-rules.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const START = 1_800_000_000_000
const dataCenters = parseNetworkList('198.51.100.0/24 # hoster\n2001:db8:5::/48')
const person: Hit = { userAgent: CHROME, ip: '203.0.113.7', purpose: '', signatureAgent: undefined, source: 'person' }

const networkOf = (text: string) => readAddress(text)?.network
const listed = (list: NetworkList, text: string) => list.has(readAddress(text)!)

let impressions = 0
/** A link of a fresh decision, so that each click is a fact of its own. */
function link(fields: Partial<LinkPayload> = {}): LinkPayload {
  const decision = new Uint8Array(16)
  new DataView(decision.buffer).setUint32(12, ++impressions)
  return {
    decision,
    ordinal: 0,
    adNumber: impressions,
    adVersion: 1,
    campaignNumber: 1,
    publisherNumber: 1,
    model: 'cpc',
    priceMicros: 1,
    format: 'action_card',
    slotId: 's',
    country: '',
    user: new Uint8Array(8),
    test: false,
    ...fields,
  }
}
const filterOf = (mode: 'on' | 'report' = 'on', subjectsMax?: number) => {
  const seen: string[] = []
  const rules = createTrafficRules()
  const filter = createTrafficFilter({
    mode,
    rules,
    dataCenters,
    salt: new Uint8Array(16),
    onVerdict: ({ reason, ignored }) => seen.push(`${reason}${ignored ? '!' : ''}`),
    ...(subjectsMax !== undefined && { subjectsMax }),
  })
  const click = (hit: Partial<Hit> = {}, of = link(), nowMs = START) =>
    filter.judge('click', { ...person, ...hit }, of, nowMs)
  return { filter, click, seen, rules }
}

test('clicks of tests do not use up what a person may click', () => {
  const { click } = filterOf()
  assert.equal(click({}, link({ adNumber: 1, test: true })), undefined)
  assert.equal(click({}, link({ adNumber: 1 })), undefined)
  assert.equal(click({}, link({ adNumber: 1, test: true })), 'rate')
})

test('a person with a browser on a home network is let through', () => {
  const { click, seen } = filterOf()
  assert.equal(click(), undefined)
  assert.equal(click({ userAgent: PHONE, ip: '2a02:8109:1:2::3' }), undefined)
  assert.deepEqual(seen, [])
})

test('each kind of machine is told by its own reason', () => {
  const { click } = filterOf()
  assert.equal(click({ userAgent: undefined }), 'bot')
  assert.equal(click({ userAgent: ' ' }), 'bot')
  assert.equal(click({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }), 'bot')
  assert.equal(click({ userAgent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }), 'bot')
  assert.equal(click({ userAgent: 'python-requests/2.32' }), 'bot')
  assert.equal(
    click({
      userAgent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
    }),
    'declared_agent',
  )
  assert.equal(
    click({ userAgent: 'Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)' }),
    'declared_agent',
  )
  assert.equal(click({ userAgent: 'Mozilla/5.0 (compatible; Perplexity-User/1.0)' }), 'declared_agent')
  assert.equal(click({ signatureAgent: '"https://chatgpt.com"' }), 'declared_agent')
  assert.equal(click({ ip: '198.51.100.200' }), 'data_center')
  assert.equal(click({ ip: '::ffff:198.51.100.200' }), 'data_center')
  assert.equal(click({ ip: '2001:db8:5:ffff::1' }), 'data_center')
  assert.equal(click({ purpose: 'prefetch;prerender' }), 'prefetch')
})

test('clicks of one person pass up to 3 in ten minutes, 10 in an hour and 25 in a day, exact at each boundary', () => {
  const { click } = filterOf()
  const at = (ms: number) => click({}, link(), START + ms)
  assert.deepEqual([at(0), at(1), at(2), at(3)], [undefined, undefined, undefined, 'rate'])
  assert.equal(at(10 * MINUTE_MS - 1), 'rate')
  assert.equal(at(10 * MINUTE_MS), undefined)

  const hourly = filterOf()
  const passed = (filter: typeof hourly, stepMs: number, untilMs: number) => {
    let count = 0
    for (let ms = 0; ms < untilMs; ms += stepMs) if (filter.click({}, link(), START + ms) === undefined) count++
    return count
  }
  assert.equal(passed(hourly, 4 * MINUTE_MS, HOUR_MS), 10)
  assert.equal(hourly.click({}, link(), START + HOUR_MS - 1), 'rate')
  assert.equal(hourly.click({}, link(), START + HOUR_MS), undefined)
  assert.equal(passed(filterOf(), 30 * MINUTE_MS, DAY_MS), 25)
})

test('where the clock was set back, what a person clicked before counts from then on as long as ever', () => {
  const { click } = filterOf()
  const at = (ms: number) => click({}, link(), START + ms)
  for (const ms of [0, 1, 2]) assert.equal(at(30 * DAY_MS + ms), undefined)
  assert.deepEqual([at(0), at(10 * MINUTE_MS - 1), at(10 * MINUTE_MS)], ['rate', 'rate', undefined])
})

test('one ad is clicked by one person once a minute', () => {
  const { click } = filterOf()
  assert.equal(click({}, link({ adNumber: 5 })), undefined)
  assert.equal(click({}, link({ adNumber: 5 }), START + MINUTE_MS - 1), 'rate')
  assert.equal(click({}, link({ adNumber: 6 }), START + SECOND_MS), undefined)
  assert.equal(click({}, link({ adNumber: 5 }), START + MINUTE_MS), undefined)
})

test('the same click again is left to the ledger, which knows it for a duplicate', () => {
  const { click } = filterOf()
  const once = link()
  for (let i = 0; i < 20; i++) assert.equal(click({}, once), undefined)
  assert.deepEqual([click(), click(), click()], [undefined, undefined, 'rate'])
})

test('people are told apart by user, network, publisher and, without a user, by browser', () => {
  const { click } = filterOf()
  const user = (n: number) => new Uint8Array(8).fill(n)
  const spend = (hit: Partial<Hit>, fields: Partial<LinkPayload>) =>
    [1, 2, 3, 4].map(() => click(hit, link(fields))).at(-1)
  assert.equal(spend({}, { user: user(1) }), 'rate')
  assert.equal(spend({ ip: '203.0.113.250', userAgent: PHONE }, { user: user(1) }), 'rate')
  assert.equal(click({}, link({ user: user(2) })), undefined)
  assert.equal(click({}, link({ user: user(1), publisherNumber: 2 })), undefined)
  assert.equal(click({ ip: '203.0.114.7' }, link({ user: user(1) })), undefined)
  assert.equal(spend({}, {}), 'rate')
  assert.equal(click({}, link({ user: sessionBytes(user(3)) })), 'rate', 'a session tells nobody apart')
  assert.equal(click({ userAgent: PHONE }), undefined)
})

test('a network gets ten people’s clicks however many users it claims, but a private address is no network', () => {
  const passed = (ip: string) => {
    const { click } = filterOf()
    let count = 0
    for (let i = 1; i <= 100; i++) if (click({ ip }, link({ user: new Uint8Array(8).fill(i) })) === undefined) count++
    return count
  }
  assert.equal(passed('203.0.113.7'), 30)
  assert.equal(passed('127.0.0.1'), 100)
  assert.equal(passed('10.1.2.3'), 100)
})

test('five views of one ad in five minutes count', () => {
  const { filter } = filterOf()
  const view = (adNumber: number, ms = 0) => filter.judge('impression', person, link({ adNumber }), START + ms)
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(() => view(9)).slice(3), [undefined, undefined, 'rate'])
  assert.equal(view(10), undefined)
  assert.equal(view(9, 5 * MINUTE_MS), undefined)
})

test('what a publisher’s server reports is not judged by where the server stands', () => {
  const { click } = filterOf()
  for (let i = 0; i < 30; i++)
    assert.equal(click({ source: 'server', userAgent: 'python-requests/2', ip: '198.51.100.1' }), undefined)
})

test('in mode report every reason is found, and only a prefetch keeps an event from being billed', () => {
  const { click, seen } = filterOf('report')
  assert.equal(click({ userAgent: '' }), undefined)
  assert.equal(click({ ip: '198.51.100.1' }), undefined)
  assert.equal(click({ purpose: 'prefetch' }), 'prefetch')
  for (let i = 0; i < 300; i++) assert.equal(click({}, link({ user: new Uint8Array(8).fill(i % 200) })), undefined)
  assert.deepEqual(seen.slice(0, 3), ['bot', 'data_center', 'prefetch!'])
  assert.ok(seen.includes('rate'))
})

test('who is counted is bounded: the one not seen for longest is forgotten', () => {
  const { click } = filterOf('on', 2)
  const from = (n: number) => click({ ip: `203.0.${n}.1` })
  for (let i = 0; i < 3; i++) from(1)
  assert.equal(from(1), 'rate')
  from(2)
  from(3)
  assert.equal(from(1), undefined)
})

test('purpose headers of browsers that fetch ahead are known', () => {
  for (const purpose of ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip', ' prefetch ', 'preview'])
    assert.equal(isUnasked({ purpose }), true)
  assert.equal(isUnasked({ purpose: '  ' }), false)
})

test('an address is cut to its /24 or /48, and text that is none to nothing', () => {
  assert.equal(networkOf('203.0.113.77'), '203.0.113.0/24')
  assert.equal(networkOf('::ffff:203.0.113.77'), '203.0.113.0/24')
  assert.equal(networkOf('2a02:8109:aa01:2::3'), '2a02:8109:aa01::/48')
  for (const none of ['unknown', '', '1', '127.1', '0177.0.0.1', '256.1.1.1', '1.2.3'])
    assert.equal(networkOf(none), undefined, none)
  assert.equal(isShared(readAddress('192.168.1.1')!), true)
  assert.equal(isShared(readAddress('100.64.1.1')!), true)
  assert.equal(isShared(readAddress('8.8.8.8')!), false)
})

test('a list of networks knows the ends of its blocks, overlaps included, and names a line that is none', () => {
  const list = parseNetworkList('10.0.0.0/9\n10.64.0.0/10\n10.128.0.0/9 # rest\n\n192.0.2.128/25\n2001:db8::/32')
  for (const inside of ['10.0.0.0', '10.255.255.255', '192.0.2.128', '192.0.2.255', '2001:db8:ffff:ffff::1'])
    assert.equal(listed(list, inside), true, inside)
  for (const outside of ['9.255.255.255', '11.0.0.0', '192.0.2.127', '192.0.3.0', '2001:db9::'])
    assert.equal(listed(list, outside), false, outside)
  assert.throws(() => parseNetworkList('10.0.0.0/8\nten'), /line 2/)
})

test('the list that comes with the service reads, and takes no resolver or home network for a data centre', () => {
  const list = parseNetworkList(readFileSync(new URL('../../models/data-center-ranges.txt', import.meta.url), 'utf8'))
  assert.ok(list.size > 150)
  for (const cloud of ['52.10.0.1', '34.100.0.1', '20.70.1.1', '5.9.1.1', '2600:1f18::1', '2a01:4f8:1::1'])
    assert.equal(listed(list, cloud), true, cloud)
  for (const home of ['8.8.8.8', '1.1.1.1', '87.123.4.5', '2a02:8109::1', '127.0.0.1', '192.168.0.1', '172.217.1.1'])
    assert.equal(listed(list, home), false, home)
})

test('of one person the newest fifty views are remembered', () => {
  const limits = createHitLimits(VIEW_LIMITS, { subjectsMax: 1 })
  let views = 0
  const view = (adNumber: number) => limits.allow('person', { fact: `view ${views++}`, adNumber }, START)
  for (let i = 0; i < 50; i++) assert.ok(view(1 + Math.floor(i / 5)))
  assert.equal(view(1), false, 'five of one ad, all of them remembered')
  assert.ok(view(11))
  assert.equal(view(1), true, 'the oldest made room')
})
