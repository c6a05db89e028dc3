// What is shown of each ad, as bytes in shared memory outside the heap: a million creatives cost the garbage collector nothing.
//
//   record: doc 4 | kinds 2 | a length for each part 2 × 8 | the bytes of the parts | up to 3 bytes to the next multiple of 4
//
// A part that many ads share stands in a pool, and its number in place of its length. What fits into Latin-1 is kept so,
// which is read back many times faster than UTF-8.
import type { ChangeMarks } from '../base/change-marks.ts'
import { createLeases } from '../base/leases.ts'
import { arrayIn, type Piece, type Pieces } from '../base/piece-file.ts'
import { bytesOf } from '../base/shared-array.ts'
import { createTextPool, type TextPoolState } from './text-pool.ts'

/** Where a record lies; opaque to callers, never `NO_RECORD`. */
export type ArenaRef = number

export const NO_RECORD = 0xffff_ffff

/** Parts of a record, in their order. */
export const PARTS = 8

export interface CreativeArena {
  /**
   * Keeps the parts of the ad behind `doc` and returns where.
   * @param shared a bit for each part that other ads are likely to have word for word
   * @throws RangeError where a part is longer than 65,535 bytes
   */
  write(doc: number, parts: readonly string[], shared: number): ArenaRef
  read(ref: ArenaRef, part: number): string
  /** Gives a record up; its room comes back by `tidy`. */
  release(ref: ArenaRef): void
  /**
   * Copies the living records out of one slab that is more than half dead, and lets go of it: a fraction of a millisecond.
   * @param refOfDoc where each ad's record lies now; changed to where it lies then
   * @param marks told which of them changed
   * @returns false where there is nothing worth doing
   */
  tidy(refOfDoc: Uint32Array, marks: ChangeMarks): boolean
  bytes(): number
  /** `fixed` does not change until `release` is called, whatever is written later; the rest is as JSON can say it. */
  save(): { fixed: Piece[]; state: ArenaState; pool: TextPoolState; release(): void }
  /** Slabs that are the same piece as before are left as they are. */
  restore(pieces: Pieces, state: ArenaState, pool: TextPoolState): void
}

/** Two numbers for each slab: its own, and how many of its bytes are dead. */
export type ArenaState = readonly number[]

interface Slab {
  readonly piece: SharedArrayBuffer | Uint8Array
  readonly bytes: Buffer
  readonly halves: Uint16Array
  readonly words: Uint32Array
  used: number
  dead: number
}

const SLAB_BYTES = 1024 * 1024
const UNIT_BYTES = 4
const SLAB_UNITS = SLAB_BYTES / UNIT_BYTES
const HEADER_BYTES = 4 + 2 + 2 * PARTS
const PART_BYTES_MAX = 0xffff
/** Emptied slabs that are kept to be written again; another thread's garbage collector does not see how large they are. */
const SPARE_SLABS_MAX = 4

/** Records are appended to slabs of 1 MiB. A reference is slab × 2^18 + offset / 4, so 16 GiB can be told apart. */
export function createCreativeArena(): CreativeArena {
  let slabs: (Slab | undefined)[] = []
  let open: Slab | undefined
  let openAt = 0
  const spare: SharedArrayBuffer[] = []
  const leases = createLeases({ waitingMax: 4 * SPARE_SLABS_MAX })
  const pool = createTextPool()
  const values = new Uint16Array(PARTS)

  // A number that was given up is taken again, so that the list does not grow with changes.
  const openSlab = (): Slab => {
    const free = slabs.indexOf(undefined)
    openAt = free < 0 ? slabs.length : free
    open = slabOf(spare.shift() ?? new SharedArrayBuffer(SLAB_BYTES), 0, 0)
    slabs[openAt] = open
    return open
  }
  const slabFor = (bytes: number): Slab =>
    open !== undefined && open.used + bytes <= open.bytes.length ? open : openSlab()
  // Without other readers it is garbage as any other.
  const drop = (at: number): void => {
    const { buffer } = slabs[at]!.bytes
    slabs[at] = undefined
    if (!leases.held() || buffer.byteLength !== SLAB_BYTES) return
    leases.retire(() => {
      if (spare.length < SPARE_SLABS_MAX) spare.push(buffer as unknown as SharedArrayBuffer)
    })
  }
  const refOf = (offset: number): ArenaRef => openAt * SLAB_UNITS + offset / UNIT_BYTES

  return {
    write(doc, parts, shared) {
      parts.forEach(checkLength)
      let kinds = 0
      let bytes = HEADER_BYTES
      for (let part = 0; part < PARTS; part++) {
        const text = parts[part]!
        const number = text !== '' && (shared >>> part) & 1 ? pool.take(text) : 0
        if (number > 0) kinds |= SHARED << part
        else if (WIDE.test(text)) kinds |= UTF8 << part
        values[part] = number
        if (number > 0) continue
        values[part] = (kinds >>> part) & UTF8 ? Buffer.byteLength(text) : text.length
        bytes += values[part]!
      }
      const slab = slabFor(roundedUp(bytes))
      const offset = slab.used
      slab.used += roundedUp(bytes)
      slab.words[offset / UNIT_BYTES] = doc
      slab.halves[offset / 2 + 2] = kinds
      let at = offset + HEADER_BYTES
      for (let part = 0; part < PARTS; part++) {
        slab.halves[offset / 2 + 3 + part] = values[part]!
        if ((kinds >>> part) & SHARED) continue
        at += slab.bytes.write(parts[part]!, at, (kinds >>> part) & UTF8 ? 'utf8' : 'latin1')
      }
      return refOf(offset)
    },

    read(ref, part) {
      const slab = slabs[Math.floor(ref / SLAB_UNITS)]!
      const half = (ref % SLAB_UNITS) * 2
      const kinds = slab.halves[half + 2]!
      if ((kinds >>> part) & SHARED) return pool.textOf(slab.halves[half + 3 + part]!)
      let at = half * 2 + HEADER_BYTES
      for (let i = 0; i < part; i++) if (((kinds >>> i) & SHARED) === 0) at += slab.halves[half + 3 + i]!
      const end = at + slab.halves[half + 3 + part]!
      return (kinds >>> part) & UTF8 ? slab.bytes.toString('utf8', at, end) : slab.bytes.toString('latin1', at, end)
    },

    release(ref) {
      const slab = slabs[Math.floor(ref / SLAB_UNITS)]!
      const half = (ref % SLAB_UNITS) * 2
      const kinds = slab.halves[half + 2]!
      for (let part = 0; part < PARTS; part++)
        if ((kinds >>> part) & SHARED) pool.release(slab.halves[half + 3 + part]!)
      slab.dead += sizeAt(slab, half)
    },

    tidy(refOfDoc, marks) {
      const from = slabs.findIndex((slab) => slab !== undefined && slab !== open && slab.dead * 2 > slab.used)
      if (from < 0) return false
      const slab = slabs[from]!
      for (let at = 0; at < slab.used && slab.dead < slab.used;) {
        const size = sizeAt(slab, at / 2)
        const doc = slab.words[at / UNIT_BYTES]!
        if (refOfDoc[doc] === from * SLAB_UNITS + at / UNIT_BYTES) {
          const into = slabFor(size)
          into.bytes.set(slab.bytes.subarray(at, at + size), into.used)
          refOfDoc[doc] = refOf(into.used)
          marks.mark(doc)
          into.used += size
        }
        at += size
      }
      drop(from)
      return true
    },

    bytes() {
      return slabs.reduce((sum, slab) => sum + (slab?.bytes.length ?? 0), spare.length * SLAB_BYTES)
    },

    save() {
      const fixed: Piece[] = []
      const state: number[] = []
      for (const [at, slab] of slabs.entries()) {
        if (slab === undefined) continue
        fixed.push({ name: nameOf(at), bytes: bytesOf(slab.bytes, slab.used) })
        state.push(at, slab.dead)
      }
      return { fixed, state, pool: pool.save(), release: leases.take() }
    },

    restore(pieces, state, ofPool) {
      pool.restore(ofPool)
      open = undefined
      const before = slabs
      slabs = []
      for (let i = 0; i < state.length; i += 2) {
        const [at, dead] = [state[i]!, state[i + 1]!]
        const piece = pieces.get(nameOf(at))
        while (slabs.length < at) slabs.push(undefined)
        const known = before[at]
        if (known === undefined || known.piece !== piece) slabs.push(restoredSlab(pieces, nameOf(at), dead))
        else {
          known.dead = dead
          slabs.push(known)
        }
      }
    },
  }
}

/** Bits for part 0; those of part n stand n further left. */
const UTF8 = 1
const SHARED = 1 << 8
const WIDE = /[^\0-\xff]/

function slabOf(buffer: SharedArrayBuffer, used: number, dead: number): Slab {
  return {
    piece: buffer,
    bytes: Buffer.from(buffer),
    halves: new Uint16Array(buffer),
    words: new Uint32Array(buffer),
    used,
    dead,
  }
}

function restoredSlab(pieces: Pieces, name: string, dead: number): Slab {
  const { buffer, byteOffset, byteLength } = arrayIn(pieces, name, Uint8Array)
  return {
    piece: pieces.get(name)!,
    bytes: Buffer.from(buffer, byteOffset, byteLength),
    halves: arrayIn(pieces, name, Uint16Array),
    words: arrayIn(pieces, name, Uint32Array),
    used: byteLength,
    dead,
  }
}

function sizeAt({ halves }: Slab, half: number): number {
  const kinds = halves[half + 2]!
  let bytes = HEADER_BYTES
  for (let part = 0; part < PARTS; part++) if (((kinds >>> part) & SHARED) === 0) bytes += halves[half + 3 + part]!
  return roundedUp(bytes)
}

function checkLength(part: string): void {
  if (part.length * 3 > PART_BYTES_MAX && Buffer.byteLength(part) > PART_BYTES_MAX)
    throw new RangeError(`a part of ${Buffer.byteLength(part)} bytes passed the limits of an ad`)
}

function roundedUp(bytes: number): number {
  return Math.ceil(bytes / UNIT_BYTES) * UNIT_BYTES
}

function nameOf(slab: number): string {
  return `creatives/${slab}`
}
