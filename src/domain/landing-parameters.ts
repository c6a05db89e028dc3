// Parameters that a campaign adds to the landing pages of all its ads at the click, so that a feed of plain product pages can still tell
// the shop where somebody came from, and by which id it reports a sale.
import { invalid } from './errors.ts'
import { ANY_MACRO, NOT_PLAIN, partsOf } from './landing-url.ts'

export const LANDING_PARAMETERS_CHARS = 1_000

/**
 * Reads what an advertiser wrote, such as `utm_source=aside&click={click_id}`; a `?` or `&` in front does no harm.
 * @returns the parameters in their serialised form, without a mark in front
 * @throws ServiceError validation_error naming `field`
 */
export function parseLandingParameters(text: string, field: string): string {
  const plain = text.trim().replace(/^[?&]/, '')
  if (NOT_PLAIN.test(plain)) {
    throw invalid(
      field,
      'must not hold spaces, control or invisible characters, or backslashes; write a space as %20',
      'format',
    )
  }
  if (plain.includes('#')) throw invalid(field, 'must not hold a "#"; write it as %23', 'format')
  const query = new URL(`https://shop.example/?${plain}`).search.slice(1)
  if (query.length > LANDING_PARAMETERS_CHARS) {
    throw invalid(
      field,
      `must not be longer than ${LANDING_PARAMETERS_CHARS} characters once it is encoded`,
      'maxLength',
    )
  }
  const names = query.split('&').map(nameOf)
  if (names.includes('')) {
    throw invalid(field, 'must be names with values, such as "utm_source=aside&click={click_id}"', 'format')
  }
  if (names.some((name) => ANY_MACRO.test(name))) {
    throw invalid(field, 'may hold macros in values only, such as "click={click_id}"', 'macro')
  }
  return query
}

/**
 * Adds them to a landing page, before its fragment. What the page says itself stays: a parameter whose name it has already is not added.
 * @param parameters as `parseLandingParameters` gave them; undefined: there are none
 */
export function withLandingParameters(landingUrl: string, parameters: string | undefined): string {
  if (parameters === undefined) return landingUrl
  const { before, query, fragment } = partsOf(landingUrl)
  const own = new Set(query.slice(1).split('&').map(nameOf))
  const added = parameters.split('&').filter((pair) => !own.has(nameOf(pair)))
  if (added.length === 0) return landingUrl
  const between = query === '' ? '?' : /[?&]$/.test(query) ? '' : '&'
  return before + query + between + added.join('&') + fragment
}

/** As a server reads it, however it is encoded. */
function nameOf(pair: string): string {
  // Behind "&", since a "?" at the very front is no part of a name to URLSearchParams.
  return new URLSearchParams(`&${pair.split('=', 1)[0]}`).keys().next().value ?? ''
}
