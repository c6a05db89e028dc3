// What a caller asks: a conversation, a person, and the slots to fill.
import type { Said } from './consent-strings.ts'
import type { Micros } from './money.ts'

export interface AdRequest {
  readonly conversation: Conversation
  readonly user: UserContext
  readonly slots: readonly SlotRequest[]
  readonly options: { readonly test: boolean; readonly explain: boolean; readonly timeoutMs: number }
  /** Echoed as it came; already checked for its size. */
  readonly metadata?: unknown
  /** What was ignored or cut on the way in. */
  readonly warnings: readonly Warning[]
}

export interface Warning {
  readonly code: string
  readonly message: string
  readonly field?: string
}

export interface Conversation {
  readonly query: string
  readonly response?: string
  /** What was said before the query, oldest first; the newest 20 at most. */
  readonly messages: readonly Message[]
  /** Messages of the user before the query, those that were cut included; absent: as many as `messages` holds. */
  readonly userMessages?: number
  readonly conversationId?: string
  readonly messageId?: string
  /** BCP 47, as the caller gave it. */
  readonly language?: string
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string
}

export interface UserContext {
  readonly userId?: string
  readonly sessionId?: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string
  /** ISO 3166-2 with its country, upper case. */
  readonly region?: string
  readonly language?: string
  readonly device: Device
  readonly consent?: Consent
  readonly adsEnabled: boolean
  readonly ageGroup: 'child' | 'teen' | 'adult' | 'unknown'
  readonly tier?: string
}

/** Somebody of whom nothing was said. */
export const UNKNOWN_USER: UserContext = {
  device: {},
  adsEnabled: true,
  ageGroup: 'unknown',
}

export interface Device {
  readonly type?: string
  readonly os?: string
  readonly userAgent?: string
  readonly ip?: string
  readonly timeZone?: string
}

export interface Consent {
  /** As it was said, or as a string says by a section that is for it. */
  readonly gdprApplies?: boolean
  /** What consent strings say: one that nobody can read says no. */
  readonly strings?: Said
  readonly gpc?: boolean
  readonly coppa?: boolean
  readonly personalization?: boolean
}

/** Whether a person may be known again by the `userId`: one no is a no, and under the GDPR it takes a yes. */
export function mayBeKnownAgain({ consent }: Pick<UserContext, 'consent'>): boolean {
  if (consent === undefined) return true
  if (consent.gpc === true || saysNo(consent)) return false
  return consent.gdprApplies !== true || saysYes(consent)
}

/** Whether a person agreed, for publishers who show ads to nobody else. */
export function hasConsented({ consent }: Pick<UserContext, 'consent'>): boolean {
  return consent !== undefined && saysYes(consent) && !saysNo(consent)
}

function saysNo({ personalization, strings }: Consent): boolean {
  return personalization === false || strings === 'no'
}

function saysYes({ personalization, strings }: Consent): boolean {
  return personalization === true || strings === 'yes'
}

/** The same request of somebody whose browser asks for privacy. */
export function withPrivacyControl(request: AdRequest): AdRequest {
  return { ...request, user: { ...request.user, consent: { ...request.user.consent, gpc: true } } }
}

export interface SlotRequest {
  readonly slotId: string
  /** As asked; one we do not know makes that slot answer `unsupported_format`. */
  readonly format: string
  readonly count: number
  readonly placement: string
  readonly minRelevance?: number
  readonly floorMicros?: Micros
  readonly block: {
    readonly categories: readonly string[]
    readonly advertisers: readonly string[]
    readonly domains: readonly string[]
  }
}

export const REQUEST_LIMITS = {
  queryChars: 8_000,
  responseChars: 32_000,
  messages: 20,
  messagesChars: 32_000,
  idChars: 128,
  listItems: 50,
  slots: 10,
  slotIdChars: 64,
  adsPerSlot: 10,
  adsPerRequest: 30,
  metadataBytes: 2_048,
  timeoutMsMin: 50,
  timeoutMsMax: 5_000,
  timeoutMsDefault: 800,
  bodyBytes: 256 * 1024,
  jsonDepth: 32,
} as const
