// What crosses between the service's thread and the store's threads: calls, replies, and events packed flat.
//
// Events come by the thousand a second, and cloning two byte arrays in each costs more than the rest of the event; as plain
// lists of numbers and short texts they cross at a fraction of it.
import { type ErrorCode, type ErrorDetails, ServiceError } from '../../domain/errors.ts'
import type { AdvertiserFunds, CampaignSpend, EventKind, IgnoreReason, LedgerEvent } from '../../domain/ledger-event.ts'
import type { BidModel } from '../../domain/campaign.ts'
import type { SlotFormat } from '../../domain/publisher.ts'
import { messagesOf, TakenError } from './faults.ts'
import { keptText } from './texts.ts'

export interface ThreadSettings {
  readonly role: 'write' | 'read'
  readonly database: DatabaseSettings
}

export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly file: string; readonly synchronous: Synchronous }
  | { readonly kind: 'postgres'; readonly url: string; readonly hold?: Hold }

/** How one of several processes takes hold of a database, instead of waiting for the other to go. */
export interface Hold {
  /** What its sessions are called: `aside PID@HOST TOKEN`, another token for each time. */
  readonly name: string
  /** The process of this name does not answer any more: its session is ended, and what it was about to write with it. */
  readonly evict?: string | undefined
}

/** `NORMAL` loses what was acknowledged when the power goes; it exists so that the power-cut test can show that it sees it. */
export type Synchronous = 'FULL' | 'NORMAL'

export type Call = readonly [id: number, operation: string, args: readonly unknown[]]
export type Reply = readonly [id: number, ok: boolean, value: unknown]

export type ToThread = { readonly calls: readonly Call[] } | { readonly close: true }

export interface FromThread {
  readonly ready?: true
  /** Why the thread could not start. */
  readonly failed?: PlainError
  readonly replies?: readonly Reply[]
  readonly progress?: readonly [id: number, share: number]
  /** Set once the thread has stopped writing for good. */
  readonly stopped?: string
  /** It was since another process has the database now. */
  readonly taken?: boolean
  readonly inventoryChanged?: boolean
  /** Why the database cannot be reached. */
  readonly lost?: string
  /** Set where the database was lost and is there again: what it holds may be more than this process has told of. */
  readonly revived?: boolean
  readonly spend?: { readonly campaigns: CampaignSpend[]; readonly advertisers: AdvertiserFunds[] }
}

export interface PlainError {
  readonly code?: ErrorCode
  readonly message: string
  readonly details?: Omit<ErrorDetails, 'cause'>
  readonly stack?: string
  /** Of a `TakenError`. */
  readonly writerPlace?: string
}

export function plainError(error: unknown): PlainError {
  if (error instanceof ServiceError) {
    const { cause: _cause, ...details } = error.details
    const writerPlace = error instanceof TakenError ? error.writerPlace : undefined
    return { code: error.code, message: error.message, details, ...(writerPlace !== undefined && { writerPlace }) }
  }
  if (error instanceof Error)
    return { message: messagesOf(error), ...(error.stack !== undefined && { stack: error.stack }) }
  return { message: String(error) }
}

export function errorOf(plain: PlainError): Error {
  if (plain.writerPlace !== undefined) return new TakenError(plain.message, plain.writerPlace)
  if (plain.code !== undefined) return new ServiceError(plain.code, plain.message, plain.details)
  const error = new Error(plain.message)
  if (plain.stack !== undefined) error.stack = plain.stack
  return error
}

export type PackedEvent = readonly [
  kind: EventKind,
  impressionId: string,
  factKey: string,
  occurredAtMs: number,
  receivedAtMs: number,
  ignore: IgnoreReason | undefined,
  requireImpression: boolean,
  revenueShare: number,
  conversionType: string | undefined,
  conversionValueMicros: number | undefined,
  detail: string | undefined,
  decision: string,
  ordinal: number,
  adNumber: number,
  adVersion: number,
  campaignNumber: number,
  publisherNumber: number,
  model: BidModel,
  priceMicros: number,
  format: SlotFormat,
  slotId: string,
  country: string,
  user: string,
  test: boolean,
]

/** A share counts to four decimals. Of a float with more digits than it takes no two databases write the same line, which is hashed. */
const SHARE_PARTS = 10_000

export function packEvent(event: LedgerEvent): PackedEvent {
  const { link, conversion } = event
  return [
    event.kind,
    event.impressionId,
    keptText(event.factKey),
    event.occurredAtMs,
    event.receivedAtMs,
    event.ignore,
    event.requireImpression,
    Math.round(event.revenueShare * SHARE_PARTS) / SHARE_PARTS,
    conversion && keptText(conversion.type),
    conversion?.valueMicros,
    event.detail === undefined ? undefined : keptText(event.detail),
    textOfBytes(link.decision),
    link.ordinal,
    link.adNumber,
    link.adVersion,
    link.campaignNumber,
    link.publisherNumber,
    link.model,
    link.priceMicros,
    link.format,
    keptText(link.slotId),
    link.country,
    textOfBytes(link.user),
    link.test,
  ]
}

export function unpackEvent(packed: PackedEvent): LedgerEvent {
  const [kind, impressionId, factKey, occurredAtMs, receivedAtMs, ignore, requireImpression, revenueShare, ...rest] =
    packed
  const [type, valueMicros, detail, decision, ordinal, adNumber, adVersion, campaignNumber, publisherNumber] = rest
  const [model, priceMicros, format, slotId, country, user, test] = rest.slice(9) as unknown as LastParts
  return {
    kind,
    impressionId,
    factKey,
    occurredAtMs,
    receivedAtMs,
    ...(ignore !== undefined && { ignore }),
    requireImpression,
    revenueShare,
    ...(type !== undefined && { conversion: valueMicros === undefined ? { type } : { type, valueMicros } }),
    ...(detail !== undefined && { detail }),
    link: {
      decision: bytesOfText(decision),
      ordinal,
      adNumber,
      adVersion,
      campaignNumber,
      publisherNumber,
      model,
      priceMicros,
      format,
      slotId,
      country,
      user: bytesOfText(user),
      test,
    },
  }
}

type LastParts = [BidModel, number, SlotFormat, string, string, string, boolean]

function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'))
}
