// Figures below each other, each with a bar beside the largest or, of parts, beside the whole.
import { count, percent } from '../format.ts'
import { html, type Element } from '../html.ts'

export interface Bar {
  readonly name: string
  /** 0 or more. */
  readonly value: number
  /** Where it may truly lie, drawn as a line over the bar. */
  readonly range?: readonly [low: number, high: number] | undefined
  /** A sentence behind the name. */
  readonly note?: string | undefined
  /** It tells of what did not come about, beside others that tell of what did. */
  readonly isLost?: boolean
}

interface BarsProps {
  readonly label: string
  readonly bars: readonly Bar[]
  /** All there are, of which each is told as a part; absent: no parts. */
  readonly of?: number
  readonly show?: (value: number) => string
}

/** In the order given. */
export function Bars({ label, bars, of, show = count }: BarsProps): Element {
  // A part of 49% that fills its line would be read as all there is.
  const most = of || Math.max(...bars.map(({ value, range }) => range?.[1] ?? value)) || 1
  const place = (value: number) => `${(value / most) * 100}%`
  return html`<ul class="bars" aria-label=${label}>
    ${bars.map(
      ({ name, value, range, note, isLost }) =>
        html`<li>
          <span><bdi>${name}</bdi> ${note && html`<small>${note}</small>`}</span>
          <i class=${isLost ? 'lost' : ''}>
            <i style=${{ width: place(value) }}></i>
            ${range && html`<span style=${{ insetInlineStart: place(range[0]), width: place(range[1] - range[0]) }}></span>`}
          </i>
          <b>${show(value)} ${secondFigure({ value, range }, { of, show })}</b>
        </li>`,
    )}
  </ul>`
}

function secondFigure(
  { value, range }: Pick<Bar, 'value' | 'range'>,
  { of, show = count }: Pick<BarsProps, 'of' | 'show'>,
) {
  if (of) return html`<small>${percent(value / of)}</small>`
  return range && html`<small>${show(range[0])} – ${show(range[1])}</small>`
}
