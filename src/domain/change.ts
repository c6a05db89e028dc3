// A change of what an installation holds, as its history keeps it: who made it, when, of what, and from what to what.
import { DAY_MS } from '../base/clock.ts'

/** What changes are of. */
export const CHANGED_KINDS = [
  'publisher',
  'advertiser',
  'campaign',
  'ad',
  'key',
  'webhook',
  'withdrawal',
  'statement',
  'invoice',
  'reversal',
  'traffic_rule',
  'letterhead',
] as const
export type ChangedKind = (typeof CHANGED_KINDS)[number]

/** What was done to it; an import is told once, of its campaign. */
export const CHANGE_ACTIONS = [
  'created',
  'changed',
  'archived',
  'imported',
  'rolled',
  'revoked',
  'removed',
  'funded',
  'adjusted',
] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** Who does something that the history tells, handed down with it to where both are written. */
export interface Author {
  /** `chg_…`: of the entry. What is done under the same one is told once. */
  readonly changeId: string
  readonly keyId: string
  readonly atMs: number
}

/** What the history tells, but for who did it. */
export interface ToldChange {
  readonly action: ChangeAction
  readonly kind: ChangedKind
  readonly entityId: string
  /** An advertiser or publisher; empty: the operator. */
  readonly owner: string
}

/** What a field held before and holds now, as the API shows it; null: nothing. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** What the history of changes tells of a setting. */
export interface ToldSetting {
  readonly by: Author
  readonly change: ToldChange
  readonly changes: readonly FieldChange[]
}

export interface Change {
  /** Its place among all of them; a higher one is newer. */
  readonly number: number
  readonly id: string
  readonly atMs: number
  readonly keyId: string
  /** What that key is called now, and whose it is; absent for the operator's own, which is no key of the inventory. */
  readonly keyName?: string
  readonly keyOwner?: string
  readonly action: ChangeAction
  readonly kind: ChangedKind
  readonly entityId: string
  /** Whose it is; neither: the operator's. */
  readonly advertiserId?: string
  readonly publisherId?: string
  /** Of what is new, all that it holds. */
  readonly changes: readonly FieldChange[]
}

export interface ChangeQuery {
  readonly entityId?: string
  readonly keyId?: string
  /** An advertiser or publisher: what is theirs. */
  readonly owner?: string
  readonly fromMs?: number
  /** Excluded. */
  readonly toMs?: number
  /** The number of the last one that was seen. */
  readonly before?: number
  readonly limit: number
}

/** Stands in the place of a key for what the command line does to the store of a server that does not run. */
export const COMMAND_LINE = 'command_line'
/** And for the feed of a campaign, which the service fetched by itself. */
export const FEED = 'feed'

/** Those of the year before are still there when a year is closed. */
export const CHANGES_KEPT_MS = 400 * DAY_MS
