// The inventory in memory, handed to other threads of the process edition by edition, without a copy of the index.
//
//   main thread     catalog ──publish──> edition 7 ──> thread: takes it in between two decisions
//                      ^                                        │
//                      └────────────────── release(6) <─────────┘ "I decide by 7"
//
// What never changes (sealed runs, creatives) and what may be seen changing (what ads mean) is the very same memory. The
// small rest is copied into memory that is written again once its edition is released, and there only what changed since.
// An edition names just what the one before it did not have.
import { NEVER } from '../base/change-marks.ts'
import type { ChangingPiece } from '../base/piece-file.ts'
import type { Catalog, CatalogState } from './catalog.ts'

/** As a message to another thread can hold it. */
export interface Edition {
  /** One more than that of the edition before. */
  readonly number: number
  /** True where it builds on none before it. */
  readonly whole: boolean
  /** Views of shared memory, by name: those that the edition before did not have, or had other ones of. */
  readonly pieces: readonly (readonly [name: string, bytes: Uint8Array])[]
  /** Pieces that it has no more. */
  readonly dropped: readonly string[]
  /** Texts that ads share, by number: those that changed. */
  readonly texts: readonly (readonly [number: number, text: string])[]
  readonly state: Omit<CatalogState, 'pool'>
}

export interface CatalogEditions {
  /**
   * What the catalog holds now; to be sent to every thread that has the one before it. Undefined where nothing changed since,
   * and while so many editions are in use that no more are made.
   */
  publish(): Edition | undefined
  /** The newest edition for a thread that has none; undefined before the first was published. */
  newest(): Edition | undefined
  /** No thread reads editions up to and including `number` any more: their memory is used again. The newest one stays. */
  release(number: number): void
  /** Bytes of copies, in use or not. */
  bytes(): number
}

export interface EditionReader {
  /**
   * Has the catalog hold what the edition says; between two decisions.
   * @throws Error where the edition before it was not taken in; the catalog then holds what it held
   */
  take(edition: Edition): void
}

/** The one that threads move to and those that they may not have left yet; so many at least, and more while copies are small. */
const HELD_MIN = 3
const HELD_MAX = 16
const COPIES_BYTES_MAX = 64 * 1024 * 1024
/**
 * So many sets of copies are made for the first edition, since memory that was never written to is slow to write to; and so
 * many are kept while nobody reads them.
 */
const SETS_IDLE = 2

/** Reserved for a copy at least, in bytes. */
const ROOM_MIN = 1024 * 1024

/** A set of copies, by the name of what they are copies of. */
type CopySet = Map<string, { readonly bytes: Uint8Array; used: number; at: number }>

interface Held {
  readonly number: number
  readonly copies: CopySet
  readonly release: () => void
}

/** @param catalog the main thread's, which goes on changing */
export function createCatalogEditions({ catalog }: { catalog: Pick<Catalog, 'save' | 'version'> }): CatalogEditions {
  const held: Held[] = []
  const idle: CopySet[] = []
  // What threads have by now.
  let pieces = new Map<string, Uint8Array>()
  let texts: readonly string[] = []
  let state: Edition['state'] | undefined
  let number = 0
  let version = Number.NaN

  const bytes = (): number => {
    let sum = 0
    for (const copies of [...idle, ...held.map((one) => one.copies)]) {
      for (const { used } of copies.values()) sum += used
    }
    return sum
  }

  const areTooMany = (): boolean =>
    held.length >= HELD_MAX || (held.length >= HELD_MIN && idle.length === 0 && bytes() > COPIES_BYTES_MAX)

  const changedTexts = (now: readonly string[]): Edition['texts'] => {
    const changed: [number, string][] = []
    for (let i = 0; i < now.length; i++) if (now[i] !== texts[i]) changed.push([i, now[i]!])
    return changed
  }

  return {
    publish() {
      if (catalog.version() === version || areTooMany()) return undefined
      version = catalog.version()
      const imprint = catalog.save()
      if (number === 0) for (let i = 1; i < SETS_IDLE; i++) idle.push(copiesOf(imprint.changing, new Map()))
      const copies = copiesOf(imprint.changing, idle.pop() ?? new Map())
      held.push({ number: ++number, copies, release: imprint.release })

      const before = pieces
      pieces = new Map()
      const others: [string, Uint8Array][] = []
      const add = (name: string, bytes: Uint8Array): void => {
        const known = before.get(name)
        const same = known !== undefined && isSame(known, bytes)
        pieces.set(name, same ? known : bytes)
        if (!same) others.push([name, bytes])
      }
      for (const piece of imprint.changing) add(piece.name, bytesFor(piece, copies))
      for (const { name, bytes } of imprint.fixed) add(name, bytes)
      const dropped = [...before.keys()].filter((name) => !pieces.has(name))

      const { pool, ...rest } = imprint.state
      const newTexts = changedTexts(pool.texts)
      texts = pool.texts
      state = rest
      return { number, whole: number === 1, pieces: others, dropped, texts: newTexts, state }
    },

    newest: () =>
      state && { number, whole: true, pieces: [...pieces], dropped: [], texts: [...texts.entries()], state },

    release(upTo) {
      while (held.length > 1 && held[0]!.number <= upTo) {
        const { copies, release } = held.shift()!
        release()
        if (idle.length < SETS_IDLE) idle.push(copies)
      }
    },

    bytes,
  }
}

/** @param catalog the thread's own, to which nothing is added but by editions */
export function createEditionReader({ catalog }: { catalog: Pick<Catalog, 'restore'> }): EditionReader {
  const pieces = new Map<string, Uint8Array>()
  const texts: string[] = []
  let last = 0

  return {
    take(edition) {
      if (!edition.whole && edition.number !== last + 1) {
        throw new Error(`edition ${edition.number} of the inventory follows ${edition.number - 1}, not ${last}`)
      }
      last = edition.number
      if (edition.whole) pieces.clear()
      for (const [name, bytes] of edition.pieces) pieces.set(name, bytes)
      for (const name of edition.dropped) pieces.delete(name)
      for (const [i, text] of edition.texts) texts[i] = text
      catalog.restore(pieces, { ...edition.state, pool: { texts } } satisfies CatalogState)
    },
  }
}

/** Brings a set of copies up to date. */
function copiesOf(changing: readonly ChangingPiece[], copies: CopySet): CopySet {
  for (const { name, bytes, changes, readableWhileChanging } of changing) {
    if (readableWhileChanging) continue
    let copy = copies.get(name)
    if (copy === undefined || copy.bytes.length < bytes.length) {
      // Reserved for when it grows; what is not written to takes no room.
      const room = Math.max(ROOM_MIN, bytes.length * 2)
      copy = { bytes: new Uint8Array(new SharedArrayBuffer(room)), used: 0, at: NEVER }
      copies.set(name, copy)
    }
    copy.used = Math.max(copy.used, bytes.length)
    if (changes === undefined) copy.bytes.set(bytes)
    else copy.at = changes.marks.copy(bytes, copy.bytes, changes.bytesEach, copy.at)
  }
  return copies
}

function bytesFor({ name, bytes, readableWhileChanging }: ChangingPiece, copies: CopySet): Uint8Array {
  return readableWhileChanging ? bytes : copies.get(name)!.bytes.subarray(0, bytes.length)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.buffer === other.buffer && one.byteOffset === other.byteOffset && one.length === other.length
}
