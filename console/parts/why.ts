// Why an answer is what it is: what was understood, how long each stage took, and how far each candidate came.
import { bidModel, count, languageName, microseconds, money, percent, words } from '../format.ts'
import { useState } from 'preact/hooks'
import { html, type Element } from '../html.ts'
import { useAdTitles } from '../hooks.ts'
import { reasonSentence } from '../reasons.ts'
import type { Session } from '../session.ts'
import type { Candidate, Explanation } from '../shapes.ts'
import { Button, Pill } from './controls.ts'
import { Meter } from './meter.ts'
import { Empty } from './states.ts'
import { Table } from './table.ts'

interface WhyProps {
  readonly explain: Explanation
  /** Ids of the ads in the answer. */
  readonly shown: ReadonlySet<string>
  /** Titles that the answer itself told, by ad; others are read where the key may. */
  readonly titles?: ReadonlyMap<string, string>
  readonly session: Session
}

/** The rest is shown on demand. */
const CANDIDATES_SHOWN = 8
const TERMS_SHOWN = 16

export function Why({ explain, shown, titles, session }: WhyProps): Element {
  const { signals, stages, candidates } = explain
  return html`<div class="why stack">
    <section class="facts-row" aria-label="What was understood">
      <dl>
        <div>
          <dt>Language</dt>
          <dd>${languageName(signals.language)}</dd>
        </div>
        <div>
          <dt>Commercial intent</dt>
          <dd><${Meter} part=${signals.commercialIntent} /></dd>
        </div>
        <div>
          <dt>Sensitive topics</dt>
          <dd>
            ${
              signals.sensitiveTopics.length === 0
                ? 'None'
                : signals.sensitiveTopics
                    .map(({ category, score }) => `${words(category)} ${percent(score)}`)
                    .join(', ')
            }
          </dd>
        </div>
      </dl>
      ${
        signals.terms.length > 0 &&
        html`<p class="terms" aria-label="Words that count">
          ${signals.terms
            .slice(0, TERMS_SHOWN)
            .map(({ term, weight }) => html`<span class="term">${term} <small>${weight.toFixed(2)}</small></span>`)}
        </p>`
      }
    </section>
    <${Stages} stages=${stages} />
    ${
      candidates.length === 0
        ? html`<${Empty} title="No ad was weighed"
            ><p>
              ${
                stages.some(({ stage }) => stage === 'match')
                  ? 'None that may run here and now has to do with the conversation.'
                  : 'The request was settled before any was looked up.'
              }
            </p><//
          >`
        : html`<${Candidates} candidates=${candidates} shown=${shown} titles=${titles} session=${session} />`
    }
  </div>`
}

function Stages({ stages }: Pick<Explanation, 'stages'>): Element {
  const total = stages.reduce((sum, { microseconds }) => sum + microseconds, 0)
  return html`<section class="stages" aria-label="Time by stage">
    <p><b>${microseconds(total)}</b> from question to decision</p>
    <div class="stage-bar" aria-hidden="true">
      ${stages.map((stage, i) => html`<i class=${`tone-${i % 5}`} style=${{ flexGrow: Math.max(stage.microseconds, total / 200) }}></i>`)}
    </div>
    <ul>
      ${stages.map((stage, i) => html`<li><i class=${`tone-${i % 5}`}></i>${words(stage.stage)} <span>${microseconds(stage.microseconds)}</span></li>`)}
    </ul>
  </section>`
}

function Candidates({
  candidates,
  shown,
  titles: told,
  session,
}: { candidates: readonly Candidate[] } & Omit<WhyProps, 'explain'>): Element {
  const [all, setAll] = useState(false)
  const isShown = ({ adId }: Candidate) => adId !== undefined && shown.has(adId)
  const sorted = onceEach(candidates, isShown)
  const rows = all ? sorted : sorted.slice(0, CANDIDATES_SHOWN)
  const unnamed = rows.map(({ adId }) => adId).filter((id) => id !== undefined && !told?.has(id))
  const read = useAdTitles(session.api, session.who.may.inventory, unnamed)
  // Ordered by relevance alone, the score is no more than that.
  const byWorth = sorted.find(({ score }) => score > 1)
  const columns = [
    { name: 'Ad', head: true, of: (one: Candidate) => nameOf(one, (id) => told?.get(id) ?? read.get(id)) },
    { name: 'Relevance', of: (one: Candidate) => html`<${Meter} part=${one.relevance} />` },
    { name: 'Score', right: true, of: (one: Candidate) => scoreText(one.score) },
    {
      name: 'Bid',
      right: true,
      of: (one: Candidate) =>
        html`<span title=${bidModel(one.bid.model)}>${money(one.bid)} <small>${one.bid.model}</small></span>`,
    },
    { name: 'Price', right: true, of: (one: Candidate) => (one.price ? money(one.price) : '–') },
    {
      name: 'Outcome',
      of: (one: Candidate) =>
        isShown(one)
          ? html`<${Pill} of="shown" />`
          : html`<span title=${reasonSentence(one.stoppedBy ?? '')}>${outcomeOf(one)}</span>`,
    },
  ]
  return html`<section aria-label="Candidates">
    <${Table}
      label="Candidates"
      columns=${columns}
      rows=${rows}
      keyOf=${(one: Candidate) => one.adId ?? one.campaignId}
      classOf=${(one: Candidate) => (isShown(one) ? 'chosen' : '')}
    />
    ${byWorth && html`<p class="note">The score is the chance of what is paid for × the bid × the relevance, in millionths of ${byWorth.bid.currency}.</p>`}
    ${
      sorted.length > rows.length &&
      html`<p class="more"><${Button} onPress=${() => setAll(true)}>Show all ${sorted.length} candidates<//></p>`
    }
  </section>`
}

/** Each slot weighs anew; of an ad that was weighed several times the best turn counts. Shown ones first, then by score. */
function onceEach(candidates: readonly Candidate[], isShown: (one: Candidate) => boolean): Candidate[] {
  const rank = (one: Candidate) => (one.price ? 1e12 : 0) + one.score
  const best = new Map<string, Candidate>()
  for (const one of candidates) {
    const key = weighedKey(one)
    const known = best.get(key)
    if (known === undefined || rank(one) > rank(known)) best.set(key, one)
  }
  return [...best.values()].sort(
    (a, b) => Number(isShown(b)) - Number(isShown(a)) || b.score - a.score || b.relevance - a.relevance,
  )
}

/** Of how many ads the candidates are, each counted once. */
export function adsWeighed(candidates: readonly Candidate[]): number {
  return new Set(candidates.map(weighedKey)).size
}

const weighedKey = ({ adId, campaignId, externalId, relevance }: Candidate) =>
  adId ?? `${campaignId} ${externalId ?? relevance}`

function outcomeOf({ stoppedBy = 'not placed', missedRule }: Candidate): string {
  return missedRule === undefined ? words(stoppedBy) : `${words(stoppedBy)}: ${missedRule}`
}

function scoreText(score: number): string {
  if (score === 0) return '–'
  return score >= 100 ? count(Math.round(score)) : score.toPrecision(3)
}

function nameOf({ adId, externalId, campaignId }: Candidate, titleOf: (adId: string) => string | undefined): Element {
  const title = adId && titleOf(adId)
  if (title === undefined || title === '') return html`<span class="mono">${externalId ?? adId ?? campaignId}</span>`
  return html`<span class="two-lines"><b>${title}</b><small class="mono">${externalId ?? adId}</small></span>`
}
