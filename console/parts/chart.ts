// A figure over time. The library that draws it is fetched with the first chart.
import { useEffect, useRef, useState } from 'preact/hooks'
import type uPlot from 'uplot'
import { CLOCK_SPEED, shortDay } from '../format.ts'
import { html, type Element } from '../html.ts'

interface ChartProps {
  /** What is drawn, in words, for those who do not see it. */
  readonly label: string
  /** Epoch seconds, rising. */
  readonly times: readonly number[]
  /** Null: there is none, and the line has a gap. */
  readonly values: readonly (number | null)[]
  readonly format: (value: number) => string
  /** Only whole numbers are counted. */
  readonly whole?: boolean
  /** Points are hours rather than days. */
  readonly hourly?: boolean
}

const HEIGHT_PX = 240

export function Chart({ label, times, values, format, whole = false, hourly = false }: ChartProps): Element {
  const frame = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const at = frame.current
    if (at === null) return
    let chart: uPlot | undefined
    let gone = false
    const draw = async () => {
      const { default: Plot } = await import('uplot')
      if (gone) return
      chart?.destroy()
      const clock = !hourly ? DAYS : times.length <= 24 ? HOURS_OF_A_DAY : HOURS
      chart = new Plot(optionsFor(Plot, at, { label, format, whole, clock }), [[...times], [...values]], at)
    }
    const resized = new ResizeObserver(() => chart?.setSize({ width: at.clientWidth, height: HEIGHT_PX }))
    resized.observe(at)
    // Colours are read when the chart is drawn, so it is drawn again where light and dark change.
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => void draw().catch(() => setMissing(true))
    dark.addEventListener('change', redraw)
    addEventListener('aside:theme', redraw)
    redraw()
    return () => {
      gone = true
      resized.disconnect()
      dark.removeEventListener('change', redraw)
      removeEventListener('aside:theme', redraw)
      chart?.destroy()
    }
  }, [label, times.join(), values.join()])
  // The library is gone where the service was upgraded since the page was loaded.
  if (isMissing) return html`<p class="note">The chart cannot be drawn. Load the page anew.</p>`
  return html`<div
      class="chart"
      role="img"
      aria-label=${label}
      ref=${frame}
      style=${{ height: `${HEIGHT_PX}px` }}
    ></div>
    ${isRunning(times.at(-1) ?? 0, hourly) && html`<p class="note">The last ${hourly ? 'hour' : 'day'} is not over yet.</p>`}`
}

/** What has just begun looks like a fall. Of a clock that runs ahead of ours we cannot tell. */
function isRunning(lastSeconds: number, hourly: boolean, nowMs = Date.now()): boolean {
  return CLOCK_SPEED === 1 && lastSeconds + (hourly ? 3_600 : DAY_SECONDS) > nowMs / 1_000
}

function optionsFor(
  Plot: typeof uPlot,
  at: HTMLElement,
  { label, format, whole, clock }: Pick<ChartProps, 'label' | 'format' | 'whole'> & { readonly clock: TimeScale },
): uPlot.Options {
  const [accent, line, muted] = ['--accent', '--line', '--muted'].map((name) => colour(at, name)) as [
    string,
    string,
    string,
  ]
  const axis = { stroke: muted, font: '12px system-ui', ticks: { show: false }, grid: { stroke: line, width: 1 } }
  return {
    width: at.clientWidth,
    height: HEIGHT_PX,
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1_000), 'UTC'),
    padding: [12, 28, 0, 0],
    cursor: { y: false, points: { size: 8, fill: accent } },
    legend: { live: true, markers: { show: false } },
    scales: { x: { time: true }, y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.12 : 1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        space: 56,
        incrs: [...clock.steps],
        values: (_plot, ticks) => ticks.map(clock.tick),
      },
      {
        ...axis,
        size: 64,
        values: (_plot, ticks) => ticks.map((tick) => (whole && !Number.isInteger(tick) ? '' : format(tick))),
      },
    ],
    series: [
      {
        label: '',
        value: (_plot, seconds) => (seconds === null ? '' : clock.point(seconds)),
      },
      {
        label,
        stroke: accent,
        width: 2,
        fill: (plot) => {
          const fade = plot.ctx.createLinearGradient(0, plot.bbox.top, 0, plot.bbox.top + plot.bbox.height)
          fade.addColorStop(0, withAlpha(accent, 0.28))
          fade.addColorStop(1, withAlpha(accent, 0.02))
          return fade
        },
        points: { size: 6, fill: accent, stroke: accent },
        value: (_plot, value) => (value === null ? '' : format(value)),
      },
    ],
  }
}

const clockHour = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16)
const DAY_SECONDS = 86_400
const DAY_STEPS = [1, 2, 5, 10, 30, 100].map((days) => days * DAY_SECONDS)
const HOUR_STEPS = [1, 3, 6].map((hours) => hours * 3_600)

/** How times are written below the line and beside the point that is looked at; steps in seconds. */
interface TimeScale {
  readonly steps: readonly number[]
  readonly tick: (seconds: number) => string
  readonly point: (seconds: number) => string
}

const DAYS: TimeScale = { steps: DAY_STEPS, tick: shortDay, point: shortDay }
const HOURS_OF_A_DAY: TimeScale = { steps: HOUR_STEPS, tick: clockHour, point: clockHour }
const HOURS: TimeScale = {
  steps: [...HOUR_STEPS, ...DAY_STEPS],
  tick: (seconds) => (seconds % DAY_SECONDS === 0 ? shortDay(seconds) : clockHour(seconds)),
  point: (seconds) => `${shortDay(seconds)} ${clockHour(seconds)}`,
}

/** A colour of the style sheet as the canvas understands it: light-dark() is resolved by letting an element wear it. */
function colour(at: HTMLElement, name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  at.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function withAlpha(rgb: string, alpha: number): string {
  return rgb.replace(/^rgba?\((\d+), (\d+), (\d+).*$/, `rgba($1, $2, $3, ${alpha})`)
}
