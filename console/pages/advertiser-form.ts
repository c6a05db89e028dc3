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
  const [credit, setCredit] = useState(advertiser?.creditLimit?.amount ?? '')
  const [low, setLow] = useState(advertiser?.lowFunds?.amount ?? '')
  const [before] = useState(() => billingTexts(advertiser?.billingDetails))
  const [texts, setTexts] = useState(before)
  const billingDetails = billingOnWire(before, texts)
  const fields = { name, domain, billing, creditLimit: limitOf(credit), lowFunds: limitOf(low) }
  const once = useOnceKey([name, domain, billing, credit, low, ...Object.values(texts)])
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
      isOperator &&
      billing === 'invoiced' &&
      html`<${Input}
        label="May owe at most"
        wire="creditLimit.amount"
        placeholder="No limit"
        ...${AMOUNT}
        value=${credit}
        onInput=${setCredit}
        note=${`In ${CURRENCY}. Its ads wait while it owes so much.`}
      />`
    }
    ${
      (billing === 'prepaid' || credit !== '') &&
      html`<${Input}
        label=${billing === 'prepaid' ? 'Funds are low below' : 'Credit is low below'}
        wire="lowFunds.amount"
        placeholder="50.00"
        ...${AMOUNT}
        value=${low}
        onInput=${setLow}
        note=${`In ${CURRENCY}. Webhooks hear low_funds when less is left; empty: they do not.`}
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
function changesOf({ name, domain, billing, creditLimit, lowFunds }: Advertiser, after: object): object {
  const limits = { creditLimit: limitOf(creditLimit?.amount ?? ''), lowFunds: limitOf(lowFunds?.amount ?? '') }
  const before = { name, domain, billing, ...limits }
  const kept = new Set(Object.entries(before).map((field) => JSON.stringify(field)))
  return Object.fromEntries(Object.entries(after).filter((field) => !kept.has(JSON.stringify(field))))
}

function limitOf(amount: string): { amount: string } | null {
  return amount === '' ? null : { amount }
}
