// The signed token of a tracking link: a link payload as bytes, a version and a key id in front, a tag behind.
//
//   version 1 | key id 1 | decision 16 | flags 2 | ad, ad version, campaign, publisher, price: varints
//   | country 2, where known | user 8, where known | slot id: length 1, then its characters | tag 16
//
// One token serves every link of an ad: what happened stands in the path (`/c/`, `/i/`, `/v/`, `/f/`, `/why/`).
import { encodeId, decodeId, ID_BYTES, ID_CHARS, timeOfId } from '../base/ids.ts'
import { HASH_BYTES } from '../base/keyed-hash.ts'
import { type KeyRing, TAG_BYTES } from '../base/signature.ts'
import { REQUEST_LIMITS } from './ad-request.ts'
import type { BidModel } from './campaign.ts'
import { type LinkPayload, NOBODY } from './link.ts'
import type { SlotFormat } from './publisher.ts'

export interface LinkSigner {
  /** A token of about 90 characters of base64url; at most TOKEN_CHARS_MAX. */
  sign(payload: LinkPayload): string
  /** What the token carries, or undefined where it is damaged, forged, or of a version or key not known here. */
  verify(token: string): LinkPayload | undefined
}

const VERSION = 1
type TwoBits = 0 | 1 | 2 | 3
// Links that are out carry these numbers: new ones are added, and none ever changes.
const MODEL_NUMBERS: Readonly<Record<BidModel, TwoBits>> = { cpc: 0, cpm: 1, cpa: 2 }
const FORMAT_NUMBERS: Readonly<Record<SlotFormat, TwoBits>> = { action_card: 0, suffix: 1, entity_link: 2 }
const MODELS = namesOf(MODEL_NUMBERS)
const FORMATS = namesOf(FORMAT_NUMBERS)
const DECISION_AT = 2
const FLAGS_AT = 18
const BODY_AT = 20
const NUMBER_BYTES_MAX = 8
/** Code units: characters beyond the first 65,536 have two each. */
const SLOT_ID_UNITS_MAX = REQUEST_LIMITS.slotIdChars * 2
/** The longest slot id that a request may have, and every number as long as it can be, fit. */
const BYTES_MAX = BODY_AT + 5 * NUMBER_BYTES_MAX + 2 + HASH_BYTES + 1 + 2 * SLOT_ID_UNITS_MAX + TAG_BYTES
export const TOKEN_CHARS_MAX = Math.ceil((BYTES_MAX * 4) / 3)

// First flag byte: ordinal in the low five bits, then model, then test. Second: format, and what follows in which form.
const TEST = 0x80
const HAS_COUNTRY = 0x04
const HAS_USER = 0x08
const WIDE_SLOT_ID = 0x10
const KNOWN_FLAGS = 0x1f

export function createLinkSigner({ ring }: { ring: KeyRing }): LinkSigner {
  const scratch = Buffer.alloc(BYTES_MAX) // both calls are synchronous, so one buffer serves all of them
  return {
    sign(payload) {
      scratch[0] = VERSION
      scratch[1] = ring.signingKeyId
      const length = writePayload(scratch, payload)
      ring.sign(scratch, length)
      return scratch.toString('base64url', 0, length + TAG_BYTES)
    },
    verify(token) {
      const bytes = readToken(token, scratch)
      if (bytes === undefined || bytes[0] !== VERSION) return undefined
      const length = bytes.length - TAG_BYTES
      if (!ring.verify(bytes[1]!, bytes.subarray(0, length), bytes.subarray(length))) return undefined
      return readPayload(bytes.subarray(0, length))
    },
  }
}

export type LinkKind = 'click' | 'impression' | 'viewable' | 'feedback' | 'why'
const LINK_PATHS: Record<LinkKind, string> = {
  click: '/c/',
  impression: '/i/',
  viewable: '/v/',
  feedback: '/f/',
  why: '/why/',
}

/** @param baseUrl the public base without a slash at its end */
export function linkUrl(baseUrl: string, kind: LinkKind, token: string): string {
  return baseUrl + LINK_PATHS[kind] + token
}

/** `imp_`, the decision, `_`, and two digits of the ad's place in it. */
export function impressionIdOf(payload: Pick<LinkPayload, 'decision' | 'ordinal'>): string {
  return impressionIdFrom(encodeId(payload.decision), payload.ordinal)
}

/** The same from a decision whose id is written out already. */
export function impressionIdFrom(decision: string, ordinal: number): string {
  return `imp_${decision}_${ordinal < 10 ? '0' : ''}${ordinal}`
}

/** The decision and the ad's place in it, or undefined where the text is no impression id. */
export function parseImpressionId(text: string): { decision: Uint8Array; ordinal: number } | undefined {
  const match = IMPRESSION_ID.exec(text)
  const decision = match ? decodeId(match[1]!) : undefined
  return decision && { decision, ordinal: Number(match![2]) }
}

const IMPRESSION_ID = new RegExp(`^imp_([0-9A-Z]{${ID_CHARS}})_(\\d\\d)$`)

export function requestIdOf(payload: Pick<LinkPayload, 'decision'>): string {
  return `req_${encodeId(payload.decision)}`
}

/** The decision, also one that is forgotten by now, or undefined where the text is no id of a request. */
export function parseRequestId(text: string): Uint8Array | undefined {
  return text.startsWith('req_') ? decodeId(text.slice(4)) : undefined
}

/** When the ad was decided, in epoch milliseconds of service time. */
export function decisionTimeMs(payload: Pick<LinkPayload, 'decision'>): number {
  return timeOfId(payload.decision)
}

/** By number. */
function namesOf<Name extends string>(numbers: Readonly<Record<Name, number>>): readonly (Name | undefined)[] {
  const names: (Name | undefined)[] = []
  for (const name of Object.keys(numbers) as Name[]) names[numbers[name]] = name
  return names
}

// Plain loops: as short as these are, each built-in method costs more than they do.
function writePayload(bytes: Buffer, payload: LinkPayload): number {
  // What is written behind the end of a buffer is dropped without a word, and the link would be dead.
  if (payload.slotId.length > SLOT_ID_UNITS_MAX) throw new Error(`the slot id ${payload.slotId} fits into no link`)
  let hasUser = false
  for (let i = 0; i < payload.user.length; i++) hasUser ||= payload.user[i] !== 0
  const wide = !isAscii(payload.slotId)
  for (let i = 0; i < ID_BYTES; i++) bytes[DECISION_AT + i] = payload.decision[i]!
  bytes[FLAGS_AT] = payload.ordinal | (MODEL_NUMBERS[payload.model] << 5) | (payload.test ? TEST : 0)
  bytes[FLAGS_AT + 1] =
    FORMAT_NUMBERS[payload.format] |
    (payload.country === '' ? 0 : HAS_COUNTRY) |
    (hasUser ? HAS_USER : 0) |
    (wide ? WIDE_SLOT_ID : 0)

  let at = writeNumber(bytes, BODY_AT, payload.adNumber)
  at = writeNumber(bytes, at, payload.adVersion)
  at = writeNumber(bytes, at, payload.campaignNumber)
  at = writeNumber(bytes, at, payload.publisherNumber)
  at = writeNumber(bytes, at, payload.priceMicros)
  if (payload.country !== '') {
    bytes[at++] = payload.country.charCodeAt(0)
    bytes[at++] = payload.country.charCodeAt(1)
  }
  if (hasUser) {
    for (let i = 0; i < payload.user.length; i++) bytes[at++] = payload.user[i]!
  }
  bytes[at++] = payload.slotId.length
  for (let i = 0; i < payload.slotId.length; i++) {
    const unit = payload.slotId.charCodeAt(i)
    if (wide) bytes[at++] = unit >>> 8
    bytes[at++] = unit & 0xff
  }
  return at
}

/** Reads what `writePayload` wrote; the tag was good, so only a token of our own with a fault could end early. */
function readPayload(bytes: Buffer): LinkPayload | undefined {
  const [ordinalFlags, formFlags] = [bytes[FLAGS_AT]!, bytes[FLAGS_AT + 1]!]
  const model = MODELS[(ordinalFlags >>> 5) & 3]
  const format = FORMATS[formFlags & 3]
  if (model === undefined || format === undefined || (formFlags & ~KNOWN_FLAGS) !== 0) return undefined

  const reader = { bytes, at: BODY_AT }
  const adNumber = readNumber(reader)
  const adVersion = readNumber(reader)
  const campaignNumber = readNumber(reader)
  const publisherNumber = readNumber(reader)
  const priceMicros = readNumber(reader)
  const country = formFlags & HAS_COUNTRY ? bytes.toString('latin1', reader.at, (reader.at += 2)) : ''
  const user = formFlags & HAS_USER ? bytes.subarray(reader.at, (reader.at += HASH_BYTES)) : NOBODY
  const slotIdUnits = bytes[reader.at++] ?? 0
  const step = formFlags & WIDE_SLOT_ID ? 2 : 1
  if (reader.at + slotIdUnits * step !== bytes.length) return undefined
  let slotId = ''
  for (; reader.at < bytes.length; reader.at += step) {
    slotId += String.fromCharCode(step === 1 ? bytes[reader.at]! : bytes.readUInt16BE(reader.at))
  }
  return {
    decision: Uint8Array.from(bytes.subarray(DECISION_AT, DECISION_AT + 16)),
    ordinal: ordinalFlags & 31,
    adNumber,
    adVersion,
    campaignNumber,
    publisherNumber,
    model,
    priceMicros,
    format,
    slotId,
    country,
    user: Uint8Array.from(user),
    test: (ordinalFlags & TEST) !== 0,
  }
}

/** The bytes of a token in `scratch`, or undefined where the text is not exactly what `sign` writes for some bytes. */
function readToken(token: string, scratch: Buffer): Buffer | undefined {
  if (token.length < BODY_AT || token.length > TOKEN_CHARS_MAX) return undefined
  const length = scratch.write(token, 'base64url')
  // Node skips characters it does not know and drops spare bits; two texts of one token would slip past a cache or a log.
  if (length < BODY_AT + TAG_BYTES || scratch.toString('base64url', 0, length) !== token) return undefined
  return scratch.subarray(0, length)
}

/** Seven bits a byte, low ones first; up to 2^53, so by division where 32-bit shifts would end. */
function writeNumber(bytes: Uint8Array, start: number, value: number): number {
  let [at, rest] = [start, value]
  while (rest >= 0x80) {
    bytes[at++] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
  }
  bytes[at++] = rest
  return at
}

function readNumber(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0
  let scale = 1
  for (;;) {
    const byte = reader.bytes[reader.at++] ?? 0
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return value
    scale *= 0x80
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}
