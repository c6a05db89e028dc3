// /api/v1/statements of publishers and /api/v1/invoices of advertisers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { DocumentQuery } from '../../actions/books/list-documents.ts'
import type { StateAccounts, Statement } from '../../actions/books/state-accounts.ts'
import type { StatementKind } from '../../domain/settlement.ts'
import { wantsCsv, wantsPage } from '../accept.ts'
import { callerOf } from '../auth.ts'
import { sendPage } from '../pages/plain-page.ts'
import { oneOf, optional } from '../schemas/common.ts'
import { fileNamed } from '../schemas/csv.ts'
import type { Books } from '../schemas/money.ts'
import { idSchema, pageSchema, pagingFields, paramsSchema } from '../schemas/resource.ts'
import { invoiceOnWire, invoiceSchema, statementAsCsv, statementOnWire, statementSchema } from '../schemas/statement.ts'
import { statementAsHtml } from '../schemas/statement-page.ts'
import type { ResourceKit } from './resource.ts'
import { Type } from '../../doors/type.ts'

export interface StatementsDeps extends ResourceKit {
  readonly config: Books
  readonly stateAccounts: StateAccounts
}

export function registerStatements(app: FastifyInstance, deps: StatementsDeps): void {
  register(app, deps, 'statement')
  register(app, deps, 'invoice')
}

const unpaidSchema = Type.Boolean({ description: 'With `true` those alone of which something is unpaid.' })

const KINDS = {
  statement: {
    ...{ path: 'statements', one: 'a statement', id: 'st_…', schema: statementSchema, onWire: statementOnWire },
    filters: {},
    examples: [],
    ...{ ownerField: 'publisherId', owner: 'A publisher', ownerId: 'pub_…' },
  },
  invoice: {
    ...{ path: 'invoices', one: 'an invoice', id: 'inv_…', schema: invoiceSchema, onWire: invoiceOnWire },
    filters: { unpaid: Type.Optional(unpaidSchema) },
    examples: [{ name: 'Those that are not paid', path: '/api/v1/invoices?unpaid=true' }],
    ...{ ownerField: 'advertiserId', owner: 'An advertiser', ownerId: 'adv_…' },
  },
} as const

function register(app: FastifyInstance, deps: StatementsDeps, kind: StatementKind): void {
  const { auth, repeatable, stateAccounts, config } = deps
  const { path, one, id, schema, onWire, ownerField, owner, ownerId } = KINDS[kind]
  const url = `/api/v1/${path}`
  const shared = { tags: ['Settlement'] }
  const listSchema = Type.Object({
    ...pagingFields,
    [ownerField]: Type.Optional(idSchema),
    status: Type.Optional(oneOf(['open', 'confirmed'])),
    ...KINDS[kind].filters,
  })

  app.get<{ Querystring: DocumentQuery }>(
    url,
    {
      onRequest: auth.requires('reports:read'),
      schema: {
        ...shared,
        summary: `List ${path}`,
        description: `Newest first. ${owner} sees its own.`,
        access: 'reports:read',
        querystring: listSchema,
        response: { 200: pageSchema(schema) },
        examples: [{ name: 'Those to confirm', path: `${url}?status=open` }, ...KINDS[kind].examples],
      },
    },
    async (request) => {
      const { query } = request
      const found = await stateAccounts.list(callerOf(request), kind, { ...query, limit: query.limit ?? 50 })
      return { data: found.data.map((each) => onWire(each, config)), nextCursor: found.nextCursor ?? null }
    },
  )
  app.get<{ Params: { id: string }; Querystring: Static<typeof formatSchema> }>(
    `${url}/:id`,
    {
      onRequest: auth.requires('reports:read'),
      schema: {
        ...shared,
        summary: `Read ${one}`,
        description: 'As CSV or as a page to print with `format`, or by the header Accept.',
        access: 'reports:read',
        produces: ['application/json', 'text/csv', 'text/html'],
        params: paramsSchema,
        querystring: formatSchema,
        response: { 200: schema },
        examples: [{ name: 'As CSV', path: `${url}/${id}?format=csv` }],
      },
    },
    async (request, reply) => {
      const found = await stateAccounts.find(callerOf(request), kind, request.params.id)
      return await send(request, reply, found, request.query.format)
    },
  )
  app.post<{ Body: Record<string, string> }>(
    url,
    {
      onRequest: auth.requires('admin'),
      ...repeatable,
      schema: {
        ...shared,
        summary: `Make ${one}`,
        description: `Of all that was booked since the last one. They are also made when a month (UTC) has ended. 409 where nothing was booked.`,
        access: 'admin',
        body: Type.Object({ [ownerField]: idSchema }),
        examples: [{ name: 'Up to now', body: { [ownerField]: ownerId }, status: 201 }],
        response: { 201: schema },
      },
    },
    async (request, reply) => {
      const made = await stateAccounts.open(callerOf(request), kind, request.body[ownerField]!)
      reply.code(201)
      return onWire(made, config)
    },
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof changeSchema> }>(
    `${url}/:id`,
    {
      onRequest: auth.requires('admin'),
      ...repeatable,
      schema: {
        ...shared,
        summary: `Confirm ${one}`,
        description:
          'Says that its figures are agreed. What nobody objects to is confirmed by itself a week after its end.',
        access: 'admin',
        params: paramsSchema,
        body: changeSchema,
        response: { 200: schema },
        examples: [
          {
            name: 'Both sides agree',
            path: `${url}/${id}`,
            body: { status: 'confirmed', note: 'agreed by mail' },
          },
        ],
      },
    },
    async (request) => {
      const { note } = request.body
      return onWire(await stateAccounts.confirm(callerOf(request), kind, request.params.id, note ?? ''), config)
    },
  )

  async function send(request: FastifyRequest, reply: FastifyReply, found: Statement, format: string | undefined) {
    if (format === 'csv' || (format === undefined && wantsCsv(request))) {
      reply.type('text/csv; charset=utf-8').header('content-disposition', fileNamed(`${found.id}.csv`))
      return reply.send(statementAsCsv(found, config.currency, await stateAccounts.namesOn(found)))
    }
    if (format === 'html' || (format === undefined && wantsPage(request))) {
      return sendPage(reply, 200, statementAsHtml(found, config, await stateAccounts.namesOn(found)))
    }
    return reply.send(onWire(found, config))
  }
}

const formatSchema = Type.Object({ format: Type.Optional(oneOf(['json', 'csv', 'html'])) })
const changeSchema = Type.Object({
  status: oneOf(['confirmed']),
  note: optional(Type.String({ maxLength: 500 })),
})
