// Tools that tell what this agent is, what it sells and which creatives it takes; they change nothing.
import { SLOT_FORMATS } from '../domain/publisher.ts'
import { invalid } from '../domain/errors.ts'
import { MAJOR_VERSIONS } from './call-tool.ts'
import { formatOnWire, readFormatId } from './formats.ts'
import { CHANNEL, PRICING_OPTIONS, PRODUCT, productOnWire, type Seller } from './products.ts'
import { type Arguments, type FormatIdOnWire } from './schemas.ts'
import { tool } from './tool.ts'

/** How long a repeated key gets the first answer. */
const REPLAY_SECONDS = 86_400

export function discoveryTools(seller: Seller) {
  return [
    tool(
      'get_adcp_capabilities',
      { title: 'Capabilities', description: 'What of the Ad Context Protocol this sales agent supports.' },
      async () => capabilitiesOf(seller),
    ),
    tool(
      'list_creative_formats',
      {
        title: 'Creative formats',
        description: 'The formats of creatives that are sold here, with their assets and limits.',
      },
      async (_caller, args) => ({ formats: formatsFor(seller, args), pagination: { has_more: false } }),
    ),
    tool(
      'get_products',
      { title: 'Products', description: 'What can be bought here, with its pricing options, formats and reporting.' },
      async (_caller, args) => productsFor(seller, args),
    ),
  ]
}

function capabilitiesOf({ agentUrl }: Seller) {
  return {
    adcp: {
      major_versions: MAJOR_VERSIONS,
      idempotency: { supported: true, replay_ttl_seconds: REPLAY_SECONDS },
    },
    supported_protocols: ['media_buy'],
    specialisms: ['sales-non-guaranteed'],
    account: {
      require_operator_auth: false,
      supported_billing: ['operator'],
      required_for_products: false,
      account_financials: false,
      sandbox: false,
    },
    media_buy: {
      supported_pricing_models: Object.values(PRICING_OPTIONS),
      features: { inline_creative_management: false, property_list_filtering: false, catalog_management: false },
      execution: {
        targeting: {
          geo_countries: true,
          geo_regions: true,
          language: true,
          keyword_targets: { supported_match_types: ['phrase'] },
          negative_keywords: { supported_match_types: ['phrase'] },
        },
      },
      portfolio: {
        publisher_domains: [new URL(agentUrl).hostname],
        primary_channels: [CHANNEL],
        description: 'Conversations with AI assistants.',
      },
    },
  }
}

function formatsFor(
  { agentUrl }: Seller,
  { format_ids, asset_types, name_search, type, is_responsive }: Arguments<'list_creative_formats'>,
) {
  const formats = SLOT_FORMATS.map((format) => formatOnWire(agentUrl, format))
  return formats.filter(
    ({ format_id, name, assets }) =>
      (format_ids ?? [format_id]).some((id) => isOurs(agentUrl, id) && id.id === format_id.id) &&
      (asset_types ?? ['text']).some((asked) => assets.some(({ asset_type }) => asset_type === asked)) &&
      name.toLowerCase().includes((name_search ?? '').toLowerCase()) &&
      (type === undefined || type === 'display') &&
      is_responsive !== false,
  )
}

function isOurs(agentUrl: string, id: FormatIdOnWire): boolean {
  try {
    readFormatId(agentUrl, id, '')
    return true
  } catch {
    return false
  }
}

function productsFor(seller: Seller, args: Arguments<'get_products'>) {
  const { buying_mode: mode, brief, refine } = args
  if (mode === 'brief' && brief === undefined) throw invalid('brief', 'is missing in the mode brief', 'required')
  if (mode !== 'brief' && brief !== undefined) throw invalid('brief', `has no place in the mode ${mode}`, 'not')
  if (mode === 'refine' && refine === undefined) throw invalid('refine', 'is missing in the mode refine', 'required')
  const isOmitted = refine?.some(({ product_id, action }) => product_id === PRODUCT.id && action === 'omit') ?? false
  const products = isOmitted || !fits(seller, args.filters) ? [] : [productOnWire(seller)]
  return {
    products: products.map((product) => narrowed(product, args.fields)),
    ...(refine && { refinement_applied: refine.map(refinementOf) }),
    ...(args.property_list && { property_list_applied: false }),
    ...(args.catalog && { catalog_applied: false }),
    pagination: { has_more: false },
  }
}

function fits({ agentUrl }: Seller, filters: Arguments<'get_products'>['filters'] = {}): boolean {
  const { delivery_type, is_fixed_price, channels, format_ids } = filters
  return (
    (delivery_type ?? 'non_guaranteed') === 'non_guaranteed' &&
    is_fixed_price !== true &&
    (channels ?? [CHANNEL]).includes(CHANNEL) &&
    (format_ids === undefined || format_ids.some((id) => isOurs(agentUrl, id)))
  )
}

/** There is one product, and nothing of it to negotiate. */
function refinementOf({
  scope,
  action = 'include',
  product_id,
  proposal_id,
}: NonNullable<Arguments<'get_products'>['refine']>[number]) {
  const unable = { status: 'unable', notes: `There is one product, ${PRODUCT.id}, sold as it is described.` }
  if (scope === 'request') return { scope, ...unable }
  if (scope === 'proposal') return { scope, proposal_id, ...unable, notes: 'There are no proposals here.' }
  const isDone = product_id === PRODUCT.id && (action === 'include' || action === 'omit')
  return { scope, product_id, ...(isDone ? { status: 'applied' } : unable) }
}

const REQUIRED_FIELDS: readonly string[] = [
  'product_id',
  'name',
  'description',
  'publisher_properties',
  'format_ids',
  'delivery_type',
  'pricing_options',
  'reporting_capabilities',
]

function narrowed(product: object, fields: readonly string[] | undefined): object {
  if (fields === undefined) return product
  return Object.fromEntries(
    Object.entries(product).filter(([name]) => REQUIRED_FIELDS.includes(name) || fields.includes(name)),
  )
}
