// A form that makes an ad or changes one.
import { useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { listOf, textOf, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { Checks, Input, TextArea } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { SLOT_FORMATS, type Ad } from '../shapes.ts'

interface AdFormProps {
  readonly api: Api
  readonly campaignId: string
  /** The one to change; absent: a new one. */
  readonly ad?: Ad
  readonly onDone: () => void
  readonly onClose: () => void
}

const FIELDS = [
  'title',
  'description',
  'landingUrl',
  'imageUrl',
  'imageAlt',
  'price',
  'brand',
  'ctaText',
  'language',
] as const
type Fields = Record<(typeof FIELDS)[number], string>
const LISTS = ['keywords', 'categories'] as const
type Lists = Record<(typeof LISTS)[number], string>

export function AdForm({ api, campaignId, ad, onDone, onClose }: AdFormProps): Element {
  const [fields, setFields] = useState(
    () => Object.fromEntries(FIELDS.map((name) => [name, ad?.[name] ?? ''])) as unknown as Fields,
  )
  const [before] = useState(
    () => Object.fromEntries(LISTS.map((name) => [name, textOf(ad?.[name] ?? [])])) as unknown as Lists,
  )
  const [lists, setLists] = useState(before)
  const [formats, setFormats] = useState<readonly string[]>(ad?.formats ?? SLOT_FORMATS)
  const doing = useDoing(async () => {
    const content = {
      ...Object.fromEntries(FIELDS.map((name) => [name, fields[name] || null])),
      // A list that was not touched stays as it is.
      ...Object.fromEntries(
        LISTS.filter((name) => lists[name] !== before[name]).map((name) => [name, listOf(lists[name])]),
      ),
      formats,
    }
    if (formats.length === 0) throw new Error('Choose at least one format.')
    if (ad) await api.send('PATCH', `ads/${encodeURIComponent(ad.id)}`, content)
    else await api.send('POST', 'ads', { campaignId, ...content })
    onDone()
  })
  const of = (name: keyof Fields) => ({
    value: fields[name],
    onInput: (value: string) => setFields({ ...fields, [name]: value }),
  })
  const list = (name: keyof Lists, note: string) => {
    // An item with a comma inside would come apart here.
    const disabled = ad?.[name].some((item) => item.includes(','))
    return {
      value: lists[name],
      note: disabled ? 'Some hold a comma: changed over the API; they stay.' : note,
      disabled,
      onInput: (value: string) => setLists({ ...lists, [name]: value }),
    }
  }
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
    <${Input}
      label="Words for the picture"
      maxLength=${200}
      ...${of('imageAlt')}
      note="For people who do not see it; where there are none, the title."
    />
    <div class="columns">
      <${Input} label="Price" maxLength=${40} placeholder="€899" ...${of('price')} />
      <${Input} label="Brand" maxLength=${100} ...${of('brand')} />
      <${Input} label="Button" maxLength=${24} placeholder="See it" ...${of('ctaText')} />
    </div>
    <${Input}
      label="Keywords"
      placeholder="quiet laptop, fanless"
      ...${list('keywords', 'What people ask for, with commas between.')}
    />
    <div class="columns">
      <${Input}
        label="Categories"
        placeholder="laptops, electronics"
        ...${list('categories', 'With commas between.')}
      />
      <${Input} label="Language" maxLength=${35} placeholder="en" ...${of('language')} note="Of the texts." />
    </div>
    <${Checks}
      label="Formats"
      chosen=${formats}
      options=${SLOT_FORMATS.map((format) => [format, words(format)])}
      onChange=${setFormats}
    />
  <//>`
}
