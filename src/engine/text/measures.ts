// Numbers with their units: "25 ft", "25-foot" and "25FT" are one measure, as are `22"` and "22 inches", "8 x 10" and "8x10". General
// knowledge of how shops write sizes, never one query's.
import { hashLo, isWordCode, JOINED_PART_MAX } from './tokenise.ts'

/** What a number and its unit written as one lower-case word are called here, undefined where it is neither: "512gb", "8x10ft". */
export function measureOf(word: string): string | undefined {
  const [, number, by, name] = MEASURE.exec(word) ?? []
  if (number === undefined) return undefined
  const unit = UNITS.get(name!)
  if (by !== undefined) return name === '' || unit !== undefined ? `${number}x${by}` : undefined
  return unit === undefined ? undefined : number + unit
}

/** The unit that a lower-case word names, as it is called here. */
export function unitOf(word: string): string | undefined {
  return UNITS.get(word)
}

/**
 * Whether a number that ends at `end` may be one of a measure: most have neither a unit nor a sign behind them.
 * @param next hash, low half, of the token after it
 */
export function mayGoOn(text: string, end: number, next: number): boolean {
  const code = text.charCodeAt(end)
  if (code === SPACE || code === NO_BREAK_SPACE) return UNIT_HASHES.has(next) || isBy(text.charCodeAt(end + 1))
  return isBy(code) || SIGNS.has(code)
}

/**
 * What is said besides by the word from `start` to `end`, which begins with a digit: the measure and the size that begin there ("25 ft",
 * `8" x 10"`), or the number of a measure that is one word.
 */
export function measuresAt(text: string, start: number, end: number): readonly string[] {
  let numberEnd = start
  while (numberEnd < end && isOfNumber(text.charCodeAt(numberEnd))) numberEnd++
  const unit = numberEnd === end ? unitAfter(text, start, end) : undefined
  const otherSide = otherSideAfter(text, numberEnd, end)
  const isMeasure = numberEnd < end && isMeasureOfItsOwn(text.slice(numberEnd, end))
  if (unit === undefined && otherSide === undefined && !isMeasure) return NONE
  const number = plain(text.slice(start, numberEnd))
  const found: string[] = []
  if (isMeasure) found.push(number)
  if (unit !== undefined) found.push(beforeNumber(text, start) + number + unit)
  if (otherSide !== undefined) found.push(`${number}x${plain(otherSide)}`)
  return found
}

// "3M" and "5G" are names as well, which have nothing to do with any 3 or 5.
function isMeasureOfItsOwn(name: string): boolean {
  const unit = name.toLowerCase()
  return UNITS.has(unit) && !NAMES_TOO.test(unit)
}

function unitAfter(text: string, start: number, end: number): string | undefined {
  switch (text.charCodeAt(end)) {
    case SPACE:
    case NO_BREAK_SPACE:
      return unitNamedAt(text, end + 1)
    case HYPHEN:
    case NO_BREAK_HYPHEN:
      // What is shorter becomes one word with its unit; see tokenise.ts.
      return end - start > JOINED_PART_MAX ? unitNamedAt(text, end + 1, JOINED_PART_MAX + 1) : undefined
    case DOUBLE_QUOTE:
      return closesQuote(text, end, '"') ? undefined : 'inch'
    case DOUBLE_QUOTE_END:
      return closesQuote(text, end, '“') ? undefined : 'inch'
    case APOSTROPHE:
      if (text.charCodeAt(end + 1) === APOSTROPHE) return 'inch'
      return isWordCode(text.charCodeAt(end + 1)) || closesQuote(text, end, "'") ? undefined : 'ft'
    case QUOTE_END:
      return isWordCode(text.charCodeAt(end + 1)) || closesQuote(text, end, '‘') ? undefined : 'ft'
    case DOUBLE_PRIME:
      return 'inch'
    case PRIME:
      return 'ft'
    default:
      return undefined
  }
}

function unitNamedAt(text: string, start: number, charsMin = 1): string | undefined {
  let end = start
  while (isWordCode(text.charCodeAt(end)) && end - start <= UNIT_CHARS_MAX) end++
  if (end - start < charsMin) return undefined
  const name = text.slice(start, end).toLowerCase()
  // "3 in San Jose" measures nothing.
  if (name === 'in') return ENDS_LENGTH.test(text.slice(end, end + ENDS_LENGTH_CHARS)) ? 'inch' : undefined
  // Nor do "3 v 3", "2 pc games", "3 w/ view" and "4 m²".
  if (name === 'pc' || (NAMES_TOO.test(name) && GOES_ON.test(text.slice(end, end + 2)))) return undefined
  return UNITS.get(name)
}

/** The other side of a size, behind `end` at least: "10" in "8 x 10", `8" × 10"`, "8ft x 10ft". "8x10" is one already. */
function otherSideAfter(text: string, numberEnd: number, end: number): string | undefined {
  OTHER_SIDE.lastIndex = numberEnd
  const found = OTHER_SIDE.exec(text)
  return found !== null && OTHER_SIDE.lastIndex > end ? found[1] : undefined
}

/** What belongs to a number before it: "1/" of "1/2 inch", which is no measure of two inches, and "1." of "1,5 l". */
function beforeNumber(text: string, start: number): string {
  const mark = text.charCodeAt(start - 1)
  if (mark !== SLASH && mark !== COMMA) return ''
  let at = start - 1
  while (at > 0 && isDigit(text.charCodeAt(at - 1))) at--
  if (at === start - 1) return ''
  return text.slice(at, start - 1) + (mark === SLASH ? '/' : '.')
}

/** `the "iPhone 12"` is no iPhone of twelve inches. */
function closesQuote(text: string, at: number, mark: string): boolean {
  const from = Math.max(0, at - QUOTED_CHARS)
  const opens = from + text.slice(from, at).lastIndexOf(mark)
  return opens >= from && !isWordCode(text.charCodeAt(opens - 1)) && isWordCode(text.charCodeAt(opens + 1))
}

/** Without the commas of thousands, and with a point before decimals: "1,920", "1,5". */
function plain(number: string): string {
  return number.includes(',') ? number.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.') : number
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === DOT || code === COMMA
}

function isBy(code: number): boolean {
  return (code | 0x20) === 0x78 || code === 0xd7
}

/** An ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

const NONE: readonly string[] = []

const SPACE = 0x20
const NO_BREAK_SPACE = 0xa0
const HYPHEN = 0x2d
const NO_BREAK_HYPHEN = 0x2011
const SLASH = 0x2f
const DOT = 0x2e
const COMMA = 0x2c
const APOSTROPHE = 0x27
const QUOTE_END = 0x2019
const DOUBLE_QUOTE = 0x22
const DOUBLE_QUOTE_END = 0x201d
const PRIME = 0x2032
const DOUBLE_PRIME = 0x2033

/** Of so many characters between quotes the end is told from inches. */
const QUOTED_CHARS = 60
/** A number, the other side of a size, and a unit. */
const MEASURE = /^(\d+(?:\.\d+)?)(?:x(\d+(?:\.\d+)?))?([a-z]*)$/
const OTHER_SIDE =
  / ?(?:["'″′”’]|''|(?:inches|inch|in|feet|ft|cm|mm|m)(?![a-z]))? ?[x×] ?(\d+(?:[.,]\d+)*)(?![.,]?\d)/iy
/** After "63 in" as a length: the end, a comma, "x 84", "wide". */
const ENDS_LENGTH = /^(?:$|[.,;)/\n]| [(–-]| (?:[x×]|wide|long|tall|high|deep|thick|w|h|d|l)(?![a-z]))/i
const ENDS_LENGTH_CHARS = 7
/** Units that are names of other things as well, and what stands behind them where they are none. */
const NAMES_TOO = /^[mgvw]$/
const GOES_ON = /^(?:[/²³]| \d)/

/** Each unit as it is called here, and how else it is written. */
const NAMES = `
  inch: in inches | ft: foot feet | cm: centimeter centimeters centimetre centimetres | m: meter meters metre metres
  mm: millimeter millimeters millimetre millimetres | yd: yard yards | mile: miles | km: kilometer kilometers kilometre kilometres
  oz: ounce ounces | lb: lbs pound | kg: kgs kilo kilos kilogram kilograms | g: gr gram grams
  ml: milliliter milliliters millilitre millilitres | l: liter liters litre litres ltr | gal: gallon gallons | qt: quart quarts
  w: watt watts | v: volt volts | amp: amps | mah: | btu: | psi: | lm: lumen lumens
  gb: gigabyte gigabytes | tb: terabyte terabytes | mb: megabyte megabytes | hz: hertz | mhz: | ghz: | mp: megapixel megapixels
  pack: packs pk pck count ct pcs pc piece pieces`
const UNIT_CHARS_MAX = 11
const UNITS: ReadonlyMap<string, string> = new Map(
  NAMES.split(/[|\n]/).flatMap((entry) => {
    const [unit, others] = entry.split(':').map((part) => part.trim())
    return others === undefined
      ? []
      : [unit!, ...others.split(' ').filter(Boolean)].map((name): [string, string] => [name, unit!])
  }),
)
const UNIT_HASHES: ReadonlySet<number> = new Set([...UNITS.keys()].map(hashLo))
const SIGNS: ReadonlySet<number> = new Set([
  HYPHEN,
  NO_BREAK_HYPHEN,
  APOSTROPHE,
  QUOTE_END,
  DOUBLE_QUOTE,
  DOUBLE_QUOTE_END,
  PRIME,
  DOUBLE_PRIME,
])
