// A conversation that is tried on a campaign: how well its ads fit, by which words, and what would keep them from it.
import { useState } from 'preact/hooks'
import { partsOf } from '../campaign-rules.ts'
import { languageName, percent, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Button, Input } from '../parts/controls.ts'
import { Meter } from '../parts/meter.ts'
import { Empty, Problem } from '../parts/states.ts'
import { Table } from '../parts/table.ts'
import { reasonSentence } from '../reasons.ts'
import type { Session } from '../session.ts'
import type { Campaign, CampaignMatch, MatchedAd } from '../shapes.ts'

const CALLED_SO = 'Such a thing is called so, too'
const NEEDED = 'People say it who need such a thing'

interface TryCampaignProps {
  readonly campaign: Campaign
  readonly session: Session
}

export function TryCampaign({ campaign, session }: TryCampaignProps): Element {
  const [query, setQuery] = useState('')
  const [match, setMatch] = useState<CampaignMatch>()
  const doing = useDoing(async () => {
    setMatch(undefined)
    const path = `campaigns/${encodeURIComponent(campaign.id)}/match`
    const body = { conversationContext: { query }, userContext: somebodyMeant(campaign) }
    setMatch(await session.api.send<CampaignMatch>('POST', path, body))
  })
  const submit = (event: Event) => {
    event.preventDefault()
    void doing.run()
  }
  return html`<section class="card stack" aria-label="Try a conversation">
    <h2>Try a conversation</h2>
    <form class="line broad" onSubmit=${submit}>
      <${Input}
        label="What a person may ask"
        required=${true}
        maxLength=${8_000}
        placeholder="I need a quiet, light laptop for train rides"
        value=${query}
        onInput=${setQuery}
      />
      <${Button} submit busy=${doing.busy}>Try<//>
    </form>
    <${Problem} text=${doing.fault} />
    ${match && html`<${Told} ...${match} />`}
  </section>`
}

/** A person whom the campaign is for, as far as that is no matter of what is said. */
function somebodyMeant({ targeting: { countries, regions, device } }: Campaign): object {
  const [region] = partsOf(regions).include
  const [country = region?.slice(0, 2)] = partsOf(countries).include
  const [type] = partsOf(device).include
  return { demographics: { country, region }, device: { type } }
}

function Told({ signals, gate, missedRule, bestRelevance, ads }: CampaignMatch): Element {
  return html`${gate && html`<p class="notice">No ad is shown to it: ${sentenceOf(gate)}</p>`}
    ${missedRule && html`<p class="notice">The campaign is meant for others: its rule for ${words(missedRule).toLowerCase()} keeps it away.</p>`}
    ${
      ads.length === 0
        ? html`<${Empty} title="None of its ads fits"><p>None shares a word or a meaning with it.</p><//>`
        : html`<${Table} label="Ads by relevance" columns=${COLUMNS} rows=${ads} keyOf=${({ id }: MatchedAd) => id} />`
    }
    <p class="note">${noteOf(signals, bestRelevance)}</p>`
}

function noteOf({ language, commercialIntent }: CampaignMatch['signals'], bestRelevance: number): string {
  const read = `Read as ${languageName(language)}, commercial intent ${percent(commercialIntent)}.`
  return `${read} The best ad of all campaigns has a relevance of ${bestRelevance.toFixed(2)}; who bids what is left aside. Nothing of this is counted or kept.`
}

const sentenceOf = (reason: string): string => reasonSentence(reason) ?? words(reason)

const COLUMNS = [
  {
    name: 'Ad',
    head: true,
    of: ({ id, externalId, title }: MatchedAd) =>
      html`<span class="two-lines"
        ><b><bdi>${title}</bdi></b
        ><small class="mono">${externalId ?? id}</small></span
      >`,
  },
  { name: 'Relevance', of: ({ relevance }: MatchedAd) => html`<${Meter} part=${relevance} />` },
  {
    name: 'Found by',
    of: ({ match }: MatchedAd) =>
      html`<span class="terms"
        >${match?.terms.map(({ term, otherName, needed }) =>
          (otherName ?? needed)
            ? html`<span class="term unsaid" title=${otherName ? CALLED_SO : NEEDED}>(${term})</span>`
            : html`<span class="term">${term}</span>`,
        )}</span
      >`,
  },
  {
    name: 'Outcome',
    of: ({ stoppedBy }: MatchedAd) => (stoppedBy === undefined ? 'Competes' : sentenceOf(stoppedBy)),
  },
]
