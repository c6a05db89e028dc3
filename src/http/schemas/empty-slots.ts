// Why slots stayed empty, on the wire, as JSON and as CSV.
import type { EmptySlots } from '../../actions/reports/read-empty-slots.ts'
import type { Warning } from '../../domain/ad-request.ts'
import { NO_FILL_CODES, type NoFillReason } from '../../domain/decision.ts'
import { EMPTY_SLOT_DIMENSIONS, type EmptySlotDimension, type EmptySlotsRow } from '../../domain/empty-slots.ts'
import { Type } from '../../doors/type.ts'
import { oneOf } from './common.ts'
import { csvOfRows, date, jsonOfRows } from './report.ts'
import { idSchema } from './resource.ts'

export const emptySlotsQuerySchema = Type.Object({
  from: date('UTC date, included; default: 30 days up to `to`.'),
  to: date('UTC date, included; default: today.'),
  groupBy: Type.Optional(
    Type.String({ maxLength: 200, description: `Some of ${EMPTY_SLOT_DIMENSIONS.join(', ')}; commas between.` }),
  ),
  publisherId: Type.Optional(idSchema),
  test: Type.Optional(Type.Boolean({ default: false, description: 'Slots of test keys, which are kept apart.' })),
  format: Type.Optional(oneOf(['json', 'csv'])),
})

const dimension = Type.Optional(Type.String({ description: 'Where grouped by it.' }))
const count = Type.Integer({ description: 'Slots that were asked for and got no ad at all.' })

export const emptySlotsSchema = Type.Object({
  test: Type.Boolean({ description: 'True for slots of test keys, and where a clock runs fast.' }),
  from: Type.String(),
  to: Type.String(),
  rows: Type.Array(
    Type.Object({
      ...Object.fromEntries(EMPTY_SLOT_DIMENSIONS.map((name) => [name, dimension])),
      publisherName: Type.Optional(Type.String({ description: 'Where grouped by publisher: its name now.' })),
      code: Type.Optional(Type.Integer({ description: 'Where grouped by reason: its number, as in `noFill`.' })),
      count,
    }),
  ),
  totals: Type.Object({ count }),
})

/** A whole answer, as bytes, written a few rows at a time, as that of a report is. */
export function emptySlotsAsJson(
  { from, to, rows, count }: EmptySlots,
  { test, warnings }: { readonly test: boolean; readonly warnings: readonly Warning[] },
): Promise<Buffer> {
  const head = { test, from, to, ...(warnings.length > 0 && { warnings }) }
  return jsonOfRows(head, rows, onWire, JSON.stringify({ count }))
}

/** One line a row, without the total. */
export function emptySlotsAsCsv({ rows }: EmptySlots, groupBy: readonly EmptySlotDimension[]): Promise<Buffer> {
  const byReason = groupBy.includes('reason')
  const byPublisher = groupBy.includes('publisher')
  const cellsOf = ({ keys, publisherName = '', count }: EmptySlotsRow) => [
    ...groupBy.map((dimension) => keys[dimension] ?? ''),
    ...(byPublisher ? [publisherName] : []),
    ...(byReason ? [String(codeOf(keys.reason))] : []),
    String(count),
  ]
  const texts = [...(byPublisher ? ['publisherName'] : []), ...(byReason ? ['code'] : [])]
  return csvOfRows([...groupBy, ...texts, 'count'], rows, cellsOf)
}

function onWire({ keys, publisherName, count }: EmptySlotsRow): string {
  return JSON.stringify({
    ...keys,
    publisherName,
    ...(keys.reason !== undefined && { code: codeOf(keys.reason) }),
    count,
  })
}

function codeOf(reason: string | undefined): number {
  return NO_FILL_CODES[reason as NoFillReason]
}
