// The memory in which exposures are kept: plain buffers, to be handed to other threads and to be saved as they lie.
import { growTo, type MemoryPart } from '../../base/growing-memory.ts'
import type { Piece } from '../../base/piece-file.ts'
import { type RingMemory, ringMemory, SUBJECT_KINDS } from './exposure-ring.ts'
import { numberMapMemory } from './number-map.ts'
import { type TableMemory, tableMemory } from './subject-table.ts'

/** Survives a message to another thread, which then sees and changes the same. */
export interface ExposureMemory {
  /** A word that is 0 while nobody changes the rest. */
  readonly lock: SharedArrayBuffer
  /** When the newest was served, how many publishers are told apart, and how many ads their reports vouch for: 8 │ 4 │ 4 free │ one each. */
  readonly state: SharedArrayBuffer
  readonly publisherPlaces: SharedArrayBuffer
  readonly ring: RingMemory
  /** In the order of SUBJECT_KINDS. */
  readonly subjects: readonly TableMemory[]
  readonly awaited: TableMemory
  readonly campaignOfAd: SharedArrayBuffer
  readonly advertiserOfCampaign: SharedArrayBuffer
}

export interface MemoryLimits {
  readonly rows: number
  readonly subjects: number
  readonly awaited: number
}

/** Publishers told apart; those beyond count as not reporting, so that their ads are never given back. */
export const PUBLISHERS_MAX = 65_535

/** Reserves addresses for all that the limits allow, two gigabytes for those of the service; used is what is written to. */
export function exposureMemory(limits: MemoryLimits): ExposureMemory {
  return {
    lock: new SharedArrayBuffer(64),
    state: new SharedArrayBuffer(16 + PUBLISHERS_MAX + 1),
    publisherPlaces: numberMapMemory(),
    ring: ringMemory(limits.rows),
    subjects: SUBJECT_KINDS.map(() => tableMemory(limits.subjects)),
    awaited: tableMemory(limits.awaited),
    campaignOfAd: numberMapMemory(),
    advertiserOfCampaign: numberMapMemory(),
  }
}

/** @param parts what is in use of the memory, each part named after its buffer and where it begins there */
export function piecesOf(memory: ExposureMemory, parts: readonly MemoryPart[]): Piece[] {
  const buffers = buffersOf(memory)
  const all = [{ memory: memory.state, from: 0, bytes: memory.state.byteLength }, ...parts]
  return all.map(({ memory: buffer, from, bytes }) => ({
    name: `${buffers.indexOf(buffer)} ${from}`,
    bytes: new Uint8Array(buffer, from, bytes),
  }))
}

/** The rooms of memory that is empty, to be filled with the pieces that were saved of another. */
export interface Rooms {
  /** @throws Error where a piece of so many bytes does not fit */
  roomFor(name: string, bytes: number): Uint8Array
  /** @throws Error where some were asked for, and not all that there must be */
  check(): void
  /** Empties all again. */
  wipe(): void
}

export function roomsIn(memory: ExposureMemory): Rooms {
  const buffers = buffersOf(memory)
  const asked = new Set<SharedArrayBuffer>()
  return {
    roomFor(name, bytes) {
      const [index, from] = name.split(' ').map(Number) as [number, number]
      const buffer = buffers[index]
      const fits = buffer?.growable ? from + bytes <= buffer.maxByteLength : from === 0 && bytes === buffer?.byteLength
      if (!buffer || !fits) throw new Error('it was made for other limits')
      if (buffer.growable) growTo(buffer, from + bytes)
      asked.add(buffer)
      return new Uint8Array(buffer, from, bytes)
    },
    check() {
      const missing = buffers.some((buffer) => !buffer.growable && !asked.has(buffer))
      if (asked.size > 0 && missing) throw new Error('pieces of it are missing')
    },
    wipe() {
      if (asked.size === 0) return
      // Rows and entries are found by way of these alone, and their room is made empty when it is taken.
      const { state, publisherPlaces, ring, subjects, awaited } = memory
      const states = [ring, ...subjects, awaited].map((part) => part.state)
      for (const buffer of [state, publisherPlaces, ...states]) new Uint8Array(buffer, 0, buffer.byteLength).fill(0)
    },
  }
}

function buffersOf(memory: ExposureMemory): SharedArrayBuffer[] {
  const { state, publisherPlaces, ring, subjects, awaited, campaignOfAd, advertiserOfCampaign } = memory
  const tables = [...subjects, awaited].flatMap((table) => [table.state, table.entries])
  return [state, publisherPlaces, campaignOfAd, advertiserOfCampaign, ring.state, ring.rows, ...tables]
}
