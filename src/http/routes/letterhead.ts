// /api/v1/letterhead: what the operator's own statements and invoices say of it.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { KeepLetterhead } from '../../actions/books/keep-letterhead.ts'
import { Type } from '../../doors/type.ts'
import { callerOf } from '../auth.ts'
import { billingFields, partySchema, readBillingDetails } from '../schemas/billing-details.ts'
import { optional } from '../schemas/common.ts'
import type { ResourceKit } from './resource.ts'

export interface LetterheadDeps extends Pick<ResourceKit, 'auth' | 'repeatable'> {
  readonly letterhead: KeepLetterhead
}

export function registerLetterhead(app: FastifyInstance, { auth, repeatable, letterhead }: LetterheadDeps): void {
  const onRequest = auth.requires('admin')
  const shared = { tags: ['Settlement'], access: 'admin' as const }
  app.get(
    '/api/v1/letterhead',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Read your letterhead',
        description: 'Empty where none was set.',
        response: { 200: letterheadSchema },
      },
    },
    (request) => letterhead.read(callerOf(request)),
  )
  app.put<{ Body: Static<typeof newSchema> }>(
    '/api/v1/letterhead',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Set your letterhead',
        description:
          'Puts it in the place of the one before, field by field: what is not named is gone. Statements and invoices ' +
          'made from then on carry it; those that are there stay as they were made.',
        body: newSchema,
        response: { 200: letterheadSchema },
        examples: [
          {
            name: 'Who we are, and invoices due in two weeks',
            body: {
              name: 'Example Ads Ltd',
              address: '1 Example Street\nDublin\nIreland',
              taxId: 'IE1234567X',
              email: 'books@ads.example',
              dueDays: 14,
              note: 'Reverse charge: tax is owed by the recipient.',
            },
          },
        ],
      },
    },
    (request) => {
      const { dueDays, note } = request.body
      return letterhead.replace(callerOf(request), { ...readBillingDetails(request.body), dueDays, note })
    },
  )
}

const DUE_DAYS =
  'Invoices of who pays afterwards are due so many days after they were made. Absent: they do not say when.'
const NOTE = 'Stands below the figures, of up to 10 lines. The books know no tax: say here what is to be said of it.'
const newSchema = Type.Object({
  ...billingFields,
  dueDays: optional(Type.Integer({ minimum: 0, maximum: 365, description: DUE_DAYS })),
  note: optional(Type.String({ maxLength: 1_000, description: NOTE })),
})
const letterheadSchema = Type.Object({
  ...partySchema.properties,
  dueDays: Type.Optional(Type.Integer({ description: DUE_DAYS })),
  note: Type.Optional(Type.String({ description: NOTE })),
})
