// An answer's ads as a person meets them: inside the assistant's text, in a line below it, or as cards.
import { html, type Children, type Element } from '../html.ts'
import { safeUrl, words } from '../format.ts'
import { reasonSentence } from '../reasons.ts'
import type { AdsAnswer, AnswerAd, Fragment, NoFill } from '../shapes.ts'
import { Picture } from './picture.ts'

export interface Turn {
  readonly role: string
  readonly content: string
}

interface ChatProps {
  readonly messages: readonly Turn[]
  readonly query: string
  readonly response: string
  readonly answer: AdsAnswer
}

export function Chat({ messages, query, response, answer }: ChatProps): Element {
  const ads = (format: string) => answer.slots.filter((slot) => slot.format === format).flatMap((slot) => slot.ads)
  const cards = ads('action_card')
  const suffixes = ads('suffix')
  const fragments = ads('entity_link').flatMap((ad) =>
    (ad.enhancedFragments ?? []).map((fragment) => ({ ...fragment, disclosure: ad.disclosure })),
  )
  return html`<div class="chat" aria-label="The conversation as a person sees it" role="group">
    ${messages.map(({ role, content }) => html`<${Bubble} role=${role}>${content}<//>`)}
    <${Bubble} role="user">${query}<//>
    <${Bubble} role="assistant">
      ${
        response === ''
          ? html`<div class="unwritten" aria-label="The assistant's answer stands here"><i></i><i></i><i></i></div>`
          : html`<${MarkedText} text=${response} fragments=${fragments} />`
      }
      ${suffixes.map((ad) => html`<${Suffix} ad=${ad} />`)}
    <//>
    ${
      cards.length > 0 &&
      html`<ul class="ad-cards" aria-label="Ads">
        ${cards.map((ad) => html`<li key=${ad.id}><${AdCard} ad=${ad} /></li>`)}
      </ul>`
    }
    ${answer.slots.map(
      ({ slotId, format, noFill }) => noFill && html`<${NoAd} key=${slotId} format=${format} noFill=${noFill} />`,
    )}
  </div>`
}

function Bubble({ role, children }: { role: string; children?: Children }): Element {
  return html`<div class=${`bubble ${role === 'user' ? 'user' : 'assistant'}`} dir="auto">${children}</div>`
}

function AdCard({ ad }: { ad: AnswerAd }): Element {
  const { content, disclosure, advertiser } = ad
  if (content === undefined) return null
  const brand = content.brand?.name ?? advertiser.name
  const names = [...new Set([advertiser.name, brand])].map((name, i) => html`${i > 0 && ' · '}<bdi>${name}</bdi>`)
  const by = [...names, disclosure.aiGenerated && ' · AI-generated']
  return html`<article class="ad-card">
    <${Picture} url=${content.imageUrl} alt=${content.imageAlt ?? ''} />
    <div class="ad-words">
      <p class="ad-by"><span class="sponsored" dir="auto">${disclosure.label}</span> ${by}</p>
      <h3 dir="auto">${content.title}</h3>
      <p class="ad-text" dir="auto">${content.description}</p>
      <div class="ad-foot">
        ${content.price && html`<b class="ad-price" dir="auto">${content.price}</b>`}
        <a
          class="button primary"
          dir="auto"
          href=${safeUrl(content.ctaUrl)}
          target="_blank"
          rel="noopener noreferrer nofollow sponsored"
        >
          ${content.ctaText ?? 'See it'}
        </a>
      </div>
      <p class="ad-end">
        <span>${content.destinationDomain}</span>
        <a href=${safeUrl(disclosure.whyUrl)} target="_blank" rel="noopener noreferrer">Why this ad?</a>
      </p>
    </div>
  </article>`
}

function Suffix({ ad }: { ad: AnswerAd }): Element {
  const { content, disclosure } = ad
  if (content === undefined) return null
  return html`<p class="suffix">
    <span class="sponsored" dir="auto">${disclosure.label}</span>
    <a dir="auto" href=${safeUrl(content.url)} target="_blank" rel="noopener noreferrer nofollow sponsored"
      >${content.text}</a
    >
    <small>${content.destinationDomain}${disclosure.aiGenerated && ' · AI-generated'}</small>
  </p>`
}

/** The assistant's text with links where ads name something in it. */
function MarkedText({
  text,
  fragments,
}: {
  text: string
  fragments: readonly (Fragment & Pick<AnswerAd, 'disclosure'>)[]
}): Element {
  const parts: Children[] = []
  let end = 0
  for (const { position, url, disclosure } of fragments.toSorted((a, b) => a.position.start - b.position.start)) {
    if (position.start < end || position.end > text.length) continue
    parts.push(text.slice(end, position.start))
    parts.push(
      html`<a class="entity" href=${safeUrl(url)} target="_blank" rel="noopener noreferrer nofollow sponsored">
        ${text.slice(position.start, position.end)}<sup
          title=${`${disclosure.label} by ${disclosure.by}${disclosure.aiGenerated ? ', AI-generated' : ''}`}
          >${disclosure.label}</sup
        >
      </a>`,
    )
    end = position.end
  }
  return html`<p class="answer-text" dir="auto">${[...parts, text.slice(end)]}</p>`
}

function NoAd({ format, noFill }: { format: string; noFill: NoFill }): Element {
  const sentence = reasonSentence(noFill.reason)
  const { detail } = noFill
  const isPartly = detail?.endsWith(' filled')
  return html`<p class="no-ad">
    <b>${isPartly ? detail : 'No ad'}</b> for ${words(format).toLowerCase()}${detail && !isPartly && `: ${detail}`}.
    ${sentence && ` ${sentence} `}
    <code>${noFill.reason}</code>
  </p>`
}
