// Why a person saw an ad: whose it is, who paid, and what it was chosen by.
import type { Clock } from '../../base/clock.ts'
import { type LinkPayload, namesSomebody, namesUser } from '../../domain/link.ts'
import { decisionTimeMs, impressionIdOf, type LinkSigner } from '../../domain/link-token.ts'
import type { SlotFormat } from '../../domain/publisher.ts'
import type { Directory } from '../../engine/directory.ts'
import { verifiedLink } from './link-event.ts'

export interface Why {
  readonly impressionId: string
  readonly advertiser: { readonly name: string; readonly domain: string } | undefined
  readonly publisher: { readonly name: string } | undefined
  readonly format: SlotFormat
  readonly servedAtMs: number
  /** Where it is not shown again to whoever hides it: to the user, in the session, or nowhere, since nobody said who that is. */
  readonly hidesFrom: 'user' | 'session' | undefined
  /** Its publisher has house ads stand in where nothing fits, and this may have been one of them: the link does not tell. */
  readonly mayStandIn: boolean
  /** Nobody pays for it, as for a house ad that bids nothing. */
  readonly isFree: boolean
  /** Nobody paid for it either: a test, or everything where time runs fast. */
  readonly test: boolean
}

/** @throws ServiceError not_found for a link that was not signed here */
export type ReadWhy = (token: string) => Why

export function createReadWhy(deps: {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly directory: Pick<Directory, 'publishers' | 'campaigns' | 'advertisers'>
  readonly clock: Pick<Clock, 'speed'>
}): ReadWhy {
  const { signer, directory, clock } = deps
  return (token) => {
    const link = verifiedLink(signer, token)
    const campaign = directory.campaigns.byNumber(link.campaignNumber)
    const advertiser = campaign && directory.advertisers.byId(campaign.advertiserId)
    const publisher = directory.publishers.byNumber(link.publisherNumber)
    return {
      impressionId: impressionIdOf(link),
      advertiser: advertiser && { name: advertiser.name, domain: advertiser.domain },
      publisher: publisher && { name: publisher.name },
      format: link.format,
      servedAtMs: decisionTimeMs(link),
      hidesFrom: namesUser(link) ? 'user' : namesSomebody(link) ? 'session' : undefined,
      mayStandIn: campaign?.priority === 'house' && publisher?.policy.houseAds === 'backfill' && standsIn(link),
      isFree: link.priceMicros === 0,
      test: link.test || clock.speed !== 1,
    }
  }
}

/** Whoever stands in pays nothing, and names no words of an answer. */
function standsIn({ format, priceMicros }: LinkPayload): boolean {
  return format !== 'entity_link' && priceMicros === 0
}
