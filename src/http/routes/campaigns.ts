// /api/v1/campaigns: when, where, to whom and for how much ads are shown.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ChangeCampaign } from '../../actions/change-campaign.ts'
import type { CreateCampaign, NewCampaign } from '../../actions/create-campaign.ts'
import type { ArchiveEntity, FindEntity, ListEntities } from '../../actions/manage-entities.ts'
import { callerOf } from '../auth.ts'
import {
  campaignChangeSchema,
  campaignOnWire,
  campaignSchema,
  newCampaignSchema,
  readCampaign,
} from '../schemas/campaign.ts'
import { paramsSchema, withoutNulls } from '../schemas/resource.ts'
import { registerResource, type ResourceKit } from './resource.ts'

export interface CampaignsDeps extends ResourceKit {
  readonly campaigns: {
    readonly create: CreateCampaign
    readonly change: ChangeCampaign
    readonly list: ListEntities<'campaign'>
    readonly find: FindEntity<'campaign'>
    readonly archive: ArchiveEntity<'campaign'>
  }
}

export function registerCampaigns(app: FastifyInstance, deps: CampaignsDeps): void {
  const { auth, repeatable, campaigns } = deps
  const { currency } = deps.config
  const guarded = { onRequest: auth.requires('inventory:write'), ...repeatable }
  const schema = { tags: ['Campaigns'], access: 'inventory:write' as const }

  registerResource(app, deps, {
    path: 'campaigns',
    one: 'a campaign',
    tag: 'Campaigns',
    access: 'inventory:write',
    filters: ['advertiserId', 'status'],
    schema: campaignSchema,
    onWire: (campaign) => campaignOnWire(campaign, currency),
    ...campaigns,
  })
  app.post<{ Body: Static<typeof newCampaignSchema> }>(
    '/api/v1/campaigns',
    {
      ...guarded,
      schema: { ...schema, summary: 'Make a campaign', body: newCampaignSchema, response: { 201: campaignSchema } },
    },
    async (request, reply) => {
      const { budget, targeting, ...terms } = withoutNulls(readCampaign(request.body, currency))
      const fields = {
        ...terms,
        ...(budget && { budget: withoutNulls(budget) }),
        ...(targeting && { targeting: withoutNulls(targeting) }),
      }
      reply.code(201)
      return campaignOnWire(await campaigns.create(callerOf(request), fields as NewCampaign), currency)
    },
  )
  app.patch<{ Params: { id: string }; Body: Static<typeof campaignChangeSchema> }>(
    '/api/v1/campaigns/:id',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Change a campaign',
        description:
          'Fields that are not named stay, also inside budget, bid and targeting; null clears an optional one.',
        params: paramsSchema,
        body: campaignChangeSchema,
        response: { 200: campaignSchema },
      },
    },
    async (request) => {
      const change = readCampaign(request.body, currency)
      return campaignOnWire(await campaigns.change(callerOf(request), request.params.id, change), currency)
    },
  )
}
