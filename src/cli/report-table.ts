// Draws a report, of what was counted, of slots that stayed empty or of people who were reached, as a table with its totals in the last line, and names in place of ids.
import { drawTable, type Terminal } from './terminal.ts'

type Money = { readonly amount: string; readonly currency: string }
type Row = Readonly<Record<string, unknown>>

export interface Report {
  readonly rows: readonly Row[]
  readonly totals: Row
}

const FIGURES = [
  'requests',
  'filled',
  'fillRate',
  'impressions',
  'viewable',
  'clicks',
  'conversions',
  'ctr',
  'spend',
  'revenue',
  'ecpm',
] as const
/** Slots that were asked for belong to no advertiser, whose reports count none. */
const OF_SLOTS: readonly string[] = ['requests', 'fillRate']
/** What is divided says nothing where there is nothing to divide by. */
const DIVISORS: Readonly<Record<string, string>> = { fillRate: 'eligible', ctr: 'impressions', ecpm: 'impressions' }

/** Grouped by one of these, rows are about ads. */
const OF_ADS = ['advertiser', 'campaign', 'ad']

export function drawReport(
  { rows, totals }: Report,
  dimensions: readonly string[],
  { colors }: Pick<Terminal, 'colors'>,
): string {
  if (rows.length === 0) return 'Nothing happened in these days.'
  const figures = FIGURES.filter((name) => totals.requests !== 0 || !OF_SLOTS.includes(name))
  const lines = rows.map((row) => [
    ...dimensions.map((dimension) => nameOf(row, dimension)),
    ...figures.map((name) => show(name, row)),
  ])
  const last = [...dimensions.map((_, i) => (i === 0 ? 'total' : '')), ...figures.map((name) => show(name, totals))]
  return drawTable([...dimensions, ...figures], [...lines, last], { colors, right: figures })
}

/** Each with its share of all of them. */
export function drawEmptySlots(
  { rows, totals }: Report,
  dimensions: readonly string[],
  { colors }: Pick<Terminal, 'colors'>,
): string {
  const all = Number(totals.count)
  if (rows.length === 0 || all === 0) return 'No slot stayed empty in these days.'
  const lines = rows.map((row) => [
    ...dimensions.map((dimension) => nameOf(row, dimension)),
    String(row.count),
    `${((Number(row.count) / all) * 100).toFixed(2)} %`,
  ])
  const last = [...dimensions.map((_, i) => (i === 0 ? 'total' : '')), String(all), '']
  const figures = ['empty', 'share']
  return drawTable([...dimensions, ...figures], [...lines, last], { colors, right: figures })
}

export interface ReachReport {
  readonly people: number
  readonly sessions: number
  readonly impressions: { readonly people: number; readonly sessions: number; readonly unknown: number }
  readonly perPerson: number | null
  readonly frequency: readonly { readonly times: number; readonly orMore?: boolean; people: number; sessions: number }[]
}

/** How many saw it how often, up to the most that anybody did. */
export function drawReach(
  { people, sessions, impressions, perPerson, frequency }: ReachReport,
  { colors }: Pick<Terminal, 'colors'>,
): string {
  const unknown = `Impressions of nobody known: ${impressions.unknown}.`
  if (people + sessions === 0) return `Nobody is known to have seen its ads in these days. ${unknown}`
  const most = frequency.findLastIndex((row) => row.people + row.sessions > 0)
  const lines = frequency
    .slice(0, most + 1)
    .map(({ times, orMore, ...of }) => [`${times}${orMore ? ' or more' : ''}`, String(of.people), String(of.sessions)])
  const figures = ['people', 'sessions']
  const last = ['total', String(people), String(sessions)]
  const table = drawTable(['times', ...figures], [...lines, last], { colors, right: figures })
  return `${table}\n\n${perPerson === null ? '' : `Impressions for each of the people: ${perPerson}. `}${unknown}`
}

/** A slot shows ads of several campaigns, so what was asked for stands in a row of its own. */
function nameOf(row: Row, dimension: string): string {
  const key = String(row[dimension] ?? '')
  if (key === '') return OF_ADS.includes(dimension) ? '(all requests)' : '(unknown)'
  return String((dimension === 'ad' ? row.title : row[`${dimension}Name`]) || key)
}

function show(name: string, row: Row): string {
  const value = row[name]
  const divisor = DIVISORS[name]
  if (value === undefined || value === null || (divisor !== undefined && !row[divisor])) return ''
  if (name === 'ctr' || name === 'fillRate') return `${(Number(value) * 100).toFixed(2)} %`
  if (typeof value === 'object') return `${(value as Money).amount} ${(value as Money).currency}`
  return String(value)
}
