// What an embedding model makes of each ad: a column by doc number beside the index, one byte a dimension. It is only there where an
// installation has such a model, and takes the place of the shipped table of word vectors (`ad-vectors.ts`) for the ads it knows.
//
// Every model has a direction that all its texts share, and how much differs: two texts without a word in common have a cosine of 0.1
// with some and of 0.8 with others. So cosines are measured from a centre, the mean of texts about all sorts of things, from which any two
// models tell much the same (docs/matching.md, "With a model of your own").
import { arrayIn, type Piece, type Pieces } from '../../base/piece-file.ts'

/** Which ad stands behind a doc number now, and in which version; numbers are used again. */
export interface AdNames {
  adNumberOf(doc: number): number
  adVersionOf(doc: number): number
}

export interface AdEmbeddings {
  /**
   * What all texts have in common; similarities are NaN until it is there. Where it is another one than before, another model made it, and all
   * that is kept goes.
   */
  setCentre(centre: Float32Array): void
  /**
   * Keeps what the model makes of an ad.
   * @param vector of any length but 0; undefined for an ad that the model cannot read, which is not asked about again
   * @throws Error where it has other dimensions than the centre
   */
  set(doc: number, ad: number, version: number, vector: Float32Array | undefined): void
  /** Whether nothing is kept of the ad that is there now. */
  lacks(doc: number): boolean
  /** Cosine, −1 … 1, of a conversation's vector and ad `doc`, both seen from the centre; NaN where either is not known. */
  similarityOf(vector: Float32Array, doc: number): number
  /** All of it; the bytes change with the next `set`. */
  save(): { pieces: Piece[]; state: EmbeddingsState }
  /** Takes in what was saved of ads that are still the same. @param docOf −1 for an ad that is not there */
  restore(pieces: Pieces, state: EmbeddingsState, docOf: (adNumber: number) => number): void
}

export interface EmbeddingsState {
  readonly dims: number
  readonly docs: number
}

/** Belongs to one thread. Costs as many bytes an ad as the model has dimensions, and 8. */
export function createAdEmbeddings(names: AdNames): AdEmbeddings {
  let centre = new Float32Array(0)
  let aimed = new Float32Array(0)
  let aimedAt: Float32Array | undefined
  let towards = 0 // of what is aimed at, along the centre
  let centreSquares = 0
  let ads = new Uint32Array(0)
  let versions = new Uint32Array(0)
  let blocks: Int8Array[] = []
  let docs = 0

  const clear = (): void => {
    ads = new Uint32Array(0)
    versions = new Uint32Array(0)
    blocks = []
    docs = 0
  }
  const setCentre = (given: Float32Array): void => {
    if (!isMuchTheSame(given, centre)) clear()
    centre = new Float32Array(given)
    aimed = new Float32Array(given.length)
    aimedAt = undefined
    centreSquares = 0
    for (const value of centre) centreSquares += value * value
  }
  const roomFor = (doc: number): Int8Array => {
    const block = Math.floor(doc / BLOCK_DOCS)
    while (blocks.length <= block) blocks.push(new Int8Array(BLOCK_DOCS * centre.length))
    if (ads.length < blocks.length * BLOCK_DOCS) {
      ads = grown(ads, blocks.length * BLOCK_DOCS)
      versions = grown(versions, blocks.length * BLOCK_DOCS)
    }
    docs = Math.max(docs, doc + 1)
    const from = (doc % BLOCK_DOCS) * centre.length
    return blocks[block]!.subarray(from, from + centre.length)
  }
  // Kept with one more, so that 0 is no ad and no version.
  const isOf = (doc: number): boolean =>
    doc < docs && ads[doc] === names.adNumberOf(doc) + 1 && versions[doc] === names.adVersionOf(doc) + 1

  // The same conversation is compared with some dozens of ads.
  const aim = (vector: Float32Array): void => {
    if (vector === aimedAt) return
    aimedAt = vector
    // What has no length has no direction either.
    const unit = scaleToUnit(vector) || Number.NaN
    for (let i = 0; i < aimed.length; i++) aimed[i] = vector[i]! * unit - centre[i]!
    const again = scaleToUnit(aimed)
    towards = 0
    for (let i = 0; i < aimed.length; i++) {
      aimed[i] = aimed[i]! * again
      towards += aimed[i]! * centre[i]!
    }
  }

  return {
    setCentre,

    set(doc, ad, version, vector) {
      if (vector !== undefined && vector.length !== centre.length) {
        throw new Error(`an embedding has ${vector.length} dimensions, where the first ones had ${centre.length}`)
      }
      const kept = roomFor(doc)
      ads[doc] = ad + 1
      versions[doc] = version + 1
      kept.fill(0)
      if (vector === undefined) return
      let largest = 0
      for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!))
      if (largest > 0) for (let i = 0; i < vector.length; i++) kept[i] = Math.round((vector[i]! / largest) * STEPS)
    },

    lacks: (doc) => !isOf(doc),

    // The ad's own vector of length 1 is kept in steps of its largest component, so its length is found on the way.
    similarityOf(vector, doc) {
      if (vector.length !== centre.length || centre.length === 0 || !isOf(doc)) return Number.NaN
      aim(vector)
      const block = blocks[Math.floor(doc / BLOCK_DOCS)]!
      const from = (doc % BLOCK_DOCS) * centre.length
      let along = 0
      let squares = 0
      let central = 0
      for (let i = 0; i < centre.length; i++) {
        const kept = block[from + i]!
        squares += kept * kept
        along += kept * aimed[i]!
        central += kept * centre[i]!
      }
      if (squares === 0) return Number.NaN
      const unit = 1 / Math.sqrt(squares)
      const distance = 1 - 2 * central * unit + centreSquares
      if (distance < 1e-9) return Number.NaN
      return Math.max(-1, Math.min(1, (along * unit - towards) / Math.sqrt(distance)))
    },

    save: () => ({
      pieces: [
        { name: 'centre', bytes: bytesOf(centre) },
        { name: 'ads', bytes: bytesOf(ads) },
        { name: 'versions', bytes: bytesOf(versions) },
        ...blocks.map((block, i) => ({ name: `block/${i}`, bytes: bytesOf(block) })),
      ],
      state: { dims: centre.length, docs },
    }),

    // Doc numbers may be others since: the inventory may have been read from the store anew.
    restore(pieces, saved, docOf) {
      setCentre(arrayIn(pieces, 'centre', Float32Array))
      clear()
      const savedAds = arrayIn(pieces, 'ads', Uint32Array)
      const savedVersions = arrayIn(pieces, 'versions', Uint32Array)
      let block = new Int8Array(0)
      for (let i = 0; i < saved.docs; i++) {
        if (i % BLOCK_DOCS === 0) block = arrayIn(pieces, `block/${i / BLOCK_DOCS}`, Int8Array)
        if (savedAds[i] === 0) continue
        const doc = docOf(savedAds[i]! - 1)
        if (doc < 0 || names.adVersionOf(doc) + 1 !== savedVersions[i]) continue
        const from = (i % BLOCK_DOCS) * saved.dims
        roomFor(doc).set(block.subarray(from, from + saved.dims))
        ads[doc] = savedAds[i]!
        versions[doc] = savedVersions[i]!
      }
    },
  }
}

/** What the largest component of a vector is as a byte. */
const STEPS = 127
const BLOCK_DOCS = 4_096

/** The mean of vectors, each seen at length 1. @throws Error where they have different dimensions, or there is none */
export function centreOf(vectors: readonly Float32Array[]): Float32Array {
  const dims = vectors[0]?.length ?? 0
  if (dims === 0 || vectors.some(({ length }) => length !== dims)) throw new Error('embeddings of different dimensions')
  const sum = new Float32Array(dims)
  for (const vector of vectors) {
    const unit = scaleToUnit(vector) / vectors.length
    for (let i = 0; i < dims; i++) sum[i]! += vector[i]! * unit
  }
  return sum
}

// A model says nearly the same each time: how texts lie together in a batch moves the last digits.
function isMuchTheSame(one: Float32Array, other: Float32Array): boolean {
  if (one.length !== other.length) return false
  let along = 0
  for (let i = 0; i < one.length; i++) along += one[i]! * other[i]!
  return along * scaleToUnit(one) * scaleToUnit(other) > 0.999
}

function scaleToUnit(vector: Float32Array): number {
  let squares = 0
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!
  return squares > 1e-24 ? 1 / Math.sqrt(squares) : 0
}

function grown(from: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(from)
  return larger
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
