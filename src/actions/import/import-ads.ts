// Reads a file of ads of any length into a campaign: new ones are added, changed ones changed, bad lines named.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Caller } from '../../domain/api-key.ts'
import type { Author } from '../../domain/change.ts'
import type { ImportFormat } from '../../domain/import-format.ts'
import { authorOf } from '../author-of.ts'
import { demandScope } from '../authorise.ts'
import { firstReview, type AdDeps } from '../inventory/create-ad.ts'
import { findInService } from '../inventory/manage-entities.ts'
import { createBatches } from './batches.ts'
import type { ImportLine, ImportReader } from './import-line.ts'
import { type Archived, beginFullFeed } from './full-feed.ts'
import { createTally, type ImportResult, type ImportTally } from './import-tally.ts'
import { loadImportReader } from './load-import-reader.ts'
import { type AdDraft, readDraft, seenLine } from './read-line.ts'
import { toUtf8 } from './to-utf8.ts'

export interface ImportRequest {
  readonly campaignId: string
  readonly format: ImportFormat
  /** What the file is written in, as far as the request says so. */
  readonly charset?: string | undefined
  readonly body: AsyncIterable<Uint8Array>
  /** The file names all ads of the campaign: what it does not name is archived. */
  readonly fullFeed?: { readonly missingMax: number } | undefined
}

/**
 * Ads are kept in batches, each whole or not at all; what was kept stays where the body breaks off.
 * @throws ServiceError scope_insufficient, not_found (also where the campaign is archived meanwhile),
 * unsupported_media_type where the file is in a charset that is not known; what `body` throws
 */
export type ImportAds = (caller: Caller, request: ImportRequest) => Promise<ImportResult>

const BATCH_ADS = 200
/** Lines that are read between two looks at who else waits: under a millisecond. */
const SLICE_LINES = 32
/** As many bytes are cut into lines between two looks: some forty ads, or thousands of empty lines. */
const SLICE_BYTES = 16_384

export function createImportAds(deps: AdDeps): ImportAds {
  return async (caller, { campaignId, format, charset, body, fullFeed }) => {
    demandScope(caller, 'inventory:write')
    const findCampaign = () => findInService(deps, caller, 'campaign', campaignId, 'campaign')
    const { advertiserId } = await findCampaign()

    const openReader = await loadImportReader(format)
    const reader = openReader({ nowMs: deps.clock.nowMs() })
    const by = authorOf(deps, caller)
    const whole = fullFeed && (await beginFullFeed(deps, { campaignId, by, ...fullFeed }))
    let ended: Archived = { archived: 0 }
    const tally = createTally()
    const batches = createBatches(
      BATCH_ADS,
      createWriteAds(deps, { campaignId, advertiserId, by, findCampaign }, tally),
    )
    const take = async (line: ImportLine, isLast: boolean): Promise<void> => {
      if ('fields' in line) tally.noteUnknown(line.fields)
      const draft = readDraft(line, deps)
      const isRejected = 'faults' in draft
      if (isRejected) tally.reject(line, draft.faults)
      else await batches.add(draft)
      if (whole) await whole.see(seenLine(line, { format, isRejected, isLast }))
    }
    try {
      await readLines(reader, toUtf8(body, charset), take)
      await batches.flush()
      if (whole) {
        await findCampaign()
        ended = await whole.archiveMissing(tally.keptAny())
      }
    } finally {
      await batches.settle()
      await deps.refreshInventory()
    }
    return { ...tally.result(ended), review: firstReview(deps) }
  }
}

/** Reads a file to its end, and lets others have their turn in between. @param take is told of what came with the end, too */
async function readLines(
  reader: ImportReader,
  file: AsyncIterable<Uint8Array>,
  take: (line: ImportLine, isLast: boolean) => Promise<void>,
): Promise<void> {
  let taken = 0 // since others had their turn
  const yieldTurn = async (): Promise<void> => {
    taken = 0
    await nextTurn()
  }
  const takeAll = async (lines: Iterable<ImportLine>, isLast: boolean): Promise<void> => {
    for (const line of lines) {
      if (taken++ === SLICE_LINES) await yieldTurn()
      await take(line, isLast)
    }
  }
  for await (const chunk of file) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      await takeAll(reader.push(chunk.subarray(at, at + SLICE_BYTES)), false)
      await yieldTurn()
    }
  }
  await takeAll(reader.end(), true)
}

/** What writes a batch of ads, whole or not at all, and counts what became of each. */
function createWriteAds(
  { store, rejections }: Pick<AdDeps, 'store' | 'rejections'>,
  into: {
    readonly campaignId: string
    readonly advertiserId: string
    readonly by: Author
    findCampaign(): Promise<unknown>
  },
  tally: ImportTally,
) {
  return async (drafts: readonly AdDraft[]): Promise<void> => {
    // A file may take minutes: what was archived meanwhile takes in no more.
    const [recurrenceOf] = await Promise.all([rejections.of(into.advertiserId), into.findCampaign()])
    const upserts = drafts.map((draft) => ({ ...draft, recurrence: recurrenceOf(draft.content) }))
    const outcomes = await store.inventory.upsertAds(into.campaignId, upserts, into.by)
    for (const [i, outcome] of outcomes.entries()) tally.count(outcome, upserts[i]!)
  }
}
