// A form that makes an ad or changes one.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Input, TextArea } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import type { Ad } from '../shapes.ts'

interface AdFormProps {
  readonly api: Api
  readonly campaignId: string
  /** The one to change; absent: a new one. */
  readonly ad?: Ad
  readonly onDone: () => void
  readonly onClose: () => void
}

const FIELDS = ['title', 'description', 'landingUrl', 'imageUrl', 'price', 'brand', 'ctaText'] as const
type Fields = Record<(typeof FIELDS)[number], string>

export function AdForm({ api, campaignId, ad, onDone, onClose }: AdFormProps): Element {
  const [fields, setFields] = useState(
    () => Object.fromEntries(FIELDS.map((name) => [name, ad?.[name] ?? ''])) as unknown as Fields,
  )
  const doing = useDoing(async () => {
    const content = Object.fromEntries(FIELDS.map((name) => [name, fields[name] || null]))
    if (ad) await api.send('PATCH', `ads/${encodeURIComponent(ad.id)}`, content)
    else await api.send('POST', 'ads', { campaignId, ...content })
    onDone()
  })
  const of = (name: keyof Fields) => ({
    value: fields[name],
    onInput: (value: string) => setFields({ ...fields, [name]: value }),
  })
  return html`<${FormDialog}
    title=${ad ? 'Change ad' : 'New ad'}
    action=${ad ? 'Save' : 'Make ad'}
    doing=${doing}
    onClose=${onClose}
  >
    <${Input} label="Title" required=${true} maxLength=${150} ...${of('title')} note="80 characters are shown." />
    <${TextArea}
      label="Description"
      rows=${3}
      maxLength=${5_000}
      ...${of('description')}
      note="All of it is matched; 240 characters are shown."
    />
    <${Input} label="Landing page" type="url" required=${true} placeholder="https://" ...${of('landingUrl')} />
    <${Input} label="Picture" type="url" placeholder="https://" ...${of('imageUrl')} />
    <div class="columns">
      <${Input} label="Price" maxLength=${40} placeholder="€899" ...${of('price')} />
      <${Input} label="Brand" maxLength=${100} ...${of('brand')} />
      <${Input} label="Button" maxLength=${24} placeholder="See it" ...${of('ctaText')} />
    </div>
  <//>`
}
