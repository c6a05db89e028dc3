// What is shown of an ad, worked out once, when the ad enters the catalog.
import { AD_LIMITS, type Ad } from '../domain/ad.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import { destinationDomainOf } from '../domain/landing-url.ts'
import type { Card } from '../domain/served.ts'
import { cutAtWord } from '../domain/shown-text.ts'

const DEFAULT_CTA = 'Learn more'

/** What is shown of an ad: title and description cut at a word, defaults in place of what was left out. */
export function renderCard({ content }: Ad, advertiser: Advertiser): Card {
  const title = cutAtWord(content.title, AD_LIMITS.shownTitleChars)
  return {
    title,
    description: cutAtWord(content.description, AD_LIMITS.shownDescriptionChars),
    ...(content.imageUrl !== undefined && { imageUrl: content.imageUrl, imageAlt: content.imageAlt ?? title }),
    brand: { name: content.brand ?? advertiser.name },
    ...(content.price !== undefined && { price: content.price }),
    ctaText: content.ctaText ?? DEFAULT_CTA,
    destinationDomain: destinationDomainOf(content.landingUrl),
  }
}
