// Whether what a line offers can be had, in the many words of shops; schema.org's stand at the end of a URL.
import type { Availability } from '../../domain/ad.ts'

/** Undefined where the value is no word at all. A word that nobody knows means that the product can be had, now or later. */
export function readAvailability(given: unknown): Availability | undefined {
  const word = wordOf(given)
  if (word === undefined) return undefined
  return OUT_OF_STOCK.has(word) ? 'out_of_stock' : 'in_stock'
}

export function isUnknownAvailability(given: unknown): boolean {
  const word = wordOf(given)
  return word !== undefined && !IN_STOCK.has(word) && !OUT_OF_STOCK.has(word)
}

function wordOf(given: unknown): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'boolean') return undefined
  const words = String(given).toLowerCase().split('/')
  return words.map((word) => word.replace(/[^\p{L}\d]/gu, '')).findLast((word) => word !== '') ?? ''
}

const OUT_OF_STOCK = new Set(
  ['out of stock', 'sold out', 'discontinued', 'unavailable', 'not available', 'false', 'no'].map(joined),
)
const IN_STOCK = new Set(
  [
    ...['in stock', 'available', 'available for order', 'limited availability', 'preorder', 'presale', 'backorder'],
    ...['made to order', 'in store only', 'online only', 'true', 'yes'],
  ].map(joined),
)

function joined(words: string): string {
  return words.replaceAll(' ', '')
}
