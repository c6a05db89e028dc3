// Reports: what was counted, by one or two dimensions over any days, of all or of one of them, on the page or as a file.
import { withQuery } from '../api.ts'
import { choicesOf, isDate } from '../choices.ts'
import { columnsFor, drawnFor, figureOf, metricsFor, shown, type FigureName } from '../figures.ts'
import { count, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useAdvertiserNames, useCampaignNames, useDoing, useLoad, usePublisherNames } from '../hooks.ts'
import { readLastDays } from '../last-days.ts'
import { Calibration } from '../parts/calibration.ts'
import { Button, Input, Segments, Select, type Option } from '../parts/controls.ts'
import { saveAs } from '../parts/file.ts'
import { Icon } from '../parts/icons.ts'
import { Empty, Problem, When } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Report, ReportRow } from '../report-shapes.ts'
import { EmptySlots } from './empty-slots.ts'
import { ReportChart } from './report-chart.ts'

const DIMENSIONS = ['day', 'hour', 'campaign', 'ad', 'advertiser', 'publisher', 'slot', 'format', 'country']
/** Rows of these count no slots; those asked for have a row of their own. */
const ENTITIES = ['campaign', 'ad', 'advertiser']
/** What a report can be narrowed to. */
const OWNERS = ['publisher', 'advertiser', 'campaign'] as const
type Owner = (typeof OWNERS)[number]
/** By kind, the id of the one that alone is told of. */
type Only = Readonly<Partial<Record<Owner, string>>>
const OF_SLOTS: readonly FigureName[] = ['requests', 'eligible', 'fillRate']
const ROWS_FIRST = 100
const DAYS_FIRST = 7

/** Dates in UTC, both included. */
type Days = Pick<Report, 'from' | 'to'>
const NOT_YET: Days = { from: '', to: '' }

const OFFERED = {
  by: DIMENSIONS,
  then: ['', ...DIMENSIONS],
  from: isDate,
  to: isDate,
  events: ['live', 'test'],
  publisher: (id: string) => /^pub_\w+$/.test(id),
  advertiser: (id: string) => /^adv_\w+$/.test(id),
  campaign: (id: string) => /^cmp_\w+$/.test(id),
  figure: ['impressions', ...drawnFor('operator'), ...drawnFor('advertiser')],
}

export function Reports({ query: chosenBefore, session }: { query: string; session: Session }): Element {
  const { api } = session
  const [chosen, choose] = choicesOf('reports', chosenBefore, OFFERED)
  const { by: first, then: second, events } = chosen
  /** Undefined until some are chosen: the last ones. */
  const days: Days | undefined =
    chosen.from === '' && chosen.to === '' ? undefined : { from: chosen.from, to: chosen.to }
  const only: Only = Object.fromEntries(OWNERS.filter((kind) => chosen[kind]).map((kind) => [kind, chosen[kind]]))
  const groupBy = second === '' || second === first ? first : `${first},${second}`
  const narrowed = Object.fromEntries(Object.entries(only).map(([kind, id]) => [`${kind}Id`, id]))
  const query = { ...narrowed, groupBy, test: events === 'test' }
  const loaded = useLoad(
    async (signal) => {
      const read = (more: Partial<Days & { groupBy: string }>) =>
        api.get<Report>(withQuery('reports', { ...query, ...more }), signal)
      const report = days ? await read(days) : await readLastDays(api, DAYS_FIRST, query, signal)
      const { from, to } = report
      const charted = groupBy === first ? report : await read({ from, to, groupBy: first })
      // Kept with it, since it stands there while one by something else is read.
      return { report, charted, dimensions: groupBy.split(','), only, test: query.test }
    },
    [withQuery('', { ...query, ...days })],
  )
  const { from, to }: Days = days ?? loaded.value?.report ?? NOT_YET
  // By what it was narrowed to it has but one row now.
  const narrow = (kind: Owner, id: string) =>
    choose({ [kind]: id, by: first !== kind ? first : second === '' || second === kind ? 'day' : second, then: '' })
  const names = useNamesOf(only, session)
  const metrics = metricsFor(session.who.role)
  const saving = useDoing(async () => {
    const { blob, name } = await api.download(
      withQuery('reports', { ...query, from, to, metrics, format: 'csv' }),
      'text/csv',
    )
    saveAs(blob, name)
  })
  const dimensions: readonly Option[] = DIMENSIONS.map((name) => [name, words(name)] as const)
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Reports</h1>
        <p class="lead">Complete up to the last click within two seconds. Days are in UTC.</p>
      </div>
      <div class="actions">
        <${Button} icon="download" busy=${saving.busy} disabled=${from === ''} onPress=${() => saving.run()}
          >Download CSV<//
        >
      </div>
    </header>
    <${Problem} text=${saving.fault} />
    <section class="card">
      <div class="filters">
        <${Select} label="By" value=${first} options=${dimensions} onChange=${(by: string) => choose({ by })} />
        <${Select}
          label="Then by"
          value=${second}
          options=${[['', 'Nothing else'], ...dimensions]}
          onChange=${(then: string) => choose({ then })}
        />
        <${Input}
          label="From"
          type="date"
          value=${from}
          max=${to}
          onInput=${(from: string) => choose({ from, to }, true)}
        />
        <${Input}
          label="To"
          type="date"
          value=${to}
          min=${from}
          onInput=${(to: string) => choose({ from, to }, true)}
        />
        <${Segments}
          label="Events"
          value=${events}
          options=${[
            ['live', 'Live'],
            ['test', 'Test'],
          ]}
          onChange=${(events: string) => choose({ events })}
        />
      </div>
      ${
        Object.keys(only).length > 0 &&
        html`<p class="filters">
          ${(Object.entries(only) as [Owner, string][]).map(
            ([kind, id]) =>
              html`<button
                type="button"
                class="chip"
                title=${`Every ${kind} again`}
                onClick=${() => choose({ [kind]: '' })}
              >
                Only ${kind} <b><bdi>${names.get(id) ?? id}</bdi></b> <${Icon} name="close" />
              </button>`,
          )}
        </p>`
      }
    </section>
    <${When} loaded=${loaded} lines=${8}>
      ${(read: Read) =>
        html`<${Told}
          ...${read}
          figure=${chosen.figure}
          session=${session}
          onFigure=${(figure: FigureName) => choose({ figure })}
          onNarrow=${narrow}
        />`}
    <//>
    ${session.who.may.admin && Object.keys(only).length === 0 && html`<${Calibration} session=${session} />`}
  </div>`
}

interface Read {
  readonly report: Report
  /** By the first dimension alone. */
  readonly charted: Report
  readonly dimensions: readonly string[]
  readonly only: Only
  readonly test: boolean
}

interface RowsProps extends Read {
  /** What is drawn. */
  readonly figure: FigureName
  readonly session: Session
  readonly onNarrow: (kind: Owner, id: string) => void
}

interface ToldProps extends RowsProps {
  readonly onFigure: (figure: FigureName) => void
}

function Told({ onFigure, ...props }: ToldProps): Element {
  const { figure, report, charted, dimensions, only, test, session } = props
  const dimension = dimensions[0]!
  const countsSlots = !isNarrowedToAds(only) && !ENTITIES.includes(dimension)
  return html`<div class="stack">
    <${ReportChart}
      report=${charted}
      dimension=${dimension}
      chosen=${figure}
      untold=${countsSlots ? [] : OF_SLOTS}
      nameOf=${(row: ReportRow) => nameIn(row, dimension)}
      session=${session}
      onChoose=${onFigure}
    />
    <section class="card"><${Rows} ...${props} /></section>
    ${
      // An empty slot is no advertiser's.
      session.who.role !== 'advertiser' &&
      !isNarrowedToAds(only) &&
      html`<${EmptySlots} report=${report} test=${test} publisherId=${only.publisher} session=${session} />`
    }
  </div>`
}

function Rows({ figure, report, dimensions, only, session, onNarrow }: RowsProps): Element {
  const { rows } = report
  if (rows.length === 0)
    return html`<${Empty} title="Nothing in these days"><p>Choose other days, or look at the test events.</p><//>`
  const { currency } = report.totals.spend
  const figures = columnsFor(session.who.role, figure).map((key) => ({ key, ...figureOf(key, currency) }))
  const isOfAds = (row: ReportRow) => isNarrowedToAds(only) || ENTITIES.some((name) => row[name])
  /** A figure of slots says nothing of ads. */
  const isTold = (key: FigureName, row: ReportRow) => !(OF_SLOTS.includes(key) && isOfAds(row))
  const adsOf = new Map<unknown, Set<string>>() // by title
  for (const row of rows) {
    const ads = adsOf.get(row.title)
    if (ads) ads.add(keyIn(row, 'ad'))
    else adsOf.set(row.title, new Set([keyIn(row, 'ad')]))
  }
  const columns = [
    ...dimensions.map((name, i) => ({
      name: words(name),
      head: i === 0,
      of: (row: ReportRow) => {
        const key = keyIn(row, name)
        if (key === '') return html`<span class="note">${ENTITIES.includes(name) ? 'All requests' : 'Unknown'}</span>`
        if (name === 'hour') return key.replace('T', ' ').replace(/:00(\.000)?Z$/, '')
        const called = nameIn(row, name)
        if (isOwner(name)) {
          const press = () => onNarrow(name, key)
          return html`<button type="button" class="link" title=${`Only this ${name}`} onClick=${press}>
            ${called}
          </button>`
        }
        if (name !== 'ad' || row.title === undefined || adsOf.get(row.title)!.size === 1) return called
        // Variants of an ad are told apart by more than what they are called.
        return html`<span class="two-lines">
          <span>${called}</span><small class="mono">${row.externalId ?? key}</small>
        </span>`
      },
      by: (row: ReportRow) => (keyIn(row, name) === '' ? undefined : nameIn(row, name)),
    })),
    ...figures.map(({ key, name, of, show }) => ({
      name,
      right: true,
      of: (row: ReportRow) => (isTold(key, row) ? shown({ of, show }, row) : '–'),
      by: (row: ReportRow) => (isTold(key, row) ? of(row) : undefined),
    })),
  ]
  const sums = figures.map((figure) => (isTold(figure.key, report.totals) ? shown(figure, report.totals) : '–'))
  const foot = [...dimensions.map((_, i) => (i === 0 ? 'All' : '')), ...sums]
  const keyOf = (row: ReportRow) => dimensions.map((name) => row[name]).join(' ')
  return html`<div>
    <${LongTable} label="Report" columns=${columns} rows=${rows} rowsFirst=${ROWS_FIRST} keyOf=${keyOf} foot=${foot} />
    ${rows.length > ROWS_FIRST && html`<p class="note">The file has all ${count(rows.length)} rows.</p>`}
  </div>`
}

const isOwner = (name: string): name is Owner => OWNERS.includes(name as Owner)

/** Slots are asked for by publishers; of one campaign or advertiser there are only ads. */
const isNarrowedToAds = ({ campaign, advertiser }: Only) => campaign !== undefined || advertiser !== undefined

const keyIn = (row: ReportRow, name: string) => String(row[name] ?? '')

/** What it is called, as far as the key may read it. */
function nameIn(row: ReportRow, name: string): string {
  return String((name === 'ad' ? row.title : row[`${name}Name`]) || keyIn(row, name))
}

/** By id, the names of those that a report is narrowed to, which may be in no row, as far as the key may read them. */
function useNamesOf({ publisher, advertiser, campaign }: Only, { api, who }: Session): ReadonlyMap<string, string> {
  const idsOf = (id: string | undefined) => (id === undefined ? [] : [id])
  return new Map([
    ...usePublisherNames(api, who.may.admin || who.role === 'publisher', idsOf(publisher)),
    ...useAdvertiserNames(api, who.may.inventory, idsOf(advertiser)),
    ...useCampaignNames(api, who.may.inventory, idsOf(campaign)),
  ])
}
