// What was served lately and may yet be seen and clicked: predicted rate and relevance of each ad, in tables taken as they are needed.
import type { LinkPayload } from '../../domain/link.ts'

export interface TrialMemory {
  /** Remembers a served ad; where there are too many, the oldest are forgotten. */
  put(link: LinkPayload, trial: Trial): void
  /** Looks a served ad up; false where it is not known any more. What was found stands in `found` until the next call. */
  find(link: LinkPayload): boolean
  readonly found: Readonly<Trial>
  /** The ad that was found last has been counted as an impression. */
  markCounted(): void
}

export interface Trial {
  /** 0–15. */
  relevanceBucket: number
  predictedClickRate: number
  counted: boolean
}

/** Of the two hours in which impressions are billed, all at 109 ads a second. */
const TRIALS_MAX = 786_432
/** Cells of a table, a power of two, 9 bytes each. Three of four are used, so that few ads stand beside their place. */
const TABLE_CELLS = 16_384
const TABLE_TRIALS = 12_288
const COUNTED = 0x80

interface Table {
  /** 0: empty. */
  readonly tags: Uint32Array
  readonly predicted: Float32Array
  readonly info: Uint8Array
}

/** @param trialsMax so many are remembered at least, and at most a table more */
export function createTrialMemory({ trialsMax = TRIALS_MAX }: { trialsMax?: number } = {}): TrialMemory {
  const tablesMax = 1 + Math.ceil(trialsMax / TABLE_TRIALS)
  const tables: Table[] = [] // newest first, since an ad is mostly seen soon
  let free = 0 // in the newest
  const found: Trial = { relevanceBucket: 0, predictedClickRate: 0, counted: false }
  let foundIn: Table | undefined
  let foundAt = 0

  const beginTable = (): void => {
    const table = tables.length === tablesMax ? tables.pop()! : createTable()
    table.tags.fill(0)
    tables.unshift(table)
    free = TABLE_TRIALS
  }

  return {
    put(link, { relevanceBucket, predictedClickRate, counted }) {
      if (free === 0) beginTable()
      free--
      const { tags, predicted, info } = tables[0]!
      const tag = tagOf(link)
      const at = cellOf(tags, hashOf(link), tag)
      tags[at] = tag
      predicted[at] = predictedClickRate
      info[at] = relevanceBucket | (counted ? COUNTED : 0)
    },
    find(link) {
      const hash = hashOf(link)
      const tag = tagOf(link)
      for (const table of tables) {
        const at = cellOf(table.tags, hash, tag)
        if (table.tags[at] !== tag) continue
        foundIn = table
        foundAt = at
        found.relevanceBucket = table.info[at]! & 0x0f
        found.predictedClickRate = table.predicted[at]!
        found.counted = (table.info[at]! & COUNTED) !== 0
        return true
      }
      return false
    },
    found,
    markCounted() {
      if (foundIn) foundIn.info[foundAt] = foundIn.info[foundAt]! | COUNTED
    },
  }
}

function createTable(): Table {
  return {
    tags: new Uint32Array(TABLE_CELLS),
    predicted: new Float32Array(TABLE_CELLS),
    info: new Uint8Array(TABLE_CELLS),
  }
}

/** The cell with that tag, or the empty one that it would take. */
function cellOf(tags: Uint32Array, hash: number, tag: number): number {
  let at = hash & (TABLE_CELLS - 1)
  while (tags[at] !== 0 && tags[at] !== tag) at = (at + 1) & (TABLE_CELLS - 1)
  return at
}

// The last ten bytes of a decision's id are random; cell and tag are read from different ones.
function hashOf({ decision, ordinal }: LinkPayload): number {
  return Math.imul(wordAt(decision, 6) + ordinal, 0x9e3779b1) >>> 8
}

function tagOf({ decision, ordinal }: LinkPayload): number {
  const tag = (wordAt(decision, 10) ^ Math.imul(ordinal + 1, 0x85ebca6b)) >>> 0
  return tag === 0 ? 1 : tag
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}
