// A figure from 0 to 1 with a bar beside it.
import { html, type Element } from '../html.ts'

export function Meter({ part }: { part: number }): Element {
  return html`<span class="meter">
    <span aria-hidden="true"><i style=${{ width: `${Math.round(Math.min(1, part) * 100)}%` }}></i></span
    ><b>${part.toFixed(2)}</b>
  </span>`
}
