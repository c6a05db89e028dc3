// Reads a line of an import: the ad that it makes, or what is wrong with it; and as which ad a whole feed remembers it.
import { AD_LIMITS, type Ad } from '../../domain/ad.ts'
import { readExternalId } from '../../domain/external-id.ts'
import type { ImportFormat } from '../../domain/import-format.ts'
import { readAdContent } from '../../domain/read-ad-content.ts'
import { isTooLong } from '../../domain/said-text.ts'
import type { AdUpsert } from '../../store/contract.ts'
import { firstReview, type AdDeps } from '../inventory/create-ad.ts'
import type { Fault, ImportLine } from './import-line.ts'
import type { SeenLine } from './full-feed.ts'
import { readAvailability } from './read-availability.ts'

/** An ad of the file, before its advertiser's rejections are looked at. */
export type AdDraft = Omit<AdUpsert, 'recurrence'>

export function readDraft(line: ImportLine, deps: AdDeps): AdDraft | { readonly faults: readonly Fault[] } {
  if ('fault' in line) return { faults: [line.fault] }
  const { id, category, availability, ...fields } = line.fields
  const externalId = externalIdOf(id)
  const stock = isAbsent(availability) ? undefined : (readAvailability(availability) ?? NO_WORD)
  // Product lists often name one category instead of several.
  const read = readAdContent({ ...fields, categories: fields.categories ?? category }, deps)
  if (typeof externalId !== 'string' || 'faults' in read || typeof stock === 'object') {
    const others = [externalId, stock].filter((one) => typeof one === 'object')
    return { faults: [...others, ...('faults' in read ? read.faults : [])] }
  }
  const reviewNote = deps.checkCopy(read.content)
  return {
    id: deps.ids.next('ad'),
    externalId,
    content: read.content,
    ...(stock !== undefined && { availability: stock }),
    review: firstReview(deps) as Ad['review'],
    ...(reviewNote !== undefined && { reviewNote }),
    atMs: deps.clock.nowMs(),
  }
}

/** A line as a whole feed remembers it. */
export function seenLine(
  line: ImportLine,
  about: { format: ImportFormat; isRejected: boolean; isLast: boolean },
): SeenLine {
  const { format, isRejected, isLast } = about
  const read = externalIdOf('fields' in line ? line.fields.id : line.id)
  // In CSV a quote too many may have made one record of several.
  const isDoubtful = isRejected && format === 'csv' && 'fields' in line && hasLineBreak(line.fields)
  const externalId = typeof read === 'string' && !isDoubtful ? read : undefined
  return { line: line.line, externalId, isRejected, isLast }
}

function hasLineBreak(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.values(fields).some((value) => typeof value === 'string' && value.includes('\n'))
}

const NO_WORD: Fault = { field: 'availability', message: 'must be text' }

/** The id of an ad for the caller, or what keeps the value from being one. */
function externalIdOf(given: unknown): string | Fault {
  const fault = (message: string): Fault => ({ field: 'id', message })
  if (isAbsent(given)) return fault('is missing')
  if (typeof given === 'number' && !Number.isSafeInteger(given)) {
    return fault('is a number that JSON does not keep exactly; send it as text')
  }
  if (typeof given !== 'string' && typeof given !== 'number') return fault('must be text')
  const read = readExternalId(String(given))
  if ('fault' in read) return fault(read.fault)
  const charsMax = AD_LIMITS.externalIdChars
  return isTooLong(read.id, charsMax) ? fault(`must have at most ${charsMax} characters`) : read.id
}

export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
