// GET /api/v1/changes: who changed what, when, and from what to what.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ListChanges } from '../../actions/reports/list-changes.ts'
import { type Change, CHANGE_ACTIONS, CHANGED_KINDS } from '../../domain/change.ts'
import { callerOf } from '../auth.ts'
import { oneOf } from '../schemas/common.ts'
import { idSchema, isoTime, pageSchema, pagingFields, readTime, timeSchema } from '../schemas/resource.ts'
import { Type } from '../../doors/type.ts'
import type { ResourceKit } from './resource.ts'

export interface ChangesDeps extends Pick<ResourceKit, 'auth'> {
  readonly listChanges: ListChanges
}

export function registerChanges(app: FastifyInstance, { auth, listChanges }: ChangesDeps): void {
  app.get<{ Querystring: Static<typeof querySchema> }>(
    '/api/v1/changes',
    {
      onRequest: auth.requires('reports:read'),
      schema: {
        summary: 'List who changed what',
        description:
          'Newest first; kept for 400 days. An entry is written with the change that it tells of. An import is told once, of its campaign. ' +
          'An advertiser or publisher sees what is its own; an operator needs the scope `admin`.',
        tags: ['Operations'],
        access: 'reports:read',
        querystring: querySchema,
        response: { 200: pageSchema(changeSchema) },
        examples: [
          { name: 'The last changes', path: '/api/v1/changes?limit=10' },
          { name: 'What became of a campaign', path: '/api/v1/changes?entity=cmp_…' },
        ],
      },
    },
    async (request) => {
      const { limit = 50, cursor, entity: entityId, keyId, from, to } = request.query
      const fromMs = readTime(from) ?? undefined
      const toMs = readTime(to) ?? undefined
      const asked = { limit, cursor, entityId, keyId, fromMs, toMs }
      const { data, nextCursor } = await listChanges(callerOf(request), asked)
      return { data: data.map(onWire), nextCursor: nextCursor ?? null }
    },
  )
}

function onWire({ id, atMs, keyId, keyName, action, kind, entityId, advertiserId, publisherId, changes }: Change) {
  const what = { action, kind, entityId, advertiserId, publisherId }
  return { id, occurredAt: isoTime(atMs), keyId, keyName, ...what, changes }
}

const querySchema = Type.Object({
  ...pagingFields,
  entity: Type.Optional(
    Type.Unsafe<string>({ ...idSchema, description: 'Of what: the id of anything that changes are of.' }),
  ),
  keyId: Type.Optional(Type.Unsafe<string>({ ...idSchema, description: 'By whom: the id of the key.' })),
  from: Type.Optional(timeSchema),
  to: Type.Optional(Type.Unsafe<string>({ ...timeSchema, description: 'ISO 8601; excluded.' })),
})

/** Of any kind, as the field that it was or is the value of. */
const value = (description: string) =>
  Type.Unknown({
    description,
    items: { additionalProperties: true, description: 'Of a list.' },
    additionalProperties: true,
  })

const changeSchema = Type.Object({
  id: Type.String(),
  occurredAt: timeSchema,
  keyId: Type.String({
    description:
      'The key that did it; `key_operator` is the operator’s own, `command_line` what was done while no server ran, `feed` what came with a feed that was fetched.',
  }),
  keyName: Type.Optional(
    Type.String({ description: 'What the key is called now; told to operators, and to whoever owns it.' }),
  ),
  action: oneOf(CHANGE_ACTIONS),
  kind: oneOf(CHANGED_KINDS),
  entityId: Type.String(),
  advertiserId: Type.Optional(Type.String({ description: 'Whose it is. Neither: the operator’s.' })),
  publisherId: Type.Optional(Type.String()),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ description: 'As the API calls it, such as `budget.daily`.' }),
      from: value('What it was before; null where it was not there.'),
      to: value('What it is now; null where it is gone. Of an import how many ads.'),
    }),
    {
      description:
        'The fields that changed; of what is new, those that it has. A value of over 500 characters is cut, and then a text.',
    },
  ),
})
