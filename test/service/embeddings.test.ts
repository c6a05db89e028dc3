// An installation with an embedding model of its own: it decides where words cannot, is never waited for beyond the deadline, is not told
// what is nobody's business, and is not asked twice.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddingModel, openEmbeddingModel } from '../support/embedding-model.ts'
import { sendBytes } from '../support/raw-socket.ts'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { askOverMcp } from '../support/service-answers.ts'
import { addAd, adsFor, ask, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

/** Both hold the same words of the questions. */
const LAPTOP = { title: 'Feather quiet machine', description: 'A laptop.', landingUrl: 'https://feather.example/1' }
const VACUUM = { title: 'Whisk quiet machine', description: 'A vacuum.', landingUrl: 'https://whisk.example/1' }
const FOR_LAPTOP = 'buy a quiet machine for zorbing'
const FOR_VACUUM = 'buy a quiet machine for quorling'

interface Stage {
  readonly place: Place
  readonly model: EmbeddingModel
  readonly service: RunningService
  readonly shop: Shop
  readonly env: Readonly<Record<string, string>>
  start(): Promise<RunningService>
}

async function openStage(t: TestContext, env: Record<string, string> = {}): Promise<Stage> {
  const [place, model] = [await openPlace(), await openEmbeddingModel()]
  const all = {
    ASIDE_EMBEDDINGS_URL: model.url,
    ASIDE_EMBEDDINGS_MODEL: 'small',
    ASIDE_EMBEDDINGS_WAIT_MS: '2000',
    ...env,
  }
  const services: RunningService[] = []
  t.after(async () => {
    for (const service of services) await service.kill()
    model.close()
    place.remove()
  })
  const start = async () => {
    const service = await startProcess(place, all)
    services.push(service)
    return service
  }
  const service = await start()
  const shop = await openShop(service, { minRelevance: 0.01 })
  for (const [name, ad] of Object.entries({ feather: LAPTOP, whisk: VACUUM })) {
    const { campaignId } = await openCampaign(service, { advertiser: { name, domain: `${name}.example` } })
    await addAd(service, campaignId, ad)
  }
  return { place, model, service, shop, env: all, start }
}

function figureOf(text: string, name: string): number {
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  )
}

async function figure(service: RunningService, name: string): Promise<number> {
  return figureOf((await service.client.send(`${service.url}/metrics`)).text, name)
}

function untilRead(service: RunningService, ads: number): Promise<void> {
  return until(
    `the model has read ${ads} ads`,
    20_000,
    async () => (await figure(service, 'aside_embedded_ads')) === ads,
  )
}

/** How often the model was done with reading what was new. */
function readings(service: RunningService): number {
  return service.output().split('has read new ads').length
}

async function firstFor(
  service: RunningService,
  { key }: Shop,
  query: string,
  more: object = {},
): Promise<string | undefined> {
  const ads = await adsFor(service, { key, query, options: { timeoutMs: 5_000 }, more })
  return ads[0]?.content.title
}

test('the model decides between ads that share as many words with the question', async (t) => {
  const { service, shop, model } = await openStage(t, { ASIDE_EMBEDDINGS_KEY: 'sk-model' })
  await untilRead(service, 2)
  for (let round = 0; round < 3; round++) {
    assert.equal(await firstFor(service, shop, FOR_LAPTOP), LAPTOP.title)
    assert.equal(await firstFor(service, shop, FOR_VACUUM), VACUUM.title)
  }
  assert.deepEqual([...model.keys], ['Bearer sk-model'])
  assert.equal(model.heard.filter((text) => text === FOR_LAPTOP).length, 1, 'what was asked once is remembered')
  const answer = await askOverMcp(service, shop.key, { query: FOR_VACUUM })
  assert.equal(answer.ads[0].content.title, VACUUM.title)
  const talk = { query: 'buy a machine please', messages: [{ role: 'user', content: FOR_VACUUM }] }
  assert.equal(await firstFor(service, shop, talk.query, { conversationContext: talk }), VACUUM.title)
})

test('explanations tell of the model, and their numbers make the relevance by the formula of docs/matching.md', async (t) => {
  const { service, shop } = await openStage(t)
  await untilRead(service, 2)
  const page = readFileSync(new URL('../../docs/matching.md', import.meta.url), 'utf8')
  const formula =
    /z = (−[\d.]+) \+ ([\d.]+) · score \+ ([\d.]+) · coverage (− [\d.]+) · missing \+ ([\d.]+) · similarity/.exec(page)!
  const [constant, score, coverage, missing, similarity] = formula
    .slice(1)
    .map((text) => Number(text.replace('−', '-').replace(' ', '')))
  const { explain } = (await ask(service, { key: shop.key, query: FOR_LAPTOP, options: { explain: true } })).json()
  assert.equal(explain.candidates.length, 2)
  for (const { match, relevance } of explain.candidates) {
    assert.equal(match.embedded, true)
    const z =
      constant! +
      score! * match.score +
      coverage! * match.coverage +
      missing! * match.missing +
      similarity! * match.similarity
    assert.ok(Math.abs(relevance - 1 / (1 + Math.exp(-z))) < 0.003, `${relevance} of ${JSON.stringify(match)}`)
  }
})

test('a changed ad is read anew, and what a stop wrote is not asked for again', async (t) => {
  const { service, shop, model, start } = await openStage(t)
  await untilRead(service, 2)
  const { data } = await service.must('GET', '/api/v1/ads')
  const ad = data.find(({ title }: { title: string }) => title === LAPTOP.title)
  const before = readings(service)
  await service.must('PATCH', `/api/v1/ads/${ad.id}`, { description: 'A vacuum, really.' })
  await until('the new words are read', 20_000, async () => readings(service) > before)
  assert.ok(model.heard.some((text) => text.includes('really')))
  await service.terminate()
  model.forget()
  const again = await start()
  await untilRead(again, 2)
  assert.equal(await firstFor(again, shop, FOR_VACUUM), VACUUM.title)
  assert.deepEqual(
    model.heard.filter((text) => text.includes('quiet machine') && text !== FOR_VACUUM),
    [],
  )
})

test('another model under the same name has all ads read again', async (t) => {
  const { service, model, start, shop } = await openStage(t)
  await untilRead(service, 2)
  await service.terminate()
  model.forget()
  model.swap()
  const again = await start()
  await until('all ads are read again', 20_000, async () => model.heard.some((text) => text.startsWith(LAPTOP.title)))
  await untilRead(again, 2)
  assert.equal(await firstFor(again, shop, FOR_LAPTOP), LAPTOP.title)
})

test('what a person may not have ads for is not sent to the model, nor is small talk', async (t) => {
  const { service, shop, model } = await openStage(t)
  await untilRead(service, 2)
  model.forget()
  await firstFor(service, shop, 'I think about killing myself')
  await firstFor(service, shop, 'thank you, good night')
  await firstFor(service, shop, FOR_LAPTOP, { userContext: { adsEnabled: false } })
  await firstFor(service, shop, FOR_LAPTOP, { userContext: { ageGroup: 'child' } })
  await firstFor(service, shop, FOR_LAPTOP, { userContext: { device: { userAgent: 'Googlebot/2.1' } } })
  assert.deepEqual(model.heard, [])
  await firstFor(service, shop, FOR_LAPTOP)
  assert.deepEqual(model.heard, [FOR_LAPTOP])
})

test('a slow model is not waited for longer than told, and what it said late counts the next time', async (t) => {
  const { service, shop, model } = await openStage(t, { ASIDE_EMBEDDINGS_WAIT_MS: '20' })
  await untilRead(service, 2)
  model.delay(1_500)
  const before = await figure(service, 'aside_conversations_embedded_total{outcome="late"}')
  assert.ok((await firstFor(service, shop, FOR_VACUUM)) !== undefined, 'words alone answer')
  assert.equal(await figure(service, 'aside_conversations_embedded_total{outcome="late"}'), before + 1)
  const known = 'aside_conversations_embedded_total{outcome="known"}'
  await until('the late answer is there', 10_000, async () => {
    await firstFor(service, shop, FOR_VACUUM)
    return (await figure(service, known)) > 0
  })
  assert.equal(await firstFor(service, shop, FOR_VACUUM), VACUUM.title)
})

test('while the model is waited for, whoever ends his side is answered in order, and whoever leaves costs nothing', async (t) => {
  const { service, shop, model, place } = await openStage(t)
  await untilRead(service, 2)
  model.delay(400)
  const post = (query: string): string => {
    const slots = [{ slotId: 'one', format: 'action_card', count: 1 }]
    const body = JSON.stringify({ conversationContext: { query }, slots, metadata: { query } })
    return `POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nX-API-Key: ${shop.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
  const queries = [1, 2, 3].map((i) => `${FOR_LAPTOP} ${i}`)
  const bytes = Buffer.from(queries.map(post).join(''))
  const answers = await sendBytes(place.port, bytes, { answers: 4, halfClose: true })
  assert.deepEqual(
    answers.map(({ text }) => JSON.parse(text).metadata.query),
    queries,
  )
  const decisions = () => figure(service, 'aside_decision_seconds_count')
  assert.equal(await decisions(), 3)
  const socket = connect(place.port, '127.0.0.1')
  socket.write(post(FOR_VACUUM))
  await until('the model is asked', 5_000, async () => model.heard.includes(FOR_VACUUM))
  socket.resetAndDestroy()
  await sleep(1_000)
  assert.equal(await decisions(), 3)
})

test('without the model all goes on by words, the log says why, and it is asked again', async (t) => {
  const { service, shop, model } = await openStage(t, { ASIDE_EMBEDDINGS_WAIT_MS: '200' })
  model.answer({ status: 503, body: 'the model is being loaded' })
  const { campaignId } = await openCampaign(service, { advertiser: { name: 'late', domain: 'late.example' } })
  await addAd(service, campaignId, { title: 'Late quiet machine', landingUrl: 'https://late.example/1' })
  assert.ok((await firstFor(service, shop, FOR_LAPTOP)) !== undefined)
  await until('the log says why', 10_000, async () =>
    service.output().includes('answered 503: the model is being loaded'),
  )
  for (const body of ['no json', '{"data":[]}', '{"data":[{"index":0,"embedding":[]}]}']) {
    model.answer({ status: 200, body })
    assert.ok((await firstFor(service, shop, `${FOR_LAPTOP} ${body.length}`)) !== undefined)
  }
  model.answer(undefined)
  await untilRead(service, 3)
})

test('an ad that the model cannot read keeps none of the others back', async (t) => {
  const { service, model } = await openStage(t)
  await untilRead(service, 2)
  model.refuse('unreadable')
  const { campaignId } = await openCampaign(service, { advertiser: { name: 'many', domain: 'many.example' } })
  for (const title of ['Camping tent', 'The unreadable tent', 'Espresso maker']) {
    await addAd(service, campaignId, { title, landingUrl: 'https://many.example/1' })
  }
  await untilRead(service, 5)
  await until('it is told', 5_000, async () => service.output().includes('cannot read an ad'))
})
