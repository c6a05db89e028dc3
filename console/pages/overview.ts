// Overview: how it goes, today or over the last days, and beside it what was not counted.
import { withQuery, type Api } from '../api.ts'
import { choicesOf } from '../choices.ts'
import { figureOf, shown, tilesFor, type FigureName } from '../figures.ts'
import { addDays, count, percentChange, sum, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import { readLastDays } from '../last-days.ts'
import { lastSeconds, pointsOf, totalsBefore } from '../points.ts'
import { Bars } from '../parts/bars.ts'
import { Chart } from '../parts/chart.ts'
import { Button, Segments } from '../parts/controls.ts'
import { Empty, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Report, ReportRow } from '../report-shapes.ts'

const DAY_SECONDS = 86_400
const SPANS = [
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const
const SPAN_FIRST = '7'

interface Numbers {
  readonly days: number
  readonly now: Report
  /** What is over, held against as much before: of today its hours and the same ones of yesterday, else days. */
  readonly held: { readonly now: ReportRow; readonly before: ReportRow }
  readonly ads: Report
}

export function Overview({ query, session }: { query: string; session: Session }): Element {
  const [{ days: span, events, figure }, choose] = choicesOf('overview', query, {
    days: [SPAN_FIRST, ...SPANS.map(([days]) => days)],
    events: ['live', 'test'],
    figure: ['impressions', ...tilesFor(session.who.role)],
  })
  const loaded = useLoad(
    (signal) => readNumbers(session.api, { days: Number(span), test: events === 'test' }, signal),
    [span, events],
  )
  return html`<div class="page overview">
    <header class="page-head">
      <div>
        <h1>Overview</h1>
        <p class="lead">
          ${events === 'test' ? 'What test keys did; never billed.' : 'Valid events alone; days are in UTC.'}
        </p>
      </div>
      <div class="actions">
        <${Segments}
          label="Events"
          value=${events}
          options=${[
            ['live', 'Live'],
            ['test', 'Test'],
          ]}
          onChange=${(events: string) => choose({ events })}
        />
        <${Segments} label="Time" value=${span} options=${SPANS} onChange=${(days: string) => choose({ days })} />
        <${Button} icon="refresh" label="Read again" busy=${loaded.loading} onPress=${loaded.reload} />
      </div>
    </header>
    <${When} loaded=${loaded} lines=${8}>
      ${(numbers: Numbers) => html`<${Figures} numbers=${numbers} figure=${figure} onFigure=${(figure: FigureName) => choose({ figure })} session=${session} />`}
    <//>
  </div>`
}

interface FiguresProps {
  readonly numbers: Numbers
  readonly figure: FigureName
  readonly onFigure: (figure: FigureName) => void
  readonly session: Session
}

function Figures({ numbers, figure, onFigure, session }: FiguresProps): Element {
  const { now, held, days } = numbers
  const { currency } = now.totals.spend
  const tiles = tilesFor(session.who.role).map((key) => ({ key, ...figureOf(key, currency) }))
  const drawn = figureOf(figure, currency)
  const points = pointsOf(now, days === 1 ? 'hour' : 'day', drawn)
  return html`<div class="stack">
    <div class="tiles" role="group" aria-label="Figures; choose one to draw">
      ${tiles.map(
        ({ key, name, of, show }) =>
          html`<button
            type="button"
            class="tile"
            aria-pressed=${key === figure ? 'true' : 'false'}
            onClick=${() => onFigure(key)}
          >
            <span>${name}</span><${Fitting} text=${shown({ of, show }, now.totals)} />
            <${Change} now=${of(held.now)} before=${of(held.before)} days=${days} />
          </button>`,
      )}
    </div>
    <section class="card">
      <div class="card-head"><h2>${drawn.name} by ${days === 1 ? 'hour' : 'day'}</h2></div>
      <${Chart}
        label=${drawn.name}
        times=${points.map(({ time }) => time)}
        values=${points.map(({ value }) => value)}
        format=${drawn.show}
        whole=${drawn.whole}
        hourly=${days === 1}
      />
    </section>
    <div class="halves">
      <section class="card">
        <h2>Top ads</h2>
        <${TopAds} report=${numbers.ads} />
      </section>
      <section class="card">
        <h2>Events not counted</h2>
        <${Ignored} reasons=${now.totals.ignored} />
      </section>
    </div>
  </div>`
}

/** As large as its tile lets it be. */
function Fitting({ text }: { text: string }): Element {
  return html`<b style=${{ '--characters': String(text.replaceAll(/\p{Cf}/gu, '').length) }}>${text}</b>`
}

interface ChangeProps {
  readonly now: number | undefined
  readonly before: number | undefined
  readonly days: number
}

/** Beside the figure, by how much it moved against as many days before. */
function Change({ now, before, days }: ChangeProps): Element {
  if (now === undefined || before === undefined || before === 0) return null
  const change = percentChange(now / before - 1)
  const past =
    days === 1
      ? 'the same hours of yesterday, up to the last full one'
      : `the ${days} days before, as far as days are over: today is in neither`
  const way = !/[1-9]/.test(change) ? '' : now > before ? 'up' : 'down'
  return html`<small class=${way} title=${`Against ${past}`}>${change}</small>`
}

const TOP = 6
/** A report by ad has a row for each of them, and each row is the shorter. */
const SHOWN_OF_ADS = 'filled,impressions,clicks,spend'

function TopAds({ report }: { report: Report }): Element {
  const rows = report.rows
    // What belongs to no ad, such as slots asked for, has a row without an id.
    .filter((row) => row.ad !== '' && (row.impressions > 0 || row.clicks > 0 || row.filled > 0))
    .toSorted(
      (a, b) =>
        Number(b.spend.amount) - Number(a.spend.amount) ||
        b.clicks - a.clicks ||
        b.impressions - a.impressions ||
        b.filled - a.filled,
    )
    .slice(0, TOP)
  if (rows.length === 0) return html`<${Empty} title="No ad was shown"><p>As soon as one is, it stands here.</p><//>`
  const columns = [
    {
      name: 'Ad',
      head: true,
      of: (row: ReportRow) => row.title,
    },
    { name: 'Placed', right: true, of: (row: ReportRow) => count(row.filled) },
    { name: 'Impressions', right: true, of: (row: ReportRow) => count(row.impressions) },
    { name: 'Clicks', right: true, of: (row: ReportRow) => count(row.clicks) },
    { name: 'Spend', right: true, of: (row: ReportRow) => sum(row.spend) },
  ]
  return html`<${Table} label="Top ads" columns=${columns} rows=${rows} keyOf=${(row: ReportRow) => String(row.ad)} />`
}

function Ignored({ reasons }: { reasons: ReportRow['ignored'] }): Element {
  const all = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  if (all.length === 0) return html`<${Empty} title="Everything counted"><p>No event was set aside.</p><//>`
  const bars = all.map(([reason, value]) => ({ name: words(reason), value, isLost: true }))
  return html`<${Bars} label="Not counted" bars=${bars} />`
}

async function readNumbers(
  api: Api,
  { days, test }: { days: number; test: boolean },
  signal: AbortSignal,
): Promise<Numbers> {
  const read = (query: Record<string, string>) => api.get<Report>(withQuery('reports', { test, ...query }), signal)
  const unit = days === 1 ? 'hour' : 'day'
  const now = await readLastDays(api, days, { test, groupBy: unit }, signal)
  const { from, to } = now
  const [before, ads] = await Promise.all([
    read({ from: addDays(from, -days), to: addDays(from, -1), groupBy: unit }),
    read({ from, to, groupBy: 'ad', metrics: SHOWN_OF_ADS }),
  ])
  // A day that has just begun, held against a whole one, would look like a fall each morning.
  const present = lastSeconds(now, unit)
  const held = {
    now: totalsBefore(now, unit, present),
    before: totalsBefore(before, unit, present - days * DAY_SECONDS),
  }
  return { days, now, held, ads }
}
