// Reads what an advertiser typed into an ad: every field checked, made plain, and safe to show.
import { AD_LIMITS, type AdContent } from './ad.ts'
import { primaryLanguage } from './iso-codes.ts'
import { checkLandingUrl } from './landing-url.ts'
import { SLOT_FORMATS, type SlotFormat } from './publisher.ts'
import { isTooLong } from './said-text.ts'
import { faultOfShownText, plainText } from './shown-text.ts'

/** Fields as they came; null and empty text mean absent. Lists may be one text with `|` between items. */
export type AdFields = { readonly [K in keyof AdContent]?: unknown }

export interface AdFault {
  readonly field: string
  readonly keyword: string
  /** Goes on after the field's name: "must …". */
  readonly message: string
}

/**
 * @param options.ownOrigins origins that landing pages and pictures may have without TLS
 * @returns the content, or all that is wrong with it
 */
export function readAdContent(
  fields: AdFields,
  { ownOrigins }: { ownOrigins: readonly string[] },
): { readonly content: AdContent } | { readonly faults: readonly AdFault[] } {
  const faults: AdFault[] = []
  const fault = (field: string, keyword: string, message: string) => {
    faults.push({ field, keyword, message })
    return undefined
  }

  const text = (field: keyof AdContent, charsMax: number): string | undefined => {
    const given = fields[field]
    if (given === undefined || given === null) return undefined
    if (typeof given !== 'string') return fault(field, 'type', 'must be text')
    return shown(field, given, charsMax)
  }

  const shown = (field: string, given: string, charsMax: number): string | undefined => {
    const plain = plainText(given)
    if (plain === '') return undefined
    if (isTooLong(plain, charsMax)) return fault(field, 'maxLength', `must have at most ${charsMax} characters`)
    const hidden = faultOfShownText(plain)
    return hidden === undefined ? plain : fault(field, 'characters', hidden)
  }

  const url = (field: 'landingUrl' | 'imageUrl'): string | undefined => {
    const given = fields[field]
    if (given === undefined || given === null) return undefined
    if (typeof given !== 'string') return fault(field, 'type', 'must be text')
    const link = given.trim()
    if (link === '') return undefined
    const checked = checkLandingUrl(link, { ownOrigins })
    return typeof checked === 'string' ? checked : fault(field, checked.keyword, checked.message)
  }

  const list = (field: 'keywords' | 'categories' | 'formats', itemsMax: number, charsMax: number): string[] => {
    const given = fields[field] ?? []
    const items = typeof given === 'string' ? given.split('|') : given
    if (!Array.isArray(items)) {
      fault(field, 'type', 'must be a list of texts')
      return []
    }
    if (items.length > itemsMax) fault(field, 'maxItems', `must have at most ${itemsMax} items`)
    const read = items.slice(0, itemsMax).map((item, i) => {
      const name = `${field}[${i}]`
      return typeof item === 'string' ? shown(name, item, charsMax) : fault(name, 'type', 'must be text')
    })
    return [...new Set(read.filter((item) => item !== undefined))]
  }

  const price = (): string | undefined => {
    const given = fields.price
    if (typeof given !== 'number') return text('price', AD_LIMITS.priceChars)
    const isShown = /^\d+(?:\.\d+)?$/.test(String(given))
    return isShown ? String(given) : fault('price', 'type', 'must be text, or a number of no sign and no exponent')
  }

  // Files have texts alone, and say so in many ways.
  const flag = (field: 'aiGenerated'): true | undefined => {
    const given = fields[field]
    if (given === undefined || given === null) return undefined
    const said = typeof given === 'string' ? FLAGS.get(given.trim().toLowerCase()) : given
    return typeof said === 'boolean' ? said || undefined : fault(field, 'type', 'must be true or false')
  }

  const formats = list('formats', 10, AD_LIMITS.keywordChars)
  const unknownFormat = formats.find((format) => !SLOT_FORMATS.includes(format as SlotFormat))
  if (unknownFormat !== undefined)
    fault('formats', 'enum', `may hold ${SLOT_FORMATS.join(', ')}; not "${unknownFormat}"`)

  // Absent ones are named too, so that a field which is not read here does not compile.
  const content: { [K in keyof Required<AdContent>]: AdContent[K] } = {
    title: text('title', AD_LIMITS.titleChars) ?? '',
    description: text('description', AD_LIMITS.descriptionChars) ?? '',
    landingUrl: url('landingUrl') ?? '',
    imageUrl: url('imageUrl'),
    imageAlt: text('imageAlt', AD_LIMITS.imageAltChars),
    price: price(),
    brand: text('brand', AD_LIMITS.brandChars),
    ctaText: text('ctaText', AD_LIMITS.ctaChars),
    keywords: list('keywords', AD_LIMITS.keywords, AD_LIMITS.keywordChars),
    categories: list('categories', AD_LIMITS.categories, AD_LIMITS.categoryChars),
    formats: formats.length > 0 ? (formats as SlotFormat[]) : SLOT_FORMATS,
    language: languageOf(text('language', LANGUAGE_CHARS_MAX)),
    aiGenerated: flag('aiGenerated'),
  }
  for (const required of ['title', 'landingUrl'] as const) {
    const isFaulty = faults.some(({ field }) => field === required)
    if (content[required] === '' && !isFaulty) fault(required, 'required', 'is missing')
  }
  if (content.language === '') fault('language', 'format', 'must be a language code such as "en"')
  return faults.length > 0 ? { faults } : { content: withoutAbsent(content) }
}

const LANGUAGE_CHARS_MAX = 35
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', '1'].map((text) => [text, true] as const),
  ...['', 'false', 'no', '0'].map((text) => [text, false] as const),
])

/** Empty where the text is no language code. */
function languageOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (primaryLanguage(text) ?? '')
}

function withoutAbsent(content: AdContent): AdContent {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as unknown as AdContent
}
