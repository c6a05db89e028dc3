// A report as a picture: a line over days or hours, bars for the largest of anything else.
import { drawnFor, figureOf, type FigureName } from '../figures.ts'
import { count, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { Bars } from '../parts/bars.ts'
import { Chart } from '../parts/chart.ts'
import { Select } from '../parts/controls.ts'
import { pointsOf } from '../points.ts'
import type { Session } from '../session.ts'
import type { Report, ReportRow } from '../report-shapes.ts'

const BARS_MAX = 10

interface ReportChartProps {
  /** Grouped by the dimension, that and nothing else. */
  readonly report: Report
  readonly dimension: string
  readonly chosen: FigureName
  /** Figures of which it tells nothing. */
  readonly untold: readonly FigureName[]
  readonly nameOf: (row: ReportRow) => string
  readonly session: Session
  readonly onChoose: (figure: FigureName) => void
}

export function ReportChart({
  report,
  dimension,
  chosen,
  untold,
  nameOf,
  session,
  onChoose,
}: ReportChartProps): Element {
  const told = drawnFor(session.who.role).filter((name) => !untold.includes(name))
  const name = told.includes(chosen) ? chosen : 'impressions'
  const { currency } = report.totals.spend
  const figure = figureOf(name, currency)
  const picture =
    dimension === 'day' || dimension === 'hour' ? lineOf(report, dimension, figure) : barsOf(report, figure, nameOf)
  if (picture === undefined) return null
  return html`<section class="card">
    <div class="card-head">
      <h2>${figure.name} by ${words(dimension).toLowerCase()}</h2>
      <${Select}
        label="Figure"
        value=${name}
        options=${told.map((one) => [one, figureOf(one, currency).name])}
        onChange=${onChoose}
      />
    </div>
    ${picture}
  </section>`
}

type Drawn = ReturnType<typeof figureOf>

/** Undefined where there is but one point, which is no line. */
function lineOf(report: Report, unit: 'day' | 'hour', figure: Drawn): Element | undefined {
  const points = pointsOf(report, unit, figure)
  if (points.length < 2) return undefined
  return html`<${Chart}
    label=${figure.name}
    times=${points.map(({ time }) => time)}
    values=${points.map(({ value }) => value)}
    format=${figure.show}
    whole=${figure.whole}
    hourly=${unit === 'hour'}
  />`
}

/** Undefined where all are nothing. */
function barsOf(
  report: Report,
  { name, of, show, range }: Drawn,
  nameOf: (row: ReportRow) => string,
): Element | undefined {
  const bars = report.rows
    // A rate of nothing is told, too, where there was something to divide by: it may truly lie above others.
    .filter((row) => (range ? of(row) !== undefined : (of(row) ?? 0) > 0))
    .map((row) => ({ name: nameOf(row), value: of(row) ?? 0, range: range?.(row) }))
    .toSorted((a, b) => b.value - a.value)
  if (bars.length === 0) return undefined
  return html`<div class="stack">
    ${bars.length > BARS_MAX && html`<p class="note">${`The largest ${BARS_MAX} of ${count(bars.length)}; the table has them all.`}</p>`}
    ${range && html`<p class="note">The line over a bar is where the rate lies with 95 % certainty. Where two overlap, what is between them may be chance.</p>`}
    <${Bars} label=${name} bars=${bars.slice(0, BARS_MAX)} show=${show} />
  </div>`
}
