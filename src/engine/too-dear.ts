// Whether an ad costs more than the user said they would pay at most, or less than at least; asked of thousands of ads where few cost
// what they should.
import { createMemo } from '../base/memo.ts'
import type { Catalog } from './catalog.ts'
import { isAbove, isBelow, type PriceLimit } from './match/price-limit.ts'
import { queryOf, type Reading } from './reading.ts'

type Prices = Pick<Catalog, 'leastPriceOf'>

/** For one decision, whose slots look past mostly the same ads. */
export function createTooDear(catalog: Prices, reading: Reading): (doc: number) => boolean {
  return judgedOnce(reading, (doc, limit) => limit.most < Infinity && isAbove(catalog.leastPriceOf(doc), limit))
}

/** The same of the least price. */
export function createTooCheap(catalog: Prices, reading: Reading): (doc: number) => boolean {
  return judgedOnce(reading, (doc, limit) => limit.least > 0 && isBelow(catalog.leastPriceOf(doc), limit))
}

function judgedOnce(reading: Reading, judge: (doc: number, limit: PriceLimit) => boolean): (doc: number) => boolean {
  let judged: ((doc: number) => boolean) | undefined
  return (doc) => {
    const { priceLimit } = queryOf(reading)
    if (priceLimit === undefined) return false
    judged ??= createMemo((one) => judge(one, priceLimit))
    return judged(doc)
  }
}
