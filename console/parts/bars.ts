// Numbers side by side, the longest bar for the largest.
import { html, type Children, type Element } from '../html.ts'

export interface Bar {
  readonly name: Children
  /** 0 or more. */
  readonly value: number
  /** The value as it is read. */
  readonly text: string
}

/** In the order given. */
export function Bars({ bars, label }: { bars: readonly Bar[]; label?: string }): Element {
  const most = Math.max(...bars.map(({ value }) => value))
  return html`<ul class="bars" aria-label=${label}>
    ${bars.map(
      ({ name, value, text }) =>
        html`<li>
          <span>${name}</span><i style=${{ width: `${most > 0 ? (value / most) * 100 : 0}%` }}></i><b>${text}</b>
        </li>`,
    )}
  </ul>`
}
