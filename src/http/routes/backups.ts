// POST /api/v1/backups: a copy of the store, written on the server's machine.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { BackUpStore } from '../../actions/back-up-store.ts'
import { type Auth, callerOf } from '../auth.ts'
import type { Repeatable } from '../idempotency.ts'
import { Type } from '../../doors/type.ts'

export interface BackupsDeps {
  readonly auth: Pick<Auth, 'requires'>
  readonly repeatable: Repeatable
  readonly backUpStore: BackUpStore
}

const PATH_CHARS_MAX = 1_024
const bodySchema = Type.Object({ path: Type.String({ minLength: 1, maxLength: PATH_CHARS_MAX }) })

export function registerBackups(app: FastifyInstance, { auth, repeatable, backUpStore }: BackupsDeps): void {
  app.post<{ Body: Static<typeof bodySchema> }>(
    '/api/v1/backups',
    { onRequest: auth.requires('admin'), ...repeatable, schema: SCHEMA },
    async (request, reply) => {
      const made = await backUpStore(callerOf(request), request.body.path)
      return reply.code(201).send(made)
    },
  )
}

const SCHEMA = {
  summary: 'Back up the store',
  description:
    'Writes a consistent copy to a new file on the machine of the server, an absolute path that ends in `.db` in a folder that exists, while the service goes on.',
  tags: ['Operations'],
  access: 'admin' as const,
  body: bodySchema,
  response: { 201: Type.Object({ path: Type.String(), bytes: Type.Integer() }) },
  examples: [{ name: 'To another disk', body: { path: '/backups/aside-2026-11-21.db' }, status: 201 }],
}
