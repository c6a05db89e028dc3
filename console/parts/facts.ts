// A row of facts, each a name with its value below.
import { html, type Children, type Element } from '../html.ts'

interface FactsProps {
  readonly label: string
  readonly facts: readonly (readonly [name: string, value: Children])[]
}

export function Facts({ label, facts }: FactsProps): Element {
  return html`<section class="card facts-row" aria-label=${label}>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}
