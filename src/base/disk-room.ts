// Whether a disk has room for a file that can be done without: never the room that the database next to it lives on.
import { statfs } from 'node:fs/promises'

/** Bytes that may still be written. */
export type FreeBytes = () => Promise<number>

/** What stays free for the database and its log, whatever else is written. */
export const ROOM_LEFT_BYTES = 256 * 1024 * 1024

export function freeBytesAt(folder: string): FreeBytes {
  return async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
}

/** @throws Error in a sentence where the pieces do not fit */
export async function demandRoom(pieces: readonly { readonly bytes: Uint8Array }[], freeBytes: FreeBytes) {
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0)
  const free = await freeBytes()
  if (free >= bytes + ROOM_LEFT_BYTES) return
  throw new Error(
    `the disk has ${mib(free)} MiB free; it takes ${mib(bytes)} MiB, and ${mib(ROOM_LEFT_BYTES)} MiB stay free`,
  )
}

const mib = (bytes: number) => Math.ceil(bytes / (1024 * 1024))
