// What a tracking link carries: all that was promised when the ad was served. It never carries the destination.
import type { Micros } from './money.ts'
import type { SlotFormat } from './publisher.ts'
import type { BidModel } from './campaign.ts'
import { DAY_MS, HOUR_MS } from '../base/clock.ts'
import { HASH_BYTES } from '../base/keyed-hash.ts'

export interface LinkPayload {
  /** The decision's 16 id bytes; their first six are the time of the decision. */
  readonly decision: Uint8Array
  /** Which ad of the decision, 0–29. */
  readonly ordinal: number
  readonly adNumber: number
  readonly adVersion: number
  readonly campaignNumber: number
  readonly publisherNumber: number
  readonly model: BidModel
  /** What the billable action of `model` costs. */
  readonly priceMicros: Micros
  readonly format: SlotFormat
  /** The caller's slot id, at most 64 characters, each of one or two UTF-16 units. */
  readonly slotId: string
  /** ISO 3166-1 alpha-2, or empty. */
  readonly country: string
  /** First 8 bytes of the keyed hash of the user; of a session where no user was named, as `sessionBytes`; zeros where unknown. */
  readonly user: Uint8Array
  readonly test: boolean
}

/** The user of a link where neither user nor session is known. */
export const NOBODY = new Uint8Array(HASH_BYTES)
/** Of the hashes of users, the lowest: below it are those of sessions, see `sessionBytes`. */
export const FIRST_USER = Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0)

/** How a link names a session in the place of the user: two zero bytes, which hardly any user's hash begins with, and six of its hash. */
export function sessionBytes(hash: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(hash)
  bytes[0] = bytes[1] = 0
  return bytes
}

/** Whether its ad request named the user. */
export function namesUser({ user }: Pick<LinkPayload, 'user'>): boolean {
  return user[0] !== 0 || user[1] !== 0
}

/** Whether its ad request named the user or at least the session. */
export function namesSomebody({ user }: Pick<LinkPayload, 'user'>): boolean {
  return user.some((byte) => byte !== 0)
}

/**
 * Days that the hash of a person stays beside an impression that was heard of: as long as the longest frequency cap, and longer than anything goes by it, which
 * is a dismissal for 30 days, which may come 30 days after the decision.
 */
export const PEOPLE_KEPT_DAYS = 92

/** How long an event can still be billed, counted from the decision. */
export const BILLABLE_MS = { impression: 2 * HOUR_MS, click: 24 * HOUR_MS, conversion: 30 * DAY_MS } as const
/** How long after an impression without a click a conversion counts as its own. */
export const VIEW_THROUGH_MS = DAY_MS
/** How long a link still leads somewhere. */
export const LINK_LIFE_MS = 30 * DAY_MS
