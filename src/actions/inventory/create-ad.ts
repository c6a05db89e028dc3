// Makes an ad: its text passes the automatic checks or is refused with what to mend.
import { noted, reviewOfNew, type Ad, type AdContent } from '../../domain/ad.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Draft } from '../../domain/entity.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import { readAdContent, type AdFields } from '../../domain/read-ad-content.ts'
import type { CheckCopy } from '../../engine/copy/check-copy.ts'
import { demandScope } from '../authorise.ts'
import { findInService, insertOnce, type InventoryDeps, type Names } from './manage-entities.ts'
import type { Rejections } from './remember-rejections.ts'

export interface AdDeps extends InventoryDeps {
  /** Origins that landing pages and pictures may have without TLS. */
  readonly ownOrigins: readonly string[]
  /** True: new and changed ads wait for a person before they are shown. */
  readonly manualReview: boolean
  readonly rejections: Rejections
  /** What is found in an ad's words waits for a person, on any installation. */
  readonly checkCopy: CheckCopy
}

export interface NewAd extends AdFields {
  readonly campaignId: string
  /** The caller's own id, unique within the campaign. */
  readonly externalId?: string
  readonly status?: Ad['status']
  readonly availability?: Ad['availability']
}

/**
 * @param faults what the door found wrong with the fields; told together with what is found here
 * @throws ServiceError scope_insufficient, validation_error, not_found (the campaign), conflict where the external id is taken
 */
export type CreateAd = (caller: Caller, fields: NewAd, names?: Names, faults?: Faults) => Promise<Ad>

export function createCreateAd(deps: AdDeps): CreateAd {
  return async (caller, given, names = deps.ids, faults = createFaults()) => {
    const { campaignId, externalId, status, availability, ...fields } = given
    demandScope(caller, 'inventory:write')
    const { advertiserId } = await findInService(deps, caller, 'campaign', campaignId, 'campaignId')
    const content = demandContent(fields, deps, faults)
    const recurrenceOf = await deps.rejections.of(advertiserId)
    const nowMs = deps.clock.nowMs()
    const note = deps.checkCopy(content)
    const draft = {
      id: names.next('ad'),
      campaignId,
      ...(externalId !== undefined && { externalId }),
      status: status ?? 'active',
      ...(availability !== undefined && { availability }),
      version: 1,
      review: reviewOfNew(firstReview(deps), recurrenceOf(content), note),
      content,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    } satisfies Draft<Ad>
    const ad = await insertOnce(deps, caller, 'ad', noted<Draft<Ad>>(draft, note))
    await deps.refreshInventory()
    return ad
  }
}

/** The review state of content that passed the automatic checks. */
export function firstReview({ manualReview }: Pick<AdDeps, 'manualReview'>): Ad['review'] {
  return manualReview ? 'pending' : 'approved'
}

/** The content of an ad, where nothing is wrong with it nor was found before. @throws ServiceError validation_error */
export function demandContent(fields: AdFields, deps: Pick<AdDeps, 'ownOrigins'>, faults: Faults): AdContent {
  const read = readAdContent(fields, deps)
  if ('faults' in read) for (const { field, message, keyword } of read.faults) faults.note(field, message, keyword)
  faults.demandNone()
  return (read as { content: AdContent }).content
}
