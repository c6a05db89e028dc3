// Actions and the exposure they came from, one row a thing counted; two floats each, so that a million ads take 8 MB.
// They lie in shared memory: one thread counts, others may read.
import { sharedArray } from '../../base/shared-array.ts'

export interface Tally {
  /** Observed actions; 0 for a row that nothing was heard of. */
  actions(row: number): number
  /** What they could come from, in the counter's own unit. */
  exposure(row: number): number
  addAction(row: number): void
  addExposure(row: number, amount: number): void
  /** Makes room for rows 0 to `rows` − 1, as far as there is any. */
  reserve(rows: number): void
  state(): TallyState
}

/** Pairs of actions and exposure, row after row; what lies beyond the end is 0. */
export interface TallyState {
  /** Another array once there was no room for more. */
  readonly values: Float32Array
  /** Pages of which a row changed since they were last kept; see PAGE_ROWS. */
  readonly changed: Set<number>
}

/** Rows kept together: 32 KB. */
export const PAGE_ROWS = 4_096
/** Past so many actions both numbers are halved: the past counts less and less, and floats stay exact enough. */
const ACTIONS_MAX = 4_000
const EXPOSURE_MAX = 4_000_000
/** 128 MB. Numbers come from the store and only grow; of ads beyond these nothing is learned. */
export const ROWS_MAX = 16_000_000

/** @param exposureMax past so much exposure, too, both numbers are halved */
export function createTally(kept?: TallyState, exposureMax = EXPOSURE_MAX): Tally {
  let values = kept === undefined ? sharedArray(Float32Array, 0) : inSharedMemory(kept.values)
  const changed = kept?.changed ?? new Set<number>()

  const reserve = (rows: number): void => {
    if (rows * 2 <= values.length) return
    // Whole rows: half of one at the end would be an exposure that is not even 0.
    const room = Math.min(Math.max(rows, Math.ceil(values.length * 0.75), 32), ROWS_MAX)
    if (room * 2 === values.length) return
    const larger = sharedArray(Float32Array, 2 * room)
    larger.set(values)
    values = larger
  }
  const add = (at: number, amount: number, most: number): void => {
    const row = at >>> 1
    if (row >= ROWS_MAX) return
    reserve(row + 1)
    const sum = values[at]! + amount
    values[at] = sum
    if (sum > most) {
      values[row * 2]! /= 2
      values[row * 2 + 1]! /= 2
    }
    changed.add((row / PAGE_ROWS) | 0)
  }

  return {
    // A look beyond the end of an array would slow down every later one.
    actions: (row) => (row * 2 < values.length ? values[row * 2]! : 0),
    exposure: (row) => (row * 2 < values.length ? values[row * 2 + 1]! : 0),
    addAction: (row) => add(row * 2, 1, ACTIONS_MAX),
    addExposure: (row, amount) => add(row * 2 + 1, amount, exposureMax),
    reserve,
    state() {
      return { values, changed }
    },
  }
}

function inSharedMemory(values: Float32Array): Float32Array {
  if (values.buffer instanceof SharedArrayBuffer) return values
  const shared = sharedArray(Float32Array, values.length)
  shared.set(values)
  return shared
}
