// The library of creatives: what becomes ads in the campaigns that it is assigned to.
import type { CreativeState } from '../actions/media/creative-state.ts'
import type { FindAccount } from '../actions/media/find-account.ts'
import type { ListCreatives } from '../actions/media/list-media.ts'
import type {
  GivenCreative,
  PackageAssignment,
  SyncCreatives,
  SyncedCreative,
} from '../actions/media/sync-creatives.ts'
import type { Advertiser } from '../domain/advertiser.ts'
import { invalid, ServiceError } from '../domain/errors.ts'
import { OrderError } from '../domain/order-error.ts'
import { readCursor } from '../domain/page.ts'
import { demandAccount, pageOnWire } from './account-tools.ts'
import { adcpErrorOf, type AdcpError } from './errors.ts'
import { assetsOnWire, formatIdOf, readCreative, readFormatId } from './formats.ts'
import { reviewOnWire, timeOf } from './present-media-buy.ts'
import type { Seller } from './products.ts'
import { momentOf, readAssignment } from './read-package.ts'
import type { Arguments } from './schemas.ts'
import { tool } from './tool.ts'

export interface CreativeToolDeps {
  readonly syncCreatives: SyncCreatives
  readonly listCreatives: ListCreatives
  readonly findAccount: FindAccount
  /** Origins that landing pages and pictures may have without TLS. */
  readonly ownOrigins: readonly string[]
}

type Given = Arguments<'sync_creatives'>

export function creativeTools(deps: CreativeToolDeps, seller: Seller) {
  return [
    tool(
      'sync_creatives',
      {
        title: 'Send creatives',
        description: 'Adds creatives to the library of an account, or changes them, and assigns them to packages.',
        mutates: true,
      },
      (caller, args, names) => syncCreatives(deps, seller, { caller, args, names }),
    ),
    tool(
      'list_creatives',
      { title: 'Creatives', description: 'The library of an account, newest first, with reviews and assignments.' },
      async (caller, args) => listCreatives(deps, seller, { caller, args }),
    ),
  ]
}

async function syncCreatives(
  deps: CreativeToolDeps,
  { agentUrl }: Seller,
  { caller, args, names }: { caller: Parameters<SyncCreatives>[0]; args: Given; names: Parameters<SyncCreatives>[2] },
): Promise<object> {
  if (args.delete_missing === true) {
    throw new OrderError('unsupported', 'Creatives are taken off packages, and stay in the library', {
      field: 'delete_missing',
    })
  }
  const advertiser = await demandAccount(deps, caller, args.account)
  const asked = args.creatives.filter(({ creative_id }) => args.creative_ids?.includes(creative_id) ?? true)
  const read = readAll(deps, agentUrl, advertiser, args, asked)
  const failed = new Map([...read].flatMap(([id, one]) => ('error' in one ? [[id, one.error] as const] : [])))
  const isStrict = (args.validation_mode ?? 'strict') === 'strict' && failed.size > 0
  const creatives = isStrict ? [] : [...read.values()].flatMap((one) => ('given' in one ? [one.given] : []))
  const isDryRun = args.dry_run === true
  const assignments = readAssignments(args.assignments).filter(({ creativeId }) => !isStrict && !failed.has(creativeId))
  const request = { advertiserId: advertiser.id, creatives, assignments, isDryRun }
  const synced = isStrict ? [] : await deps.syncCreatives(caller, request, names)
  const done = new Map(synced.map((one) => [one.state.creative.id, one]))
  const ids = new Set([...read.keys(), ...done.keys()])
  return {
    ...(isDryRun && { dry_run: true }),
    creatives: [...ids].map((id) => {
      const one = done.get(id)
      return one === undefined ? failureOf(id, failed.get(id) ?? leftOut) : syncedOnWire(one)
    }),
  }
}

type ReadOne = { readonly given: GivenCreative } | { readonly error: AdcpError }

/** Each creative by its id: one that is at fault leaves the others. */
function readAll(
  { ownOrigins }: CreativeToolDeps,
  agentUrl: string,
  advertiser: Advertiser,
  args: Given,
  asked: Given['creatives'],
): Map<string, ReadOne> {
  const read = new Map<string, ReadOne>()
  for (const one of asked) {
    const field = `creatives[${args.creatives.indexOf(one)}]`
    const id = one.creative_id.trim()
    if (read.has(id)) throw invalid(`${field}.creative_id`, 'is there twice', 'uniqueItems')
    if (id === '') throw invalid(`${field}.creative_id`, 'must not be blank', 'minLength')
    try {
      read.set(id, { given: readCreative({ agentUrl, ownOrigins }, advertiser, one, field) })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      read.set(id, { error: adcpErrorOf(error, '') })
    }
  }
  return read
}

const leftOut: AdcpError = {
  code: 'VALIDATION_ERROR',
  message: 'Nothing was done, since another creative of this request is at fault',
  recovery: 'correctable',
  suggestion: 'Mend that one, or send validation_mode "lenient"',
}

function readAssignments(given: Given['assignments'] = []): PackageAssignment[] {
  return given.map((one, i) => ({
    creativeId: readAssignment(one, `assignments[${i}]`),
    campaignId: one.package_id,
    field: `assignments[${i}]`,
  }))
}

function failureOf(creative_id: string, error: AdcpError) {
  return { creative_id, action: 'failed', errors: [error] }
}

function syncedOnWire({ action, changes, state, assignedTo, refused }: SyncedCreative) {
  const { creative, review } = state
  const isBare = creative.content.description === '' && creative.content.keywords.length === 0
  return {
    creative_id: creative.id,
    action,
    status: reviewOnWire(review),
    ...(changes.length > 0 && { changes }),
    ...(isBare && { warnings: [BARE] }),
    ...(assignedTo.length + refused.size > 0 && { assigned_to: assignedTo }),
    ...(refused.size > 0 && { assignment_errors: Object.fromEntries(refused) }),
  }
}

const BARE =
  'It has neither a description nor keywords. Ads are matched to conversations by their words, so this one will hardly be shown.'

async function listCreatives(
  deps: CreativeToolDeps,
  seller: Seller,
  { caller, args }: { caller: Parameters<ListCreatives>[0]; args: Arguments<'list_creatives'> },
): Promise<object> {
  const { filters = {}, pagination, sort } = args
  for (const name of ['media_buy_ids', 'has_served', 'concept_ids', 'has_variables'] as const) {
    if (filters[name] === undefined) continue
    throw new OrderError('unsupported', `filters.${name} is not supported here`, { field: `filters.${name}` })
  }
  if ((sort?.field ?? 'created_date') !== 'created_date' || (sort?.direction ?? 'desc') !== 'desc') {
    throw new OrderError('unsupported', 'Creatives are told by created_date, the newest first', { field: 'sort' })
  }
  const account = args.account ?? filters.accounts?.[0]
  const advertiser = account && (await demandAccount(deps, caller, account))
  const before = readCursor(pagination?.cursor, 'pagination.cursor')
  const { creative_ids: ids, accounts: _accounts, ...others } = filters
  const fits = Object.keys(others).length === 0 ? undefined : createFits(seller, filters)
  const { data, total, next } = await deps.listCreatives(caller, {
    ...(advertiser && { advertiserId: advertiser.id }),
    ...(ids && { ids }),
    ...(before !== undefined && { before }),
    limit: pagination?.max_results ?? PAGE_DEFAULT,
    ...(fits && { fits }),
  })
  return {
    query_summary: {
      total_matching: total,
      returned: data.length,
      sort_applied: { field: 'created_date', direction: 'desc' },
    },
    pagination: pageOnWire(next === undefined ? undefined : String(next), total),
    creatives: data.map((state) => creativeOnWire(seller, state, args.include_assignments !== false)),
  }
}

const PAGE_DEFAULT = 50

function createFits(
  { agentUrl }: Seller,
  filters: NonNullable<Arguments<'list_creatives'>['filters']>,
): (state: CreativeState) => boolean {
  const formats = filters.format_ids?.map((id, i) => readFormatId(agentUrl, id, `filters.format_ids[${i}]`))
  const [createdAfter, createdBefore] = [momentOf(filters.created_after), momentOf(filters.created_before)]
  const [updatedAfter, updatedBefore] = [momentOf(filters.updated_after), momentOf(filters.updated_before)]
  const name = filters.name_contains?.toLowerCase() ?? ''
  return ({ creative, review, campaignIds }) =>
    (filters.statuses?.includes(reviewOnWire(review)) ?? true) &&
    (filters.tags?.every((tag) => creative.tags.includes(tag)) ?? true) &&
    (filters.tags_any?.some((tag) => creative.tags.includes(tag)) ?? true) &&
    creative.name.toLowerCase().includes(name) &&
    (formats?.includes(creative.format) ?? true) &&
    creative.createdAtMs > (createdAfter ?? -Infinity) &&
    creative.createdAtMs < (createdBefore ?? Infinity) &&
    creative.updatedAtMs > (updatedAfter ?? -Infinity) &&
    creative.updatedAtMs < (updatedBefore ?? Infinity) &&
    (filters.assigned_to_packages?.some((id) => campaignIds.includes(id)) ?? true) &&
    (filters.unassigned === undefined || filters.unassigned === (campaignIds.length === 0))
}

function creativeOnWire(
  { agentUrl }: Seller,
  { creative, review, campaignIds }: CreativeState,
  isAssignmentsTold: boolean,
) {
  const { id, name, format, tags, content, createdAtMs, updatedAtMs } = creative
  return {
    creative_id: id,
    name,
    format_id: formatIdOf(agentUrl, format),
    status: reviewOnWire(review),
    created_date: timeOf(createdAtMs),
    updated_date: timeOf(updatedAtMs),
    assets: assetsOnWire(creative),
    ...(content.aiGenerated && { provenance: { disclosure: { required: true } } }),
    ...(tags.length > 0 && { tags }),
    ...(isAssignmentsTold && {
      assignments: {
        assignment_count: campaignIds.length,
        ...(campaignIds.length > 0 && {
          assigned_packages: campaignIds.map((package_id) => ({ package_id, assigned_date: timeOf(updatedAtMs) })),
        }),
      },
    }),
  }
}
