// Our slot formats as creative formats, and what a creative of theirs holds: each asset is a field of an ad.
import type { GivenCreative } from '../actions/media/sync-creatives.ts'
import { AD_LIMITS, type AdContent } from '../domain/ad.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import type { Creative } from '../domain/creative.ts'
import type { Issue } from '../domain/errors.ts'
import { createFaults } from '../domain/faults.ts'
import { OrderError } from '../domain/order-error.ts'
import { SLOT_FORMATS, type SlotFormat, slotFormatOf } from '../domain/publisher.ts'
import { type AdFields, readAdContent } from '../domain/read-ad-content.ts'
import { isJsonObject } from '../doors/json-body.ts'
import type { Arguments, FormatIdOnWire } from './schemas.ts'

type TextField = Exclude<keyof AdContent, 'landingUrl' | 'imageUrl' | 'formats' | 'language' | 'aiGenerated'>

const TEXTS: Readonly<Record<string, { readonly field: TextField; readonly max: number; readonly about: string }>> = {
  headline: {
    field: 'title',
    max: AD_LIMITS.titleChars,
    about: `Of what is shown the first ${AD_LIMITS.shownTitleChars} characters. Without one the account's name stands there.`,
  },
  description: {
    field: 'description',
    max: AD_LIMITS.descriptionChars,
    about: `All of it is matched to conversations; the first ${AD_LIMITS.shownDescriptionChars} characters are shown.`,
  },
  price: { field: 'price', max: AD_LIMITS.priceChars, about: 'As it is shown, such as "$89".' },
  brand: { field: 'brand', max: AD_LIMITS.brandChars, about: 'As it is shown beside a product.' },
  cta: { field: 'ctaText', max: AD_LIMITS.ctaChars, about: 'What the link of a card says.' },
  image_alt: { field: 'imageAlt', max: AD_LIMITS.imageAltChars, about: 'What the image shows.' },
  keywords: { field: 'keywords', max: AD_LIMITS.descriptionChars, about: 'Matched, not shown; with | between them.' },
  categories: {
    field: 'categories',
    max: AD_LIMITS.descriptionChars,
    about: 'Matched, not shown; with | between them.',
  },
}
const LINK = 'click_url'
const IMAGE = 'image'

const ABOUT: Readonly<
  Record<SlotFormat, { readonly name: string; readonly description: string; readonly assets: readonly string[] }>
> = {
  action_card: {
    name: 'Action card',
    description: 'A card below an answer: headline, description, image, price, and a link.',
    assets: Object.keys(TEXTS),
  },
  suffix: {
    name: 'Suffix',
    description: 'A sentence behind an answer, with a link.',
    assets: ['headline', 'description', 'brand', 'keywords', 'categories'],
  },
  entity_link: {
    name: 'Entity link',
    description: 'A link on words of an answer that name what the ad is about.',
    assets: ['headline', 'description', 'brand', 'keywords', 'categories'],
  },
}

/** @param agentUrl of this agent, which defines the formats */
export function formatIdOf(agentUrl: string, format: SlotFormat) {
  return { agent_url: agentUrl, id: format }
}

/** A format as the protocol describes it. */
export function formatOnWire(agentUrl: string, format: SlotFormat) {
  const { name, description, assets } = ABOUT[format]
  const texts = assets.map((id) => {
    const { max, about } = TEXTS[id]!
    return asset(id, 'text', about, { max_length: max })
  })
  const link = asset(LINK, 'url', "Where a click leads. Without one, the start page of the account's brand.", {
    role: 'clickthrough',
    protocols: ['https'],
    max_length: AD_LIMITS.urlChars,
  })
  const image = format === 'action_card' ? [asset(IMAGE, 'image', 'Shown on the card.', {})] : []
  return { format_id: formatIdOf(agentUrl, format), name, description, assets: [...texts, ...image, link] }
}

function asset(asset_id: string, asset_type: string, asset_role: string, requirements: object) {
  return { item_type: 'individual', asset_id, asset_type, asset_role, required: false, requirements }
}

/** The slot format that an id names. @throws OrderError unsupported for those of others, and for unknown ones */
export function readFormatId(agentUrl: string, { agent_url, id }: FormatIdOnWire, field: string): SlotFormat {
  const format = slotFormatOf(id)
  if (format !== undefined && isSameAgent(agent_url, agentUrl)) return format
  const message = `The format "${id}" of ${agent_url} is not sold here; formats are ${SLOT_FORMATS.join(', ')} of ${agentUrl}`
  throw new OrderError('unsupported', message, { field })
}

function isSameAgent(one: string, other: string): boolean {
  return URL.parse(one)?.href.replace(/\/$/, '') === URL.parse(other)?.href.replace(/\/$/, '')
}

/**
 * A creative as it would be kept.
 * @param field where it stands, such as `creatives[0]`
 * @throws ServiceError validation_error, OrderError unsupported
 */
export function readCreative(
  { agentUrl, ownOrigins }: { readonly agentUrl: string; readonly ownOrigins: readonly string[] },
  advertiser: Pick<Advertiser, 'name' | 'domain'>,
  given: Arguments<'sync_creatives'>['creatives'][number],
  field: string,
): GivenCreative {
  const format = readFormatId(agentUrl, given.format_id, `${field}.format_id`)
  for (const name of ['weight', 'placement_ids'] as const) {
    if (given[name] === undefined) continue
    throw new OrderError('unsupported', `${name} is not supported: the auction decides which creative is shown`, {
      field: `${field}.${name}`,
    })
  }
  const faults = createFaults()
  const fields = {
    title: advertiser.name,
    landingUrl: `https://${advertiser.domain}/`,
    ...readAssets(format, given.assets, (id, message, keyword) =>
      faults.note(`${field}.assets.${id}`, message, keyword),
    ),
    formats: [format],
    aiGenerated: isAiGenerated(given),
  }
  const read = readAdContent(fields, { ownOrigins })
  if ('faults' in read) {
    for (const { field: name, message, keyword } of read.faults) {
      faults.note(`${field}.assets.${assetOf(name)}`, message, keyword)
    }
  }
  faults.demandNone()
  const { content } = read as { content: AdContent }
  const imageSize = readSize(given.assets[IMAGE])
  const { creative_id: id, name, tags = [] } = given
  return { id: id.trim(), name, format, tags, content, ...(imageSize && { imageSize }) }
}

function readAssets(
  format: SlotFormat,
  assets: Readonly<Record<string, unknown>>,
  fault: (id: string, message: string, keyword: Issue['keyword']) => void,
): AdFields {
  const fields: Record<string, unknown> = {}
  const known = [...ABOUT[format].assets, LINK, ...(format === 'action_card' ? [IMAGE] : [])]
  for (const [id, given] of Object.entries(assets)) {
    const type = id === LINK ? 'url' : id === IMAGE ? 'image' : 'text'
    if (!known.includes(id)) {
      fault(id.slice(0, 100), `is no asset of ${format}, whose assets are ${known.join(', ')}`, 'enum')
      continue
    }
    const value =
      isJsonObject(given) && given.asset_type === type ? given[type === 'text' ? 'content' : 'url'] : undefined
    if (typeof value !== 'string') {
      fault(id, `must be an asset of the type ${type}`, 'type')
      continue
    }
    if (id === IMAGE && readSize(given) === undefined) fault(id, 'must have a width and a height in pixels', 'required')
    fields[id === LINK ? 'landingUrl' : id === IMAGE ? 'imageUrl' : TEXTS[id]!.field] = value
    const { language } = given as { language?: unknown }
    if (typeof language === 'string' && (id === 'headline' || id === 'description')) fields.language = language
  }
  return fields
}

/** Whether a machine made it or one of its assets, or people are to be told so. */
function isAiGenerated({ provenance, assets }: Arguments<'sync_creatives'>['creatives'][number]): boolean {
  const ofAssets = Object.values(assets).map((one) => (isJsonObject(one) ? one.provenance : undefined))
  return [provenance, ...ofAssets].some((one) => {
    const { digital_source_type: source, disclosure } = isJsonObject(one) ? one : {}
    return MADE_BY_MACHINES.has(sourceTypeOf(source)) || (isJsonObject(disclosure) && disclosure.required === true)
  })
}

/** As the protocol writes it, also where it came as the IPTC does: "trainedAlgorithmicMedia", alone or at the end of an address. */
function sourceTypeOf(given: unknown): string {
  if (typeof given !== 'string') return ''
  return given.slice(given.lastIndexOf('/') + 1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Of the protocol's words, which are those of the IPTC, those in which a trained model had a part. */
const MADE_BY_MACHINES: ReadonlySet<string> = new Set([
  'trained_algorithmic_media',
  'composite_with_trained_algorithmic_media',
  'composite_synthetic',
])

/** How large an image is, where both sides are said. */
function readSize(asset: unknown): Creative['imageSize'] {
  const { width, height } = (isJsonObject(asset) ? asset : {}) as { width?: unknown; height?: unknown }
  return isSide(width) && isSide(height) ? { width, height } : undefined
}

function isSide(pixels: unknown): pixels is number {
  return Number.isInteger(pixels) && (pixels as number) >= 1 && (pixels as number) <= SIDE_MAX
}

const SIDE_MAX = 100_000

/** The asset of a field that is at fault, such as `keywords[3]`. */
function assetOf(field: string): string {
  const name = /^\w+/.exec(field)?.[0]
  if (name === 'landingUrl') return LINK
  if (name === 'imageUrl') return IMAGE
  return Object.keys(TEXTS).find((id) => TEXTS[id]!.field === name) ?? field
}

/** The assets of a creative, as they would be sent. */
export function assetsOnWire({ format, content, imageSize }: Creative): Record<string, object> {
  const assets: Record<string, object> = {}
  for (const id of ABOUT[format].assets) {
    const value = content[TEXTS[id]!.field]
    const said = typeof value === 'string' ? value : (value ?? []).join('|')
    if (said !== '') assets[id] = { asset_type: 'text', content: said }
  }
  if (content.imageUrl !== undefined) assets[IMAGE] = { asset_type: 'image', url: content.imageUrl, ...imageSize }
  assets[LINK] = { asset_type: 'url', url: content.landingUrl, url_type: 'clickthrough' }
  return assets
}
