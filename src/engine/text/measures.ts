// Numbers with their units: "25 ft", "25-foot" and "25FT" are one measure, as are `22"` and "22 inches", "8 x 10" and "8x10". General
// knowledge of how shops write sizes, never one query's.
import { JOINED_PART_MAX } from './tokenise.ts'

/** A number with its unit, written as one word ("512gb"), in two parts: the number, and what the unit is called here. */
export function measureOf(word: string): readonly [number: string, unit: string] | undefined {
  const found = MEASURE.exec(word)
  if (found === null) return undefined
  const unit = UNITS.get(found[2]!)
  return unit === undefined ? undefined : [found[1]!, unit]
}

/** The unit that a lower-case word names, as it is called here. */
export function unitOf(word: string): string | undefined {
  return UNITS.get(word)
}

/** What unit follows the number from `start` to `end` as a word or a sign of its own; undefined where none does. */
export function unitAfter(text: string, start: number, end: number): string | undefined {
  switch (text.charCodeAt(end)) {
    case SPACE:
      return unitNamedAt(text, end + 1)
    case HYPHEN:
      // What is shorter becomes one word with its unit; see tokenise.ts.
      return end - start > JOINED_PART_MAX ? unitNamedAt(text, end + 1) : undefined
    case DOUBLE_QUOTE:
      return closesQuote(text, end) ? undefined : 'inch'
    case APOSTROPHE:
      if (text.charCodeAt(end + 1) === APOSTROPHE) return 'inch'
      return isLetter(text.charCodeAt(end + 1)) ? undefined : 'ft'
    case DOUBLE_PRIME:
      return 'inch'
    case PRIME:
      return 'ft'
    default:
      return undefined
  }
}

/** The other side of a size whose first number ends at `end`: "10" in "8 x 10" and in `8" × 10"`; undefined where there is none. */
export function otherSideAfter(text: string, end: number): string | undefined {
  OTHER_SIDE.lastIndex = end
  return OTHER_SIDE.exec(text)?.[1]
}

function unitNamedAt(text: string, start: number): string | undefined {
  let end = start
  while (isLetter(text.charCodeAt(end)) && end - start <= UNIT_CHARS_MAX) end++
  if (end === start) return undefined
  const name = text.slice(start, end).toLowerCase()
  // "3 in San Jose" measures nothing.
  if (name === 'in') return ENDS_LENGTH.test(text.slice(end, end + ENDS_LENGTH_CHARS)) ? 'inch' : undefined
  return UNITS.get(name)
}

/** `the "iPhone 12"` is no iPhone of twelve inches. */
function closesQuote(text: string, at: number): boolean {
  const opens = text.lastIndexOf('"', at - 1)
  if (opens < 0) return false
  const isFirst = opens === 0 || text.charCodeAt(opens - 1) === SPACE
  return isFirst && isLetter(text.charCodeAt(opens + 1))
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

const SPACE = 0x20
const HYPHEN = 0x2d
const APOSTROPHE = 0x27
const DOUBLE_QUOTE = 0x22
const PRIME = 0x2032
const DOUBLE_PRIME = 0x2033

const MEASURE = /^(\d+(?:\.\d+)?)([a-z]+)$/
const OTHER_SIDE = / ?(?:["'″′]|''|in|inch|inches|ft|feet|cm|mm|m)? ?[x×] ?(\d+(?:\.\d+)?)/iy
/** After "63 in" as a length: the end, a comma, "x 84", "wide". */
const ENDS_LENGTH = /^(?:$|[.,;)/]| (?:[x×]|wide|long|tall|high|deep|thick|w|h|d|l)(?![a-z]))/i
const ENDS_LENGTH_CHARS = 7

/** Each unit as it is called here, and how else it is written. "In" stands for inch only where nothing is between ("63in"). */
const NAMES = `
  inch: in inches | ft: foot feet | cm: centimeter centimeters centimetre centimetres | m: meter meters metre metres
  mm: millimeter millimeters millimetre millimetres | yd: yard yards | mile: miles | km: kilometer kilometers kilometre kilometres
  oz: ounce ounces | lb: lbs pound pounds | kg: kgs kilo kilos kilogram kilograms | g: gr gram grams
  ml: milliliter milliliters millilitre millilitres | l: liter liters litre litres ltr | gal: gallon gallons | qt: quart quarts
  w: watt watts | v: volt volts | amp: amps | mah: | btu: | psi: | lm: lumen lumens
  gb: gigabyte gigabytes | tb: terabyte terabytes | mb: megabyte megabytes | hz: hertz | mhz: | ghz: | mp: megapixel megapixels
  pack: packs pk pck count ct pcs pc piece pieces`
const UNIT_CHARS_MAX = 11
const UNITS: ReadonlyMap<string, string> = new Map(
  NAMES.split(/[|\n]/).flatMap((entry) => {
    const [unit, others] = entry.split(':').map((part) => part.trim())
    return others === undefined ? [] : [unit!, ...others.split(' ')].map((name): [string, string] => [name, unit!])
  }),
)
