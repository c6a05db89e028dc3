// What one decision knows while it is made: the request, the world, and what was already worked out for an earlier slot.
import { createMemo } from '../base/memo.ts'
import type { Random } from '../base/random.ts'
import type { AdRequest } from '../domain/ad-request.ts'
import {
  type CandidateNote,
  type Decision,
  type Mention,
  type SlotDecision,
  STAGES,
  type StageTiming,
} from '../domain/decision.ts'
import type { Publisher } from '../domain/publisher.ts'
import type { Catalog } from './catalog.ts'
import type { Directory } from './directory.ts'
import type { Candidate } from './candidate.ts'
import type { Exposures, Shown } from './exposures/exposures.ts'
import type { MentionsOfAds } from './fill.ts'
import type { HouseStock } from './house-stock.ts'
import type { RatePredictor } from './learn/rate-model.ts'
import type { Matcher } from './match/matcher.ts'
import { createMentionFinder, type MentionLimits } from './match/mentions.ts'
import type { BudgetView } from './pacing/board.ts'
import { type Reading, understoodOf } from './reading.ts'
import type { Screen } from './screen.ts'
import { createSpeech } from './speech.ts'
import { createTooCheap, createTooDear } from './too-dear.ts'
import { createUnwantedBrand } from './unwanted-brand.ts'
import type { Understand, Understood } from './understand/understand.ts'

/** What the service holds in memory and a decision reads. */
export interface World {
  readonly catalog: Catalog
  readonly directory: Directory
  readonly exposures: Pick<Exposures, 'shownTo'>
  readonly budgets: Pick<BudgetView, 'leftOf'>
  readonly screen: Screen
  readonly house: HouseStock
  readonly understand: Understand
  readonly matcher: Matcher
  readonly rates: RatePredictor
}

/** What a decision is made from besides the request. */
export interface Circumstances {
  readonly publisher: Publisher
  readonly shown: Shown
  /** Numbers of ads that this person asked to see no more; absent where there are none. */
  readonly dismissed?: ReadonlySet<number> | undefined
  readonly nowMs: number
  readonly random: Random
  /** The end user's traffic was found invalid, such as a bot's user agent. */
  readonly invalidTraffic: boolean
  /** Monotonic, for deadline and timings; nothing is chosen by it. */
  readonly monotonicMs: () => number
  readonly deadlineMs: number
}

export interface Thought {
  readonly request: AdRequest
  readonly world: World
  readonly circumstances: Circumstances
  /** Docs already placed in this answer. */
  readonly placed: Set<number>
  /** The same ads, for caps that this answer alone could pass, and for what reads like one of them. */
  readonly placedAds: Candidate[]
  /** What a person reads of an ad, read from the catalog once. */
  readonly textJsonOf: (doc: number) => string
  /** By placement whether what was said is the name of a thing in stock, once that was asked. */
  readonly named: Map<string, boolean>
  /** Number of user messages so far, the newest one included. */
  readonly turn: number
  readonly reading: Reading
  /** Whether a phrase stands in what the user said. */
  readonly speaks: (phrases: readonly string[]) => boolean
  /** Whether the ad costs more than the user would pay. */
  readonly isTooDear: (doc: number) => boolean
  /** Whether it costs less than the user would pay at least. */
  readonly isTooCheap: (doc: number) => boolean
  /** Whether the ad is of a brand that the user does not want. */
  readonly isOfUnwantedBrand: (doc: number) => boolean
  /** Free spans of the answer that name ads, for entity links. */
  readonly mentions: () => Mentions
  /** The same number each time, since a request draws once who takes part in it, however many slots it has. */
  readonly lot: Random
  /** Runs one stage and adds its time to the stage's sum. */
  stage<T>(name: StageTiming['stage'], work: () => T): T
  note(candidate: CandidateNote): void
  close(slots: readonly SlotDecision[]): Decision
}

/** As `MentionsOfAds`. @param byNames where a lone everyday word of the answer does not name the ad */
export interface Mentions extends Pick<MentionsOfAds, 'claim'> {
  has(doc: number, byNames: boolean): boolean
  take(doc: number, byNames: boolean): Mention | undefined
}

const NOT_UNDERSTOOD: Understood = { language: 'und', commercialIntent: 0, isCommercial: false, sensitiveTopics: [] }

export function createThought(
  request: AdRequest,
  world: World,
  circumstances: Circumstances,
  reading: Reading,
): Thought {
  const { conversation } = request
  const notes: CandidateNote[] = []
  const turn = userTurns(request)
  const spent = new Float64Array(STAGES.length).fill(NOT_RUN)
  let lot: number | undefined
  let mentions: Mentions | undefined

  const stage = <T>(name: StageTiming['stage'], work: () => T): T => {
    const at = STAGES.indexOf(name)
    const from = circumstances.monotonicMs()
    const result = work()
    spent[at] = Math.max(0, spent[at]!) + circumstances.monotonicMs() - from
    return result
  }
  return {
    request,
    world,
    circumstances,
    placed: new Set(),
    placedAds: [],
    // A place is given by looking at all that compete for it, and texts are read out of bytes.
    textJsonOf: createMemo((doc: number) => world.catalog.textJsonOf(doc)),
    named: new Map(),
    turn,
    reading,
    speaks: createSpeech(() => [
      conversation.query,
      ...conversation.messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => content)
        .toReversed(),
    ]),
    isTooDear: createTooDear(world.catalog, reading),
    isTooCheap: createTooCheap(world.catalog, reading),
    isOfUnwantedBrand: createUnwantedBrand(world.catalog, world.matcher, reading),
    mentions: () => (mentions ??= mentionsIn(conversation.response ?? '', world.catalog, reading)),
    lot: () => (lot ??= circumstances.random()),
    stage,
    note: (candidate) => notes.push(candidate),
    close: (slots) => ({
      turn,
      slots,
      signals: {
        ...signalsOf(reading.understood ?? NOT_UNDERSTOOD),
        terms: request.options.explain && reading.query ? world.matcher.termsOf(reading.query) : [],
      },
      candidates: notes,
      timings: timingsOf(spent, reading),
    }),
  }
}

function mentionsIn(response: string, catalog: Catalog, reading: Reading): Mentions {
  const finder = createMentionFinder(response)
  const isEnglish = understoodOf(reading).language === 'en'
  const phrasesOf = createMemo((doc: number) => catalog.phrasesOf(doc))
  const traitsOf = createMemo((doc: number) => catalog.traitsOf(doc))
  const tailsOf = createMemo((doc: number) => (isEnglish ? catalog.tailsOf(doc, finder.mayHold) : []))
  const limitsOf = (doc: number, byNames: boolean): MentionLimits =>
    isEnglish ? { byNames, traits: () => traitsOf(doc), tails: tailsOf(doc) } : { byNames }
  return {
    claim: (doc) => finder.claim(phrasesOf(doc), tailsOf(doc)),
    has: (doc, byNames) => finder.has(phrasesOf(doc), limitsOf(doc, byNames)),
    take: (doc, byNames) => finder.take(phrasesOf(doc), limitsOf(doc, byNames)),
  }
}

const NOT_RUN = -1

function timingsOf(spent: Float64Array, { understood, query, understandMs, queryMs }: Reading): StageTiming[] {
  if (understood) spent[UNDERSTAND] = understandMs
  // Words are read once, and are a part of matching wherever that was done.
  if (query && spent[MATCH] !== NOT_RUN) spent[MATCH]! += queryMs
  const timings: StageTiming[] = []
  for (let i = 0; i < STAGES.length; i++) {
    if (spent[i] !== NOT_RUN) timings.push({ stage: STAGES[i]!, microseconds: Math.round(spent[i]! * 1_000) })
  }
  return timings
}

const UNDERSTAND = STAGES.indexOf('understand')
const MATCH = STAGES.indexOf('match')

function signalsOf({ language, commercialIntent, sensitiveTopics }: Understood) {
  return { language, commercialIntent, sensitiveTopics }
}

// The query is the newest user message.
function userTurns({ conversation: { messages, userMessages = 0 } }: AdRequest): number {
  let turns = 0
  for (const { role } of messages) if (role === 'user') turns++
  return Math.max(turns, userMessages) + 1
}
