// Every ad that may serve, in memory: the match index, the creatives, and what the auction needs to know of each.
import { asciiJson } from '../base/ascii-json.ts'
import { type Ad, adStopOf } from '../domain/ad.ts'
import type { Campaign } from '../domain/campaign.ts'
import { SLOT_FORMATS, type SlotFormat } from '../domain/publisher.ts'
import { destinationDomainOf } from '../domain/landing-url.ts'
import type { Card, RenderedAd } from '../domain/served.ts'
import { createChangeMarks } from '../base/change-marks.ts'
import { createLruMap } from '../base/lru-map.ts'
import { arrayIn, type Imprint, type Pieces } from '../base/piece-file.ts'
import { keepRead } from '../base/read-ahead.ts'
import { bytesOf, grownTo, sharedArray } from '../base/shared-array.ts'
import { type ArenaState, createCreativeArena, NO_RECORD } from './creative-arena.ts'
import type { Directory } from './directory.ts'
import type { MatchIndex } from './match/match-index.ts'
import { type LeastPrice, leastPriceIn } from './match/price-text.ts'
import { namesOf, tailsOf } from './match/short-names.ts'
import { type Traits, traitsOf } from './match/traits.ts'
import { renderCard } from './render-card.ts'
import type { TextPoolState } from './text-pool.ts'

export interface Catalog {
  readonly index: MatchIndex
  /** Grows with all that `save` would tell: ads that come and go, and what is tidied. */
  version(): number
  /**
   * Takes in a new, changed, paused or archived ad. A paused or archived ad leaves, and so does one whose campaign or
   * advertiser is archived; a paused campaign keeps its ads, since it may run again any moment.
   */
  put(ad: Ad, campaign: Campaign): void
  /** Has `tidy` let go of the ads of campaigns and advertisers that are archived by now, which never serve again. */
  sweep(): void
  /** What is shown of the ad behind a doc number. */
  renderedOf(doc: number): RenderedAd
  /** Phrases of which one must stand in an answer for the ad to be linked from it: product, its shorter names, brand, keywords, categories. */
  phrasesOf(doc: number): string[]
  /** Of these, what people see: what its title calls it, and its brand. */
  shownNamesOf(doc: number): string[]
  /** Ends of its longer names that name the kind of thing in an English answer. */
  tailsOf(doc: number, mayHold: (phrase: string) => boolean): string[]
  /** Which words of these only describe what it sells. */
  traitsOf(doc: number): Traits
  /** Its title and description as they are shown, in JSON; two ads that read the same have the same. */
  textJsonOf(doc: number): string
  /** Its title alone, in JSON. */
  titleJsonOf(doc: number): string
  /** JSON members among which is the brand that is shown, the ad's own or its advertiser's name; mostly one text for all ads of a brand. */
  brandJsonOf(doc: number): string
  /** Lower-case category paths; mostly the same array for ads of the same categories. */
  categoriesOf(doc: number): readonly string[]
  /** What the thing costs at least; undefined where the ad does not say, or in words that cannot be read. */
  leastPriceOf(doc: number): LeastPrice | undefined
  /** Host that a click leads to, without `www.`. */
  destinationDomainOf(doc: number): string
  /** What an embedding model is to read of it: title, description, keywords and kinds. */
  wordsOf(doc: number): string
  adNumberOf(doc: number): number
  /** −1 for an ad that does not serve. */
  docOfAd(adNumber: number): number
  /** Numbers of ads are below this, though not all of them are in use. */
  docsEnd(): number
  /** Asks for the numbers of so many ads before anything waits for them: they lie in far memory. */
  readAhead(docs: Uint32Array, count: number): void
  adVersionOf(doc: number): number
  campaignNumberOf(doc: number): number
  /**
   * The formats that approved ads of a campaign have. All ads are looked at for it, a few milliseconds for a million, and once
   * for all campaigns until an ad comes or goes.
   */
  formatsOfCampaign(campaignNumber: number): readonly SlotFormat[]
  /** What is shown of an ad by its own number; undefined where it does not serve now. */
  renderedOfAd(adNumber: number): RenderedAd | undefined
  /** Approved landing page of the version that is served now; undefined for another version or an unknown ad. */
  landingUrlOf(adNumber: number, adVersion: number): string | undefined
  /** Merges all that is new, and frees what is gone. Work for the start, tens of milliseconds for each 65,536 ads. */
  compact(): void
  /** A slice of the same, about a millisecond; false where nothing is worth doing now. */
  tidy(): boolean
  stats(): CatalogStats
  /** What it takes in memory. All blocks and slabs are looked at for it, so it is for those who watch, not for decisions. */
  bytes(): { readonly index: number; readonly creatives: number }
  /** All of it, to be restored in another process or thread. */
  save(): CatalogImprint
  /**
   * Takes in what `save` gave, in place of all that was there; cheap where most of it is there already. What is restored
   * without how many use each text can be read, and not changed.
   * @throws Error or TypeError where it is not of the same make; the catalog is then of no use
   */
  restore(pieces: Pieces, state: unknown): void
}

export interface CatalogImprint extends Imprint {
  readonly state: CatalogState
}

/** As JSON can say it. */
export interface CatalogState {
  readonly ads: number
  readonly unapproved: number
  readonly arena: ArenaState
  /** Texts that ads share. */
  readonly pool: TextPoolState
  readonly index: unknown
}

export interface CatalogStats {
  readonly ads: number
  readonly unapproved: number
  /** Counts every ad taken in or out since the process began. */
  readonly changes: number
}

const CATEGORY_LISTS_MAX = 4_096
/** So few new or removed ads in a block cost searches less than rewriting the block costs everyone. */
const WORTH_COMPACTING = 256
/** Postings that are merged in a slice: some tenths of a millisecond, and over one on a busy machine. */
const SLICE_POSTINGS = 25_000

/** Ads that are looked at in a slice of a sweep: under a millisecond where all of them leave. */
const SLICE_SWEPT = 512

/** The order of a record's parts in the arena, what is read most often first. */
const PART = { adId: 0, externalId: 1, card: 2, frame: 3, landingUrl: 4, keywords: 5, categories: 6, price: 7 } as const
/** Ads of one shop share brand and domain, and those of one kind their categories. */
const SHARED_PARTS = (1 << PART.frame) | (1 << PART.categories)
const LIST_SEPARATOR = '\u0001'

/**
 * @param directory campaigns and advertisers, whose names are rendered beside each ad
 * @param index empty at first; the catalog alone adds to it
 * @param linkToImage where pictures are got, where that is not their own URL
 */
export function createCatalog({
  directory,
  index,
  linkToImage,
}: {
  directory: Directory
  index: MatchIndex
  linkToImage?: (imageUrl: string) => string
}): Catalog {
  const arena = createCreativeArena()
  const advertiserParts = new Map<number, AdvertiserParts>() // one an advertiser
  const categoryLists = createLruMap<string, readonly string[]>({ entriesMax: CATEGORY_LISTS_MAX })
  let docOfAd: Uint32Array = sharedArray(Uint32Array, 1_024) // plus one; 0 where the ad does not serve
  let adOfDoc: Uint32Array = sharedArray(Uint32Array, 1_024)
  let versionOfDoc: Uint32Array = sharedArray(Uint32Array, 1_024)
  let refOfDoc: Uint32Array = sharedArray(Uint32Array, 1_024)
  // So much of them was ever used, and where they changed.
  let numbersUsed = 0
  let docsUsed = 0
  const numberMarks = createChangeMarks()
  const docMarks = createChangeMarks()
  let moves = 0
  let ads = 0
  let unapproved = 0
  let changes = 0
  // Of formats, by campaign number, as they were after so many changes.
  let masks: readonly number[] = []
  let masksAt = -1
  let sweepsDue = 0
  let sweptTo = 0

  const remove = (adNumber: number): void => {
    const place = docOfAd[adNumber] ?? 0
    if (place === 0) return
    const doc = place - 1
    if (index.formatsOf(doc) === UNAPPROVED) unapproved--
    else ads--
    index.remove(doc)
    arena.release(refOfDoc[doc]!)
    refOfDoc[doc] = NO_RECORD
    docOfAd[adNumber] = 0
    docMarks.mark(doc)
    numberMarks.mark(adNumber)
    changes++
  }

  const masksByCampaign = (): number[] => {
    const found: number[] = []
    for (let adNumber = 0; adNumber < numbersUsed; adNumber++) {
      const doc = docOfAd[adNumber]! - 1
      if (doc < 0) continue
      const campaign = index.campaignOf(doc)
      found[campaign] = (found[campaign] ?? 0) | index.formatsOf(doc)
    }
    return found
  }

  const isArchived = (campaign: Campaign | undefined): boolean =>
    campaign !== undefined &&
    (campaign.archivedAtMs ?? directory.advertisers.byId(campaign.advertiserId)?.archivedAtMs) !== undefined

  const sweepSlice = (): boolean => {
    if (sweepsDue === 0) return false
    const end = Math.min(sweptTo + SLICE_SWEPT, numbersUsed)
    for (; sweptTo < end; sweptTo++) {
      const place = docOfAd[sweptTo]!
      if (place > 0 && isArchived(directory.campaigns.byNumber(index.campaignOf(place - 1)))) remove(sweptTo)
    }
    if (sweptTo === numbersUsed) {
      sweepsDue--
      sweptTo = 0
    }
    return true
  }

  const tidyArena = (): boolean => {
    const tidied = arena.tidy(refOfDoc, docMarks)
    if (tidied) moves++
    return tidied
  }

  const read = (doc: number, part: number): string => arena.read(refOfDoc[doc]!, part)

  const advertiserOf = (campaignNumber: number): AdvertiserParts => {
    const campaign = directory.campaigns.byNumber(campaignNumber)
    const advertiser = campaign && directory.advertisers.byId(campaign.advertiserId)
    if (!advertiser) throw new Error(`campaign number ${campaignNumber} has no advertiser in memory`)
    let parts = advertiserParts.get(advertiser.number)
    if (parts?.revision !== advertiser.revision) {
      parts = {
        revision: advertiser.revision,
        advertiserJson: asciiJson({ name: advertiser.name, domain: advertiser.domain }),
        byJson: asciiJson(advertiser.name),
        brandJson: insideOf({ brand: { name: advertiser.name } }),
      }
      advertiserParts.set(advertiser.number, parts)
    }
    return parts
  }

  // An ad without a brand of its own shows its advertiser's name, which may change.
  const contentOf = (doc: number, frame: string, { brandJson }: AdvertiserParts): string => {
    const card = read(doc, PART.card)
    return frame.startsWith(BRAND) ? `${card},${frame}` : `${card},${brandJson},${frame}`
  }
  const cardOf = (doc: number) =>
    JSON.parse(`{${contentOf(doc, read(doc, PART.frame), advertiserOf(index.campaignOf(doc)))}}`) as Card

  const leavesOf = (doc: number) =>
    split(read(doc, PART.categories)).map((category) => category.split('>').at(-1)!.trim())

  const renderedOf = (doc: number): RenderedAd => {
    const advertiser = advertiserOf(index.campaignOf(doc))
    const frame = read(doc, PART.frame)
    const isAiGenerated = frame.endsWith(AI_GENERATED)
    return {
      adId: read(doc, PART.adId),
      externalId: read(doc, PART.externalId) || undefined,
      contentJson: contentOf(doc, isAiGenerated ? frame.slice(0, -AI_GENERATED.length) : frame, advertiser),
      advertiserJson: advertiser.advertiserJson,
      byJson: isAiGenerated ? advertiser.byJson + AI_GENERATED : advertiser.byJson,
    }
  }

  return {
    index,
    version() {
      return index.version() + moves
    },
    put(ad, campaign) {
      remove(ad.number)
      const stop = adStopOf(ad)
      if (stop === 'archived' || stop === 'paused' || stop === 'out_of_stock' || isArchived(campaign)) return
      const approved = stop === undefined
      const { content } = ad
      const doc = index.add(
        {
          title: content.title,
          description: content.description,
          brand: content.brand ?? '',
          keywords: content.keywords,
          categories: content.categories,
          ...(content.language !== undefined && { language: content.language }),
        },
        { campaign: campaign.number, formats: approved ? maskOf(content.formats) : UNAPPROVED },
      )
      const { card, frame } = renderCard(ad, linkToImage)
      const parts = [
        ad.id,
        ad.externalId ?? '',
        insideOf(card),
        insideOf(frame) + (content.aiGenerated === true ? AI_GENERATED : ''),
        content.landingUrl,
        joined(content.keywords),
        joined(content.categories.map((category) => category.toLowerCase())),
        priceText(content.price),
      ]
      docOfAd = grownTo(docOfAd, ad.number)
      adOfDoc = grownTo(adOfDoc, doc)
      versionOfDoc = grownTo(versionOfDoc, doc)
      refOfDoc = grownTo(refOfDoc, doc)
      refOfDoc[doc] = arena.write(doc, parts, SHARED_PARTS)
      docOfAd[ad.number] = doc + 1
      adOfDoc[doc] = ad.number
      versionOfDoc[doc] = ad.version
      docMarks.mark(doc)
      numberMarks.mark(ad.number)
      docsUsed = Math.max(docsUsed, doc + 1)
      numbersUsed = Math.max(numbersUsed, ad.number + 1)
      changes++
      if (approved) ads++
      else unapproved++
    },
    sweep() {
      // One under way may be past ads that are to go.
      sweepsDue = sweptTo === 0 ? 1 : 2
    },
    renderedOf,
    textJsonOf(doc) {
      // Quotes within a text are escaped, so this is found behind both alone.
      const card = read(doc, PART.card)
      const behind = card.search(/,"(?:imageUrl|price)":/)
      return behind < 0 ? card : card.slice(0, behind)
    },
    titleJsonOf(doc) {
      const card = read(doc, PART.card)
      return card.slice(0, card.indexOf(',"description":'))
    },
    brandJsonOf(doc) {
      const frame = read(doc, PART.frame)
      return frame.startsWith(BRAND) ? frame : advertiserOf(index.campaignOf(doc)).brandJson
    },
    phrasesOf(doc) {
      const { title, brand } = cardOf(doc)
      const names = namesOf(title, brand.name, split(read(doc, PART.keywords)))
      return [...names, brand.name, ...leavesOf(doc)].filter(({ length }) => length >= PHRASE_CHARS_MIN)
    },
    shownNamesOf(doc) {
      const { title, brand } = cardOf(doc)
      return [...namesOf(title, brand.name, []), brand.name]
    },
    tailsOf(doc, mayHold) {
      const { title, brand } = cardOf(doc)
      return tailsOf(title, brand.name, split(read(doc, PART.keywords)), leavesOf(doc), mayHold)
    },
    traitsOf(doc) {
      const { title, brand } = cardOf(doc)
      return traitsOf(title, brand.name, split(read(doc, PART.keywords)), leavesOf(doc))
    },
    categoriesOf(doc) {
      const text = read(doc, PART.categories)
      let list = categoryLists.get(text)
      if (list === undefined) categoryLists.set(text, (list = split(text)))
      return list
    },
    leastPriceOf: (doc) => priceOfText(read(doc, PART.price)),
    destinationDomainOf: (doc) => destinationDomainOf(read(doc, PART.landingUrl)),
    readAhead(docs, count) {
      let seen = 0
      for (let i = 0; i < count; i++) seen ^= adOfDoc[docs[i]!]!
      keepRead(seen)
    },
    wordsOf(doc) {
      const { title, description } = cardOf(doc)
      const parts = [title, description, split(read(doc, PART.keywords)).join(', '), leavesOf(doc).join(', ')]
      return parts.filter((part) => part !== '').join('\n')
    },
    adNumberOf: (doc) => adOfDoc[doc]!,
    docOfAd: (adNumber) => (docOfAd[adNumber] ?? 0) - 1,
    docsEnd() {
      return docsUsed
    },
    adVersionOf: (doc) => versionOfDoc[doc]!,
    campaignNumberOf: (doc) => index.campaignOf(doc),
    formatsOfCampaign(campaignNumber) {
      if (masksAt !== changes) masks = masksByCampaign()
      masksAt = changes
      const mask = masks[campaignNumber] ?? 0
      return SLOT_FORMATS.filter((format) => (mask & maskOf([format])) !== 0)
    },
    renderedOfAd(adNumber) {
      const place = docOfAd[adNumber] ?? 0
      return place === 0 ? undefined : renderedOf(place - 1)
    },
    landingUrlOf(adNumber, adVersion) {
      const place = docOfAd[adNumber] ?? 0
      if (place === 0 || versionOfDoc[place - 1] !== adVersion) return undefined
      return read(place - 1, PART.landingUrl)
    },
    compact() {
      while (sweepSlice());
      index.compact(WORTH_COMPACTING)
      while (tidyArena());
    },
    tidy: () => sweepSlice() || index.tidy(WORTH_COMPACTING, SLICE_POSTINGS) || tidyArena(),
    stats: () => ({ ads, unapproved, changes }),
    bytes: () => ({ index: index.stats().bytes, creatives: arena.bytes() }),
    save() {
      const ofArena = arena.save()
      const ofIndex = index.save()
      const byNumber = { marks: numberMarks, bytesEach: 4 } as const
      const byDoc = { marks: docMarks, bytesEach: 4 } as const
      return {
        changing: [
          { name: 'catalog/doc-of-ad', bytes: bytesOf(docOfAd, numbersUsed), changes: byNumber },
          { name: 'catalog/ad-of-doc', bytes: bytesOf(adOfDoc, docsUsed), changes: byDoc },
          { name: 'catalog/version-of-doc', bytes: bytesOf(versionOfDoc, docsUsed), changes: byDoc },
          { name: 'catalog/ref-of-doc', bytes: bytesOf(refOfDoc, docsUsed), changes: byDoc },
          ...ofIndex.changing,
        ],
        fixed: [...ofArena.fixed, ...ofIndex.fixed],
        state: { ads, unapproved, arena: ofArena.state, pool: ofArena.pool, index: ofIndex.state },
        release() {
          ofArena.release()
          ofIndex.release()
        },
      }
    },
    restore(pieces, saved) {
      const state = saved as CatalogState
      docOfAd = arrayIn(pieces, 'catalog/doc-of-ad', Uint32Array)
      adOfDoc = arrayIn(pieces, 'catalog/ad-of-doc', Uint32Array)
      versionOfDoc = arrayIn(pieces, 'catalog/version-of-doc', Uint32Array)
      refOfDoc = arrayIn(pieces, 'catalog/ref-of-doc', Uint32Array)
      numbersUsed = docOfAd.length
      docsUsed = adOfDoc.length
      numberMarks.markAll()
      docMarks.markAll()
      arena.restore(pieces, state.arena, state.pool)
      index.restore(pieces, state.index)
      ads = state.ads
      unapproved = state.unapproved
      masksAt = -1
      moves++
    },
  }
}

interface AdvertiserParts {
  readonly revision: number
  readonly advertiserJson: string
  readonly byJson: string
  readonly brandJson: string
}

/** In place of its formats: an ad that waits for review or was refused. No slot asks for it; it is only looked up to say so. */
export const UNAPPROVED = 0x80

/** Read once for all requests that ask, since thousands of ads may be too dear for one: "1299 EUR", or nothing. */
function priceText(shown: string | undefined): string {
  const price = shown === undefined ? undefined : leastPriceIn(shown)
  return price === undefined ? '' : `${price.amount} ${price.currency ?? ''}`
}

function priceOfText(text: string): LeastPrice | undefined {
  if (text === '') return undefined
  const space = text.indexOf(' ')
  return { amount: Number(text.slice(0, space)), currency: text.slice(space + 1) || undefined }
}

/** The formats as bits, in the order of SLOT_FORMATS. */
export function maskOf(formats: readonly SlotFormat[]): number {
  return formats.reduce((mask, format) => mask | (1 << SLOT_FORMATS.indexOf(format)), 0)
}

/** Shorter phrases are found everywhere and mean nothing. */
const PHRASE_CHARS_MIN = 2

/** The members of an object as JSON, without its braces. */
function insideOf(value: object): string {
  return asciiJson(value).slice(1, -1)
}
const BRAND = '"brand"'
/** Kept at the end of a frame, and said beside whose ad it is. */
const AI_GENERATED = ',"aiGenerated":true'

// Control characters are refused in ads, so the separators cannot stand inside a part.
function joined(items: readonly string[]): string {
  return items.join(LIST_SEPARATOR)
}

function split(text: string): string[] {
  return text === '' ? [] : text.split(LIST_SEPARATOR)
}
