// How well a campaign's ads fit a conversation, on the wire.
import type { Static } from 'typebox'
import type { CampaignMatch } from '../../actions/decisions/match-campaign.ts'
import type { AdRequest, Warning } from '../../domain/ad-request.ts'
import { NO_FILL_CODES } from '../../domain/decision.ts'
import { readAdsRequest } from '../read-ads-request.ts'
import { adsRequestBody } from './ads-request.ts'
import { oneOf, optional, warningsOf } from './common.ts'
import { matchSchema, signalsSchema } from './decision.ts'
import { Type } from '../../doors/type.ts'

const MATCHED_ADS_MAX = 50
const MATCHED_ADS = 10

const { conversationContext, userContext } = adsRequestBody.properties

export const campaignMatchBody = Type.Object({
  conversationContext,
  userContext,
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: MATCHED_ADS_MAX,
      default: MATCHED_ADS,
      description: 'Ads told at most, the most relevant ones.',
    }),
  ),
})

const reason = oneOf(Object.keys(NO_FILL_CODES), {
  description:
    'Why no ad at all is shown to such a conversation by the policy that publishers begin with; absent where ads are.',
})

export const campaignMatchSchema = Type.Object({
  campaignId: Type.String(),
  signals: signalsSchema,
  gate: Type.Optional(reason),
  missedRule: Type.Optional(
    Type.String({
      description:
        'Of its targeting: which rule keeps it from such a conversation; publishers, placements, days and hours aside.',
    }),
  ),
  bestRelevance: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'Of the best ad of all campaigns in flight. An ad with less than a fifth of it is not shown beside it.',
  }),
  ads: Type.Array(
    Type.Object({
      id: Type.String(),
      externalId: Type.Optional(Type.String()),
      title: Type.String({ description: 'As it is shown.' }),
      relevance: Type.Number({ minimum: 0, maximum: 1 }),
      stoppedBy: Type.Optional(Type.String({ description: 'What keeps it from such a conversation.' })),
      match: Type.Optional(matchSchema),
    }),
    { description: 'Ads of the campaign that share anything with the conversation, the most relevant first.' },
  ),
  warnings: Type.Optional(warningsOf('What of the conversation was left out or cut, and which fields were ignored.')),
})

/** As an ad request with one slot that asks why. @throws ServiceError validation_error */
export function readCampaignMatch(
  { conversationContext, userContext, limit }: Static<typeof campaignMatchBody>,
  currency: string,
): { request: AdRequest; limit: number } {
  const asked = { slots: [{ slotId: 'match', format: 'action_card' }], options: { explain: true } }
  const request = readAdsRequest({ conversationContext, userContext, ...asked }, currency)
  return { request, limit: limit ?? MATCHED_ADS }
}

export function campaignMatchOnWire(
  campaignId: string,
  { signals, gate, missedRule, bestRelevance, ads }: CampaignMatch,
  warnings: readonly Warning[],
) {
  return {
    campaignId,
    signals,
    gate,
    missedRule,
    bestRelevance,
    ads: ads.map(({ adId, externalId, ...ad }) => ({ id: adId, externalId, ...ad })),
    ...(warnings.length > 0 && { warnings }),
  }
}
