// What tools take, as JSON Schema: the protocol's fields that are read or refused. Others are ignored, and each object may hold more.
import type { Static, TSchema } from 'typebox'
import { CREATIVE_LIMITS } from '../domain/creative.ts'
import { AD_LIMITS } from '../domain/ad.ts'
import { ASSIGNMENTS_MAX, PACKAGES_MAX } from '../domain/media-buy.ts'
import { MEDIA_BUY_STATUSES } from '../actions/media/media-buy-state.ts'
import { Type } from '../doors/type.ts'

const maybe = <T extends TSchema>(schema: T) => Type.Optional(schema)
const oneOf = <const T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })
const text = (maxLength = 255) => Type.String({ minLength: 1, maxLength })
const time = Type.String({ maxLength: 40, format: 'date-time' })
const any = Type.Unknown()
const open = Type.Unsafe<Record<string, unknown>>({ type: 'object' })
const amount = Type.Number({ minimum: 0 })

/** What every request may carry. */
const envelope = {
  adcp_major_version: maybe(Type.Integer()),
  context: maybe(open),
  ext: maybe(open),
}
const write = {
  ...envelope,
  idempotency_key: Type.String({ minLength: 16, maxLength: 255, pattern: '^[A-Za-z0-9_.:-]+$' }),
  push_notification_config: maybe(open),
}
const pagination = maybe(
  Type.Object({
    max_results: maybe(Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: maybe(Type.String({ maxLength: 100 })),
  }),
)

const brand = Type.Object({ domain: text(253) })
const account = Type.Object({
  account_id: maybe(text()),
  brand: maybe(brand),
  operator: maybe(text(253)),
  sandbox: maybe(Type.Boolean()),
})
export type AccountOnWire = Static<typeof account>

const formatId = Type.Object({ agent_url: text(2_048), id: text() })
export type FormatIdOnWire = Static<typeof formatId>

const keyword = Type.Object({ keyword: text(160), match_type: text(), bid_price: maybe(amount) })
const codes = Type.Array(text(), { minItems: 1, maxItems: 1_000 })
const list = Type.Object({ agent_url: text(2_048), list_id: text() })
const duration = Type.Object({ interval: Type.Integer({ minimum: 1 }), unit: text() })

const targeting = Type.Object({
  geo_countries: maybe(codes),
  geo_countries_exclude: maybe(codes),
  geo_regions: maybe(codes),
  geo_regions_exclude: maybe(codes),
  language: maybe(codes),
  device_type: maybe(codes),
  device_type_exclude: maybe(codes),
  keyword_targets: maybe(Type.Array(keyword, { minItems: 1, maxItems: 1_000 })),
  negative_keywords: maybe(Type.Array(keyword, { minItems: 1, maxItems: 1_000 })),
  daypart_targets: maybe(
    Type.Array(
      Type.Object({
        days: Type.Array(text(), { minItems: 1, maxItems: 7 }),
        start_hour: Type.Integer({ minimum: 0, maximum: 23 }),
        end_hour: Type.Integer({ minimum: 1, maximum: 24 }),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  ),
  frequency_cap: maybe(
    Type.Object({
      suppress: maybe(duration),
      suppress_minutes: maybe(Type.Number({ minimum: 0 })),
      max_impressions: maybe(Type.Integer({ minimum: 1 })),
      per: maybe(text()),
      window: maybe(duration),
    }),
  ),
  property_list: maybe(list),
  collection_list: maybe(list),
})
export type TargetingOnWire = Static<typeof targeting>

const assignments = Type.Array(
  Type.Object({ creative_id: text(AD_LIMITS.externalIdChars), weight: maybe(any), placement_ids: maybe(any) }),
  { maxItems: ASSIGNMENTS_MAX },
)
export type AssignmentOnWire = Static<typeof assignments>[number]

const packageTerms = {
  budget: maybe(amount),
  bid_price: maybe(amount),
  pacing: maybe(text()),
  start_time: maybe(time),
  end_time: maybe(time),
  paused: maybe(Type.Boolean()),
  targeting_overlay: maybe(targeting),
  creative_assignments: maybe(assignments),
  impressions: maybe(any),
  catalogs: maybe(any),
  optimization_goals: maybe(any),
  creatives: maybe(any),
}
const newPackage = Type.Object({
  ...packageTerms,
  product_id: text(),
  pricing_option_id: text(),
  budget: amount,
  format_ids: maybe(Type.Array(formatId, { minItems: 1, maxItems: 10 })),
  measurement_terms: maybe(any),
  performance_standards: maybe(any),
})
export type PackageOnWire = Static<typeof newPackage>

const canceled = maybe(Type.Unsafe<true>({ const: true }))
const reason = maybe(Type.String({ maxLength: 500 }))
const keywords = maybe(Type.Array(keyword, { minItems: 1, maxItems: 1_000 }))
const packageChange = Type.Object({
  ...packageTerms,
  package_id: text(),
  canceled,
  cancellation_reason: reason,
  keyword_targets_add: keywords,
  keyword_targets_remove: keywords,
  negative_keywords_add: keywords,
  negative_keywords_remove: keywords,
})
export type PackageChangeOnWire = Static<typeof packageChange>

const statusFilter = maybe(
  Type.Union([oneOf(MEDIA_BUY_STATUSES), Type.Array(oneOf(MEDIA_BUY_STATUSES), { minItems: 1 })]),
)
const buyIds = maybe(Type.Array(text(), { minItems: 1, maxItems: 50 }))

export const SCHEMAS = {
  get_adcp_capabilities: Type.Object({ ...envelope, protocols: maybe(Type.Array(text())) }),
  list_creative_formats: Type.Object({
    ...envelope,
    format_ids: maybe(Type.Array(formatId, { minItems: 1, maxItems: 100 })),
    asset_types: maybe(Type.Array(text(), { minItems: 1 })),
    name_search: maybe(Type.String({ maxLength: 200 })),
    type: maybe(text()),
    is_responsive: maybe(Type.Boolean()),
    pagination,
  }),
  get_products: Type.Object({
    ...envelope,
    buying_mode: oneOf(['brief', 'wholesale', 'refine']),
    brief: maybe(Type.String({ maxLength: 20_000 })),
    refine: maybe(
      Type.Array(
        Type.Object({
          scope: oneOf(['request', 'product', 'proposal']),
          ask: maybe(Type.String({ maxLength: 5_000 })),
          action: maybe(text()),
          product_id: maybe(text()),
          proposal_id: maybe(text()),
        }),
        { minItems: 1, maxItems: 50 },
      ),
    ),
    brand: maybe(open),
    account: maybe(account),
    filters: maybe(
      Type.Object({
        delivery_type: maybe(text()),
        is_fixed_price: maybe(Type.Boolean()),
        channels: maybe(Type.Array(text())),
        format_ids: maybe(Type.Array(formatId)),
      }),
    ),
    property_list: maybe(open),
    catalog: maybe(open),
    fields: maybe(Type.Array(text(), { minItems: 1 })),
    pagination,
  }),
  list_accounts: Type.Object({ ...envelope, status: maybe(text()), sandbox: maybe(Type.Boolean()), pagination }),
  sync_accounts: Type.Object({
    ...write,
    accounts: Type.Array(
      Type.Object({
        brand,
        operator: text(253),
        billing: text(),
        payment_terms: maybe(text()),
        sandbox: maybe(Type.Boolean()),
        billing_entity: maybe(any),
        preferred_reporting_protocol: maybe(any),
      }),
      { minItems: 1, maxItems: 100 },
    ),
    delete_missing: maybe(Type.Boolean()),
    dry_run: maybe(Type.Boolean()),
  }),
  sync_creatives: Type.Object({
    ...write,
    account,
    creatives: Type.Array(
      Type.Object({
        creative_id: text(AD_LIMITS.externalIdChars),
        name: text(CREATIVE_LIMITS.nameChars),
        format_id: formatId,
        assets: open,
        tags: maybe(Type.Array(text(CREATIVE_LIMITS.tagChars), { maxItems: CREATIVE_LIMITS.tags })),
        weight: maybe(any),
        placement_ids: maybe(any),
        provenance: maybe(open),
      }),
      { minItems: 1, maxItems: 100 },
    ),
    creative_ids: maybe(Type.Array(text(), { minItems: 1, maxItems: 100 })),
    assignments: maybe(
      Type.Array(
        Type.Object({
          creative_id: text(AD_LIMITS.externalIdChars),
          package_id: text(),
          weight: maybe(any),
          placement_ids: maybe(any),
        }),
        { minItems: 1, maxItems: 1_000 },
      ),
    ),
    delete_missing: maybe(Type.Boolean()),
    dry_run: maybe(Type.Boolean()),
    validation_mode: maybe(oneOf(['strict', 'lenient'])),
  }),
  list_creatives: Type.Object({
    ...envelope,
    account: maybe(account),
    filters: maybe(
      Type.Object({
        accounts: maybe(Type.Array(account, { minItems: 1, maxItems: 1 })),
        creative_ids: maybe(Type.Array(text(), { minItems: 1, maxItems: 100 })),
        statuses: maybe(Type.Array(text(), { minItems: 1 })),
        tags: maybe(Type.Array(text(), { minItems: 1 })),
        tags_any: maybe(Type.Array(text(), { minItems: 1 })),
        name_contains: maybe(Type.String({ maxLength: 200 })),
        format_ids: maybe(Type.Array(formatId, { minItems: 1 })),
        created_after: maybe(time),
        created_before: maybe(time),
        updated_after: maybe(time),
        updated_before: maybe(time),
        assigned_to_packages: maybe(Type.Array(text(), { minItems: 1 })),
        unassigned: maybe(Type.Boolean()),
        media_buy_ids: maybe(any),
        has_served: maybe(any),
        concept_ids: maybe(any),
        has_variables: maybe(any),
      }),
    ),
    sort: maybe(Type.Object({ field: maybe(text()), direction: maybe(text()) })),
    include_assignments: maybe(Type.Boolean()),
    include_snapshot: maybe(Type.Boolean()),
    fields: maybe(Type.Array(text(), { minItems: 1 })),
    pagination,
  }),
  create_media_buy: Type.Object({
    ...write,
    account,
    brand: Type.Object({ domain: maybe(text(253)) }),
    start_time: text(40),
    end_time: time,
    packages: maybe(Type.Array(newPackage, { minItems: 1, maxItems: PACKAGES_MAX })),
    paused: maybe(Type.Boolean()),
    po_number: maybe(any),
    proposal_id: maybe(any),
    total_budget: maybe(any),
    io_acceptance: maybe(any),
    plan_id: maybe(any),
    invoice_recipient: maybe(any),
    reporting_webhook: maybe(any),
    artifact_webhook: maybe(any),
  }),
  update_media_buy: Type.Object({
    ...write,
    account,
    media_buy_id: text(),
    revision: maybe(Type.Integer({ minimum: 1 })),
    paused: maybe(Type.Boolean()),
    canceled,
    cancellation_reason: reason,
    start_time: maybe(text(40)),
    end_time: maybe(time),
    packages: maybe(Type.Array(packageChange, { minItems: 1, maxItems: PACKAGES_MAX })),
    new_packages: maybe(Type.Array(newPackage, { minItems: 1, maxItems: PACKAGES_MAX })),
    invoice_recipient: maybe(any),
    reporting_webhook: maybe(any),
  }),
  get_media_buys: Type.Object({
    ...envelope,
    account: maybe(account),
    media_buy_ids: buyIds,
    status_filter: statusFilter,
    include_snapshot: maybe(Type.Boolean()),
    include_history: maybe(Type.Integer({ minimum: 0 })),
    pagination,
  }),
  get_media_buy_delivery: Type.Object({
    ...envelope,
    account: maybe(account),
    media_buy_ids: buyIds,
    status_filter: statusFilter,
    start_date: maybe(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    end_date: maybe(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    include_package_daily_breakdown: maybe(Type.Boolean()),
    pagination,
    attribution_window: maybe(any),
    reporting_dimensions: maybe(any),
  }),
}

export type ToolName = keyof typeof SCHEMAS
export type Arguments<N extends ToolName> = Static<(typeof SCHEMAS)[N]>
