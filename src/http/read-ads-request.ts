// Unknown JSON becomes an AdRequest: faults are collected with how to mend them; what can be left out is left out with a
// warning. Written by hand, since it runs for every decision; `schemas/ads-request.ts` publishes the same rules.
import { isIP } from 'node:net'
import {
  REQUEST_LIMITS as LIMITS,
  UNKNOWN_USER,
  type AdRequest,
  type Consent,
  type Conversation,
  type Device,
  type Message,
  type SlotRequest,
  type UserContext,
} from '../domain/ad-request.ts'
import { blockedDomain } from '../domain/blocked-domain.ts'
import { readConsentStrings } from '../domain/consent-strings.ts'
import { CODE_WORDS, countryCode, countryOfRegion, languageTag, regionWithin } from '../domain/iso-codes.ts'
import { parseMicros } from '../domain/money.ts'
import { SLOT_FORMATS } from '../domain/publisher.ts'
import { charsIn, cleanText, cutText, isTooLong } from '../domain/said-text.ts'
import { isJsonObject } from '../doors/json-body.ts'
import { validationError } from '../domain/faults.ts'
import { kindOf } from '../doors/kind-of.ts'
import {
  isAbsent,
  pointerTo,
  readArray,
  readBoolean,
  readFlag,
  readNumber,
  readObject,
  readTexts,
  readText,
  refuse,
  type Json,
  type Part,
  type Reading,
} from './read-json.ts'

/** Longer user agents are cut: what matters in them stands in front. */
const USER_AGENT_CHARS = 512
export const CONSENT_CHARS = 10_000
export const LIST_ITEM_CHARS = 256

/**
 * @param currency the one settlement currency; a floor in another is refused
 * @throws ServiceError validation_error with at most 20 issues
 */
export function readAdsRequest(given: unknown, currency: string): AdRequest {
  if (!isJsonObject(given)) {
    throw validationError([{ pointer: '', keyword: 'type', message: `must be a JSON object, not ${kindOf(given)}` }])
  }
  const reading: Reading = { issues: [], warnings: [] }
  const body: Part = { fields: given, name: '', within: undefined, reading }
  const conversation = readConversation(body)
  const user = readUser(body)
  const slots = readSlots(body, currency)
  const options = readOptions(body)
  const metadata = readMetadata(body)
  if (reading.issues.length > 0) throw validationError(reading.issues)
  return { conversation, user, slots, options, metadata, warnings: reading.warnings }
}

function readConversation(body: Part): Conversation {
  const context = readObject(body, 'conversationContext')
  if (context === undefined) {
    if (isAbsent(body, 'conversationContext')) {
      refuse(body, 'conversationContext', 'required', 'is missing; it holds the query')
    }
    return NO_CONVERSATION
  }
  const spoken = readMessages(context)
  const response = readText(context, 'response', LIMITS.responseChars)
  const query = readQuery(context, spoken)
  const repeat = spoken.findLastIndex(({ role }) => role === 'user')
  const isRepeated = repeat >= 0 && saysQuery(spoken[repeat]!, query)
  const userMessages = countUserMessages(context, spoken)
  return {
    query,
    response: response === '' ? undefined : response,
    messages: isRepeated ? spoken.toSpliced(repeat, 1) : spoken,
    ...(userMessages !== undefined && { userMessages: isRepeated ? userMessages - 1 : userMessages }),
    conversationId: readId(context, 'conversationId'),
    messageId: readId(context, 'messageId'),
    language: readCode(context, 'language', languageTag, CODE_WORDS.language),
  }
}

const NO_CONVERSATION: Conversation = { query: '', messages: [] }

/** The query, or the newest user message in its place. */
function readQuery(context: Part, messages: readonly Message[]): string {
  const given = readText(context, 'query', LIMITS.queryChars)
  if (given !== undefined) {
    const query = cleanText(given)
    if (query === '') refuse(context, 'query', 'minLength', 'must not be empty')
    return query
  }
  if (!isAbsent(context, 'query')) return '' // of a wrong type, and already refused
  const spoken = messages.findLast((message) => message.role === 'user')?.content ?? ''
  const query = cleanText(spoken)
  if (query === '')
    refuse(context, 'query', 'required', 'is missing; send what the user asks, or messages with a user message')
  if (!isTooLong(query, LIMITS.queryChars)) return query
  const message = `The newest user message serves as query, cut to ${LIMITS.queryChars} characters`
  warn(context, 'messages', 'query_cut', message)
  return cutText(query, LIMITS.queryChars)
}

/** Callers differ in whether they repeat the query as the newest user message. */
function saysQuery({ content }: Message, query: string): boolean {
  const said = cleanText(content)
  return said === query || cutText(said, LIMITS.queryChars) === query
}

/** The newest messages that fit, oldest first. */
function readMessages(context: Part): readonly Message[] {
  const given = readArray(context, 'messages')
  if (given === undefined || given.length === 0) return NO_MESSAGES
  const messages: Message[] = []
  let room: number = LIMITS.messagesChars
  let cut = given.length > LIMITS.messages
  let skipped = 0
  for (let i = given.length - 1; i >= 0 && i >= given.length - LIMITS.messages; i--) {
    const message = readMessage(context, given[i], i)
    if (message === undefined) skipped++
    else if (room === 0) cut = true
    else {
      const content = cutText(message.content, room)
      cut ||= content !== message.content
      room -= charsIn(content)
      messages.push(content === message.content ? message : { ...message, content })
    }
  }
  if (cut) {
    const kept = `the newest ${LIMITS.messages} and ${LIMITS.messagesChars} characters of them count`
    warn(context, 'messages', 'messages_cut', `There were more messages than are read: ${kept}`)
  }
  if (skipped > 0 && context.reading.issues.length === 0) {
    const message = `${skipped} messages without text or of another role were ignored`
    warn(context, 'messages', 'messages_ignored', message)
  }
  return messages.reverse()
}

const NO_MESSAGES: readonly Message[] = []

/** Turns go on being counted in conversations too long to be read whole; undefined where all of it was read. */
function countUserMessages({ fields: { messages: given } }: Part, kept: readonly Message[]): number | undefined {
  if (!Array.isArray(given) || given.length === kept.length) return undefined
  let count = 0
  for (const message of given) if (isJsonObject(message) && message.role === 'user') count++
  return count
}

/** A message; undefined where it is refused, or holds nothing for us (a tool's message, a call without text). */
function readMessage(context: Part, given: unknown, i: number): Message | undefined {
  if (!isJsonObject(given)) {
    refuse(context, `messages/${i}`, 'type', `must be an object with role and content, not ${kindOf(given)}`)
    return undefined
  }
  const { role, content } = given
  if (typeof role !== 'string')
    refuse(context, `messages/${i}/role`, role === undefined ? 'required' : 'type', 'must be user, assistant or system')
  else if (!isRole(role)) return undefined // whatever it holds
  if (typeof content !== 'string' && content !== null && content !== undefined) {
    const mend = Array.isArray(content) ? '; where it comes in parts, send their texts as one' : ''
    refuse(context, `messages/${i}/content`, 'type', `must be string, not ${kindOf(content)}${mend}`)
  }
  return isRole(role) && typeof content === 'string' ? { role, content } : undefined
}

function isRole(role: unknown): role is Message['role'] {
  return role === 'user' || role === 'assistant' || role === 'system'
}

function readUser(body: Part): UserContext {
  const user = readObject(body, 'userContext')
  if (user === undefined) return UNKNOWN_USER
  const demographics = readObject(user, 'demographics')
  checkProfile(user)
  const ageGroup = readText(user, 'ageGroup', LIMITS.idChars)
  if (ageGroup !== undefined && !isAgeGroup(ageGroup)) {
    refuse(user, 'ageGroup', 'enum', 'must be one of child, teen, adult, unknown')
  }
  const country = demographics && readCode(demographics, 'country', countryCode, CODE_WORDS.country)
  const inCountry = (text: string) => regionWithin(text, country)
  const region = demographics && readCode(demographics, 'region', inCountry, CODE_WORDS.region)
  return {
    userId: readId(user, 'userId'),
    sessionId: readId(user, 'sessionId'),
    country: country ?? (region && countryOfRegion(region)),
    region,
    language: demographics && readCode(demographics, 'language', languageTag, 'an ISO 639 code such as "de"'),
    device: readDevice(user),
    consent: readConsent(user),
    adsEnabled: readBoolean(user, 'adsEnabled') ?? true,
    ageGroup: ageGroup !== undefined && isAgeGroup(ageGroup) ? ageGroup : 'unknown',
    tier: readId(user, 'tier'),
  }
}

const NO_DEVICE: Device = {}

function isAgeGroup(text: string): text is UserContext['ageGroup'] {
  return text === 'child' || text === 'teen' || text === 'adult' || text === 'unknown'
}

/** Refuses a profile that is none, and keeps nothing of it: matching is contextual. */
function checkProfile(user: Part): void {
  const profile = readObject(user, 'profile')
  checkPurchaseIntent(user)
  if (profile === undefined) return
  readTexts(profile, 'interests', LIMITS.listItems, LIST_ITEM_CHARS)
  checkPurchaseIntent(profile)
  const behavior = readObject(profile, 'behavior')
  if (behavior === undefined) return
  readTexts(behavior, 'preferredTopics', LIMITS.listItems, LIST_ITEM_CHARS)
  readText(behavior, 'interactionStyle', LIMITS.idChars)
}

function checkPurchaseIntent(parent: Part): void {
  const intent = readObject(parent, 'purchaseIntent')
  if (intent === undefined) return
  readText(intent, 'timeline', LIMITS.idChars)
  readTexts(intent, 'categories', LIMITS.listItems, LIST_ITEM_CHARS)
}

function readDevice(user: Part): Device {
  const device = readObject(user, 'device')
  if (device === undefined) return NO_DEVICE
  return {
    type: readId(device, 'type')?.toLowerCase(),
    os: readId(device, 'os'),
    userAgent: readText(device, 'userAgent', Number.POSITIVE_INFINITY)?.slice(0, USER_AGENT_CHARS),
    ip: readCode(device, 'ip', (text) => (isIP(text) > 0 ? text : undefined), 'an IPv4 or IPv6 address'),
    timeZone: readId(device, 'timezone'),
  }
}

function readConsent(user: Part): Consent | undefined {
  const consent = readObject(user, 'consent')
  if (consent === undefined) return undefined
  const gdprApplies = readFlag(consent, 'gdprApplies')
  const { said, unreadable, ...strings } = readConsentStrings({
    tcString: readText(consent, 'tcString', CONSENT_CHARS)?.trim(),
    gpp: readText(consent, 'gpp', CONSENT_CHARS)?.trim(),
    gppSid: readSections(consent),
    usPrivacy: readText(consent, 'usPrivacy', LIMITS.idChars)?.trim(),
    gdprApplies,
  })
  for (const key of unreadable) {
    warn(consent, key, `${key}_unreadable`, `${key} cannot be read, and counts as a no: the userId is not used`)
  }
  return {
    gdprApplies: gdprApplies ?? (strings.gdprApplies || undefined),
    strings: said,
    gpc: readFlag(consent, 'gpc'),
    coppa: readFlag(consent, 'coppa'),
    personalization: readFlag(consent, 'personalization'),
  }
}

function readSections(consent: Part): readonly number[] | undefined {
  const given = readArray(consent, 'gppSid', LIMITS.listItems)
  if (given === undefined) return undefined
  const wrong = given.findIndex((item) => !Number.isInteger(item))
  if (wrong >= 0) refuse(consent, `gppSid/${wrong}`, 'type', `must be integer, not ${kindOf(given[wrong])}`)
  return given as number[]
}

function readSlots(body: Part, currency: string): readonly SlotRequest[] {
  const given = readArray(body, 'slots', LIMITS.slots)
  if (given === undefined) {
    if (isAbsent(body, 'slots')) refuse(body, 'slots', 'required', 'is missing; ask for at least one slot')
    return []
  }
  if (given.length === 0) refuse(body, 'slots', 'minItems', 'must have at least 1 item')
  if (given.length > LIMITS.slots) return []
  const slots: SlotRequest[] = []
  let ads = 0
  for (let i = 0; i < given.length; i++) {
    const slot = readSlot(body, given[i], i, currency)
    if (slot === undefined) continue
    if (slots.some((other) => other.slotId === slot.slotId)) {
      refuse(body, `slots/${i}/slotId`, 'uniqueItems', 'must differ from the ids of the other slots')
    }
    ads += slot.count
    slots.push(slot)
  }
  if (ads > LIMITS.adsPerRequest) {
    const message = `ask for ${ads} ads; all counts together may be at most ${LIMITS.adsPerRequest}`
    refuse(body, 'slots', 'maximum', message)
  }
  return slots
}

function readSlot(body: Part, given: unknown, i: number, currency: string): SlotRequest | undefined {
  if (!isJsonObject(given)) {
    refuse(body, `slots/${i}`, 'type', `must be an object with slotId and format, not ${kindOf(given)}`)
    return undefined
  }
  const slot: Part = { fields: given, name: `slots/${i}`, within: body, reading: body.reading }
  const slotId = readText(slot, 'slotId', LIMITS.slotIdChars)
  if (slotId === '') refuse(slot, 'slotId', 'minLength', 'must not be empty')
  // One that nobody knows empties its own slot; to be too long is no worse.
  const format = readText(slot, 'format', Number.POSITIVE_INFINITY)
  if (isAbsent(slot, 'slotId')) refuse(slot, 'slotId', 'required', 'is missing')
  if (isAbsent(slot, 'format')) {
    refuse(slot, 'format', 'required', `is missing; it is one of ${SLOT_FORMATS.join(', ')}`)
  }
  const count = readNumber(slot, 'count', COUNT) ?? 1
  const placement = readText(slot, 'placement', LIMITS.idChars)
  const minRelevance = readNumber(slot, 'minRelevance', SHARE)
  const floorMicros = readFloor(slot, currency)
  const block = readBlock(slot)
  if (slotId === undefined || format === undefined) return undefined
  return {
    slotId,
    format: cutText(format, LIMITS.idChars),
    count,
    placement: placement || 'post_response',
    minRelevance,
    floorMicros,
    block,
  }
}

const COUNT = { min: 1, max: LIMITS.adsPerSlot, whole: true } as const
const SHARE = { min: 0, max: 1 }

function readFloor(slot: Part, currency: string): number | undefined {
  const floor = readObject(slot, 'floor')
  if (floor === undefined) return undefined
  const asked = readText(floor, 'currency', LIMITS.idChars)
  if (asked !== undefined && asked.toUpperCase() !== currency) {
    refuse(floor, 'currency', 'const', `must be ${currency}, in which this installation settles`)
  }
  try {
    return parseMicros(floor.fields.amount, 'amount')
  } catch (error) {
    refuse(floor, 'amount', 'format', (error as Error).message.replace(/^amount /, ''))
    return undefined
  }
}

function readBlock(slot: Part): SlotRequest['block'] {
  const block = readObject(slot, 'block')
  if (block === undefined) return NO_BLOCK
  return {
    categories: readTexts(block, 'categories', LIMITS.listItems, LIST_ITEM_CHARS),
    advertisers: readTexts(block, 'advertisers', LIMITS.listItems, LIST_ITEM_CHARS),
    domains: readTexts(block, 'domains', LIMITS.listItems, LIST_ITEM_CHARS).map(blockedDomain),
  }
}

const NO_BLOCK: SlotRequest['block'] = { categories: [], advertisers: [], domains: [] }

function readOptions(body: Part): AdRequest['options'] {
  const options = readObject(body, 'options')
  if (options === undefined) return DEFAULT_OPTIONS
  const timeoutMs = readNumber(options, 'timeoutMs', TIMEOUT_MS)
  return {
    test: readBoolean(options, 'test') ?? false,
    explain: readBoolean(options, 'explain') ?? false,
    timeoutMs: timeoutMs ?? LIMITS.timeoutMsDefault,
  }
}

const TIMEOUT_MS = { min: LIMITS.timeoutMsMin, max: LIMITS.timeoutMsMax }
const DEFAULT_OPTIONS: AdRequest['options'] = { test: false, explain: false, timeoutMs: LIMITS.timeoutMsDefault }

function readMetadata(body: Part): Json | undefined {
  const metadata = readObject(body, 'metadata')?.fields
  if (metadata === undefined) return undefined
  let outOfRange = false
  const text = JSON.stringify(metadata, (_key, value: unknown) => {
    outOfRange ||= typeof value === 'number' && !Number.isFinite(value)
    return value
  })
  if (outOfRange) refuse(body, 'metadata', 'type', 'holds a number out of range')
  if (Buffer.byteLength(text) > LIMITS.metadataBytes) {
    refuse(body, 'metadata', 'maxLength', `may have at most ${LIMITS.metadataBytes} bytes as JSON`)
  }
  return metadata
}

/** An opaque id of the caller's; an empty one is none. */
function readId(parent: Part, key: string): string | undefined {
  return readText(parent, key, LIMITS.idChars) || undefined
}

/** A code in its canonical form; one that is none is left out with a warning. */
function readCode(
  part: Part,
  key: string,
  canonical: (text: string) => string | undefined,
  what: string,
): string | undefined {
  const given = readText(part, key, LIMITS.idChars)
  if (given === undefined || given === '') return undefined
  const code = canonical(given)
  if (code === undefined) warn(part, key, `${key}_ignored`, `${key} is not ${what} and was ignored`)
  return code
}

function warn(part: Part, key: string, code: string, message: string): void {
  part.reading.warnings.push({ code, message, field: `${pointerTo(part).slice(1).replaceAll('/', '.')}.${key}` })
}
