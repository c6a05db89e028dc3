// A table that becomes a list of cards where the screen is narrow, and is sorted by a column once its head is pressed.
import { useState } from 'preact/hooks'
import { compareWords } from '../format.ts'
import { html, type Children, type Element } from '../html.ts'
import { Button, Select } from './controls.ts'
import { More } from './states.ts'

export interface Column<T> {
  readonly name: string
  readonly of: (row: T) => Children
  /** For numbers. */
  readonly right?: boolean
  /** Heads the card on narrow screens. */
  readonly head?: boolean
  /** What rows can be sorted by; absent: not by this column. Rows without a value stand last, whichever way. */
  readonly by?: (row: T) => number | string | undefined
}

interface TableProps<T> {
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly classOf?: (row: T) => string
  /** Sums, below a line. */
  readonly foot?: readonly Children[]
  /** Most rows that are drawn, once they are sorted. */
  readonly rowsMax?: number
}

interface Sorting {
  /** Of the column. */
  readonly name: string
  readonly direction: 'ascending' | 'descending'
}

export function Table<T>({ label, columns, rows, keyOf, classOf, foot, rowsMax }: TableProps<T>): Element {
  const [sorting, setSorting] = useState<Sorting>()
  const place = ({ right, head }: Column<T>) => [right && 'right', head && 'head'].filter(Boolean).join(' ')
  const sorted = sort(rows, columns, sorting)
  const press = (column: Column<T>) => setSorting(pressed(column, rows, sorting))
  return html`<div class="table-frame" role="region" aria-label=${label} tabindex="0">
    ${rows.length > 1 && html`<${SortBy} columns=${columns} sorting=${sorting} onPress=${press} onClear=${() => setSorting(undefined)} />`}
    <table>
      <thead>
        <tr>
          ${columns.map(
            (column) =>
              html`<th
                scope="col"
                class=${place(column)}
                aria-sort=${column.by && (sorting?.name === column.name ? sorting.direction : 'none')}
              >
                ${column.by ? html`<button type="button" class="sort" onClick=${() => press(column)}>${column.name}</button>` : column.name}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${sorted.slice(0, rowsMax).map(
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

interface LongTableProps<T> extends Omit<TableProps<T>, 'rowsMax'> {
  /** Rows that are drawn until more are asked for. */
  readonly rowsFirst?: number
}

/** More rows than these are found, sorted or saved, but not looked through. */
const ROWS_DRAWN_MAX = 2_000

/** A table of which no more is drawn than a person looks through: thousands of rows would hold up each key that is pressed. */
export function LongTable<T>({ rowsFirst = 40, ...table }: LongTableProps<T>): Element {
  const [shown, setShown] = useState(rowsFirst)
  const total = table.rows.length
  return html`<div>
    <${Table} ...${table} rowsMax=${shown} />
    <${More}
      limit=${shown}
      more=${shown < total}
      most=${Math.min(total, ROWS_DRAWN_MAX)}
      total=${total}
      onMore=${setShown}
    />
  </div>`
}

interface SortByProps<T> {
  readonly columns: readonly Column<T>[]
  readonly sorting: Sorting | undefined
  readonly onPress: (column: Column<T>) => void
  readonly onClear: () => void
}

/** Stands in for the heads where the screen is too narrow for them. */
function SortBy<T>({ columns, sorting, onPress, onClear }: SortByProps<T>): Element {
  const sortable = columns.filter(({ by }) => by)
  if (sortable.length === 0) return null
  const chosen = sortable.find(({ name }) => name === sorting?.name)
  const choose = (name: string) => {
    const column = sortable.find((one) => one.name === name)
    if (column) onPress(column)
    else onClear()
  }
  return html`<div class="sort-by line">
    <${Select}
      label="Sorted by"
      value=${chosen?.name ?? ''}
      options=${[['', 'As they come'], ...sortable.map(({ name }) => [name, name] as const)]}
      onChange=${choose}
    />
    ${
      chosen &&
      html`<${Button} label="The other way round" onPress=${() => onPress(chosen)}
        >${sorting?.direction === 'ascending' ? 'Rising' : 'Falling'}<//
      >`
    }
  </div>`
}

/** The first press puts the largest number or the first word on top, the next one turns it round. */
function pressed<T>({ name, by }: Column<T>, rows: readonly T[], before: Sorting | undefined): Sorting {
  if (before?.name === name) return { name, direction: before.direction === 'ascending' ? 'descending' : 'ascending' }
  const isOfNumbers = rows.some((row) => typeof by?.(row) === 'number')
  return { name, direction: isOfNumbers ? 'descending' : 'ascending' }
}

function sort<T>(rows: readonly T[], columns: readonly Column<T>[], sorting: Sorting | undefined): readonly T[] {
  const by = columns.find(({ name }) => name === sorting?.name)?.by
  if (by === undefined) return rows
  const sign = sorting?.direction === 'descending' ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: by(row) }))
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined)
    return sign * compare(a.key, b.key)
  })
  return keyed.map(({ row }) => row)
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareWords(String(a), String(b))
}
