// What must hold of a campaign as a whole, whichever of its fields were written last.
import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../domain/api-key.ts'
import type { Campaign, Targeting } from '../domain/campaign.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Faults } from '../domain/faults.ts'
import { isTimeZone } from '../domain/time-zone.ts'
import type { InventoryStore } from '../store/contract.ts'
import { demandScope, isOperators } from './authorise.ts'
import type { Change } from './merge-change.ts'

/** What a sponsorship or a house campaign is given with, as the API calls it. */
const GIVEN = {
  bid: 'bid',
  budget: 'budget',
  startAtMs: 'startAt',
  endAtMs: 'endAt',
  timeZone: 'timeZone',
  frequencyCaps: 'frequencyCaps',
  targeting: 'targeting',
} as const satisfies Partial<Record<keyof Campaign, string>>

export type CampaignTerms = Pick<Campaign, keyof typeof GIVEN | 'priority'>

/**
 * @param faults what was found wrong with the input before; told together with what is found here
 * @param before the campaign that was there already; a sponsorship or house campaign may be kept by its advertiser, as it was given
 * @throws ServiceError validation_error; scope_insufficient where an advertiser asks for such a priority or for more of one
 */
export function checkCampaign(caller: Caller, campaign: CampaignTerms, faults: Faults, before?: CampaignTerms): void {
  const { startAtMs, endAtMs, timeZone, bid, priority } = campaign
  if (startAtMs !== undefined && endAtMs !== undefined && endAtMs <= startAtMs) {
    faults.note('endAt', 'must be later than startAt', 'minimum')
  }
  if (!isTimeZone(timeZone)) faults.note('timeZone', 'must be an IANA time zone such as "Europe/Berlin"', 'format')
  if (bid.amountMicros === 0 && priority !== 'house') {
    faults.note('bid.amount', 'must be above zero; only house campaigns run for nothing', 'minimum')
  }
  faults.demandNone()
  // A sponsorship goes before every auction, and a house campaign has what is left for nothing, below every floor: both are given
  // by the operator and not taken.
  if (priority === 'standard') return
  if (before?.priority === priority) checkGivenBefore(caller, campaign, before)
  else if (priority === 'sponsorship' || !isOperators(caller)) demandScope(caller, 'admin')
}

/** Whoever could move the end or the bid of a sponsorship would go before every auction for good, and for next to nothing. */
function checkGivenBefore(caller: Caller, campaign: CampaignTerms, before: CampaignTerms): void {
  if (isOperators(caller)) return
  for (const [name, field] of Object.entries(GIVEN) as [keyof typeof GIVEN, string][]) {
    if (isDeepStrictEqual(campaign[name], before[name])) continue
    const kind = campaign.priority === 'house' ? 'house campaign' : 'sponsorship'
    const message = `The ${field} of a ${kind} is for the operator to change; its advertiser may pause it, or make it a standard campaign`
    throw new ServiceError('scope_insufficient', message, { field })
  }
}

/** Notes what is wrong with fields that are given now; a campaign may keep what it has, so that it can always be paused. */
export async function checkGiven(
  inventory: Pick<InventoryStore, 'find'>,
  { name, targeting }: { name?: string | null | undefined; targeting?: Change<Targeting> | null | undefined },
  faults: Faults,
): Promise<void> {
  if (name?.trim() === '') faults.note('name', 'must not be blank', 'minLength')
  const { include = [], exclude = [] } = targeting?.publishers ?? {}
  for (const id of new Set([...include, ...exclude])) {
    if (await inventory.find('publisher', id)) continue
    const message = `names no publisher with "${id}"; give ids as GET /api/v1/publishers lists them`
    faults.note('targeting.publishers', message, 'exists')
  }
}
