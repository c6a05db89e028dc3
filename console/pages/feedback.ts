// Feedback: what people said of the ads that they saw, and the way to each ad, to look at it, reject it or pause it.
import { useState } from 'preact/hooks'
import { withQuery, type Api } from '../api.ts'
import { choicesOf } from '../choices.ts'
import { localZone, time, words } from '../format.ts'
import { html, type Children, type Element } from '../html.ts'
import { useAdvertiserNames, useCampaignNames, useLoad, usePublisherNames } from '../hooks.ts'
import { Button, Pill, Select, type Option } from '../parts/controls.ts'
import { Icon } from '../parts/icons.ts'
import { Empty, FIRST_SHOWN, More, When } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import type { Ad, Feedback, Page, Reaction } from '../shapes.ts'
import { stateOfAd } from '../state-of-ad.ts'

/** Reports first: they ask for something to be done. */
const CALLED: Readonly<Record<Reaction, string>> = {
  report: 'Reported',
  dismiss: 'Dismissed',
  down: 'Thumb down',
  up: 'Thumb up',
}
/** What a list can be narrowed to. */
const KINDS = ['ad', 'campaign', 'advertiser', 'publisher'] as const
type Kind = (typeof KINDS)[number]
type Narrow = (change: Readonly<Partial<Record<Kind, string>>>) => void

const OFFERED = {
  said: [...Object.keys(CALLED), 'all'],
  ad: (id: string) => /^ad_\w+$/.test(id),
  campaign: (id: string) => /^cmp_\w+$/.test(id),
  advertiser: (id: string) => /^adv_\w+$/.test(id),
  publisher: (id: string) => /^pub_\w+$/.test(id),
}

export function FeedbackPage({ query, session }: { query: string; session: Session }): Element {
  const { api, who } = session
  const [chosen, choose] = choicesOf('feedback', query, OFFERED)
  const [limit, setLimit] = useState(FIRST_SHOWN)
  const { said, ad, campaign, advertiser, publisher } = chosen
  const reaction = said === 'all' ? undefined : said
  const asked = { reaction, adId: ad, campaignId: campaign, advertiserId: advertiser, publisherId: publisher }
  const loaded = useLoad<Read>(
    async (signal, show) => {
      const page = await api.get<Page<Feedback>>(withQuery('feedback', { ...asked, limit }), signal)
      // Kept with it, since it stands there while another one is read.
      show({ page, said, ads: new Map() })
      return { page, said, ads: who.may.inventory ? await readAds(api, page.data, signal) : new Map() }
    },
    [withQuery('', asked)],
    [limit],
  )
  const given = loaded.value?.page.data ?? []
  const names: Record<Kind, ReadonlyMap<string, string>> = {
    ad: new Map(given.map(({ adId, title }) => [adId, title])),
    campaign: useCampaignNames(api, who.may.inventory, [campaign].filter(Boolean)),
    advertiser: useAdvertiserNames(
      api,
      who.may.admin,
      [advertiser, ...given.map((one) => one.advertiserId)].filter(Boolean),
    ),
    publisher: usePublisherNames(
      api,
      who.may.admin,
      [publisher, ...given.map((one) => one.publisherId)].filter(Boolean),
    ),
  }
  const narrowed = KINDS.filter((kind) => chosen[kind] !== '')
  return html`<div class="page">
    <header class="page-head">
      <div>
        <h1>Feedback</h1>
        <p class="lead">
          What people said of ads, the newest first; times are those of ${localZone}. Who said it is not told.
        </p>
      </div>
      <div class="actions">
        <a href="#/reports?by=ad&figure=reported">Count reports by ad</a>
        <${Button} icon="refresh" busy=${loaded.loading} onPress=${loaded.reload}>Read again<//>
      </div>
    </header>
    <section class="card">
      <div class="card-head filters">
        <${Select}
          label="What was said"
          value=${said}
          options=${[...Object.entries(CALLED), ['all', 'All']] satisfies Option[]}
          onChange=${(said: string) => choose({ said })}
        />
      </div>
      ${
        narrowed.length > 0 &&
        html`<p class="filters">
          ${narrowed.map(
            (kind) =>
              html`<button
                type="button"
                class="chip"
                title=${`Every ${kind} again`}
                onClick=${() => choose({ [kind]: '' })}
              >
                Only ${kind} <b><bdi>${names[kind].get(chosen[kind]) ?? chosen[kind]}</bdi></b> <${Icon} name="close" />
              </button>`,
          )}
        </p>`
      }
      <${When} loaded=${loaded} lines=${8}>
        ${({ page, said, ads }: Read) =>
          page.data.length === 0
            ? html`<${Empty} title=${`Nothing was ${said === 'report' ? 'reported' : 'said'}`}>
                <p>People report an ad by its link “Why this ad?”, or by what the app beside it offers.</p>
              <//>`
            : html`<${List} given=${page.data} ads=${ads} names=${names} session=${session} onNarrow=${choose} />
                <${More}
                  limit=${limit}
                  more=${page.nextCursor !== null}
                  loading=${loaded.loading}
                  onMore=${setLimit}
                />`}
      <//>
    </section>
  </div>`
}

interface Read {
  readonly page: Page<Feedback>
  readonly said: string
  /** As they are now, by id; those that could not be read are not in it. */
  readonly ads: ReadonlyMap<string, Ad>
}

async function readAds(api: Api, given: readonly Feedback[], signal: AbortSignal): Promise<ReadonlyMap<string, Ad>> {
  const ids = [...new Set(given.map(({ adId }) => adId))]
  const read = (id: string) => api.get<Ad>(`ads/${encodeURIComponent(id)}`, signal)
  const all = await Promise.allSettled(ids.map(read))
  return new Map(all.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, one.value]] : [])))
}

interface ListProps {
  readonly given: readonly Feedback[]
  readonly ads: Read['ads']
  readonly names: Readonly<Record<Kind, ReadonlyMap<string, string>>>
  readonly session: Session
  readonly onNarrow: Narrow
}

function List({ given, ads, names, session, onNarrow }: ListProps): Element {
  const { who } = session
  const owner = (kind: 'advertiser' | 'publisher') => ({
    name: words(kind),
    of: (one: Feedback) => {
      const id = one[`${kind}Id`]
      return html`<${Only} kind=${kind} id=${id} onNarrow=${onNarrow}><bdi>${names[kind].get(id) ?? id}</bdi><//>`
    },
    by: (one: Feedback) => names[kind].get(one[`${kind}Id`]),
  })
  const columns = [
    {
      name: 'Ad',
      head: true,
      of: (one: Feedback) =>
        html`<span class="two-lines">
          ${
            who.may.inventory
              ? html`<a href=${`#/campaigns/${encodeURIComponent(one.campaignId)}?ad=${one.adId}`}
                  ><b dir="auto">${one.title}</b></a
                >`
              : html`<b dir="auto">${one.title}</b>`
          }
          <small class="mono"
            ><${Only} kind="ad" id=${one.adId} onNarrow=${onNarrow}>${one.externalId ?? one.adId}<//></small
          >
        </span>`,
      by: ({ title }: Feedback) => title,
    },
    {
      name: 'Said',
      of: ({ reaction, reasons }: Feedback) =>
        html`<${Pill} of=${reaction}>${CALLED[reaction]}<//> ${reasons.map((reason) => words(reason)).join(', ')}`,
      by: ({ reasons }: Feedback) => reasons.join(),
    },
    ...(who.may.admin ? [owner('advertiser'), owner('publisher')] : []),
    ...(who.may.inventory
      ? [{ name: 'Now', of: (one: Feedback) => html`<${Now} ad=${ads.get(one.adId)} shown=${one.adVersion} />` }]
      : []),
    {
      name: 'When',
      right: true,
      of: ({ createdAt }: Feedback) => time(createdAt),
      by: ({ createdAt }: Feedback) => createdAt,
    },
  ]
  return html`<${Table} label="Feedback" columns=${columns} rows=${given} keyOf=${({ id }: Feedback) => id} />`
}

interface OnlyProps {
  readonly kind: Kind
  readonly id: string
  readonly onNarrow: Narrow
  readonly children: Children
}

function Only({ kind, id, onNarrow, children }: OnlyProps): Element {
  return html`<button type="button" class="link" title=${`Only this ${kind}`} onClick=${() => onNarrow({ [kind]: id })}>
    ${children}
  </button>`
}

/** What became of the ad since; its report may be about words that are gone. */
function Now({ ad, shown }: { ad: Ad | undefined; shown: number }): Element {
  if (ad === undefined) return null
  const { of, text } = stateOfAd(ad)
  return html`<${Pill} of=${of}>${text}<//>${ad.version > shown && html` <span class="note">changed since</span>`}`
}
