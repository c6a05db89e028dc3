// Whether an ad costs more than the user said they would pay at most, or less than at least; the first is asked of thousands of ads where
// few are cheap enough.
import { remembered } from '../base/remembered.ts'
import type { Catalog } from './catalog.ts'
import { isAbove, isBelow } from './match/price-limit.ts'
import { queryOf, type Reading } from './reading.ts'

/** For one decision, whose slots look past mostly the same ads. */
export function createTooDear(catalog: Pick<Catalog, 'leastPriceOf'>, reading: Reading): (doc: number) => boolean {
  const byDoc = new Map<number, boolean>()
  return (doc) => {
    const { priceLimit } = queryOf(reading)
    if (priceLimit === undefined || priceLimit.most === Infinity) return false
    return remembered(byDoc, doc, () => isAbove(catalog.leastPriceOf(doc), priceLimit))
  }
}

export function isTooCheap(catalog: Pick<Catalog, 'leastPriceOf'>, reading: Reading, doc: number): boolean {
  const { priceLimit } = queryOf(reading)
  return priceLimit !== undefined && priceLimit.least > 0 && isBelow(catalog.leastPriceOf(doc), priceLimit)
}
