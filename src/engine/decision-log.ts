// The last ten thousand decisions in memory: what was served, by which links, and how each candidate fared. No text.
import { decodeId } from '../base/ids.ts'
import {
  type DecisionEntry,
  type DecisionRecord,
  readRecord,
  RECORD_CELLS_MAX,
  writeRecord,
} from './decision-record.ts'

export interface DecisionLog {
  note(entry: DecisionEntry): void
  /** @param requestId `req_…` */
  find(requestId: string): DecisionRecord | undefined
  /** An ad of the decision was clicked, and that counts. @param decision its id bytes */
  noteClick(decision: Uint8Array, ordinal: number): void
  /** Newest first, at most `limit`; of one publisher where its number is given. */
  newest(limit: number, publisherNumber?: number): Iterable<DecisionRecord>
}

export const DECISIONS_MAX = 10_000
/** Room for three ads, eight others and a few texts; where decisions are larger than that, fewer are kept. 20 MB. */
const CELLS_EACH = 256

/**
 * Decisions stand as numbers in one array that is written round and round: ten thousand of them as objects would be copied
 * by the garbage collector again and again, and hold up answers while that lasts.
 * @param decisionsMax how many decisions are kept; the oldest ones give way to a new one
 */
export function createDecisionLog({ decisionsMax = DECISIONS_MAX }: { decisionsMax?: number } = {}): DecisionLog {
  const cells = new Float64Array(Math.max(decisionsMax * CELLS_EACH, RECORD_CELLS_MAX * 2))
  // By entry, in a ring of its own. A place counts every cell ever passed, so that one that was written over is seen to be.
  const places = new Float64Array(decisionsMax).fill(Number.NEGATIVE_INFINITY)
  const tags = new Uint32Array(decisionsMax)
  const clicks = new Uint32Array(decisionsMax)
  let next = 0
  let end = 0

  const isThere = (entry: number): boolean => places[entry]! >= end - cells.length
  const read = (entry: number): DecisionRecord => readRecord(cells, places[entry]! % cells.length, clicks[entry]!)
  const entryOf = (decision: Uint8Array): number => {
    const tag = tagOf(decision)
    for (let entry = tags.indexOf(tag); entry !== -1; entry = tags.indexOf(tag, entry + 1)) {
      if (isThere(entry) && isSame(read(entry).decision, decision)) return entry
    }
    return -1
  }

  return {
    note(entry) {
      const at = end % cells.length
      // An entry stands in one piece: where the array may end within it, it begins at the front.
      if (at + RECORD_CELLS_MAX > cells.length) end += cells.length - at
      places[next] = end
      tags[next] = tagOf(entry.decision)
      clicks[next] = 0
      const start = end % cells.length
      end += writeRecord(cells, start, entry) - start
      next = (next + 1) % decisionsMax
    },
    find(requestId) {
      const decision = requestId.startsWith('req_') ? decodeId(requestId.slice(4)) : undefined
      const entry = decision ? entryOf(decision) : -1
      return entry === -1 ? undefined : read(entry)
    },
    noteClick(decision, ordinal) {
      const entry = entryOf(decision)
      if (entry !== -1) clicks[entry] = clicks[entry]! | (1 << ordinal)
    },
    *newest(limit, publisherNumber) {
      let found = 0
      for (let i = 1; i <= decisionsMax && found < limit; i++) {
        const entry = (next - i + decisionsMax) % decisionsMax
        if (!isThere(entry)) return
        const record = read(entry)
        if (publisherNumber !== undefined && record.publisherNumber !== publisherNumber) continue
        found++
        yield record
      }
    },
  }
}

// Of the bytes that chance gave.
function tagOf(decision: Uint8Array): number {
  return ((decision[12]! << 24) | (decision[13]! << 16) | (decision[14]! << 8) | decision[15]!) >>> 0
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, i) => byte === b[i])
}
