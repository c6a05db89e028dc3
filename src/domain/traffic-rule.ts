// Whose hits an operator does not want counted: an office, a crawler that calls itself a browser, a network that only clicks.
import type { FieldChange } from './change.ts'

export interface TrafficRule {
  readonly id: string
  /** A block of addresses, such as `203.0.113.0/24`; IPv6 of 64 bits at most. */
  readonly network?: string
  /** Stands in the User-Agent, in capitals or not. Where there is a network, too, both must hold. */
  readonly userAgent?: string
  /** Why it is there; may be empty. */
  readonly note: string
  readonly createdAtMs: number
}

/** Each User-Agent that was not seen lately is held against all of them, some microseconds for a hundred. */
export const TRAFFIC_RULES_MAX = 500

/** What the history of changes tells of one that is new or gone. */
export function toldOfRule({ network, userAgent, note }: TrafficRule, became: 'new' | 'gone'): FieldChange[] {
  const held = Object.entries({ network, userAgent, note }).filter(([, value]) => value !== undefined && value !== '')
  return held.map(([field, value]) =>
    became === 'new' ? { field, from: null, to: value } : { field, from: value, to: null },
  )
}
