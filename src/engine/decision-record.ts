// How the decision log writes a decision as plain numbers, and reads it back.
import { encodeId, ID_BYTES } from '../base/ids.ts'
import { REQUEST_LIMITS } from '../domain/ad-request.ts'
import { BID_MODELS } from '../domain/campaign.ts'
import {
  type CandidateNote,
  CANDIDATE_STOPS,
  NO_FILL_CODES,
  type NoFill,
  type NoFillReason,
  type Signals,
  STAGES,
  type StageTiming,
} from '../domain/decision.ts'
import type { LinkPayload } from '../domain/link.ts'
import type { SlotFormat } from '../domain/publisher.ts'

/** What is written of a decision. */
export interface DecisionEntry {
  /** Its 16 id bytes. */
  readonly decision: Uint8Array
  readonly atMs: number
  readonly publisherNumber: number
  readonly test: boolean
  /** ISO 3166-1 alpha-2, or empty. */
  readonly country: string
  /** ISO 3166-2, or empty. */
  readonly region: string
  /** First 8 bytes of the keyed hash of the user, zeros where unknown. */
  readonly user: Uint8Array
  readonly signals: Pick<Signals, 'language' | 'commercialIntent' | 'sensitiveTopics'>
  readonly timings: readonly StageTiming[]
  readonly slots: readonly LoggedSlot[]
  readonly candidates: readonly LoggedCandidate[]
}

export interface LoggedSlot {
  readonly slotId: string
  readonly format: string
  readonly noFill?: NoFill
  readonly links: readonly LinkPayload[]
}

/** A candidate as the log keeps it: by the ad's number, since ads come and go. */
export type LoggedCandidate = Omit<CandidateNote, 'doc' | 'match' | 'missedRule'>

/** What is read back. */
export interface DecisionRecord extends DecisionEntry {
  /** `req_…`. */
  readonly requestId: string
  /** Ordinals of the ads that were clicked, a bit each. */
  readonly clicked: number
}

/** No entry takes more cells: longer texts are cut, and candidates beyond these are left out. */
export const RECORD_CELLS_MAX = 8_192
const CANDIDATES_MAX = 400
/** UTF-16 units: any slot id that a request may have fits. */
const TEXT_MAX = REQUEST_LIMITS.slotIdChars * 2

const STOPS = [...(Object.keys(NO_FILL_CODES) as NoFillReason[]), ...CANDIDATE_STOPS]
const NONE = -1

/**
 * Writes an entry and returns the cell behind it.
 * @param cells with room for RECORD_CELLS_MAX behind `at`
 */
export function writeRecord(cells: Float64Array, at: number, entry: DecisionEntry): number {
  const { decision, user, signals, timings, slots, candidates } = entry
  at = writeBytes(cells, at, decision)
  at = writeBytes(cells, at, user)
  cells[at++] = entry.atMs
  cells[at++] = entry.publisherNumber
  cells[at++] = (entry.test ? IS_TEST : 0) + (entry.region === '' ? 0 : HAS_REGION)
  at = writeText(cells, at, entry.country)
  if (entry.region !== '') at = writeText(cells, at, entry.region)
  at = writeText(cells, at, signals.language)
  cells[at++] = signals.commercialIntent
  cells[at++] = signals.sensitiveTopics.length
  for (const { category, score } of signals.sensitiveTopics) {
    at = writeText(cells, at, category)
    cells[at++] = score
  }
  cells[at++] = timings.length
  for (const { stage, microseconds } of timings) cells[at++] = microseconds * STAGES_MAX + STAGES.indexOf(stage)
  cells[at++] = slots.length
  for (let i = 0; i < slots.length; i++) at = writeSlot(cells, at, slots[i]!)
  const count = Math.min(candidates.length, CANDIDATES_MAX)
  cells[at++] = count
  for (let i = 0; i < count; i++) at = writeCandidate(cells, at, candidates[i]!)
  return at
}

/** In the cell behind the publisher's. */
const IS_TEST = 1
const HAS_REGION = 2

function writeSlot(cells: Float64Array, at: number, { slotId, format, noFill, links }: LoggedSlot): number {
  at = writeText(cells, at, slotId)
  at = writeText(cells, at, format)
  cells[at++] = noFill === undefined ? NONE : STOPS.indexOf(noFill.reason)
  at = writeText(cells, at, noFill?.detail ?? '')
  cells[at++] = links.length
  for (let i = 0; i < links.length; i++) {
    const link = links[i]!
    cells[at++] = link.adNumber * TRAITS + link.ordinal * MODELS_MAX + BID_MODELS.indexOf(link.model)
    cells[at++] = link.adVersion
    cells[at++] = link.campaignNumber
    cells[at++] = link.priceMicros
  }
  return at
}

// A cell holds 53 bits exactly. So the number of an ad has its traits beside it: what is one of few, and which cells follow.
//
//   candidate: ad and traits | campaign | relevance | score | rate | evidence | bid | what is left to bid, price, rival: where they say more
const TRAITS = 2 ** 21
const CAMPAIGN_CELL = 1
const CELLS_ALWAYS = 7
const STAGES_MAX = 16
const MODELS_MAX = 4
const SLOTS_MAX = 16
const STOPS_MAX = 64
/** Place of the stop that there is none of. */
const NO_STOP = STOPS_MAX - 1
const HAS_LESS_TO_BID = 1 << 12
const HAS_PRICE = 1 << 13
const HAS_RIVAL = 1 << 14
const AT_FLOOR = 1 << 15

function writeCandidate(cells: Float64Array, at: number, candidate: LoggedCandidate): number {
  const { bid, bidMicros, priceMicros, priceSetBy, stoppedBy } = candidate
  const hasLess = bidMicros !== bid.amountMicros
  const hasRival = priceSetBy !== undefined && priceSetBy !== 'floor'
  const traits =
    BID_MODELS.indexOf(bid.model) +
    candidate.slot * MODELS_MAX +
    (stoppedBy === undefined ? NO_STOP : STOPS.indexOf(stoppedBy)) * MODELS_MAX * SLOTS_MAX +
    (hasLess ? HAS_LESS_TO_BID : 0) +
    (priceMicros === undefined ? 0 : HAS_PRICE) +
    (hasRival ? HAS_RIVAL : priceSetBy === 'floor' ? AT_FLOOR : 0)
  cells[at++] = candidate.adNumber * TRAITS + traits
  cells[at++] = candidate.campaignNumber
  cells[at++] = candidate.relevance
  cells[at++] = candidate.score
  cells[at++] = candidate.rate
  cells[at++] = candidate.evidence
  cells[at++] = bid.amountMicros
  if (hasLess) cells[at++] = bidMicros
  if (priceMicros !== undefined) cells[at++] = priceMicros
  if (hasRival) cells[at++] = priceSetBy
  return at
}

function cellsOfCandidate(traits: number): number {
  return CELLS_ALWAYS + (traits & HAS_LESS_TO_BID ? 1 : 0) + (traits & HAS_PRICE ? 1 : 0) + (traits & HAS_RIVAL ? 1 : 0)
}

/** What a decision served, without how its candidates fared. */
export type ServedRecord = Omit<DecisionEntry, 'candidates'>

/** Reads the entry at `at` back. @param clicked see `DecisionRecord` */
export function readRecord(cells: Float64Array, at: number, clicked: number): DecisionRecord {
  const read: Reader = { cells, at }
  const served = readHead(read)
  const candidates = list(read, () => readCandidate(read))
  return { requestId: `req_${encodeId(served.decision)}`, ...served, candidates, clicked }
}

/** The same with the candidates of one campaign alone; those of others are passed over, which takes far less than reading them. */
export function readWeighed(cells: Float64Array, at: number, campaignNumber: number): DecisionEntry {
  const read: Reader = { cells, at }
  const served = readHead(read)
  const candidates: LoggedCandidate[] = []
  for (let left = next(read); left > 0; left--) {
    if (cells[read.at + CAMPAIGN_CELL] === campaignNumber) candidates.push(readCandidate(read))
    else read.at += cellsOfCandidate(cells[read.at]! % TRAITS)
  }
  return { ...served, candidates }
}

/** The same without the candidates, which are the larger part. */
export function readServed(cells: Float64Array, at: number): ServedRecord {
  return readHead({ cells, at })
}

/** The id bytes of an entry. */
export function decisionOf(cells: Float64Array): Uint8Array {
  return readBytes({ cells, at: 0 }, ID_BYTES)
}

/** Whose decision the entry at `at` is, by the few cells that tell it. */
export function ownerOf(cells: Float64Array, at: number): Pick<DecisionEntry, 'publisherNumber' | 'test'> {
  const from = at + (ID_BYTES + USER_BYTES) / 4 + 1 // behind the ids and the time
  return { publisherNumber: cells[from]!, test: (cells[from + 1]! & IS_TEST) !== 0 }
}

function readHead(read: Reader): ServedRecord {
  const decision = readBytes(read, ID_BYTES)
  const user = readBytes(read, USER_BYTES)
  const atMs = next(read)
  const publisherNumber = next(read)
  const marks = next(read)
  const test = (marks & IS_TEST) !== 0
  const country = readText(read)
  const region = marks & HAS_REGION ? readText(read) : ''
  const signals = {
    language: readText(read),
    commercialIntent: next(read),
    sensitiveTopics: list(read, () => ({ category: readText(read), score: next(read) })),
  }
  const timings = list(read, () => {
    const cell = next(read)
    return { stage: STAGES[cell % STAGES_MAX]!, microseconds: Math.floor(cell / STAGES_MAX) }
  })
  const slots = list(read, (): LoggedSlot => {
    const slotId = readText(read)
    const format = readText(read)
    const reason = next(read)
    const detail = readText(read)
    const links = list(read, (): LinkPayload => {
      const cell = next(read)
      return {
        decision,
        ordinal: Math.floor((cell % TRAITS) / MODELS_MAX),
        adNumber: Math.floor(cell / TRAITS),
        adVersion: next(read),
        campaignNumber: next(read),
        publisherNumber,
        model: BID_MODELS[cell % MODELS_MAX]!,
        priceMicros: next(read),
        format: format as SlotFormat,
        slotId,
        country,
        user,
        test,
      }
    })
    const noFill = { reason: STOPS[reason] as NoFillReason, ...(detail !== '' && { detail }) }
    return { slotId, format, links, ...(reason !== NONE && { noFill }) }
  })
  return { decision, atMs, publisherNumber, test, country, region, user, signals, timings, slots }
}

function readCandidate(read: Reader): LoggedCandidate {
  const cell = next(read)
  const traits = cell % TRAITS
  const stop = STOPS[Math.floor(traits / (MODELS_MAX * SLOTS_MAX)) % STOPS_MAX]
  const candidate = {
    adNumber: Math.floor(cell / TRAITS),
    campaignNumber: next(read),
    slot: Math.floor(traits / MODELS_MAX) % SLOTS_MAX,
    relevance: next(read),
    score: next(read),
    rate: next(read),
    evidence: next(read),
    bid: { model: BID_MODELS[traits % MODELS_MAX]!, amountMicros: next(read) },
  }
  return {
    ...candidate,
    bidMicros: traits & HAS_LESS_TO_BID ? next(read) : candidate.bid.amountMicros,
    ...(traits & HAS_PRICE && { priceMicros: next(read) }),
    ...(traits & AT_FLOOR && { priceSetBy: 'floor' as const }),
    ...(traits & HAS_RIVAL && { priceSetBy: next(read) }),
    ...(stop !== undefined && { stoppedBy: stop }),
  }
}

interface Reader {
  readonly cells: Float64Array
  at: number
}

function next(read: Reader): number {
  return read.cells[read.at++]!
}

function list<T>(read: Reader, one: () => T): T[] {
  return Array.from({ length: next(read) }, one)
}

const USER_BYTES = 8

// Four bytes a cell.
function writeBytes(cells: Float64Array, at: number, bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i += 4) {
    cells[at++] = ((bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!) >>> 0
  }
  return at
}

function readBytes(read: Reader, length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  for (let i = 0; i < length; i += 4) bytes.writeUInt32BE(next(read), i)
  return new Uint8Array(bytes)
}

/** Its length, then three UTF-16 units a cell, which a float of 53 bits holds exactly. Returns the cell behind it. */
export function writeText(cells: Float64Array, at: number, text: string): number {
  const length = Math.min(text.length, TEXT_MAX)
  cells[at++] = length
  for (let i = 0; i < length; i += 3) {
    const second = i + 1 < length ? text.charCodeAt(i + 1) : 0
    const third = i + 2 < length ? text.charCodeAt(i + 2) : 0
    cells[at++] = text.charCodeAt(i) + second * 0x10000 + third * 0x1_0000_0000
  }
  return at
}

/** The text that begins at `at`. */
export function textAt(cells: Float64Array, at: number): string {
  return readText({ cells, at })
}

/** The cell behind that text. */
export function behindText(cells: Float64Array, at: number): number {
  return at + 1 + Math.ceil(cells[at]! / 3)
}

function readText(read: Reader): string {
  const length = next(read)
  let text = ''
  for (let i = 0; i < length; i += 3) {
    const cell = next(read)
    text += String.fromCharCode(cell & 0xffff, Math.floor(cell / 0x10000) & 0xffff, Math.floor(cell / 0x1_0000_0000))
  }
  return text.slice(0, length)
}
