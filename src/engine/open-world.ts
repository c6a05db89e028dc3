// Puts together what decisions read: one way for the service, which fills it from its store, and for simulations, which fill it by hand.
import type { Random } from '../base/random.ts'
import { createBudgetGate } from './budget-gate.ts'
import { createCatalog } from './catalog.ts'
import { createWorld } from './create-world.ts'
import type { Directory } from './directory.ts'
import { createFacts } from './facts.ts'
import type { RatePredictor } from './learn/rate-model.ts'
import { createAdEmbeddings } from './match/embeddings.ts'
import { createMatchIndex } from './match/match-index.ts'
import { loadNeeds } from './match/needs.ts'
import { loadWordVectors } from './match/word-vectors.ts'
import { createTermReader } from './text/terms.ts'
import { loadWordFrequencies } from './text/word-frequency.ts'

/**
 * A world without ads; several may live beside each other.
 * @param models the folder of the models
 * @param linkToImage where pictures of ads are got, where that is not their own URL
 * @param embedded whether a model's embeddings of ads are to be kept, too
 * @param random what spreads a budget over requests; real chance where absent
 * @throws Error where a model is missing or damaged
 */
export function openWorld<R extends RatePredictor>(
  models: string,
  options: {
    directory: Directory
    rates: R
    random?: Random
    embedded?: boolean
    linkToImage?: (imageUrl: string) => string
  },
) {
  const { directory, rates, random, embedded, linkToImage } = options
  const facts = createFacts({ directory })
  const words = { vectors: loadWordVectors(), frequencies: loadWordFrequencies() }
  const terms = createTermReader(words.frequencies)
  const index = createMatchIndex({ terms, words: words.vectors, needs: loadNeeds() })
  const catalog = createCatalog({ directory, index, ...(linkToImage && { linkToImage }) })
  const embeddings = embedded ? createAdEmbeddings(catalog) : undefined
  const budgets = createBudgetGate({ directory, facts, ...(random && { random }) })
  const { exposures } = facts
  const world = createWorld(models, { directory, terms, index, catalog, embeddings, exposures, budgets, rates })
  return { world, facts, words, embeddings }
}
