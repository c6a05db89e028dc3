// What must hold of a campaign as a whole, whichever of its fields were written last.
import type { Caller } from '../domain/api-key.ts'
import type { Campaign, Targeting } from '../domain/campaign.ts'
import { invalid } from '../domain/errors.ts'
import { isTimeZone } from '../domain/time-zone.ts'
import type { InventoryStore } from '../store/contract.ts'
import { demandScope } from './authorise.ts'
import type { Change } from './merge-change.ts'

export type CampaignTerms = Pick<Campaign, 'startAtMs' | 'endAtMs' | 'timeZone' | 'bid' | 'priority'>

/**
 * @param before the priority that was there already, which its advertiser may keep
 * @throws ServiceError validation_error; scope_insufficient where an advertiser asks for a sponsorship
 */
export function checkCampaign(caller: Caller, campaign: CampaignTerms, before?: Campaign['priority']): void {
  const { startAtMs, endAtMs, timeZone, bid, priority } = campaign
  if (startAtMs !== undefined && endAtMs !== undefined && endAtMs <= startAtMs) {
    throw invalid('endAt', 'must be later than startAt', 'minimum')
  }
  if (!isTimeZone(timeZone)) throw invalid('timeZone', 'must be an IANA time zone such as "Europe/Berlin"', 'format')
  if (bid.amountMicros === 0 && priority !== 'house') {
    throw invalid('bid.amount', 'must be above zero; only house campaigns run for nothing', 'minimum')
  }
  // A sponsorship goes before every auction, so it is sold by the operator and not taken.
  if (priority === 'sponsorship' && before !== 'sponsorship') demandScope(caller, 'admin')
}

/**
 * What must hold of fields that are given now; a campaign may keep what it has, so that it can always be paused.
 * @throws ServiceError validation_error
 */
export async function checkGiven(
  inventory: Pick<InventoryStore, 'find'>,
  { name, targeting }: { name?: string | null | undefined; targeting?: Change<Targeting> | null | undefined },
): Promise<void> {
  if (name?.trim() === '') throw invalid('name', 'must not be blank', 'minLength')
  const { include = [], exclude = [] } = targeting?.publishers ?? {}
  for (const id of new Set([...include, ...exclude])) {
    if (await inventory.find('publisher', id)) continue
    throw invalid(
      'targeting.publishers',
      `names no publisher with "${id}"; give ids as GET /api/v1/publishers lists them`,
      'exists',
    )
  }
}
