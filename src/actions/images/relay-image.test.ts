import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, HOUR_MS, MINUTE_MS } from '../../base/clock.ts'
import { createKeyRing } from '../../base/signature.ts'
import { createImageLinks, type ImageOutcome } from '../../domain/image-link.ts'
import { type Image, ImageFault } from './fetch-image.ts'
import { createRelayImage } from './relay-image.ts'

const baseUrl = 'https://ads.example'
const links = createImageLinks({ ring: createKeyRing([{ id: 1, secret: new Uint8Array(32) }]), baseUrl })
const tokenOf = (url: string) => links.linkTo(url).slice(`${baseUrl}/img/`.length)
const pictureOf = (text: string): Image => ({ type: 'image/png', bytes: Buffer.from(text) })

function openStage({ keptBytesMax }: { keptBytesMax?: number } = {}) {
  const clock = createManualClock(0)
  const asked: string[] = []
  const outcomes: ImageOutcome[] = []
  const stage = { clock, asked, outcomes, host: async (url: string): Promise<Image> => pictureOf(url), get, freshMs }
  const relay = createRelayImage({
    links,
    monotonicMs: clock.monotonicMs,
    onOutcome: (outcome) => outcomes.push(outcome),
    fetchImage(url) {
      asked.push(url)
      return stage.host(url)
    },
    ...(keptBytesMax !== undefined && { keptBytesMax }),
  })
  async function get(url: string): Promise<string> {
    return (await relay(tokenOf(url))).bytes.toString()
  }
  async function freshMs(url: string): Promise<number> {
    return (await relay(tokenOf(url))).freshMs
  }
  return stage
}

test('a picture is fetched once for all who ask, and again after a day', async () => {
  const { get, asked, clock, outcomes } = openStage()
  assert.deepEqual(await Promise.all([get('https://a.example/1'), get('https://a.example/1')]), [
    'https://a.example/1',
    'https://a.example/1',
  ])
  clock.advance(24 * HOUR_MS - 1)
  await get('https://a.example/1')
  assert.equal(asked.length, 1)
  clock.advance(1)
  await get('https://a.example/1')
  assert.equal(asked.length, 2)
  assert.deepEqual(outcomes, ['fetched', 'kept', 'fetched'])
})

test('a host that failed is left alone for a minute, and what was there before is given out meanwhile', async () => {
  const stage = openStage()
  const { get, asked, clock } = stage
  await get('https://a.example/1')
  stage.host = async () => {
    throw new ImageFault('a.example answered 500', { isGone: false })
  }
  await assert.rejects(get('https://a.example/2'), { code: 'unavailable', message: 'a.example answered 500' })
  await assert.rejects(get('https://a.example/2'), { code: 'unavailable' })
  clock.advance(24 * HOUR_MS)
  assert.equal(await get('https://a.example/1'), 'https://a.example/1')
  assert.equal(await get('https://a.example/1'), 'https://a.example/1')
  assert.equal(asked.length, 3)
  clock.advance(MINUTE_MS)
  stage.host = async () => {
    throw new ImageFault('a.example answered 404', { isGone: true })
  }
  await assert.rejects(get('https://a.example/1'), { code: 'not_found', message: 'a.example answered 404' })
  stage.host = async (url) => pictureOf(url)
  clock.advance(MINUTE_MS)
  assert.equal(await get('https://a.example/1'), 'https://a.example/1')
})

test('others may keep a picture until its host is asked again, so that a change of it is seen after a day', async () => {
  const stage = openStage()
  const { clock, freshMs } = stage
  assert.equal(await freshMs('https://a.example/1'), 24 * HOUR_MS)
  clock.advance(23 * HOUR_MS)
  assert.equal(await freshMs('https://a.example/1'), HOUR_MS)
  clock.advance(HOUR_MS)
  stage.host = async () => {
    throw new ImageFault('a.example answered 500', { isGone: false })
  }
  assert.equal(await freshMs('https://a.example/1'), MINUTE_MS, 'of yesterday, as its host fails')
})

test('memory is bounded, and what was asked for last stays', async () => {
  const { get, asked } = openStage({ keptBytesMax: 4 * 13_000 })
  const url = (i: number) => `https://a.example/${i}`.padEnd(10_000, '.').slice(0, 2_048)
  for (let i = 0; i < 12; i++) {
    await get(url(i))
    await get(url(0))
  }
  assert.equal(asked.filter((one) => one === url(0)).length, 1)
  await get(url(1))
  assert.equal(asked.filter((one) => one === url(1)).length, 2)
})

test('a picture larger than all that is kept is given out, and not kept', async () => {
  const stage = openStage({ keptBytesMax: 10_000 })
  stage.host = async () => ({ type: 'image/png', bytes: Buffer.alloc(20_000) })
  for (let i = 0; i < 2; i++) assert.equal((await stage.get('https://a.example/1')).length, 20_000)
  assert.equal(stage.asked.length, 2)
})

test('a slow host takes no more than its share, and nobody else waits', async () => {
  const stage = openStage()
  const { get, asked } = stage
  const slow = Promise.withResolvers<Image>()
  stage.host = (url) => (url.includes('slow') ? slow.promise : Promise.resolve(pictureOf(url)))
  const waiting = Array.from({ length: 40 }, (_, i) => get(`https://slow.example/${i}`).catch((error) => error.code))
  assert.equal(await get('https://a.example/1'), 'https://a.example/1')
  assert.equal(asked.length, 33)
  slow.resolve(pictureOf('late'))
  const answers = await Promise.all(waiting)
  assert.deepEqual(
    ['late', 'unavailable'].map((answer) => answers.filter((one) => one === answer).length),
    [32, 8],
  )
  assert.equal(await get('https://slow.example/39'), 'late')
})

test('where too many are being fetched, a picture of yesterday is given out, for now alone', async () => {
  const stage = openStage()
  const { get, freshMs, clock, asked } = stage
  await get('https://slow.example/known')
  clock.advance(24 * HOUR_MS)
  const slow = Promise.withResolvers<Image>()
  stage.host = () => slow.promise
  const waiting = Array.from({ length: 32 }, (_, i) => get(`https://slow.example/${i}`))
  assert.equal(await get('https://slow.example/known'), 'https://slow.example/known')
  assert.equal(await freshMs('https://slow.example/known'), 0)
  await assert.rejects(get('https://slow.example/other'), { code: 'unavailable' })
  slow.resolve(pictureOf('late'))
  await Promise.all(waiting)
  assert.equal(await get('https://slow.example/known'), 'late')
  assert.equal(asked.length, 34)
})

test('nothing is fetched for a link that is none of ours', async () => {
  const { asked } = openStage()
  const relay = createRelayImage({ links, monotonicMs: () => 0, fetchImage: async (url) => pictureOf(url) })
  await assert.rejects(relay('AgE'), { code: 'not_found' })
  assert.deepEqual(asked, [])
})
