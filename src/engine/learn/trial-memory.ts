// What was served lately and may yet be seen and clicked: predicted rate and relevance of each ad, in a table of fixed size.
import type { LinkPayload } from '../../domain/link.ts'

export interface TrialMemory {
  /** Remembers a served ad; an older one in the same cell is forgotten. */
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

/** Two hours, in which impressions are billed, at 140 ads a second; 9 MB. */
export const TRIALS_MAX = 1 << 20
const COUNTED = 0x80

/** @param trialsMax a power of two */
export function createTrialMemory({ trialsMax = TRIALS_MAX }: { trialsMax?: number } = {}): TrialMemory {
  const tags = new Uint32Array(trialsMax)
  const predicted = new Float32Array(trialsMax)
  const info = new Uint8Array(trialsMax)
  const found: Trial = { relevanceBucket: 0, predictedClickRate: 0, counted: false }
  let foundAt = 0

  return {
    put(link, { relevanceBucket, predictedClickRate, counted }) {
      const hash = hashOf(link)
      const at = hash & (trialsMax - 1)
      tags[at] = tagOf(link)
      predicted[at] = predictedClickRate
      info[at] = relevanceBucket | (counted ? COUNTED : 0)
    },
    find(link) {
      const at = hashOf(link) & (trialsMax - 1)
      if (tags[at] !== tagOf(link)) return false
      foundAt = at
      found.relevanceBucket = info[at]! & 0x0f
      found.predictedClickRate = predicted[at]!
      found.counted = (info[at]! & COUNTED) !== 0
      return true
    },
    found,
    markCounted() {
      info[foundAt] = info[foundAt]! | COUNTED
    },
  }
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
