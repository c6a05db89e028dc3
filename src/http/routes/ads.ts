// /api/v1/ads: what is matched against a conversation and shown in it.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ChangeAd } from '../../actions/inventory/change-ad.ts'
import type { CreateAd } from '../../actions/inventory/create-ad.ts'
import type { ArchiveEntity, FindEntity, ListEntities } from '../../actions/inventory/manage-entities.ts'
import type { Ad } from '../../domain/ad.ts'
import { createFaults, type Faults } from '../../domain/faults.ts'
import { readExternalId } from '../../domain/external-id.ts'
import { callerOf } from '../auth.ts'
import { adChangeSchema, adOnWire, adSchema, newAdSchema, readAdFields } from '../schemas/ad.ts'
import { paramsSchema } from '../schemas/resource.ts'
import { registerResource, type ResourceKit } from './resource.ts'

export interface AdsDeps extends ResourceKit {
  readonly ads: {
    readonly create: CreateAd
    readonly change: ChangeAd
    readonly list: ListEntities<'ad'>
    readonly find: FindEntity<'ad'>
    readonly archive: ArchiveEntity<'ad'>
  }
}

export function registerAds(app: FastifyInstance, deps: AdsDeps): void {
  const { auth, repeatable, ads } = deps
  const guarded = { onRequest: auth.requires('inventory:write'), ...repeatable }
  const schema = { tags: ['Ads'], access: 'inventory:write' as const }

  registerResource(app, deps, {
    path: 'ads',
    one: 'an ad',
    tag: 'Ads',
    access: 'inventory:write',
    filters: ['advertiserId', 'campaignId', 'externalId', 'status', 'review'],
    schema: adSchema,
    onWire: adOnWire,
    ...ads,
  })
  app.post<{ Body: Static<typeof newAdSchema> }>(
    '/api/v1/ads',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Make an ad',
        body: newAdSchema,
        response: { 201: adSchema },
        examples: [
          {
            name: 'A card with a price',
            body: {
              campaignId: 'cmp_…',
              id: 'feather-13',
              title: 'Feather 13, a silent laptop',
              description: 'A fanless laptop of 990 g that lasts a day of trains.',
              landingUrl: 'https://feather.example/13?click={click_id}',
              price: '€899',
              ctaText: 'See it',
              keywords: ['quiet laptop'],
            },
            status: 201,
          },
        ],
      },
    },
    async (request, reply) => {
      const { campaignId, status, availability } = request.body
      const faults = createFaults()
      const fields = {
        ...readAdFields(request.body),
        campaignId,
        externalId: externalIdOf(request.body.id, faults),
        status: statusOf(status),
        availability: availabilityOf(availability),
      }
      reply.code(201)
      return adOnWire(await ads.create(callerOf(request), fields, request.ids, faults))
    },
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof adChangeSchema> }>(
    '/api/v1/ads/:id',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Change an ad',
        description:
          'Fields that are not named stay; null clears an optional one. `review` and `reviewReason` are set by operators alone. ' +
          'With `ifVersion` nothing is changed where the ad shows something else by now than what you looked at.',
        params: paramsSchema,
        body: adChangeSchema,
        response: { 200: adSchema },
        examples: [{ name: 'Another price', path: '/api/v1/ads/ad_…', body: { price: '€849' } }],
      },
    },
    async (request) => {
      const { campaignId, id, status, availability, review, reviewReason, ifVersion } = request.body
      const faults = createFaults()
      const change = {
        ...readAdFields(request.body),
        campaignId,
        externalId: externalIdOf(id, faults),
        status: statusOf(status),
        availability: availabilityOf(availability),
        review: review as Ad['review'] | undefined,
        reviewReason,
        ifVersion: ifVersion ?? undefined,
      }
      return adOnWire(await ads.change(callerOf(request), request.params.id, change, faults))
    },
  )
}

function statusOf(status: string | null | undefined): Ad['status'] | undefined {
  return (status ?? undefined) as Ad['status'] | undefined
}

function availabilityOf(availability: string | null | undefined): Ad['availability'] {
  return (availability ?? undefined) as Ad['availability']
}

function externalIdOf(given: string | null | undefined, faults: Faults): string | undefined {
  if (given === undefined || given === null) return undefined
  const read = readExternalId(given)
  if ('id' in read) return read.id
  faults.note('id', read.fault, 'characters')
  return undefined
}
