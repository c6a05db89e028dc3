// Why slots stayed empty in the days of a report: drawn by reason, and told of each slot.
import { ApiError, withQuery } from '../api.ts'
import { count, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import { Bars } from '../parts/bars.ts'
import { emptyBecause } from '../parts/empty-because.ts'
import { When } from '../parts/states.ts'
import { LongTable } from '../parts/table.ts'
import { reasonSentence } from '../reasons.ts'
import type { Session } from '../session.ts'
import type { EmptySlotsReport, Report } from '../report-shapes.ts'

const SLOTS_FIRST = 10

interface EmptySlotsProps {
  /** Of slots, not of the ads of somebody. */
  readonly report: Report
  readonly test: boolean
  readonly publisherId?: string | undefined
  readonly session: Session
}

export function EmptySlots({ report, test, publisherId, session }: EmptySlotsProps): Element | null {
  const { from, to, totals } = report
  const isOfAll = session.who.role === 'operator' && publisherId === undefined
  const loaded = useLoad(
    async (signal) => {
      const read = (groupBy: string) =>
        session.api.get<EmptySlotsReport>(
          withQuery('reports/empty-slots', { from, to, groupBy, test, publisherId }),
          signal,
        )
      const [byReason, bySlot] = await Promise.all([
        read('reason'),
        read(isOfAll ? 'publisher,slot,reason' : 'slot,reason').catch((error: unknown) => {
          // More slots than a report may hold: then it is told by reason alone.
          if (error instanceof ApiError && error.status === 400) return undefined
          throw error
        }),
      ])
      return { byReason, slots: bySlot && slotsOf(bySlot), isOfAll }
    },
    [withQuery('', { from, to, test, publisherId })],
  )
  if (totals.requests === 0) return null
  return html`<section class="card stack">
    <h2>Why slots stayed empty</h2>
    <${When} loaded=${loaded} lines=${4}> ${(read: Read) => html`<${Told} ...${read} totals=${totals} />`} <//>
  </section>`
}

interface Read {
  readonly byReason: EmptySlotsReport
  /** Absent where they are too many. */
  readonly slots: readonly EmptySlot[] | undefined
  readonly isOfAll: boolean
}

interface EmptySlot {
  readonly publisher: string
  readonly publisherName: string
  readonly slot: string
  count: number
  readonly empty: Record<string, number>
}

interface ToldProps extends Read {
  readonly totals: Report['totals']
}

function Told({ byReason, slots, isOfAll, totals }: ToldProps): Element {
  const all = byReason.totals.count
  // They were read a moment after the report, so there may be more of them, but only what was counted before reasons were kept has none.
  const without = Math.max(0, totals.requests - totals.filled - all)
  const bars = byReason.rows
    .toSorted((a, b) => b.count - a.count)
    .map(({ reason = '', count: value }) => ({
      name: words(reason),
      value,
      note: reasonSentence(reason),
      isLost: true,
    }))
  return html`<div class="stack">
    <p class="note">${noteOf({ all, requests: totals.requests, without })}</p>
    ${bars.length > 0 && html`<${Bars} label="Empty slots by reason" bars=${bars} of=${all} />`}
    ${slots !== undefined && slots.length > 0 && html`<${Slots} slots=${slots} isOfAll=${isOfAll} />`}
    ${slots === undefined && html`<p class="note">There are too many slots to tell of each; choose fewer days.</p>`}
  </div>`
}

function noteOf({ all, requests, without }: { all: number; requests: number; without: number }): string {
  const told =
    all === 0
      ? 'No slot stayed empty for a reason that is kept.'
      : `${count(all)} of ${count(Math.max(all, requests))} slots that were asked for got no ad at all.`
  const early = `${count(without)} more ${without === 1 ? 'is' : 'are'} of before reasons were kept.`
  return `${told}${without > 0 ? ` ${early}` : ''} People who want no ads and minors are in no report.`
}

function Slots({ slots, isOfAll }: Pick<ToldProps, 'isOfAll'> & { slots: readonly EmptySlot[] }) {
  const nameOf = ({ publisher, publisherName }: EmptySlot) => publisherName || publisher
  const columns = [
    { name: 'Slot', head: true, of: ({ slot }: EmptySlot) => slot, by: ({ slot }: EmptySlot) => slot },
    ...(isOfAll ? [{ name: 'Publisher', of: nameOf, by: nameOf }] : []),
    {
      name: 'Empty',
      right: true,
      of: (one: EmptySlot) => count(one.count),
      by: (one: EmptySlot) => one.count,
    },
    { name: 'Because', of: ({ empty }: EmptySlot) => emptyBecause(empty) },
  ]
  const keyOf = ({ publisher, slot }: EmptySlot) => `${publisher} ${slot}`
  return html`<${LongTable}
    label="Empty slots"
    columns=${columns}
    rows=${slots}
    rowsFirst=${SLOTS_FIRST}
    keyOf=${keyOf}
  />`
}

/** Most often empty first. */
function slotsOf({ rows }: EmptySlotsReport): EmptySlot[] {
  const slots = new Map<string, EmptySlot>()
  for (const { publisher = '', publisherName = '', slot = '', reason = '', count } of rows) {
    const key = `${publisher} ${slot}`
    const known = slots.get(key) ?? { publisher, publisherName, slot, count: 0, empty: {} }
    known.count += count
    known.empty[reason] = count
    slots.set(key, known)
  }
  return [...slots.values()].sort((a, b) => b.count - a.count)
}
