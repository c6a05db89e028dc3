// Facts, each a name with its value.
import { html, type Children, type Element } from '../html.ts'

type Fact = readonly [name: string, value: Children]

/** A card with the facts in a row. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }): Element {
  return html`<section class="card facts-row" aria-label=${label}><${FactList} facts=${facts} /></section>`
}

export function FactList({ facts }: { facts: readonly Fact[] }): Element {
  return html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<div class=${typeof value === 'string' && value.length > WIDE_FROM ? 'wide' : ''}>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** A value of more characters takes more room. */
const WIDE_FROM = 40
