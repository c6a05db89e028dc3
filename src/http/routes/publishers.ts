// /api/v1/publishers: who shows ads, and under which policy.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ChangePublisher } from '../../actions/inventory/change-publisher.ts'
import type { CreatePublisher } from '../../actions/inventory/create-publisher.ts'
import type { ArchiveEntity, FindEntity, ListEntities } from '../../actions/inventory/manage-entities.ts'
import { createFaults } from '../../domain/faults.ts'
import type { PublisherStatus } from '../../domain/publisher.ts'
import { callerOf } from '../auth.ts'
import {
  newPublisherSchema,
  publisherChangeSchema,
  publisherOnWire,
  publisherSchema,
  readPayoutMethod,
  readPolicy,
} from '../schemas/publisher.ts'
import { readBillingDetails } from '../schemas/billing-details.ts'
import { paramsSchema } from '../schemas/resource.ts'
import { registerResource, type ResourceKit } from './resource.ts'

export interface PublishersDeps extends ResourceKit {
  readonly publishers: {
    readonly create: CreatePublisher
    readonly change: ChangePublisher
    readonly list: ListEntities<'publisher'>
    readonly find: FindEntity<'publisher'>
    readonly archive: ArchiveEntity<'publisher'>
  }
}

export function registerPublishers(app: FastifyInstance, deps: PublishersDeps): void {
  const { auth, repeatable, publishers } = deps
  const { currency } = deps.config
  const guarded = { onRequest: auth.requires('admin'), ...repeatable }

  registerResource(app, deps, {
    path: 'publishers',
    one: 'a publisher',
    tag: 'Publishers',
    access: 'admin',
    alsoRead: 'A publisher reads itself, with any key but one for web pages; the others need the scope `admin`.',
    filters: [],
    schema: publisherSchema,
    onWire: (publisher) => publisherOnWire(publisher, currency),
    ...publishers,
  })
  app.post<{ Body: Static<typeof newPublisherSchema> }>(
    '/api/v1/publishers',
    {
      ...guarded,
      schema: {
        summary: 'Make a publisher',
        tags: ['Publishers'],
        access: 'admin',
        body: newPublisherSchema,
        response: { 201: publisherSchema },
        examples: [{ name: 'A chat app', body: { name: 'Chat App' }, status: 201 }],
      },
    },
    async (request, reply) => {
      const { name, status, policy, payoutMethod, billingDetails } = request.body
      const faults = createFaults()
      const fields = {
        name,
        status: (status ?? undefined) as PublisherStatus | undefined,
        policy: policy ? readPolicy(policy, currency, faults) : undefined,
        payoutMethod: payoutMethod ? readPayoutMethod(payoutMethod) : undefined,
        billingDetails: readBillingDetails(billingDetails) ?? undefined,
      }
      reply.code(201)
      return publisherOnWire(await publishers.create(callerOf(request), fields, request.ids, faults), currency)
    },
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof publisherChangeSchema> }>(
    '/api/v1/publishers/:id',
    {
      ...guarded,
      schema: {
        summary: 'Change a publisher',
        description:
          'Fields of the policy and of `billingDetails` that are not named stay; null gives one its default again, or takes it away.',
        tags: ['Publishers'],
        access: 'admin',
        params: paramsSchema,
        body: publisherChangeSchema,
        response: { 200: publisherSchema },
        examples: [
          {
            name: 'A stricter policy, and where withdrawals go',
            path: '/api/v1/publishers/pub_…',
            body: {
              policy: { minRelevance: 0.2, blockedCategories: ['Gambling'], floor: { amount: '0.05' } },
              payoutMethod: { type: 'bank_transfer', account: 'DE02 1203 0000 0000 2020 51' },
            },
          },
          { name: 'No ads for now', path: '/api/v1/publishers/pub_…', body: { status: 'paused' } },
          { name: 'Ads again', path: '/api/v1/publishers/pub_…', body: { status: 'active' } },
        ],
      },
    },
    async (request) => {
      const { name, status, policy, payoutMethod, billingDetails } = request.body
      const faults = createFaults()
      const change = {
        name,
        status: status as PublisherStatus | null | undefined,
        policy: policy && readPolicy(policy, currency, faults),
        payoutMethod: payoutMethod && readPayoutMethod(payoutMethod),
        billingDetails: readBillingDetails(billingDetails),
      }
      return publisherOnWire(await publishers.change(callerOf(request), request.params.id, change, faults), currency)
    },
  )
}
