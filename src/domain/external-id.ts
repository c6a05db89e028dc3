// The id by which an advertiser knows an ad, as it came from a request or a file.
import { faultOfShownText } from './shown-text.ts'

/** @returns the id without blanks around it, or what keeps the text from being one */
export function readExternalId(given: string): { readonly id: string } | { readonly fault: string } {
  const id = given.trim()
  const fault = id === '' ? 'must not be blank' : faultOfShownText(id)
  return fault === undefined ? { id } : { fault }
}
