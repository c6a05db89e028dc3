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
  type Warning,
} from '../domain/ad-request.ts'
import { blockedDomain } from '../domain/blocked-domain.ts'
import { countryCode, languageTag, regionCode } from '../domain/iso-codes.ts'
import { parseMicros } from '../domain/money.ts'
import { SLOT_FORMATS } from '../domain/publisher.ts'
import { cleanText, isTooLong } from '../domain/said-text.ts'
import { isJsonObject } from '../doors/json-body.ts'
import { kindOf, validationError } from '../doors/validation-error.ts'
import {
  readArray,
  readBoolean,
  readFlag,
  readNumber,
  readObject,
  readTexts,
  readText,
  refuse,
  type Json,
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
export function readAdsRequest(body: unknown, currency: string): AdRequest {
  if (!isJsonObject(body)) {
    throw validationError([{ pointer: '', keyword: 'type', message: `must be a JSON object, not ${kindOf(body)}` }])
  }
  const reading: Reading = { issues: [], warnings: [] }
  const conversation = readConversation(reading, body)
  const user = readUser(reading, body)
  const slots = readSlots(reading, body, currency)
  const options = readOptions(reading, body)
  const metadata = readMetadata(reading, body)
  if (reading.issues.length > 0) throw validationError(reading.issues)
  return { conversation, user, slots, options, metadata, warnings: reading.warnings }
}

function readConversation(reading: Reading, body: Json): Conversation {
  const at = '/conversationContext'
  const context = readObject(reading, body, '', 'conversationContext')
  if (context === undefined) {
    if (body.conversationContext === undefined || body.conversationContext === null) {
      refuse(reading, '', 'conversationContext', 'required', 'is missing; it holds the query')
    }
    return NO_CONVERSATION
  }
  const spoken = readMessages(reading, context)
  const response = readText(reading, context, at, 'response', LIMITS.responseChars)
  const query = readQuery(reading, context, spoken)
  const repeat = spoken.findLastIndex(({ role }) => role === 'user')
  const isRepeated = repeat >= 0 && saysQuery(spoken[repeat]!, query)
  const userMessages = countUserMessages(context, spoken)
  return {
    query,
    response: response === '' ? undefined : response,
    messages: isRepeated ? spoken.toSpliced(repeat, 1) : spoken,
    ...(userMessages !== undefined && { userMessages: isRepeated ? userMessages - 1 : userMessages }),
    conversationId: readId(reading, context, at, 'conversationId'),
    messageId: readId(reading, context, at, 'messageId'),
    language: readCode(reading, context, at, 'language', languageTag, 'a BCP 47 language tag such as "de-AT"'),
  }
}

const NO_CONVERSATION: Conversation = { query: '', messages: [] }

/** The query, or the newest user message in its place. */
function readQuery(reading: Reading, context: Json, messages: readonly Message[]): string {
  const at = '/conversationContext'
  const given = readText(reading, context, at, 'query', LIMITS.queryChars)
  if (given !== undefined) {
    const query = cleanText(given)
    if (query === '') refuse(reading, at, 'query', 'minLength', 'must not be empty')
    return query
  }
  if (context.query !== undefined && context.query !== null) return '' // of a wrong type, and already refused
  const spoken = messages.findLast((message) => message.role === 'user')?.content ?? ''
  const query = cleanText(spoken)
  if (query === '')
    refuse(reading, at, 'query', 'required', 'is missing; send what the user asks, or messages with a user message')
  if (!isTooLong(query, LIMITS.queryChars)) return query
  warn(
    reading,
    'query_cut',
    `The newest user message serves as query, cut to ${LIMITS.queryChars} characters`,
    at,
    'messages',
  )
  return cutText(query, LIMITS.queryChars)
}

/** Callers differ in whether they repeat the query as the newest user message. */
function saysQuery({ content }: Message, query: string): boolean {
  const said = cleanText(content)
  return said === query || cutText(said, LIMITS.queryChars) === query
}

/** The newest messages that fit, oldest first. */
function readMessages(reading: Reading, context: Json): readonly Message[] {
  const at = '/conversationContext/messages'
  const given = readArray(reading, context, '/conversationContext', 'messages')
  if (given === undefined || given.length === 0) return NO_MESSAGES
  const messages: Message[] = []
  let room: number = LIMITS.messagesChars
  let cut = given.length > LIMITS.messages
  let skipped = 0
  for (let i = given.length - 1; i >= 0 && i >= given.length - LIMITS.messages; i--) {
    const message = readMessage(reading, given[i], `${at}/${i}`)
    if (message === undefined) skipped++
    else if (room === 0) cut = true
    else {
      const content = cutText(message.content, room)
      cut ||= content !== message.content
      room -= Math.min(room, message.content.length)
      messages.push(content === message.content ? message : { ...message, content })
    }
  }
  if (cut) {
    const kept = `the newest ${LIMITS.messages} and ${LIMITS.messagesChars} characters of them count`
    warn(reading, 'messages_cut', `There were more messages than are read: ${kept}`, '/conversationContext', 'messages')
  }
  if (skipped > 0 && reading.issues.length === 0) {
    warn(
      reading,
      'messages_ignored',
      `${skipped} messages without text or of another role were ignored`,
      '/conversationContext',
      'messages',
    )
  }
  return messages.reverse()
}

const NO_MESSAGES: readonly Message[] = []

/** Turns go on being counted in conversations too long to be read whole; undefined where all of it was read. */
function countUserMessages({ messages: given }: Json, kept: readonly Message[]): number | undefined {
  if (!Array.isArray(given) || given.length === kept.length) return undefined
  let count = 0
  for (const message of given) if (isJsonObject(message) && message.role === 'user') count++
  return count
}

/** A message; undefined where it is refused, or holds nothing for us (a tool's message, a call without text). */
function readMessage(reading: Reading, given: unknown, at: string): Message | undefined {
  if (!isJsonObject(given)) {
    refuse(reading, at, undefined, 'type', `must be an object with role and content, not ${kindOf(given)}`)
    return undefined
  }
  const { role, content } = given
  if (typeof role !== 'string')
    refuse(reading, at, 'role', role === undefined ? 'required' : 'type', 'must be user, assistant or system')
  if (typeof content !== 'string' && content !== null && content !== undefined) {
    const mend = Array.isArray(content) ? '; where it comes in parts, send their texts as one' : ''
    refuse(reading, at, 'content', 'type', `must be string, not ${kindOf(content)}${mend}`)
  }
  if (typeof content !== 'string' || (role !== 'user' && role !== 'assistant' && role !== 'system')) return undefined
  return { role, content }
}

function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const last = text.charCodeAt(charsMax - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? charsMax - 1 : charsMax) // never half of a pair
}

function readUser(reading: Reading, body: Json): UserContext {
  const at = '/userContext'
  const user = readObject(reading, body, '', 'userContext')
  if (user === undefined) return UNKNOWN_USER
  const demographics = readObject(reading, user, at, 'demographics') ?? NOTHING
  checkProfile(reading, user)
  const ageGroup = readText(reading, user, at, 'ageGroup', LIMITS.idChars)
  if (ageGroup !== undefined && !isAgeGroup(ageGroup)) {
    refuse(reading, at, 'ageGroup', 'enum', 'must be one of child, teen, adult, unknown')
  }
  return {
    userId: readId(reading, user, at, 'userId'),
    sessionId: readId(reading, user, at, 'sessionId'),
    country: readCode(
      reading,
      demographics,
      DEMOGRAPHICS,
      'country',
      countryCode,
      'an ISO 3166-1 alpha-2 code such as "DE"',
    ),
    region: readCode(reading, demographics, DEMOGRAPHICS, 'region', regionCode, 'an ISO 3166-2 code such as "DE-BY"'),
    language: readCode(reading, demographics, DEMOGRAPHICS, 'language', languageTag, 'an ISO 639 code such as "de"'),
    device: readDevice(reading, user),
    consent: readConsent(reading, user),
    adsEnabled: readBoolean(reading, user, at, 'adsEnabled') ?? true,
    ageGroup: ageGroup !== undefined && isAgeGroup(ageGroup) ? ageGroup : 'unknown',
    tier: readId(reading, user, at, 'tier'),
  }
}

const DEMOGRAPHICS = '/userContext/demographics'
const NOTHING: Json = {}
const NO_DEVICE: Device = {}

function isAgeGroup(text: string): text is UserContext['ageGroup'] {
  return text === 'child' || text === 'teen' || text === 'adult' || text === 'unknown'
}

/** Refuses a profile that is none, and keeps nothing of it: matching is contextual. */
function checkProfile(reading: Reading, user: Json): void {
  const profile = readObject(reading, user, '/userContext', 'profile')
  checkPurchaseIntent(reading, user, '/userContext')
  if (profile === undefined) return
  const at = '/userContext/profile'
  readTexts(reading, profile, at, 'interests', LIMITS.listItems, LIST_ITEM_CHARS)
  checkPurchaseIntent(reading, profile, at)
  const behavior = readObject(reading, profile, at, 'behavior')
  if (behavior === undefined) return
  readTexts(reading, behavior, `${at}/behavior`, 'preferredTopics', LIMITS.listItems, LIST_ITEM_CHARS)
  readText(reading, behavior, `${at}/behavior`, 'interactionStyle', LIMITS.idChars)
}

function checkPurchaseIntent(reading: Reading, parent: Json, at: string): void {
  const intent = readObject(reading, parent, at, 'purchaseIntent')
  if (intent === undefined) return
  readText(reading, intent, `${at}/purchaseIntent`, 'timeline', LIMITS.idChars)
  readTexts(reading, intent, `${at}/purchaseIntent`, 'categories', LIMITS.listItems, LIST_ITEM_CHARS)
}

function readDevice(reading: Reading, user: Json): Device {
  const at = '/userContext/device'
  const device = readObject(reading, user, '/userContext', 'device')
  if (device === undefined) return NO_DEVICE
  return {
    type: readId(reading, device, at, 'type')?.toLowerCase(),
    os: readId(reading, device, at, 'os'),
    userAgent: readText(reading, device, at, 'userAgent', Number.POSITIVE_INFINITY)?.slice(0, USER_AGENT_CHARS),
    ip: readCode(reading, device, at, 'ip', (text) => (isIP(text) > 0 ? text : undefined), 'an IPv4 or IPv6 address'),
    timeZone: readId(reading, device, at, 'timezone'),
  }
}

function readConsent(reading: Reading, user: Json): Consent | undefined {
  const at = '/userContext/consent'
  const consent = readObject(reading, user, '/userContext', 'consent')
  if (consent === undefined) return undefined
  return {
    gdprApplies: readFlag(reading, consent, at, 'gdprApplies'),
    tcString: readText(reading, consent, at, 'tcString', CONSENT_CHARS),
    gpp: readText(reading, consent, at, 'gpp', CONSENT_CHARS),
    gppSid: readSections(reading, consent, at),
    usPrivacy: readText(reading, consent, at, 'usPrivacy', LIMITS.idChars),
    gpc: readFlag(reading, consent, at, 'gpc'),
    coppa: readFlag(reading, consent, at, 'coppa'),
    personalization: readFlag(reading, consent, at, 'personalization'),
  }
}

function readSections(reading: Reading, consent: Json, at: string): readonly number[] | undefined {
  const given = readArray(reading, consent, at, 'gppSid', LIMITS.listItems)
  if (given === undefined) return undefined
  const wrong = given.findIndex((item) => !Number.isInteger(item))
  if (wrong >= 0)
    refuse(reading, `${at}/gppSid/${wrong}`, undefined, 'type', `must be integer, not ${kindOf(given[wrong])}`)
  return given as number[]
}

function readSlots(reading: Reading, body: Json, currency: string): readonly SlotRequest[] {
  const given = readArray(reading, body, '', 'slots', LIMITS.slots)
  if (given === undefined) {
    if (body.slots === undefined || body.slots === null) {
      refuse(reading, '', 'slots', 'required', 'is missing; ask for at least one slot')
    }
    return []
  }
  if (given.length === 0) refuse(reading, '', 'slots', 'minItems', 'must have at least 1 item')
  if (given.length > LIMITS.slots) return []
  const slots: SlotRequest[] = []
  let ads = 0
  for (let i = 0; i < given.length; i++) {
    const slot = readSlot(reading, given[i], `/slots/${i}`, currency)
    if (slot === undefined) continue
    if (slots.some((other) => other.slotId === slot.slotId)) {
      refuse(reading, `/slots/${i}`, 'slotId', 'uniqueItems', 'must differ from the ids of the other slots')
    }
    ads += slot.count
    slots.push(slot)
  }
  if (ads > LIMITS.adsPerRequest) {
    refuse(
      reading,
      '',
      'slots',
      'maximum',
      `ask for ${ads} ads; all counts together may be at most ${LIMITS.adsPerRequest}`,
    )
  }
  return slots
}

function readSlot(reading: Reading, given: unknown, at: string, currency: string): SlotRequest | undefined {
  if (!isJsonObject(given)) {
    refuse(reading, at, undefined, 'type', `must be an object with slotId and format, not ${kindOf(given)}`)
    return undefined
  }
  const slotId = readText(reading, given, at, 'slotId', LIMITS.slotIdChars)
  if (slotId === '') refuse(reading, at, 'slotId', 'minLength', 'must not be empty')
  // One that nobody knows empties its own slot; to be too long is no worse.
  const format = readText(reading, given, at, 'format', Number.POSITIVE_INFINITY)
  if (given.slotId === undefined || given.slotId === null) refuse(reading, at, 'slotId', 'required', 'is missing')
  if (given.format === undefined || given.format === null) {
    refuse(reading, at, 'format', 'required', `is missing; it is one of ${SLOT_FORMATS.join(', ')}`)
  }
  const count = readNumber(reading, given, at, 'count', 1, LIMITS.adsPerSlot, true) ?? 1
  const placement = readText(reading, given, at, 'placement', LIMITS.idChars)
  const minRelevance = readNumber(reading, given, at, 'minRelevance', 0, 1, false)
  const floorMicros = readFloor(reading, given, at, currency)
  const block = readBlock(reading, given, at)
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

function readFloor(reading: Reading, slot: Json, slotAt: string, currency: string): number | undefined {
  const floor = readObject(reading, slot, slotAt, 'floor')
  if (floor === undefined) return undefined
  const at = `${slotAt}/floor`
  const asked = readText(reading, floor, at, 'currency', LIMITS.idChars)
  if (asked !== undefined && asked.toUpperCase() !== currency) {
    refuse(reading, at, 'currency', 'const', `must be ${currency}, in which this installation settles`)
  }
  try {
    return parseMicros(floor.amount, 'amount')
  } catch (error) {
    refuse(reading, at, 'amount', 'format', (error as Error).message.replace(/^amount /, ''))
    return undefined
  }
}

function readBlock(reading: Reading, slot: Json, slotAt: string): SlotRequest['block'] {
  const block = readObject(reading, slot, slotAt, 'block')
  if (block === undefined) return NO_BLOCK
  const at = `${slotAt}/block`
  return {
    categories: readTexts(reading, block, at, 'categories', LIMITS.listItems, LIST_ITEM_CHARS),
    advertisers: readTexts(reading, block, at, 'advertisers', LIMITS.listItems, LIST_ITEM_CHARS),
    domains: readTexts(reading, block, at, 'domains', LIMITS.listItems, LIST_ITEM_CHARS).map(blockedDomain),
  }
}

const NO_BLOCK: SlotRequest['block'] = { categories: [], advertisers: [], domains: [] }

function readOptions(reading: Reading, body: Json): AdRequest['options'] {
  const options = readObject(reading, body, '', 'options')
  if (options === undefined) return DEFAULT_OPTIONS
  const timeoutMs = readNumber(
    reading,
    options,
    '/options',
    'timeoutMs',
    LIMITS.timeoutMsMin,
    LIMITS.timeoutMsMax,
    false,
  )
  return {
    test: readBoolean(reading, options, '/options', 'test') ?? false,
    explain: readBoolean(reading, options, '/options', 'explain') ?? false,
    timeoutMs: timeoutMs ?? LIMITS.timeoutMsDefault,
  }
}

const DEFAULT_OPTIONS: AdRequest['options'] = { test: false, explain: false, timeoutMs: LIMITS.timeoutMsDefault }

function readMetadata(reading: Reading, body: Json): Json | undefined {
  const metadata = readObject(reading, body, '', 'metadata')
  if (metadata === undefined) return undefined
  let outOfRange = false
  const text = JSON.stringify(metadata, (_key, value: unknown) => {
    outOfRange ||= typeof value === 'number' && !Number.isFinite(value)
    return value
  })
  if (outOfRange) refuse(reading, '', 'metadata', 'type', 'holds a number out of range')
  if (Buffer.byteLength(text) > LIMITS.metadataBytes) {
    refuse(reading, '', 'metadata', 'maxLength', `may have at most ${LIMITS.metadataBytes} bytes as JSON`)
  }
  return metadata
}

/** An opaque id of the caller's; an empty one is none. */
function readId(reading: Reading, parent: Json, at: string, key: string): string | undefined {
  return readText(reading, parent, at, key, LIMITS.idChars) || undefined
}

/** A code in its canonical form; one that is none is left out with a warning. */
function readCode(
  reading: Reading,
  parent: Json,
  at: string,
  key: string,
  canonical: (text: string) => string | undefined,
  what: string,
): string | undefined {
  const given = readText(reading, parent, at, key, LIMITS.idChars)
  if (given === undefined || given === '') return undefined
  const code = canonical(given)
  if (code === undefined) warn(reading, `${key}_ignored`, `${key} is not ${what} and was ignored`, at, key)
  return code
}

function warn(reading: Reading, code: string, message: string, at: string, key: string): void {
  const warning: Warning = { code, message, field: `${at.slice(1).replaceAll('/', '.')}.${key}` }
  reading.warnings.push(warning)
}
