// Where the name of a thing ends and what it goes with begins: a "backpack for laptops" is no laptop.
import { unitOf } from '../text/measures.ts'

/** The length of the part of `name` that says what it is; all of it where nothing follows. Units of `name.slice`. */
export function headLengthOf(name: string, language: string): number {
  const found = (GOES_WITH[language] ?? GOES_WITH.en!).exec(name)
  // What begins with such a word has no head to tell it from.
  return found === null || found.index === 0 ? name.length : found.index
}

/** The length of the part of a title that names the thing: it ends before details, what the thing goes with, and where it is. */
export function nameLengthOf(title: string): number {
  return NAME_ENDS.exec(title)?.index ?? title.length
}

const GOES_WITH_WORDS: Readonly<Record<string, string>> = {
  en: 'for|with|w/|compatible|fits|suitable',
  de: 'für|mit|passend|geeignet|kompatibel',
  fr: 'pour|avec|compatible',
  es: 'para|con|compatible',
  pt: 'para|com|compatível',
  it: 'per|con|compatibile',
  nl: 'voor|met|geschikt',
}
const GOES_WITH: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(GOES_WITH_WORDS).map(([language, words]) => [language, new RegExp(`\\s(?:${words})(?=[\\s:])`, 'i')]),
)
const NAME_ENDS = new RegExp(
  `[,:;](?=\\s)|\\s[-–—|/([]|\\s(?:from|in|at|near|by|${Object.values(GOES_WITH_WORDS).join('|')})(?=[\\s:])`,
  'i',
)

/**
 * False for a word that says how much or how large, of what colour or how new, wherever it stands: "wiper blades 22 inch", "hose green". A "guitar amp"
 * is an amplifier: what may be a unit is one after a number.
 * @param start the word is `name.slice(start, end)`
 */
export function mayNameKind(name: string, start: number, end: number, language: string): boolean {
  const word = name.slice(start, end).toLowerCase()
  if (STARTS_WITH_DIGIT.test(word) || (BY.test(word) && BEGINS_WITH_NUMBER.test(name.slice(end)))) return false
  if (unitOf(word) !== undefined && ENDS_WITH_NUMBER.test(name.slice(0, start))) return false
  return language !== 'en' || !HOW.has(word)
}

const STARTS_WITH_DIGIT = /^\d/
const ENDS_WITH_NUMBER = /\d[ -]?$/
/** "8 x 10", and no "Tesla X". */
const BY = /^[x×]$/
const BEGINS_WITH_NUMBER = /^ ?\d/
const HOW: ReadonlySet<string> = new Set(
  `black white red blue green yellow purple pink brown gray grey beige navy teal turquoise small medium large xl xxl
  long short wide tall big mini cheap new used old`.split(/\s+/),
)
