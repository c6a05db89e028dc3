// What became of many things that were done one after the other: how far it is, and afterwards what was refused and why.
import { count } from '../format.ts'
import { html, type Element } from '../html.ts'
import type { Account } from '../one-by-one.ts'
import { PAPERS, type Kind } from '../papers.ts'

export function WhileItGoes({ progress }: { progress: { tried: number; all: number } | undefined }): Element {
  return html`<div role="status">
    ${
      progress &&
      html`<p class="note">${count(progress.tried)} of ${count(progress.all)}</p>
        <progress max=${progress.all} value=${progress.tried} aria-label="How far it is"></progress>`
    }
  </div>`
}

interface AccountOfProps<T> {
  readonly account: Account<T>
  readonly kind: Kind
  /** What was done to each: "confirmed". */
  readonly was: string
  readonly called: (item: T) => string
}

export function AccountOf<T>({ account, kind, was, called }: AccountOfProps<T>): Element {
  const { done, refused, left, ended } = account
  const one = PAPERS[kind].one.toLowerCase()
  const lead = done.length === 1 ? `1 ${one} was ${was}.` : `${count(done.length)} ${kind} were ${was}.`
  return html`<div class="stack" role="status">
    <p><b>${lead}</b></p>
    ${
      refused.length > 0 &&
      html`<p>${others(refused.length)} not:</p>
        <ul>
          ${refused.map(({ item, why }) => html`<li><bdi>${called(item)}</bdi>: ${why}</li>`)}
        </ul>`
    }
    ${left.length > 0 && html`<p>${`${others(left.length)} not tried any more. ${ended ?? ''}`}</p>`}
  </div>`
}

const others = (left: number): string => (left === 1 ? '1 was' : `${count(left)} were`)
