// A targeting overlay as rules of a campaign, and back. What a campaign cannot say is refused, never left out.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/clock.ts'
import type { FrequencyCap, Rule, Targeting } from '../domain/campaign.ts'
import { regionsKeptOut } from '../domain/campaign-rules.ts'
import { invalid } from '../domain/errors.ts'
import { CODE_WORDS, countryCode, primaryLanguage, regionCode } from '../domain/iso-codes.ts'
import type { InventoryLists, ListReference } from '../domain/media-buy.ts'
import { OrderError } from '../domain/order-error.ts'
import type { TargetingOnWire } from './schemas.ts'

export interface ReadTargeting {
  readonly targeting: Targeting
  readonly frequencyCaps: readonly FrequencyCap[]
  readonly lists?: InventoryLists
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const UNITS: Readonly<Record<string, number>> = {
  seconds: SECOND_MS,
  minutes: MINUTE_MS,
  hours: HOUR_MS,
  days: DAY_MS,
}
/** Those of the protocol but `unknown`, which no caller says of a device. */
const DEVICE_TYPES: readonly string[] = ['desktop', 'mobile', 'tablet', 'ctv', 'dooh']
/** As far back as is remembered what was shown. */
const WINDOW_MAX_MS = 92 * DAY_MS
const READ: ReadonlySet<string> = new Set<keyof TargetingOnWire>([
  'geo_countries',
  'geo_countries_exclude',
  'geo_regions',
  'geo_regions_exclude',
  'language',
  'device_type',
  'device_type_exclude',
  'keyword_targets',
  'negative_keywords',
  'daypart_targets',
  'frequency_cap',
  'property_list',
  'collection_list',
])

/**
 * @param field where the overlay stands
 * @throws ServiceError validation_error, OrderError unsupported
 */
export function readTargeting(overlay: TargetingOnWire, field: string): ReadTargeting {
  const unknown = Object.keys(overlay).find((name) => !READ.has(name) && name !== 'ext' && name !== 'context')
  if (unknown !== undefined) throw unsupported('is not supported here', `${field}.${unknown}`)
  const codes = (name: 'geo_countries' | 'geo_regions', kind: 'country' | 'region') =>
    ruleOf(
      readCodes(overlay[name], kind, `${field}.${name}`),
      readCodes(overlay[`${name}_exclude`], kind, `${field}.${name}_exclude`),
    )
  const targeting: { -readonly [K in keyof Targeting]: Targeting[K] | undefined } = {
    countries: codes('geo_countries', 'country'),
    regions: codes('geo_regions', 'region'),
    languages: ruleOf(readCodes(overlay.language, 'language', `${field}.language`)),
    device: ruleOf(
      readDevices(overlay.device_type, `${field}.device_type`),
      readDevices(overlay.device_type_exclude, `${field}.device_type_exclude`),
    ),
    keywords: ruleOf(
      readKeywords(overlay.keyword_targets, `${field}.keyword_targets`),
      readKeywords(overlay.negative_keywords, `${field}.negative_keywords`),
    ),
    ...readDayparts(overlay.daypart_targets, `${field}.daypart_targets`),
  }
  const kept = Object.fromEntries(Object.entries(targeting).filter(([, rule]) => rule !== undefined)) as Targeting
  if (regionsKeptOut(kept).length > 0)
    throw invalid(
      `${field}.geo_regions`,
      'are all in countries that geo_countries keeps out, so nobody would be reached',
      'oneOf',
    )
  const lists = readLists(overlay)
  return {
    targeting: kept,
    frequencyCaps: readCaps(overlay.frequency_cap, `${field}.frequency_cap`),
    ...(lists && { lists }),
  }
}

function unsupported(message: string, field: string): OrderError {
  return new OrderError('unsupported', `${field} ${message}`, { field })
}

function ruleOf<T = string>(include: readonly T[] = [], exclude: readonly T[] = []): Rule<T> | undefined {
  return include.length + exclude.length === 0 ? undefined : { include, exclude }
}

const CANONICAL = { country: countryCode, region: regionCode, language: primaryLanguage } as const

function readCodes(codes: readonly string[] = [], kind: keyof typeof CANONICAL, field: string): string[] {
  return codes.map((code, i) => {
    const read = CANONICAL[kind](code)
    if (read === undefined) throw invalid(`${field}[${i}]`, `is not ${CODE_WORDS[kind]}`, 'format')
    return read
  })
}

function readDevices(types: readonly string[] = [], field: string): string[] {
  return types.map((text, i) => {
    const type = text.trim().toLowerCase()
    if (!isDeviceType(type)) throw unsupported(`must be one of ${DEVICE_TYPES.join(', ')}`, `${field}[${i}]`)
    return type
  })
}

function isDeviceType(type: string): boolean {
  return DEVICE_TYPES.includes(type)
}

type KeywordOnWire = NonNullable<TargetingOnWire['keyword_targets']>[number]

/** Keywords as a campaign has them: each stands as it is in what a person writes. */
export function readKeywords(keywords: readonly KeywordOnWire[] = [], field: string): string[] {
  return keywords.map(({ keyword, match_type, bid_price }, i) => {
    if (match_type !== 'phrase')
      throw unsupported('must be "phrase": words are looked for as they are', `${field}[${i}].match_type`)
    if (bid_price !== undefined)
      throw unsupported('is not supported: the bid is that of the package', `${field}[${i}].bid_price`)
    if (!/[\p{L}\p{N}]/u.test(keyword)) throw invalid(`${field}[${i}].keyword`, 'holds no word', 'format')
    return keyword.trim()
  })
}

/** A campaign has days and hours, each by itself: so the hours have to be the same on all days. */
function readDayparts(dayparts: TargetingOnWire['daypart_targets'], field: string): Pick<Targeting, 'days' | 'hours'> {
  if (dayparts === undefined) return {}
  const hoursOf = new Map<number, Set<number>>()
  for (const [i, { days, start_hour, end_hour }] of dayparts.entries()) {
    if (end_hour <= start_hour) throw invalid(`${field}[${i}].end_hour`, 'must be greater than start_hour', 'minimum')
    for (const name of days) {
      const day = DAYS.indexOf(name as (typeof DAYS)[number])
      if (day < 0) throw invalid(`${field}[${i}].days`, `has "${name}", which is no day of the week`, 'enum')
      const hours = hoursOf.get(day) ?? new Set()
      for (let hour = start_hour; hour < end_hour; hour++) hours.add(hour)
      hoursOf.set(day, hours)
    }
  }
  const each = [...hoursOf.values()].map((hours) => [...hours].toSorted((one, other) => one - other))
  if (each.some((hours) => hours.join() !== each[0]!.join())) {
    throw unsupported('must have the same hours on each of its days; take a package for the others', field)
  }
  const days = [...hoursOf.keys()].toSorted((one, other) => one - other)
  return {
    ...(days.length < 7 && { days: { include: days, exclude: [] } }),
    ...(each[0]!.length < 24 && { hours: { include: each[0]!, exclude: [] } }),
  }
}

function readCaps(cap: TargetingOnWire['frequency_cap'], field: string): FrequencyCap[] {
  if (cap === undefined) return []
  const { suppress, suppress_minutes: minutes, max_impressions: max, per, window } = cap
  const base = { scope: 'campaign', per: 'user' } as const
  const caps: FrequencyCap[] = []
  if (suppress !== undefined) caps.push({ ...base, max: 1, windowSeconds: secondsOf(suppress, `${field}.suppress`) })
  else if (minutes !== undefined && minutes > 0) {
    const duration = { interval: Math.ceil(minutes), unit: 'minutes' }
    caps.push({ ...base, max: 1, windowSeconds: secondsOf(duration, `${field}.suppress_minutes`) })
  }
  if (max === undefined) return caps
  if (max > 1_000) throw invalid(`${field}.max_impressions`, 'must be <= 1000', 'maximum')
  if (per !== 'individuals') throw unsupported('must be "individuals"', `${field}.per`)
  if (window === undefined) throw invalid(`${field}.window`, 'is missing', 'required')
  return [...caps, { ...base, max, windowSeconds: secondsOf(window, `${field}.window`) }]
}

function secondsOf({ interval, unit }: { interval: number; unit: string }, field: string): number {
  const ms = interval * (UNITS[unit] ?? Number.NaN)
  if (Number.isNaN(ms)) throw unsupported('must be in seconds, minutes, hours or days', `${field}.unit`)
  if (ms > WINDOW_MAX_MS) throw unsupported('may be 92 days at most', field)
  return ms / SECOND_MS
}

/** Tokens are left behind: no list is fetched. */
function readLists({ property_list, collection_list }: TargetingOnWire): InventoryLists | undefined {
  if (property_list === undefined && collection_list === undefined) return undefined
  const read = (list: { agent_url: string; list_id: string }): ListReference => ({
    agentUrl: list.agent_url,
    listId: list.list_id,
  })
  return {
    ...(property_list && { property: read(property_list) }),
    ...(collection_list && { collection: read(collection_list) }),
  }
}

/** The overlay that a campaign's rules amount to, as far as the protocol can say them; undefined where there are none. */
export function targetingOnWire(
  { countries, regions, languages, device, keywords, days, hours }: Targeting,
  caps: readonly FrequencyCap[],
  lists: InventoryLists | undefined,
): object | undefined {
  const overlay = {
    ...some('geo_countries', countries?.include),
    ...some('geo_countries_exclude', countries?.exclude),
    ...some('geo_regions', regions?.include),
    ...some('geo_regions_exclude', regions?.exclude),
    ...some('language', languages?.include),
    ...some('device_type', device?.include.filter(isDeviceType)),
    ...some('device_type_exclude', device?.exclude.filter(isDeviceType)),
    ...some('keyword_targets', keywords?.include.map(keywordOnWire)),
    ...some('negative_keywords', keywords?.exclude.map(keywordOnWire)),
    ...((days || hours) && { daypart_targets: daypartsOnWire(days, hours) }),
    ...(caps.length > 0 && { frequency_cap: capOnWire(caps) }),
    ...(lists?.property && { property_list: listOnWire(lists.property) }),
    ...(lists?.collection && { collection_list: listOnWire(lists.collection) }),
  }
  return Object.keys(overlay).length === 0 ? undefined : overlay
}

function some(name: string, items: readonly unknown[] = []) {
  return items.length === 0 ? {} : { [name]: items }
}

function keywordOnWire(keyword: string) {
  return { keyword, match_type: 'phrase' }
}

function listOnWire({ agentUrl, listId }: ListReference) {
  return { agent_url: agentUrl, list_id: listId }
}

/** Hours in runs, on the days that count. */
function daypartsOnWire(days: Rule<number> | undefined, hours: Rule<number> | undefined) {
  const named = allowed(days, 7).map((day) => DAYS[day])
  const dayparts: { days: unknown[]; start_hour: number; end_hour: number }[] = []
  for (const hour of allowed(hours, 24)) {
    const last = dayparts.at(-1)
    if (last?.end_hour === hour) last.end_hour++
    else dayparts.push({ days: named, start_hour: hour, end_hour: hour + 1 })
  }
  return dayparts
}

function allowed(rule: Rule<number> | undefined, count: number): number[] {
  const { include = [], exclude = [] } = rule ?? {}
  const all = Array.from({ length: count }, (_, i) => i)
  return all.filter((one) => (include.length === 0 || include.includes(one)) && !exclude.includes(one))
}

/** Of several caps that somebody gave in another way the first one of a kind is told. */
function capOnWire(caps: readonly FrequencyCap[]) {
  const rest = caps.find(({ max }) => max === 1)
  const cap = caps.find((one) => one !== rest)
  const seconds = ({ windowSeconds }: FrequencyCap) => ({ interval: windowSeconds, unit: 'seconds' })
  return {
    ...(rest && { suppress: seconds(rest) }),
    ...(cap && { max_impressions: cap.max, per: 'individuals', window: seconds(cap) }),
  }
}
