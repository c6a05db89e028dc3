// Figures below each other, each with a bar beside the largest or, of parts, beside the whole.
import { count, percent } from '../format.ts'
import { html, type Element } from '../html.ts'

export interface Bar {
  readonly name: string
  /** 0 or more. */
  readonly value: number
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
  const most = of || Math.max(...bars.map(({ value }) => value)) || 1
  return html`<ul class="bars" aria-label=${label}>
    ${bars.map(
      ({ name, value, note, isLost }) =>
        html`<li>
          <span><bdi>${name}</bdi> ${note && html`<small>${note}</small>`}</span>
          <i class=${isLost ? 'lost' : ''}><i style=${{ width: `${(value / most) * 100}%` }}></i></i>
          <b>${show(value)} ${of && html`<small>${percent(value / of)}</small>`}</b>
        </li>`,
    )}
  </ul>`
}
