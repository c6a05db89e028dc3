// Makes an ad: its text passes the automatic checks or is refused with what to mend.
import { reviewOfNew, type Ad } from '../domain/ad.ts'
import type { Caller } from '../domain/api-key.ts'
import { pointerOf, ServiceError } from '../domain/errors.ts'
import { readAdContent, type AdFault, type AdFields } from '../domain/read-ad-content.ts'
import { demandScope } from './authorise.ts'
import { findInService, insertOnce, type InventoryDeps, type Names } from './manage-entities.ts'
import type { Rejections } from './remember-rejections.ts'

export interface AdDeps extends InventoryDeps {
  /** Origins that landing pages and pictures may have without TLS. */
  readonly ownOrigins: readonly string[]
  /** True: new and changed ads wait for a person before they are shown. */
  readonly manualReview: boolean
  readonly rejections: Rejections
}

export interface NewAd extends AdFields {
  readonly campaignId: string
  /** The caller's own id, unique within the campaign. */
  readonly externalId?: string
  readonly status?: Ad['status']
  readonly availability?: Ad['availability']
}

/** @throws ServiceError scope_insufficient, validation_error, not_found (the campaign), conflict where the external id is taken */
export type CreateAd = (caller: Caller, fields: NewAd, names?: Names) => Promise<Ad>

export function createCreateAd(deps: AdDeps): CreateAd {
  return async (caller, { campaignId, externalId, status, availability, ...fields }, names = deps.ids) => {
    demandScope(caller, 'inventory:write')
    const { advertiserId } = await findInService(deps, caller, 'campaign', campaignId, 'campaignId')
    const read = readAdContent(fields, deps)
    if ('faults' in read) throw faultyAd(read.faults)
    const recurrenceOf = await deps.rejections.of(advertiserId)
    const nowMs = deps.clock.nowMs()
    const ad = await insertOnce(deps.store.inventory, 'ad', {
      id: names.next('ad'),
      campaignId,
      ...(externalId !== undefined && { externalId }),
      status: status ?? 'active',
      ...(availability !== undefined && { availability }),
      version: 1,
      review: reviewOfNew(firstReview(deps), recurrenceOf(read.content)),
      content: read.content,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    await deps.refreshInventory()
    return ad
  }
}

/** The review state of content that passed the automatic checks. */
export function firstReview({ manualReview }: Pick<AdDeps, 'manualReview'>): Ad['review'] {
  return manualReview ? 'pending' : 'approved'
}

/** @param faults at least one */
export function faultyAd(faults: readonly AdFault[]): ServiceError {
  const [first] = faults
  const issues = faults.map(({ field, keyword, message }) => ({
    pointer: pointerOf(field),
    keyword,
    message,
  }))
  return new ServiceError('validation_error', `${first!.field} ${first!.message}`, { field: first!.field, issues })
}
