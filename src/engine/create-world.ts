// What a decision reads, from parts that its thread made empty, filled from the store, or shares with other threads.
import type { Catalog } from './catalog.ts'
import type { Directory } from './directory.ts'
import { createHouseStock } from './house-stock.ts'
import type { AdEmbeddings } from './match/embeddings.ts'
import { createMatcher } from './match/matcher.ts'
import type { MatchIndex } from './match/match-index.ts'
import type { BudgetView } from './pacing/board.ts'
import { createScreen } from './screen.ts'
import type { TermReader } from './text/terms.ts'
import type { World } from './thought.ts'
import { openGates } from './understand/open-gates.ts'
import { createUnderstand } from './understand/understand.ts'

export interface WorldParts<Budgets extends BudgetView, Rates extends World['rates']> {
  readonly directory: Directory
  readonly terms: TermReader
  readonly index: MatchIndex
  /** Over the same directory and index. */
  readonly catalog: Catalog
  /** Of an embedding model, where there is one. */
  readonly embeddings?: AdEmbeddings | undefined
  readonly exposures: World['exposures']
  readonly budgets: Budgets
  readonly rates: Rates
}

/** @param models the folder of the models @throws Error where one is missing or damaged */
export function createWorld<Budgets extends BudgetView, Rates extends World['rates']>(
  models: string,
  { directory, terms, index, catalog, embeddings, exposures, budgets, rates }: WorldParts<Budgets, Rates>,
) {
  return {
    catalog,
    directory,
    exposures,
    budgets,
    screen: createScreen({ directory, budgets }),
    house: createHouseStock(catalog, directory),
    matcher: createMatcher({ terms, index, embeddings }),
    understand: createUnderstand(openGates(models)),
    rates,
  } satisfies World
}
