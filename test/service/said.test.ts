// What a person says decides what is shown, seen from outside: what they dislike is none of it, nor what costs more than they say in words.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { addAd, adsFor, ask, noFillOf, openCampaign, openShop, type Shop } from '../support/stock.ts'
import { until } from '../support/until.ts'

const SOON_MS = 5_000

let place: Place
let service: RunningService
let shop: Shop

before(async () => {
  place = await openPlace()
  service = await startProcess(place)
  shop = await openShop(service)
  for (const [title, description, price] of [
    ['Tarno coffee', 'Coffee beans for people who love coffee.', '$30'],
    ['Vokka tea', 'Ten teas in small tins.', '$130'],
  ]) {
    const { campaignId } = await openCampaign(service, { advertiser: { name: title, domain: 'feather.example' } })
    await addAd(service, campaignId, { title, description, price, categories: [] })
  }
  await until('the stock serves', SOON_MS, async () => (await titlesFor('tea or coffee')).length === 2)
})
after(async () => {
  await service?.kill()
  place?.remove()
})

async function titlesFor(query: string, more: object = {}): Promise<string[]> {
  const ads = await adsFor(service, { key: shop.key, query, count: 3, slot: { minRelevance: 0 }, more })
  return ads.map(({ content }) => content.title).sort()
}

test('what somebody dislikes is not shown, what they ask for instead is', async () => {
  assert.deepEqual(await titlesFor('I hate coffee, what about tea?'), ['Vokka tea'])
  assert.deepEqual(await titlesFor("My wife doesn't like tea. Where can I buy coffee?"), ['Tarno coffee'])
  assert.deepEqual(await titlesFor('I hate that my coffee is cold, what should I buy?'), ['Tarno coffee'])
})

test('what costs more than a limit that is written in words is not shown', async () => {
  assert.deepEqual(await titlesFor('tea or coffee under a hundred dollars'), ['Tarno coffee'])
  assert.deepEqual(await titlesFor('tea or coffee, two hundred bucks at most'), ['Tarno coffee', 'Vokka tea'])
  assert.deepEqual(await titlesFor('tea or coffee, 40 a month max'), ['Tarno coffee'])
})

test('whoever was left or beaten is shown nothing, whoever lost a game is', async () => {
  const reasonFor = (query: string) => noFillOf(service, { key: shop.key, query, slot: { minRelevance: 0 } })
  assert.equal(await reasonFor('my husband left me, which tea helps'), 'sensitive_topic')
  assert.equal(await reasonFor('mein Freund schlägt mich, welcher Tee hilft'), 'sensitive_topic')
  assert.equal(await reasonFor('my partner beat me at chess, which tea wakes me up'), undefined)
  assert.equal(await reasonFor('I am 12 and a half weeks pregnant, which tea may I buy'), undefined)
})

test('a crisis is heard in the middle of a long message or answer and behind disguised letters', async () => {
  const talk = 'which tea goes with a long walk along the river? '.repeat(70)
  const query = 'which tea or coffee should I buy'
  const reasonFor = (conversationContext: object) =>
    noFillOf(service, { key: shop.key, query, slot: { minRelevance: 0 }, more: { conversationContext } })
  assert.equal(await reasonFor({ query, response: talk }), undefined)
  assert.equal(await reasonFor({ query, response: `${talk} you said you want to die. ${talk}` }), 'sensitive_topic')
  assert.equal(await reasonFor({ query: `${talk} I want to kill myself. ${talk}` }), 'sensitive_topic')
  assert.equal(await reasonFor({ query: 'tea before I k1ll mуsеlf' }), 'sensitive_topic')
})

test('a short answer is read in the language of the talk', async () => {
  const conversationContext = {
    query: 'trail, waterproof',
    messages: [
      { role: 'user', content: 'I need running shoes' },
      { role: 'assistant', content: 'Road or trail?' },
    ],
  }
  const answer = await ask(service, { key: shop.key, options: { explain: true }, more: { conversationContext } })
  assert.equal(answer.json().explain.signals.language, 'en')
})

test('what is taken back counts less than what is wished beside it', async () => {
  const weightOfCoffee = async (query: string): Promise<number> => {
    const conversationContext = { query, messages: [{ role: 'user', content: 'I want coffee' }] }
    const answer = await ask(service, { key: shop.key, options: { explain: true }, more: { conversationContext } })
    const { terms } = answer.json().explain.signals
    return terms.find(({ term }: { term: string }) => term === 'coffee').weight
  }
  const beside = await weightOfCoffee('And I like to have a tea, too')
  assert.ok((await weightOfCoffee("Actually no, I'd rather have a tea")) < 0.6 * beside)
})
