// An operator's own rules of whom not to count: clicks, views and requests of those a rule is meant for, on all threads.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { dayReport } from '../support/service-answers.ts'
import { type Ad, addAd, adsFor, noFillOf, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const SOON_MS = 2_000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const RULES = '/api/v1/traffic-rules'
const SETTINGS = { ASIDE_WORKERS: '2', ASIDE_TRUST_PROXY: '1', ASIDE_TRAFFIC_FILTER: 'report' }

let place: Place
let service: RunningService
let shop: Shop

before(async () => {
  place = await openPlace()
  service = await startProcess(place, SETTINGS)
  shop = await openShop(service)
  const { campaignId } = await openCampaign(service)
  await addAd(service, campaignId)
  await until('all threads know the ad', SOON_MS, async () => {
    for (let times = 0; times < 12; times++) if ((await adsFor(service, { key: shop.key })).length === 0) return false
    return true
  })
})
after(async () => {
  await service?.kill()
  place?.remove()
})

interface Client {
  readonly ip?: string
  readonly userAgent?: string
}

const call = (method: string, path: string, body?: object) =>
  service.client.send(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    ...(body && { body }),
  })

async function follow(url: string, { ip = '192.0.2.1', userAgent = BROWSER }: Client): Promise<void> {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': ip }
  const { status } = await fetch(url, { headers, redirect: 'manual' })
  assert.ok(status === 302 || status === 204, 'nobody is kept from where they go')
}

async function clickAndView(client: Client): Promise<void> {
  const [ad] = (await adsFor(service, { key: shop.key })) as [Ad]
  await follow(ad.tracking.impressionUrl, client)
  await follow(ad.tracking.clickUrl, client)
}

const counted = async () => {
  const { totals } = await dayReport(service, 'day')
  return [totals.impressions, totals.clicks, totals.ignored.traffic_rule ?? 0]
}

test('hits of whom a rule is meant for are kept and not counted, also where the other rules only report, and people land as ever', async () => {
  const office = await service.must('POST', RULES, { network: '203.0.113.9/24', note: ' Our\noffice ' })
  assert.deepEqual([office.network, office.userAgent, office.note], ['203.0.113.0/24', undefined, 'Our office'])
  const watch = await service.must('POST', RULES, { userAgent: 'PriceWatch/' })
  await clickAndView({ ip: '203.0.113.200' })
  await clickAndView({ userAgent: `${BROWSER} pricewatch/2.0` })
  await clickAndView({ ip: '203.0.114.200' })
  assert.deepEqual(await counted(), [1, 1, 4])

  const { data } = (await call('GET', RULES)).json()
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [watch.id, office.id],
  )
  assert.equal((await call('DELETE', `${RULES}/${office.id}`)).status, 200)
  assert.equal((await call('DELETE', `${RULES}/${office.id}`)).status, 404)
  await clickAndView({ ip: '203.0.113.200' })
  assert.deepEqual(await counted(), [2, 2, 4])

  const history = (await call('GET', `/api/v1/changes?entity=${office.id}`)).json().data
  const inShort = history.map(({ action, kind, changes }: any) => [action, kind, changes[0].from, changes[0].to])
  assert.deepEqual(inShort, [
    ['removed', 'traffic_rule', '203.0.113.0/24', null],
    ['created', 'traffic_rule', null, '203.0.113.0/24'],
  ])
})

test('requests that name such a device get no ads, on every thread and after a restart', async () => {
  const given = (device: object) => ({ key: shop.key, more: { userContext: { device } } })
  const office = given({ ip: '198.51.100.7', userAgent: BROWSER })
  assert.equal(await noFillOf(service, office), undefined)
  const rule = await service.must('POST', RULES, { network: '198.51.100.0/24', userAgent: 'Chrome/140' })
  const isKeptOut = async (wanted: string | undefined) => {
    for (let times = 0; times < 12; times++) if ((await noFillOf(service, office)) !== wanted) return false
    return true
  }
  await until('all threads keep it out', SOON_MS, () => isKeptOut('invalid_traffic'))
  assert.equal(
    await noFillOf(service, given({ ip: '198.51.100.7', userAgent: BROWSER.replace('140', '141') })),
    undefined,
  )
  assert.equal(await noFillOf(service, given({ ip: '198.51.101.7', userAgent: BROWSER })), undefined)
  assert.equal(await noFillOf(service, given({ userAgent: `${BROWSER} PriceWatch/3` })), 'invalid_traffic')

  await service.kill()
  service = await startProcess(place, SETTINGS)
  assert.ok(await isKeptOut('invalid_traffic'))
  assert.equal((await call('DELETE', `${RULES}/${rule.id}`)).status, 200)
  await until('all threads let it in again', SOON_MS, () => isKeptOut(undefined))
})

test('what would keep out everybody, or nobody, is refused with how to mend it', async () => {
  const cases: [body: object, field: string, message: RegExp][] = [
    [{}, 'network', /or userAgent must say/],
    [{ network: 'office' }, 'network', /203\.0\.113\.0\/24/],
    [{ network: '0.0.0.0/0' }, 'network', /\/8 to \/32/],
    [{ userAgent: 'bot' }, 'userAgent', /at least 4/],
    [{ userAgent: 'Mozilla/5.0' }, 'userAgent', /everyday browsers/],
    [{ userAgent: 'safari' }, 'userAgent', /everyday browsers/],
    [{ userAgent: 'Chrome/1' }, 'userAgent', /everyday browsers/],
    [{ userAgent: 'SamsungBrowser' }, 'userAgent', /everyday browsers/],
    [{ userAgent: 'Price\u200bWatch' }, 'userAgent', /U\+200B/],
    [{ network: '192.0.2.0/24', note: 'o\u202effice' }, 'note', /U\+202E/],
  ]
  for (const [body, field, message] of cases) {
    const answer = await call('POST', RULES, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.equal(answer.json().error.field, field)
    assert.match(answer.json().error.message, message)
  }
  const first = await service.must('POST', RULES, { network: '192.0.2.128/25' })
  const second = await call('POST', RULES, { network: '192.0.2.200/25' })
  assert.equal(second.status, 409)
  assert.match(second.json().error.message, new RegExp(first.id))
  const named = await service.must('POST', RULES, { userAgent: 'ShelfReader/' })
  const again = await call('POST', RULES, { userAgent: 'shelfreader/' })
  assert.deepEqual([again.status, again.json().error.message.includes(named.id)], [409, true])
  const ofShop = await service.client.send(`${service.url}${RULES}`, {
    headers: { authorization: `Bearer ${shop.key}` },
  })
  assert.equal(ofShop.status, 403)
})

test('many who add rules at once all get theirs, and one that is sent twice is made once', async () => {
  const before = (await call('GET', RULES)).json().data.length
  const add = (i: number) => service.must('POST', RULES, { network: `100.64.${i}.0/24` })
  await Promise.all(Array.from({ length: 20 }, (_, i) => add(i)))
  assert.equal((await call('GET', RULES)).json().data.length, before + 20)
  const send = () =>
    service.client.send(`${service.url}${RULES}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'idempotency-key': 'rule-1' },
      body: { network: '100.65.0.0/16' },
    })
  const [one, other] = [await send(), await send()]
  assert.deepEqual([one.status, other.status], [201, 201])
  assert.equal(one.json().id, other.json().id)
})

test('an installation has at most 500 rules', async () => {
  const add = (i: number) => call('POST', RULES, { network: `100.${66 + (i >> 8)}.${i & 255}.0/24` })
  let status = 201
  for (let i = 0; i < 500 && status === 201; i++) ({ status } = await add(i))
  assert.equal(status, 409)
  assert.equal((await call('GET', RULES)).json().data.length, 500)
})
