// Frequency caps and a publisher's rhythm over HTTP: whom they count, across races, restarts, kills and long conversations.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, ask as askFor, noFillOf, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

let place: Place
let service: RunningService
let shop: Shop
let advertiserId: string

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service)
  advertiserId = (await openCampaign(service)).advertiserId
})
after(async () => {
  await service?.kill()
  place?.remove()
})

interface Who {
  readonly user?: string
  readonly session?: string
  readonly conversation?: string
  readonly key?: string
  /** User messages so far; none: the caller sends its query alone. */
  readonly turn?: number
}

/** The word of the ad that was served, or why there is none. */
async function ask(word: string, { user, session, conversation, key = shop.key, turn = 1 }: Who): Promise<string> {
  const messages = Array.from({ length: 2 * (turn - 1) }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `about the ${word} laptop, part ${i}`,
  }))
  const conversationContext = { query: `buy a ${word} laptop`, messages, conversationId: conversation }
  const more = { conversationContext, userContext: { userId: user, sessionId: session } }
  const [slot] = (await askFor(service, { key, slot: { minRelevance: 0.3 }, more })).json().slots
  return slot.ads[0]?.content.title.split(' ')[0] ?? slot.noFill.reason
}

async function askTimes(times: number, word: string, who: Who): Promise<string[]> {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await ask(word, who))
  return answers
}

/** Exposures that the store holds. */
function written(): number {
  const db = new DatabaseSync(join(place.dataDir, 'aside.db'), { readOnly: true })
  try {
    return (db.prepare('SELECT count(*) AS rows FROM exposures').get() as { rows: number }).rows
  } finally {
    db.close()
  }
}

/** A campaign whose ads no other campaign is about. */
async function capped(words: readonly string[], cap?: object, advertiser = advertiserId): Promise<void> {
  const frequencyCaps = cap ? [{ windowSeconds: 30 * 86_400, ...cap }] : []
  const { campaignId } = await openCampaign(service, { advertiserId: advertiser, campaign: { frequencyCaps } })
  for (const word of words) await addAd(service, campaignId, { title: `${word} laptop`, description: `The ${word}.` })
}

for (const per of ['user', 'session', 'conversation'] as const) {
  test(`a cap per ${per} counts ads, campaigns or advertisers of that ${per} alone`, async () => {
    const { advertiserId: own } = await openCampaign(service)
    const [one, two, three, four, five] = ['zor', 'vli', 'qua', 'har', 'ras'].map((start) => `${start}${per}ix`)
    await capped([one!, two!], { per, scope: 'ad', max: 2 })
    assert.deepEqual(await askTimes(3, one!, { [per]: 'a' }), [one, one, 'frequency_cap'])
    assert.equal(await ask(two!, { [per]: 'a' }), two, 'the other ad of the campaign')
    await capped([three!], { per, scope: 'campaign', max: 2 })
    assert.deepEqual(await askTimes(3, three!, { [per]: 'a' }), [three, three, 'frequency_cap'])
    assert.equal(await ask(three!, { [per]: 'b' }), three)
    await capped([four!], { per, scope: 'advertiser', max: 2 }, own)
    await capped([five!], { per, scope: 'advertiser', max: 2 }, own)
    const mixed = [await ask(four!, { [per]: 'a' }), await ask(five!, { [per]: 'a' }), await ask(four!, { [per]: 'a' })]
    assert.deepEqual(mixed, [four, five, 'frequency_cap'])
  })
}

test('an answer whose own places fill a cap up says so', async () => {
  const { campaignId } = await openCampaign(service, {
    advertiserId,
    campaign: { frequencyCaps: [{ windowSeconds: 86_400, per: 'user', scope: 'campaign', max: 2 }] },
  })
  for (let i = 0; i < 5; i++) await addAd(service, campaignId, { title: 'brimmix laptop', description: `The ${i}.` })
  const given = { key: shop.key, query: 'buy a brimmix laptop', count: 4, userId: 'brim', options: { explain: true } }
  const { slots, explain } = (await askFor(service, { ...given, slot: { minRelevance: 0.3 } })).json()
  assert.equal(slots[0].ads.length, 2)
  assert.deepEqual(slots[0].noFill, { reason: 'frequency_cap', code: 3, detail: '2 of 4 filled' })
  const held = explain.candidates.filter((one: { stoppedBy?: string }) => one.stoppedBy === 'frequency_cap')
  assert.equal(held.length, 3)
})

test('a slot that the session leaves only some places is explained as its own slot, and told as what was asked for', async () => {
  const { key } = await openShop(service, { adsPerSession: 3 })
  await capped(['roomix', 'roomix', 'roomix', 'roomix'])
  await capped(['scarcix'])
  const given = { key, slots: 2, count: 2, slot: { minRelevance: 0.3 }, options: { explain: true } }
  const full = (await askFor(service, { ...given, query: 'buy a roomix laptop' })).json()
  assert.deepEqual(
    full.slots.map(({ ads }: any) => ads.length),
    [2, 1],
  )
  assert.deepEqual([...new Set(full.explain.candidates.map((one: any) => one.slot))], [0, 1])
  const short = (await askFor(service, { ...given, count: 10, query: 'buy a scarcix laptop' })).json()
  assert.equal(short.slots[0].noFill.detail, '1 of 10 filled')
})

test('a hundred requests of one person at once do not pass a cap of five', async () => {
  await capped(['torrentix'], { max: 5 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask('torrentix', { user: 'racer' })))
  assert.equal(answers.filter((answer) => answer === 'torrentix').length, 5)
})

test('an app numbers its people itself: the same ids at another publisher are somebody else', async () => {
  await capped(['numerix'], { max: 1 })
  const other = await openShop(service, { adsPerSession: 1 })
  assert.deepEqual(await askTimes(2, 'numerix', { user: '17', session: '1' }), ['numerix', 'frequency_cap'])
  const there = { user: '17', session: '1', key: other.key }
  assert.deepEqual(await askTimes(2, 'numerix', there), ['numerix', 'frequency_cap'])
})

test('where no session is named the conversation is one', async () => {
  const { key } = await openShop(service, { adsPerSession: 2 })
  await capped(['sittix'])
  const [first, second] = [
    { key, conversation: 'one' },
    { key, conversation: 'two' },
  ]
  assert.deepEqual(await askTimes(3, 'sittix', first), ['sittix', 'sittix', 'frequency_cap'])
  assert.equal(await ask('sittix', second), 'sittix')
  assert.equal(await ask('sittix', { ...first, session: 'named' }), 'sittix')
})

test('tests of an app count for no cap', async () => {
  await capped(['trialix'], { max: 1 })
  assert.deepEqual(await askTimes(2, 'trialix', { user: 'tester', key: shop.testKey }), ['trialix', 'trialix'])
  assert.deepEqual(await askTimes(2, 'trialix', { user: 'tester' }), ['trialix', 'frequency_cap'])
})

test('what was shown counts after a stop, and after a kill once it was written', async () => {
  await capped(['stopix'], { max: 3 })
  for (const end of ['terminate', 'kill'] as const) {
    const before = written()
    assert.deepEqual(await askTimes(2, 'stopix', { user: end }), ['stopix', 'stopix'])
    if (end === 'kill') await until('both are in the store', 10_000, async () => written() >= before + 2)
    await service[end]()
    service = await startProcess(place)
    const kept = written()
    assert.deepEqual(await askTimes(2, 'stopix', { user: end }), ['stopix', 'frequency_cap'], end)
    await until('that is in the store', 10_000, async () => written() > kept)
  }
})

test('the gap between ads is kept however long a conversation gets, also past the messages that are read', async () => {
  const { key } = await openShop(service, { firstAdTurn: 3, minTurnGap: 3, intentGate: false })
  await capped(['rhythmix'])
  const shown: number[] = []
  for (let turn = 1; turn <= 30; turn++) {
    if ((await ask('rhythmix', { key, conversation: 'long', turn })) === 'rhythmix') shown.push(turn)
  }
  assert.deepEqual(shown, [3, 6, 9, 12, 15, 18, 21, 24, 27, 30])
})

test('the query is one turn, whether it is also sent as the newest message, on several lines, or longer than is read', async () => {
  const { key } = await openShop(service, { firstAdTurn: 2, intentGate: false })
  await capped(['echonix'])
  const query = 'buy an echonix laptop\nfor the train'
  const long = `${query} ${'with a long battery life '.repeat(400)}`
  for (const [asked, repeated] of [
    [{ query }, query],
    [{ query: `  ${query}\t` }, `\n${query}`],
    [{}, long],
  ] as const) {
    const first = { ...asked, messages: [{ role: 'user', content: repeated }] }
    assert.equal(await noFillOf(service, { key, more: { conversationContext: first } }), 'frequency_cap')
    const second = { ...first, messages: [{ role: 'user', content: 'hello' }, ...first.messages] }
    assert.equal(await noFillOf(service, { key, more: { conversationContext: second } }), undefined)
  }
})
