// The thought: a conversation and what is known become ads for slots. Pure: time, chance and facts come in as arguments.
import { type AdRequest, hasConsented, type SlotRequest } from '../domain/ad-request.ts'
import type { Decision, NoFill, NoFillReason, SlotDecision } from '../domain/decision.ts'
import {
  isPaused,
  type Policy,
  type Publisher,
  SLOT_FORMATS,
  slotFormatOf,
  takesFormat,
  tierToCompare,
} from '../domain/publisher.ts'
import { recycleCandidates } from './candidate.ts'
import { decideSlot, screenSlot } from './decide-slot.ts'
import { NOTHING_SHOWN } from './exposures/exposures.ts'
import { isNameInStock } from './name-in-stock.ts'
import { createReading, type Reading, understoodOf } from './reading.ts'
import { type Circumstances, createThought, type Thought, type World } from './thought.ts'
import type { Understood } from './understand/understand.ts'

/**
 * Decides. Every slot asked for is answered, in order, with ads or with the reason why not; slots that were not reached
 * before the deadline answer `timeout`. Candidates are good until the next decision.
 * @param reading of the same request, where it was read ahead
 */
export function decide(
  request: AdRequest,
  world: World,
  circumstances: Circumstances,
  reading: Reading = createReading(request, { ...world, monotonicMs: circumstances.monotonicMs }),
): Decision {
  recycleCandidates()
  const thought = createThought(request, world, circumstances, reading)
  const refusal = refusalOf(request, circumstances.publisher)
  if (refusal) return thought.close(request.slots.map((slot) => empty(slot, refusal)))

  const understood = understoodOf(reading)
  const gate = gateOf(understood, circumstances.publisher, circumstances.invalidTraffic)
  const pause = pauseBetweenAds(thought)
  return thought.close(request.slots.map((slot) => answerSlot(slot, thought, gate, pause)))
}

// Reasons are told in the order of the contract: sensitive topics, machines, unknown formats, missing intent.
function answerSlot(
  slot: SlotRequest,
  thought: Thought,
  gate: Gate | undefined,
  pause: NoFill | undefined,
): SlotDecision {
  const { circumstances, request } = thought
  const { policy } = circumstances.publisher
  const format = slotFormatOf(slot.format)
  if (gate === 'sensitive_topic') return empty(slot, { reason: gate })
  if (gate === 'invalid_traffic') return empty(slot, MACHINE)
  if (!format) return empty(slot, { reason: 'unsupported_format', detail: `known formats: ${SLOT_FORMATS.join(', ')}` })
  if (!takesFormat(policy, format)) {
    return empty(slot, { reason: 'unsupported_format', detail: `this publisher allows ${policy.formats.join(', ')}` })
  }
  if (gate && !isNameInStock(thought, slot.placement, () => screenSlot(slot, thought).meant()))
    return empty(slot, { reason: gate })
  if (format === 'entity_link' && !request.conversation.response?.trim())
    return empty(slot, { reason: 'missing_response_text' })
  if (pause) return empty(slot, pause)
  return withinSession(slot, thought, (places) =>
    circumstances.monotonicMs() > circumstances.deadlineMs
      ? empty(slot, { reason: 'timeout' })
      : decideSlot(slot, format, places, thought),
  )
}

// A session's limit also holds within one answer: what its earlier slots hold counts.
function withinSession(
  slot: SlotRequest,
  { circumstances: { publisher, shown }, placed }: Thought,
  decidePlaces: (places: number) => SlotDecision,
): SlotDecision {
  const { adsPerSession } = publisher.policy
  if (adsPerSession === 0) return decidePlaces(slot.count)
  const room = adsPerSession - shown.count('session', adsPerSession) - placed.size
  if (room >= slot.count) return decidePlaces(slot.count)
  const full: NoFill = { reason: 'frequency_cap', detail: `${adsPerSession} ads in a session` }
  if (room <= 0) return empty(slot, full)
  const decided = decidePlaces(room)
  return decided.noFill ? decided : { ...decided, noFill: full }
}

/**
 * Why no ads are shown at all, whatever is said: for the person's sake, by the first reason of the contract that applies, or since the
 * publisher is paused.
 */
export function refusalOf({ user }: AdRequest, publisher: Publisher): Refusal | undefined {
  if (!user.adsEnabled) return OPTED_OUT
  if (isAdFree(user.tier, publisher.policy)) return AD_FREE
  if (user.ageGroup === 'child' || user.ageGroup === 'teen' || user.consent?.coppa === true) return UNDER_AGE
  if (publisher.policy.requireConsent && !hasConsented(user)) return NO_CONSENT
  return isPaused(publisher) ? PAUSED : undefined
}

function isAdFree(tier: string | undefined, { adFreeTiers }: Policy): boolean {
  if (tier === undefined || adFreeTiers === undefined || adFreeTiers.length === 0) return false
  return adFreeTiers.includes(tierToCompare(tier))
}

export interface Refusal extends NoFill {
  readonly reason: Extract<NoFillReason, 'user_opt_out' | 'under_age' | 'consent_missing' | 'policy_blocked'>
}

const OPTED_OUT: Refusal = { reason: 'user_opt_out' }
const AD_FREE: Refusal = { reason: 'user_opt_out', detail: 'this publisher shows no ads to users of this tier' }
const UNDER_AGE: Refusal = { reason: 'under_age' }
const NO_CONSENT: Refusal = { reason: 'consent_missing' }
const PAUSED: Refusal = { reason: 'policy_blocked', detail: 'this publisher is paused' }

const MACHINE: NoFill = {
  reason: 'invalid_traffic',
  detail: 'userContext.device is a program, or one that a rule of the operator keeps out',
}

type Gate = 'sensitive_topic' | 'invalid_traffic' | 'low_commercial_intent'

/** Why no ad belongs to this conversation, whatever is in stock. */
export function gateOf(
  { sensitiveTopics, isCommercial }: Understood,
  { policy }: Publisher,
  invalidTraffic: boolean,
): Gate | undefined {
  const rules = policy.sensitiveTopics
  for (const { category } of sensitiveTopics) {
    if ((rules[category] ?? rules.all ?? 'block') === 'block') return 'sensitive_topic'
  }
  if (invalidTraffic) return 'invalid_traffic'
  return policy.intentGate && !isCommercial ? 'low_commercial_intent' : undefined
}

// What the publisher asks of a conversation's rhythm: a first ad after some turns, and a gap between ads.
function pauseBetweenAds(thought: Thought): NoFill | undefined {
  const { circumstances, turn } = thought
  const { firstAdTurn, minTurnGap } = circumstances.publisher.policy
  if (turn < firstAdTurn) return { reason: 'frequency_cap', detail: `first ad from user message ${firstAdTurn} on` }
  if (minTurnGap > 0 && turnsSinceAd(thought) < minTurnGap) {
    return { reason: 'frequency_cap', detail: `${minTurnGap} user messages between ads` }
  }
  return undefined
}

// User messages since an ad was shown, at least. All of this conversation came after an ad of an earlier one of the session; where
// conversations have no names, one that has fewer messages than there were is another.
function turnsSinceAd({ circumstances: { shown }, request, turn }: Thought): number {
  const ofThis = shown.newest('conversation')
  if (ofThis !== NOTHING_SHOWN) return turn - shown.turnOf(ofThis)
  const ofSession = shown.newest('session')
  if (ofSession === NOTHING_SHOWN) return Number.POSITIVE_INFINITY
  const turnThen = shown.turnOf(ofSession)
  return request.conversation.conversationId !== undefined || turn < turnThen ? turn : turn - turnThen
}

function empty(slot: SlotRequest, noFill: NoFill): SlotDecision {
  return { slotId: slot.slotId, format: slotFormatOf(slot.format), placements: [], noFill }
}
