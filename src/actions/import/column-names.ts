// The names under which files call the fields of an ad: ours, in any spelling, and those of Google Merchant feeds.
import { CONTENT_FIELDS } from '../../domain/ad.ts'
import type { ColumnNames, ImportLine, Fault } from './import-line.ts'

/** The ad field that a column or element stands for, or undefined where it is none of ours. */
export function adFieldOf(name: string): string | undefined {
  return FIELDS.get(plain(name))
}

/** What a header calls fields by other names than ours: of columns that mean the same, the first. */
export function columnNamesOf(cells: readonly string[], fields: readonly (string | undefined)[]): ColumnNames {
  const names: Record<string, string> = {}
  cells.forEach((cell, i) => {
    const field = fields[i]
    if (field !== undefined && field !== '') names[field] ??= cell.trim()
  })
  return names
}

/** The same for one row, of which another column of that meaning was read. */
export function withColumn(names: ColumnNames, field: string, cell: string): ColumnNames {
  return names[field] === cell.trim() ? names : { ...names, [field]: cell.trim() }
}

/** Whether a column is what product feeds call the landing page; files made for us call it otherwise. */
export function isFeedsLink(name: string): boolean {
  return plain(name) === 'link'
}

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/[\s_-]/g, '')

/**
 * What is wrong with a row that should be a header: without one, a file of one line would pass as an empty one, and where a needed column
 * goes by another name, each line by itself would only say that something is missing.
 * @param cells as they stand in the file
 */
export function faultOfHeader(cells: readonly string[]): Fault | undefined {
  const columns = cells.map(adFieldOf)
  const twice = cells.find(
    (cell, i) => columns[i] !== undefined && cells.slice(0, i).some((other) => plain(other) === plain(cell)),
  )
  if (twice !== undefined) {
    return {
      field: '',
      message: `the header names the column ${twice.trim()} twice; of each line the first that holds something is read`,
    }
  }
  const missing = NEEDED.filter((name) => !columns.includes(name))
  if (missing.length === 0) return undefined
  const hasNone = columns.every((name) => name === undefined)
  const found = hasNone
    ? 'it names no column of an ad'
    : `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not there`
  return {
    field: '',
    message: `${HEADER}; ${found}`,
  }
}

const NEEDED = ['id', 'title', 'landingUrl']
const HEADER = 'the first line must be a header that names the columns id, title and landingUrl or link'
/** What a file says that ends before its header. */
export const noHeader: ImportLine = { line: 1, fault: { field: '', message: `the file is empty; ${HEADER}` } }

/** Fields that items of Merchant feeds have and ads have not; `adFieldsOfItem` makes fields of an ad of them. */
export const MERCHANT_FIELDS: ReadonlySet<string> = new Set([
  'salePrice',
  'salePriceEffectiveDate',
  'productType',
  'googleProductCategory',
])

const FIELDS: ReadonlyMap<string, string> = new Map([
  ...CONTENT_FIELDS.map((name) => [plain(name), name] as const),
  ['id', 'id'],
  ['summary', 'description'],
  ['link', 'landingUrl'],
  ['url', 'landingUrl'],
  ['imagelink', 'imageUrl'],
  ['availability', 'availability'],
  ['saleprice', 'salePrice'],
  ['salepriceeffectivedate', 'salePriceEffectiveDate'],
  ['category', 'categories'],
  ['producttype', 'productType'],
  ['googleproductcategory', 'googleProductCategory'],
])
