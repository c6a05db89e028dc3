// Every ad that may serve, in memory: the match index, the creatives, and what the auction needs to know of each.
import type { Ad } from '../domain/ad.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import type { Campaign } from '../domain/campaign.ts'
import { SLOT_FORMATS, type SlotFormat } from '../domain/publisher.ts'
import { destinationDomainOf } from '../domain/landing-url.ts'
import type { Card, Creative } from '../domain/served.ts'
import { createCreativeArena } from './creative-arena.ts'
import type { Directory } from './directory.ts'
import type { MatchIndex } from './match/match-index.ts'
import { renderCard } from './render-card.ts'

export interface Catalog {
  readonly index: MatchIndex
  /**
   * Takes in a new, changed, paused or archived ad; `advertiser` is that of its campaign. A paused or archived ad leaves; a
   * paused campaign keeps its ads, since it may run again any moment.
   */
  put(ad: Ad, campaign: Campaign, advertiser: Advertiser): void
  /** What is shown of the ad behind a doc number. */
  creativeOf(doc: number): Creative
  /** Phrases of which one must stand in an answer for the ad to be linked from it: product, brand, keywords. */
  phrasesOf(doc: number): string[]
  /** Lower-case category paths. */
  categoriesOf(doc: number): string[]
  /** Host that a click leads to, without `www.`. */
  destinationDomainOf(doc: number): string
  adNumberOf(doc: number): number
  adVersionOf(doc: number): number
  campaignNumberOf(doc: number): number
  /** What is shown of an ad by its own number; undefined where it does not serve now. */
  creativeOfAd(adNumber: number): Creative | undefined
  /** Approved landing page of the version that is served now; undefined for another version or an unknown ad. */
  landingUrlOf(adNumber: number, adVersion: number): string | undefined
  /** Merges small or half-dead parts; called now and then by a job. */
  compact(): void
  stats(): { ads: number; unapproved: number; indexBytes: number; creativeBytes: number }
}

const NONE = 0xffff_ffff
/** So few new or removed ads in a block cost searches less than rewriting the block costs everyone. */
const WORTH_COMPACTING = 256

/** The order of a record's parts in the arena. */
const PART = { adId: 0, externalId: 1, content: 2, landingUrl: 3, keywords: 4, categories: 5 } as const
const LIST_SEPARATOR = '\u0001'

/**
 * @param directory campaigns and advertisers, whose names are rendered beside each ad
 * @param index empty at first; the catalog alone adds to it
 */
export function createCatalog({ directory, index }: { directory: Directory; index: MatchIndex }): Catalog {
  const arena = createCreativeArena()
  const advertiserParts = new Map<number, { revision: number; advertiserJson: string; byJson: string }>() // one an advertiser
  let docOfAd = new Uint32Array(1_024).fill(NONE)
  let adOfDoc = new Uint32Array(1_024)
  let versionOfDoc = new Uint32Array(1_024)
  let refOfDoc = new Float64Array(1_024)
  let ads = 0
  let unapproved = 0

  const remove = (adNumber: number): void => {
    const doc = docOfAd[adNumber] ?? NONE
    if (doc === NONE) return
    if (index.formatsOf(doc) === UNAPPROVED) unapproved--
    else ads--
    index.remove(doc)
    arena.release(refOfDoc[doc]!)
    docOfAd[adNumber] = NONE
  }

  const partsOf = (doc: number): string[] => arena.read(refOfDoc[doc]!)

  const advertiserOf = (campaignNumber: number): { advertiserJson: string; byJson: string } => {
    const campaign = directory.campaigns.byNumber(campaignNumber)
    const advertiser = campaign && directory.advertisers.byId(campaign.advertiserId)
    if (!advertiser) throw new Error(`campaign number ${campaignNumber} has no advertiser in memory`)
    let parts = advertiserParts.get(advertiser.number)
    if (parts?.revision !== advertiser.revision) {
      parts = {
        revision: advertiser.revision,
        advertiserJson: narrowJson({ name: advertiser.name, domain: advertiser.domain }),
        byJson: narrowJson(advertiser.name),
      }
      advertiserParts.set(advertiser.number, parts)
    }
    return parts
  }

  const creativeOf = (doc: number): Creative => {
    const parts = partsOf(doc)
    const { advertiserJson, byJson } = advertiserOf(index.campaignOf(doc))
    return {
      adId: parts[PART.adId]!,
      externalId: parts[PART.externalId] || undefined,
      contentJson: parts[PART.content]!,
      advertiserJson,
      byJson,
      landingUrl: parts[PART.landingUrl]!,
    }
  }

  return {
    index,
    put(ad, campaign, advertiser) {
      remove(ad.number)
      if (ad.archivedAtMs !== undefined || ad.status !== 'active') return
      const approved = ad.review === 'approved'
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
      const ref = arena.write([
        ad.id,
        ad.externalId ?? '',
        narrowJson(renderCard(ad, advertiser)).slice(1, -1),
        content.landingUrl,
        joined(content.keywords),
        joined(content.categories.map((category) => category.toLowerCase())),
      ])
      docOfAd = grown(docOfAd, ad.number, NONE)
      adOfDoc = grown(adOfDoc, doc)
      versionOfDoc = grown(versionOfDoc, doc)
      refOfDoc = grown(refOfDoc, doc)
      docOfAd[ad.number] = doc
      adOfDoc[doc] = ad.number
      versionOfDoc[doc] = ad.version
      refOfDoc[doc] = ref
      if (approved) ads++
      else unapproved++
    },
    creativeOf,
    phrasesOf(doc) {
      const parts = partsOf(doc)
      const { title, brand } = JSON.parse(`{${parts[PART.content]!}}`) as Card
      const leaves = split(parts[PART.categories]!).map((category) => category.split('>').at(-1)!.trim())
      return [title, brand.name, ...split(parts[PART.keywords]!), ...leaves].filter(
        ({ length }) => length >= PHRASE_CHARS_MIN,
      )
    },
    categoriesOf: (doc) => split(partsOf(doc)[PART.categories]!),
    destinationDomainOf: (doc) => destinationDomainOf(partsOf(doc)[PART.landingUrl]!),
    adNumberOf: (doc) => adOfDoc[doc]!,
    adVersionOf: (doc) => versionOfDoc[doc]!,
    campaignNumberOf: (doc) => index.campaignOf(doc),
    creativeOfAd(adNumber) {
      const doc = docOfAd[adNumber] ?? NONE
      return doc === NONE ? undefined : creativeOf(doc)
    },
    landingUrlOf(adNumber, adVersion) {
      const doc = docOfAd[adNumber] ?? NONE
      if (doc === NONE || versionOfDoc[doc] !== adVersion) return undefined
      return partsOf(doc)[PART.landingUrl]
    },
    compact() {
      index.compact(WORTH_COMPACTING)
      if (!arena.wantsCompaction()) return
      const living = [...docOfAd].filter((doc) => doc !== NONE)
      const moved = arena.compact(living.map((doc) => refOfDoc[doc]!))
      living.forEach((doc, i) => {
        refOfDoc[doc] = moved[i]!
      })
    },
    stats: () => ({ ads, unapproved, indexBytes: index.stats().bytes, creativeBytes: arena.stats().bytes }),
  }
}

/** In place of its formats: an ad that waits for review or was refused. No slot asks for it; it is only looked up to say so. */
export const UNAPPROVED = 0x80

/** The formats as bits, in the order of SLOT_FORMATS. */
export function maskOf(formats: readonly SlotFormat[]): number {
  return formats.reduce((mask, format) => mask | (1 << SLOT_FORMATS.indexOf(format)), 0)
}

/** Shorter phrases are found everywhere and mean nothing. */
const PHRASE_CHARS_MIN = 2

// One character beyond Latin-1 makes a whole answer a string of two bytes a character, which takes three times as long to
// send; escaped, it says the same.
function narrowJson(value: object | string): string {
  return JSON.stringify(value).replace(
    /[\u0100-\uffff]/g,
    (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

// Control characters are refused in ads, so the separators cannot stand inside a part.
function joined(items: readonly string[]): string {
  return items.join(LIST_SEPARATOR)
}

function split(text: string): string[] {
  return text === '' ? [] : text.split(LIST_SEPARATOR)
}

function grown<T extends Uint32Array | Float64Array>(array: T, index: number, fill = 0): T {
  if (index < array.length) return array
  const Type = array.constructor as new (length: number) => T
  const larger = new Type(Math.max(index + 1, Math.ceil(array.length * 1.5)))
  larger.fill(fill)
  larger.set(array as never)
  return larger
}
