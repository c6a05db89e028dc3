// The last ten thousand decisions in memory: what was served, by which links, and how each candidate fared. No text.
import { parseRequestId } from '../domain/link-token.ts'
import {
  decisionOf,
  type DecisionEntry,
  type DecisionRecord,
  ownerOf,
  readRecord,
  readServed,
  readWeighed,
  RECORD_CELLS_MAX,
  type ServedRecord,
  writeRecord,
} from './decision-record.ts'

export interface DecisionLog {
  note(entry: DecisionEntry): void
  /** Takes in an entry as `writeRecord` wrote it. */
  noteCells(cells: Float64Array): void
  /** @param requestId `req_…` */
  find(requestId: string): DecisionRecord | undefined
  /** An ad of the decision was clicked, and that counts. @param decision its id bytes */
  noteClick(decision: Uint8Array, ordinal: number): void
  /** Newest first, at most `limit` of those asked for. Read in several turns, it leaves out what is noted meanwhile. */
  newest(limit: number, of?: DecisionsOf): Iterable<DecisionRecord>
  /** All those asked for with the candidates of one campaign alone, newest first. */
  weighed(campaignNumber: number, of?: DecisionsOf): Iterable<DecisionEntry>
  /** Those asked for without their candidates, newest first. May be read over many turns: what is noted meanwhile is left out. */
  served(of?: DecisionsOf): Iterable<ServedRecord>
}

/** Absent: whichever. */
export interface DecisionsOf {
  readonly publisherNumber?: number | undefined
  /** Those of tests alone, or none of them. */
  readonly test?: boolean | undefined
  /** The `req_…` of one: older ones alone, so none where that one is forgotten. */
  readonly olderThan?: string | undefined
}

export const DECISIONS_MAX = 10_000
/** Whoever works through all of them takes so many in one turn of the event loop: a millisecond or a few. */
export const DECISIONS_A_TURN = 32
/** 1 MiB, taken when it is needed first. */
const SEGMENT_CELLS = 131_072
/**
 * A decision of three ads and eight others takes about 130 cells, one of six such slots 660 to 730. Where decisions are larger than
 * that on average, fewer are kept, in 60 MB at most.
 */
const CELLS_EACH_MAX = 768

/**
 * Decisions stand as numbers in a few long arrays that are used round and round: ten thousand of them as objects would be
 * copied by the garbage collector again and again, and hold up answers while that lasts.
 * @param decisionsMax how many decisions are kept; the oldest ones give way to a new one
 */
export function createDecisionLog({ decisionsMax = DECISIONS_MAX }: { decisionsMax?: number } = {}): DecisionLog {
  const segmentsMax = Math.max(2, Math.ceil((decisionsMax * CELLS_EACH_MAX) / SEGMENT_CELLS))
  const segments: Float64Array[] = [] // oldest first
  // By entry, in a ring of its own. A place counts every cell ever passed, so that one whose segment is gone is seen to be.
  const places = new Float64Array(decisionsMax).fill(Number.NEGATIVE_INFINITY)
  const tags = new Uint32Array(decisionsMax)
  const clicks = new Uint32Array(decisionsMax)
  let noted = 0 // ever; an entry stands at the place that is left by division
  let start = 0 // place of the first cell that is kept
  let end = 0

  const isThere = (entry: number): boolean => places[entry]! >= start
  const cellsOf = (entry: number): [cells: Float64Array, at: number] => {
    const at = places[entry]! - start
    return [segments[Math.floor(at / SEGMENT_CELLS)]!, at % SEGMENT_CELLS]
  }
  const read = (entry: number): DecisionRecord => readRecord(...cellsOf(entry), clicks[entry]!)
  // What is noted meanwhile is none of those asked for, and what it took the place of is gone.
  function* newestBy<T>(readOne: (entry: number) => T, of: DecisionsOf = {}): Generator<T> {
    const { publisherNumber, test, olderThan } = of
    const from = noted
    for (let i = 1 + agesOf(olderThan); i + noted - from <= decisionsMax; i++) {
      const entry = (from - i) % decisionsMax
      if (entry < 0 || !isThere(entry)) return
      const owner = ownerOf(...cellsOf(entry))
      if (publisherNumber !== undefined && owner.publisherNumber !== publisherNumber) continue
      if (test !== undefined && owner.test !== test) continue
      yield readOne(entry)
    }
  }
  /** How many were noted since, that one included; none where none is named, all where it is forgotten. */
  const agesOf = (requestId: string | undefined): number => {
    if (requestId === undefined) return 0
    const entry = entryOfId(requestId)
    return entry === -1 ? decisionsMax : ((noted - 1 - entry) % decisionsMax) + 1
  }
  const entryOfId = (requestId: string): number => {
    const decision = parseRequestId(requestId)
    return decision ? entryOf(decision) : -1
  }
  const entryOf = (decision: Uint8Array): number => {
    const tag = tagOf(decision)
    for (let entry = tags.indexOf(tag); entry !== -1; entry = tags.indexOf(tag, entry + 1)) {
      if (isThere(entry) && isSame(read(entry).decision, decision)) return entry
    }
    return -1
  }
  // The oldest segment is used again where all of it is forgotten, or where there may be no more.
  const beginSegment = (): void => {
    end = start + segments.length * SEGMENT_CELLS
    const oldestKept = places[(noted + 1) % decisionsMax]!
    const isSpare = oldestKept >= start + SEGMENT_CELLS || segments.length === segmentsMax
    if (isSpare) start += SEGMENT_CELLS
    segments.push(isSpare ? segments.shift()! : new Float64Array(SEGMENT_CELLS))
  }

  // An entry stands in one piece.
  const beginEntry = (decision: Uint8Array): number => {
    if (end + RECORD_CELLS_MAX > start + segments.length * SEGMENT_CELLS) beginSegment()
    const entry = noted++ % decisionsMax
    places[entry] = end
    tags[entry] = tagOf(decision)
    clicks[entry] = 0
    return (end - start) % SEGMENT_CELLS
  }

  return {
    note(entry) {
      const at = beginEntry(entry.decision)
      end += writeRecord(segments.at(-1)!, at, entry) - at
    },
    noteCells(cells) {
      const at = beginEntry(decisionOf(cells))
      segments.at(-1)!.set(cells, at)
      end += cells.length
    },
    find(requestId) {
      const entry = entryOfId(requestId)
      return entry === -1 ? undefined : read(entry)
    },
    noteClick(decision, ordinal) {
      const entry = entryOf(decision)
      if (entry !== -1) clicks[entry] = clicks[entry]! | (1 << ordinal)
    },
    newest: (limit, of) => newestBy(read, of).take(limit),
    weighed: (campaignNumber, of) => newestBy((entry) => readWeighed(...cellsOf(entry), campaignNumber), of),
    served: (of) => newestBy((entry) => readServed(...cellsOf(entry)), of),
  }
}

// Of the bytes that chance gave.
function tagOf(decision: Uint8Array): number {
  return ((decision[12]! << 24) | (decision[13]! << 16) | (decision[14]! << 8) | decision[15]!) >>> 0
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, i) => byte === b[i])
}
