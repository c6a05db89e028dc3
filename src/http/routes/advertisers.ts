// /api/v1/advertisers: who pays for ads.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ChangeAdvertiser } from '../../actions/inventory/change-advertiser.ts'
import type { CreateAdvertiser } from '../../actions/inventory/create-advertiser.ts'
import type { ArchiveEntity, FindEntity, ListEntities } from '../../actions/inventory/manage-entities.ts'
import type { Advertiser } from '../../domain/advertiser.ts'
import { createFaults } from '../../domain/faults.ts'
import { callerOf } from '../auth.ts'
import {
  advertiserChangeSchema,
  advertiserOnWire,
  advertiserSchema,
  newAdvertiserSchema,
  readFundsLimits,
} from '../schemas/advertiser.ts'
import { readBillingDetails } from '../schemas/billing-details.ts'
import { paramsSchema } from '../schemas/resource.ts'
import { registerResource, type ResourceKit } from './resource.ts'

export interface AdvertisersDeps extends ResourceKit {
  readonly advertisers: {
    readonly create: CreateAdvertiser
    readonly change: ChangeAdvertiser
    readonly list: ListEntities<'advertiser'>
    readonly find: FindEntity<'advertiser'>
    readonly archive: ArchiveEntity<'advertiser'>
  }
}

export function registerAdvertisers(app: FastifyInstance, deps: AdvertisersDeps): void {
  const { auth, repeatable, advertisers } = deps
  const { currency } = deps.config
  const schema = { tags: ['Advertisers'] }

  registerResource(app, deps, {
    path: 'advertisers',
    one: 'an advertiser',
    tag: 'Advertisers',
    access: 'inventory:write',
    filters: [],
    schema: advertiserSchema,
    onWire: (advertiser) => advertiserOnWire(advertiser, currency),
    ...advertisers,
  })
  app.post<{ Body: Static<typeof newAdvertiserSchema> }>(
    '/api/v1/advertisers',
    {
      onRequest: auth.requires('admin'),
      ...repeatable,
      schema: {
        ...schema,
        summary: 'Make an advertiser',
        access: 'admin',
        body: newAdvertiserSchema,
        response: { 201: advertiserSchema },
        examples: [
          {
            name: 'An advertiser that pays afterwards',
            body: { name: 'Feather', domain: 'feather.example', billing: 'invoiced' },
            status: 201,
          },
        ],
      },
    },
    async (request, reply) => {
      const { name, domain, billing, billingDetails: given } = request.body
      const faults = createFaults()
      const limits = readFundsLimits(request.body, currency, faults)
      const fields = {
        name,
        domain,
        billing: billingOf(billing),
        creditLimitMicros: limits.creditLimitMicros ?? undefined,
        lowFundsMicros: limits.lowFundsMicros ?? undefined,
        billingDetails: readBillingDetails(given) ?? undefined,
      }
      reply.code(201)
      return advertiserOnWire(await advertisers.create(callerOf(request), fields, request.ids, faults), currency)
    },
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof advertiserChangeSchema> }>(
    '/api/v1/advertisers/:id',
    {
      onRequest: auth.requires('inventory:write'),
      ...repeatable,
      schema: {
        ...schema,
        summary: 'Change an advertiser',
        description:
          'How it pays (`billing`) and what it may owe (`creditLimit`) is changed by operators alone. Of `billingDetails` fields that are not named stay; null takes one away, or all of them.',
        access: 'inventory:write',
        params: paramsSchema,
        examples: [
          { name: 'Another name', path: '/api/v1/advertisers/adv_…', body: { name: 'Feather Computers' } },
          {
            name: 'What its invoices say of it',
            path: '/api/v1/advertisers/adv_…',
            body: {
              billingDetails: { name: 'Feather GmbH', address: 'Beispielweg 1\n10115 Berlin', taxId: 'DE123456789' },
            },
          },
        ],
        body: advertiserChangeSchema,
        response: { 200: advertiserSchema },
      },
    },
    async (request) => {
      const { name, domain, billing, billingDetails: given } = request.body
      const faults = createFaults()
      const limits = readFundsLimits(request.body, currency, faults)
      const billingDetails = readBillingDetails(given)
      const change = { name, domain, billing: billingOf(billing), ...limits, billingDetails }
      return advertiserOnWire(await advertisers.change(callerOf(request), request.params.id, change, faults), currency)
    },
  )
}

function billingOf(billing: string | null | undefined): Advertiser['billing'] | undefined {
  return (billing ?? undefined) as Advertiser['billing'] | undefined
}
