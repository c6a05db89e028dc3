// How many people saw a campaign lately, and how often each of them: what a frequency cap would change.
import { withQuery } from '../api.ts'
import { count, decimal } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useLoad } from '../hooks.ts'
import { Bars } from '../parts/bars.ts'
import { When } from '../parts/states.ts'
import type { Session } from '../session.ts'
import type { ReachReport } from '../report-shapes.ts'
import type { Campaign } from '../shapes.ts'

interface ReachProps {
  readonly campaign: Campaign
  readonly session: Session
}

export function Reach({ campaign, session }: ReachProps): Element {
  const path = withQuery('reports/reach', { campaignId: campaign.id })
  const loaded = useLoad((signal) => session.api.get<ReachReport>(path, signal), [campaign])
  return html`<section class="card stack" aria-label="Reach">
    <h2>Reach in 30 days</h2>
    <${When} loaded=${loaded} lines=${3}> ${(reach: ReachReport) => html`<${Told} ...${reach} />`} <//>
  </section>`
}

function Told({ people, sessions, impressions, perPerson, frequency }: ReachReport): Element {
  const known = people + sessions
  const bars = frequency
    .map((row) => ({ name: timesText(row), value: row.people + row.sessions }))
    .slice(0, frequency.findLastIndex((row) => row.people + row.sessions > 0) + 1)
  const often = perPerson === 1 ? 'once' : `${decimal(perPerson ?? 0)} times`
  const saw = people === 1 ? `person saw its ads ${often}.` : `people saw its ads, ${often} each.`
  return html`<p>
      ${people > 0 ? html`<b>${count(people)}</b> ${saw}` : 'Nobody is known to have seen its ads.'}
      ${sessions > 0 && ` ${count(sessions)} more ${sessions === 1 ? 'session' : 'sessions'} named no user.`}
      ${impressions.unknown > 0 && ` ${count(impressions.unknown)} more ${impressions.unknown === 1 ? 'impression was' : 'impressions were'} of nobody known.`}
    </p>
    ${known > 0 && html`<${Bars} label="How often they saw its ads" bars=${bars} of=${known} />`}
    ${known > 0 && html`<p class="note">${NOTE}</p>`}`
}

const NOTE =
  'Told by the users and sessions that publishers name, each publisher’s apart. A frequency cap under Change keeps the lower bars from growing.'

function timesText({ times, orMore }: ReachReport['frequency'][number]): string {
  if (orMore) return `${times} times or more`
  return times === 1 ? 'Once' : times === 2 ? 'Twice' : `${times} times`
}
