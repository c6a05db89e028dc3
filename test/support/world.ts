// A small world in memory, built of the real parts: what the engine decides from, without store or sockets.
import { fileURLToPath } from 'node:url'
import { type AdRequest, REQUEST_LIMITS, UNKNOWN_USER } from '../../src/domain/ad-request.ts'
import type { Ad, AdContent } from '../../src/domain/ad.ts'
import type { Advertiser } from '../../src/domain/advertiser.ts'
import { CAMPAIGN_DEFAULTS, type Campaign } from '../../src/domain/campaign.ts'
import { DEFAULT_POLICY, type Policy, type Publisher, SLOT_FORMATS } from '../../src/domain/publisher.ts'
import { createBudgetGate } from '../../src/engine/budget-gate.ts'
import { createCatalog } from '../../src/engine/catalog.ts'
import { createDirectory } from '../../src/engine/directory.ts'
import { createFacts, type Facts } from '../../src/engine/facts.ts'
import { createHouseStock } from '../../src/engine/house-stock.ts'
import { createRateModel } from '../../src/engine/learn/rate-model.ts'
import { createMatchIndex } from '../../src/engine/match/match-index.ts'
import { createMatcher } from '../../src/engine/match/matcher.ts'
import { loadNeeds } from '../../src/engine/match/needs.ts'
import { loadWordVectors } from '../../src/engine/match/word-vectors.ts'
import { createScreen } from '../../src/engine/screen.ts'
import { createTermReader } from '../../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../../src/engine/text/word-frequency.ts'
import type { Circumstances, World } from '../../src/engine/thought.ts'
import { openGates } from '../../src/engine/understand/open-gates.ts'
import { createUnderstand } from '../../src/engine/understand/understand.ts'

const terms = createTermReader(loadWordFrequencies())
const words = loadWordVectors()
const needs = loadNeeds()
const gates = openGates(fileURLToPath(new URL('../../models', import.meta.url)))

/** Saturday, 21 November 2026, noon in UTC. */
export const NOON_MS = Date.UTC(2026, 10, 21, 12)

export interface Maker {
  readonly world: World & { readonly facts: Facts }
  publisher(policy?: Partial<Policy>): Publisher
  advertiser(given?: Partial<Advertiser>): Advertiser
  campaign(advertiser: Advertiser, given?: Partial<Campaign>): Campaign
  ad(campaign: Campaign, content: Partial<AdContent> & { title: string }, given?: Partial<Ad>): Ad
}

export function createTestWorld(): Maker {
  const directory = createDirectory()
  const facts = createFacts({ directory })
  const index = createMatchIndex({ terms, words, needs })
  const catalog = createCatalog({ directory, index })
  const budgets = createBudgetGate({ directory, facts })
  const screen = createScreen({ directory, budgets })
  const matcher = createMatcher({ terms, index })
  const world: Maker['world'] = {
    directory,
    facts,
    exposures: facts.exposures,
    budgets,
    catalog,
    screen,
    house: createHouseStock(catalog, directory),
    matcher,
    understand: createUnderstand(gates),
    rates: createRateModel(),
  }
  const numbers = { pub: 0, adv: 0, cmp: 0, ad: 0 }
  let revision = 0
  const base = (kind: keyof typeof numbers) => {
    const number = ++numbers[kind]
    return { id: `${kind}_${number}`, number, revision: ++revision, createdAtMs: 0, updatedAtMs: 0 }
  }
  return {
    world,
    publisher(policy = {}) {
      const publisher: Publisher = { ...base('pub'), name: 'Chat App', policy: { ...DEFAULT_POLICY, ...policy } }
      directory.publishers.put(publisher)
      return publisher
    },
    advertiser(given = {}) {
      const own = base('adv')
      const advertiser: Advertiser = {
        ...own,
        name: `Brand ${own.number}`,
        domain: `brand-${own.number}.example`,
        billing: 'invoiced',
        ...given,
      }
      directory.advertisers.put(advertiser)
      return advertiser
    },
    campaign(advertiser, given = {}) {
      const campaign: Campaign = {
        ...base('cmp'),
        advertiserId: advertiser.id,
        name: 'Campaign',
        ...CAMPAIGN_DEFAULTS,
        bid: { model: 'cpc', amountMicros: 500_000 },
        pacing: 'asap',
        ...given,
      }
      directory.campaigns.put(campaign)
      return campaign
    },
    ad(campaign, content, given = {}) {
      const own = base('ad')
      const ad: Ad = {
        ...own,
        campaignId: campaign.id,
        status: 'active',
        version: 1,
        review: 'approved',
        content: {
          description: '',
          landingUrl: `https://brand.example/${own.number}`,
          keywords: [],
          categories: [],
          formats: SLOT_FORMATS,
          ...content,
        },
        ...given,
      }
      catalog.put(ad, campaign)
      return ad
    },
  }
}

/** A decision at noon for somebody who was shown nothing yet, with all the time it needs. */
export function circumstancesFor(
  { facts }: Pick<Maker['world'], 'facts'>,
  publisher: Publisher,
  random: Circumstances['random'] = () => 0.5,
): Circumstances {
  return {
    publisher,
    shown: facts.exposures.shownTo({ user: '', session: '', conversation: '' }, NOON_MS),
    nowMs: NOON_MS,
    random,
    invalidTraffic: false,
    monotonicMs: () => 0,
    deadlineMs: 1_000,
  }
}

/** A request for one action card, with whatever a test wants otherwise. */
export function requestFor(
  query: string,
  given: { conversation?: object; user?: object; slot?: object; slots?: object[]; options?: object } = {},
): AdRequest {
  const slots = (given.slots ?? [given.slot ?? {}]).map((slot, i) => ({
    slotId: `slot-${i + 1}`,
    format: 'action_card',
    count: 1,
    placement: 'post_response',
    block: { categories: [], advertisers: [], domains: [] },
    ...slot,
  }))
  return {
    conversation: { query, messages: [], ...given.conversation },
    user: { ...UNKNOWN_USER, ...given.user },
    slots,
    options: { test: false, explain: false, timeoutMs: REQUEST_LIMITS.timeoutMsDefault, ...given.options },
    warnings: [],
  }
}
