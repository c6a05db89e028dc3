// What every resource of the inventory shows and takes besides its own fields.
import type { TProperties, TSchema } from 'typebox'
import type { EntityBase } from '../../domain/entity.ts'
import { PAGE_MAX } from '../../actions/inventory/manage-entities.ts'
import { oneOf } from './common.ts'
import { Type } from '../../doors/type.ts'

export const timeSchema = Type.String({ format: 'date-time', description: 'ISO 8601, such as "2026-11-21T10:00:00Z".' })
export const nameSchema = Type.String({ minLength: 1, maxLength: 200 })
export const idSchema = Type.String({ minLength: 1, maxLength: 128 })

export const paramsSchema = Type.Object({ id: Type.String({ description: 'As the service gave it.' }) })

// None may be null: an empty one in an address would become it, and the whole list would pass for the part that was asked for.
const listFilters = {
  advertiserId: Type.Optional(idSchema),
  campaignId: Type.Optional(idSchema),
  publisherId: Type.Optional(idSchema),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Your own id of an ad. It is unique within its campaign, so `campaignId` stands beside it.',
    }),
  ),
  status: Type.Optional(oneOf(['active', 'paused'])),
  review: Type.Optional(oneOf(['approved', 'pending', 'rejected'])),
} as const

export type ListFilterName = keyof typeof listFilters

/** Of the query of every list that answers page by page. */
export const pagingFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The nextCursor of the page before.' })),
}

/** The query of a list that can be narrowed by these, and by what is its own. */
export function listQuerySchema(filters: readonly ListFilterName[], own: TProperties = {}) {
  return Type.Object({
    ...pagingFields,
    includeArchived: Type.Optional(Type.Boolean({ default: false })),
    order: Type.Optional(
      oneOf(['newest', 'oldest'], { description: 'Which comes first, by when they were made. Default newest.' }),
    ),
    ...Object.fromEntries(filters.map((name) => [name, listFilters[name]])),
    ...own,
  })
}

export interface ListQueryOnWire {
  readonly limit: number
  readonly cursor?: string
  readonly includeArchived: boolean
  readonly order?: string
  readonly advertiserId?: string
  readonly campaignId?: string
  readonly publisherId?: string
  readonly externalId?: string
  readonly status?: string
  readonly review?: string
}

/** A resource as it is answered: its id, its fields, its times. */
export function resourceSchema(fields: TProperties) {
  return Type.Object({
    id: Type.String(),
    ...fields,
    createdAt: timeSchema,
    updatedAt: timeSchema,
    archivedAt: Type.Optional(timeSchema),
  })
}

export function pageSchema(one: TSchema) {
  return Type.Object({
    data: Type.Array(one),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
  })
}

export function timesOnWire({ createdAtMs, updatedAtMs, archivedAtMs }: EntityBase) {
  return { createdAt: isoTime(createdAtMs), updatedAt: isoTime(updatedAtMs), archivedAt: isoTime(archivedAtMs) }
}

export function isoTime(ms: number): string
export function isoTime(ms: number | undefined): string | undefined
export function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

/** Milliseconds of a time that the schema found good; null and absence stay what they are. */
export function readTime(time: string | null | undefined): number | null | undefined {
  return typeof time === 'string' ? Date.parse(time) : time
}

/** A change without its nulls: where something is made, null is the same as absent. */
export function withoutNulls<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], null>
  }
}
