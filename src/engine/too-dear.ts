// Whether an ad costs more than the user said they would pay at most; asked of thousands of ads where few are cheap enough.
import { remembered } from '../base/remembered.ts'
import type { Catalog } from './catalog.ts'
import { isAbove } from './match/price-limit.ts'
import { queryOf, type Reading } from './reading.ts'

/** For one decision: its slots look past mostly the same ads, and the prices of many ads read alike. */
export function createTooDear(catalog: Pick<Catalog, 'shownPriceOf'>, reading: Reading): (doc: number) => boolean {
  const byDoc = new Map<number, boolean>()
  const byPrice = new Map<string, boolean>()
  return (doc) => {
    const { priceLimit } = queryOf(reading)
    if (priceLimit === undefined) return false
    const judge = (price: string) => isAbove(price, priceLimit)
    return remembered(byDoc, doc, () => remembered(byPrice, catalog.shownPriceOf(doc) ?? '', judge))
  }
}
