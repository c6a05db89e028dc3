// What people were shown: who saw which ads when, for frequency caps and for a publisher's rhythm. Memory with a bound.
//
// Several threads may share it. Each call holds a lock for about a microsecond; what a view leads to is read without it.
import { HOUR_MS } from '../../base/clock.ts'
import { hashText, type Hash64 } from '../../base/hash-text.ts'
import type { Piece } from '../../base/piece-file.ts'
import { createSpinLock, type SpinLock } from '../../base/spin-lock.ts'
import {
  type ExposureMemory,
  exposureMemory,
  type MemoryLimits,
  PUBLISHERS_MAX,
  roomsIn,
  piecesOf,
} from './exposure-memory.ts'
import { afterReport, afterServed } from '../reporting.ts'
import { createExposureRing, NONE, type SubjectKind, SUBJECT_KINDS } from './exposure-ring.ts'
import { createNumberMap } from './number-map.ts'
import { createSubjectTable } from './subject-table.ts'

/** Keyed hashes of whom a request is for; empty where unknown. */
export type Subjects = Readonly<Record<SubjectKind, string>>

export interface ShownAd {
  readonly impressionId: string
  readonly adNumber: number
  readonly campaignNumber: number
  readonly advertiserNumber: number
  readonly publisherNumber: number
  readonly servedAtMs: number
  /** Number of user messages the conversation had; 0 where unknown. */
  readonly turn: number
  readonly seen: boolean
}

/**
 * What the subjects of one request were shown, newest first; ads that were given back are passed over. One view serves all
 * requests, one after the other: it is good until the next call of `shownTo`.
 */
export interface Shown {
  /** True where nothing at all is known of them. */
  isEmpty(): boolean
  /** A reference to what a subject was shown last; NOTHING_SHOWN where it was shown nothing. */
  newest(kind: SubjectKind): number
  /** What it was shown before that. */
  older(kind: SubjectKind, reference: number): number
  adOf(reference: number): number
  campaignOf(reference: number): number
  advertiserOf(reference: number): number
  servedAtMs(reference: number): number
  turnOf(reference: number): number
  /** How much a subject was shown in all, as far as is known; counted up to `most`. */
  count(kind: SubjectKind, most: number): number
}

export const NOTHING_SHOWN = NONE

export interface Exposures {
  shownTo(subjects: Subjects, nowMs: number): Shown
  /**
   * Notes the ads of one decision, all or none: none, and false, where one of the subjects was shown anything, by whichever
   * thread, since `shownTo` was asked. A cap is exact where the decision is made anew then.
   * @param subjects those of the last call of `shownTo`
   */
  noteAll(subjects: Subjects, shown: readonly ShownAd[]): boolean
  /** Notes one ad, whatever was shown meanwhile. */
  noteShown(subjects: Subjects, shown: ShownAd): void
  /** The ad was seen. @param reported whether its publisher said so, rather than a click */
  noteSeen(impressionId: string, publisherNumber: number, reported: boolean): void
  /** Lets fall what was served before then, and the subjects that were shown nothing since. */
  forget(beforeMs: number): void
  rows(): number
  /** In use. What was forgotten leaves room for what comes; it is not given back. */
  bytes(): number
  /** For `createExposures` in other threads; once it was asked for, this thread reckons with them. */
  memory(): ExposureMemory
  /** All that is remembered, as it lies in memory, for as long as nothing is noted. */
  save(): Piece[]
  /**
   * Takes up what `save` gave; for memory that is empty and that no other thread uses yet.
   * @param read asks where each piece belongs, and fills it; where it asks for none, nothing changes
   * @returns what `read` returns
   * @throws Error what `read` throws, or where a piece does not fit or is missing; the memory is then empty as before
   */
  restore<T>(read: (roomFor: RoomFor) => T): T
}

/** Where a saved piece of this name and so many bytes belongs. */
export type RoomFor = (name: string, bytes: number) => Uint8Array

/** Grows whenever what is saved is laid out in another way. */
export const EXPOSURE_LAYOUT = 2

export const EXPOSURE_LIMITS = {
  /** Served ads; beyond them the oldest are forgotten, whosever they are. */
  rows: 33_554_432,
  /** Users, sessions and conversations, so many of each; beyond them those that were shown nothing for longest are forgotten. */
  subjects: 16_777_216,
  /** Impressions that may still be reported as seen. */
  awaited: 8_388_608,
  /** Ads of one subject that are looked at; only a test or a robot is shown more. */
  walk: 4_096,
} as const

/** An ad that nobody reported as seen by then is given back to the cap (for publishers that report impressions). */
const GIVE_BACK_MS = 2 * HOUR_MS
/** What was served so much later than now was served before the clock was set back, and would count until it is as far again. Less is another thread's haste. */
const AHEAD_MS = HOUR_MS
/** Rows added between two shards of each table that are tidied; all of them are, long before references come round again. */
const TIDY_ROWS = 1_024

/** @param memory of exposures with the same limits in another thread; without, they are this thread's alone and nobody locks */
export function createExposures(limits: MemoryLimits = EXPOSURE_LIMITS, memory?: ExposureMemory): Exposures {
  const own = memory ?? exposureMemory(limits)
  const spinLock = createSpinLock(new Int32Array(own.lock))
  let lock: Pick<SpinLock, 'enter' | 'leave'> = memory ? spinLock : NO_LOCK
  const ring = createExposureRing(own.ring)
  const { isLive, ageRank } = ring
  const tables = own.subjects.map((table) =>
    createSubjectTable(table, { entriesMax: limits.subjects, isLive, ageRank }),
  )
  const newestMs = new Float64Array(own.state, 0, 1)
  const isAwaited = (reference: number) =>
    isLive(reference) && !ring.isSeen(reference) && ring.servedAtMs(reference) > newestMs[0]! - GIVE_BACK_MS
  const awaited = createSubjectTable(own.awaited, { entriesMax: limits.awaited, isLive: isAwaited, ageRank })
  const everyTable = [...tables, awaited]
  const campaignOfAd = createNumberMap(own.campaignOfAd) // one a campaigns' ad, so bounded by the inventory
  const advertiserOfCampaign = createNumberMap(own.advertiserOfCampaign)
  const publisherPlaces = createNumberMap(own.publisherPlaces)
  const publisherCount = new Uint32Array(own.state, 8, 1) // at most PUBLISHERS_MAX
  const reporting = new Uint8Array(own.state, 16, PUBLISHERS_MAX + 1) // 0: those that are not told apart
  const hash: Hash64 = { high: 0, low: 0 }
  const previous = new Uint32Array(SUBJECT_KINDS.length)

  const placeOf = (publisherNumber: number): number => {
    const known = publisherPlaces.get(publisherNumber)
    if (known !== 0 || publisherCount[0]! >= PUBLISHERS_MAX) return known
    const place = ++publisherCount[0]!
    publisherPlaces.set(publisherNumber, place)
    return place
  }
  const newestOf = (kind: number, whom: Whom): number => {
    if (whom.known[kind] === 0) return NONE
    const reference = tables[kind]!.get(whom.high[kind]!, whom.low[kind]!)
    return isLive(reference) ? reference : NONE
  }
  const note = (whom: Whom, shown: ShownAd): void => {
    campaignOfAd.set(shown.adNumber, shown.campaignNumber)
    advertiserOfCampaign.set(shown.campaignNumber, shown.advertiserNumber)
    for (let kind = 0; kind < SUBJECT_KINDS.length; kind++) previous[kind] = newestOf(kind, whom)
    const { adNumber, servedAtMs, turn, seen } = shown
    const publisher = placeOf(shown.publisherNumber)
    const row = ring.add({ adNumber, publisher, servedAtMs, turn, seen }, previous)
    newestMs[0] = Math.max(newestMs[0]!, servedAtMs)
    reporting[publisher] = afterServed(reporting[publisher]!)
    for (let kind = 0; kind < SUBJECT_KINDS.length; kind++) {
      if (whom.known[kind] !== 0) tables[kind]!.set(whom.high[kind]!, whom.low[kind]!, row)
    }
    if (!seen) {
      hashText(shown.impressionId, hash)
      awaited.set(hash.high, hash.low, row)
    }
    if (row % TIDY_ROWS === 0) for (const table of everyTable) table.tidy(1)
  }

  // Of the last request: whom it is for, and what they were shown last.
  let viewedSubjects: Subjects = { user: '', session: '', conversation: '' }
  const viewed = createWhom()
  const heads = new Uint32Array(SUBJECT_KINDS.length)
  let viewedMs = 0
  let steps = 0
  const isGivenBack = (reference: number): boolean =>
    !ring.isSeen(reference) &&
    reporting[ring.publisherOf(reference)]! > 0 &&
    viewedMs - ring.servedAtMs(reference) >= GIVE_BACK_MS
  const standing = (reference: number, kind: number): number => {
    let at = reference
    while (at !== NONE && (isGivenBack(at) || ring.servedAtMs(at) > viewedMs + AHEAD_MS))
      at = steps++ < EXPOSURE_LIMITS.walk ? ring.previous(at, kind) : NONE
    return at
  }
  const view: Shown = {
    isEmpty() {
      return heads[0] === NONE && heads[1] === NONE && heads[2] === NONE
    },
    newest(kind) {
      steps = 0
      const at = KIND_AT[kind]
      return standing(heads[at]!, at)
    },
    older(kind, reference) {
      if (steps++ >= EXPOSURE_LIMITS.walk) return NONE
      const at = KIND_AT[kind]
      return standing(ring.previous(reference, at), at)
    },
    adOf: ring.adOf,
    campaignOf: (reference) => campaignOfAd.get(ring.adOf(reference)),
    advertiserOf: (reference) => advertiserOfCampaign.get(campaignOfAd.get(ring.adOf(reference))),
    servedAtMs: ring.servedAtMs,
    turnOf: ring.turnOf,
    count(kind, most) {
      let count = 0
      for (let at = view.newest(kind); at !== NONE && count < most; at = view.older(kind, at)) count++
      return count
    },
  }
  const noted = createWhom()

  return {
    shownTo(subjects, nowMs) {
      identify(subjects, viewed, hash)
      viewedSubjects = subjects
      viewedMs = nowMs
      lock.enter()
      try {
        ring.catchUp()
        for (let kind = 0; kind < SUBJECT_KINDS.length; kind++) heads[kind] = newestOf(kind, viewed)
      } finally {
        lock.leave()
      }
      return view
    },
    noteAll(subjects, shown) {
      if (!isSame(subjects, viewedSubjects)) throw new Error('it was not asked what these subjects were shown before')
      lock.enter()
      try {
        ring.catchUp()
        for (let kind = 0; kind < SUBJECT_KINDS.length; kind++) {
          if (newestOf(kind, viewed) !== heads[kind]) return false
        }
        for (const ad of shown) note(viewed, ad)
        return true
      } finally {
        lock.leave()
      }
    },
    noteShown(subjects, shown) {
      identify(subjects, noted, hash)
      lock.enter()
      try {
        ring.catchUp()
        note(noted, shown)
      } finally {
        lock.leave()
      }
    },
    noteSeen(impressionId, publisherNumber, reported) {
      lock.enter()
      try {
        ring.catchUp()
        const place = placeOf(publisherNumber)
        if (reported && place !== 0) reporting[place] = afterReport(reporting[place]!)
        hashText(impressionId, hash)
        const row = awaited.get(hash.high, hash.low)
        if (isLive(row)) ring.setSeen(row)
      } finally {
        lock.leave()
      }
    },
    forget(beforeMs) {
      lock.enter()
      try {
        ring.catchUp()
        ring.forget(beforeMs)
      } finally {
        lock.leave()
      }
    },
    rows() {
      return ring.rows()
    },
    bytes() {
      return everyTable.reduce((sum, table) => sum + table.bytes(), ring.bytes())
    },
    memory() {
      lock = spinLock
      return own
    },
    save: () =>
      piecesOf(
        own,
        [ring, ...everyTable, campaignOfAd, advertiserOfCampaign, publisherPlaces].flatMap((of) => of.parts()),
      ),
    restore(read) {
      const rooms = roomsIn(own)
      try {
        const result = read(rooms.roomFor)
        rooms.check()
        return result
      } catch (error) {
        rooms.wipe()
        throw error
      }
    },
  }
}

const NO_LOCK = { enter() {}, leave() {} }

/** The hashes of a request's subjects. */
interface Whom {
  readonly high: Uint32Array
  readonly low: Uint32Array
  /** 0 where nobody said who it is. */
  readonly known: Uint8Array
}

function createWhom(): Whom {
  const kinds = SUBJECT_KINDS.length
  return { high: new Uint32Array(kinds), low: new Uint32Array(kinds), known: new Uint8Array(kinds) }
}

function identify(subjects: Subjects, into: Whom, hash: Hash64): void {
  identifyOne(subjects.user, 0, into, hash)
  identifyOne(subjects.session, 1, into, hash)
  identifyOne(subjects.conversation, 2, into, hash)
}

function identifyOne(subject: string, kind: number, into: Whom, hash: Hash64): void {
  into.known[kind] = subject === '' ? 0 : 1
  hashText(subject, hash)
  into.high[kind] = hash.high
  into.low[kind] = hash.low
}

function isSame(one: Subjects, other: Subjects): boolean {
  return one.user === other.user && one.session === other.session && one.conversation === other.conversation
}

const KIND_AT: Readonly<Record<SubjectKind, 0 | 1 | 2>> = { user: 0, session: 1, conversation: 2 }
