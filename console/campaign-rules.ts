// The rules of a campaign in words: when it runs, for whom, and how often a person meets it.
import { CLOCK_SPEED, countryName, isolated, languageName, timeIn, weekday, words } from './format.ts'
import type { Campaign, FrequencyCap, Rule } from './shapes.ts'

export type Fact = readonly [name: string, value: string]

/** Those that are set, but for pacing, priority and time zone, which every campaign has. */
export function rulesOf(campaign: Campaign, publisherName: (id: string) => string): Fact[] {
  const { startAt, endAt, timeZone, pacing, priority, frequencyCaps, targeting, landingParameters } = campaign
  const { countries, regions, languages, publishers, keywords, categories, placements, device, days, hours } = targeting
  const facts: (readonly [name: string, value: string | undefined])[] = [
    ['Pacing', PACINGS[pacing]],
    ['Priority', words(priority)],
    ['Time zone', timeZone.replaceAll('_', ' ')],
    ['Starts', startAt && timeIn(startAt, timeZone)],
    ['Ends', endAt && timeIn(endAt, timeZone)],
    ['Days', ruleText(days, daysText)],
    ['Hours', ruleText(hours, hoursText)],
    ['Countries', ruleText(countries, (list) => each(list, countryName))],
    ['Regions', ruleText(regions, plain)],
    ['Languages', ruleText(languages, (list) => each(list, languageName))],
    ['Publishers', ruleText(publishers, (list) => each(list, publisherName))],
    ['Words in the conversation', ruleText(keywords, quoted)],
    ['Words for topics', ruleText(categories, quoted)],
    ['Placements', capital(ruleText(placements, plain))],
    ['Devices', capital(ruleText(device, plain))],
    [frequencyCaps.length > 1 ? 'Frequency caps' : 'Frequency cap', capsText(frequencyCaps)],
    ['Added to landing pages', landingParameters],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

export type CampaignState = 'active' | 'scheduled' | 'ended' | 'paused'

/** What it is about: one that is active may not have begun, or be over. A clock that runs faster than ours knows better. */
export function stateOf({ status, startAt, endAt }: Campaign, nowMs = Date.now()): CampaignState {
  if (CLOCK_SPEED > 1) return status
  if (endAt !== undefined && Date.parse(endAt) <= nowMs) return 'ended'
  return status === 'active' && startAt !== undefined && Date.parse(startAt) > nowMs ? 'scheduled' : status
}

/** What a rule lets in and keeps out. */
export function partsOf<T>(rule: Rule<T> | undefined): { include: readonly T[]; exclude: readonly T[] } {
  return rule === undefined ? NO_RULE : 'include' in rule ? rule : { include: rule, exclude: [] }
}
const NO_RULE = { include: [], exclude: [] }

export const PACINGS: Readonly<Record<Campaign['pacing'], string>> = {
  even: 'Even over the day',
  asap: 'As soon as possible',
}

function ruleText<T>(rule: Rule<T> | undefined, text: (list: readonly T[]) => string): string {
  const { include, exclude } = partsOf(rule)
  if (exclude.length === 0) return include.length === 0 ? '' : text(include)
  return include.length === 0 ? `Not ${text(exclude)}` : `${text(include)}; not ${text(exclude)}`
}

const each = <T>(list: readonly T[], name: (item: T) => string): string => list.map(name).join(', ')
const plain = (list: readonly string[]): string => each(list, (item) => isolated(item.replaceAll('_', ' ')))
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const quoted = (list: readonly string[]): string => each(list, (item) => `“${isolated(item)}”`)

/** From Monday to Sunday. */
export function inWeek(days: readonly number[]): number[] {
  return days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
}

export const daysText = (days: readonly number[]): string => each(inWeek(days), weekday)

/** 8, 9, 10 and 22 as "8:00–11:00, 22:00–23:00". */
export function hoursText(hours: readonly number[]): string {
  const spans: { from: number; to: number }[] = []
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last?.to === hour) last.to++
    else spans.push({ from: hour, to: hour + 1 })
  }
  return each(spans, ({ from, to }) => `${from}:00–${to}:00`)
}

const CAPPED: Readonly<Record<FrequencyCap['scope'], string>> = {
  ad: 'the same ad',
  campaign: 'ads of this campaign',
  advertiser: 'ads of this advertiser',
}

export const capsText = (caps: readonly FrequencyCap[]): string => capital(caps.map(capText).join('; '))

function capText({ max, windowSeconds, per, scope }: FrequencyCap): string {
  const { count, unit } = windowOf(windowSeconds)
  const to = per === 'user' ? 'person' : per
  return `${CAPPED[scope]} at most ${max === 1 ? 'once' : `${max} times`} to one ${to} in ${count} ${count === 1 ? unit : `${unit}s`}`
}

export const WINDOW_UNITS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const
export type WindowUnit = keyof typeof WINDOW_UNITS

/** 172,800 seconds as two days. */
export function windowOf(seconds: number): { count: number; unit: WindowUnit } {
  const unit = (Object.keys(WINDOW_UNITS) as WindowUnit[]).find((one) => seconds % WINDOW_UNITS[one] === 0)!
  return { count: seconds / WINDOW_UNITS[unit], unit }
}
