// The meaning of single words: a table of vectors that ships with the service, made offline from an open sentence encoder.
// Behind the header of the file follow, little-endian, the lower and the upper halves of the words' hashes, a scale for each, and one byte for each dimension.
import { readFileSync } from 'node:fs'
import { type ModelFileHeader, splitModelFile } from '../../base/model-file.ts'
import { keepRead } from '../../base/read-ahead.ts'
import { sharedArray } from '../../base/shared-array.ts'
import { createFinder, fillSlots, slotsFor } from './hash-places.ts'

export interface WordVectors {
  /** Even. */
  readonly dims: number
  /** Where the word's vector begins, for `add`; −1 for a word that the table does not hold. */
  find(lo: number, hi: number): number
  /** Asks for what `find` and `add` will read of so many words, before anything waits for it: it lies in far memory. */
  readAhead(lo: Uint32Array, count: number): void
  /** Adds `weight` times the vector of row `row` to `sum`. Frequent words have short vectors, telling ones long ones. */
  add(row: number, weight: number, sum: Float32Array): void
  /** For `openWordVectors` in another thread. */
  readonly memory: WordVectorsMemory
}

export interface WordVectorsMemory {
  readonly dims: number
  readonly words: number
  /** Hashes, scales and values, as the file has them. */
  readonly body: SharedArrayBuffer
  /** Of an open table: row + 1, 0 = empty. */
  readonly slots: Int32Array
}

export interface WordVectorsHeader extends ModelFileHeader {
  readonly dims: number
  readonly words: number
}

const WORD_VECTORS_FORMAT = 1

/** @throws Error where the file is missing, cut short, damaged or of another format, since nothing may start with half of it */
export function loadWordVectors(path: URL | string = SHIPPED): WordVectors {
  return parseWordVectors(readFileSync(path))
}

export function parseWordVectors(file: Uint8Array): WordVectors {
  const { header, body } = splitFile(file)
  const { dims, words } = header
  const lo = new Uint32Array(body, 0, words)
  const slots = sharedArray(Int32Array, slotsFor(words))
  fillSlots(slots, lo)
  return openWordVectors({ dims, words, body, slots })
}

export function openWordVectors(memory: WordVectorsMemory): WordVectors {
  const { dims, words, body, slots } = memory
  const lo = new Uint32Array(body, 0, words)
  const hi = new Uint32Array(body, words * 4, words)
  const scales = new Float32Array(body, words * 8, words)
  const values = new Int8Array(body, words * 12, words * dims)
  const mask = slots.length - 1

  return {
    memory,
    dims,
    find: createFinder({ lo, hi, slots }),
    readAhead(lows, count) {
      let seen = 0
      for (let i = 0; i < count; i++) seen ^= slots[lows[i]! & mask]!
      for (let i = 0; i < count; i++) {
        const row = slots[lows[i]! & mask]!
        if (row > 0)
          seen ^= lo[row - 1]! ^ hi[row - 1]! ^ scales[row - 1]! ^ values[(row - 1) * dims]! ^ values[row * dims - 1]!
      }
      keepRead(seen)
    },
    add(row, weight, sum) {
      const scale = scales[row]! * weight
      const from = row * dims
      for (let i = 0; i < dims; i++) sum[i]! += scale * values[from + i]!
    },
  }
}

const SHIPPED = new URL('../../../models/word-vectors.bin', import.meta.url)

function splitFile(file: Uint8Array): { header: WordVectorsHeader; body: SharedArrayBuffer } {
  const { header, body } = splitModelFile<WordVectorsHeader>(file, 'word-vectors', WORD_VECTORS_FORMAT)
  if (header.dims % 2 !== 0 || body.length !== header.words * (12 + header.dims)) {
    throw new Error('word-vectors: the header does not fit the numbers; their dimensions must be even')
  }
  // Copied, since arrays of 32-bit numbers must begin at a multiple of four, and shared by all threads.
  const memory = new SharedArrayBuffer(body.length)
  new Uint8Array(memory).set(body)
  return { header, body: memory }
}
