// Tells whether two ads show and match the same, however their fields are ordered.
import { type AdContent, CONTENT_FIELDS } from './ad.ts'

export function isSameContent(one: AdContent, other: AdContent): boolean {
  return canonicalContent(one) === canonicalContent(other)
}

/** The content as text in which equal contents are equal. */
function canonicalContent(content: AdContent): string {
  return JSON.stringify(CONTENT_FIELDS.map((name) => content[name] ?? null))
}
