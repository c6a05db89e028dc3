// Tells people from machines at a click or a view. It never stands in a person's way: it only says what is not billed.
import { hash } from 'node:crypto'
import type { Hit } from '../domain/hit.ts'
import type { EventKind, IgnoreReason } from '../domain/ledger-event.ts'
import { type LinkPayload, namesUser } from '../domain/link.ts'
import { impressionIdOf } from '../domain/link-token.ts'
import {
  CLICK_LIMITS,
  createHitLimits,
  NETWORK_CLICK_LIMITS,
  VIEW_LIMITS,
  type HitLimits,
} from './traffic/hit-limits.ts'
import { isShared, readAddress, type Address, type NetworkList } from './traffic/network.ts'
import type { TrafficRules } from './traffic/traffic-rules.ts'
import { createClassifyAgent } from './traffic/user-agent.ts'

export type TrafficReason = Extract<
  IgnoreReason,
  'prefetch' | 'traffic_rule' | 'declared_agent' | 'bot' | 'data_center' | 'rate'
>

type HitKind = Extract<EventKind, 'click' | 'impression' | 'viewable'>

export interface TrafficFilter {
  /** Why what followed on a hit is not to be billed; undefined where nothing keeps it from that. */
  judge(kind: HitKind, hit: Hit, link: LinkPayload, nowMs: number): TrafficReason | undefined
}

/**
 * @param deps.mode "report": reasons are found and counted, but only a prefetch and the operator's own rules keep an event from being billed
 * @param deps.salt random bytes of this process; who is counted is kept only as a hash under them
 * @param deps.onVerdict called for each hit that something speaks against
 */
export function createTrafficFilter(deps: {
  readonly mode: 'on' | 'report'
  readonly rules: Pick<TrafficRules, 'catches'>
  readonly dataCenters: NetworkList
  readonly salt: Uint8Array
  readonly subjectsMax?: number
  readonly onVerdict?: (verdict: { reason: TrafficReason; ignored: boolean }) => void
}): TrafficFilter {
  const classify = createClassifyAgent()
  const subjectsMax = deps.subjectsMax ?? SUBJECTS_MAX
  const clicks = createHitLimits(CLICK_LIMITS, { subjectsMax })
  const networkClicks = createHitLimits(NETWORK_CLICK_LIMITS, { subjectsMax })
  const views = {
    impression: createHitLimits(VIEW_LIMITS, { subjectsMax }),
    viewable: createHitLimits(VIEW_LIMITS, { subjectsMax }),
  }
  const salt = Buffer.from(deps.salt).toString('hex')

  function reasonAgainst(kind: HitKind, hit: Hit, link: LinkPayload, nowMs: number): TrafficReason | undefined {
    if (isUnasked(hit)) return 'prefetch'
    if (hit.source === 'server') return undefined
    if (deps.rules.catches(hit)) return 'traffic_rule'
    const agent = hit.signatureAgent === undefined ? classify(hit.userAgent) : 'declared_agent'
    if (agent !== 'person') return agent
    const address = readAddress(hit.ip)
    if (address !== undefined && deps.dataCenters.has(address)) return 'data_center'
    return isTooOften(kind, hit, address, link, nowMs) ? 'rate' : undefined
  }

  function isTooOften(
    kind: HitKind,
    hit: Hit,
    address: Address | undefined,
    link: LinkPayload,
    nowMs: number,
  ): boolean {
    // Tests are counted apart: whoever tries an ad first must not cost it the real click that follows.
    const place = `${salt}|${link.test ? 'test' : 'live'}|${link.publisherNumber}|${address?.network ?? ''}`
    const fact = { fact: impressionIdOf(link), adNumber: link.adNumber }
    const allowed = (limits: HitLimits, who: string) =>
      limits.allow(hash('sha256', `${place}|${who}`, 'base64'), fact, nowMs)
    const person = personOf(link, hit)
    if (kind !== 'click') return !allowed(views[kind], person)
    if (!allowed(clicks, person)) return true
    // Behind a private address stands a proxy that the service was not told of, or a whole carrier: no network to judge.
    return address !== undefined && !isShared(address) && !allowed(networkClicks, '')
  }

  return {
    judge(kind, hit, link, nowMs) {
      const reason = reasonAgainst(kind, hit, link, nowMs)
      if (reason === undefined) return undefined
      const ignored = deps.mode === 'on' || reason === 'prefetch' || reason === 'traffic_rule'
      deps.onVerdict?.({ reason, ignored })
      return ignored ? reason : undefined
    },
  }
}

/**
 * True where a browser follows a link on its own: ahead of a person, who may never come, or for a picture or script of some page that
 * nobody clicked.
 */
export function isUnasked({ purpose, destination = 'document' }: Pick<Hit, 'purpose' | 'destination'>): boolean {
  return AHEAD.test(purpose) || !PAGES.has(destination)
}

const AHEAD = /\b(?:prefetch|prerender|preview)\b/i
/** What a person's click loads; an app may show the page within its own. */
const PAGES: ReadonlySet<string> = new Set(['document', 'iframe', 'frame', 'fencedframe'])

/** About 250 bytes each, in each of four tables. */
const SUBJECTS_MAX = 50_000

/** The user that the ad was served to; where the publisher named none, the client is all there is to tell people apart. */
function personOf(link: LinkPayload, hit: Hit): string {
  return namesUser(link) ? `u${Buffer.from(link.user).toString('hex')}` : `a${hit.userAgent ?? ''}`.slice(0, 512)
}
