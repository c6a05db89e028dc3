// Keeps the best of a stream of scored ads: a binary heap with the worst kept on top, equal scores by number.

export interface TopDocs {
  /**
   * Starts anew, for at most `limit` ads.
   * @param lot 32 bits, drawn anew each time, that decide which of equal scores come first; without it the lower numbers do
   */
  clear(limit: number, lot?: number): void
  /** A score below this cannot get in any more; 0 while there is room. */
  least(): number
  /** Whether `offer` would take the ad in. */
  admits(doc: number, score: number): boolean
  /** Takes the ad in where it is good enough, with a note of 16 bits. Scores are whole, 0–65,535. */
  offer(doc: number, score: number, note: number): void
  /** Writes what was kept, best first, scores times `unit`, and returns how many; nothing is kept any more. */
  take(docs: Uint32Array, scores: Float32Array, notes: Uint16Array, unit: number): number
}

export function createTopDocs(limitMax: number): TopDocs {
  // In one exact double: one comparison orders both.
  const heap = new Float64Array(limitMax)
  const noteOf = new Uint16Array(limitMax)
  let limit = limitMax
  let lot = 0
  let spread = 1
  let gather = 1
  let count = 0

  // Score above, number from the top below.
  const keyOf = (doc: number, score: number): number =>
    score * NUMBERS + (NUMBERS - 1 - ((Math.imul(doc, spread) ^ lot) >>> 0))

  function siftUp(key: number, note: number): void {
    let at = count++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (heap[parent]! <= key) break
      heap[at] = heap[parent]!
      noteOf[at] = noteOf[parent]!
      at = parent
    }
    heap[at] = key
    noteOf[at] = note
  }

  function replaceTop(key: number, note: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= count) break
      if (child + 1 < count && heap[child + 1]! < heap[child]!) child++
      if (heap[child]! >= key) break
      heap[at] = heap[child]!
      noteOf[at] = noteOf[child]!
      at = child
    }
    heap[at] = key
    noteOf[at] = note
  }

  return {
    clear(wanted, drawn) {
      limit = wanted
      lot = drawn === undefined ? 0 : drawn | 0
      spread = drawn === undefined ? 1 : SPREAD
      gather = drawn === undefined ? 1 : GATHER
      count = 0
    },
    least() {
      return count < limit ? 0 : Math.floor(heap[0]! / NUMBERS)
    },
    admits(doc, score) {
      return count < limit || keyOf(doc, score) > heap[0]!
    },
    offer(doc, score, note) {
      const key = keyOf(doc, score)
      if (count < limit) siftUp(key, note)
      else if (limit > 0 && key > heap[0]!) replaceTop(key, note)
    },
    take(docs, scores, notes, unit) {
      const taken = count
      while (count > 0) {
        const key = heap[0]!
        const score = Math.floor(key / NUMBERS)
        const note = noteOf[0]!
        count--
        if (count > 0) replaceTop(heap[count]!, noteOf[count]!)
        docs[count] = Math.imul((NUMBERS - 1 - (key - score * NUMBERS)) ^ lot, gather)
        scores[count] = score * unit
        notes[count] = note
      }
      return taken
    },
  }
}

const NUMBERS = 2 ** 32

/** Ads that came together would stay together whatever their numbers are mixed with, so those are multiplied apart before; one undoes the other, modulo 2³². */
const SPREAD = 0x9e3779b1
const GATHER = 0x0e8b2f51
