// /api/v1/ledger: the books, for operators.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { Readable } from 'node:stream'
import type { ExportLedger } from '../../actions/books/export-ledger.ts'
import type { ReadLedger } from '../../actions/books/read-ledger.ts'
import type { VerifyBooks } from '../../actions/books/verify-books.ts'
import { formatMicros, moneyOnWire } from '../../domain/money.ts'
import { callerOf } from '../auth.ts'
import { oneOf } from '../schemas/common.ts'
import { csvLine, fileNamed } from '../schemas/csv.ts'
import { moneySchema } from '../schemas/money.ts'
import { isoTime, pageSchema, pagingFields } from '../schemas/resource.ts'
import type { ResourceKit } from './resource.ts'
import { Type } from '../../doors/type.ts'

export interface LedgerDeps extends Pick<ResourceKit, 'auth' | 'config'> {
  readonly readLedger: ReadLedger
  readonly verifyBooks: VerifyBooks
  readonly exportLedger: ExportLedger
}

export function registerLedger(app: FastifyInstance, deps: LedgerDeps): void {
  const { currency } = deps.config
  const onRequest = deps.auth.requires('admin')
  const schema = { tags: ['Ledger'], access: 'admin' as const }

  app.get(
    '/api/v1/ledger/balances',
    { onRequest, schema: { ...schema, summary: 'Read every balance', response: { 200: balancesSchema } } },
    async (request) => {
      const balances = await deps.readLedger.balances(callerOf(request))
      return {
        data: balances.map(({ account, balanceMicros }) => ({
          account,
          balance: moneyOnWire(balanceMicros, currency),
        })),
        nextCursor: null,
      }
    },
  )
  app.get<{ Querystring: Static<typeof entriesQuerySchema> }>(
    '/api/v1/ledger/entries',
    {
      onRequest,
      schema: {
        ...schema,
        summary: 'Read entries of the books',
        description: 'Oldest first. The entries of one posting sum to zero.',
        querystring: entriesQuerySchema,
        response: { 200: entriesSchema },
      },
    },
    async (request) => {
      const { limit = 50, cursor, account } = request.query
      const { data, nextCursor = null } = await deps.readLedger.entries(callerOf(request), { limit, cursor, account })
      const entries = data.map(({ amountMicros, atMs, ...entry }) => ({
        ...entry,
        amount: moneyOnWire(amountMicros, currency),
        at: isoTime(atMs),
      }))
      return { data: entries, nextCursor }
    },
  )
  app.get(
    '/api/v1/ledger/head',
    {
      onRequest,
      schema: {
        ...schema,
        summary: 'Read the head of the chain',
        description: 'Keep it somewhere else: with it `aside verify --head` finds out a ledger whose end was cut off.',
        response: { 200: headSchema },
      },
    },
    async (request) => ({ head: await deps.exportLedger.head(callerOf(request)) }),
  )
  app.get<{ Querystring: Static<typeof exportQuerySchema> }>(
    '/api/v1/ledger/export',
    {
      onRequest,
      schema: {
        ...schema,
        summary: 'Export the ledger',
        description:
          'Every record of the books, one a line, as docs/ledger-export.md describes. `after` goes on behind a link. ' +
          'With `format=csv` the entries alone.',
        produces: ['application/x-ndjson', 'text/csv'],
        querystring: exportQuerySchema,
        response: { 200: Type.Unsafe<unknown>({}) },
      },
    },
    async (request, reply) => {
      const { after = 0, format = 'ndjson' } = request.query
      const lines = deps.exportLedger.lines(callerOf(request), after)
      reply.header('content-disposition', fileNamed(`ledger.${format}`))
      if (format === 'ndjson') return reply.type('application/x-ndjson').send(Readable.from(lines))
      return reply.type('text/csv; charset=utf-8').send(Readable.from(entriesAsCsv(lines, currency)))
    },
  )
  app.post<{ Querystring: Static<typeof verifyQuerySchema> }>(
    '/api/v1/ledger/verify',
    {
      onRequest,
      schema: {
        ...schema,
        summary: 'Recompute the books',
        description: 'Reads every event again and says whether the books close, and whether they still reach `head`.',
        querystring: verifyQuerySchema,
        response: { 200: verificationSchema },
      },
    },
    async (request) => deps.verifyBooks(callerOf(request), request.query.head),
  )
}

/** One line an entry; money as plain decimals. */
async function* entriesAsCsv(pieces: AsyncIterable<string>, currency: string): AsyncGenerator<string> {
  let head = csvLine(['sequence', 'posting', 'kind', 'account', 'amount', 'currency', 'at', 'reference'])
  for await (const piece of pieces) {
    const rows = piece.split('\n').flatMap((line) => {
      if (!line.startsWith('{"type":"posting"')) return []
      const posting = JSON.parse(line) as PostingLine
      return posting.entries.map(([sequence, account, micros]) => {
        const { id, kind, atMs, reference } = posting
        return csvLine([String(sequence), id, kind, account, formatMicros(micros), currency, isoTime(atMs), reference])
      })
    })
    if (head !== '' || rows.length > 0) yield head + rows.join('')
    head = ''
  }
}

interface PostingLine {
  readonly id: string
  readonly kind: string
  readonly atMs: number
  readonly reference: string
  readonly entries: readonly [sequence: number, account: string, micros: number][]
}

const entriesQuerySchema = Type.Object({
  ...pagingFields,
  account: Type.Optional(Type.String({ maxLength: 200 })),
})
const headSchema = Type.Object({ head: Type.String({ description: 'NUMBER:HASH' }) })
const exportQuerySchema = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Number of the last link that is known.' })),
  format: Type.Optional(oneOf(['ndjson', 'csv'])),
})
const verifyQuerySchema = Type.Object({
  head: Type.Optional(Type.String({ maxLength: 100, description: 'A head of the chain that was kept elsewhere.' })),
})
const balancesSchema = Type.Object({
  data: Type.Array(Type.Object({ account: Type.String(), balance: moneySchema })),
  nextCursor: Type.Null(),
})
const entriesSchema = pageSchema(
  Type.Object({
    sequence: Type.Integer(),
    postingId: Type.String(),
    kind: Type.String(),
    account: Type.String(),
    amount: moneySchema,
    at: Type.String(),
    reference: Type.String(),
  }),
)
const verificationSchema = Type.Object({
  ok: Type.Boolean(),
  events: Type.Integer(),
  postings: Type.Integer(),
  entries: Type.Integer(),
  faults: Type.Array(Type.String()),
  head: Type.String({ description: 'The end of the chain that was checked; keep it elsewhere.' }),
})
