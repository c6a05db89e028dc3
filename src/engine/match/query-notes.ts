// What is noted of a conversation while it is read: its distinct terms, every mention of them by the user, and what each message says as a
// whole. One notebook, emptied and used again, as lists of its own for each conversation would cost as much as reading it.
import type { TermBuffer } from '../text/terms.ts'
import { createTermTally, type TermTally } from './term-tally.ts'
import { IN_CODE } from './word-in-talk.ts'

export interface QueryNotes {
  /** The distinct terms; `weight` is how much was said of each. The lists that follow have a place for each of its entries. */
  readonly tally: TermTally
  /** How the term reads. */
  readonly rarities: Uint8Array
  /** Where it was said last: the text, by its number, or UNSEEN; and from where to where. */
  readonly sources: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** What it counts for by how it was said there. */
  readonly factors: Float32Array
  /** The oldest message that says it. */
  readonly oldest: Uint8Array
  /** 1 for a word as one that comes after "from" or "to", beside the word itself. */
  readonly isDirected: Uint8Array
  /** IS_PLACE where it was said to be the place. */
  readonly whereabouts: Uint8Array
  /** Above zero from where the user says that it is not wanted; what was said of it before that counts no more. */
  readonly denied: Uint8Array
  /** Above zero for a word that was said by the way alone. */
  readonly asides: Uint8Array

  /** How often the user mentions a term; of each mention, the newest message first: its term, its message, and how surely it is a place. */
  mentions: number
  readonly mentioned: Uint16Array
  readonly mentionedIn: Uint8Array
  readonly placeKinds: Uint8Array
  /** The surest that was said of any place. */
  surestPlace: number

  /** Messages of the user, the newest first, and behind them what the assistant says. Another list for each conversation, since its query keeps it. */
  texts: string[]
  /** What the assistant said right before each message of the user. */
  questions: (string | undefined)[]
  /** Those messages with their numbers as digits, where they may be prices. */
  counted: string[]
  /** Whether one takes back what was said before. */
  isCorrection: boolean[]

  clear(): void
  /** Notes a term where it is said last. @param found term `i` of what was read of a text */
  meet(entry: number, found: TermBuffer, i: number, source: number, factor: number): void
  /** Notes that the user says it. @param placeKind how surely it is a place, or 0 */
  mention(entry: number, turn: number, placeKind: number): void
  /** Whether nothing newer than the message says it. */
  isNewest(entry: number, turn: number): boolean
  /** Who owns a tent now may have wished for it before. @param aside how it is said by the way in the message, or 0 */
  isSaidOutright(entry: number, turn: number, aside: number): boolean
  /** As if it were said for the first time. */
  revive(entry: number): void
  /** None of what a message says between two places is looked for. */
  leaveOut(turn: number, from: number, to: number): void
  isSaid(lo: number, hi: number): boolean
  surfaceOf(entry: number): string
}

/** Distinct terms of one conversation that are weighed at all, mentions of them, and messages. */
export const QUERY_TERMS_MAX = 1024
const MENTIONS_MAX = 4096
export const TURNS_MAX = 200

/** Of a term that nobody has said yet. */
export const UNSEEN = 255
/** Of a term that is not wanted: for itself, or in a longer name. "Not a phone case, a phone": then it may be wanted after that. */
export const DENIED = 1
export const DENIED_IN_NAME = 2
/** Of a word that another stands for: wherever it is said by itself it is wanted. */
export const DENIED_AS_PART = 3

export function createQueryNotes(): QueryNotes {
  const tally = createTermTally(QUERY_TERMS_MAX)
  const sources = new Uint8Array(QUERY_TERMS_MAX)
  const starts = new Uint32Array(QUERY_TERMS_MAX)
  const ends = new Uint32Array(QUERY_TERMS_MAX)
  const rarities = new Uint8Array(QUERY_TERMS_MAX)
  const factors = new Float32Array(QUERY_TERMS_MAX)
  const oldest = new Uint8Array(QUERY_TERMS_MAX)
  const isDirected = new Uint8Array(QUERY_TERMS_MAX)
  const whereabouts = new Uint8Array(QUERY_TERMS_MAX)
  const denied = new Uint8Array(QUERY_TERMS_MAX)
  const asides = new Uint8Array(QUERY_TERMS_MAX)
  const mentioned = new Uint16Array(MENTIONS_MAX)
  const mentionedIn = new Uint8Array(MENTIONS_MAX)
  const placeKinds = new Uint8Array(MENTIONS_MAX)

  const notes: QueryNotes = {
    tally,
    rarities,
    sources,
    starts,
    ends,
    factors,
    oldest,
    isDirected,
    whereabouts,
    denied,
    asides,
    mentions: 0,
    mentioned,
    mentionedIn,
    placeKinds,
    surestPlace: 0,
    texts: [],
    questions: [],
    counted: [],
    isCorrection: [],

    clear() {
      tally.clear()
      sources.fill(UNSEEN)
      denied.fill(0)
      asides.fill(0)
      notes.mentions = 0
      notes.surestPlace = 0
      notes.texts = []
      notes.questions = []
      notes.counted = []
      notes.isCorrection = []
    },
    meet(entry, found, i, source, factor) {
      rarities[entry] = found.rarity[i]!
      sources[entry] = source
      starts[entry] = found.start[i]!
      ends[entry] = found.end[i]!
      factors[entry] = factor
      isDirected[entry] = whereabouts[entry] = asides[entry] = 0
    },
    mention(entry, turn, placeKind) {
      oldest[entry] = turn
      if (notes.mentions === MENTIONS_MAX) return
      if (placeKind > notes.surestPlace) notes.surestPlace = placeKind
      mentioned[notes.mentions] = entry
      mentionedIn[notes.mentions] = turn
      placeKinds[notes.mentions++] = placeKind
    },
    isNewest: (entry, turn) => sources[entry] === UNSEEN || sources[entry] === turn,
    isSaidOutright: (entry, turn, aside) =>
      asides[entry] === IN_CODE ? aside !== IN_CODE : aside === 0 && sources[entry] === turn,
    revive(entry) {
      denied[entry] = 0
      sources[entry] = UNSEEN
    },
    leaveOut(turn, from, to) {
      for (let entry = 0; entry < tally.count; entry++) {
        if (sources[entry] === turn && starts[entry]! >= from && ends[entry]! <= to) denied[entry] = DENIED
      }
    },
    isSaid(lo, hi) {
      for (let i = 0; i < tally.count; i++) if (tally.lo[i] === lo && tally.hi[i] === hi) return true
      return false
    },
    surfaceOf: (entry) => notes.texts[sources[entry]!]!.slice(starts[entry], ends[entry]),
  }
  return notes
}
