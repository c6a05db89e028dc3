// Tells whether two ads show and match the same, however their fields are ordered.
import type { AdContent } from './ad.ts'

export function isSameContent(one: AdContent, other: AdContent): boolean {
  return canonicalContent(one) === canonicalContent(other)
}

/** The content as text in which equal contents are equal. */
function canonicalContent(content: AdContent): string {
  return JSON.stringify([
    content.title,
    content.description,
    content.landingUrl,
    content.imageUrl ?? null,
    content.imageAlt ?? null,
    content.price ?? null,
    content.brand ?? null,
    content.ctaText ?? null,
    content.language ?? null,
    content.keywords,
    content.categories,
    content.formats,
  ])
}
