// Checks the sample inventory that a new store is filled with: its size, its limits, and that it answers real questions.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

interface SampleAd {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly price?: string
  readonly brand: string
  readonly ctaText: string
  readonly keywords: readonly string[]
  readonly categories: readonly string[]
  readonly formats: readonly string[]
  readonly imageAlt: string
  readonly language: string
}

interface SampleCampaign {
  readonly id: string
  readonly name: string
  readonly bid: { readonly model: string; readonly amount: string }
  readonly budget: { readonly total: string; readonly daily: string }
  readonly pacing: string
  readonly priority: string
  readonly targeting?: {
    readonly countries?: { readonly include: readonly string[] }
    readonly languages?: { readonly include: readonly string[] }
  }
  readonly frequencyCaps?: readonly { scope: string; per: string; max: number; windowSeconds: number }[]
  readonly ads: readonly SampleAd[]
}

interface SampleAdvertiser {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly campaigns: readonly SampleCampaign[]
}

const text = readFileSync(new URL('./inventory.json', import.meta.url), 'utf8')
const inventory = JSON.parse(text) as {
  version: number
  landingPath: string
  imagePath: string
  advertisers: SampleAdvertiser[]
}
const { advertisers } = inventory
const campaigns = advertisers.flatMap((advertiser) => advertiser.campaigns)
const ads = campaigns.flatMap((campaign) => campaign.ads)
const rows = advertisers.flatMap((advertiser) =>
  advertiser.campaigns.flatMap((campaign) => campaign.ads.map((ad) => ({ advertiser, campaign, ad }))),
)

test('the sample holds a few hundred ads of many advertisers', () => {
  assert.equal(inventory.version, 1)
  assert.ok(ads.length >= 300 && ads.length <= 400, `${ads.length} ads`)
  assert.ok(advertisers.length >= 60 && advertisers.length <= 110, `${advertisers.length} advertisers`)
  for (const advertiser of advertisers) assert.ok(advertiser.campaigns.length >= 1 && advertiser.campaigns.length <= 2)
  for (const campaign of campaigns) assert.ok(campaign.ads.length >= 1, campaign.id)
})

test('no id, and no title, is used twice', () => {
  for (const ids of [advertisers, campaigns, ads].map((things) => things.map((thing) => thing.id))) {
    assert.deepEqual(repeated(ids), [])
    for (const id of ids) assert.match(id, /^[a-z0-9][a-z0-9-]{1,40}$/)
  }
  assert.deepEqual(repeated(ads.map((ad) => ad.title)), [])
  assert.deepEqual(repeated(advertisers.map((advertiser) => advertiser.domain)), [])
})

test('the pages and pictures of the sample are paths of the service itself', () => {
  assert.equal(inventory.landingPath, '/demo/p/{adId}')
  assert.equal(inventory.imagePath, '/demo/i/{adId}.svg')
})

test('only reserved .example domains appear, and no address of the open web', () => {
  for (const { domain } of advertisers) assert.match(domain, /^[a-z0-9-]+\.example$/)
  assert.doesNotMatch(text, /https?:|www\.|\.(com|net|org|io|de|fr|es)\b/)
})

test('each text fits where it is shown, so nothing of the sample is ever cut', () => {
  for (const ad of ads) {
    within(ad.title, 10, 80, `${ad.id} title`)
    within(ad.description, 60, 240, `${ad.id} description`)
    within(ad.ctaText, 4, 24, `${ad.id} ctaText`)
    within(ad.price ?? '-', 1, 40, `${ad.id} price`)
    within(ad.imageAlt, 8, 120, `${ad.id} imageAlt`)
    assert.ok(ad.keywords.length >= 4 && ad.keywords.length <= 10, `${ad.id} has ${ad.keywords.length} keywords`)
    assert.deepEqual(repeated(ad.keywords), [], ad.id)
    const sentences = ad.description.split(/[.?!](?=\s|$)/).filter((part) => part.trim() !== '')
    assert.ok(sentences.length >= 1 && sentences.length <= 4, `${ad.id} has ${sentences.length} sentences`)
  }
})

test('there are many categories, and none is nearly empty', () => {
  const counts = new Map<string, number>()
  for (const ad of ads) {
    assert.deepEqual(repeated(ad.categories), [], ad.id)
    for (const category of ad.categories) counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  assert.ok(counts.size >= 25, `${counts.size} categories`)
  assert.deepEqual(
    [...counts].filter(([, count]) => count < 5),
    [],
  )
  for (const category of counts.keys()) assert.match(category, /^[a-z]+(-[a-z]+)*$/)
})

test('no text hides control, invisible or direction-changing characters', () => {
  for (const { advertiser, campaign, ad } of rows) {
    const shown = [advertiser.name, campaign.name, ad.title, ad.description, ad.price ?? '', ad.brand, ad.ctaText]
    for (const value of [...shown, ad.imageAlt, ...ad.keywords]) {
      assert.doesNotMatch(value, /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u, ad.id)
      assert.equal(value, value.normalize('NFC').trim(), ad.id)
    }
  }
})

test('bids and budgets are decimal amounts of a believable size', () => {
  for (const { id, bid, budget } of campaigns) {
    for (const amount of [bid.amount, budget.total, budget.daily]) assert.match(amount, /^\d+\.\d{2}$/, id)
    assert.ok(['cpc', 'cpm', 'cpa'].includes(bid.model), id)
    if (bid.model === 'cpc') assert.ok(Number(bid.amount) >= 0.1 && Number(bid.amount) <= 2.5, id)
    assert.ok(Number(bid.amount) < Number(budget.daily) && Number(budget.daily) < Number(budget.total), id)
  }
  for (const model of ['cpc', 'cpm', 'cpa']) assert.ok(campaigns.some((campaign) => campaign.bid.model === model))
})

test('pacing, priority, caps, formats and targeting use the words of the service', () => {
  for (const campaign of campaigns) {
    assert.ok(['even', 'asap'].includes(campaign.pacing), campaign.id)
    assert.ok(['standard', 'house'].includes(campaign.priority), campaign.id)
    for (const cap of campaign.frequencyCaps ?? []) {
      assert.deepEqual([cap.scope, cap.per, cap.windowSeconds], ['campaign', 'user', 86_400])
      assert.ok(Number.isInteger(cap.max) && cap.max >= 1, campaign.id)
    }
    for (const country of campaign.targeting?.countries?.include ?? []) assert.match(country, /^[A-Z]{2}$/)
    for (const ad of campaign.ads) {
      assert.ok(ad.formats.length >= 1 && ad.formats.every((f) => ['action_card', 'suffix', 'entity_link'].includes(f)))
    }
  }
  assert.equal(campaigns.filter((campaign) => campaign.priority === 'house').length, 2)
  assert.ok(campaigns.some((campaign) => (campaign.frequencyCaps ?? []).length > 0))
})

test('ads in German, French and Spanish are shown only to readers of that language', () => {
  const perLanguage = new Map<string, number>()
  for (const { campaign, ad } of rows) {
    const targeted = campaign.targeting?.languages?.include ?? []
    assert.deepEqual(targeted, ad.language === 'en' ? [] : [ad.language], ad.id)
    perLanguage.set(ad.language, (perLanguage.get(ad.language) ?? 0) + 1)
  }
  assert.deepEqual([...perLanguage.keys()].sort(), ['de', 'en', 'es', 'fr'])
  for (const language of ['de', 'es', 'fr']) assert.ok((perLanguage.get(language) ?? 0) >= 5, language)
})

const questions: readonly (readonly [question: string, ...every: RegExp[]])[] = [
  ['Which quiet laptop is good for working on trains?', /laptop/, /quiet|silent|fanless/, /train|coach/],
  ['What is a good gift for a runner?', /runner|running/, /gift/],
  ['What is a cheap way to learn Spanish?', /spanish/, /\$\d\b|\$1\d\b/],
  ['I need waterproof hiking boots.', /hiking boots/, /waterproof/],
  ['Which CRM suits a team of five?', /\bcrm\b/, /five|small team/],
  ['Is there a standing desk for a small room?', /standing desk/, /small room|bedroom/],
  ['Noise cancelling headphones under 200?', /noise cancelling headphones/],
  ['Where can I host a small server cheaply?', /virtual server/, /vps/],
  ['I want to start investing or saving a little each month.', /sav(e|ing)|invest/, /month/, /account|funds|budget/],
  ['Which travel insurance should I take?', /travel insurance/],
  ['A present for a child who likes science?', /gift/, /stem/],
  ['Fresh coffee and a machine for a small kitchen', /coffee|espresso/, /small kitchen|fresh beans/],
  ['Something to record meeting notes or dictate text', /transcri|dictation|speech to text/],
  ['A folding bicycle or scooter to take on the train', /fold/, /train/, /bike|scooter/],
  ['A weekend away for two by train', /train|station/, /weekend|couples|cottage/],
  ['How can I lower my electricity bill with solar?', /solar/, /electricity bill/],
  ['Healthy dinners without much cooking', /meal|dinner/, /healthy|easy cooking/],
  ['A small instrument for a beginner', /beginner/, /guitar|ukulele|piano/],
]

for (const [question, ...every] of questions) {
  test(`two to eight ads of at least two advertisers fit: ${question}`, () => {
    const fitting = rows.filter(({ ad }) => ad.language === 'en' && every.every((wanted) => wanted.test(wordsOf(ad))))
    const brands = new Set(fitting.map(({ advertiser }) => advertiser.id))
    assert.ok(brands.size >= 2, `only ${[...brands]} fit`)
    assert.ok(fitting.length <= 8, `${fitting.length} fit: ${fitting.map(({ ad }) => ad.id)}`)
  })
}

function wordsOf(ad: SampleAd): string {
  return [ad.title, ad.description, ad.price ?? '', ...ad.keywords].join(' \n ').toLowerCase()
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}

function within(value: string, least: number, most: number, what: string): void {
  assert.ok(value.length >= least && value.length <= most, `${what} has ${value.length} characters: ${value}`)
}
