// Turns an item of a Google Merchant feed into the fields of an ad.
import { decodeHTMLStrict } from 'entities'
import { AD_LIMITS } from '../../domain/ad.ts'
import type { ReaderOptions } from './import-line.ts'

/** @param item values by our column names (`adFieldOf`); those of `SEVERAL` may hold several, separated by new lines */
export function adFieldsOfItem(
  item: Readonly<Record<string, string>>,
  { nowMs }: ReaderOptions,
): Record<string, unknown> {
  const { price, salePrice, salePriceEffectiveDate, productType, googleProductCategory, ...fields } = item
  const isOnSale = salePrice !== undefined && !isZero(salePrice) && isWithin(salePriceEffectiveDate, nowMs)
  return {
    ...fields,
    ...(fields.description !== undefined && { description: withoutTags(fields.description) }),
    price: shownPrice(isOnSale ? salePrice : price),
    categories: categoriesOf(`${productType ?? ''}\n${googleProductCategory ?? ''}\n${fields.categories ?? ''}`),
  }
}

/** What an item may have more than once, all of which counts. */
export const SEVERAL: ReadonlySet<string> = new Set(['productType', 'googleProductCategory', 'categories'])

/** Shops format descriptions, "<p>Dry feet</p><ul><li>…", and then may say "&amp;", too; an ad is plain text. */
function withoutTags(text: string): string {
  const plain = text.replace(BLOCK_TAG, ' ').replace(INLINE_TAG, '')
  if (plain === text) return text
  const read = plain.replace(ENTITY, readEntity)
  return read.replaceAll(/\s+/g, ' ').trim()
}

const tagOf = (names: string) => String.raw`</?(?:${names})(?:\s[^<>]*)?/?>`
/** Between their texts a blank is read. */
const BLOCK_TAG = new RegExp(tagOf('p|br|hr|div|ul|ol|li|dl|dt|dd|h[1-6]|table|thead|tbody|tr|t[dh]'), 'gi')
const INLINE_TAG = new RegExp(tagOf('a|b|i|u|em|strong|small|span|font|su[bp]|img'), 'gi')
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi

/** Ads may hold no character that cannot be seen, so such a one is dropped, and what stands for none stays as it came. */
function readEntity(entity: string): string {
  const text = decodeHTMLStrict(entity)
  if (text === '\ufffd') return ''
  return /^\s$/.test(text) ? ' ' : text.replaceAll(/\p{C}/gu, '')
}

/** Some feeds say so of what is not on sale. */
function isZero(price: string): boolean {
  return price.includes('0') && !/[1-9]/.test(price)
}

/** Of a range that cannot be read, nothing is within: the full price is the one to show when in doubt. */
function isWithin(range: string | undefined, nowMs: number): boolean {
  if (range === undefined) return true
  const [start, end] = range.split('/')
  return nowMs >= readMoment(start, '00:00') && nowMs <= readMoment(end, '23:59:59.999')
}

/** Google writes zones without a colon; where there is none, UTC is meant. */
function readMoment(text: string | undefined, timeOfDay: string): number {
  const [, day, time = timeOfDay, hours = '+00', minutes = '00'] = MOMENT.exec(text?.trim() ?? '') ?? []
  return Date.parse(`${day}T${time}${hours}:${minutes}`)
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i

/** Three digits behind a dot may be the thousands of somebody who writes 1.299 for what others call 1,299. */
const CURRENCY_PRICE = /^(?:(\d+(?:\.\d\d?)?)\s*([A-Z]{3})|([A-Z]{3})\s*(\d+(?:\.\d\d?)?))$/
const formatters = new Map<string, Intl.NumberFormat | undefined>()

// Feeds write "15.00 USD"; people read "$15.00". Anything else is shown as it came.
function shownPrice(price: string | undefined): string | undefined {
  const parts = price === undefined ? null : CURRENCY_PRICE.exec(price.trim())
  const amount = Number(parts?.[1] ?? parts?.[4])
  if (!parts || !Number.isFinite(amount)) return price
  return formatterOf(parts[2] ?? parts[3]!)?.format(amount) ?? price
}

function formatterOf(currency: string): Intl.NumberFormat | undefined {
  if (formatters.has(currency)) return formatters.get(currency)
  const known = Intl.supportedValuesOf('currency').includes(currency)
  const formatter = known ? new Intl.NumberFormat('en', { style: 'currency', currency }) : undefined
  if (formatters.size < CURRENCIES_MAX) formatters.set(currency, formatter)
  return formatter
}
const CURRENCIES_MAX = 500

// A path such as "Home > Garden > Lamps" is one category; a bare number is an entry of a table we do not carry. A path
// that is too long loses its front, since its end says most.
function categoriesOf(text: string): string[] {
  const paths = text.split('\n').map((path) => path.trim())
  const named = paths.filter((path) => path !== '' && !/^\d+$/.test(path)).map(shortened)
  return [...new Set(named)].slice(0, AD_LIMITS.categories)
}

function shortened(path: string): string {
  let short = path
  while (short.length > AD_LIMITS.categoryChars && short.includes('>'))
    short = short.slice(short.indexOf('>') + 1).trim()
  if (short.length <= AD_LIMITS.categoryChars) return short
  // Whole characters, and no joiner of an emoji that is cut in two.
  return [...short]
    .slice(0, AD_LIMITS.categoryChars)
    .join('')
    .replace(/[\u200d\ufe0f]+$/, '')
}
