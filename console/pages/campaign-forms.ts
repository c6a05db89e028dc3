// Forms that make an advertiser or a campaign, or change a campaign's name and money.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Input, Select, type Option } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Advertiser, Campaign } from '../shapes.ts'

interface FormProps {
  readonly api: Api
  readonly onDone: () => void
  readonly onClose: () => void
}

const AMOUNT = '(0|[1-9][0-9]{0,9})([.][0-9]{1,6})?'
const MODELS: readonly Option[] = [
  ['cpc', 'A click'],
  ['cpm', '1,000 impressions'],
  ['cpa', 'A conversion'],
]

export function NewAdvertiser({ api, onDone, onClose }: FormProps): Element {
  const [name, setName] = useState('')
  const [domain, setDomain] = useState('')
  const [billing, setBilling] = useState('invoiced')
  const doing = useDoing(async () => {
    await api.send('POST', 'advertisers', { name, domain, billing })
    onDone()
  })
  return html`<${FormDialog} title="New advertiser" action="Make advertiser" doing=${doing} onClose=${onClose}>
    <${Input} label="Name" required=${true} maxLength=${200} value=${name} onInput=${setName} autofocus=${true} />
    <${Input}
      label="Domain"
      required=${true}
      value=${domain}
      onInput=${setDomain}
      placeholder="feather.example"
      note="Shown beside each ad."
    />
    <${Select}
      label="Billing"
      value=${billing}
      options=${[
        ['invoiced', 'Invoiced afterwards'],
        ['prepaid', 'Prepaid: ads run while there are funds'],
      ]}
      onChange=${setBilling}
    />
  <//>`
}

export function NewCampaign({
  api,
  advertisers,
  onDone,
  onClose,
}: FormProps & { advertisers: readonly Advertiser[] }): Element {
  const [advertiserId, setAdvertiserId] = useState(advertisers[0]?.id ?? '')
  const [terms, setTerms] = useState<Terms>({ name: '', model: 'cpc', bid: '', daily: '', total: '' })
  const doing = useDoing(async () => {
    await api.send('POST', 'campaigns', { advertiserId, ...termsOnWire(terms) })
    onDone()
  })
  return html`<${FormDialog} title="New campaign" action="Make campaign" doing=${doing} onClose=${onClose}>
    <${Select}
      label="Advertiser"
      value=${advertiserId}
      options=${advertisers.map(({ id, name }) => [id, name] as const)}
      onChange=${setAdvertiserId}
    />
    <${TermsFields} terms=${terms} onChange=${setTerms} />
  <//>`
}

export function EditCampaign({ api, campaign, onDone, onClose }: FormProps & { campaign: Campaign }): Element {
  const { name, bid, budget } = campaign
  const [terms, setTerms] = useState<Terms>({
    name,
    model: bid.model,
    bid: bid.amount,
    daily: budget.daily ?? '',
    total: budget.total ?? '',
  })
  const doing = useDoing(async () => {
    await api.send('PATCH', `campaigns/${encodeURIComponent(campaign.id)}`, termsOnWire(terms))
    onDone()
  })
  return html`<${FormDialog} title="Change campaign" action="Save" doing=${doing} onClose=${onClose}>
    <${TermsFields} terms=${terms} onChange=${setTerms} />
  <//>`
}

interface Terms {
  readonly name: string
  readonly model: string
  readonly bid: string
  /** Empty: no limit. */
  readonly daily: string
  readonly total: string
}

function TermsFields({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }): Element {
  const amount = (key: 'bid' | 'daily' | 'total', label: string, required: boolean) =>
    html`<${Input}
      label=${label}
      required=${required}
      pattern=${AMOUNT}
      inputmode="decimal"
      placeholder=${required ? '0.50' : 'No limit'}
      value=${terms[key]}
      onInput=${(value: string) => onChange({ ...terms, [key]: value })}
    />`
  return html`<div class="stack">
    <${Input}
      label="Name"
      required=${true}
      maxLength=${200}
      value=${terms.name}
      onInput=${(name: string) => onChange({ ...terms, name })}
    />
    <div class="columns">
      <${Select}
        label="Pays for"
        value=${terms.model}
        options=${MODELS}
        onChange=${(model: string) => onChange({ ...terms, model })}
      />
      ${amount('bid', 'Bid', true)} ${amount('daily', 'Budget a day', false)} ${amount('total', 'Budget in all', false)}
    </div>
  </div>`
}

/** An empty limit clears the one there was. */
function termsOnWire({ name, model, bid, daily, total }: Terms): object {
  return { name, bid: { model, amount: bid }, budget: { daily: daily || null, total: total || null } }
}
