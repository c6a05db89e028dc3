// An ad's parts that never change between requests, written as JSON once, when the ad enters the catalog.
import { AD_LIMITS, type Ad } from '../domain/ad.ts'
import type { Advertiser } from '../domain/advertiser.ts'

export interface RenderedCreative {
  readonly contentJson: string
  readonly suffixTextJson: string
  readonly destinationDomain: string
}

const SUFFIX_CHARS = 160
const DEFAULT_CTA = 'Learn more'

/** Renders what is shown of an ad: title and description cut at a word, defaults in place of what was left out. */
export function renderCreative(ad: Ad, advertiser: Advertiser): RenderedCreative {
  const { content } = ad
  const title = cutAtWord(content.title, AD_LIMITS.shownTitleChars)
  const destinationDomain = domainOf(content.landingUrl)
  const card = {
    title,
    description: cutAtWord(content.description, AD_LIMITS.shownDescriptionChars),
    ...(content.imageUrl !== undefined && { imageUrl: content.imageUrl, imageAlt: content.imageAlt ?? title }),
    brand: { name: content.brand ?? advertiser.name },
    ...(content.price !== undefined && { price: content.price }),
    ctaText: content.ctaText ?? DEFAULT_CTA,
    destinationDomain,
  }
  const suffix = content.description === '' ? title : cutAtWord(`${title}: ${content.description}`, SUFFIX_CHARS)
  return {
    contentJson: JSON.stringify(card).slice(1, -1),
    suffixTextJson: JSON.stringify(suffix),
    destinationDomain,
  }
}

/** The text itself where it is short enough; else its longest beginning that ends at a word, with an ellipsis. */
export function cutAtWord(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const head = text.slice(0, charsMax - 1)
  const space = head.lastIndexOf(' ')
  const cut = text[charsMax - 1] === ' ' || space < charsMax / 2 ? head : head.slice(0, space)
  // Never end on half of a surrogate pair.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:.–-]+$/, '')}…`
}

function domainOf(landingUrl: string): string {
  const host = new URL(landingUrl).hostname
  return host.startsWith('www.') ? host.slice(4) : host
}
