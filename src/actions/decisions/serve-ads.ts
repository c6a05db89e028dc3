// One ad request in three steps: read what is said, decide and remember, sign what is served.
import type { Clock } from '../../base/clock.ts'
import { encodeId, type IdSource } from '../../base/ids.ts'
import type { KeyedHash } from '../../base/keyed-hash.ts'
import type { Log } from '../../base/log.ts'
import type { Random } from '../../base/random.ts'
import { labelFor } from '../../domain/ad-label.ts'
import { type AdRequest, type Device, mayBeKnownAgain } from '../../domain/ad-request.ts'
import type { Caller } from '../../domain/api-key.ts'
import type { Decision, KnownSlotDecision, NoFillReason, Placement, SlotDecision } from '../../domain/decision.ts'
import { ServiceError } from '../../domain/errors.ts'
import { LINK_LIFE_MS, type LinkPayload, NOBODY, sessionBytes } from '../../domain/link.ts'
import { impressionIdFrom, type LinkSigner } from '../../domain/link-token.ts'
import type { Publisher } from '../../domain/publisher.ts'
import {
  type Explanation,
  RELEVANCE_STEPS,
  type ServedAd,
  type ServedDecision,
  type ServedSlot,
} from '../../domain/served.ts'
import { decide, gateOf, type Refusal, refusalOf } from '../../engine/decide.ts'
import type { Directory } from '../../engine/directory.ts'
import type { Dismissals } from '../../engine/exposures/dismissals.ts'
import type { Subjects } from '../../engine/exposures/exposures.ts'
import type { BudgetView } from '../../engine/pacing/board.ts'
import { createReading, queryOf, type Reading, understoodOf } from '../../engine/reading.ts'
import type { Circumstances, World } from '../../engine/thought.ts'
import type { EmbedConversation } from '../embeddings/embed-conversation.ts'
import { explainDecision } from './explain-decision.ts'
import type { ExposureNotes } from './keep-exposures.ts'
import { type DecisionContext, entryOf, type KeepDecision, relevanceOf, shownAdsOf } from './remember-decision.ts'

/**
 * Answers a request from memory, without waiting for anything. What goes wrong inside becomes an answer without ads
 * (`internal`), since the chat never waits for us and never breaks because of us; so does a store that writes no more (`unavailable`).
 * @param arrival when the request reached the process, on the monotonic clock; the deadline counts from there
 * @throws ServiceError scope_insufficient where the caller belongs to no publisher that is in service
 */
export type ServeAds = (caller: Caller, request: AdRequest, arrival: Arrival) => ServedDecision

/** The same where an embedding model may have to be waited for. */
export type ServeAdsInTime = (...of: Parameters<ServeAds>) => ServedDecision | Promise<ServedDecision>

export interface Arrival {
  readonly monotonicMs: number
}

/**
 * The same in three steps, for a door that has several requests at hand: taking all of them through one step before the next
 * keeps what the step needs in the processor's caches. Only `decide` changes anything, and sees what those before it changed.
 */
export interface ServeSteps<Read, Decided> {
  /** Reads what the conversation says. @throws ServiceError as `ServeAds` */
  read(caller: Caller, request: AdRequest, arrival: Arrival): Read
  /** To be called, and waited for, before `decide`; only where an embedding model is asked. Undefined where there is nothing to wait for. */
  prepare?(read: Read): Promise<void> | undefined
  /** Decides, and remembers what was decided. */
  decide(read: Read): Decided
  /** Signs the links and gathers what is shown; to be called before inventory can have changed, so in the same turn. */
  finish(decided: Decided): ServedDecision
}

/** All steps of one request at once. */
export function inOneGo<Read, Decided>({ read, prepare, decide, finish }: ServeSteps<Read, Decided>): ServeAdsInTime {
  return (caller, request, arrival) => {
    const given = read(caller, request, arrival)
    const prepared = prepare?.(given)
    return prepared === undefined ? finish(decide(given)) : prepared.then(() => finish(decide(given)))
  }
}

export interface ServeAdsDeps {
  readonly world: World
  readonly budgets: Pick<BudgetView, 'paceOf'>
  readonly keep: KeepDecision
  readonly exposures: Pick<ExposureNotes, 'note' | 'isAskedFor' | 'areAskedFor'>
  readonly dismissals: Pick<Dismissals, 'keptFrom'>
  readonly signer: LinkSigner
  readonly userHash: KeyedHash
  readonly clock: Clock
  readonly ids: IdSource
  readonly random: Random
  /** Whether no ad is to be shown to such a client: a bot, or one that an operator's rule is meant for. */
  readonly isInvalidTraffic: (device: Device) => boolean
  /** False where the store writes no more: what came of an ad could not be recorded, so none is shown. */
  readonly isRecording: () => boolean
  /** What an embedding model makes of conversations, where there is one, and how long a request may wait for it. */
  readonly embed?: { readonly conversation: EmbedConversation; readonly withinMs: number } | undefined
  readonly log: Log
}

/** A request whose conversation was read, unless ads are refused whatever it says. */
interface ReadRequest {
  readonly request: AdRequest
  readonly publisher: Publisher
  readonly test: boolean
  readonly arrivedMs: number
  readonly reading: Reading
  readonly refusal: Refusal | undefined
  /** Nothing will be shown, whatever fits. */
  readonly isStopped: boolean
}

/** So often no thread loses against others over one person but in an attack; then that person is shown enough elsewhere. */
const ATTEMPTS_MAX = 16

interface Decided {
  readonly decision: Decision
  readonly links: readonly LinkPayload[][]
}

interface DecidedRequest extends Decided {
  readonly context: DecisionContext
  readonly explanation?: Explanation
}

/** @param onServed hears of each answer, and how many milliseconds after the arrival of its request it was ready */
export function createServeSteps(
  deps: ServeAdsDeps,
  onServed: (served: ServedDecision, afterMs: number) => void,
): ServeSteps<ReadRequest, DecidedRequest> {
  const { world, clock, exposures, ids, userHash, log, embed } = deps
  const means = { understand: world.understand, matcher: world.matcher, monotonicMs: clock.monotonicMs }
  return {
    read(caller, request, { monotonicMs }) {
      const publisher = demandPublisher(caller, world.directory)
      const reading = createReading(request, means)
      const refusal = refusalOf(request, publisher)
      let isStopped = true
      try {
        // As far as deciding will ask: small talk has its words weighed by nobody.
        isStopped = refusal !== undefined || gateOf(understoodOf(reading), publisher, false) !== undefined
        if (!isStopped) queryOf(reading)
      } catch (cause) {
        log.debug({ err: cause }, 'a conversation could not be read; deciding will meet the same')
      }
      const test = caller.mode === 'test' || request.options.test
      return { request, publisher, test, arrivedMs: monotonicMs, reading, refusal, isStopped }
    },
    ...(embed && { prepare: preparing(embed, deps) }),
    decide(read) {
      const { request, publisher, test, arrivedMs, refusal } = read
      const nowMs = clock.nowMs()
      const leavesTrace = refusal?.reason !== 'user_opt_out' && refusal?.reason !== 'under_age'
      // Who is shown nothing need not be known.
      const mayBeKnown = !refusal && mayBeKnownAgain(request.user)
      const user = mayBeKnown ? userOf(request, publisher, userHash) : NOBODY
      const isRemembered = !refusal && exposures.areAskedFor(publisher)
      const subjects = isRemembered
        ? subjectsOf(mayBeKnown ? request.user.userId : undefined, request, publisher, userHash)
        : NO_SUBJECTS
      const context = { request, publisher, user, test, nowMs, arrivedMs, decisionId: ids.bytes() }
      const { decision, links } = decideSafely({ ...read, subjects, context }, deps)
      if (leavesTrace) deps.keep(entryOf(decision, context, links), relevanceOf(decision))
      // Read now, since the next decision writes over the candidates of this one.
      return {
        decision,
        context,
        links,
        explanation: request.options.explain ? explainDecision(decision, deps) : undefined,
      }
    },
    finish(decided) {
      const served = servedFrom(decided, deps)
      onServed(served, clock.monotonicMs() - decided.context.arrivedMs)
      return served
    },
  }
}

/** Has the model read a conversation that may have ads. What is said of illness or by a child is nobody else's business, and small talk or a bot's not worth a question. */
function preparing(
  { conversation, withinMs }: NonNullable<ServeAdsDeps['embed']>,
  { clock: { monotonicMs }, isInvalidTraffic, isRecording }: ServeAdsDeps,
) {
  return ({ request, reading, arrivedMs, isStopped }: ReadRequest): Promise<void> | undefined => {
    if (isStopped || !isRecording() || isInvalidTraffic(request.user.device)) return undefined
    const take = (vector: Float32Array | undefined): void => {
      if (reading.query) reading.query.embedding = vector
    }
    // Half of the time that is left at most, so that there is some to decide in.
    const leftMs = request.options.timeoutMs - (monotonicMs() - arrivedMs)
    const vector = conversation(request.conversation, Math.min(withinMs, leftMs / 2))
    if (vector instanceof Promise) return vector.then(take)
    take(vector)
    return undefined
  }
}

/**
 * The publisher for whom ads are asked. With the key of an archived one its reports can still be read, so the key is not dead.
 * @throws ServiceError scope_insufficient
 */
export function demandPublisher(caller: Caller, { publishers }: Pick<Directory, 'publishers'>): Publisher {
  const publisher = publishers.byId(caller.publisherId ?? '')
  if (publisher && publisher.archivedAtMs === undefined) return publisher
  const whose = publisher ? 'belongs to a publisher that is archived' : 'belongs to no publisher'
  throw new ServiceError('scope_insufficient', `This key ${whose}; ask for ads with the key of a publisher in service`)
}

// "No ads, nothing kept" is promised to those who opted out, to minors and under COPPA: they are nobody, and not even hashed.
const NO_SUBJECTS: Subjects = { user: '', session: '', conversation: '' }

// Where no user is named the session stands for one, so that what is dismissed in it is not shown in it again.
function userOf({ user: { userId, sessionId } }: AdRequest, publisher: Publisher, userHash: KeyedHash): Uint8Array {
  if (userId !== undefined) return userHash.bytesOf(ownId(userId, publisher))
  return sessionId === undefined ? NOBODY : sessionBytes(userHash.bytesOf(ownId(sessionId, publisher)))
}

/** @param userId undefined also of somebody who may not be known again: sessions and conversations end, and have their limits still */
function subjectsOf(
  userId: string | undefined,
  { user, conversation }: AdRequest,
  publisher: Publisher,
  userHash: KeyedHash,
): Subjects {
  const hash = (id: string | undefined) => (id === undefined ? '' : userHash.hexOf(ownId(id, publisher)))
  const of = { user: hash(userId), conversation: hash(conversation.conversationId) }
  // Where no session is named, the conversation is one, so that what is limited by session has a limit.
  return { ...of, session: user.sessionId === undefined ? of.conversation : hash(user.sessionId) }
}

// An app numbers its people as it likes: user 17 of one publisher is somebody else than user 17 of another.
function ownId(id: string, { number }: Publisher): string {
  return `${number} ${id}`
}

function decideSafely(
  read: Omit<ReadRequest, 'test'> & { readonly subjects: Subjects; readonly context: DecisionContext },
  deps: ServeAdsDeps,
): Decided {
  if (!read.refusal && !deps.isRecording()) return withoutAds(read.request, 'unavailable')
  try {
    return decideForPerson(read, deps)
  } catch (cause) {
    deps.log.error({ err: cause }, 'a decision failed; it was answered without ads')
    return withoutAds(read.request, 'internal')
  }
}

// Where another thread shows the same person something at the same moment, what caps allow is looked at anew.
function decideForPerson(
  { request, publisher, subjects, context, arrivedMs, reading, refusal }: Parameters<typeof decideSafely>[0],
  deps: ServeAdsDeps,
): Decided {
  const { world, random, clock, isInvalidTraffic, exposures, dismissals } = deps
  const { nowMs, test } = context
  const dismissed = dismissals.keptFrom(context.user, test, nowMs)
  const isNobody = test || (subjects.user === '' && subjects.session === '' && subjects.conversation === '')
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const circumstances: Circumstances = {
      publisher,
      shown: world.exposures.shownTo(subjects, nowMs),
      dismissed,
      nowMs,
      random,
      invalidTraffic: !refusal && isInvalidTraffic(request.user.device),
      monotonicMs: clock.monotonicMs,
      deadlineMs: arrivedMs + request.options.timeoutMs,
    }
    const decision = decide(request, world, circumstances, reading)
    const links = linksOf(decision, context, world)
    if (isNobody || exposures.note(subjects, shownAdsOf(decision, context, links, deps))) return { decision, links }
  }
  return withoutAds(request, 'frequency_cap')
}

function withoutAds({ slots }: AdRequest, reason: NoFillReason): Decided {
  const decision: Decision = {
    turn: 0,
    slots: slots.map(({ slotId }): SlotDecision => ({ slotId, format: undefined, placements: [], noFill: { reason } })),
    signals: { language: 'und', commercialIntent: 0, sensitiveTopics: [], terms: [] },
    candidates: [],
    timings: [],
  }
  return { decision, links: slots.map(() => []) }
}

function linksOf(decision: Decision, context: DecisionContext, world: World): LinkPayload[][] {
  let ordinal = 0
  return decision.slots.map((slot) => {
    if (slot.format === undefined) return []
    return slot.placements.map((placement) => linkFor(placement, slot, context, ordinal++, world))
  })
}

function servedFrom({ decision, context, links, explanation }: DecidedRequest, deps: ServeAdsDeps): ServedDecision {
  const { request, publisher, test, nowMs } = context
  const id = encodeId(context.decisionId)
  return {
    requestId: `req_${id}`,
    test,
    label: labelFor(publisher.policy.labelLanguage ?? 'en', decision.signals.language),
    slots: decision.slots.map((slot, i): ServedSlot => {
      const { slotId, format, noFill } = slot
      if (format === undefined) return { slotId, format: request.slots[i]!.format, ads: [], noFill }
      const ads = slot.placements.map((placement, at) => serve(placement, links[i]![at]!, id, nowMs, deps))
      return { slotId, format, ads, noFill }
    }),
    warnings: request.warnings,
    metadata: request.metadata,
    explain: explanation,
  }
}

function linkFor(
  { doc, priceMicros }: Placement,
  slot: KnownSlotDecision,
  context: DecisionContext,
  ordinal: number,
  { catalog, directory }: World,
): LinkPayload {
  const campaignNumber = catalog.campaignNumberOf(doc)
  return {
    decision: context.decisionId,
    ordinal,
    adNumber: catalog.adNumberOf(doc),
    adVersion: catalog.adVersionOf(doc),
    campaignNumber,
    publisherNumber: context.publisher.number,
    model: directory.campaigns.byNumber(campaignNumber)!.bid.model,
    priceMicros,
    format: slot.format,
    slotId: slot.slotId,
    country: context.request.user.country ?? '',
    user: context.user,
    test: context.test,
  }
}

function serve(
  { doc, relevance, mentions }: Placement,
  link: LinkPayload,
  id: string,
  nowMs: number,
  { world, signer }: ServeAdsDeps,
): ServedAd {
  return {
    rendered: world.catalog.renderedOf(doc),
    impressionId: impressionIdFrom(id, link.ordinal),
    token: signer.sign(link),
    expiresAtMs: nowMs + LINK_LIFE_MS,
    relevance: Math.round(relevance * RELEVANCE_STEPS) / RELEVANCE_STEPS,
    mentions,
  }
}
