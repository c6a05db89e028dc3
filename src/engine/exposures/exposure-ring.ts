// Every served ad that a cap may ask for, in rows of 26 bytes: a ring that forgets the oldest when it is full.
//
//   ad 4 │ served at and whether seen 6 │ turn 2 │ publisher 2 │ the row before of the same user 4, session 4, conversation 4
//
// A row's number grows for ever; a reference is its low 32 bits, which stay unambiguous as long as fewer rows are live.

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
  add(row: ExposureRow, previous: readonly [number, number, number]): number
  /** False where the row was forgotten meanwhile. */
  isLive(reference: number): boolean
  /** Of live rows alone. */
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
  readonly rows: number
  readonly bytes: number
  /** The memory of its chunks, oldest first, for as long as nothing is added, and where its rows lie. */
  save(): SavedRing
  /** Takes up what was saved, in its own memory; for a ring that is empty. */
  restore(saved: SavedRing): void
}

export interface SavedRing {
  readonly chunks: readonly Uint8Array[]
  readonly place: { readonly next: number; readonly rows: number; readonly oldestAt: number; readonly openAt: number }
}

const CHUNK_BITS = 16
const CHUNK_ROWS = 2 ** CHUNK_BITS
const ROW_MASK = CHUNK_ROWS - 1
/** References count round and round; so many chunks make up one round. */
const CHUNKS = 65_536
const ROW_BYTES = 26
const SEEN = 0x8000
const REFERENCES = 4_294_967_296
const TURN_MAX = 65_535

interface Chunk {
  readonly bytes: Uint8Array
  readonly ad: Uint32Array
  /** Epoch milliseconds: the low 32 bits, and above them 15 more and the bit that tells whether the ad was seen. */
  readonly servedLow: Uint32Array
  readonly servedHigh: Uint16Array
  readonly turn: Uint16Array
  readonly publisher: Uint16Array
  readonly links: readonly [Uint32Array, Uint32Array, Uint32Array]
}

/** @param rowsMax rounded up to chunks of 65,536 rows, and these to a power of two */
export function createExposureRing({ rowsMax }: { rowsMax: number }): ExposureRing {
  const chunksMax = 2 ** Math.max(1, Math.ceil(Math.log2(rowsMax / CHUNK_ROWS)))
  const chunks: (Chunk | undefined)[] = Array.from({ length: chunksMax })
  let next = 1 // reference of the row to come
  let rows = 0 // live ones, all just before it
  let oldestAt = 0 // the chunk in which they begin
  let openAt = -1 // the chunk that is written to
  let held = 0

  // All of it in whole 32-bit numbers, for it is done several times for each exposure that a decision looks at.
  const isLive = (reference: number): boolean => reference !== NONE && (next - 1 - reference) >>> 0 < rows
  const chunkOf = (reference: number): Chunk => chunks[(reference >>> CHUNK_BITS) & (chunksMax - 1)]!
  const servedAtMs = (reference: number): number => {
    const chunk = chunkOf(reference)
    const row = reference & ROW_MASK
    return (chunk.servedHigh[row]! & ~SEEN) * REFERENCES + chunk.servedLow[row]!
  }

  // Its memory is given back and not used again, so that no reference can lead to a newer row.
  const dropOldest = (): void => {
    const end = (oldestAt + 1) * CHUNK_ROWS
    chunks[oldestAt & (chunksMax - 1)] = undefined
    oldestAt = (oldestAt + 1) % CHUNKS
    held--
    rows = (next - (end >>> 0)) >>> 0
  }
  const openChunk = (at: number): void => {
    if (held === chunksMax) dropOldest()
    if (held === 0) oldestAt = at
    chunks[at & (chunksMax - 1)] = createChunk()
    openAt = at
    held++
  }

  return {
    add({ adNumber, publisher, servedAtMs, turn, seen }, previous) {
      if (next === NONE) {
        next++ // that reference means "no row", so its place stays empty
        rows++
        openChunk(0)
      }
      const at = next >>> CHUNK_BITS
      if (at !== openAt) openChunk(at)
      const chunk = chunkOf(next)
      const row = next & ROW_MASK
      chunk.ad[row] = adNumber
      chunk.servedLow[row] = servedAtMs % REFERENCES
      chunk.servedHigh[row] = Math.floor(servedAtMs / REFERENCES) | (seen ? SEEN : 0)
      chunk.turn[row] = Math.min(turn, TURN_MAX)
      chunk.publisher[row] = publisher
      for (let kind = 0; kind < SUBJECT_KINDS.length; kind++) {
        chunk.links[kind]![row] = isLive(previous[kind]!) ? previous[kind]! : NONE
      }
      const reference = next
      next = (next + 1) >>> 0
      rows++
      return reference
    },
    isLive,
    adOf: (reference) => chunkOf(reference).ad[reference & ROW_MASK]!,
    publisherOf: (reference) => chunkOf(reference).publisher[reference & ROW_MASK]!,
    servedAtMs,
    turnOf: (reference) => chunkOf(reference).turn[reference & ROW_MASK]!,
    isSeen: (reference) => (chunkOf(reference).servedHigh[reference & ROW_MASK]! & SEEN) !== 0,
    setSeen(reference) {
      chunkOf(reference).servedHigh[reference & ROW_MASK]! |= SEEN
    },
    previous(reference, kind) {
      const before = chunkOf(reference).links[kind]![reference & ROW_MASK]!
      return isLive(before) ? before : NONE
    },
    forget(beforeMs) {
      // The newest chunk stays: it is written to.
      while (held > 1) {
        const last = ((oldestAt + 1) * CHUNK_ROWS - 1) >>> 0
        if (servedAtMs(last) >= beforeMs) return
        dropOldest()
      }
    },
    get rows() {
      return rows
    },
    get bytes() {
      return held * CHUNK_ROWS * ROW_BYTES
    },
    save: () => ({
      chunks: Array.from({ length: held }, (_, i) => chunks[(oldestAt + i) & (chunksMax - 1)]!.bytes),
      place: { next, rows, oldestAt, openAt },
    }),
    restore({ chunks: saved, place }) {
      ;({ next, rows, oldestAt, openAt } = place)
      held = saved.length
      saved.forEach((bytes, i) => {
        chunks[(oldestAt + i) & (chunksMax - 1)] = chunkIn(bytes)
      })
    },
  }
}

function createChunk(): Chunk {
  return chunkIn(new Uint8Array(CHUNK_ROWS * ROW_BYTES))
}

/** The columns of a chunk, those of whole words first. */
function chunkIn(bytes: Uint8Array): Chunk {
  let at = bytes.byteOffset
  const column = <T>(of: new (buffer: ArrayBufferLike, from: number, length: number) => T, width: number): T => {
    const made = new of(bytes.buffer, at, CHUNK_ROWS)
    at += CHUNK_ROWS * width
    return made
  }
  const words = () => column(Uint32Array, 4)
  const halves = () => column(Uint16Array, 2)
  return {
    bytes,
    ad: words(),
    servedLow: words(),
    links: [words(), words(), words()],
    servedHigh: halves(),
    turn: halves(),
    publisher: halves(),
  }
}
