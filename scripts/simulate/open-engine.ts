// The engine without doors and without a store: the inventory of a made-up world in memory, ready to decide.
import { fileURLToPath } from 'node:url'
import type { Ad } from '../../src/domain/ad.ts'
import type { Advertiser } from '../../src/domain/advertiser.ts'
import type { Campaign } from '../../src/domain/campaign.ts'
import type { Publisher } from '../../src/domain/publisher.ts'
import { createBudgetGate } from '../../src/engine/budget-gate.ts'
import { createCatalog } from '../../src/engine/catalog.ts'
import { createDirectory } from '../../src/engine/directory.ts'
import { createFacts } from '../../src/engine/facts.ts'
import { createRateModel, type RatePredictor } from '../../src/engine/learn/rate-model.ts'
import { createMatchIndex } from '../../src/engine/match/match-index.ts'
import { createMatcher } from '../../src/engine/match/matcher.ts'
import { loadWordVectors } from '../../src/engine/match/word-vectors.ts'
import { createScreen } from '../../src/engine/screen.ts'
import { createTermReader } from '../../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../../src/engine/text/word-frequency.ts'
import type { World } from '../../src/engine/thought.ts'
import { openGates } from '../../src/engine/understand/open-gates.ts'
import { createUnderstand } from '../../src/engine/understand/understand.ts'

const MODELS = fileURLToPath(new URL('../../models', import.meta.url))

export interface Stock {
  readonly publishers: readonly Publisher[]
  readonly advertisers: readonly Advertiser[]
  readonly campaigns: readonly Campaign[]
  readonly ads: readonly Ad[]
}

/** The same parts as a running service, fed by hand; several may live beside each other. */
export function openEngine(stock: Stock, { rates = createRateModel() }: { rates?: RatePredictor } = {}): World {
  const directory = createDirectory()
  const facts = createFacts({ directory })
  const terms = createTermReader(loadWordFrequencies())
  const index = createMatchIndex({ terms, words: loadWordVectors() })
  const catalog = createCatalog({ directory, index })
  for (const publisher of stock.publishers) directory.publishers.put(publisher)
  for (const advertiser of stock.advertisers) directory.advertisers.put(advertiser)
  for (const campaign of stock.campaigns) directory.campaigns.put(campaign)
  for (const ad of stock.ads) {
    const campaign = directory.campaigns.byId(ad.campaignId)!
    catalog.put(ad, campaign)
  }
  catalog.compact()
  const budgets = createBudgetGate({ directory, facts })
  return {
    catalog,
    directory,
    exposures: facts.exposures,
    budgets,
    screen: createScreen({ directory, budgets }),
    matcher: createMatcher({ terms, index }),
    understand: createUnderstand(openGates(MODELS)),
    rates,
  }
}
