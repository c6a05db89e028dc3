// The form that makes an advertiser, or changes one.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { billingOnWire, billingTexts } from '../billing.ts'
import { AMOUNT, CURRENCY } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Group, Input, Select } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Advertiser } from '../shapes.ts'
import { BillingFields } from './billing-fields.ts'

interface AdvertiserFormProps {
  readonly api: Api
  /** Absent: a new one. */
  readonly advertiser?: Advertiser
  /** Whether the caller says how it pays. */
  readonly isOperator: boolean
  /** @param one as it was made or changed */
  readonly onDone: (one: Advertiser) => void
  readonly onClose: () => void
}

export function AdvertiserForm({ api, advertiser, isOperator, onDone, onClose }: AdvertiserFormProps): Element {
  const [name, setName] = useState(advertiser?.name ?? '')
  const [domain, setDomain] = useState(advertiser?.domain ?? '')
  const [billing, setBilling] = useState<string>(advertiser?.billing ?? 'invoiced')
  const [low, setLow] = useState(advertiser?.lowFunds?.amount ?? '')
  const [before] = useState(() => billingTexts(advertiser?.billingDetails))
  const [texts, setTexts] = useState(before)
  const billingDetails = billingOnWire(before, texts)
  const fields = { name, domain, billing, lowFunds: low === '' ? null : { amount: low } }
  const once = useOnceKey([name, domain, billing, low, ...Object.values(texts)])
  const doing = useDoing(async () => {
    const billed = billingDetails && { billingDetails }
    const [method, path, body] = advertiser
      ? ([
          'PATCH',
          `advertisers/${encodeURIComponent(advertiser.id)}`,
          { ...changesOf(advertiser, fields), ...billed },
        ] as const)
      : (['POST', 'advertisers', { ...fields, ...billed }] as const)
    onDone(await api.send<Advertiser>(method, path, body, once))
  })
  return html`<${FormDialog}
    title=${advertiser ? 'Change advertiser' : 'New advertiser'}
    action=${advertiser ? 'Save' : 'Make advertiser'}
    doing=${doing}
    onClose=${onClose}
  >
    <${Input}
      label="Name"
      wire="name"
      required=${true}
      maxLength=${200}
      value=${name}
      onInput=${setName}
      autofocus=${true}
    />
    <${Input}
      label="Domain"
      wire="domain"
      required=${true}
      value=${domain}
      onInput=${setDomain}
      placeholder="feather.example"
      note="Shown beside each ad."
    />
    ${
      isOperator &&
      html`<${Select}
        label="Billing"
        value=${billing}
        options=${[
          ['invoiced', 'Invoiced afterwards'],
          ['prepaid', 'Prepaid: ads run while there are funds'],
        ]}
        onChange=${setBilling}
      />`
    }
    ${
      billing === 'prepaid' &&
      html`<${Input}
        label="Funds are low below"
        wire="lowFunds.amount"
        placeholder="50.00"
        ...${AMOUNT}
        value=${low}
        onInput=${setLow}
        note=${`In ${CURRENCY}. Webhooks hear low_funds when the balance falls below; empty: they do not.`}
      />`
    }
    <${Group} name="On invoices">
      <${BillingFields}
        texts=${texts}
        called="Made out to"
        otherwise=${name}
        within="billingDetails."
        onChange=${setTexts}
      />
    <//>
  <//>`
}

/** What was changed alone: an operator and the advertiser itself may each have a form open. */
function changesOf({ name, domain, billing, lowFunds }: Advertiser, after: object): object {
  const before = { name, domain, billing, lowFunds: lowFunds ? { amount: lowFunds.amount } : null }
  const kept = new Set(Object.entries(before).map((field) => JSON.stringify(field)))
  return Object.fromEntries(Object.entries(after).filter((field) => !kept.has(JSON.stringify(field))))
}
