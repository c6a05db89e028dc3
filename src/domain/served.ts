// An answer as it leaves the decision: ads with their links, ready for a door to present.
import { asciiJson } from '../base/ascii-json.ts'
import type { AdLabel } from './ad-label.ts'
import type { Warning } from './ad-request.ts'
import type { CandidateNote, Mention, NoFill, Signals, StageTiming } from './decision.ts'
import type { Micros } from './money.ts'
import type { SlotFormat } from './publisher.ts'
import { cutAtWord } from './shown-text.ts'

export interface ServedDecision {
  /** `req_…`, the id of the answer. */
  readonly requestId: string
  readonly test: boolean
  /** What its ads are called. */
  readonly label: AdLabel
  readonly slots: readonly ServedSlot[]
  readonly warnings: readonly Warning[]
  readonly metadata?: unknown
  readonly explain?: Explanation
}

/** Only a slot of a known format has ads. */
export type ServedSlot = FilledSlot | EmptySlot

export interface FilledSlot {
  readonly slotId: string
  readonly format: SlotFormat
  readonly ads: readonly ServedAd[]
  readonly noFill?: NoFill
}

interface EmptySlot extends Omit<FilledSlot, 'format' | 'ads'> {
  /** As asked, also where it is one we do not know. */
  readonly format: string
  readonly ads: readonly []
}

export function hasAds(slot: ServedSlot): slot is FilledSlot {
  return slot.ads.length > 0
}

/** What is counted of a slot. */
export type AnsweredSlot = Pick<ServedSlot, 'format' | 'noFill'> & { readonly ads: { readonly length: number } }

export interface ServedAd {
  readonly rendered: RenderedAd
  readonly impressionId: string
  /** The signed token; `{base}/c/{token}` is the click link, /i/, /v/, /f/ and /why/ go with it. */
  readonly token: string
  readonly expiresAtMs: number
  /** 0–1, a multiple of 0.0001. */
  readonly relevance: number
  readonly mentions?: readonly Mention[]
}

/**
 * What never changes of an ad version, rendered once as JSON when the ad enters the catalog, since writing JSON costs
 * more than deciding. Each part is a fragment that a door puts between its own braces; characters beyond ASCII stand in it
 * as \u escapes.
 */
export interface RenderedAd {
  readonly adId: string
  readonly externalId: string | undefined
  /** `"title":…,"description":…,"imageUrl"?,"imageAlt"?,"brand"?,"price"?,"ctaText":…,"destinationDomain":…`. */
  readonly contentJson: string
  /** `{"name":…,"domain":…}`. */
  readonly advertiserJson: string
  /** The advertiser's name as a JSON string, quotes included, and behind it `,"aiGenerated":true` where a machine made the ad. */
  readonly byJson: string
}

/** The label that belongs to an ad, as JSON in ASCII. @param whyUrl as it may stand inside a JSON string */
export function disclosureJson({ byJson }: Pick<RenderedAd, 'byJson'>, label: AdLabel, whyUrl: string): string {
  return `{"required":true,"label":${asciiJson(label)},"by":${byJson},"contextUse":"presentation_only","whyUrl":"${whyUrl}"}`
}

/**
 * A relevance as JSON. There are 10,001 of them, so each is written once: Node keeps what it last made of numbers in a cache of its
 * own, where a text lives just long enough to be moved among what lives long, and is garbage there.
 * @param relevance 0–1, a multiple of 0.0001
 */
export function relevanceJson(relevance: number): string {
  const place = Math.round(relevance * RELEVANCE_STEPS)
  return (relevanceTexts[place] ??= String(relevance))
}

/** Steps from 0 to 1: relevance has four decimals wherever it is told. */
export const RELEVANCE_STEPS = 10_000
const relevanceTexts = new Array<string | undefined>(RELEVANCE_STEPS + 1)

/** What is shown of an ad as an action card; the other formats take their parts from it. */
export interface Card {
  readonly title: string
  readonly description: string
  readonly imageUrl?: string
  readonly imageAlt?: string
  readonly brand: { readonly name: string }
  readonly price?: string
  readonly ctaText: string
  readonly destinationDomain: string
}

const SUFFIX_CHARS = 160

/** What a suffix slot shows of an ad: one line of its title and as much of the description as fits, and where it leads. */
export function suffixOf({ contentJson }: Pick<RenderedAd, 'contentJson'>): {
  text: string
  destinationDomain: string
} {
  const { title, description, destinationDomain } = JSON.parse(`{${contentJson}}`) as Card
  const text = description === '' ? title : cutAtWord(`${title}: ${description}`, SUFFIX_CHARS)
  return { text, destinationDomain }
}

/** Why the answer is what it is. */
export interface Explanation {
  readonly signals: Signals
  readonly stages: readonly StageTiming[]
  readonly candidates: readonly (Omit<
    CandidateNote,
    'doc' | 'adNumber' | 'campaignNumber' | 'bidMicros' | 'priceSetBy'
  > & {
    readonly adId: string
    /** "floor", or the id of the rival ad that would have had the place. */
    readonly priceSetBy?: string
    readonly externalId?: string
    readonly campaignId: string
    /** Where the campaign is held back: the part of requests it takes part in, and what links that are out may still cost. */
    readonly pacing?: { readonly share: number; readonly openMicros: Micros }
  })[]
}
