// An ad: what is matched against a conversation, and what is shown of it.
import type { EntityBase } from './entity.ts'
import { landingPageOf } from './landing-page.ts'
import type { SlotFormat } from './publisher.ts'

export interface Ad extends EntityBase {
  readonly campaignId: string
  /** The caller's own id, unique within the campaign. */
  readonly externalId?: string
  readonly status: 'active' | 'paused'
  /** What is out of stock is not shown. Absent: nobody said so. */
  readonly availability?: Availability
  /** Counts up with each change of what is shown; links name the version they were made for. */
  readonly version: number
  readonly review: 'approved' | 'pending' | 'rejected'
  /** Why a person rejected it; stays while it was changed and waits anew, and is gone once it is approved. */
  readonly reviewReason?: string
  /** What the automatic check of its words found, while it waits for a person. */
  readonly reviewNote?: string
  readonly content: AdContent
}

export const AVAILABILITIES = ['in_stock', 'out_of_stock'] as const
export type Availability = (typeof AVAILABILITIES)[number]

export function isOutOfStock({ availability }: Pick<Ad, 'availability'>): boolean {
  return availability === 'out_of_stock'
}

/** What keeps an ad from being shown, whatever its campaign does: first what takes it out of the catalog, then its review. */
export type AdStop = 'archived' | 'paused' | 'out_of_stock' | Exclude<Ad['review'], 'approved'>

export function adStopOf(ad: Ad): AdStop | undefined {
  if (ad.archivedAtMs !== undefined) return 'archived'
  if (ad.status !== 'active') return 'paused'
  if (isOutOfStock(ad)) return 'out_of_stock'
  return ad.review === 'approved' ? undefined : ad.review
}

/** What of an ad was rejected before, in whichever ad of its advertiser's. */
export interface Recurrence {
  /** Its title and description. */
  readonly text: boolean
  /** Its landing page. */
  readonly page: boolean
}

const FRESH: Recurrence = { text: false, page: false }

/**
 * The state of a new ad. What a person rejected waits for a person, also where it comes back as another ad.
 * @param first the state of new content that passed the automatic checks
 * @param note what the check of its words found
 */
export function reviewOfNew(first: Ad['review'], { text, page }: Recurrence = FRESH, note?: string): Ad['review'] {
  return text || page || note !== undefined ? 'pending' : first
}

/**
 * The state of an ad whose owner changed what it shows. What a person rejected, or has yet to look at, waits for a person.
 * @param first the state of new content that passed the automatic checks
 * @param note what the check of its words found; words that were approved as they are stay so
 */
export function reviewOfChanged(
  before: Pick<Ad, 'review' | 'content'>,
  content: AdContent,
  first: Ad['review'],
  { text, page }: Recurrence = FRESH,
  note?: string,
): Ad['review'] {
  if (before.review !== 'approved') return 'pending'
  // A shop's prices change by the day, and nobody would look at each again.
  if (isSameButForPrice(before.content, content)) return 'approved'
  const newNote = isSameCopy(before.content, content) ? undefined : note
  // An approved ad may lead where another one was rejected: a new price does not take it off the air.
  return reviewOfNew(first, { text, page: page && leadsElsewhere(before.content, content) }, newNote)
}

/** The ad with what was found in its words, which is told while it waits, and no longer. */
export function noted<A extends Pick<Ad, 'review' | 'reviewNote'>>(ad: A, note: string | undefined): A {
  const { reviewNote: _before, ...plain } = ad
  return { ...plain, ...(ad.review === 'pending' && note !== undefined && { reviewNote: note }) } as A
}

function leadsElsewhere(before: AdContent, after: AdContent): boolean {
  return landingPageOf(after.landingUrl) !== landingPageOf(before.landingUrl)
}

export interface AdContent {
  /** 1–150 characters; cut at a word to 80 where it is shown. */
  readonly title: string
  /** 0–5,000 characters, all of them matched; cut at a word to 240 where it is shown. */
  readonly description: string
  readonly landingUrl: string
  readonly imageUrl?: string
  readonly imageAlt?: string
  /** As it is shown, such as "€899". */
  readonly price?: string
  readonly brand?: string
  readonly ctaText?: string
  readonly keywords: readonly string[]
  readonly categories: readonly string[]
  /** Never empty; all formats where the advertiser named none. */
  readonly formats: readonly SlotFormat[]
  /** BCP 47 primary language of the text, where known. */
  readonly language?: string
  /** A machine made its words or picture, and people are to be told. Never false: then it is absent. */
  readonly aiGenerated?: boolean
}

/** What of an ad is text, which a model may read. */
export const COPY_FIELDS = [
  'title',
  'description',
  'ctaText',
  'brand',
  'price',
  'imageAlt',
  'keywords',
  'categories',
] as const
export type Copy = Pick<AdContent, (typeof COPY_FIELDS)[number]>

/** Whether both show the same, but for another amount or currency. */
function isSameButForPrice(one: AdContent, other: AdContent): boolean {
  const isSame = (name: keyof AdContent) => JSON.stringify(one[name]) === JSON.stringify(other[name])
  return CONTENT_FIELDS.every((name) =>
    name === 'price' ? wordsOf(name, one[name]) === wordsOf(name, other[name]) : isSame(name),
  )
}

/** Whether both say the same; another amount or currency says nothing else. */
function isSameCopy(one: Copy, other: Copy): boolean {
  return COPY_FIELDS.every((name) => wordsOf(name, one[name]) === wordsOf(name, other[name]))
}

function wordsOf(name: keyof Copy, value: Copy[keyof Copy] = ''): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (name !== 'price') return text
  const letters = text.replace(/\P{L}/gu, '')
  return letters.length <= CURRENCY_CHARS ? '' : letters
}

const CURRENCY_CHARS = 3

/** Each field of the content once. Whatever reads, compares or takes in ads goes by this list, so that no field is forgotten. */
export const CONTENT_FIELDS = Object.keys({
  title: true,
  description: true,
  landingUrl: true,
  imageUrl: true,
  imageAlt: true,
  price: true,
  brand: true,
  ctaText: true,
  language: true,
  keywords: true,
  categories: true,
  formats: true,
  aiGenerated: true,
} satisfies Record<keyof AdContent, true>) as readonly (keyof AdContent)[]

export const AD_LIMITS = {
  titleChars: 150,
  descriptionChars: 5_000,
  urlChars: 2_048,
  priceChars: 40,
  brandChars: 100,
  ctaChars: 24,
  imageAltChars: 200,
  keywords: 50,
  keywordChars: 160,
  categories: 20,
  categoryChars: 120,
  externalIdChars: 128,
  reviewReasonChars: 500,
  shownTitleChars: 80,
  shownDescriptionChars: 240,
} as const
