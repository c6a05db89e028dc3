// Codes of countries, regions and languages in their canonical form; undefined for a text that is none.

const countries = new Map<string, string | undefined>() // at most 26 × 26 entries
const languages = new Map<string, string>() // at most 26 × 26 × 27 entries
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
let names: Intl.DisplayNames | undefined

/** What a text is not that is no such code, for sentences that tell it. */
export const CODE_WORDS = {
  country: 'an ISO 3166-1 alpha-2 code such as "DE"',
  region: 'an ISO 3166-2 code such as "DE-BY"',
  language: 'a BCP 47 language tag such as "de-AT"',
} as const

/** ISO 3166-1 alpha-2 in upper case; withdrawn codes become today's (`uk` becomes `GB`). */
export function countryCode(text: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(text)) return undefined
  const code = text.toUpperCase()
  if (!countries.has(code)) countries.set(code, lookUp(code))
  return countries.get(code)
}

function lookUp(code: string): string | undefined {
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const today = new Intl.Locale(`und-${code}`).region
  return today !== undefined && !NOT_COUNTRIES.has(today) && names.of(today) !== undefined ? today : undefined
}

/** ISO 3166-2 in upper case, such as `DE-BY`. Its country is looked up, what stands behind it only has the form of such a code. */
export function regionCode(text: string): string | undefined {
  const [, country, part] = /^([A-Za-z]{2})-([A-Za-z0-9]{1,3})$/.exec(text) ?? []
  const known = country === undefined ? undefined : countryCode(country)
  return known === undefined ? undefined : `${known}-${part!.toUpperCase()}`
}

/** The same of a person whose country is known, where many say only what stands behind it: `BY` in `DE` is `DE-BY`. */
export function regionWithin(text: string, country: string | undefined): string | undefined {
  return regionCode(country === undefined || text.includes('-') ? text : `${country}-${text}`)
}

/** The country that such a code begins with. */
export function countryOfRegion(region: string): string {
  return region.slice(0, 2)
}

/** The countries that a person in such a region may be said to be in: some territories have a code among the countries, too. */
export function countriesOfRegion(region: string): readonly string[] {
  const also = TERRITORIES.get(region)
  return also === undefined ? [countryOfRegion(region)] : [countryOfRegion(region), also]
}

// Those that ISO 3166-2 lists as regions of a country though ISO 3166-1 has them, too.
const TERRITORIES = new Map(
  `CN-HK HK, CN-MO MO, CN-TW TW, FI-01 AX, FR-BL BL, FR-GF GF, FR-973 GF, FR-GP GP, FR-971 GP, FR-MF MF, FR-MQ MQ, FR-972 MQ, FR-NC NC,
  FR-PF PF, FR-PM PM, FR-RE RE, FR-974 RE, FR-TF TF, FR-WF WF, FR-YT YT, FR-976 YT, NL-AW AW, NL-BQ1 BQ, NL-BQ2 BQ, NL-BQ3 BQ, NL-CW CW,
  NL-SX SX, NO-21 SJ, NO-22 SJ, US-AS AS, US-GU GU, US-MP MP, US-PR PR, US-UM UM, US-VI VI`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [region: string, country: string]),
)

/** A BCP 47 tag whose language has today's shortest code (`eng` and `ENG` become `en`, `nb` becomes `no`); the rest is as it was given. */
export function languageTag(text: string): string | undefined {
  const [, primary, rest] = /^([A-Za-z]{2,3})((?:[-_][A-Za-z0-9]{1,8}){0,6})$/.exec(text) ?? []
  return primary === undefined ? undefined : languageCode(primary) + rest!.replaceAll('_', '-')
}

/** The language alone of such a tag: `de-AT` and `deu` are `de`. */
export function primaryLanguage(text: string): string | undefined {
  return languageTag(text)?.split('-', 1)[0]
}

function languageCode(primary: string): string {
  const given = primary.toLowerCase()
  let code = languages.get(given)
  if (code === undefined) {
    const today = new Intl.Locale(given).language ?? given
    languages.set(given, (code = FORMS_OF_NORWEGIAN.includes(today) ? 'no' : today))
  }
  return code
}

/** Which of them a text is written in nobody tells apart here, and browsers name them both ways. */
const FORMS_OF_NORWEGIAN: readonly string[] = ['nb', 'nn']
