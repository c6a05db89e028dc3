import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import { sessionBytes } from '../../src/domain/link.ts'
import { impressionIdOf } from '../../src/domain/link-token.ts'
import { BROWSER, LANDING, START, openTracking, type Tracking } from './tracking-support.ts'

let service: Tracking
before(async () => {
  service = await openTracking()
})
after(() => service.close())
let host = 0
beforeEach(() => {
  service.clock.set(START)
  service.ledger.kept.length = 0
  service.ledger.delayMs = 0
  service.ledger.broken = service.ledger.unreadable = false
  service.inMemory.landing = true
  host++ // each test is a person of its own
})
const from = (headers: Record<string, string> = {}) => ({ 'x-forwarded-for': `203.0.${host}.7`, ...headers })
const outcomes = () => service.ledger.kept.map(({ kind, outcome }) => `${kind} ${outcome.reason ?? outcome.status}`)

test('a click is recorded and then sent to the landing page', async () => {
  const reply = await service.get(`/c/${service.token()}`, from())
  assert.equal(reply.status, 302)
  assert.equal(reply.headers.get('location'), LANDING[1])
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  assert.equal(reply.headers.get('referrer-policy'), 'strict-origin')
  assert.equal(reply.headers.get('set-cookie'), null)
  assert.deepEqual(outcomes(), ['click accepted'])
  const { revenueShare, requireImpression } = service.ledger.kept[0]!
  assert.deepEqual({ revenueShare, requireImpression }, { revenueShare: 70, requireImpression: false })
})

test('macros of the landing page are filled in, and nothing else in it is touched', async () => {
  const link = service.link({ adNumber: 2 })
  const reply = await service.get(`/c/${service.signer.sign(link)}`, from())
  const id = impressionIdOf(link)
  assert.equal(
    reply.headers.get('location'),
    `https://feather.example/p?c=${id}&k=cmp_1&p=pub_1&a=ad_2&x=DE&q={keyword}#top`,
  )
})

test('of one click link opened 200 times on 20 connections exactly one click counts, and everybody lands', async () => {
  const path = `/c/${service.token()}`
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const open = () =>
    new Promise<string>((resolve, reject) => {
      const request = httpRequest(
        service.base + path,
        { agent, headers: { 'user-agent': BROWSER, ...from() } },
        (reply) => {
          reply.resume().on('end', () => resolve(`${reply.statusCode} ${reply.headers.location}`))
        },
      )
      request.on('error', reject).end()
    })
  const replies = await Promise.all(Array.from({ length: 200 }, open))
  agent.destroy()
  assert.deepEqual([...new Set(replies)], [`302 ${LANDING[1]}`])
  assert.equal(outcomes().filter((outcome) => outcome === 'click accepted').length, 1)
  assert.equal(outcomes().filter((outcome) => outcome === 'click duplicate').length, 199)
})

test('a link that was tampered with leads nowhere: a page for people, the error shape for programs', async () => {
  const token = service.token()
  const forged = [
    token.slice(0, -1),
    `${token}A`,
    token.replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A')),
    'x',
    'A'.repeat(400),
  ]
  for (const text of forged) {
    const page = await service.get(`/c/${text}`, from({ accept: 'text/html,*/*' }))
    assert.equal(page.status, 404)
    assert.equal(page.headers.get('location'), null)
    assert.match(page.headers.get('content-type')!, /^text\/html/)
    const data = await service.get(`/c/${text}`, from({ accept: 'application/json' }))
    assert.equal(data.status, 404)
    const { error } = (await data.json()) as { error: { code: string } }
    assert.equal(error.code, 'not_found')
    for (const path of ['i', 'v', 'why']) assert.equal((await service.get(`/${path}/${text}`)).status, 404)
  }
  assert.deepEqual(outcomes(), [])
})

test('nothing in a request can turn a click elsewhere', async () => {
  const token = service.token()
  const evil = 'https://evil.example/'
  for (const query of [
    `?url=${evil}`,
    `?redirect=${evil}`,
    `?to=//evil.example`,
    '?click_id=x%0d%0aLocation:%20https://evil.example',
    `#${evil}`,
    `?${evil}`,
  ]) {
    const reply = await service.get(
      `/c/${token}${query}`,
      from({ referer: evil, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-original-url': evil }),
    )
    assert.equal(reply.status, 302)
    assert.equal(reply.headers.get('location'), LANDING[1])
  }
  for (const path of [
    `/c/${token}/${evil}`,
    `/c/${token}%2f..%2f..`,
    `/c//evil.example`,
    `/c/%0d%0aLocation:%20evil`,
    `/c/..%2f${token}`,
    `/c/${token}%00`,
  ]) {
    const reply = await service.get(path, from())
    assert.equal(reply.status, 404, path)
    assert.equal(reply.headers.get('location'), null)
  }
})

test('when the ledger is slow the person does not wait for it and lands by 303', async () => {
  service.ledger.delayMs = 60_000
  const reply = await service.get(`/c/${service.token()}`, from())
  assert.equal(reply.status, 303)
  assert.equal(reply.headers.get('location'), LANDING[1])
  assert.deepEqual(outcomes(), [])
})

test('when the ledger refuses, a click still lands by 303, and by 503 where nobody can tell the page', async () => {
  service.ledger.broken = true
  const path = `/c/${service.token()}`
  for (const landing of [true, false]) {
    service.inMemory.landing = landing
    const reply = await service.get(path, from())
    assert.equal(reply.status, 303)
    assert.equal(reply.headers.get('location'), LANDING[1])
  }
  service.ledger.unreadable = true
  const page = await service.get(path, from({ accept: 'text/html' }))
  assert.equal(page.status, 503)
  assert.equal(page.headers.get('retry-after'), '5')
  assert.match(await page.text(), /try again/)
  const data = await service.get(path, from())
  const { error } = (await data.json()) as { error: { code: string; recovery: string } }
  assert.deepEqual([data.status, error.code, error.recovery], [503, 'unavailable', 'transient'])
})

test('whoever waits to hear what came of an event is told to send it again where the ledger is late', async (t) => {
  const hasty = await openTracking({ patienceMs: 20 })
  t.after(() => hasty.close())
  hasty.ledger.delayMs = 60_000
  const token = hasty.token()
  for (const reply of await Promise.all([
    hasty.post(`/f/${token}`, { reaction: 'up' }),
    hasty.post('/api/v1/events', { events: [{ type: 'dismiss', token }] }),
    hasty.post('/api/v1/conversions', { clickId: token, transactionId: '1', type: 'sale' }, { 'x-api-key': 'feather' }),
  ])) {
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '5'], reply.url)
  }
})

test('HEAD shows where a link leads and counts nothing', async () => {
  const token = service.token()
  const reply = await service.get(`/c/${token}`, from(), 'HEAD')
  assert.deepEqual([reply.status, reply.headers.get('location')], [302, LANDING[1]])
  for (const path of ['i', 'v']) {
    assert.equal((await service.get(`/${path}/${token}`, from(), 'HEAD')).status, 204)
    assert.equal((await service.get(`/${path}/${token}x`, from(), 'HEAD')).status, 404, 'what is damaged is not there')
  }
  assert.deepEqual(outcomes(), [])
})

test('a browser that fetches ahead is sent away without a count, and the person’s click after it counts', async () => {
  const path = `/c/${service.token()}`
  const ahead: Record<string, string>[] = [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ]
  for (const headers of ahead) {
    const reply = await service.get(path, from(headers))
    assert.equal(reply.status, 503)
    assert.equal(reply.headers.get('location'), null)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
  }
  assert.equal((await service.get(path, from())).status, 302)
  assert.deepEqual(outcomes(), [...ahead.map(() => 'click prefetch'), 'click accepted'])
})

test('a click link that a page loads as a picture, a script or data is no click', async () => {
  const path = `/c/${service.token()}`
  for (const destination of ['image', 'script', 'empty', 'audio'])
    assert.equal((await service.get(path, from({ 'sec-fetch-dest': destination }))).status, 503)
  assert.equal((await service.get(path, from({ 'sec-fetch-dest': 'document' }))).status, 302)
  assert.deepEqual(outcomes(), [...Array(4).fill('click prefetch'), 'click accepted'])
})

test('machines are sent on as well, and their clicks are kept with the reason', async () => {
  const click = async (headers: Record<string, string>) =>
    (await service.get(`/c/${service.token()}`, from(headers))).status
  assert.equal(await click({ 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }), 302)
  assert.equal(await click({ 'user-agent': 'ChatGPT-User/1.0' }), 302)
  assert.equal(await click({ 'x-forwarded-for': '198.51.100.3' }), 302)
  for (let i = 0; i < 4; i++)
    assert.equal(await click({ 'x-forwarded-for': '203.1.1.1', 'user-agent': `${BROWSER} ` }), 302)
  assert.deepEqual(outcomes(), [
    'click bot',
    'click declared_agent',
    'click data_center',
    'click accepted',
    'click rate',
    'click rate',
    'click rate',
  ])
})

test('an old click lands unbilled after a day, and nowhere after 30 days', async () => {
  const path = `/c/${service.token()}`
  const other = `/c/${service.token()}`
  service.clock.set(START + 24 * HOUR_MS)
  assert.equal((await service.get(other, from())).status, 302)
  service.clock.set(START + 24 * HOUR_MS + 1)
  assert.equal((await service.get(path, { 'x-forwarded-for': '203.0.113.9' })).status, 302)
  assert.deepEqual(outcomes(), ['click accepted', 'click expired'])
  service.clock.set(START + 30 * DAY_MS + 1)
  for (const accept of ['text/html', '*/*', 'image/png,*/*;q=0.8', 'text/html,application/json']) {
    const page = await service.get(path, from({ accept }))
    assert.deepEqual([page.status, page.headers.get('content-type')], [410, 'text/html; charset=utf-8'], accept)
    assert.match(await page.text(), /expired/)
  }
  const data = await service.get(path, from({ accept: 'application/json' }))
  assert.equal(data.status, 410)
  assert.equal(((await data.json()) as { error: { recovery: string } }).error.recovery, 'terminal')
})

test('views answer 204, or a pixel where an image is asked for, to pages of every origin and without a cookie', async () => {
  const token = service.token()
  const plain = await service.get(`/i/${token}`, from({ origin: 'https://chat.example' }))
  assert.equal(plain.status, 204)
  assert.equal(plain.headers.get('access-control-allow-origin'), '*')
  assert.equal(plain.headers.get('set-cookie'), null)
  const image = await service.get(`/v/${token}`, from({ accept: 'image/avif,image/webp,image/*,*/*;q=0.8' }))
  assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/gif'])
  const bytes = Buffer.from(await image.arrayBuffer())
  assert.equal(bytes.toString('latin1', 0, 6), 'GIF89a')
  assert.deepEqual([bytes.readUInt16LE(6), bytes.readUInt16LE(8)], [1, 1])
  await service.get(`/i/${token}`, from())
  assert.deepEqual(outcomes(), ['impression accepted', 'viewable accepted', 'impression duplicate'])
})

test('a view that the ledger refused is not said to be kept', async () => {
  service.ledger.broken = true
  assert.equal((await service.get(`/i/${service.token()}`, from())).status, 503)
})

test('a view later than two hours is kept as expired', async () => {
  const token = service.token()
  service.clock.set(START + 2 * HOUR_MS + 1)
  assert.equal((await service.get(`/i/${token}`, from())).status, 204)
  assert.deepEqual(outcomes(), ['impression expired'])
})

test('feedback is kept as a code, and what a person writes is not kept at all', async () => {
  const token = service.token()
  const reply = await service.post(`/f/${token}`, {
    reaction: 'report',
    reasons: ['scam', 'misleading'],
    comment: 'My name is Jo',
  })
  assert.deepEqual([reply.status, await reply.json()], [200, { status: 'accepted' }])
  await service.post(`/f/${token}`, { reaction: 'dismiss', reasons: null, comment: null })
  assert.deepEqual(
    service.ledger.kept.map(({ kind, detail }) => [kind, detail]),
    [
      ['feedback', 'report:scam:misleading'],
      ['dismiss', 'dismiss'],
    ],
  )
  assert.ok(!JSON.stringify(service.ledger.kept).includes('Jo'))
  for (const body of [
    {},
    { reaction: 'love' },
    { reaction: 'up', reasons: ['x'] },
    { reaction: 'up', comment: 'x'.repeat(1_001) },
  ]) {
    const bad = await service.post(`/f/${token}`, body)
    assert.equal(bad.status, 400)
    assert.equal(((await bad.json()) as { error: { code: string } }).error.code, 'validation_error')
  }
})

test('the form on the why page reports an ad without a script, also where its address ends in a slash', async () => {
  for (const end of ['', '/', '/?from=app']) {
    const address = `/why/${service.token()}${end}`
    const html = await (await service.get(address, { accept: 'text/html' })).text()
    const action = /action="([^"]+)"/.exec(html)![1]!
    const target = new URL(action, `${service.base}${address}`)
    const reply = await service.post(target.pathname, 'reasons=offensive&reasons=scam&reaction=report', {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    })
    assert.equal(reply.status, 200, address)
    assert.match(await reply.text(), /Thank you/)
    assert.equal(service.ledger.kept.at(-1)!.detail, 'report:offensive:scam')
  }
  assert.equal(service.ledger.kept.length, 3)
})

test('the why page says whose ad it is and who paid, runs no script, and escapes what the advertiser typed', async () => {
  const token = service.token()
  const page = await service.get(`/why/${token}`, { accept: 'text/html' })
  const html = await page.text()
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/)
  assert.ok(!/<script|<b>/i.test(html))
  assert.match(html, /Sponsored/)
  assert.match(html, /&#60;script&#62;alert\(1\)&#60;\/script&#62; Feather/)
  const data = (await (await service.get(`/why/${token}`)).json()) as Record<string, unknown>
  assert.deepEqual(data.advertiser, { name: '<script>alert(1)</script> Feather', domain: 'feather.example' })
  assert.equal(data.label, 'Sponsored')
  assert.equal((data.choices as { reportUrl: string }).reportUrl, `https://ads.example/x/f/${token}`)
})

test('the why page and its thanks speak the language that the browser likes best of those that there are, and else English', async () => {
  const token = service.token({ user: new Uint8Array(8) })
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  for (const [asked, language, words, thanks] of [
    [
      'de-AT,de;q=0.9,en;q=0.8',
      'de',
      /Anzeige: bezahlte Werbung, gezeigt in <bdi>.+ am \d{4}-\d\d-\d\d/,
      /Vielen Dank/,
    ],
    ['pl, en;q=0.3, fr;q=0.7', 'fr', /Publicité: une annonce payée[^]+Signaler/, /Merci/],
    ['es', 'es', /Publicidad: un anuncio[^]+Denunciar/, /Gracias/],
    ['it', 'it', /Pubblicità: un annuncio[^]+Segnala/, /Grazie/],
    ['ja', 'ja', /広告: 有料の広告[^]+報告する/, /ありがとう/],
    ['nl-BE', 'nl', /Advertentie: een betaalde[^]+melden/, /Dank u/],
    ['pt-BR', 'pt', /Publicidade: um anúncio pago[^]+Denunciar/, /Obrigado/],
    ['zh-Hans-CN', 'zh', /广告: 付费广告[^]+举报/, /谢谢/],
    ['de;q=0, xx, *;q=0.1', 'en', /Sponsored: a paid advertisement, shown in/, /Thank you/],
    ['constructor, ;q=, ;;;', 'en', /Report this ad/, /Thank you/],
  ] as const) {
    const headers = { accept: 'text/html', 'accept-language': asked }
    const html = await (await service.get(`/why/${token}`, headers)).text()
    assert.ok(html.includes(`<html lang="${language}">`), asked)
    assert.match(html, words)
    assert.doesNotMatch(html, /\{\w+\}|undefined/, asked)
    const reply = await service.post(`/f/${token}`, 'reaction=dismiss', { ...form, 'accept-language': asked })
    assert.match(await reply.text(), thanks)
  }
  const { choices } = (await (await service.get(`/why/${token}`, { 'accept-language': 'de' })).json()) as any
  assert.match(choices.text, /^To see fewer/)
})

test('the why page offers to hide an ad where somebody is known from whom it can be hidden', async () => {
  const user = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8])
  for (const [fields, hides, button] of [
    [{ user }, /does not show it to you again for 30 days\. To see/, 'Just hide it'],
    [{ user: sessionBytes(user) }, /again for 30 days in the session in which you saw it\. To see/, 'Just hide it'],
    [{ user: new Uint8Array(8) }, /^To see/, 'I would rather not see it'],
  ] as const) {
    const address = `/why/${service.token(fields)}`
    const { choices } = (await (await service.get(address)).json()) as { choices: { text: string } }
    assert.match(choices.text, hides)
    const html = await (await service.get(address, { accept: 'text/html' })).text()
    assert.ok(html.includes(choices.text))
    assert.ok(html.includes(`value="dismiss">${button}<`))
  }
})
