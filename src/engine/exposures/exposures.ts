// What people were shown: who saw which ads when, for frequency caps and for a publisher's rhythm. Memory with a bound.
import { HOUR_MS } from '../../base/clock.ts'
import { hashText, type Hash64 } from '../../base/hash-text.ts'
import type { Piece } from '../../base/piece-file.ts'
import { createExposureRing, NONE, type SavedRing, type SubjectKind, SUBJECT_KINDS } from './exposure-ring.ts'
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
  readonly isEmpty: boolean
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
  noteShown(subjects: Subjects, shown: ShownAd): void
  /** The ad was seen. @param reported whether its publisher said so, rather than a click */
  noteSeen(impressionId: string, publisherNumber: number, reported: boolean): void
  /** Lets fall what was served before then, and the subjects that were shown nothing since. */
  forget(beforeMs: number): void
  readonly rows: number
  readonly bytes: number
  /** All that is remembered, as it lies in memory, for as long as nothing is noted. */
  save(): { readonly pieces: readonly Piece[]; readonly state: unknown }
  /** Takes up what `save` gave; for memory that is empty. @throws Error where a piece is missing or of another size */
  restore(pieces: ReadonlyMap<string, ArrayBufferLike>, state: unknown): void
}

/** Grows whenever what is saved is laid out in another way. */
export const EXPOSURE_LAYOUT = 1

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
/** Publishers told apart; those beyond count as not reporting, so that their ads are never given back. */
const PUBLISHERS_MAX = 65_535
/** Rows added between two turns of tidying; all shards are tidied long before references come round again. */
const TIDY_ROWS = 65_536

export function createExposures(
  limits: { rows: number; subjects: number; awaited: number } = EXPOSURE_LIMITS,
): Exposures {
  const ring = createExposureRing({ rowsMax: limits.rows })
  const isOlder = (one: number, other: number) => ring.servedAtMs(one) < ring.servedAtMs(other)
  const tables = SUBJECT_KINDS.map(() =>
    createSubjectTable({ entriesMax: limits.subjects, isLive: ring.isLive, isOlder }),
  )
  let newestMs = 0
  const isAwaited = (reference: number) =>
    ring.isLive(reference) && !ring.isSeen(reference) && ring.servedAtMs(reference) > newestMs - GIVE_BACK_MS
  const awaited = createSubjectTable({ entriesMax: limits.awaited, isLive: isAwaited, isOlder })
  const everyTable = [...tables, awaited]
  const campaignOfAd = createNumberMap() // one a campaigns' ad, so bounded by the inventory
  const advertiserOfCampaign = createNumberMap()
  const publisherPlaces = new Map<number, number>() // at most PUBLISHERS_MAX
  const reporting = new Uint8Array(PUBLISHERS_MAX + 1)
  const hash: Hash64 = { high: 0, low: 0 }
  const previous: [number, number, number] = [NONE, NONE, NONE]

  const placeOf = (publisherNumber: number): number => {
    let place = publisherPlaces.get(publisherNumber)
    if (place === undefined && publisherPlaces.size < PUBLISHERS_MAX) {
      place = publisherPlaces.size + 1
      publisherPlaces.set(publisherNumber, place)
    }
    return place ?? 0
  }
  const newestOf = (kind: number, subject: string): number => {
    if (subject === '') return NONE
    hashText(subject, hash)
    const reference = tables[kind]!.get(hash.high, hash.low)
    return ring.isLive(reference) ? reference : NONE
  }

  const heads: [number, number, number] = [NONE, NONE, NONE]
  let viewedMs = 0
  let steps = 0
  const isGivenBack = (reference: number): boolean =>
    !ring.isSeen(reference) &&
    reporting[ring.publisherOf(reference)] === 1 &&
    viewedMs - ring.servedAtMs(reference) >= GIVE_BACK_MS
  const standing = (reference: number, kind: number): number => {
    let at = reference
    while (at !== NONE && isGivenBack(at)) at = steps++ < EXPOSURE_LIMITS.walk ? ring.previous(at, kind) : NONE
    return at
  }
  const view: Shown = {
    get isEmpty() {
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

  return {
    shownTo(subjects, nowMs) {
      heads[0] = newestOf(0, subjects.user)
      heads[1] = newestOf(1, subjects.session)
      heads[2] = newestOf(2, subjects.conversation)
      viewedMs = nowMs
      return view
    },
    noteShown(subjects, shown) {
      campaignOfAd.set(shown.adNumber, shown.campaignNumber)
      advertiserOfCampaign.set(shown.campaignNumber, shown.advertiserNumber)
      for (let kind = 0; kind < SUBJECT_KINDS.length; kind++)
        previous[kind] = newestOf(kind, subjects[SUBJECT_KINDS[kind]!])
      const { adNumber, servedAtMs, turn, seen } = shown
      const row = ring.add({ adNumber, publisher: placeOf(shown.publisherNumber), servedAtMs, turn, seen }, previous)
      newestMs = Math.max(newestMs, servedAtMs)
      for (let kind = 0; kind < SUBJECT_KINDS.length; kind++) {
        const subject = subjects[SUBJECT_KINDS[kind]!]
        if (subject === '') continue
        hashText(subject, hash)
        tables[kind]!.set(hash.high, hash.low, row)
      }
      if (!seen) {
        hashText(shown.impressionId, hash)
        awaited.set(hash.high, hash.low, row)
      }
      if (row % TIDY_ROWS !== 0) return
      for (const table of tables) table.tidy()
      awaited.tidy()
    },
    noteSeen(impressionId, publisherNumber, reported) {
      if (reported) reporting[placeOf(publisherNumber)] = 1
      reporting[0] = 0 // the place of those that are not told apart
      hashText(impressionId, hash)
      const row = awaited.get(hash.high, hash.low)
      if (ring.isLive(row)) ring.setSeen(row)
    },
    forget(beforeMs) {
      ring.forget(beforeMs)
    },
    get rows() {
      return ring.rows
    },
    save() {
      const { chunks, place } = ring.save()
      const saved = everyTable.map((table) => table.save())
      const numbers = [campaignOfAd.save(), advertiserOfCampaign.save(), reporting]
      const arrays = [...chunks, ...saved.flatMap(({ words, sizes }) => [words, sizes]), ...numbers]
      const pieces = arrays.map((array, i) => ({ name: String(i), bytes: bytesOf(array) }))
      return { pieces, state: { place, newestMs, publishers: [...publisherPlaces] } satisfies SavedState }
    },
    restore(pieces, state) {
      const { place, newestMs: savedMs, publishers } = state as SavedState
      const buffers = Array.from({ length: pieces.size }, (_, i) => {
        const buffer = pieces.get(String(i))
        if (!buffer) throw new Error(`its piece ${i} is missing`)
        return buffer
      })
      const others = buffers.splice(pieces.size - 2 * everyTable.length - 3)
      const [campaigns, advertisers, told] = others.slice(-3)
      if (told!.byteLength !== reporting.length) throw new Error('it was made for other limits')
      ring.restore({ chunks: buffers.map((buffer) => new Uint8Array(buffer)), place })
      everyTable.forEach((table, i) => {
        const [words, sizes] = others.slice(2 * i, 2 * i + 2).map((buffer) => new Uint32Array(buffer))
        table.restore({ words: words!, sizes: sizes! })
      })
      campaignOfAd.restore(new Uint32Array(campaigns!))
      advertiserOfCampaign.restore(new Uint32Array(advertisers!))
      reporting.set(new Uint8Array(told!))
      for (const [number, at] of publishers) publisherPlaces.set(number, at)
      newestMs = savedMs
    },
    get bytes() {
      return ring.bytes + awaited.bytes + tables.reduce((sum, table) => sum + table.bytes, 0)
    },
  }
}

interface SavedState {
  readonly place: SavedRing['place']
  readonly newestMs: number
  readonly publishers: readonly (readonly [number: number, place: number])[]
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

const KIND_AT: Readonly<Record<SubjectKind, 0 | 1 | 2>> = { user: 0, session: 1, conversation: 2 }
