// What is shown of each ad, as bytes outside the heap: a million creatives cost the garbage collector nothing.

/** Where a record lies; opaque to callers. */
export type ArenaRef = number

export interface CreativeArena {
  /** Keeps the parts and returns where. Parts must not contain U+0000, which stands between them. */
  write(parts: readonly string[]): ArenaRef
  read(ref: ArenaRef): string[]
  /** Gives a record's room back at the next compaction. */
  release(ref: ArenaRef): void
  /** True once so much room is released that copying what lives is worth it. */
  wantsCompaction(): boolean
  /** Copies the living records into fresh chunks; returns where each of them lies now, in the order given. */
  compact(living: Iterable<ArenaRef>): ArenaRef[]
  stats(): { bytes: number; deadBytes: number }
}

const CHUNK_BYTES = 4 * 1024 * 1024
const RECORD_BYTES_MAX = 64 * 1024
const HEADER_BYTES = 4
const WORTH_COMPACTING_BYTES = 4 * CHUNK_BYTES

/**
 * Records are appended to chunks of 4 MiB. A reference is chunk × 4 MiB + offset, exact as a double up to 2^53, so the
 * arena itself sets no bound: what it holds is bounded by the number of live ads and by compaction at half dead.
 */
export function createCreativeArena(): CreativeArena {
  let chunks: Buffer[] = []
  let used = CHUNK_BYTES // of the last chunk: full, so that the first record opens one
  let total = 0
  let dead = 0

  const room = (bytes: number): number => {
    if (used + bytes > CHUNK_BYTES) {
      chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES))
      used = 0
    }
    const offset = used
    used += bytes
    total += bytes
    return offset
  }
  const lengthAt = (ref: ArenaRef) => chunks[Math.floor(ref / CHUNK_BYTES)]!.readUInt32LE(ref % CHUNK_BYTES)

  return {
    write(parts) {
      const text = parts.join('\0')
      const bytes = Buffer.byteLength(text)
      if (bytes > RECORD_BYTES_MAX) throw new RangeError(`a creative of ${bytes} bytes passed the limits of an ad`)
      const offset = room(HEADER_BYTES + bytes)
      const chunk = chunks[chunks.length - 1]!
      chunk.writeUInt32LE(bytes, offset)
      chunk.write(text, offset + HEADER_BYTES)
      return (chunks.length - 1) * CHUNK_BYTES + offset
    },
    read(ref) {
      const chunk = chunks[Math.floor(ref / CHUNK_BYTES)]!
      const start = (ref % CHUNK_BYTES) + HEADER_BYTES
      return chunk.toString('utf8', start, start + lengthAt(ref)).split('\0')
    },
    release(ref) {
      dead += HEADER_BYTES + lengthAt(ref)
    },
    wantsCompaction: () => dead > WORTH_COMPACTING_BYTES && dead * 2 > total,
    compact(living) {
      const old = chunks
      chunks = []
      used = CHUNK_BYTES
      total = 0
      dead = 0
      const moved: ArenaRef[] = []
      for (const ref of living) {
        const from = old[Math.floor(ref / CHUNK_BYTES)]!
        const start = ref % CHUNK_BYTES
        const bytes = HEADER_BYTES + from.readUInt32LE(start)
        const offset = room(bytes)
        from.copy(chunks[chunks.length - 1]!, offset, start, start + bytes)
        moved.push((chunks.length - 1) * CHUNK_BYTES + offset)
      }
      return moved
    },
    stats: () => ({ bytes: chunks.length * CHUNK_BYTES, deadBytes: dead }),
  }
}
