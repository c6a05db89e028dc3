// Fields of a form for what a paper says of one of its sides.
import type { BillingTexts } from '../billing.ts'
import { html, type Element } from '../html.ts'
import { Input, TextArea } from '../parts/controls.ts'

interface BillingFieldsProps {
  readonly texts: BillingTexts
  /** What the name of it is called here. */
  readonly called: string
  /** What stands in the place of a name that is not said. */
  readonly otherwise?: string
  /** Where they stand in the API, such as `billingDetails.`; empty: by themselves. */
  readonly within?: string
  readonly onChange: (texts: BillingTexts) => void
}

export function BillingFields({ texts, called, otherwise, within = '', onChange }: BillingFieldsProps): Element {
  const of = (key: keyof BillingTexts) => ({
    wire: `${within}${key}`,
    value: texts[key],
    onInput: (text: string) => onChange({ ...texts, [key]: text }),
  })
  return html`<${Input} label=${called} maxLength=${200} placeholder=${otherwise} ...${of('name')} />
    <${TextArea} label="Address" rows=${3} maxLength=${500} ...${of('address')} />
    <div class="columns">
      <${Input} label="Tax id" maxLength=${64} placeholder="DE123456789" ...${of('taxId')} />
      <${Input} label="E-mail" type="email" maxLength=${254} ...${of('email')} />
    </div>`
}
