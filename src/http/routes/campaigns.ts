// /api/v1/campaigns: when, where, to whom and for how much ads are shown.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ChangeCampaign } from '../../actions/inventory/change-campaign.ts'
import type { CreateCampaign, NewCampaign } from '../../actions/inventory/create-campaign.ts'
import type { ArchiveEntity, FindEntity, ListEntities } from '../../actions/inventory/manage-entities.ts'
import type { MatchCampaign } from '../../actions/decisions/match-campaign.ts'
import type { ReadDelivery } from '../../actions/decisions/read-delivery.ts'
import type { ReadFirstHindrances } from '../../actions/decisions/read-first-hindrances.ts'
import { holdsScope } from '../../domain/api-key.ts'
import { createFaults } from '../../domain/faults.ts'
import { callerOf } from '../auth.ts'
import {
  campaignChangeSchema,
  campaignOnWire,
  campaignSchema,
  newCampaignSchema,
  readCampaign,
} from '../schemas/campaign.ts'
import {
  campaignMatchBody,
  campaignMatchOnWire,
  campaignMatchSchema,
  readCampaignMatch,
} from '../schemas/campaign-match.ts'
import { deliveryOnWire, deliverySchema, standingOnWire, standingSchema } from '../schemas/delivery.ts'
import { paramsSchema, withoutNulls } from '../schemas/resource.ts'
import { Type } from '../../doors/type.ts'
import { type Listed, registerResource, type ResourceKit } from './resource.ts'

export interface CampaignsDeps extends ResourceKit {
  readonly campaigns: {
    readonly create: CreateCampaign
    readonly change: ChangeCampaign
    readonly list: ListEntities<'campaign'>
    readonly find: FindEntity<'campaign'>
    readonly archive: ArchiveEntity<'campaign'>
  }
  readonly readDelivery: ReadDelivery
  readonly readFirstHindrances: ReadFirstHindrances
  readonly matchCampaign: MatchCampaign
}

export function registerCampaigns(app: FastifyInstance, deps: CampaignsDeps): void {
  const { auth, repeatable, campaigns, readDelivery, matchCampaign } = deps
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
    listed: listedWithDelivery(deps.readFirstHindrances),
    ...campaigns,
  })
  app.post<{ Body: Static<typeof newCampaignSchema> }>(
    '/api/v1/campaigns',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Make a campaign',
        body: newCampaignSchema,
        response: { 201: campaignSchema },
        examples: [
          {
            name: 'Half a dollar a click, a hundred a day',
            body: {
              advertiserId: 'adv_…',
              name: 'Spring',
              status: 'active',
              budget: { total: '1000.00', daily: '100.00', currency: 'USD' },
              bid: { model: 'cpc', amount: '0.50' },
            },
            status: 201,
          },
          {
            name: 'A flight with caps and targeting',
            body: {
              advertiserId: 'adv_…',
              name: 'Spring in Germany',
              startAt: '2027-03-01T00:00:00Z',
              endAt: '2027-05-31T22:00:00Z',
              timeZone: 'Europe/Berlin',
              budget: { total: '1000.00' },
              bid: { model: 'cpm', amount: '6.00' },
              pacing: 'even',
              frequencyCaps: [{ max: 3, windowSeconds: 86_400, per: 'user' }],
              targeting: { countries: { include: ['DE', 'AT'] }, keywords: { exclude: ['second hand'] } },
            },
            status: 201,
          },
        ],
      },
    },
    async (request, reply) => {
      const faults = createFaults()
      const { budget, targeting, feed, ...terms } = withoutNulls(readCampaign(request.body, currency, faults))
      const fields = {
        ...terms,
        ...(budget && { budget: withoutNulls(budget) }),
        ...(targeting && { targeting: withoutNulls(targeting) }),
        ...(feed && { feed: withoutNulls(feed) }),
      }
      reply.code(201)
      const made = await campaigns.create(callerOf(request), fields as NewCampaign, request.ids, faults)
      return campaignOnWire(made, currency)
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
        examples: [
          { name: 'Another daily budget', path: '/api/v1/campaigns/cmp_…', body: { budget: { daily: '150.00' } } },
        ],
      },
    },
    async (request) => {
      const faults = createFaults()
      const change = readCampaign(request.body, currency, faults)
      return campaignOnWire(await campaigns.change(callerOf(request), request.params.id, change, faults), currency)
    },
  )
  app.get<{ Params: { id: string } }>(
    '/api/v1/campaigns/:id/delivery',
    {
      onRequest: auth.requires(),
      schema: {
        ...schema,
        summary: 'Why a campaign serves, or does not',
        description:
          'What keeps it from serving now, by the rules that decisions go by, and what the last 10,000 decisions of this process made of it.',
        params: paramsSchema,
        response: { 200: deliverySchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      return deliveryOnWire(id, await readDelivery(caller, id), { currency, isAdmin: holdsScope(caller, 'admin') })
    },
  )
  app.post<{ Params: { id: string }; Body: Static<typeof campaignMatchBody> }>(
    '/api/v1/campaigns/:id/match',
    {
      onRequest: auth.requires(),
      schema: {
        ...schema,
        summary: 'Try a conversation on a campaign',
        description:
          'How relevant its ads are to a conversation and why, whoever else bids, whatever is left to spend, and whether or not it runs now; and what would ' +
          'keep them from it. Nothing is shown, counted or kept.',
        params: paramsSchema,
        body: campaignMatchBody,
        response: { 200: campaignMatchSchema },
        examples: [
          {
            name: 'What a person may ask',
            path: '/api/v1/campaigns/cmp_…/match',
            body: { conversationContext: { query: 'Which quiet light laptop should I buy for train rides?' } },
          },
        ],
      },
    },
    async (request) => {
      const { id } = request.params
      const { request: asked, limit } = readCampaignMatch(request.body, currency)
      return campaignMatchOnWire(id, await matchCampaign(callerOf(request), id, asked, limit), asked.warnings)
    },
  )
}

/** Only where it is asked for: most who list campaigns want their terms, and are not to wait for more. */
function listedWithDelivery(readFirstHindrances: ReadFirstHindrances): Listed<'campaign'> {
  return {
    query: {
      delivery: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether each tells if it can serve now, and what keeps it.' }),
      ),
      canServe: Type.Optional(
        Type.Boolean({ description: 'Only those that can serve now, or only those that cannot.' }),
      ),
    },
    fields: { delivery: Type.Optional(standingSchema) },
    async extend(caller, query, campaigns) {
      const { delivery, canServe } = query as { delivery: boolean; canServe?: boolean }
      if (!delivery && canServe === undefined) return campaigns.map((campaign) => [campaign, {}])
      const firsts = await readFirstHindrances(caller, campaigns)
      const isAdmin = holdsScope(caller, 'admin')
      return campaigns
        .map((campaign) => [campaign, { delivery: standingOnWire(firsts.get(campaign.id), isAdmin) }] as const)
        .filter(([, beside]) => canServe === undefined || beside.delivery.canServe === canServe)
    },
  }
}
