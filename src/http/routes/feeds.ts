// /api/v1/campaigns/{id}/feed: what became of fetching a campaign's ads, and having them fetched now.
import type { FastifyInstance } from 'fastify'
import type { Feeds } from '../../actions/import/fetch-feeds.ts'
import { callerOf } from '../auth.ts'
import { feedOnWire, feedViewSchema } from '../schemas/feed.ts'
import { paramsSchema } from '../schemas/resource.ts'
import type { ResourceKit } from './resource.ts'

export interface FeedsDeps extends Pick<ResourceKit, 'auth'> {
  readonly feeds: Pick<Feeds, 'read' | 'fetchSoon'>
}

type WithId = { Params: { id: string } }

export function registerFeeds(app: FastifyInstance, { auth, feeds }: FeedsDeps): void {
  const guarded = { onRequest: auth.requires('inventory:write') }
  const schema = { tags: ['Campaigns'], access: 'inventory:write' as const, params: paramsSchema }
  app.get<WithId>(
    '/api/v1/campaigns/:id/feed',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'How the feed of a campaign stands',
        description: 'When it was fetched last and what came of it, and when it is fetched next.',
        response: { 200: feedViewSchema },
      },
    },
    async (request) => feedOnWire(await feeds.read(callerOf(request), request.params.id)),
  )
  app.post<WithId>(
    '/api/v1/campaigns/:id/feed/fetch',
    {
      ...guarded,
      schema: {
        ...schema,
        summary: 'Fetch the feed of a campaign now',
        description:
          'It is fetched within some seconds, after the one that is being fetched. Its address says what came of it. ' +
          'Within a minute since a fetch began that was asked for, it is refused with 429, and Retry-After says when it may be asked for again.',
        response: { 202: feedViewSchema },
      },
    },
    async (request, reply) => {
      reply.code(202)
      return feedOnWire(await feeds.fetchSoon(callerOf(request), request.params.id))
    },
  )
}
