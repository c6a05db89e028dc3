// A form that makes an ad or changes one; only what was changed goes over the wire.
import { useEffect, useState } from 'preact/hooks'
import type { Api } from '../api.ts'
import { listOf, samplePrice, textOf, words } from '../format.ts'
import { html, type Element } from '../html.ts'
import { useDoing } from '../hooks.ts'
import { useOnceKey } from '../once.ts'
import { Checks, Input, TextArea } from '../parts/controls.ts'
import { FormDialog } from '../parts/dialog.ts'
import { Picture } from '../parts/picture.ts'
import { SLOT_FORMATS, type Ad } from '../shapes.ts'

interface AdFormProps {
  readonly api: Api
  readonly campaignId: string
  /** The one to change; absent: a new one. */
  readonly ad?: Ad
  /** @param one as it was made or changed */
  readonly onDone: (one: Ad) => void
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
const LISTS = ['keywords', 'categories'] as const
type Texts = Record<(typeof FIELDS)[number] | (typeof LISTS)[number], string>

/** All as it is typed. */
interface Content extends Texts {
  readonly formats: readonly string[]
  readonly aiGenerated: boolean
}

function contentOf(ad: Ad | undefined): Content {
  const fields = FIELDS.map((name) => [name, ad?.[name] ?? ''])
  const lists = LISTS.map((name) => [name, textOf(ad?.[name] ?? [])])
  const texts = Object.fromEntries([...fields, ...lists]) as Texts
  return { ...texts, formats: ad?.formats ?? SLOT_FORMATS, aiGenerated: ad?.aiGenerated ?? false }
}

export function AdForm({ api, campaignId, ad, onDone, onClose }: AdFormProps): Element {
  const [before] = useState(() => contentOf(ad))
  const [content, setContent] = useState(before)
  const once = useOnceKey([content])
  const doing = useDoing(async () => {
    if (content.formats.length === 0) throw new Error('Choose at least one format.')
    const isChanged = (name: keyof Content) => String(content[name]) !== String(before[name])
    const change = {
      ...Object.fromEntries(FIELDS.filter(isChanged).map((name) => [name, content[name] || null])),
      ...Object.fromEntries(LISTS.filter(isChanged).map((name) => [name, listOf(content[name])])),
      ...(isChanged('formats') && { formats: content.formats }),
      ...(isChanged('aiGenerated') && { aiGenerated: content.aiGenerated }),
    }
    onDone(
      ad
        ? await api.send<Ad>('PATCH', `ads/${encodeURIComponent(ad.id)}`, change)
        : await api.send<Ad>('POST', 'ads', { campaignId, ...change }, once),
    )
  })
  const of = (name: keyof Texts) => ({
    wire: name,
    value: content[name],
    onInput: (value: string) => setContent({ ...content, [name]: value }),
  })
  const list = (name: (typeof LISTS)[number], note: string) => {
    // An item with a comma inside would come apart here.
    const disabled = ad?.[name].some((item) => item.includes(','))
    return { ...of(name), note: disabled ? 'Some hold a comma: changed over the API; they stay.' : note, disabled }
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
    <${Input}
      label="Landing page"
      type="url"
      required=${true}
      placeholder="https://"
      ...${of('landingUrl')}
      note="A parameter such as ?click={click_id} tells your shop by which id it reports a sale."
    />
    <${Input} label="Picture" type="url" placeholder="https://" ...${of('imageUrl')} />
    <${Preview} url=${content.imageUrl} alt=${content.imageAlt} />
    <${Input}
      label="Words for the picture"
      maxLength=${200}
      ...${of('imageAlt')}
      note="For people who do not see it; where there are none, the title."
    />
    <div class="columns">
      <${Input} label="Price" maxLength=${40} placeholder=${samplePrice()} ...${of('price')} />
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
      wire="formats"
      chosen=${content.formats}
      options=${SLOT_FORMATS.map((format) => [format, words(format)])}
      onChange=${(formats: readonly string[]) => setContent({ ...content, formats })}
    />
    <${Checks}
      label="Who made it"
      wire="aiGenerated"
      chosen=${content.aiGenerated ? ['aiGenerated'] : []}
      options=${[['aiGenerated', 'Words or picture are AI-generated: people are told']]}
      onChange=${(chosen: readonly string[]) => setContent({ ...content, aiGenerated: chosen.length > 0 })}
    />
  <//>`
}

/** No host is asked for each letter of an address that is being typed. */
const TYPED_MS = 600

/** The picture as people will see it, once its address has stood for a moment. */
function Preview({ url, alt }: { url: string; alt: string }): Element | null {
  const [settled, setSettled] = useState(url)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url), TYPED_MS)
    return () => clearTimeout(timer)
  }, [url])
  if (url === '' || settled === '') return null
  return html`<div class="preview"><${Picture} url=${settled} alt=${alt} /></div>`
}
