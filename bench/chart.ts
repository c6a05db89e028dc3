// Pictures of measurements as SVG, with logarithmic scales, readable on white and on dark pages alike.

export interface BarChart {
  readonly title: string
  readonly note: string
  readonly bars: readonly { readonly name: string; readonly value: number }[]
  readonly format: (value: number) => string
}

export interface LineChart {
  readonly title: string
  readonly note: string
  readonly lines: readonly {
    readonly name: string
    readonly points: readonly (readonly [x: number, y: number])[]
    /** Drawn as a thin broken line without points: a goal, or a comparison. */
    readonly faint?: boolean
  }[]
  readonly formatX: (x: number) => string
  readonly formatY: (y: number) => string
}

const WIDTH = 760
const LEFT = 216
const RIGHT = 110
const TOP = 56
const BAR = 26
const GAP = 14
const COLOURS = ['#2563eb', '#c2410c', '#15803d', '#7c3aed', '#a16207', '#0e7490']
const INK = '#1f2937'
const FAINT = '#9ca3af'

/** The first bar is ours and stands out. */
export function barChart({ title, note, bars, format }: BarChart): string {
  const values = bars.map(({ value }) => value)
  const [low, high] = [10 ** Math.floor(Math.log10(Math.min(...values)) - 0.01), Math.max(...values)]
  const width = (value: number) => (logShare(value, low, high) * (WIDTH - LEFT - RIGHT)).toFixed(1)
  const rows = bars.map(({ name, value }, i) => {
    const y = TOP + i * (BAR + GAP)
    const middle = y + BAR / 2 + 5
    return [
      text(LEFT - 12, middle, name, 'end'),
      `<rect x="${LEFT}" y="${y}" width="${width(value)}" height="${BAR}" rx="3" fill="${i === 0 ? COLOURS[0] : FAINT}"/>`,
      text(LEFT + Number(width(value)) + 8, middle, format(value)),
    ].join('')
  })
  const height = TOP + bars.length * (BAR + GAP) + 34
  return frame(height, title, [...rows, text(24, height - 16, note, 'start', 12, '#6b7280')])
}

export function lineChart({ title, note, lines, formatX, formatY }: LineChart): string {
  const height = 420
  const [left, right, top, bottom] = [80, 186, TOP, height - 70]
  const xs = lines.flatMap(({ points }) => points.map(([x]) => x))
  const ys = lines.flatMap(({ points }) => points.map(([, y]) => y))
  const [xLow, xHigh] = [Math.min(...xs), Math.max(...xs)]
  const [yLow, yHigh] = [10 ** Math.floor(Math.log10(Math.min(...ys))), 10 ** Math.ceil(Math.log10(Math.max(...ys)))]
  const placeX = (x: number) => left + logShare(x, xLow, xHigh) * (WIDTH - left - right)
  const placeY = (y: number) => bottom - logShare(y, yLow, yHigh) * (bottom - top)
  const grid: string[] = []
  for (let y = yLow; y <= yHigh * 1.01; y *= 10) {
    grid.push(line(left, placeY(y), WIDTH - right, placeY(y), '#e5e7eb'))
    grid.push(text(left - 10, placeY(y) + 4, formatY(y), 'end', 12))
  }
  for (const x of new Set(xs)) grid.push(text(placeX(x), bottom + 22, formatX(x), 'middle', 12))
  // Names stand at the right, but for lines that end before it.
  const isShort = ({ points }: { readonly points: readonly (readonly [number, number])[] }) => points.at(-1)![0] < xHigh
  const ends = spread(lines.map((one) => (isShort(one) ? Number.NEGATIVE_INFINITY : placeY(one.points.at(-1)![1]) + 4)))
  const drawn = lines.map((one, i) => {
    const { name, points, faint = false } = one
    const [lastX, lastY] = points.at(-1)!
    const named = isShort(one) ? [placeX(lastX), placeY(lastY) - 10] : [WIDTH - right + 12, ends[i]!]
    const colour = faint ? FAINT : COLOURS[i % COLOURS.length]!
    const path = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${placeX(x).toFixed(1)} ${placeY(y).toFixed(1)}`)
    const dots = points.map(
      ([x, y]) => `<circle cx="${placeX(x).toFixed(1)}" cy="${placeY(y).toFixed(1)}" r="3.5" fill="${colour}"/>`,
    )
    const style = faint ? 'stroke-width="1.5" stroke-dasharray="5 4"' : 'stroke-width="2.5"'
    return [
      `<path d="${path.join('')}" fill="none" stroke="${colour}" ${style}/>`,
      ...(faint ? [] : dots),
      text(named[0]!, named[1]!, name, isShort(one) ? 'middle' : 'start', 12, faint ? '#6b7280' : colour),
    ].join('')
  })
  return frame(height, title, [...grid, ...drawn, text(24, height - 16, note, 'start', 12, '#6b7280')])
}

function frame(height: number, title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff"/>`,
    text(24, 32, title, 'start', 17),
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function text(x: number, y: number, words: string, anchor = 'start', size = 14, colour = INK): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="${colour}">${escaped(words)}</text>`
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string): string {
  return `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="${colour}"/>`
}

function logShare(value: number, low: number, high: number): number {
  return high <= low ? 1 : Math.log(value / low) / Math.log(high / low)
}

/** Moves labels apart that would stand on each other. */
function spread(places: readonly number[]): number[] {
  const moved = [...places]
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]!)
  for (let i = 1; i < order.length; i++) {
    moved[order[i]!] = Math.max(moved[order[i]!]!, moved[order[i - 1]!]! + LABEL_APART)
  }
  return moved
}
const LABEL_APART = 16

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
