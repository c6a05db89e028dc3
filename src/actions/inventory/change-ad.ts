// Changes an ad; what is shown gets a new version and, where people review, a new review.
import { noted, reviewOfChanged, type Ad, type AdContent } from '../../domain/ad.ts'
import { holdsScope, type Caller } from '../../domain/api-key.ts'
import { invalid, ServiceError } from '../../domain/errors.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import type { AdFields } from '../../domain/read-ad-content.ts'
import { faultOfShownText, plainText } from '../../domain/shown-text.ts'
import { isSameContent } from '../../domain/same-content.ts'
import { demandScope } from '../authorise.ts'
import { demandContent, firstReview, type AdDeps } from './create-ad.ts'
import { changeEntity, findInService } from './manage-entities.ts'
import { mergeChange } from './merge-change.ts'

export interface AdChange extends AdFields {
  readonly campaignId?: string
  readonly externalId?: string
  readonly status?: Ad['status']
  readonly availability?: Ad['availability']
  /** For operators. */
  readonly review?: Ad['review']
  /** For operators: why it is rejected. Null takes it away. */
  readonly reviewReason?: string | null
  /** The version that the caller looked at: where another one is shown by now, nothing is changed. */
  readonly ifVersion?: number
}

/**
 * @param faults what the door found wrong with the change; told together with what is found here
 * @throws ServiceError scope_insufficient, not_found, validation_error, conflict where `ifVersion` is not its version
 */
export type ChangeAd = (caller: Caller, id: string, change: AdChange, faults?: Faults) => Promise<Ad>

export function createChangeAd(deps: AdDeps): ChangeAd {
  return async (caller, id, change, faults = createFaults()) => {
    const { campaignId, externalId, status, availability, review, reviewReason, ifVersion, ...fields } = change
    const reason = faults.attempt(() => readReason(reviewReason))
    const { campaignId: ownCampaignId } = await findInService(deps, caller, 'ad', id)
    const { advertiserId } = await findInService(deps, caller, 'campaign', ownCampaignId)
    const recurrenceOf = await deps.rejections.of(advertiserId)
    const isOperator = holdsScope(caller, 'admin')
    const changed = await changeEntity(deps, caller, 'ad', id, (ad) => {
      if (campaignId !== undefined && campaignId !== ad.campaignId) {
        faults.note('campaignId', 'cannot be changed; make an ad in the other campaign', 'const')
      }
      if (externalId !== undefined && externalId !== ad.externalId && externalId !== ad.id) {
        faults.note('id', 'cannot be changed; make another ad', 'const')
      }
      if (ifVersion !== undefined && ifVersion !== ad.version) throw staleVersion(ad, ifVersion)
      // The state as it is may be sent back by anybody; of what is changed beside it that says nothing.
      const isVerdict = review !== undefined && review !== ad.review
      const isOtherReason = reason !== undefined && reason !== (ad.reviewReason ?? '')
      if (isVerdict || isOtherReason) demandScope(caller, 'admin')
      // Last, since what is told of it holds for this version alone.
      const content = changedContent(ad.content, fields, faults)
      const next = { ...ad, status: status ?? ad.status, ...(availability !== undefined && { availability }), content }
      const note = deps.checkCopy(content)
      // An operator's own change is its own review, but where it brings in words that speak to a model and says nothing of them.
      if (isOperator) {
        const own = ad.review === 'approved' ? reviewOfChanged(ad, content, 'approved', undefined, note) : ad.review
        return noted(judged(next, isVerdict ? review : own, reason), note)
      }
      if (isSameContent(content, ad.content)) return next
      const first = firstReview(deps)
      return noted({ ...next, review: reviewOfChanged(ad, content, first, recurrenceOf(content), note) }, note)
    })
    const isApproval = review === 'approved' && changed.review === 'approved'
    const verdict = changed.review === 'rejected' ? 'rejected' : isApproval && review
    if (isOperator && verdict) await deps.rejections.note(advertiserId, changed.content, verdict)
    return changed
  }

  function changedContent(content: AdContent, fields: AdFields, faults: Faults): AdContent {
    // What was fine when it was written need not be any more, as where the service moved; then an ad can still be paused.
    if (Object.values(fields).some((value) => value !== undefined)) {
      return demandContent(mergeChange<AdFields>(content, fields), deps, faults)
    }
    faults.demandNone()
    return content
  }
}

/** What is sent as a reason: the text as it is kept, empty where it is taken away, undefined where none is named. */
function readReason(reason: string | null | undefined): string | undefined {
  if (reason === undefined) return undefined
  const text = plainText(reason ?? '')
  const hidden = faultOfShownText(text)
  if (hidden !== undefined) throw invalid('reviewReason', hidden, 'characters')
  return text
}

/** Each verdict has its own reason, or none; where the state stays, so does its reason unless another one is named. */
function judged({ reviewReason: before, ...ad }: Ad, review: Ad['review'], reason: string | undefined): Ad {
  if (reason && reason !== before && review !== 'rejected') {
    throw invalid('reviewReason', 'says why an ad is rejected; send it with "review": "rejected"')
  }
  const kept = review === ad.review ? (reason ?? before) : review === 'rejected' && reason
  return { ...ad, review, ...(kept && { reviewReason: kept }) }
}

function staleVersion({ id, version }: Ad, ifVersion: number): ServiceError {
  const message = `${id} is at version ${version}, no longer at ${ifVersion}; read it again, then decide anew.`
  return new ServiceError('conflict', message)
}
