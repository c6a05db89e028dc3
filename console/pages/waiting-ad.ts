// An ad that waits for a person, with all that is sent of it, where it leads, whose it is, and what is matched though nobody sees it.
import { useState } from 'preact/hooks'
import { cutAtWord, safeUrl, timeHere, words } from '../format.ts'
import { html, type Children, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Button, Pill } from '../parts/controls.ts'
import { FactList } from '../parts/facts.ts'
import { Picture } from '../parts/picture.ts'
import { Problem } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { Ad } from '../shapes.ts'
import { changedIn, ChangedMeanwhile, judge } from '../verdict.ts'
import type { Waiting } from '../waiting.ts'

/** Of a title and a description so many characters are shown to people. */
const SHOWN = { title: 80, description: 240 }

export type Verdict = 'approved' | 'rejected'

interface WaitingAdProps {
  readonly waiting: Waiting
  readonly session: Session
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly onJudged: (verdict: Verdict) => void
  readonly onChanged: () => void
}

export function WaitingAd({ waiting, session, chosen, onChoose, onJudged, onChanged }: WaitingAdProps): Element {
  const { ad, campaign, advertiser } = waiting
  const [first] = useState(ad)
  const changed = changedIn(first, ad)
  const doing = useDoing(async (verdict: Verdict) => {
    try {
      await judge(session.api, ad, verdict)
    } catch (error) {
      if (error instanceof ChangedMeanwhile) onChanged()
      throw error
    }
    onJudged(verdict)
  })
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    // A key that is held down would judge the ads that follow, too, which nobody has read.
    if (key === 'a' || key === 'r') {
      if (!event.repeat) void doing.run(key === 'a' ? 'approved' : 'rejected')
      return
    }
    if (key === 'x' && !event.repeat) onChoose()
    else if (key === 'arrowdown') step(event, 1)
    else if (key === 'arrowup') step(event, -1)
  }
  const facts: [name: string, value: Children][] = [
    ['Advertiser', html`<bdi>${advertiser.name}</bdi> <small>${advertiser.domain}</small>`],
    ['Campaign', html`<a href=${`#/campaigns/${encodeURIComponent(campaign.id)}`}><bdi>${campaign.name}</bdi></a>`],
    ['Leads to', html`<${Landing} url=${ad.landingUrl} domain=${advertiser.domain} />`],
    ...(ad.brand ? [['Brand', ad.brand] as [string, Children]] : []),
    ...(ad.imageUrl && ad.imageAlt ? [['Words for its picture', ad.imageAlt] as [string, Children]] : []),
    ['Shown as', ad.formats.map((format) => words(format)).join(', ')],
    ['Last changed', timeHere(ad.updatedAt)],
    ...(ad.reviewNote === undefined ? [] : [['Found in its words', ad.reviewNote] as [string, Children]]),
    ...(ad.reviewReason === undefined ? [] : [['Rejected before', ad.reviewReason] as [string, Children]]),
  ]
  return html`<article
    class=${`waiting-ad card ${chosen ? 'chosen' : ''}`}
    tabindex="0"
    aria-label=${ad.title}
    data-id=${ad.id}
    onKeyDown=${onKeyDown}
  >
    <${Picture} url=${ad.imageUrl} alt=${ad.imageAlt ?? ''} />
    <div class="waiting-ad-words">
      <h2 dir="auto">${cutAtWord(ad.title, SHOWN.title)}</h2>
      ${ad.description && html`<p dir="auto">${cutAtWord(ad.description, SHOWN.description)}</p>`}
      ${(ad.price || ad.ctaText) && html`<p class="offer">${ad.price && html`<b dir="auto">${ad.price}</b>`} ${ad.ctaText && html`<span class="cta" dir="auto">${ad.ctaText}</span>`}</p>`}
      <${Rest} ad=${ad} />
    </div>
    <${FactList} facts=${facts} />
    <div class="actions">
      <${Button}
        kind="primary"
        busy=${doing.busy}
        shortcut="A"
        label=${`Approve ${ad.title}`}
        onPress=${() => doing.run('approved')}
        >Approve<//
      >
      <${Button} busy=${doing.busy} shortcut="R" label=${`Reject ${ad.title}`} onPress=${() => doing.run('rejected')}
        >Reject<//
      >
      <label class="tick-box">
        <input type="checkbox" checked=${chosen} aria-label=${`Choose ${ad.title}`} onChange=${onChoose} />
        Choose
      </label>
      ${changed.length > 0 && html`<${Pill} of="pending">Changed: ${changed.join(', ')}<//>`}
      ${ad.aiGenerated && html`<${Pill} of="info">AI-generated<//>`}
      ${ad.status === 'paused' && html`<${Pill} of="paused">Paused by its advertiser<//>`}
    </div>
    <${Problem} text=${doing.fault} />
  </article>`
}

/** Where the ad leads; another host than the advertiser's is worth a second look. */
function Landing({ url, domain }: { url: string; domain: string }): Element {
  const { host, hostname } = URL.parse(url) ?? { host: url, hostname: url }
  const isOwn = `.${hostname}`.endsWith(`.${domain.replace(/^www\./, '')}`)
  return html`<a href=${safeUrl(url)} target="_blank" rel="noopener noreferrer nofollow" title=${url}>${host}</a>
    ${!isOwn && html` <${Pill} of="pending">Not on ${domain}<//>`}`
}

/** What is matched, though nobody sees it. */
function Rest({ ad }: { ad: Ad }): Element {
  const { title, description = '', keywords, categories } = ad
  const facts: (readonly [name: string, value: string])[] = [
    ['Whole title', title.length > SHOWN.title ? title : ''],
    ['Whole description', description.length > SHOWN.description ? description : ''],
    ['Keywords', keywords.join(', ')],
    ['Categories', categories.join(', ')],
  ]
  const told = facts.filter(([, value]) => value !== '')
  if (told.length === 0) return null
  return html`<details>
    <summary>Also matched, and not shown</summary>
    <${FactList} facts=${told} />
  </details>`
}

function step(event: KeyboardEvent & { currentTarget: HTMLElement }, by: number): void {
  const cards = cardsIn(event.currentTarget.closest('ul'))
  const next = cards[cards.indexOf(event.currentTarget) + by]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

export function cardsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
}
