// The commands for webhooks beside a real server and a real receiver.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { ADMIN_KEY, openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { until } from '../support/until.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { runAside } from './run-aside.ts'

let place: Place
let service: RunningService
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let status = 204

const aside = (...args: string[]) => runAside(args, { env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY } })

/** A webhook that hears of reviews. */
async function makeOne(...more: string[]) {
  const made = await aside('webhooks', 'create', receiver.url, '--events', 'ad_review', '--json', ...more)
  assert.equal(made.code, 0, made.err)
  return JSON.parse(made.out) as { id: string; secret: string; owner?: string }
}

before(async () => {
  receiver = await openWebhookReceiver((response) => response.writeHead(status).end())
  place = await openPlace()
  const env = { LOG_LEVEL: 'warn', ASIDE_WEBHOOK_PRIVATE: 'on', ASIDE_MANUAL_REVIEW: 'on' }
  service = await startProcess(place, env)
})
afterEach(async () => {
  status = 204
  receiver.forget()
  for (const { id } of (await service.must('GET', '/api/v1/webhooks')).data)
    await service.must('DELETE', `/api/v1/webhooks/${id}`)
})
after(async () => {
  await service.terminate()
  place.remove()
  receiver.close()
})

test('a webhook is made, and its secret alone is printed, under which its messages are signed', async () => {
  const { code, out, err } = await aside('webhooks', 'create', receiver.url, '--events', 'click, no_funds')
  assert.equal(code, 0, err)
  assert.match(out, /^whsec_[\w-]{43}\n$/)
  const [, id] = /^Webhook (wh_\w+) \(click, no_funds\)\. Keep its secret: it is shown this once\.\n$/.exec(err)!
  const tried = await aside('webhooks', 'ping', id!)
  assert.match(tried.out, new RegExp(`^${id} took the message: 204 after \\d+ ms\\.\\n$`))
  assert.equal(tried.code, 0)
  const [{ body, signature }] = receiver.heard as [{ body: string; signature: string }]
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!
  assert.equal(hex, createHmac('sha256', out.trim()).update(`${seconds}.${body}`).digest('hex'))
})

test('webhooks are listed without secrets, with whom they belong to', async () => {
  assert.equal((await aside('webhooks', 'list')).out, 'There are no webhooks yet.\n')
  const { id: advertiser } = await service.must('POST', '/api/v1/advertisers', {
    name: 'Ridgeline',
    domain: 'ridgeline.example',
  })
  const [everybody, own] = [await makeOne(), await makeOne('--owner', advertiser)]
  assert.deepEqual([everybody.owner, own.owner], [undefined, advertiser])
  const { out } = await aside('webhooks', 'list')
  const rows = out.trimEnd().split('\n')
  assert.deepEqual(
    rows.map((row) => row.split(/ {2,}/)),
    [
      ['id', 'owner', 'events', 'state', 'waiting', 'dropped', 'last failure', 'address'],
      [own.id, 'Ridgeline', 'ad_review', 'active', '0', '0', receiver.url],
      [everybody.id, 'everybody', 'ad_review', 'active', '0', '0', receiver.url],
    ],
  )
  const json = (await aside('webhooks', 'list', '--json')).out
  assert.deepEqual(
    JSON.parse(json).data.map(({ id }: { id: string }) => id),
    [own.id, everybody.id],
  )
  assert.doesNotMatch(json + out, /whsec_/)
})

test('a receiver that takes nothing is told by a ping with exit code 1, and in the list by what waits and why', async () => {
  const { id } = await makeOne()
  status = 503
  const tried = await aside('webhooks', 'ping', id)
  assert.equal(
    tried.out,
    `${id} did not take the message (status_code). The receiver answered 503; only 2xx says that the message was taken.\n`,
  )
  assert.equal(tried.code, 1)
  const json = await aside('webhooks', 'ping', id, '--json')
  assert.deepEqual([json.code, JSON.parse(json.out).statusCode], [1, 503])
  await makeAd('Tarp')
  await until('it was tried', 5_000, async () => receiver.heard.length === 3)
  await until('the list says so', 5_000, async () =>
    new RegExp(`^${id} .* active +1 +0 +\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\dZ status_code 503 +http:`, 'm').test(
      (await aside('webhooks', 'list')).out,
    ),
  )
})

test('a webhook that is paused hears nothing until it is resumed, and then what waited', async () => {
  const { id } = await makeOne()
  const paused = await aside('webhooks', 'pause', id)
  assert.deepEqual([paused.code, paused.out], [0, `${id} is paused; what comes waits.\n`])
  await makeAd('Tent')
  assert.match((await aside('webhooks', 'list')).out, new RegExp(`^${id} .* paused +1 +0 `, 'm'))
  assert.equal(receiver.heard.length, 0)
  const resumed = await aside('webhooks', 'resume', id)
  assert.deepEqual([resumed.code, resumed.out], [0, `${id} is active; messages that waited: 1.\n`])
  await until('it is told', 5_000, async () => receiver.heard.length === 1)
})

test('a webhook that is deleted is gone', async () => {
  const { id } = await makeOne()
  const deleted = await aside('webhooks', 'delete', id)
  assert.deepEqual([deleted.code, deleted.out], [0, `${id} is deleted.\n`])
  for (const verb of ['ping', 'pause', 'resume', 'delete']) {
    const { code, out, err } = await aside('webhooks', verb, id)
    assert.deepEqual([code, out], [1, ''], verb)
    assert.match(err, new RegExp(`There is no webhook ${id}`), verb)
  }
})

for (const [args, exitCode, words] of [
  [['https://x.example/hook', '--events', 'moon'], 2, /events\[0\] must be one of impression, click/],
  [
    ['https://x.example/hook', '--events', 'click', '--owner', 'adv_none'],
    1,
    /There is no advertiser or publisher adv_none/,
  ],
  [['nowhere', '--events', 'click'], 2, /url must be/],
] as const) {
  test(`"aside webhooks create ${args.join(' ')}" says what is wrong, and makes none`, async () => {
    const { code, out, err } = await aside('webhooks', 'create', ...args)
    assert.match(err, words)
    assert.deepEqual([code, out], [exitCode, ''])
    assert.deepEqual((await service.must('GET', '/api/v1/webhooks')).data, [])
  })
}

/** An ad that waits for review, of which every webhook here is told. */
async function makeAd(title: string): Promise<void> {
  const advertiser = await service.must('POST', '/api/v1/advertisers', { name: title, domain: 'shop.example' })
  const bid = { model: 'cpc', amount: '0.50' }
  const campaign = await service.must('POST', '/api/v1/campaigns', { advertiserId: advertiser.id, name: title, bid })
  const { key } = await service.must('POST', '/api/v1/keys', {
    advertiserId: advertiser.id,
    scopes: ['inventory:write'],
  })
  const made = await fetch(`${service.url}/api/v1/ads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ campaignId: campaign.id, title, landingUrl: 'https://shop.example/' }),
  })
  assert.equal(made.status, 201, await made.text())
}
