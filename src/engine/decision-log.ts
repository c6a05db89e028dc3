// The last ten thousand decisions in memory: what was served, by which links, and how each candidate fared. No text.
import {
  type CandidateNote,
  type CandidateStop,
  NO_FILL_CODES,
  type NoFill,
  type NoFillReason,
  type Signals,
  type StageTiming,
} from '../domain/decision.ts'
import type { BidModel } from '../domain/campaign.ts'
import { BID_MODELS } from '../domain/campaign.ts'
import type { LinkPayload } from '../domain/link.ts'

export interface DecisionRecord {
  /** `req_…`. */
  readonly requestId: string
  readonly atMs: number
  readonly publisherNumber: number
  readonly test: boolean
  /** ISO 3166-1 alpha-2, or empty. */
  readonly country: string
  /** Without the conversation's terms, unless an explanation was asked for. */
  readonly signals: Signals
  readonly timings: readonly StageTiming[]
  readonly slots: readonly LoggedSlot[]
  /** From `packCandidates`. */
  readonly candidates: Float64Array
}

export interface LoggedSlot {
  readonly slotId: string
  readonly format: string
  readonly noFill?: NoFill
  readonly links: readonly LinkPayload[]
}

export interface DecisionLog {
  note(record: DecisionRecord): void
  find(requestId: string): DecisionRecord | undefined
  /** A click on one of the decision's ads was counted. */
  noteClick(requestId: string, ordinal: number): void
  wasClicked(requestId: string, ordinal: number): boolean
  /** Newest first, at most `limit`; of one publisher where its number is given. */
  newest(limit: number, publisherNumber?: number): DecisionRecord[]
}

export const DECISIONS_MAX = 10_000

/** @param decisionsMax how many decisions are kept; the oldest one gives way to a new one */
export function createDecisionLog({ decisionsMax = DECISIONS_MAX }: { decisionsMax?: number } = {}): DecisionLog {
  const ring: DecisionRecord[] = []
  const byId = new Map<string, DecisionRecord>()
  const clicks = new Map<string, number>() // ordinals as bits, of decisions in the log alone
  let next = 0
  return {
    note(record) {
      const old = ring[next]
      if (old) {
        byId.delete(old.requestId)
        clicks.delete(old.requestId)
      }
      ring[next] = record
      byId.set(record.requestId, record)
      next = (next + 1) % decisionsMax
    },
    find: (requestId) => byId.get(requestId),
    noteClick(requestId, ordinal) {
      if (byId.has(requestId)) clicks.set(requestId, (clicks.get(requestId) ?? 0) | (1 << ordinal))
    },
    wasClicked: (requestId, ordinal) => ((clicks.get(requestId) ?? 0) & (1 << ordinal)) !== 0,
    newest(limit, publisherNumber) {
      const found: DecisionRecord[] = []
      for (let i = 1; i <= ring.length && found.length < limit; i++) {
        const record = ring[(next - i + decisionsMax) % decisionsMax]!
        if (publisherNumber === undefined || record.publisherNumber === publisherNumber) found.push(record)
      }
      return found
    },
  }
}

/** A candidate as the log keeps it: by the ad's number, since ads come and go. */
export type LoggedCandidate = Omit<CandidateNote, 'doc'>

const FIELDS = 12
const NOBODY = -1
const FLOOR = -2
const STOPS: readonly (NoFillReason | CandidateStop)[] = [
  ...(Object.keys(NO_FILL_CODES) as NoFillReason[]),
  'outranked',
  'targeting',
  'not_running',
  'same_advertiser',
  'no_mention',
  'not_funded',
]

/** Candidates as plain numbers, since ten thousand decisions of objects would keep the garbage collector busy. */
export function packCandidates(candidates: readonly LoggedCandidate[]): Float64Array {
  const packed = new Float64Array(candidates.length * FIELDS)
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i]!
    const at = i * FIELDS
    packed[at] = candidate.adNumber
    packed[at + 1] = candidate.campaignNumber
    packed[at + 2] = candidate.relevance
    packed[at + 3] = candidate.score
    packed[at + 4] = BID_MODELS.indexOf(candidate.bid.model)
    packed[at + 5] = candidate.bid.amountMicros
    packed[at + 6] = candidate.priceMicros ?? -1
    packed[at + 7] = candidate.stoppedBy === undefined ? -1 : STOPS.indexOf(candidate.stoppedBy)
    packed[at + 8] = candidate.slot
    packed[at + 9] = candidate.rate
    packed[at + 10] = candidate.evidence
    packed[at + 11] = candidate.priceSetBy === 'floor' ? FLOOR : (candidate.priceSetBy ?? NOBODY)
  }
  return packed
}

export function unpackCandidates(packed: Float64Array): LoggedCandidate[] {
  const candidates: LoggedCandidate[] = []
  for (let at = 0; at < packed.length; at += FIELDS) {
    const price = packed[at + 6]!
    const stop = packed[at + 7]!
    const setBy = packed[at + 11]!
    candidates.push({
      adNumber: packed[at]!,
      campaignNumber: packed[at + 1]!,
      relevance: packed[at + 2]!,
      score: packed[at + 3]!,
      bid: { model: BID_MODELS[packed[at + 4]!] as BidModel, amountMicros: packed[at + 5]! },
      slot: packed[at + 8]!,
      rate: packed[at + 9]!,
      evidence: packed[at + 10]!,
      ...(price >= 0 && { priceMicros: price }),
      ...(setBy !== NOBODY && { priceSetBy: setBy === FLOOR ? ('floor' as const) : setBy }),
      ...(stop >= 0 && { stoppedBy: STOPS[stop]! }),
    })
  }
  return candidates
}
