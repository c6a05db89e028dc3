// A click: verify its link, record it durably, and only then send the person on. Nothing in the request names the page.
import type { Clock } from '../../base/clock.ts'
import { withLandingParameters } from '../../domain/landing-parameters.ts'
import type { Hit } from '../../domain/hit.ts'
import type { LedgerEvent } from '../../domain/ledger-event.ts'
import { fillMacros } from '../../domain/landing-url.ts'
import { LINK_LIFE_MS, type LinkPayload } from '../../domain/link.ts'
import { decisionTimeMs, impressionIdOf, type LinkSigner } from '../../domain/link-token.ts'
import type { Directory } from '../../engine/directory.ts'
import { isUnasked, type TrafficFilter } from '../../engine/traffic-filter.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { linkEventOf } from './link-event.ts'
import { settleWithin } from './settle-within.ts'

export type ClickAnswer =
  /** `recorded`: the click is durable, whether or not it counts. Otherwise it is not known to be. */
  | { readonly state: 'go'; readonly location: string; readonly recorded: boolean }
  /** The link was not signed here. */
  | { readonly state: 'unknown' }
  /** The link is older than 30 days. */
  | { readonly state: 'gone' }
  /** A browser came of its own accord; the person's own click is to come here again. */
  | { readonly state: 'not_yet' }
  /** Neither the ledger nor this process can say in time where the link leads. */
  | { readonly state: 'unavailable' }

/** @param look true for a request that only looks where the link leads (HEAD): nothing is recorded */
export type FollowClick = (token: string, hit: Hit, look: boolean) => Promise<ClickAnswer>

export interface FollowClickDeps {
  readonly signer: Pick<LinkSigner, 'verify'>
  readonly ledger: Pick<LedgerStore, 'append' | 'findLandingUrl'>
  readonly directory: Pick<Directory, 'publishers' | 'campaigns'>
  readonly filter: TrafficFilter
  readonly clock: Pick<Clock, 'nowMs'>
  /** Landing page of an ad version that this process serves or served lately. */
  readonly landingUrlInMemory: (adNumber: number, adVersion: number) => string | undefined
  /** `ad_…` of an ad's number, for the macro `{ad_id}`. */
  readonly adIdInMemory: (adNumber: number) => string | undefined
  /** Real milliseconds that a person waits for the ledger. */
  readonly patienceMs?: number
  /** Called where a person was sent on and the click is not known to be durable. */
  readonly onUnrecorded?: (cause: 'late' | 'failed', error?: unknown) => void
}

const PATIENCE_MS = 1_000

export function createFollowClick(deps: FollowClickDeps): FollowClick {
  const { signer, ledger, directory, filter, clock, patienceMs = PATIENCE_MS } = deps

  return async (token, hit, look) => {
    const link = signer.verify(token)
    if (link === undefined) return { state: 'unknown' }
    const nowMs = clock.nowMs()
    if (nowMs - decisionTimeMs(link) > LINK_LIFE_MS) return { state: 'gone' }
    if (look) return goTo(link, undefined, false)

    const event = clickOf(link, hit, nowMs)
    if (isUnasked(hit)) {
      // Kept for the report of what was not counted, which a lost one does not harm; nobody waits here.
      ledger.append([event]).catch(() => {})
      return { state: 'not_yet' }
    }
    const appended = await settleWithin(ledger.append([event]), patienceMs)
    if (appended.state === 'done') return goTo(link, appended.value[0]?.landingUrl, true)
    deps.onUnrecorded?.(appended.state, appended.state === 'failed' ? appended.error : undefined)
    // Of a store that writes no more it can still be read where an older version of an ad leads.
    return goTo(link, undefined, false)
  }

  function clickOf(link: LinkPayload, hit: Hit, nowMs: number): LedgerEvent {
    const ignore = filter.judge('click', hit, link, nowMs)
    return linkEventOf(link, { kind: 'click', receivedAtMs: nowMs, ignore }, directory)
  }

  async function goTo(link: LinkPayload, known: string | undefined, recorded: boolean): Promise<ClickAnswer> {
    const near = known ?? deps.landingUrlInMemory(link.adNumber, link.adVersion)
    if (near !== undefined) return landAt(link, near, recorded)
    const found = await settleWithin(ledger.findLandingUrl(link.adNumber, link.adVersion), patienceMs)
    return landAt(link, found.state === 'done' ? found.value : undefined, recorded)
  }

  function landAt(link: LinkPayload, landingUrl: string | undefined, recorded: boolean): ClickAnswer {
    if (landingUrl === undefined) return { state: 'unavailable' }
    const campaign = directory.campaigns.byNumber(link.campaignNumber)
    const page = withLandingParameters(landingUrl, campaign?.landingParameters)
    if (!page.includes('{')) return { state: 'go', location: page, recorded }
    const impressionId = impressionIdOf(link)
    const location = fillMacros(page, {
      click_id: impressionId,
      impression_id: impressionId,
      campaign_id: campaign?.id ?? '',
      ad_id: deps.adIdInMemory(link.adNumber) ?? '',
      publisher_id: directory.publishers.byNumber(link.publisherNumber)?.id ?? '',
      country: link.country,
    })
    return { state: 'go', location, recorded }
  }
}
