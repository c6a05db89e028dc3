// Adds or changes many ads of one campaign by the caller's own ids: what an import is made of.
import { isOutOfStock, reviewOfChanged, reviewOfNew, type Ad } from '../../domain/ad.ts'
import { isSameContent } from '../../domain/same-content.ts'
import type { AdUpsert } from '../contract.ts'
import { type createInventory, type EntityRow, versioned } from './inventory.ts'

export type UpsertOutcome = 'imported' | 'updated' | 'unchanged'

export function createUpsertAds(inventory: ReturnType<typeof createInventory>) {
  return (campaignId: string, drafts: readonly AdUpsert[]): UpsertOutcome[] => {
    const known = inventory.adsByExternalId(
      campaignId,
      drafts.map(({ externalId }) => externalId),
    )
    return drafts.map((draft) => upsert(campaignId, draft, known))
  }

  /** @param known the ads of the campaign that any of the drafts is about, kept up to date */
  function upsert(campaignId: string, draft: AdUpsert, known: Map<string, EntityRow>): UpsertOutcome {
    const keep = (...args: Parameters<typeof inventory.put>) => {
      const [kind, number, revision, body] = inventory.put(...args)
      known.set(draft.externalId, { kind, number, revision, body })
    }
    const row = known.get(draft.externalId)
    if (!row) {
      keep('ad', inventory.nextNumber('ad'), newAd(campaignId, draft))
      return 'imported'
    }
    const old = JSON.parse(row.body) as Ad
    const sameContent = isSameContent(old.content, draft.content)
    const { availability = old.availability } = draft
    const sameStock = isOutOfStock(ifSaid(availability)) === isOutOfStock(old)
    if (sameContent && sameStock && old.archivedAtMs === undefined) return 'unchanged'

    // An archived ad that is imported again comes back; its old review stands only for the content that was reviewed.
    const { archivedAtMs: _archivedAtMs, ...kept } = old
    const review = sameContent ? old.review : reviewOfChanged(old, draft.content, draft.review, draft.recurrence)
    const ad = { ...kept, ...ifSaid(availability), content: draft.content, review, updatedAtMs: draft.atMs }
    keep('ad', row.number, versioned(ad, old), row.revision)
    return 'updated'
  }
}

function newAd(campaignId: string, { id, externalId, content, availability, atMs, ...draft }: AdUpsert) {
  const status: Ad['status'] = 'active'
  const review = reviewOfNew(draft.review, draft.recurrence)
  const times = { createdAtMs: atMs, updatedAtMs: atMs }
  return { id, campaignId, externalId, status, ...ifSaid(availability), version: 1, review, content, ...times }
}

function ifSaid(availability: Ad['availability']): Pick<Ad, 'availability'> {
  return availability === undefined ? {} : { availability }
}
