// Keeps the best of a stream of scored ads: a binary heap with the worst kept on top, equal scores by lower number.

export interface TopDocs {
  /** Starts anew, for at most `limit` ads. */
  clear(limit: number): void
  /** A score below this cannot get in any more; 0 while there is room. */
  least(): number
  /** Takes the ad in where it is good enough; says whether it did. Scores are whole, 0–65,535. */
  offer(doc: number, score: number): boolean
  /** Writes what was kept, best first, scores times `unit`, and returns how many. */
  take(docs: Uint32Array, scores: Float32Array, unit: number): number
}

export function createTopDocs(limitMax: number): TopDocs {
  // Score above, number from the top below, in one exact double: one comparison orders both.
  const heap = new Float64Array(limitMax)
  let limit = limitMax
  let count = 0

  function siftUp(key: number): void {
    let at = count++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (heap[parent]! <= key) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = key
  }

  function replaceTop(key: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= count) break
      if (child + 1 < count && heap[child + 1]! < heap[child]!) child++
      if (heap[child]! >= key) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = key
  }

  return {
    clear(wanted) {
      limit = wanted
      count = 0
    },
    least() {
      return count < limit ? 0 : Math.floor(heap[0]! / NUMBERS)
    },
    offer(doc, score) {
      const key = score * NUMBERS + (NUMBERS - 1 - doc)
      if (count < limit) siftUp(key)
      else if (limit > 0 && key > heap[0]!) replaceTop(key)
      else return false
      return true
    },
    take(docs, scores, unit) {
      const sorted = heap.subarray(0, count).sort()
      for (let i = 0; i < count; i++) {
        const key = sorted[count - 1 - i]!
        const score = Math.floor(key / NUMBERS)
        docs[i] = NUMBERS - 1 - (key - score * NUMBERS)
        scores[i] = score * unit
      }
      return count
    },
  }
}

const NUMBERS = 2 ** 32
