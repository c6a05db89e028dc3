// /api/v1/keys: who may call, and with which scopes.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { AdministerKeys } from '../../actions/keys/administer-keys.ts'
import type { FindEntity, ListEntities } from '../../actions/inventory/manage-entities.ts'
import type { KeyUses } from '../../actions/keys/note-key-uses.ts'
import type { ReadOwnKey } from '../../actions/keys/read-own-key.ts'
import { SECOND_MS } from '../../base/clock.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import { callerOf } from '../auth.ts'
import {
  issuedKeyOnWire,
  issuedKeySchema,
  keyChangeSchema,
  keyOnWire,
  keySchema,
  newKeySchema,
  ownKeyOnWire,
  ownKeySchema,
  readKeyChange,
  readNewKey,
  rolledKeySchema,
  rollSchema,
} from '../schemas/key.ts'
import { isoTime, paramsSchema } from '../schemas/resource.ts'
import { registerResource, type ResourceKit } from './resource.ts'

export interface KeysDeps extends ResourceKit {
  readonly keys: AdministerKeys & {
    readonly list: ListEntities<'key'>
    readonly find: FindEntity<'key'>
    readonly readOwn: ReadOwnKey
    readonly tellUses: KeyUses['tell']
  }
}

export function registerKeys(app: FastifyInstance, deps: KeysDeps): void {
  const { keys } = deps
  const used = async (key: ApiKey): Promise<ApiKey> => (await keys.tellUses([key]))[0]!
  const guarded = { onRequest: deps.auth.requires('admin'), ...deps.repeatable }
  const schema = { tags: ['Keys'], access: 'admin' as const }

  registerResource(app, deps, {
    path: 'keys',
    one: 'a key',
    tag: 'Keys',
    access: 'admin',
    filters: ['publisherId', 'advertiserId'],
    schema: keySchema,
    onWire: keyOnWire,
    async list(caller, filter) {
      const { data, ...page } = await keys.list(caller, filter)
      return { data: await keys.tellUses(data), ...page }
    },
    find: async (caller, id) => used(await keys.find(caller, id)),
    archive: async (caller, id) => used(await keys.revoke(caller, id)),
    archiveSummary: 'Revoke a key',
  })
  app.get(
    '/api/v1/keys/self',
    {
      onRequest: deps.auth.requires(),
      schema: {
        tags: ['Keys'],
        summary: 'Read your own key',
        description: 'What the key that you send may do, and whose it is.',
        response: { 200: ownKeySchema },
      },
    },
    async (request) => ownKeyOnWire(await keys.readOwn(callerOf(request))),
  )
  app.post<{ Body: Static<typeof newKeySchema> }>(
    '/api/v1/keys',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Make a key',
        description: 'The answer holds the secret in `key`; it is shown this once.',
        body: newKeySchema,
        response: { 201: issuedKeySchema },
        examples: [
          { name: 'A key that reads reports', body: { scopes: ['reports:read'] }, status: 201 },
          {
            name: 'A key of a chat app',
            body: { publisherId: 'pub_…', mode: 'live', scopes: ['ads:request', 'ads:explain', 'events:write'] },
            status: 201,
          },
        ],
      },
    },
    async (request, reply) => {
      const issued = await keys.issue(callerOf(request), readNewKey(request.body))
      reply.code(201)
      return issuedKeyOnWire(issued)
    },
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof keyChangeSchema> }>(
    '/api/v1/keys/:id',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Rename a key or change its rate',
        description: 'What a key may do does not change: make another one.',
        params: paramsSchema,
        examples: [{ name: 'Fewer requests a second', path: '/api/v1/keys/key_…', body: { rateLimit: 20 } }],
        body: keyChangeSchema,
        response: { 200: keySchema },
      },
    },
    async (request) => {
      return keyOnWire(await used(await keys.change(callerOf(request), request.params.id, readKeyChange(request.body))))
    },
  )
  app.post<{ Params: { id: string }; Body: Static<typeof rollSchema> | null }>(
    '/api/v1/keys/:id/roll',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Replace a key',
        description:
          'Makes a successor with the same rights; the old key works on for the overlap. 409 where it was revoked or has ended.',
        params: paramsSchema,
        examples: [
          {
            name: 'An hour to change it',
            path: '/api/v1/keys/key_…/roll',
            body: { overlapSeconds: 3_600 },
            status: 201,
          },
        ],
        body: rollSchema,
        response: { 201: rolledKeySchema },
      },
    },
    async (request, reply) => {
      const overlapSeconds = request.body?.overlapSeconds ?? undefined
      const options = overlapSeconds === undefined ? {} : { overlapMs: overlapSeconds * SECOND_MS }
      const rolled = await keys.roll(callerOf(request), request.params.id, options)
      reply.code(201)
      const { id, expiresAtMs } = rolled.previous
      return { ...issuedKeyOnWire(rolled), previous: { id, expiresAt: isoTime(expiresAtMs) } }
    },
  )
}
