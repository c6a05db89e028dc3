// How often clicks were predicted and how often they came, as points beside the line on which both agree.
import { count } from '../format.ts'
import { useLoad } from '../hooks.ts'
import { html, type Element } from '../html.ts'
import type { Session } from '../session.ts'
import { Empty, When } from './states.ts'
import { Table } from './table.ts'

interface Bucket {
  readonly predicted: number
  readonly observed: number
  readonly impressions: number
  readonly clicks: number
}

interface CalibrationReport {
  readonly error: number
  readonly meanRate: number
  readonly buckets: readonly Bucket[]
}

const SIZE = 280
const EDGE = 54
const rates = new Intl.NumberFormat(undefined, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A difference of two shares: 1% of 20% would be another thing. */
const points = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function Calibration({ session: { api } }: { session: Session }): Element {
  const loaded = useLoad((signal) => api.get<CalibrationReport>('calibration', signal), [])
  return html`<section class="card">
    <h2>Predicted and observed clicks</h2>
    <${When} loaded=${loaded} lines=${4}>
      ${(report: CalibrationReport) =>
        report.buckets.length === 0
          ? html`<${Empty} title="Nothing to compare yet"><p>Points appear with the first impressions.</p><//>`
          : html`<div>
              <p class="note">
                This tells of all impressions and clicks that were learned from, whatever days stand above. On
                average${' '} ${rates.format(report.meanRate)} of ads shown are clicked; predictions are off by${' '}
                ${points.format(report.error * 100)} percentage points on average. Where a publisher reports no
                impressions each served ad counts as shown here; the report above counts reported impressions alone.
              </p>
              <${Picture} buckets=${report.buckets} />
              <${Table}
                label="Calibration"
                columns=${COLUMNS}
                rows=${report.buckets}
                keyOf=${(one: Bucket) => String(one.predicted)}
              />
            </div>`}
    <//>
  </section>`
}

const COLUMNS = [
  { name: 'Predicted', head: true, of: (one: Bucket) => rates.format(one.predicted) },
  { name: 'Observed', right: true, of: (one: Bucket) => rates.format(one.observed) },
  { name: 'Shown', right: true, of: (one: Bucket) => count(one.impressions) },
  { name: 'Clicks', right: true, of: (one: Bucket) => count(one.clicks) },
]

const short = new Intl.NumberFormat(undefined, { style: 'percent', maximumSignificantDigits: 2 })

/** Round rates at like distances, three to five of them. */
function marks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [0.2, 0.5, 1, 2].map((of) => of * power).find((step) => most / step <= 5) ?? 2 * power
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
}

// Both axes run from nothing to a little beyond the largest rate, but not beyond all, so that agreement is the diagonal.
function Picture({ buckets }: { buckets: readonly Bucket[] }): Element {
  const largest = Math.max(...buckets.flatMap(({ predicted, observed }) => [predicted, observed]), 0.001)
  const most = Math.min(1, 1.1 * largest)
  const all = buckets.reduce((sum, { impressions }) => sum + impressions, 0)
  const x = (rate: number) => EDGE + (rate / most) * (SIZE - EDGE - 8)
  const y = (rate: number) => SIZE - EDGE - (rate / most) * (SIZE - EDGE - 8)
  const label = 'Observed against predicted click rate; points on the diagonal agree'
  return html`<svg
    viewBox="0 0 ${SIZE} ${SIZE}"
    width=${SIZE}
    height=${SIZE}
    overflow="visible"
    role="img"
    aria-label=${label}
  >
    <g stroke="currentColor" fill="none" opacity="0.35">
      <path d="M${x(0)} ${y(most)}V${y(0)}H${x(most)}" />
      <path d="M${x(0)} ${y(0)}L${x(most)} ${y(most)}" stroke-dasharray="4 4" />
    </g>
    <g fill="currentColor" font-size="11" text-anchor="middle">
      <text x=${x(most / 2)} y=${y(0) + 34}>predicted</text>
      <text transform=${`translate(10 ${y(most / 2)}) rotate(-90)`}>observed</text>
    </g>
    ${marks(most).map(
      (rate) =>
        html`<g fill="currentColor" font-size="10" key=${rate}>
          <path d=${`M${x(rate)} ${y(0)}v4M${x(0)} ${y(rate)}h-4`} stroke="currentColor" opacity="0.35" />
          <text x=${x(rate)} y=${y(0) + 15} text-anchor="middle">${short.format(rate)}</text>
          <text x=${x(0) - 6} y=${y(rate) + 3} text-anchor="end">${short.format(rate)}</text>
        </g>`,
    )}
    ${buckets.map(
      ({ predicted, observed, impressions }) =>
        html`<circle
          cx=${x(predicted)}
          cy=${y(observed)}
          r=${3 + 9 * Math.sqrt(impressions / all)}
          fill="var(--accent)"
          opacity="0.75"
        >
          <title>predicted ${rates.format(predicted)}, observed ${rates.format(observed)}</title>
        </circle>`,
    )}
  </svg>`
}
