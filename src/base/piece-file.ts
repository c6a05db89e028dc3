// A file of named pieces of bytes, written slice by slice beside other work and read back into shared memory in one go.
//
//   magic 8 | the pieces, one after the other | directory, JSON | its length 4 | its checksum 4 | magic 8
//
// The file gets its name only once it is whole and on the disk, and each piece has a checksum: what was cut off, damaged or
// written by somebody else is told from what is good before anything of it is used.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { ChangeMarks } from './change-marks.ts'
import type { NumberArray } from './shared-array.ts'

/** A named piece of memory. Its bytes must not change until it is written. */
export interface Piece {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A piece of numbers that come and go, of so many bytes each. */
export interface ChangingPiece extends Piece {
  /** Where its changes are noted; absent where they may be anywhere. */
  readonly changes?: { readonly marks: ChangeMarks; readonly bytesEach: 1 | 4 }
  /** Another thread may read it while it changes, and will see nothing worse than an older or a newer number. */
  readonly readableWhileChanging?: true
}

/** All that a part of memory is made of, to be kept and restored. */
export interface Imprint {
  /** May change as soon as they are written. */
  readonly changing: readonly ChangingPiece[]
  /** Do not change until `release` is called. */
  readonly fixed: readonly Piece[]
  /** The little that is no array of numbers, as JSON can say it. */
  readonly state: unknown
  release(): void
}

export interface PieceFile {
  readonly about: Record<string, unknown>
  /** Each in memory of its own. */
  readonly pieces: ReadonlyMap<string, SharedArrayBuffer>
}

/** By name: each a buffer, or what counts of one. */
export type Pieces = ReadonlyMap<string, SharedArrayBuffer | Uint8Array>

interface Directory {
  readonly about: Record<string, unknown>
  readonly pieces: readonly (readonly [name: string, bytes: number, checksum: number])[]
}

const MAGIC = Buffer.from('ASIDEPC1')
const TRAILER_BYTES = 8 + MAGIC.length
const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024
/** So much is checksummed at one go: well under a millisecond. */
const SLICE_BYTES = 1024 * 1024
/** The most that one call of the operating system reads. */
const READ_BYTES_MAX = 1024 * 1024 * 1024

/**
 * Writes a file beside `path`, which takes the place of an older one once it is whole; one at a time.
 * @param fill adds the pieces, each of whose bytes may change again once it is added; gives what the file says of itself, anything that JSON
 * can say in some kilobytes, or undefined where it is to be given up
 * @returns whether it is there; where it is not, or anything fails, the older one stands
 */
export async function writePieceFile(
  path: string,
  fill: (add: (piece: Piece) => Promise<void>) => Promise<object | undefined>,
): Promise<boolean> {
  const unfinished = `${path}.tmp`
  const file = await open(unfinished, 'w', 0o600)
  let isNamed = false
  try {
    const { write, add, directoryOf } = createWriter(file)
    await write(MAGIC)
    const about = await fill(add)
    if (about === undefined) return false
    await write(directoryOf(about))
    await file.sync()
    await file.close()
    await rename(unfinished, path)
    isNamed = true
    await syncFolder(dirname(path))
    return true
  } finally {
    if (!isNamed) {
      await file.close().catch(() => {}) // it may be closed already
      await rm(unfinished, { force: true })
    }
  }
}

function createWriter(file: FileHandle) {
  const pieces: [string, number, number][] = []
  let at = 0
  const write = async (bytes: Uint8Array): Promise<void> => {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at)
      done += bytesWritten
      at += bytesWritten
    }
  }
  return {
    write,
    async add({ name, bytes }: Piece): Promise<void> {
      let checksum = 0
      for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
        const slice = bytes.subarray(from, from + SLICE_BYTES)
        checksum = crc32(slice, checksum)
        await write(slice)
      }
      pieces.push([name, bytes.length, checksum])
    },
    /** The end of the file. */
    directoryOf(about: object): Buffer {
      const directory = Buffer.from(JSON.stringify({ about, pieces }))
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(directory.length, 0)
      trailer.writeUInt32LE(crc32(directory), 4)
      return Buffer.concat([directory, trailer, MAGIC])
    },
  }
}

/**
 * Reads a whole file. Blocks while it reads, so it is for the start.
 * @param refusal looks at what the file says of itself before its pieces are read; why it is of no use, or undefined
 * @returns undefined where there is none
 * @throws Error in a sentence where it is refused or not whole
 */
export function readPieceFile(
  path: string,
  refusal?: (about: Record<string, unknown>) => string | undefined,
): PieceFile | undefined {
  const pieces = new Map<string, SharedArrayBuffer>()
  const roomFor = (name: string, bytes: number) => {
    const buffer = new SharedArrayBuffer(bytes)
    pieces.set(name, buffer)
    return new Uint8Array(buffer)
  }
  const about = readPieces(path, roomFor, refusal)
  return about && { about, pieces }
}

/**
 * The same, where the caller has memory for it.
 * @param roomFor the memory for each piece, of just so many bytes; where the file is not whole it is filled in vain
 * @returns what the file says of itself
 */
export function readPieces(
  path: string,
  roomFor: (name: string, bytes: number) => Uint8Array,
  refusal: (about: Record<string, unknown>) => string | undefined = () => undefined,
): PieceFile['about'] | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { about, pieces } = readDirectory(file)
    const refused = refusal(about)
    if (refused !== undefined) throw new Error(refused)
    let at = MAGIC.length
    for (const [name, bytes, checksum] of pieces) {
      if (readAt(file, roomFor(name, bytes), at) !== checksum) throw new Error(`its piece ${name} is damaged`)
      at += bytes
    }
    return about
  } finally {
    closeSync(file)
  }
}

/**
 * A piece as the numbers that it was taken from; not copied.
 * @throws Error where there is none of the name
 */
export function arrayIn<T extends NumberArray | Int8Array>(
  pieces: Pieces,
  name: string,
  Type: { new (buffer: ArrayBufferLike, from: number, length: number): T; readonly BYTES_PER_ELEMENT: number },
): T {
  const piece = pieces.get(name)
  if (piece === undefined) throw new Error(`the piece ${name} is missing`)
  const length = piece.byteLength / Type.BYTES_PER_ELEMENT
  return piece instanceof Uint8Array ? new Type(piece.buffer, piece.byteOffset, length) : new Type(piece, 0, length)
}

function readDirectory(file: number): Directory {
  const { size } = fstatSync(file)
  if (size < MAGIC.length + TRAILER_BYTES) throw new Error('it is cut off')
  const magic = Buffer.alloc(MAGIC.length)
  readAt(file, magic, 0)
  const trailer = Buffer.alloc(TRAILER_BYTES)
  readAt(file, trailer, size - TRAILER_BYTES)
  if (!magic.equals(MAGIC) || !trailer.subarray(8).equals(MAGIC)) throw new Error('it is cut off, or of another kind')
  const length = trailer.readUInt32LE(0)
  const at = size - TRAILER_BYTES - length
  if (length > DIRECTORY_BYTES_MAX || at < MAGIC.length) throw new Error('its directory is damaged')
  const bytes = Buffer.alloc(length)
  if (readAt(file, bytes, at) !== trailer.readUInt32LE(4)) throw new Error('its directory is damaged')
  const directory = JSON.parse(bytes.toString()) as Directory
  const sum = directory.pieces.reduce((total, [, pieceBytes]) => total + pieceBytes, MAGIC.length)
  if (sum !== at) throw new Error('its directory does not fit its length')
  return directory
}

/** Fills `into` from the file and returns the checksum of what was read. */
function readAt(file: number, into: Uint8Array, position: number): number {
  for (let done = 0; done < into.length;) {
    const read = readSync(file, into, done, Math.min(into.length - done, READ_BYTES_MAX), position + done)
    if (read === 0) throw new Error('it is cut off')
    done += read
  }
  return crc32(into)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
