// Why a slot stayed empty how often, the most frequent reason first, each with its sentence under the pointer.
import { count, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { reasonSentence } from '../reasons.ts'

/** @param empty by reason */
export function emptyBecause(empty: Readonly<Record<string, number>>): readonly Element[] {
  return Object.entries(empty)
    .toSorted(([, a], [, b]) => b - a)
    .map(
      ([reason, times], i) =>
        html`${i > 0 && ', '}<span title=${reasonSentence(reason)}
            >${count(times)} × ${words(reason).toLowerCase()}</span
          >`,
    )
}
