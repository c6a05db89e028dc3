// What was taken back: each time why, by whom, of what, and what it came to.
import { useState } from 'preact/hooks'
import { withQuery } from '../api.ts'
import { count, isolated, localZone, sum, time, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useCampaignNames, useLoad, usePublisherNames, type Names } from '../hooks.ts'
import { Empty, FIRST_SHOWN, More, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Money, Page } from '../shapes.ts'

interface Reversal {
  readonly id: string
  readonly reason: string
  /** So many events were named, or a filter said which; neither on those of older releases. */
  readonly named?: number
  readonly filter?: Filter
  readonly reversed: number
  readonly refunded: Money
  readonly takenFromPublishers: Money
  readonly createdAt: string
  readonly keyId?: string
  readonly keyName?: string
}

interface Filter {
  readonly publisherId?: string
  readonly advertiserId?: string
  readonly campaignId?: string
  readonly adId?: string
  readonly slot?: string
  readonly country?: string
  readonly types?: readonly string[]
  readonly from?: string
  readonly to?: string
}

interface TakenBackListProps {
  readonly session: Session
  /** Whatever is new where something may have been taken back since. */
  readonly occasions: readonly unknown[]
}

export function TakenBackList({ session, occasions }: TakenBackListProps): Element {
  const { api } = session
  const [limit, setLimit] = useState(FIRST_SHOWN)
  const loaded = useLoad(
    (signal) => api.get<Page<Reversal>>(withQuery('reversals', { limit }), signal),
    [],
    [limit, ...occasions],
  )
  return html`<section class="card" aria-label="Taken back">
    <h2>Taken back</h2>
    <${When} loaded=${loaded} lines=${3}>
      ${({ data, nextCursor }: Page<Reversal>) =>
        data.length === 0
          ? html`<${Empty} title="Nothing was taken back"
              ><p>What is found invalid later is taken back with the button above.</p><//
            >`
          : html`<${Reversals} session=${session} rows=${data} />
              <${More} limit=${limit} more=${nextCursor !== null} loading=${loaded.loading} onMore=${setLimit} />`}
    <//>
  </section>`
}

function Reversals({ session: { api }, rows }: { session: Session; rows: readonly Reversal[] }): Element {
  const named = (key: 'publisherId' | 'campaignId') => rows.flatMap(({ filter }) => filter?.[key] ?? [])
  const publishers = usePublisherNames(api, true, named('publisherId'))
  const names: Names = new Map([...publishers, ...useCampaignNames(api, true, named('campaignId'))])
  const columns = [
    {
      name: `When (${localZone})`,
      head: true,
      of: ({ id, createdAt }: Reversal) =>
        html`<span class="two-lines"><b>${time(createdAt)}</b><small class="mono">${id}</small></span>`,
      by: ({ createdAt }: Reversal) => createdAt,
    },
    {
      name: 'Why',
      of: ({ reason, keyId, keyName }: Reversal) =>
        html`<span class="two-lines"
          ><bdi>${reason}</bdi
          ><small><bdi>${keyName ?? (keyId === 'key_operator' ? 'The operator' : keyId)}</bdi></small></span
        >`,
      by: ({ reason }: Reversal) => reason,
    },
    { name: 'Of what', of: (reversal: Reversal) => wordsOf(reversal, names) },
    {
      name: 'Events',
      right: true,
      of: ({ reversed }: Reversal) => count(reversed),
      by: ({ reversed }: Reversal) => reversed,
    },
    {
      name: 'To advertisers',
      right: true,
      of: ({ refunded }: Reversal) => sum(refunded),
      by: ({ refunded }: Reversal) => Number(refunded.amount),
    },
    {
      name: 'From publishers',
      right: true,
      of: ({ takenFromPublishers }: Reversal) => sum(takenFromPublishers),
      by: ({ takenFromPublishers }: Reversal) => Number(takenFromPublishers.amount),
    },
  ]
  return html`<${Table} label="Taken back" columns=${columns} rows=${rows} keyOf=${({ id }: Reversal) => id} />`
}

function wordsOf({ named, filter }: Reversal, names: Names): string {
  if (named !== undefined) return named === 1 ? '1 event by name' : `${count(named)} events by name`
  if (filter === undefined) return '–'
  const { publisherId, advertiserId, campaignId, adId, slot, country, types, from, to } = filter
  const called = (id: string | undefined) => id && isolated(names.get(id) ?? id)
  const parts = [
    called(publisherId),
    called(campaignId),
    advertiserId,
    adId,
    slot && `slot ${isolated(slot)}`,
    country,
    types?.map((type) => words(type).toLowerCase()).join(', '),
    from && `from ${time(from)}`,
    to && `before ${time(to)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
