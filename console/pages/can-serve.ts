// Whether a campaign can serve: what keeps it, which publishers take it, and what recent decisions made of it.
import type { CampaignDelivery } from '../delivery.ts'
import { count, localZone, percent, time, timeIn, words } from '../format.ts'
import type { Loaded } from '../hooks.ts'
import { html, type Element } from '../html.ts'
import { Bars, type Bar } from '../parts/bars.ts'
import { Button, Pill } from '../parts/controls.ts'
import { When } from '../parts/states.ts'
import { reasonSentence } from '../reasons.ts'
import type { Campaign } from '../shapes.ts'

interface CanServeProps {
  readonly campaign: Campaign
  readonly loaded: Loaded<CampaignDelivery>
}

export function CanServe({ campaign, loaded }: CanServeProps): Element {
  const canServe = loaded.value?.canServe
  return html`<section class="card" aria-label="Delivery">
    <div class="card-head">
      <h2>
        Delivery${' '}
        ${
          canServe !== undefined &&
          html`<${Pill} of=${canServe ? 'active' : 'paused'}>${canServe ? 'Can serve' : 'Cannot serve'}<//>`
        }
      </h2>
      <${Button} icon="refresh" label="Read delivery again" busy=${loaded.loading} onPress=${loaded.reload} />
    </div>
    <${When} loaded=${loaded}>
      ${(delivery: CampaignDelivery) => html`
        <div class="stack">
          ${delivery.reasons.map(
            ({ code, message, until }) =>
              html`<p class="notice" key=${code}>
                ${message} ${until !== undefined && html`<b>Until ${timeIn(until, campaign.timeZone)}.</b>`}
              </p>`,
          )}
          <p class="note">${standing(delivery)}</p>
        </div>
        <${Recent} recent=${delivery.recent} />
      `}
    <//>
  </section>`
}

function standing({ canServe, pacing: { share }, publishers: { open, stoppedBy } }: CampaignDelivery): string {
  const others = Object.entries(stoppedBy).map(([reason, times]) => `${count(times)} × ${words(reason).toLowerCase()}`)
  const all = Object.values(stoppedBy).reduce((sum, times) => sum + times, open)
  const publishers = `${count(open)} of ${count(all)} publishers may show its ads${others.length > 0 ? ` (others: ${others.join(', ')})` : ''}.`
  if (!canServe || share === 1) return publishers
  return `It takes part in ${percent(share)} of its requests, so that its budget lasts. ${publishers}`
}

function Recent({ recent }: Pick<CampaignDelivery, 'recent'>): Element {
  const { decisions, since, served, stoppedBy, missedRules } = recent
  if (since === null)
    return html`<p class="note">No decision is on record since it was made or the service started, tests aside.</p>`
  const counted: Bar[] = [
    { name: 'Served', value: served },
    ...Object.entries(stoppedBy).map(([reason, value]) => ({
      name: words(reason),
      value,
      note: reasonSentence(reason),
      isLost: true,
    })),
    ...Object.entries(missedRules).map(([rule, value]) => ({ name: `Meant for others: ${rule}`, value, isLost: true })),
  ]
  const rest = counted.reduce((left, { value }) => left - value, decisions)
  const bars = [
    ...counted.toSorted((a, b) => b.value - a.value),
    ...(rest > 0 ? [{ name: 'Not on record', value: rest, note: NOT_ON_RECORD, isLost: true }] : []),
  ]
  return html`<div class="stack">
    <h3>Recent decisions</h3>
    <p class="note">${`The last ${count(decisions)}, tests aside, since ${time(since)} (${localZone}).`}</p>
    <${Bars} label="Recent decisions" bars=${bars} of=${decisions} />
  </div>`
}

const NOT_ON_RECORD =
  'About something else, closed to ads, worth far less than others by its bid and fit, or held back while others filled the place, such as by pacing or a cap.'
