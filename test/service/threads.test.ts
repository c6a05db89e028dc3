// Several decision threads are one service: whichever of them takes a connection, caps, rates, budgets, logs and changes are the same.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { createHttpClient } from '../support/http-client.ts'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { dayReport, verifyBooks } from '../support/service-answers.ts'
import { type Ad, addAd, adsFor, ask, LAPTOP, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const THREADS = 3
/** Enough connections for each thread to get some of them. */
const AT_ONCE = 64

let place: Place
let service: RunningService
let shop: Shop
let advertiserId: string
let campaignId: string

before(async () => {
  place = await openPlace()
  service = await start()
  shop = await openShop(service)
  ;({ advertiserId, campaignId } = await openCampaign(service))
  await addAd(service, campaignId)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

async function start(at = place): Promise<RunningService> {
  const started = await startProcess(at, { ASIDE_WORKERS: String(THREADS), ASIDE_TRAFFIC_FILTER: 'report' })
  const listening = async () => (await figure(started, 'aside_decision_threads')) === THREADS
  await until('every thread listens', 20_000, listening)
  return started
}

async function figure({ client, url }: RunningService, name: string): Promise<number> {
  const { text } = await client.send(`${url}/metrics`)
  const lines = text.split('\n').filter((line) => line.startsWith(name) && /[ {]/.test(line[name.length]!))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

function together<T>(times: number, what: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, i) => what(i)))
}

/** Titles that each of many connections is served now. */
async function titlesNow(query?: string): Promise<string[]> {
  const answers = await together(AT_ONCE, () => adsFor(service, { key: shop.key, ...(query && { query }) }))
  return [...new Set(answers.map((ads) => ads.map(({ content }) => content.title).join(' & ')))]
}

test('what threads decided is in one log, one report and one set of figures', async () => {
  const before = await figure(service, 'aside_decisions_total')
  const asked = 4 * AT_ONCE
  const answers = await together(asked, () => ask(service, { key: shop.key }))
  const ids = answers.map((answer) => answer.json().requestId)
  assert.equal(new Set(ids).size, asked)
  await until('all are counted', 2_000, async () => (await figure(service, 'aside_decisions_total')) === before + asked)
  for (const id of ids) {
    const decision = await service.must('GET', `/api/v1/decisions/${id}`)
    assert.equal(decision.slots[0].ads.length, 1, id)
  }
  const counted = async () => (await dayReport(service, 'day')).totals.requests >= before + asked
  await until('all are in the report', 5_000, counted)
  assert.equal((await dayReport(service, 'day')).totals.requests, before + asked)
})

test('whoever pays in is served by every thread once the payment is answered', async () => {
  for (let round = 0; round < 8; round++) {
    const advertiser = { name: `Payer ${round}`, domain: `payer${round}.example`, billing: 'prepaid' }
    const paying = await openCampaign(service, { advertiser })
    const thing = `zitherine${'abcdefgh'[round]}`
    await addAd(service, paying.campaignId, { title: `A ${thing} of maple`, description: `The ${thing}.` })
    const servedNow = async () => {
      const answers = await together(24, () => adsFor(service, { key: shop.key, query: `buy a ${thing}` }))
      return answers.filter((ads) => ads[0]?.content.title.includes(thing)).length
    }
    assert.equal(await servedNow(), 0, 'nobody has paid yet')
    const payment = { amount: '10.00', reference: thing }
    await service.must('POST', `/api/v1/advertisers/${paying.advertiserId}/funds`, payment)
    assert.equal(await servedNow(), 24, `round ${round}`)
  }
})

test('a cap holds for each of many people whom all threads serve at once', async () => {
  const frequencyCaps = [{ scope: 'campaign', per: 'user', max: 4, windowSeconds: 86_400 }]
  const capped = await openCampaign(service, { advertiserId, campaign: { frequencyCaps } })
  await addAd(service, capped.campaignId, { title: 'Torrentix kettle', description: 'The torrentix kettle.' })
  const served = new Map<string, number>()
  await together(12 * AT_ONCE, async (i) => {
    const userId = `person-${i % 16}`
    const ads = await adsFor(service, { key: shop.key, query: 'buy a torrentix kettle', userId })
    served.set(userId, (served.get(userId) ?? 0) + ads.length)
  })
  assert.deepEqual(
    [...served.values()],
    Array.from({ length: 16 }, () => 4),
  )
})

test('a changed ad, campaign or key holds on every connection from the answer on', async () => {
  for (const [status, titles] of [
    ['paused', ''],
    ['active', LAPTOP.title],
    ['paused', ''],
    ['active', LAPTOP.title],
  ]) {
    await service.must('PATCH', `/api/v1/campaigns/${campaignId}`, { status })
    assert.deepEqual(await titlesNow(), [titles], status)
  }
  for (const word of ['alphix', 'betix', 'gammix']) {
    await addAd(service, campaignId, { title: `${word} teapot`, description: `The ${word}.` })
    assert.deepEqual(await titlesNow(`buy a ${word} teapot`), [`${word} teapot`])
  }
  const other = await openShop(service)
  const statuses = async () => new Set((await together(AT_ONCE, () => ask(service, { key: other.key }))).map(statusOf))
  assert.deepEqual(await statuses(), new Set([200]))
  await service.must('DELETE', `/api/v1/keys/${other.keyId}`)
  assert.deepEqual(await statuses(), new Set([401]))
})

test('a new campaign is served on every connection from the answer on, also where its advertiser pays in advance', async () => {
  for (const [billing, thing] of [
    ['invoiced', 'globe'],
    ['prepaid', 'kite'],
  ]) {
    const advertiser = { name: billing, domain: `${billing}.example`, billing }
    const own = await openCampaign(service, { advertiser })
    const title = `${billing}ix ${thing}`
    await addAd(service, own.campaignId, { title, description: `A ${thing}.` })
    if (billing === 'prepaid') {
      assert.deepEqual(await titlesNow(`buy a ${title}`), [''], 'without funds')
      await service.must('POST', `/api/v1/advertisers/${own.advertiserId}/funds`, { amount: '5.00', id: 'first-funds' })
      await until('the funds count', 2_000, async () => (await titlesNow(`buy a ${title}`)).join('') === title)
    }
    assert.deepEqual(await titlesNow(`buy a ${title}`), [title])
  }
})

test('an impression that is reported right behind its answer is known', async () => {
  const client = createHttpClient({ sockets: 3 * AT_ONCE })
  const results = await together(12 * AT_ONCE, async () => {
    const [ad] = await adsFor({ ...service, client }, { key: shop.key })
    const answer = await client.send(`${service.url}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}` },
      body: { events: [{ type: 'impression', impressionId: ad!.impressionId }] },
    })
    return answer.json().results[0].status
  })
  client.close()
  assert.deepEqual(new Set(results), new Set(['accepted']))
})

test('clicks, pages and ad requests share connections', async () => {
  const client = createHttpClient({ sockets: 8 })
  const ads: Ad[] = []
  for (let round = 0; round < 4; round++) {
    ads.push(...(await together(8, () => adsFor({ ...service, client }, { key: shop.key }))).flat())
    const healths = await together(8, () => client.send(`${service.url}/healthz`))
    assert.deepEqual(new Set(healths.map(statusOf)), new Set([200]))
  }
  const clicks = await together(ads.length, (i) => client.send(ads[i]!.tracking.clickUrl))
  assert.deepEqual(new Set(clicks.map(statusOf)), new Set([302]))
  client.close()
  const { totals } = await dayReport(service, 'day')
  assert.equal(totals.clicks, ads.length)
})

test('a paused publisher gets no ads on any connection, and its links, keys and money go on', async () => {
  const paused = await openShop(service)
  const own = await openCampaign(service, { campaign: { bid: { model: 'cpc', amount: '0.40' } } })
  await addAd(service, own.campaignId, { title: 'Pausix kettle', description: 'The pausix kettle.' })
  const asked = (key: string, more?: object) => ask(service, { key, query: 'buy a pausix kettle', more })
  const [ad]: Ad[] = await adsFor(service, { key: paused.key, query: 'buy a pausix kettle' })
  const path = `/api/v1/publishers/${paused.publisherId}`
  const outcomes = async (key: string) => {
    const answers = await together(AT_ONCE, () => asked(key))
    assert.deepEqual(new Set(answers.map(statusOf)), new Set([200]))
    const slots = answers.map((answer) => answer.json().slots[0])
    return [...new Set(slots.map(({ ads, noFill }) => JSON.stringify(ads.length === 0 ? noFill : 'an ad')))]
  }
  const none = JSON.stringify({ reason: 'policy_blocked', code: 203, detail: 'this publisher is paused' })
  assert.equal((await service.must('PATCH', path, { status: 'paused' })).status, 'paused')
  for (const key of [paused.key, paused.testKey]) assert.deepEqual(await outcomes(key), [none])
  assert.deepEqual(await outcomes(shop.key), ['"an ad"'], 'another publisher')
  const optedOut = await asked(paused.key, { userContext: { adsEnabled: false } })
  assert.equal(optedOut.json().slots[0].noFill.reason, 'user_opt_out')
  const totals = async () => (await service.must('GET', `/api/v1/reports?publisherId=${paused.publisherId}`)).totals
  await until('all are counted', 4_000, async () => (await totals()).requests === 1 + AT_ONCE)
  assert.deepEqual([(await totals()).eligible, (await totals()).fillRate], [1, 1], 'only the one before the pause')

  const earned = async () => (await service.must('GET', `${path}/balance`)).pending.amount
  const before = await earned()
  const click = await service.client.send(ad!.tracking.clickUrl)
  assert.deepEqual([click.status, click.headers.location], [302, LAPTOP.landingUrl])
  await until('the click is paid', 2_000, async () => (await earned()) !== before)

  assert.equal((await service.must('PATCH', path, { status: 'active' })).status, 'active')
  assert.deepEqual(await outcomes(paused.key), ['"an ad"'])
})

test('a budget that all threads sell from is not passed, and they stop soon after it is gone', async () => {
  const budget = { total: '0.32' }
  const limited = await openCampaign(service, {
    advertiserId,
    campaign: { budget, bid: { model: 'cpc', amount: '0.50' } },
  })
  await addAd(service, limited.campaignId, { title: 'Limitix lamp', description: 'The limitix lamp.' })
  const query = 'buy a limitix lamp'
  const ads = (await together(AT_ONCE, () => adsFor(service, { key: shop.key, query }))).flat()
  assert.ok(ads.length > 32, String(ads.length))
  await together(ads.length, (i) => service.client.send(ads[i]!.tracking.clickUrl))
  await until('nobody is served any more', 3_000, async () => (await titlesNow(query)).join('') === '')
  const { rows } = await dayReport(service, 'campaign')
  const spent = rows.find(({ campaign }: any) => campaign === limited.campaignId)
  assert.ok(Number(spent.spend.amount) <= 0.32, JSON.stringify(spent))
  assert.deepEqual(await verifyBooks(service), [])
})

test('a key has one rate, however many threads it reaches', async () => {
  const { key } = await service.must('POST', '/api/v1/keys', {
    publisherId: shop.publisherId,
    mode: 'live',
    scopes: ['ads:request'],
    rateLimit: 20,
  })
  const startedMs = performance.now()
  const statuses = (await together(300, () => ask(service, { key }))).map(statusOf)
  const seconds = (performance.now() - startedMs) / 1_000
  const passed = statuses.filter((status) => status === 200).length
  assert.equal(statuses.filter((status) => status === 429).length, 300 - passed)
  assert.ok(passed >= 20 && passed <= 20 + Math.ceil(20 * seconds), `${passed} passed in ${seconds} s`)
})

test('a stop loses no answer and no count', async () => {
  const before = (await dayReport(service, 'day')).totals.requests
  const client = createHttpClient({ sockets: AT_ONCE })
  let answered = 0
  let stopping = false
  const asking = together(AT_ONCE, async () => {
    for (;;) {
      try {
        const answer = await ask({ ...service, client }, { key: shop.key })
        assert.equal(answer.status, 200)
        answered++
      } catch (error) {
        assert.ok(stopping, `an answer was lost before the stop: ${error}`)
        // A connection that is let go of may meet a request on its way; one that is refused met nobody.
        assert.match(String(error), /ECONNREFUSED|ECONNRESET|socket hang up/)
        return
      }
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  stopping = true
  const { code } = await service.terminate()
  await asking
  client.close()
  assert.equal(code, 0)
  service = await start()
  const { totals } = await dayReport(service, 'day')
  assert.ok(answered > AT_ONCE)
  assert.ok(totals.requests - before >= answered, `${totals.requests - before} counted, ${answered} answered`)
})

const PRLIMIT = spawnSync('prlimit', ['--version']).status === 0

test('once the disk takes no more, no thread shows ads', { skip: !PRLIMIT && 'needs prlimit' }, async (t) => {
  const full = await openPlace()
  const halted = await start(full)
  t.after(async () => {
    await halted.kill()
    full.remove()
  })
  const { key } = await openShop(halted)
  await addAd(halted, (await openCampaign(halted)).campaignId)
  assert.equal((await adsFor(halted, { key })).length, 1)
  spawnSync('prlimit', ['--pid', String(halted.pid), '--fsize=4096'])
  assert.equal(
    (await halted.admin('POST', '/api/v1/advertisers', { name: 'Late', domain: 'late.example' })).status,
    503,
  )
  const answers = await together(AT_ONCE, () => ask(halted, { key }))
  const reasons = answers.map((answer) => answer.json().slots[0].noFill?.reason)
  assert.deepEqual([...new Set(reasons)], ['unavailable'])
})

function statusOf({ status }: { readonly status: number }): number {
  return status
}
