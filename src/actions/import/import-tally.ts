// What came of the lines of an import: counts, the lines of which nothing was kept, and what whoever sent it should look at.
import { AD_LIMITS, type Ad, CONTENT_FIELDS } from '../../domain/ad.ts'
import { cutText } from '../../domain/said-text.ts'
import type { AdUpsert, UpsertOutcome } from '../../store/contract.ts'
import type { Fault, ImportLine } from './import-line.ts'
import type { Archived } from './full-feed.ts'
import { isUnknownAvailability } from './read-availability.ts'
import { isAbsent } from './read-line.ts'

export interface ImportResult {
  readonly imported: number
  readonly updated: number
  readonly unchanged: number
  /** Lines of which nothing was kept. */
  readonly rejected: number
  /** Ads that the file does not name, where it is to name all. */
  readonly archived: number
  /** Of the imported and updated ones, those that wait for a person. */
  readonly pending: number
  /** The first 1,000. */
  readonly errors: readonly ImportError[]
  readonly errorsTruncated: boolean
  /** Of each field that was ignored and each word that was not known, once, and of ads whose words are held; of the first 20 each. Also why no missing ads were archived. */
  readonly warnings: readonly ImportWarning[]
  /** What new and changed ads are where nothing is found in them: pending until a person approves them, or shown at once. */
  readonly review: Ad['review']
}

export interface ImportWarning {
  readonly code: 'unknown_field' | 'unknown_value' | 'held_for_review' | 'empty_file' | 'missing_kept'
  readonly message: string
  readonly field: string
}

export interface ImportError extends Fault, AdName {
  readonly line: number
  /** What the file calls the field, where that is another name. */
  readonly column?: string
}

/** How whoever made the file knows the ad of a line, where that could be read: a file may be one line from end to end. */
interface AdName {
  readonly externalId?: string
  readonly title?: string
}

export interface ImportTally {
  /** Whoever misspells a field that may be missing would see ads without it, and no reason why. */
  noteUnknown(fields: Readonly<Record<string, unknown>>): void
  /** @param upsert what was written with that outcome */
  count(outcome: UpsertOutcome, upsert: AdUpsert): void
  /** Nothing of the line is kept. */
  reject(line: ImportLine, faults: readonly Fault[]): void
  /** Whether anything of any line was. */
  keptAny(): boolean
  result(ended: Archived): Omit<ImportResult, 'review'>
}

const ERRORS_MAX = 1_000
/** Of fields, of words, and of ads that are held. */
const UNKNOWN_MAX = 20
const UNKNOWN_CHARS_MAX = 64
/** What a line may say: the content of its ad, and what stands beside it. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...CONTENT_FIELDS, 'id', 'category', 'availability'])

export function createTally(): ImportTally {
  const counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 }
  let pending = 0
  const held: AdUpsert[] = []
  const errors: ImportError[] = []
  let errorsTruncated = false
  const ignored = new Set<string>()
  const words = new Set<string>()
  const note = (unknown: Set<string>, text: string) => {
    if (unknown.size < UNKNOWN_MAX) unknown.add(text.slice(0, UNKNOWN_CHARS_MAX))
  }
  return {
    noteUnknown(fields) {
      for (const name in fields) {
        if (!KNOWN_FIELDS.has(name) && !isAbsent(fields[name])) note(ignored, name)
      }
      const { availability } = fields
      if (!isAbsent(availability) && isUnknownAvailability(availability)) note(words, String(availability))
    },
    count(outcome, upsert) {
      if (outcome === 'imported' || outcome === 'updated' || outcome === 'unchanged') {
        counts[outcome]++
        return
      }
      counts[outcome === 'imported_pending' ? 'imported' : 'updated']++
      pending++
      if (upsert.reviewNote !== undefined && held.length < UNKNOWN_MAX) held.push(upsert)
    },
    reject(line, faults) {
      counts.rejected++
      const place = { line: line.line, ...nameOf(line) }
      for (const { field, message } of faults) {
        const column = columnOf(line, field)
        if (errors.length < ERRORS_MAX)
          errors.push({ ...place, field, ...(column !== undefined && { column }), message })
        else errorsTruncated = true
      }
    },
    keptAny: () => counts.imported + counts.updated + counts.unchanged > 0,
    result({ archived, whyKept }) {
      const isEmpty = Object.values(counts).every((count) => count === 0)
      const warnings = [
        ...Array.from(ignored, ignoredField),
        ...Array.from(words, unknownWord),
        ...held.map(heldAd),
        ...(isEmpty ? [EMPTY_FILE] : []),
        ...(whyKept === undefined ? [] : [missingKept(whyKept)]),
      ]
      return { ...counts, archived, pending, errors, errorsTruncated, warnings }
    },
  }
}

function ignoredField(field: string): ImportWarning {
  return { code: 'unknown_field', message: `${field} is no field that an import reads; it was ignored`, field }
}

function unknownWord(word: string): ImportWarning {
  const message = `"${word}" is no availability that an import knows; it was taken for in_stock`
  return { code: 'unknown_value', message, field: 'availability' }
}

function heldAd({ externalId, reviewNote }: AdUpsert): ImportWarning {
  return { code: 'held_for_review', message: `"${externalId}" waits for an operator: ${reviewNote}`, field: '' }
}

const EMPTY_FILE: ImportWarning = { code: 'empty_file', message: 'The file holds no ads', field: '' }

function missingKept(message: string): ImportWarning {
  return { code: 'missing_kept', message, field: '' }
}

function nameOf(line: ImportLine): AdName {
  const { id, title } = ('fields' in line ? line.fields : line.about) ?? {}
  // A number that JSON does not keep exactly would name another ad.
  const externalId = Number.isSafeInteger(id) ? String(id) : id
  return {
    ...(typeof externalId === 'string' &&
      !isAbsent(externalId) && { externalId: cutText(externalId.trim(), AD_LIMITS.externalIdChars) }),
    ...(typeof title === 'string' && !isAbsent(title) && { title: cutText(title.trim(), AD_LIMITS.titleChars) }),
  }
}

/** What the file calls a field, or one of its list such as `keywords[3]`; undefined where it calls it as we do, or nothing. */
function columnOf(line: ImportLine, field: string): string | undefined {
  const name = /^\w*/.exec(field)![0]
  const column = line.columns?.[name]
  return column === undefined || column === name ? undefined : column
}
