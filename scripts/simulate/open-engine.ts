// The engine without doors and without a store: the inventory of a made-up world in memory, ready to decide.
import { fileURLToPath } from 'node:url'
import type { Ad } from '../../src/domain/ad.ts'
import type { Advertiser } from '../../src/domain/advertiser.ts'
import type { Campaign } from '../../src/domain/campaign.ts'
import type { Publisher } from '../../src/domain/publisher.ts'
import { createDirectory } from '../../src/engine/directory.ts'
import { createRateModel, type RatePredictor } from '../../src/engine/learn/rate-model.ts'
import { openWorld } from '../../src/engine/open-world.ts'
import type { World } from '../../src/engine/thought.ts'

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
  const { world } = openWorld(MODELS, { directory, rates })
  for (const publisher of stock.publishers) directory.publishers.put(publisher)
  for (const advertiser of stock.advertisers) directory.advertisers.put(advertiser)
  for (const campaign of stock.campaigns) directory.campaigns.put(campaign)
  for (const ad of stock.ads) world.catalog.put(ad, directory.campaigns.byId(ad.campaignId)!)
  world.catalog.compact()
  return world
}
