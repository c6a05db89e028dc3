// One campaign: its terms, its ads with their pictures, and ways to add more, one by one or by the file.
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, withQuery, type Api } from '../api.ts'
import type { CampaignDelivery } from '../delivery.ts'
import { choicesOf } from '../choices.ts'
import { partsOf, rulesOf, stateOf, type Fact } from '../campaign-rules.ts'
import { bidModel, isolated, money } from '../format.ts'
import { html, type Element } from '../html.ts'
import { readAll, useDoing, useLoad, usePublisherNames, useTitle, withChanged } from '../hooks.ts'
import { Button, CopyButton, Input, Pill } from '../parts/controls.ts'
import { FormDialog, useOpen } from '../parts/dialog.ts'
import { Facts } from '../parts/facts.ts'
import { Icon } from '../parts/icons.ts'
import { Picture } from '../parts/picture.ts'
import { Empty, FIRST_SHOWN, More, NothingFits, Problem, Skeleton, When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { Ad, Advertiser, Campaign, Page } from '../shapes.ts'
import { stateOfAd } from '../state-of-ad.ts'
import { judge } from '../verdict.ts'
import { AdForm } from './ad-form.ts'
import { EditCampaign } from './campaign-forms.ts'
import { CanServe } from './can-serve.ts'
import { Feed, FeedForm } from './feed.ts'
import { ForecastBids } from './forecast.ts'
import { History } from './history.ts'
import { Switch } from './campaigns.ts'
import { ImportFile } from './import-file.ts'
import { Reach } from './reach.ts'
import { SoFar } from './so-far.ts'
import { TryCampaign } from './try-campaign.ts'
import { WhyRejected } from './why-rejected.ts'

const LIST = { href: '#/campaigns', name: 'Campaigns' } as const

type Open = 'ad' | 'edit' | 'import' | 'feed' | 'archive'

interface CampaignPageProps {
  readonly id: string
  /** May name one ad, which is found at once: `ad=ad_…`. */
  readonly query: string
  readonly session: Session
}

export function CampaignPage({ id, query, session }: CampaignPageProps): Element {
  const { api } = session
  const [{ ad }] = choicesOf(`campaigns/${id}`, query, { ad: (text) => /^ad_\w+$/.test(text) })
  const [open, setOpen, close] = useOpen<Open>()
  const [round, setRound] = useState(0)
  const [adChanges, setAdChanges] = useState(0)
  const loaded = useLoad(
    async (signal) => {
      const campaign = await api.get<Campaign>(`campaigns/${encodeURIComponent(id)}`, signal)
      const advertiser = await api.get<Advertiser>(`advertisers/${encodeURIComponent(campaign.advertiserId)}`, signal)
      // Nothing changes any more of what is archived, or belongs to somebody who is.
      const isFixed = campaign.archivedAt !== undefined || advertiser.archivedAt !== undefined
      return { campaign, advertiser, isFixed }
    },
    [id],
  )
  useTitle(loaded.value?.campaign.name)
  const done = () => {
    close()
    loaded.reload()
    setRound((n) => n + 1)
  }
  // What the rest of the page tells of the campaign is read anew with it, so once.
  const changed = (campaign: Campaign) => {
    close()
    loaded.take((before) => ({ ...before, campaign }))
    setRound((n) => n + 1)
  }
  const changedAds = () => setAdChanges((n) => n + 1)
  const imported = () => {
    setRound((n) => n + 1)
    changedAds()
  }
  const archiving = useDoing(async () => {
    const page = location.hash
    await api.send('DELETE', `campaigns/${encodeURIComponent(id)}`)
    if (location.hash === page) location.hash = '#/campaigns'
  })
  return html`<div class="page">
    <a class="back" href=${LIST.href}><${Icon} name="back" /> ${LIST.name}</a>
    <${When} loaded=${loaded} back=${LIST}>
      ${({ campaign, advertiser, isFixed }: { campaign: Campaign; advertiser: Advertiser; isFixed: boolean }) => html`
        <header class="page-head">
          <div>
            <h1><bdi>${campaign.name}</bdi> <${Pill} of=${isFixed ? 'archived' : stateOf(campaign)} /></h1>
            <p class="lead">
              <bdi>${advertiser.name}</bdi> · ${advertiser.domain} · <span class="mono">${id}</span>${' '}
              <${CopyButton} text=${id}>Copy id<//>
            </p>
          </div>
          ${
            !isFixed &&
            html`<div class="actions">
              <${Switch} campaign=${campaign} session=${session} onChanged=${loaded.reload} />
              <${Button} onPress=${() => setOpen('edit')}>Change<//>
              <${Button} onPress=${() => setOpen('archive')}>Archive<//>
            </div>`
          }
        </header>
        <${Terms} campaign=${campaign} session=${session} />
        <${Standing} campaign=${campaign} advertiser=${advertiser} changes=${adChanges} session=${session} />
        <${TryCampaign} key=${id} campaign=${campaign} session=${session} />
        ${!isFixed && session.who.may.reports && html`<${ForecastBids} key=${JSON.stringify([campaign.bid, campaign.budget, campaign.endAt, campaign.targeting, campaign.priority])} campaign=${campaign} session=${session} />`}
        <${Feed} api=${api} campaign=${campaign} isFixed=${isFixed} onChanged=${changed} onFetched=${imported} />
        <section class="stack">
          <div class="card-head">
            <h2>Ads</h2>
            <div class="actions">
              ${
                session.who.may.reports &&
                html`<a href=${`#/feedback?said=all&campaign=${encodeURIComponent(id)}`}>What people said</a>`
              }
              ${
                !isFixed &&
                html`${campaign.feed === undefined && html`<${Button} onPress=${() => setOpen('feed')}>Fetch from a URL<//>`}
                  <${Button} icon="upload" onPress=${() => setOpen('import')}>Import a file<//>
                  <${Button} kind="primary" icon="plus" onPress=${() => setOpen('ad')}>New ad<//>`
              }
            </div>
          </div>
          <${Ads}
            key=${ad}
            first=${ad}
            round=${round}
            campaign=${campaign}
            isFixed=${isFixed}
            session=${session}
            onChanged=${changedAds}
          />
        </section>
        <${History} session=${session} entity=${id} occasions=${[campaign, round]} />
        ${open === 'edit' && html`<${EditCampaign} session=${session} campaign=${campaign} onDone=${changed} onClose=${close} />`}
        ${open === 'ad' && html`<${AdForm} api=${api} campaignId=${id} onDone=${done} onClose=${close} />`}
        ${open === 'feed' && html`<${FeedForm} api=${api} campaign=${campaign} onDone=${changed} onClose=${close} />`}
        ${open === 'import' && html`<${ImportFile} api=${api} campaignId=${id} onImported=${imported} onClose=${close} />`}
        ${
          open === 'archive' &&
          html`<${FormDialog}
            title="Archive this campaign?"
            action="Archive"
            danger=${true}
            doing=${archiving}
            onClose=${close}
          >
            <p>It stops serving for good and cannot be changed any more. Its figures stay in the reports.</p>
          <//>`
        }
      `}
    <//>
  </div>`
}

function Terms({ campaign, session }: { campaign: Campaign; session: Session }): Element {
  const { bid, budget, targeting } = campaign
  const { include, exclude } = partsOf(targeting.publishers)
  const publishers = usePublisherNames(session.api, session.who.may.admin, [...include, ...exclude])
  const limit = (amount: string | undefined) =>
    amount === undefined ? 'No limit' : money({ amount, currency: budget.currency })
  const facts: readonly Fact[] = [
    ['Bid', `${money(bid)} ${bidModel(bid.model)}`],
    ['Budget a day', limit(budget.daily)],
    ['Budget in all', limit(budget.total)],
    ...rulesOf(campaign, (id) => isolated(publishers.get(id) ?? id)),
  ]
  return html`<${Facts} label="Terms" facts=${facts} />`
}

interface StandingProps {
  readonly campaign: Campaign
  readonly advertiser: Advertiser
  /** Grows with each import and each ad that is changed in place; whatever else is done reads the campaign anew. */
  readonly changes: number
  readonly session: Session
}

function Standing({ campaign, advertiser, changes, session }: StandingProps): Element {
  const path = `campaigns/${encodeURIComponent(campaign.id)}/delivery`
  const loaded = useLoad((signal) => session.api.get<CampaignDelivery>(path, signal), [campaign], [changes])
  return html`<${CanServe} campaign=${campaign} loaded=${loaded} /> ${
      session.who.may.reports &&
      html`<${SoFar} campaign=${campaign} advertiser=${advertiser} spend=${loaded.value?.spend} session=${session} />
        <${Reach} campaign=${campaign} session=${session} />`
    }`
}

interface AdsProps {
  /** The id of an ad that is found to begin with; empty: none. */
  readonly first: string
  readonly campaign: Campaign
  /** Counts up with each change made elsewhere on the page. */
  readonly round: number
  readonly isFixed: boolean
  readonly session: Session
  readonly onChanged: () => void
}

function Ads({ first, campaign, round, isFixed, session, onChanged }: AdsProps): Element {
  const { api } = session
  const { id: campaignId } = campaign
  const [limit, setLimit] = useState(FIRST_SHOWN)
  const [search, setSearch] = useState(first)
  const wanted = search.trim().toLowerCase()
  const isFinding = wanted !== ''
  /** It is there by its id alone, however many others there are. */
  const isNamed = isFinding && search === first
  const loaded = useLoad<Page<Ad>>(
    async (signal) => {
      const of = { campaignId, includeArchived: isFixed }
      if (isNamed) return { data: await readNamed(api, first, campaignId, signal), nextCursor: null }
      if (!isFinding) return api.get<Page<Ad>>(withQuery('ads', { ...of, limit }), signal)
      return { data: await readAll<Ad>(api, withQuery('ads', of), signal), nextCursor: null }
    },
    [campaignId, isFixed, isFinding, isNamed],
    [isFinding || limit, round],
  )
  const changed = (ad?: Ad) => {
    if (ad) loaded.take((page) => ({ ...page, data: withChanged(page.data, ad) }))
    loaded.reload()
    onChanged()
  }
  const list = useRef<HTMLUListElement>(null)
  const isRead = loaded.value !== undefined
  // Whoever comes for one ad does not look for it below all that stands above.
  useEffect(() => {
    if (isRead && first !== '') list.current?.scrollIntoView({ block: 'center' })
  }, [isRead])
  const stock = ({ data, nextCursor }: Page<Ad>): Element => {
    const found = data.filter((ad) => textToFind(ad).includes(wanted))
    if (data.length === 0 && !isNamed) {
      return html`<div class="card">
        <${Empty} title="No ads yet"><p>Make one, or import a product feed.</p><//>
      </div>`
    }
    if (found.length === 0 && loaded.loading) return html`<${Skeleton} lines=${5} />`
    if (found.length === 0) {
      return html`<div class="card">
        <${NothingFits} of=${data.length}>No ad of this campaign has that title, id or status.<//>
      </div>`
    }
    const more = isFinding ? found.length > limit : nextCursor !== null
    return html`<ul class="stock" aria-label="Ads" tabindex="-1" ref=${list}>
        ${found.slice(0, limit).map((ad) => html`<li key=${ad.id}><${StockAd} ad=${ad} isFixed=${isFixed || ad.archivedAt !== undefined} session=${session} onChanged=${changed} /></li>`)}
      </ul>
      <${More}
        limit=${limit}
        more=${more}
        total=${isFinding ? found.length : undefined}
        loading=${loaded.loading}
        onMore=${setLimit}
      />`
  }
  const hasMany = isFinding || (loaded.value?.data.length ?? 0) > FEW
  return html`${
      hasMany &&
      html`<div class="filters">
        <${Input}
          label="Find ads"
          type="search"
          value=${search}
          onInput=${setSearch}
          placeholder="Title, id or status"
        />
      </div>`
    } <${When} loaded=${loaded}>${stock}<//>`
}

/** The ad of this id; none where it is not of this campaign. */
async function readNamed(api: Api, id: string, campaignId: string, signal: AbortSignal): Promise<Ad[]> {
  try {
    const ad = await api.get<Ad>(`ads/${encodeURIComponent(id)}`, signal)
    return ad.campaignId === campaignId ? [ad] : []
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return []
    throw error
  }
}

/** So many are found at a glance. */
const FEW = 4

function textToFind(ad: Ad): string {
  return [ad.title, ad.externalId, ad.id, ad.brand, stateOfAd(ad).text].join(' ').toLowerCase()
}

interface StockAdProps {
  readonly ad: Ad
  /** Its campaign or advertiser is archived, so that nothing of it changes any more. */
  readonly isFixed: boolean
  readonly session: Session
  /** @param ad as it was changed, where that is known */
  readonly onChanged: (ad?: Ad) => void
}

function StockAd({ ad, isFixed, session, onChanged }: StockAdProps): Element {
  const [open, setOpen, close] = useOpen<'change' | 'reason' | 'archive'>()
  const isActive = ad.status === 'active'
  const path = `ads/${encodeURIComponent(ad.id)}`
  // One after the other, so that what went wrong with one is not told beside another that went well.
  const doing = useDoing(async (change: Pick<Ad, 'status'> | Pick<Ad, 'review'>) => {
    try {
      if ('review' in change) await judge(session.api, ad, change.review)
      else await session.api.send('PATCH', path, change)
    } finally {
      // Also where it was changed meanwhile, so that it is shown as it is.
      onChanged()
    }
  })
  const done = (changed?: Ad) => {
    close()
    doing.forget()
    onChanged(changed)
  }
  const archiving = useDoing(async () => {
    await session.api.send('DELETE', path)
    done()
  })
  const judgeButton = (review: Ad['review'], verb: string, kind: string) =>
    html`<${Button}
      kind=${kind}
      busy=${doing.busy}
      label=${`${verb} ${ad.title}`}
      onPress=${() => doing.run({ review })}
      >${verb}<//
    >`
  const verb = isActive ? 'Pause' : 'Resume'
  return html`<article class="stock-ad" aria-label=${ad.title} tabindex="-1">
    <${Picture} url=${ad.imageUrl} alt=${ad.imageAlt ?? ''} />
    <div>
      <p class="stock-marks"><${State} ad=${ad} /> ${ad.price && html`<b dir="auto">${ad.price}</b>`}</p>
      <h3 dir="auto">${ad.title}</h3>
      <p class="ad-text" dir="auto">${ad.description}</p>
      ${ad.reviewNote !== undefined && html`<p class="note">Waits, since this was found in its words: <bdi>${ad.reviewNote}</bdi></p>`}
      ${ad.reviewReason !== undefined && html`<p class="note">${ad.review === 'pending' ? 'Rejected before' : 'Rejected'}: <bdi>${ad.reviewReason}</bdi></p>`}
      ${
        !isFixed &&
        session.who.may.admin &&
        html`<div class="actions">
          ${ad.review !== 'approved' && judgeButton('approved', 'Approve', ad.review === 'pending' ? 'primary' : 'plain')}
          ${ad.review !== 'rejected' && judgeButton('rejected', 'Reject', 'plain')}
          ${
            ad.review === 'rejected' &&
            html`<${Button} label=${`Say why: ${ad.title}`} onPress=${() => setOpen('reason')}
              >${ad.reviewReason === undefined ? 'Say why' : 'Change reason'}<//
            >`
          }
        </div>`
      }
      ${
        !isFixed &&
        html`<div class="actions">
          <${Button} label=${`Change ${ad.title}`} onPress=${() => setOpen('change')}>Change<//>
          <${Button}
            busy=${doing.busy}
            label=${`${verb} ${ad.title}`}
            onPress=${() => doing.run({ status: isActive ? 'paused' : 'active' })}
            >${verb}<//
          >
          <${Button} label=${`Archive ${ad.title}`} onPress=${() => setOpen('archive')}>Archive<//>
        </div>`
      }
      <${Problem} text=${doing.fault} />
    </div>
    ${open === 'change' && html`<${AdForm} api=${session.api} ad=${ad} campaignId=${ad.campaignId} onDone=${done} onClose=${close} />`}
    ${
      open === 'archive' &&
      html`<${FormDialog} title="Archive this ad?" action="Archive" danger=${true} doing=${archiving} onClose=${close}>
        <p>
          <b><bdi>${ad.title}</bdi></b> is not shown any more, and cannot be changed. Its figures stay in the reports.
        </p>
      <//>`
    }
    ${open === 'reason' && html`<${WhyRejected} api=${session.api} ads=${[ad]} onDone=${(reason: string) => done({ ...ad, reviewReason: reason || undefined })} onClose=${close} />`}
  </article>`
}

function State({ ad }: { ad: Ad }): Element {
  const { of, text } = stateOfAd(ad)
  return html`<${Pill} of=${of}>${text}<//>`
}
