// Targeting on the wire: for each thing a plain list, which means include, or an object of include and exclude.
import type { Static, TSchema } from 'typebox'
import type { Change } from '../../actions/inventory/merge-change.ts'
import type { Rule, Targeting } from '../../domain/campaign.ts'
import type { Faults } from '../../domain/faults.ts'
import { CODE_WORDS, countryCode, primaryLanguage, regionCode } from '../../domain/iso-codes.ts'
import { optional } from './common.ts'
import { Type } from '../../doors/type.ts'

const ITEMS_MAX = 1_000

const rule = <T extends TSchema>(item: T, description: string) => {
  const list = Type.Array(item, { maxItems: ITEMS_MAX })
  return optional(
    Type.Union([list, Type.Object({ include: optional(list), exclude: optional(list) })], { description }),
  )
}
const text = Type.String({ minLength: 1, maxLength: 160 })

export const targetingSchema = Type.Object({
  countries: rule(text, 'ISO 3166-1 alpha-2, as the request says of the person.'),
  regions: rule(text, 'ISO 3166-2 with the country, such as US-CA, as the request says of the person.'),
  languages: rule(text, 'BCP 47; the primary language counts.'),
  publishers: rule(text, 'Ids of publishers.'),
  keywords: rule(text, 'One must stand in what the person writes, as it is.'),
  categories: rule(text, 'The same, beside keywords. Not the categories of ads.'),
  placements: rule(text, 'As the request names them, such as post_response.'),
  device: rule(text, 'Device types such as desktop, mobile, tablet.'),
  days: rule(Type.Integer({ minimum: 0, maximum: 6 }), "Days of the campaign's time zone; 0 is Sunday."),
  hours: rule(Type.Integer({ minimum: 0, maximum: 23 }), "Hours of the campaign's time zone."),
} satisfies Record<keyof Targeting, TSchema>)

/** Codes in their canonical form; null takes a rule away. A code that is none is noted and left out. */
export function readTargeting(targeting: Static<typeof targetingSchema>, faults: Faults): Change<Targeting> {
  const readRule = createRuleReader(faults)
  return {
    countries: readRule(targeting.countries, 'countries', countryCode, `is not ${CODE_WORDS.country}`),
    regions: readRule(targeting.regions, 'regions', regionCode, `is not ${CODE_WORDS.region}`),
    languages: readRule(targeting.languages, 'languages', primaryLanguage, `is not ${CODE_WORDS.language}`),
    publishers: readRule(targeting.publishers, 'publishers', trimmed),
    keywords: readRule(targeting.keywords, 'keywords', spoken, 'holds no word'),
    categories: readRule(targeting.categories, 'categories', spoken, 'holds no word'),
    placements: readRule(targeting.placements, 'placements', trimmed),
    device: readRule(targeting.device, 'device', (type) => trimmed(type)?.toLowerCase()),
    days: readRule(targeting.days, 'days', (day: number) => day),
    hours: readRule(targeting.hours, 'hours', (hour: number) => hour),
  } satisfies Record<keyof Targeting, unknown>
}

/** A rule without exclusions is written as the plain list that it can be given as. */
export function targetingOnWire(targeting: Targeting): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(targeting).map(([name, rule]: [string, Rule<unknown>]) => [
      name,
      rule.exclude.length === 0 ? rule.include : rule,
    ]),
  )
}

type RuleOnWire<T> = T[] | { include?: T[] | null; exclude?: T[] | null } | null | undefined

function createRuleReader(faults: Faults) {
  return <T>(
    given: RuleOnWire<T>,
    name: string,
    canonical: (item: T) => T | undefined,
    unless = 'is blank',
  ): Rule<T> | null | undefined => {
    if (given === undefined || given === null) return given
    const { include, exclude } = Array.isArray(given) ? { include: given, exclude: undefined } : given
    const read = (items: readonly T[] | null | undefined) => {
      const known = new Set<T>()
      for (const item of items ?? []) {
        const read = canonical(item)
        if (read === undefined) faults.note(`targeting.${name}`, `has "${String(item)}", which ${unless}`, 'format')
        else known.add(read)
      }
      return [...known]
    }
    return { include: read(include), exclude: read(exclude) }
  }
}

function trimmed(text: string): string | undefined {
  return text.trim() || undefined
}

/** Of what is no word nobody can say that it was said. */
function spoken(text: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(text) ? trimmed(text) : undefined
}
