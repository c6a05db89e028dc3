// How many files and connections the system lets this process hold open, and how many of them connections may take.
import { readFileSync } from 'node:fs'
import { sharedArray } from './shared-array.ts'

/** Kept for what is not a client: the database, its backups, webhooks, listeners, and room for whom is being sent away. */
const KEPT_FILES = 192
/** What each thread has for itself: its loop, its listeners, its word to the main thread. */
const KEPT_FILES_A_THREAD = 24
/** Whatever the system allows, so many are let in; below that nobody could be served at all. */
const LEAST_ROOM = 16

/** Of the room for connections newcomers leave a quarter to those that are there already, where those may need more of it. */
const SPARE_SHARE = 1 / 4
const SPARE_MAX = 1_024

/** Below this a start says so: a limit of 1,024 is common, and a few hundred clients reach it. */
export const FEW_FILES = 4_096

/** Infinity where the system has no limit or does not tell it; it does on Linux, where Node has raised it as far as it may. */
export function openFilesMax(limitsFile = '/proc/self/limits'): number {
  try {
    const soft = /^Max open files +(\S+)/m.exec(readFileSync(limitsFile, 'utf8'))?.[1]
    return soft !== undefined && /^\d+$/.test(soft) ? Number(soft) : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** How many of so many files the connections of all threads may take together. */
export function filesForConnections(filesMax: number, { threads }: { threads: number }): number {
  return Math.max(LEAST_ROOM, filesMax - KEPT_FILES - KEPT_FILES_A_THREAD * threads)
}

/** What newcomers may not take: a connection that is handed over to another thread takes more files than it came with. */
export function spareOf(most: number, { threads }: { threads: number }): number {
  return threads === 1 || most === Number.POSITIVE_INFINITY ? 0 : Math.min(SPARE_MAX, Math.floor(most * SPARE_SHARE))
}

/** What all threads have in common. */
export interface CommonRoom {
  /** Infinity: no bound. */
  readonly most: number
  /** How much of it is left to those that are there already. */
  readonly spare: number
  /** What connections of all threads hold, and how many of them have said nothing yet. */
  readonly held: Int32Array
}

/** Plain data, so that it can be sent to a thread. */
export interface RoomMemory extends CommonRoom {
  /** The same of this thread's, which is given back for a thread that falls over. */
  readonly own: Int32Array
}

const FILES = 0
const UNHEARD = 1
const CELLS = 2

/** Room for connections; all threads of a process take it from the same. */
export interface Room {
  /** True where there was room for a newcomer, who has a file of it now. */
  letIn(): boolean
  /** The same for so many files of one who is there already. */
  take(files: number): boolean
  giveBack(files: number): void
  /** Connections of all threads on which nothing was said yet. */
  unheard(): number
  /** So many more, or fewer, of this thread's. */
  noteUnheard(more: 1 | -1): void
  /** How many files the silent should give back, so that newcomers find room: 0 as long as a sixteenth is free, else up to an eighth. */
  wanted(): number
}

/** @param onFull called whenever there is no room */
export function createRoom({ most, spare, held, own }: RoomMemory, onFull: () => void = () => {}): Room {
  const mostOfNewcomers = most - spare
  const takeOf = (mostHeld: number, files: number): boolean => {
    // Two threads that take the last place at once may both be refused, and never both have it.
    if (Atomics.add(held, FILES, files) + files > mostHeld) {
      Atomics.sub(held, FILES, files)
      onFull()
      return false
    }
    Atomics.add(own, FILES, files)
    return true
  }
  return {
    letIn: () => takeOf(mostOfNewcomers, 1),
    take: (files) => takeOf(most, files),
    giveBack(files) {
      Atomics.sub(own, FILES, files)
      Atomics.sub(held, FILES, files)
    },
    unheard: () => Atomics.load(held, UNHEARD),
    noteUnheard(more) {
      Atomics.add(own, UNHEARD, more)
      Atomics.add(held, UNHEARD, more)
    },
    wanted() {
      const free = mostOfNewcomers - Atomics.load(held, FILES)
      return free >= mostOfNewcomers / 16 ? 0 : Math.ceil(mostOfNewcomers / 8) - free
    },
  }
}

/** For whom nothing bounds. */
export const ENDLESS: Room = {
  letIn: () => true,
  take: () => true,
  giveBack: () => {},
  unheard: () => 0,
  noteUnheard: () => {},
  wanted: () => 0,
}

/** Empty; see `CommonRoom`. */
export function commonRoom({ most, spare }: Pick<CommonRoom, 'most' | 'spare'>): CommonRoom {
  return { most, spare, held: sharedArray(Int32Array, CELLS) }
}

/** For one more thread beside those that have it already. */
export function roomMemory(common: CommonRoom): RoomMemory {
  return { ...common, own: sharedArray(Int32Array, CELLS) }
}

/** What a thread that is gone held is free again: the system closed it. */
export function emptyRoom({ held, own }: RoomMemory): void {
  for (let cell = 0; cell < CELLS; cell++) Atomics.sub(held, cell, Atomics.exchange(own, cell, 0))
}
