// A table that becomes a list of cards where the screen is narrow.
import { html, type Children, type Element } from '../html.ts'

export interface Column<T> {
  readonly name: string
  readonly of: (row: T) => Children
  /** For numbers. */
  readonly right?: boolean
  /** Heads the card on narrow screens. */
  readonly head?: boolean
}

interface TableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly classOf?: (row: T) => string
  /** Sums, below a line. */
  readonly foot?: readonly Children[]
}

export function Table<T>({ label, columns, rows, keyOf, classOf, foot }: TableProps<T>): Element {
  const place = ({ right, head }: Column<T>) => [right && 'right', head && 'head'].filter(Boolean).join(' ')
  return html`<div class="table-frame" role="region" aria-label=${label} tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" class=${place(column)}>${column.name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr key=${keyOf(row)} class=${classOf?.(row)}>
              ${columns.map(
                (column) => html`<td class=${place(column)} data-name=${column.name}><div>${column.of(row)}</div></td>`,
              )}
            </tr>`,
        )}
      </tbody>
      ${
        foot &&
        html`<tfoot>
          <tr>
            ${foot.map(
              (cell, i) => html`<td class=${place(columns[i]!)} data-name=${columns[i]!.name}><div>${cell}</div></td>`,
            )}
          </tr>
        </tfoot>`
      }
    </table>
  </div>`
}
