// Values as people read them, in the language of their browser.
import type { BidModel, Money } from './shapes.ts'

const whole = new Intl.NumberFormat()
const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const percents = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const changes = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const dayTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const monthDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const yearMonth = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long', timeZone: 'UTC' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** In languages that are written from right to left a value is a run of its own, so that the words of the page beside it do not get inside. */
const asRun = (text: string): string => (/[\u0590-\u08ff\u200f]/.test(text) ? `\u2067${text}\u2069` : text)

/** A name inside a text of ours: what it holds turns nothing around beside it. */
export const isolated = (name: string): string =>
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(name)
    ? `\u2068${name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`
    : name

export const count = (value: number): string => asRun(whole.format(value))
export const decimal = (value: number): string => asRun(decimals.format(value))

/** @param part 0–1 */
export const percent = (part: number): string => asRun(percents.format(part))

/** With its sign; none where it rounds to nothing. @param part -1 to any */
export const percentChange = (part: number): string => asRun(changes.format(part))

/** An amount to the last millionth, such as a bid, a price or what is about to be posted. */
export const money = ({ amount, currency }: Money): string => currencyText(Number(amount), currency, 6)

/** A sum of many: whole cents, unless there is less than one. */
export function sum({ amount, currency }: Money): string {
  const value = Number(amount)
  return currencyText(value, currency, value !== 0 && Math.abs(value) < 0.01 ? 6 : 2)
}

/** What can be taken out of a sum: its whole cents, or what the currency has in place of them. */
export function payable({ amount, currency }: Money): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  const unit = 10 ** (6 - digits)
  return currencyText((Math.floor(microsOf(amount) / unit) * unit) / 1e6, currency, 2)
}

/** Several amounts together; their smallest parts are added as whole numbers. */
export function sumOf(amounts: readonly Money[], currency: string): Money {
  const micros = amounts.reduce((all, { amount }) => all + microsOf(amount), 0)
  return { amount: (micros / 1e6).toFixed(6), currency }
}

/** An amount in millionths. */
export const microsOf = (amount: string): number => Math.round(Number(amount) * 1e6)

/** The one of the installation, as its page says. */
export const CURRENCY = document.querySelector<HTMLMetaElement>('meta[name="aside-currency"]')?.content ?? ''
/** How many times as fast as ours the clock of the service runs. */
export const CLOCK_SPEED = Number(
  document.querySelector<HTMLMetaElement>('meta[name="aside-clock-speed"]')?.content ?? 1,
)

/** What makes a field one in which an amount of money is typed. Its title says what is wrong, where the browser finds the amount to be no such one. */
export const AMOUNT = {
  pattern: '(0|[1-9][0-9]{0,9})([.][0-9]{1,6})?',
  inputmode: 'decimal',
  title: 'A number such as 1250.50: with a point, and nothing between the thousands',
} as const

/** How a price reads in the currency of the installation. */
export function samplePrice(): string {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: CURRENCY,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  })
  return format.format(899)
}

function currencyText(value: number, currency: string, maximumFractionDigits: number): string {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits,
  })
  return asRun(format.format(value))
}

export const bidModel = (model: BidModel): string =>
  ({ cpc: 'per click', cpm: 'per 1,000 impressions', cpa: 'per conversion' })[model]

/** Where times without a zone are told: that of the browser. */
export const localZone = dayTime.resolvedOptions().timeZone.replaceAll('_', ' ')
export const time = (iso: string): string => asRun(dayTime.format(new Date(iso)))
/** With the zone, where nothing around it says that. */
export const timeHere = (iso: string): string => `${time(iso)} (${localZone})`
/** By the clocks of a time zone. */
export const timeIn = (iso: string, timeZone: string): string =>
  asRun(new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso)))
export const clock = (iso: string): string => asRun(clockTime.format(new Date(iso)))
/** @param seconds epoch seconds of any time of a day in UTC */
export const shortDay = (seconds: number): string => asRun(monthDay.format(new Date(seconds * 1_000)))
/** In UTC. */
export const day = (iso: string): string => asRun(date.format(new Date(iso)))

/** @param month such as `2026-11` */
export const monthOf = (month: string): string => asRun(yearMonth.format(new Date(`${month}-01T00:00:00Z`)))

/** The days from one instant up to another, which is no part of them: a month ends with its last day, and not with the next one's first. */
export const daysBetween = (from: string, to: string): string =>
  `${day(from)} – ${day(new Date(Date.parse(to) - 1).toISOString())}`

/** @param days may be negative */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function microseconds(value: number): string {
  return value < 1_000 ? `${Math.round(value)} µs` : `${(value / 1_000).toFixed(1)} ms`
}

/** @param code BCP 47, or `und` */
export const languageName = (code: string): string =>
  code === 'und' || code === '' ? 'Unknown' : nameOf('language', code)

/** @param code ISO 3166-1 alpha-2 */
export const countryName = (code: string): string => nameOf('region', code)

function nameOf(type: 'language' | 'region', code: string): string {
  try {
    return asRun(new Intl.DisplayNames(undefined, { type }).of(code) ?? code)
  } catch {
    return code
  }
}

/** Days of the week by number; 0 is Sunday. */
export const weekday = (day: number): string => weekdayName(day, 'long')
export const weekdayShort = (day: number): string => weekdayName(day, 'short')

function weekdayName(day: number, weekday: 'long' | 'short'): string {
  // The first of January 2023 was a Sunday.
  return asRun(new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day)))
}

/** "frequency_cap" as "Frequency cap". */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A long text as the service shows it: its longest beginning that ends at a word, in so many characters with the dots. */
export function cutAtWord(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const head = text.slice(0, charsMax - 1)
  const space = head.lastIndexOf(' ')
  const cut = text[charsMax - 1] === ' ' || space < charsMax / 2 ? head : head.slice(0, space)
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:.–-]+$/, '')}…`
}

/** A list as it is typed: with commas between. */
export const textOf = (list: readonly string[]): string => list.join(', ')
export function listOf(text: string): string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

/** As people look for words; numbers within them count as numbers. */
export const compareWords = new Intl.Collator(undefined, { numeric: true }).compare

export function byName<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => compareWords(a.name, b.name))
}

/** Only addresses that a browser opens as a page; anything else leads nowhere. */
export function safeUrl(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined
}
