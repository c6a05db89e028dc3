// How well the ads of one campaign fit a conversation, whoever else bids and whatever is left to spend: what its advertiser may try out.
import type { AdRequest } from '../domain/ad-request.ts'
import type { Campaign, Targeting } from '../domain/campaign.ts'
import { isInFlight, passes } from '../domain/campaign-rules.ts'
import type { Decision, MatchNote, NoFillReason } from '../domain/decision.ts'
import { DEFAULT_POLICY, type Publisher, SLOT_FORMATS } from '../domain/publisher.ts'
import { adLimitsOf } from './ad-limits.ts'
import { hasAdvertiser, missedRule, type Stop } from './campaign-stops.ts'
import { type Candidate, isAgainstWishes, recycleCandidates } from './candidate.ts'
import { maskOf, UNAPPROVED } from './catalog.ts'
import { gateOf } from './decide.ts'
import { holdBackElsewhere } from './elsewhere.ts'
import { createLooksPast } from './gather-candidates.ts'
import { isNameInStock } from './name-in-stock.ts'
import { createReading, queryOf, understoodOf } from './reading.ts'
import { createSlotSearch } from './slot-search.ts'
import { type Circumstances, createThought, type Thought, type World } from './thought.ts'

export interface CampaignMatch {
  readonly signals: Decision['signals']
  /** Why no ad at all is shown to such a conversation by the policy that publishers begin with; undefined where ads are. */
  readonly gate: NoFillReason | undefined
  /** Which rule of its targeting keeps the campaign from such a conversation; publishers and hours aside, which it says nothing of. */
  readonly missedRule: keyof Targeting | undefined
  /** How relevant the best ad of all campaigns in flight is, this one's included; house ads and what is for other publishers alone aside. */
  readonly bestRelevance: number
  /** The most relevant first; of equal ones no order means anything. */
  readonly ads: readonly MatchedAd[]
}

export interface MatchedAd {
  readonly doc: number
  readonly relevance: number
  readonly match: MatchNote | undefined
  /** What keeps it from such a conversation. */
  readonly stoppedBy: Stop | undefined
}

/** As many as a decision looks at, since only those that words find are put in order by meaning: the first of few is not the best. */
const OWN_LOOKED_AT = 60
const OTHERS_LOOKED_AT = 24
const ANY_FORMAT = maskOf(SLOT_FORMATS)

/** @param request with one slot, and `explain` @param limit ads of the campaign at most */
export function matchCampaign(
  request: AdRequest,
  campaign: Campaign,
  limit: number,
  world: World,
  now: Pick<Circumstances, 'nowMs' | 'random' | 'monotonicMs'>,
): CampaignMatch {
  recycleCandidates()
  const thought = thinkOf(request, world, now)
  const [slot] = request.slots
  // No floor, since what a campaign could pay hangs on what it has left to spend.
  const limits = { ...adLimitsOf(slot!, 'action_card', thought), floorMicros: 0 }
  const search = createSlotSearch(slot!, 'action_card', limits, thought)
  const others = campaignsInFlight(world, campaign, now.nowMs)

  const rivals = search.find(others, OTHERS_LOOKED_AT, {
    formats: ANY_FORMAT,
    refuses: createLooksPast((doc) => thought.isTooDear(doc) || thought.isOfUnwantedBrand(doc)),
  })
  const formats = ANY_FORMAT | UNAPPROVED
  const own = search.find(onlyOf(campaign, others.length), Math.max(OWN_LOOKED_AT, limit), { formats })
  // Which place is meant is told by ads of anybody.
  holdBackElsewhere([...rivals, ...own], queryOf(thought.reading), world.catalog)
  const competing = own.filter((ad) => isApproved(ad) && ad.priority !== 'house')
  const best = bestOf([...rivals, ...competing])
  const least = Math.max(limits.minRelevance, limits.minShareOfBest * best)
  return {
    signals: thought.close([]).signals,
    gate: gateFor(thought, others),
    missedRule: missedBy(campaign, thought),
    bestRelevance: best,
    ads: own
      .sort((a, b) => b.relevance - a.relevance)
      .slice(0, limit)
      .map((ad) => matchedAd(ad, least)),
  }

  function isApproved({ doc }: Candidate): boolean {
    return world.catalog.index.formatsOf(doc) !== UNAPPROVED
  }

  function matchedAd(ad: Candidate, least: number): MatchedAd {
    const { doc, relevance, match, stop } = ad
    const isFar = relevance < least ? 'relevance_below_threshold' : undefined
    const stoppedBy = isAgainstWishes(stop) ? stop : (isFar ?? (isApproved(ad) ? undefined : 'creative_rejected'))
    return { doc, relevance, match, stoppedBy }
  }
}

/** As anybody's decision begins, with the policy that publishers begin with, for somebody who was shown nothing yet. */
function thinkOf(request: AdRequest, world: World, now: Parameters<typeof matchCampaign>[4]): Thought {
  const circumstances: Circumstances = {
    ...now,
    publisher: ANYBODY,
    shown: world.exposures.shownTo({ user: '', session: '', conversation: '' }, now.nowMs),
    invalidTraffic: false,
    deadlineMs: Number.POSITIVE_INFINITY,
  }
  return createThought(request, world, circumstances, createReading(request, { ...world, ...now }))
}

const ANYBODY: Publisher = {
  id: '',
  number: 0,
  revision: 0,
  createdAtMs: 0,
  updatedAtMs: 0,
  name: '',
  policy: DEFAULT_POLICY,
}

/** By campaign number: 1 = it could show ads now, to whomever. House ads keep nobody out, nor does what is other publishers' alone. */
function campaignsInFlight({ directory }: World, { targeting }: Campaign, nowMs: number): Uint8Array {
  const [publisherId = ANYBODY.id] = targeting.publishers?.include ?? []
  const numbers: number[] = []
  let last = 0
  for (const campaign of directory.campaigns.all()) {
    last = Math.max(last, campaign.number)
    if (campaign.priority === 'house' || !passes(campaign.targeting.publishers, publisherId)) continue
    if (isInFlight(campaign, nowMs) && hasAdvertiser(campaign, directory)) numbers.push(campaign.number)
  }
  const inFlight = new Uint8Array(last + 1)
  for (const number of numbers) inFlight[number] = 1
  return inFlight
}

function onlyOf({ number }: Campaign, length: number): Uint8Array {
  const only = new Uint8Array(Math.max(length, number + 1))
  only[number] = 1
  return only
}

function bestOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((best, { relevance, stop }) => (isAgainstWishes(stop) ? best : Math.max(best, relevance)), 0)
}

function gateFor(thought: Thought, others: Uint8Array): NoFillReason | undefined {
  const gate = gateOf(understoodOf(thought.reading), ANYBODY, false)
  const isName = gate === 'low_commercial_intent' && isNameInStock(thought, '', () => others)
  return isName ? undefined : gate
}

function missedBy(
  campaign: Campaign,
  { request, reading, speaks, circumstances }: Thought,
): keyof Targeting | undefined {
  const { publishers, days, hours, placements, ...targeting } = campaign.targeting
  const audience = {
    publisher: ANYBODY,
    country: request.user.country ?? '',
    region: request.user.region ?? '',
    language: understoodOf(reading).language,
    placement: '',
    deviceType: request.user.device.type?.toLowerCase() ?? '',
  }
  return missedRule({ ...campaign, targeting }, audience, speaks, circumstances.nowMs)
}
