// /api/v1/traffic-rules: whose hits an operator does not want counted.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ManageTrafficRules } from '../../actions/events/manage-traffic-rules.ts'
import type { TrafficRule } from '../../domain/traffic-rule.ts'
import { callerOf } from '../auth.ts'
import { optional } from '../schemas/common.ts'
import { isoTime, paramsSchema, timeSchema } from '../schemas/resource.ts'
import type { ResourceKit } from './resource.ts'
import { Type } from '../../doors/type.ts'

export interface TrafficRulesDeps extends Pick<ResourceKit, 'auth' | 'repeatable'> {
  readonly trafficRules: ManageTrafficRules
}

export function registerTrafficRules(app: FastifyInstance, { auth, repeatable, trafficRules }: TrafficRulesDeps): void {
  const onRequest = auth.requires('admin')
  const shared = { tags: ['Traffic rules'], access: 'admin' as const }
  app.get(
    '/api/v1/traffic-rules',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'List traffic rules',
        description: 'Newest first.',
        response: { 200: Type.Object({ data: Type.Array(ruleSchema), nextCursor: Type.Null() }) },
      },
    },
    async (request) => ({ data: (await trafficRules.list(callerOf(request))).map(onWire), nextCursor: null }),
  )
  app.post<{ Body: Static<typeof newSchema> }>(
    '/api/v1/traffic-rules',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Add a traffic rule',
        description:
          'Clicks and views of whom it is meant for are kept as `traffic_rule` and not billed, and requests that name such a device get no ads: `invalid_traffic`. ' +
          'It holds within two seconds, for what comes from then on.',
        examples: [
          {
            name: 'Our office',
            body: { network: '203.0.113.0/24', note: 'Our office' },
            status: 201,
          },
          { name: 'A crawler that calls itself a browser', body: { userAgent: 'PriceWatch/' }, status: 201 },
        ],
        body: newSchema,
        response: { 201: ruleSchema },
      },
    },
    async (request, reply) => {
      const { network, userAgent, note } = request.body
      const draft = { network: network ?? undefined, userAgent: userAgent ?? undefined, note: note ?? undefined }
      const made = await trafficRules.add(callerOf(request), draft, request.ids)
      reply.code(201)
      return onWire(made)
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/v1/traffic-rules/:id',
    {
      onRequest,
      ...repeatable,
      schema: {
        ...shared,
        summary: 'Remove a traffic rule',
        description: 'What was kept out stays so.',
        params: paramsSchema,
        response: { 200: Type.Object({ id: Type.String() }) },
      },
    },
    async (request) => {
      const { id } = request.params
      await trafficRules.remove(callerOf(request), id)
      return { id }
    },
  )
}

function onWire({ createdAtMs, ...rule }: TrafficRule) {
  return { ...rule, createdAt: isoTime(createdAtMs) }
}

const NETWORK = 'An address or a block of addresses: IPv4 of /8 to /32, IPv6 of /16 to /64.'
const USER_AGENT = 'Stands in the User-Agent, in capitals or not. With a network both must hold.'
const newSchema = Type.Object({
  network: optional(Type.String({ minLength: 1, maxLength: 64, description: NETWORK })),
  userAgent: optional(Type.String({ minLength: 1, maxLength: 200, description: USER_AGENT })),
  note: optional(Type.String({ maxLength: 200, description: 'Why it is there.' })),
})
const ruleSchema = Type.Object({
  id: Type.String(),
  network: Type.Optional(Type.String()),
  userAgent: Type.Optional(Type.String()),
  note: Type.String(),
  createdAt: timeSchema,
})
