// Adds or changes many ads of one campaign by the caller's own ids: what an import is made of.
import { isOutOfStock, noted, reviewOfChanged, reviewOfNew, type Ad } from '../../domain/ad.ts'
import type { Author } from '../../domain/change.ts'
import type { Draft } from '../../domain/entity.ts'
import { isSameContent } from '../../domain/same-content.ts'
import type { AdUpsert, UpsertOutcome } from '../contract.ts'
import type { Changes } from './changes.ts'
import { type EntityRow, type Inventory, versioned } from './inventory.ts'
import type { Notices } from './notices.ts'

export type UpsertAds = ReturnType<typeof createUpsertAds>

export function createUpsertAds(
  inventory: Inventory,
  notices: Pick<Notices, 'tellReviews'>,
  changes: Pick<Changes, 'count'>,
) {
  return (campaignId: string, drafts: readonly AdUpsert[], by?: Author): UpsertOutcome[] => {
    const known = inventory.adsByExternalId(
      campaignId,
      drafts.map(({ externalId }) => externalId),
    )
    const outcomes = drafts.map((draft) => upsert(campaignId, draft, known))
    notices.tellReviews(inventory.lastRevision())
    const counts = {
      imported: outcomes.filter((outcome) => outcome.startsWith('imported')).length,
      updated: outcomes.filter((outcome) => outcome.startsWith('updated')).length,
    }
    if (by) changes.count(by, importOf(campaignId, inventory), counts)
    return outcomes
  }

  /** @param known the ads of the campaign that any of the drafts is about, kept up to date */
  function upsert(campaignId: string, draft: AdUpsert, known: Map<string, EntityRow>): UpsertOutcome {
    const keep = (...args: Parameters<typeof inventory.put>) => {
      const [kind, number, revision, body] = inventory.put(...args)
      known.set(draft.externalId, { kind, number, revision, body })
    }
    const row = known.get(draft.externalId)
    if (!row) {
      const made = newAd(campaignId, draft)
      keep('ad', inventory.nextNumber('ad'), made)
      return made.review === 'pending' ? 'imported_pending' : 'imported'
    }
    const old = JSON.parse(row.body) as Ad
    const sameContent = isSameContent(old.content, draft.content)
    const { availability = old.availability } = draft
    const sameStock = isOutOfStock(ifSaid(availability)) === isOutOfStock(old)
    if (sameContent && sameStock && old.archivedAtMs === undefined) return 'unchanged'

    // An archived ad that is imported again comes back; its old review stands only for the content that was reviewed.
    const { archivedAtMs: _archivedAtMs, ...kept } = old
    const review = sameContent ? old.review : reviewOf(old, draft)
    const changed = { ...kept, ...ifSaid(availability), content: draft.content, review, updatedAtMs: draft.atMs }
    const ad = noted(changed, draft.reviewNote)
    keep('ad', row.number, versioned(ad, old), { revision: row.revision, ad: old })
    return review === 'pending' ? 'updated_pending' : 'updated'
  }
}

/** An import, as the history tells it: once, however many transactions and ads. */
export function importOf(campaignId: string, inventory: Pick<Inventory, 'advertiserIdOf'>) {
  const owner = inventory.advertiserIdOf('campaign', campaignId) ?? ''
  return { action: 'imported', kind: 'campaign', entityId: campaignId, owner } as const
}

function reviewOf(old: Ad, { content, review, recurrence, reviewNote }: AdUpsert): Ad['review'] {
  return reviewOfChanged(old, content, review, recurrence, reviewNote)
}

function newAd(campaignId: string, { id, externalId, content, availability, atMs, ...draft }: AdUpsert) {
  const status: Ad['status'] = 'active'
  const review = reviewOfNew(draft.review, draft.recurrence, draft.reviewNote)
  const times = { createdAtMs: atMs, updatedAtMs: atMs }
  const ad = { id, campaignId, externalId, status, ...ifSaid(availability), version: 1, review, content, ...times }
  return noted<Draft<Ad>>(ad, draft.reviewNote)
}

function ifSaid(availability: Ad['availability']): Pick<Ad, 'availability'> {
  return availability === undefined ? {} : { availability }
}
