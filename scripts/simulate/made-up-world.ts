// A made-up market, the same for the same seed: campaigns with bids and click rates that only the simulation knows, and people who ask.
import { type BidModel, type Campaign, CAMPAIGN_DEFAULTS } from '../../src/domain/campaign.ts'
import { createSeededRandom, type Random } from '../../src/base/random.ts'
import type { Ad } from '../../src/domain/ad.ts'
import { type AdRequest, type SlotRequest, UNKNOWN_USER } from '../../src/domain/ad-request.ts'
import type { Advertiser } from '../../src/domain/advertiser.ts'
import { DEFAULT_POLICY, type Publisher, SLOT_FORMATS, type SlotFormat } from '../../src/domain/publisher.ts'
import type { Stock } from './open-engine.ts'

export interface MadeUpWorld {
  readonly stock: Stock
  /** Chance that an impression is clicked. */
  clickRateOf(adNumber: number, context: { format: SlotFormat; place: number; relevance: number }): number
  /** Chance that a click converts. */
  conversionRateOf(campaignNumber: number): number
  /** The `i`-th request of the seed; asking again gives the same. */
  requestAt(i: number): AdRequest
}

/** How much click rates differ, as shapes of gamma distributions: rates spread by 1 ÷ √shape of their mean. */
export interface Spread {
  /** From campaign to campaign. */
  readonly campaigns: number
  /** From ad to ad of one campaign. */
  readonly ads: number
}

/**
 * `published`: what is most likely by the men's logs of the Open Bandit Dataset (small version, 10,000 impressions under a random
 * policy and 10,000 under one that had learned; Saito et al. 2020), as `scripts/eval/click-spread.ts` fits it: a shape of 9 from
 * item to item around a mean of 0.54 %. Their 115 clicks reject shapes below 2.2 and none above. How much of it is the campaign's
 * they do not tell; ads of a campaign differ half as much here as campaigns do.
 * `wide`: a harder market than the logs allow, with a total shape of 1.5: the best of five ads is twice as good as the mean.
 */
export const SPREADS = {
  published: { campaigns: 12, ads: 40 },
  wide: { campaigns: 2, ads: 8 },
} as const satisfies Record<string, Spread>
export type SpreadName = keyof typeof SPREADS

const MEAN_CLICK_RATE = 0.0054
/** How often clicks convert, and how much that differs from campaign to campaign, no log tells; the figures are ours. */
const CONVERSION_SHAPE = 2
const MEAN_CONVERSION_RATE = 0.02
/** Later places are clicked less, an effect that the log is too small to show; the figures are ours. */
const PLACE_EFFECT = [1, 0.75, 0.6, 0.5, 0.45, 0.4]
const FORMAT_EFFECT: Readonly<Record<SlotFormat, number>> = { action_card: 1, suffix: 0.7, entity_link: 1.2 }
const START_MS = Date.UTC(2026, 0, 5)

const PRODUCTS =
  `headphones, running shoes, espresso machine, mattress, office chair, hiking backpack, electric toothbrush, air purifier,
  robot vacuum, gaming laptop, mountain bike, yoga mat, sleeping bag, sunglasses, winter jacket, camping tent, coffee grinder,
  air fryer, dash camera, smart watch, desk lamp, baby stroller, dog food, car insurance, travel insurance, garden hose,
  lawn mower, kitchen knife, water filter, guitar amplifier, digital piano, drone, tablet, monitor, keyboard, suitcase,
  hair dryer, electric razor, printer, projector`
    .split(',')
    .map((name) => name.trim())
const TRAITS =
  `quiet, light, cheap, durable, wireless, compact, foldable, waterproof, premium, quick, ergonomic, portable`
    .split(',')
    .map((name) => name.trim())
const QUESTIONS = [
  (what: string) => `I am looking for a ${what}, which one should I buy?`,
  (what: string) => `Can you recommend a good ${what}?`,
  (what: string) => `What is the best ${what} for the money?`,
  (what: string) => `I want to buy a ${what} this week`,
]

/**
 * @param campaigns how many there are, spread evenly over the products
 * @param meanClickRate higher than in life where a test should learn from fewer requests
 * @param spread how much ads differ
 */
export function createMadeUpWorld({
  seed,
  campaigns = 200,
  meanClickRate = MEAN_CLICK_RATE,
  spread = SPREADS.published,
}: {
  seed: number
  campaigns?: number
  meanClickRate?: number
  spread?: Spread
}): MadeUpWorld {
  const random = createSeededRandom(seed)
  const adRates: number[] = []
  const conversionRates: number[] = []
  const base = (kind: string, number: number) => ({
    id: `${kind}_${number}`,
    number,
    revision: number,
    createdAtMs: START_MS,
    updatedAtMs: START_MS,
  })
  const advertisers = Array.from({ length: Math.ceil(campaigns / 2) }, (_, i): Advertiser => ({
    ...base('adv', i + 1),
    name: `Brand ${i + 1}`,
    domain: `brand-${i + 1}.example`,
    billing: 'invoiced',
  }))
  const ads: Ad[] = []
  const all = Array.from({ length: campaigns }, (_, i): Campaign => {
    const number = i + 1
    const product = PRODUCTS[i % PRODUCTS.length]!
    const rate = meanClickRate * gamma(spread.campaigns, random)
    conversionRates[number] = MEAN_CONVERSION_RATE * gamma(CONVERSION_SHAPE, random)
    const model = modelOf(random())
    // Half apart: the campaigns of one advertiser sell different things.
    const advertiserId = advertisers[i % advertisers.length]!.id
    const ofCampaign = 1 + Math.floor(random() * 3)
    for (let k = 0; k < ofCampaign; k++) {
      const ad = adOf(ads.length + 1, number, product, random)
      adRates[ad.number] = rate * gamma(spread.ads, random)
      ads.push(ad)
    }
    return {
      ...base('cmp', number),
      advertiserId,
      name: `${product} ${number}`,
      ...CAMPAIGN_DEFAULTS,
      bid: { model, amountMicros: bidOf(model, meanClickRate, random) },
      pacing: 'asap',
    }
  })

  function adOf(number: number, campaignNumber: number, product: string, chance: Random): Ad {
    const [one, other] = [pick(TRAITS, chance), pick(TRAITS, chance)]
    return {
      ...base('ad', number),
      campaignId: `cmp_${campaignNumber}`,
      status: 'active',
      version: 1,
      review: 'approved',
      content: {
        title: `${one} ${product}`,
        description: `A ${one} and ${other} ${product} by brand ${campaignNumber}.`,
        landingUrl: `https://brand-${campaignNumber}.example/${number}`,
        keywords: [product],
        categories: [],
        formats: SLOT_FORMATS,
      },
    }
  }

  return {
    stock: { publishers: [publisherOf('value')], advertisers, campaigns: all, ads },
    clickRateOf: (adNumber, { format, place, relevance }) =>
      adRates[adNumber]! *
      FORMAT_EFFECT[format] *
      PLACE_EFFECT[Math.min(place, PLACE_EFFECT.length - 1)]! *
      (0.5 + relevance),
    conversionRateOf: (campaignNumber) => conversionRates[campaignNumber]!,
    requestAt(i) {
      const chance = createSeededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(i + 1, 0x85ebca6b))
      // Some things are asked for often and some seldom, as words are.
      const product = PRODUCTS[Math.floor(PRODUCTS.length * chance() ** 2)]!
      const trait = chance() < 0.5 ? `${pick(TRAITS, chance)} ` : ''
      return requestFor(pick(QUESTIONS, chance)(trait + product), slotFor(chance()))
    },
  }
}

export function publisherOf(ranking: 'value' | 'relevance'): Publisher {
  return {
    id: 'pub_1',
    number: 1,
    revision: 1,
    createdAtMs: START_MS,
    updatedAtMs: START_MS,
    name: 'Chat App',
    policy: { ...DEFAULT_POLICY, ranking },
  }
}

function modelOf(chance: number): BidModel {
  if (chance < 0.75) return 'cpc'
  return chance < 0.9 ? 'cpm' : 'cpa'
}

// Around half a unit a click, and what comes to the same by the impression and by the action; 10th to 90th percentile 0.26 to 0.95.
function bidOf(model: BidModel, meanClickRate: number, random: Random): number {
  const click = 500_000 * Math.exp(0.5 * normal(random))
  if (model === 'cpc') return Math.round(click)
  return Math.round(model === 'cpm' ? click * meanClickRate * 1_000 : click / MEAN_CONVERSION_RATE)
}

function slotFor(chance: number): SlotRequest {
  const format = chance < 0.15 ? 'suffix' : 'action_card'
  const count = chance >= 0.15 && chance < 0.4 ? 3 : 1
  return {
    slotId: 'main',
    format,
    count,
    placement: 'post_response',
    block: { categories: [], advertisers: [], domains: [] },
  }
}

function requestFor(query: string, slot: SlotRequest): AdRequest {
  return {
    conversation: { query, messages: [], language: 'en' },
    user: UNKNOWN_USER,
    slots: [slot],
    options: { test: false, explain: false, timeoutMs: 800 },
    warnings: [],
  }
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A gamma deviate of mean 1 for a whole shape: a sum of exponential ones. */
function gamma(shape: number, random: Random): number {
  let sum = 0
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random())
  return sum / shape
}
