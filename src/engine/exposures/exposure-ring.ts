// Every served ad that a cap may ask for, in rows of 26 bytes: a ring that forgets the oldest when it is full.
//
//   ad 4 │ served at 4 │ the row before of the same user 4, session 4, conversation 4  ‖  served at and whether seen 2 │ turn 2 │ publisher 2
//
// A row's number grows for ever; a reference is its low 32 bits, which stay unambiguous as long as fewer rows are live.
// Rows lie in chunks; a chunk that was forgotten leaves its place to a later one, though never to the next.
//
// Threads share the ring. Whoever changes it, or begins to read, holds the lock of the exposures. Rows that were reached from
// a reference that was got that way may be read without it: they do not change, but for the seen bit, and stay where they are.
// A row that is forgotten meanwhile is still whole until 65,536 more were added, and leads no further.
import { growingMemory, growTo, type MemoryPart } from '../../base/growing-memory.ts'

export const SUBJECT_KINDS = ['user', 'session', 'conversation'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** No row, or none any more. */
export const NONE = 0

export interface ExposureRow {
  readonly adNumber: number
  /** 0–65,535, see exposures.ts. */
  readonly publisher: number
  readonly servedAtMs: number
  readonly turn: number
  readonly seen: boolean
}

export interface ExposureRing {
  /** Adds a row and says how to refer to it. @param previous references by kind, in the order of SUBJECT_KINDS */
  add(row: ExposureRow, previous: ArrayLike<number>): number
  /** Takes note of what other threads added; to be called before references of theirs are used. */
  catchUp(): void
  /** False where the row was forgotten meanwhile. */
  isLive(reference: number): boolean
  /** How many rows were live before it: the order in which they were added. Of live rows alone, as all that follow. */
  ageRank(reference: number): number
  adOf(reference: number): number
  publisherOf(reference: number): number
  servedAtMs(reference: number): number
  turnOf(reference: number): number
  isSeen(reference: number): boolean
  setSeen(reference: number): void
  /** The row before it of the same subject; NONE where there is none or it was forgotten. @param kind place in SUBJECT_KINDS */
  previous(reference: number, kind: number): number
  /** Forgets chunks whose rows were all served before then. */
  forget(beforeMs: number): void
  rows(): number
  /** Of the chunks in use. */
  bytes(): number
  /** What there is to save of it. */
  parts(): MemoryPart[]
}

export interface RingMemory {
  /** Laid out as said at NEXT. */
  readonly state: SharedArrayBuffer
  readonly rows: SharedArrayBuffer
}

const CHUNK_BITS = 16
const CHUNK_ROWS = 2 ** CHUNK_BITS
const ROW_MASK = CHUNK_ROWS - 1
/** References count round and round; so many chunks make up one round. */
const CHUNKS = 65_536
const ROW_WORDS = 5
const ROW_HALVES = 3
const CHUNK_BYTES = CHUNK_ROWS * (ROW_WORDS * 4 + ROW_HALVES * 2)
const CHUNK_WORDS = CHUNK_BYTES / 4
const CHUNK_HALVES = CHUNK_BYTES / 2
/** Where the halves begin in a chunk, after all of its words. */
const HALVES_FROM = CHUNK_ROWS * ROW_WORDS * 2
const LINKS = 2
/** Epoch milliseconds: a word of the low 32 bits, and in a half 15 more and the bit that tells whether the ad was seen. */
const SEEN = 0x8000
const REFERENCES = 4_294_967_296
const TURN_MAX = 65_535

// The state: these, then the places of the chunks, then a ring of the places that are free. The place of a chunk stands at its
// number, modulo twice as many chunks as there can be: so it stands there still for a while after the chunk was forgotten.
const NEXT = 0 // reference of the row to come
const OLDEST = 1 // and of the first that is live
const OPENED = 2 // the chunk that is written to, plus 1
const PLACES = 3 // places that were ever used
const FREE_FROM = 4
const FREE_COUNT = 5
const HEAD_WORDS = 6

/** @param rowsMax rounded up to chunks of 65,536 rows, and these to a power of two, at least 2 */
export function ringMemory(rowsMax: number): RingMemory {
  const chunksMax = 2 ** Math.max(1, Math.ceil(Math.log2(rowsMax / CHUNK_ROWS)))
  // One place more, so that the one that was just left need not be taken.
  const placesMax = chunksMax + 1
  const state = new SharedArrayBuffer((HEAD_WORDS + 2 * chunksMax + placesMax) * 4)
  return { state, rows: growingMemory(placesMax * CHUNK_BYTES) }
}

export function createExposureRing(memory: RingMemory): ExposureRing {
  const state = new Uint32Array(memory.state)
  const placesMax = memory.rows.maxByteLength / CHUNK_BYTES
  const chunksMax = placesMax - 1
  const chunkMask = 2 * chunksMax - 1
  const freeAt = HEAD_WORDS + 2 * chunksMax
  let words = new Uint32Array(memory.rows, 0, 0)
  let halves = new Uint16Array(memory.rows, 0, 0)

  const catchUp = (): void => {
    const chunks = state[PLACES]!
    if (chunks * CHUNK_WORDS <= words.length) return
    growTo(memory.rows, chunks * CHUNK_BYTES) // free places are not saved
    words = new Uint32Array(memory.rows, 0, chunks * CHUNK_WORDS)
    halves = new Uint16Array(memory.rows, 0, chunks * CHUNK_HALVES)
  }
  // All of it in whole 32-bit numbers, for it is done several times for each exposure that a decision looks at.
  const rows = (): number => (state[NEXT]! - state[OLDEST]!) >>> 0
  const isLive = (reference: number): boolean => reference !== NONE && (reference - state[OLDEST]!) >>> 0 < rows()
  const placeOf = (reference: number): number => state[HEAD_WORDS + ((reference >>> CHUNK_BITS) & chunkMask)]!
  const wordsOf = (reference: number): number => placeOf(reference) * CHUNK_WORDS + (reference & ROW_MASK) * ROW_WORDS
  const halvesOf = (reference: number): number =>
    placeOf(reference) * CHUNK_HALVES + HALVES_FROM + (reference & ROW_MASK) * ROW_HALVES
  const servedAtMs = (reference: number): number =>
    (halves[halvesOf(reference)]! & ~SEEN) * REFERENCES + words[wordsOf(reference) + 1]!

  // A thread may end at any moment, so the order matters: what others see in between is a ring with less in it, and whole.
  const dropOldest = (): void => {
    const chunk = state[OLDEST]! >>> CHUNK_BITS
    state[OLDEST] = ((chunk + 1) % CHUNKS) * CHUNK_ROWS
    state[freeAt + ((state[FREE_FROM]! + state[FREE_COUNT]!) % placesMax)] = state[HEAD_WORDS + (chunk & chunkMask)]!
    state[FREE_COUNT]!++
  }
  const freePlace = (): number => {
    if (state[FREE_COUNT]! > 1 || state[PLACES] === placesMax) {
      const from = state[FREE_FROM]!
      state[FREE_FROM] = (from + 1) % placesMax
      state[FREE_COUNT]!--
      return state[freeAt + from]!
    }
    growTo(memory.rows, (state[PLACES]! + 1) * CHUNK_BYTES)
    return state[PLACES]!++
  }
  const heldChunks = (): number =>
    rows() === 0 ? 0 : ((((state[NEXT]! - 1) >>> CHUNK_BITS) - (state[OLDEST]! >>> CHUNK_BITS)) & (CHUNKS - 1)) + 1
  const openChunk = (chunk: number): void => {
    const noneFree = state[FREE_COUNT] === 0 && state[PLACES] === placesMax // a thread ended with one in its hands
    if (heldChunks() === chunksMax || noneFree) dropOldest()
    state[HEAD_WORDS + (chunk & chunkMask)] = freePlace()
    state[OPENED] = chunk + 1
    catchUp()
  }
  /** The reference of the next row, and a place for it. That which means "no row" is passed over. */
  const nextReference = (): number => {
    const next = state[NEXT]!
    if (state[OPENED] !== (next >>> CHUNK_BITS) + 1) openChunk(next >>> CHUNK_BITS)
    if (next !== NONE) return next
    if (rows() === 0) state[OLDEST] = 1
    state[NEXT] = 1
    return 1
  }

  return {
    add({ adNumber, publisher, servedAtMs, turn, seen }, previous) {
      const reference = nextReference()
      const word = wordsOf(reference)
      const half = halvesOf(reference)
      words[word] = adNumber
      words[word + 1] = servedAtMs % REFERENCES
      for (let kind = 0; kind < SUBJECT_KINDS.length; kind++) {
        words[word + LINKS + kind] = isLive(previous[kind]!) ? previous[kind]! : NONE
      }
      halves[half] = Math.floor(servedAtMs / REFERENCES) | (seen ? SEEN : 0)
      halves[half + 1] = Math.min(turn, TURN_MAX)
      halves[half + 2] = publisher
      state[NEXT] = (reference + 1) >>> 0
      return reference
    },
    catchUp,
    isLive,
    ageRank: (reference) => (reference - state[OLDEST]!) >>> 0,
    adOf: (reference) => words[wordsOf(reference)]!,
    publisherOf: (reference) => halves[halvesOf(reference) + 2]!,
    servedAtMs,
    turnOf: (reference) => halves[halvesOf(reference) + 1]!,
    isSeen: (reference) => (halves[halvesOf(reference)]! & SEEN) !== 0,
    setSeen(reference) {
      halves[halvesOf(reference)]! |= SEEN
    },
    previous(reference, kind) {
      const before = words[wordsOf(reference) + LINKS + kind]!
      // Asked after it was read: where the row itself was forgotten, its place may soon hold another.
      const oldest = state[OLDEST]!
      const rank = (reference - oldest) >>> 0
      const isWhole = rank < (state[NEXT]! - oldest) >>> 0
      return isWhole && before !== NONE && (before - oldest) >>> 0 < rank ? before : NONE
    },
    forget(beforeMs) {
      // The newest chunk stays: it is written to.
      while (heldChunks() > 1) {
        const last = (state[OLDEST]! | ROW_MASK) >>> 0
        if (servedAtMs(last) >= beforeMs) return
        dropOldest()
      }
    },
    rows() {
      return rows()
    },
    bytes() {
      return heldChunks() * CHUNK_BYTES
    },
    parts() {
      const first = state[OLDEST]! >>> CHUNK_BITS
      const chunks = Array.from({ length: heldChunks() }, (_, i) => ({
        memory: memory.rows,
        from: state[HEAD_WORDS + ((first + i) & chunkMask)]! * CHUNK_BYTES,
        bytes: CHUNK_BYTES,
      }))
      return [{ memory: memory.state, from: 0, bytes: memory.state.byteLength }, ...chunks]
    },
  }
}
