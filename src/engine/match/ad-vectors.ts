// What each ad is about, as one short vector: a column by ad number beside the index, one byte a dimension, in shared memory.
import { arrayIn, type ChangingPiece, type Pieces } from '../../base/piece-file.ts'
import { keepRead } from '../../base/read-ahead.ts'
import { sharedArray } from '../../base/shared-array.ts'
import type { MatchQuery } from './match-query.ts'
import { PAGE_DOCS } from './posting-run.ts'
import type { AdTerms } from './read-ad.ts'
import { everydayWeightOf } from './weigh-terms.ts'
import type { WordVectors } from './word-vectors.ts'

export interface AdVectors {
  /** Writes the vector of ad `doc`, made of its terms; what stood there before is gone. */
  set(doc: number, terms: AdTerms): void
  /** Turns a conversation into the vector that ads are compared with from now on. */
  aim(query: MatchQuery): void
  /** Cosine, −1 … 1, of the conversation aimed at and ad `doc`; NaN where too few words of either are known to tell. */
  similarityOf(doc: number): number
  /** Asks for the vectors of so many ads before anything waits for them: they lie in far memory. */
  readAhead(docs: Uint32Array, count: number): void
  bytes(): number
  /** All vectors, to be restored in another process that has the same word vectors. */
  save(): { changing: ChangingPiece[]; state: AdVectorsState }
  restore(pieces: Pieces, state: AdVectorsState): void
}

export interface AdVectorsState {
  readonly dims: number
  readonly blocks: number
}

/** Belongs to one thread, though others may read what it writes; costs `words.dims` bytes an ad, in pieces of 65,536 ads. */
export function createAdVectors(words: WordVectors): AdVectors {
  const { dims } = words
  const blocks: Int8Array[] = []
  const sum = new Float32Array(dims)
  const aimed = new Float32Array(dims)
  let isAimed = false
  let aimedAt: MatchQuery | undefined

  return {
    set(doc, { own, lo, hi, impact }) {
      const vector = vectorOf(blocks, doc, dims)
      let known = 0
      let all = 0
      sum.fill(0)
      for (let i = 0; i < own; i++) {
        const row = words.find(lo[i]!, hi[i]!)
        all += impact[i]!
        if (row < 0) continue
        known += impact[i]!
        words.add(row, impact[i]!, sum)
      }
      const scale = known < KNOWN_SHARE_OF_AD * all ? 0 : scaleToUnit(sum) * STEPS
      for (let i = 0; i < dims; i++) vector[i] = Math.round(sum[i]! * scale)
    },

    aim(query) {
      if (query === aimedAt) return
      aimedAt = query
      const { count, lo, hi, weight, rarity } = query
      let known = 0
      let all = 0
      sum.fill(0)
      words.readAhead(lo, count)
      for (let t = 0; t < count; t++) {
        const row = words.find(lo[t]!, hi[t]!)
        const told = weight[t]! * everydayWeightOf(rarity[t]!)
        all += told
        if (row < 0) continue
        known += told
        words.add(row, weight[t]!, sum)
      }
      const unit = scaleToUnit(sum)
      isAimed = unit > 0 && known >= KNOWN_SHARE_OF_QUERY * all
      for (let i = 0; i < dims; i++) aimed[i] = (sum[i]! * unit) / STEPS
    },

    similarityOf(doc) {
      if (!isAimed) return Number.NaN
      const block = blocks[Math.floor(doc / PAGE_DOCS)]
      if (block === undefined) return Number.NaN
      const from = (doc % PAGE_DOCS) * dims
      let [even, odd, length] = [0, 0, 0]
      // Two sums, since each addition would wait for the one before.
      for (let i = 0; i < dims; i += 2) {
        const [first, second] = [block[from + i]!, block[from + i + 1]!]
        even += first * aimed[i]!
        odd += second * aimed[i + 1]!
        length |= first | second
      }
      return length === 0 ? Number.NaN : Math.max(-1, Math.min(1, even + odd))
    },

    readAhead(docs, count) {
      let seen = 0
      for (let i = 0; i < count; i++) {
        const doc = docs[i]!
        seen ^= blocks[Math.floor(doc / PAGE_DOCS)]?.[(doc % PAGE_DOCS) * dims] ?? 0
      }
      keepRead(seen)
    },

    bytes: () => blocks.length * PAGE_DOCS * dims,

    // Written before its ad is found, and again only for another ad of the same number: who still shows the older ad
    // there weighs it wrong for a moment, which is not worth a copy.
    save: () => ({
      changing: blocks.map((block, i) => ({
        name: nameOfBlock(i),
        bytes: new Uint8Array(block.buffer, block.byteOffset, block.byteLength),
        readableWhileChanging: true,
      })),
      state: { dims, blocks: blocks.length },
    }),

    restore(pieces, saved) {
      if (saved.dims !== dims) throw new Error(`ad vectors: kept with ${saved.dims} dimensions, not ${dims}`)
      blocks.length = 0
      for (let i = 0; i < saved.blocks; i++) blocks.push(arrayIn(pieces, nameOfBlock(i), Int8Array))
    },
  }
}

/** What a component of 1 is as a byte. */
const STEPS = 127

/** Shares of the words, by weight, that the table must know before a vector is believed. */
const KNOWN_SHARE_OF_AD = 1 / 3
const KNOWN_SHARE_OF_QUERY = 1 / 2

function nameOfBlock(i: number): string {
  return `vectors/${i}`
}

// A vector never spans two of them, so it is found and written without a look at the others.
function vectorOf(blocks: Int8Array[], doc: number, dims: number): Int8Array {
  const block = Math.floor(doc / PAGE_DOCS)
  while (blocks.length <= block) blocks.push(new Int8Array(sharedArray(Uint8Array, PAGE_DOCS * dims).buffer))
  const from = (doc % PAGE_DOCS) * dims
  return blocks[block]!.subarray(from, from + dims)
}

/** What a vector must be multiplied with to have length 1; 0 for one that is nothing. */
function scaleToUnit(vector: Float32Array): number {
  let squares = 0
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!
  return squares > 1e-12 ? 1 / Math.sqrt(squares) : 0
}
