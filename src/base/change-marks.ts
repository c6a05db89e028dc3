// Notes which numbers of some arrays changed, so that a copy of them can be brought up to date without being made anew.

export interface ChangeMarks {
  /** What stands at `index`, in any of the arrays, changed. */
  mark(index: number): void
  /** Everything did. */
  markAll(): void
  /**
   * Copies what changed since an earlier call for the same copy.
   * @param bytesEach how many bytes a number has in this array
   * @param since what the earlier call returned; `NEVER` for a copy that is all zeros
   * @returns what the next call for this copy has to say
   */
  copy(from: Uint8Array, into: Uint8Array, bytesEach: 1 | 4, since: number): number
}

export const NEVER = Number.NEGATIVE_INFINITY

/** The last changes that are known one by one. */
const MARKS_KEPT = 16_384
/** Numbers that are copied one after the other in the time that one takes by itself, which waits for far memory. */
const NUMBERS_A_MARK = 64

export function createChangeMarks(): ChangeMarks {
  const marked = new Uint32Array(MARKS_KEPT)
  let changes = 0

  return {
    mark: (index) => void (marked[changes++ % MARKS_KEPT] = index),

    markAll() {
      changes += MARKS_KEPT + 1
    },

    copy(from, into, bytesEach, since) {
      const numbers = from.length / bytesEach
      if (changes - since > Math.min(MARKS_KEPT, numbers / NUMBERS_A_MARK)) into.set(from)
      else if (bytesEach === 1) copyMarked(from, into, numbers, since)
      else copyMarked(words(from), words(into), numbers, since)
      return changes
    },
  }

  function copyMarked<T extends Uint8Array | Uint32Array>(from: T, into: T, numbers: number, since: number): void {
    for (let at = since; at < changes; at++) {
      const index = marked[at % MARKS_KEPT]!
      if (index < numbers) into[index] = from[index]!
    }
  }
}

function words({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4)
}
