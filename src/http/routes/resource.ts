// What the routes of every resource have in common: list, read, archive, and the word they put around errors and keys.
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { TProperties } from 'typebox'
import type { ArchiveEntity, FindEntity, ListEntities } from '../../actions/inventory/manage-entities.ts'
import type { Caller, Scope } from '../../domain/api-key.ts'
import type { Entities, EntityKind } from '../../domain/entities.ts'
import { Type } from '../../doors/type.ts'
import { callerOf, type Auth } from '../auth.ts'
import type { Repeatable } from '../idempotency.ts'
import {
  type ListFilterName,
  type ListQueryOnWire,
  listQuerySchema,
  pageSchema,
  paramsSchema,
  type resourceSchema,
} from '../schemas/resource.ts'

/** What each of these route files is given. */
export interface ResourceKit {
  readonly auth: Pick<Auth, 'requires'>
  readonly repeatable: Repeatable
  readonly config: { readonly currency: string }
}

export interface Resource<K extends EntityKind> {
  /** Path segment under /api/v1, such as `ads`. */
  readonly path: string
  /** One of them in a sentence, such as "an ad". */
  readonly one: string
  readonly tag: string
  readonly access: Scope
  readonly filters: readonly ListFilterName[]
  /** Who else may read, and what, in a sentence; where it is given any good key is let in. */
  readonly alsoRead?: string
  readonly schema: ReturnType<typeof resourceSchema>
  onWire(entity: Entities[K]): object
  readonly list: ListEntities<K>
  readonly find: FindEntity<K>
  readonly archive: ArchiveEntity<K>
  /** What a list tells besides where it is asked for. */
  readonly listed?: Listed<K>
  /** Default: the archived resource stays readable. */
  readonly archiveSummary?: string
}

export interface Listed<K extends EntityKind> {
  readonly query: TProperties
  /** What may stand beside the fields of each. */
  readonly fields: TProperties
  /** Each that the list keeps, with what stands beside its fields. */
  extend(
    caller: Caller,
    query: unknown,
    entities: readonly Entities[K][],
  ): Promise<readonly (readonly [entity: Entities[K], beside: object])[]>
}

const LISTING =
  'Newest first, or oldest first with `order`. Archived ones, and campaigns and ads of archived ones, are left out unless asked for. A page may hold fewer than `limit`; go on while there is a `nextCursor`.'

/** GET list, GET one and DELETE. */
export function registerResource<K extends EntityKind>(
  app: FastifyInstance,
  kit: ResourceKit,
  resource: Resource<K>,
): void {
  const { path, one, tag, access, onWire } = resource
  const schema = { tags: [tag], access } satisfies FastifySchema
  const read = resource.alsoRead === undefined ? schema : ({ tags: [tag], access: 'key' } satisfies FastifySchema)
  const url = `/api/v1/${path}`
  // A publisher may read itself with any key; the action says who may see what.
  const anyKey = kit.auth.requires()

  app.get(
    url,
    {
      onRequest: anyKey,
      schema: {
        ...read,
        summary: `List ${path}`,
        description: `${LISTING}${resource.alsoRead ? ` ${resource.alsoRead}` : ''}`,
        querystring: listQuerySchema(resource.filters, resource.listed?.query),
        response: {
          200: pageSchema(
            resource.listed
              ? Type.Object({ ...resource.schema.properties, ...resource.listed.fields })
              : resource.schema,
          ),
        },
      },
    },
    async (request) => {
      const query = request.query as ListQueryOnWire
      const { limit, cursor, includeArchived, order } = query
      const filter = Object.fromEntries(resource.filters.map((name) => [name, query[name]]))
      const page = { limit, cursor, includeArchived, oldestFirst: order === 'oldest' }
      const caller = callerOf(request)
      const { data, nextCursor } = await resource.list(caller, { ...filter, ...page })
      const listed = resource.listed
        ? (await resource.listed.extend(caller, query, data)).map(([one, beside]) => ({ ...onWire(one), ...beside }))
        : data.map(onWire)
      return { data: listed, nextCursor: nextCursor ?? null }
    },
  )
  app.get<{ Params: { id: string } }>(
    `${url}/:id`,
    {
      onRequest: anyKey,
      schema: {
        ...read,
        summary: `Read ${one}`,
        ...(resource.alsoRead && { description: resource.alsoRead }),
        params: paramsSchema,
        response: { 200: resource.schema },
      },
    },
    async (request) => onWire(await resource.find(callerOf(request), request.params.id)),
  )
  app.delete<{ Params: { id: string } }>(
    `${url}/:id`,
    {
      onRequest: kit.auth.requires(access),
      ...kit.repeatable,
      schema: {
        ...schema,
        summary: resource.archiveSummary ?? `Archive ${one}`,
        description: 'It takes no further part and cannot be changed any more; it can still be read.',
        params: paramsSchema,
        response: { 200: resource.schema },
      },
    },
    async (request) => onWire(await resource.archive(callerOf(request), request.params.id)),
  )
}
