// Reads a file of ads of any length into a campaign: new ones are added, changed ones changed, bad lines named.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '../../domain/api-key.ts'
import { AD_LIMITS, CONTENT_FIELDS, type Ad } from '../../domain/ad.ts'
import type { FeedFormat } from '../../domain/feed.ts'
import type { Author } from '../../domain/change.ts'
import { readExternalId } from '../../domain/external-id.ts'
import { readAdContent } from '../../domain/read-ad-content.ts'
import { cutText, isTooLong } from '../../domain/said-text.ts'
import type { AdUpsert, UpsertOutcome } from '../../store/contract.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import { firstReview, type AdDeps } from '../inventory/create-ad.ts'
import type { Fault, FeedLine } from './feed-line.ts'
import { type Archived, beginFullFeed, type SeenLine } from './full-feed.ts'
import { loadFeedReader } from './load-feed-reader.ts'
import { isUnknownAvailability, readAvailability } from './read-availability.ts'
import { toUtf8 } from './to-utf8.ts'
import { findInService } from '../inventory/manage-entities.ts'

export interface ImportRequest {
  readonly campaignId: string
  readonly format: FeedFormat
  /** What the file is written in, as far as the request says so. */
  readonly charset?: string | undefined
  readonly body: AsyncIterable<Uint8Array>
  /** The file names all ads of the campaign: what it does not name is archived. */
  readonly fullFeed?: { readonly missingMax: number } | undefined
}

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

/** How whoever made the file knows the ad of a line, where that could be read: a feed may be one line from end to end. */
interface AdName {
  readonly externalId?: string
  readonly title?: string
}

/**
 * Ads are kept in batches, each whole or not at all; what was kept stays where the body breaks off.
 * @throws ServiceError scope_insufficient, not_found (also where the campaign is archived meanwhile),
 * unsupported_media_type where the file is in a charset that is not known; what `body` throws
 */
export type ImportAds = (caller: Caller, request: ImportRequest) => Promise<ImportResult>

/** An ad of the file, before its advertiser's rejections are looked at. */
type AdDraft = Omit<AdUpsert, 'recurrence'>

const BATCH_ADS = 200
/** Lines that are read between two looks at who else waits: under a millisecond. */
const SLICE_LINES = 32
/** As many bytes are cut into lines between two looks: some forty ads, or thousands of empty lines. */
const SLICE_BYTES = 16_384
const ERRORS_MAX = 1_000
/** Of fields, of words, and of ads that are held. */
const UNKNOWN_MAX = 20
const UNKNOWN_CHARS_MAX = 64

export function createImportAds(deps: AdDeps): ImportAds {
  return async (caller, { campaignId, format, charset, body, fullFeed }) => {
    demandScope(caller, 'inventory:write')
    const findCampaign = () => findInService(deps, caller, 'campaign', campaignId, 'campaign')
    const { advertiserId } = await findCampaign()

    const openReader = await loadFeedReader(format)
    const reader = openReader({ nowMs: deps.clock.nowMs() })
    const by = authorOf(deps, caller)
    const feed = fullFeed && (await beginFullFeed(deps, { campaignId, by, ...fullFeed }))
    let ended: Archived = { archived: 0 }
    const tally = createTally()
    const writer = createBatchWriter(deps, { campaignId, advertiserId, by, findCampaign }, tally)
    let taken = 0 // lines since others had their turn
    const yieldTurn = async () => {
      taken = 0
      await nextTurn()
    }
    const take = async (lines: Iterable<FeedLine>, isLast = false) => {
      for (const line of lines) {
        if (taken++ === SLICE_LINES) await yieldTurn()
        if ('fields' in line) tally.noteUnknown(line.fields)
        const draft = readDraft(line, deps)
        if ('faults' in draft) tally.reject(line, draft.faults)
        else await writer.add(draft)
        if (feed) await feed.see(seenLine(line, { format, isRejected: 'faults' in draft, isLast }))
      }
    }
    try {
      for await (const chunk of toUtf8(body, charset)) {
        for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
          await take(reader.push(chunk.subarray(at, at + SLICE_BYTES)))
          await yieldTurn()
        }
      }
      await take(reader.end(), true)
      await writer.flush()
      if (feed) {
        await findCampaign()
        ended = await feed.archiveMissing(tally.keptAny())
      }
    } finally {
      await writer.settle()
      await deps.refreshInventory()
    }
    return { ...tally.result(ended), review: firstReview(deps) }
  }
}

function createTally() {
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
    /** Whoever misspells a field that may be missing would see ads without it, and no reason why. */
    noteUnknown(fields: Readonly<Record<string, unknown>>): void {
      for (const name in fields) {
        if (!KNOWN_FIELDS.has(name) && !isAbsent(fields[name])) note(ignored, name)
      }
      const { availability } = fields
      if (!isAbsent(availability) && isUnknownAvailability(availability)) note(words, String(availability))
    },
    count(outcome: UpsertOutcome, draft: AdUpsert): void {
      if (outcome === 'imported' || outcome === 'updated' || outcome === 'unchanged') {
        counts[outcome]++
        return
      }
      counts[outcome === 'imported_pending' ? 'imported' : 'updated']++
      pending++
      if (draft.reviewNote !== undefined && held.length < UNKNOWN_MAX) held.push(draft)
    },
    reject(line: FeedLine, faults: readonly Fault[]): void {
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
    result: ({ archived, whyKept }: Archived): Omit<ImportResult, 'review'> => ({
      ...counts,
      archived,
      pending,
      errors,
      errorsTruncated,
      warnings: [
        ...[...ignored].map((field) => ({
          code: 'unknown_field' as const,
          message: `${field} is no field that an import reads; it was ignored`,
          field,
        })),
        ...[...words].map((word) => ({
          code: 'unknown_value' as const,
          message: `"${word}" is no availability that an import knows; it was taken for in_stock`,
          field: 'availability',
        })),
        ...held.map(({ externalId, reviewNote }) => ({
          code: 'held_for_review' as const,
          message: `"${externalId}" waits for an operator: ${reviewNote}`,
          field: '',
        })),
        ...(Object.values(counts).some((count) => count > 0) ? [] : [EMPTY_FILE]),
        ...(whyKept === undefined ? [] : [{ code: 'missing_kept' as const, message: whyKept, field: '' }]),
      ],
    }),
  }
}

const EMPTY_FILE: ImportWarning = { code: 'empty_file', message: 'The file holds no ads', field: '' }

function nameOf(line: FeedLine): AdName {
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
function columnOf(line: FeedLine, field: string): string | undefined {
  const name = /^\w*/.exec(field)![0]
  const column = line.columns?.[name]
  return column === undefined || column === name ? undefined : column
}

/** What a line may say: the content of its ad, and what stands beside it. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...CONTENT_FIELDS, 'id', 'category', 'availability'])

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Writes one batch while the next is being read, and never has more than these two in hand. */
function createBatchWriter(
  { store, rejections }: Pick<AdDeps, 'store' | 'rejections'>,
  into: {
    readonly campaignId: string
    readonly advertiserId: string
    readonly by: Author
    findCampaign(): Promise<unknown>
  },
  tally: ReturnType<typeof createTally>,
) {
  let batch: AdDraft[] = []
  let running: Promise<void> = Promise.resolve()

  const write = async (drafts: readonly AdDraft[]) => {
    // A file may take minutes: what was archived meanwhile takes in no more.
    const [recurrenceOf] = await Promise.all([rejections.of(into.advertiserId), into.findCampaign()])
    const upserts = drafts.map((draft) => ({ ...draft, recurrence: recurrenceOf(draft.content) }))
    const outcomes = await store.inventory.upsertAds(into.campaignId, upserts, into.by)
    for (const [i, outcome] of outcomes.entries()) tally.count(outcome, upserts[i]!)
  }
  const send = async () => {
    const drafts = batch
    batch = []
    await running
    if (drafts.length === 0) return
    running = write(drafts)
    // It is awaited with the next batch; until then a failure must not count as nobody's.
    running.catch(() => {})
  }
  return {
    async add(draft: AdDraft): Promise<void> {
      batch.push(draft)
      if (batch.length >= BATCH_ADS) await send()
    },
    async flush(): Promise<void> {
      await send()
      await running
    },
    /** Waits for what is being written, however it ends. */
    settle: () => running.catch(() => {}),
  }
}

function readDraft(line: FeedLine, deps: AdDeps): AdDraft | { readonly faults: readonly Fault[] } {
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
function seenLine(line: FeedLine, about: { format: FeedFormat; isRejected: boolean; isLast: boolean }): SeenLine {
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
