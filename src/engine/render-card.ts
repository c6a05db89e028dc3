// What is shown of an ad, worked out once, when the ad enters the catalog.
import { AD_LIMITS, type Ad } from '../domain/ad.ts'
import { destinationDomainOf } from '../domain/landing-url.ts'
import type { Card } from '../domain/served.ts'
import { cutAtWord } from '../domain/shown-text.ts'

const DEFAULT_CTA = 'Learn more'

/** A card in two parts: what is an ad's own, and what it has in common with others of its shop. */
export interface RenderedCard {
  readonly card: Omit<Card, keyof RenderedCard['frame']>
  /** Without `brand` where the ad names none: then its advertiser's name stands there. */
  readonly frame: Partial<Pick<Card, 'brand'>> & Pick<Card, 'ctaText' | 'destinationDomain'>
}

/**
 * What is shown of an ad: title and description cut at a word, defaults in place of what was left out.
 * @param linkToImage where its picture is got, where that is not its own URL
 */
export function renderCard({ content }: Ad, linkToImage: (imageUrl: string) => string = (url) => url): RenderedCard {
  const title = cutAtWord(content.title, AD_LIMITS.shownTitleChars)
  return {
    card: {
      title,
      description: cutAtWord(content.description, AD_LIMITS.shownDescriptionChars),
      ...(content.imageUrl !== undefined && {
        imageUrl: linkToImage(content.imageUrl),
        imageAlt: content.imageAlt ?? title,
      }),
      ...(content.price !== undefined && { price: content.price }),
    },
    frame: {
      ...(content.brand !== undefined && { brand: { name: content.brand } }),
      ctaText: content.ctaText ?? DEFAULT_CTA,
      destinationDomain: destinationDomainOf(content.landingUrl),
    },
  }
}
