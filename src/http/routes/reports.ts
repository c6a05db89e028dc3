// GET /api/v1/reports: what was asked, shown, clicked, spent and earned; …/empty-slots: why slots stayed empty; …/reach: how many people saw a campaign.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { ReadEmptySlots } from '../../actions/reports/read-empty-slots.ts'
import type { ReadReach } from '../../actions/reports/read-reach.ts'
import type { ReadReport } from '../../actions/reports/read-report.ts'
import { EMPTY_SLOT_DIMENSIONS } from '../../domain/empty-slots.ts'
import { wantsCsv } from '../accept.ts'
import { callerOf } from '../auth.ts'
import { ignoredIn } from '../name-ignored.ts'
import { fileNamed } from '../schemas/csv.ts'
import { emptySlotsAsCsv, emptySlotsAsJson, emptySlotsQuerySchema, emptySlotsSchema } from '../schemas/empty-slots.ts'
import { type Books, isSimulated } from '../schemas/money.ts'
import { reachOnWire, reachQuerySchema, reachSchema } from '../schemas/reach.ts'
import {
  readDimensions,
  readMetrics,
  readNames,
  reportAsCsv,
  reportAsJson,
  reportQuerySchema,
  reportSchema,
} from '../schemas/report.ts'
import type { ResourceKit } from './resource.ts'

export interface ReportsDeps extends Pick<ResourceKit, 'auth'> {
  readonly config: Books
  readonly readReport: ReadReport
  readonly readEmptySlots: ReadEmptySlots
  readonly readReach: ReadReach
}

export function registerReports(app: FastifyInstance, deps: ReportsDeps): void {
  const { currency } = deps.config
  app.get<{ Querystring: Static<typeof reportQuerySchema> }>(
    '/api/v1/reports',
    {
      onRequest: deps.auth.requires('reports:read'),
      schema: {
        summary: 'Read a report',
        description:
          'Clicks and impressions are the valid ones; what does not count stands in `ignored`, by reason. A publisher or ' +
          'advertiser sees its own, and a publisher neither `conversionValue` nor `roas`. CSV comes with `format=csv` or the header `Accept: text/csv`.',
        tags: ['Reports'],
        access: 'reports:read',
        querystring: reportQuerySchema,
        produces: ['application/json', 'text/csv'],
        response: { 200: reportSchema },
        examples: [
          { name: 'The last 30 days by campaign', path: '/api/v1/reports?groupBy=campaign' },
          { name: 'The same by day, as CSV', path: '/api/v1/reports?groupBy=day&format=csv' },
        ],
      },
    },
    async (request, reply) => {
      const { groupBy: dimensions, metrics: names, format, test = false, ...query } = request.query
      const groupBy = readDimensions(dimensions)
      const caller = callerOf(request)
      const metrics = readMetrics(names, { isPublisher: caller.publisherId !== undefined })
      const { from, to, publisherId, advertiserId, campaignId } = query
      const report = await deps.readReport(caller, {
        from,
        to,
        groupBy,
        test,
        publisherId,
        advertiserId,
        campaignId,
      })
      // As bytes, since a text would go through the serialiser for JSON, and an object would go through it in one turn.
      if (!isCsv(format, request)) {
        reply.type('application/json; charset=utf-8')
        const warnings = ignoredIn(request)
        return reportAsJson(report, { test: test || isSimulated(deps.config), metrics, currency, warnings })
      }
      const name = fileNamed(`report-${report.from}-${report.to}.csv`)
      reply.type('text/csv; charset=utf-8').header('content-disposition', name)
      return reportAsCsv(report, groupBy, metrics, currency)
    },
  )

  app.get<{ Querystring: Static<typeof emptySlotsQuerySchema> }>(
    '/api/v1/reports/empty-slots',
    {
      onRequest: deps.auth.requires('reports:read'),
      schema: {
        summary: 'Read why slots stayed empty',
        description:
          'Slots that were asked for and got no ad at all, by day, publisher, slot or reason; of every day, publisher and slot they are the `requests` ' +
          'of a report that were not `filled`. A publisher sees its own, an operator all. CSV comes with `format=csv` or the header `Accept: text/csv`.',
        tags: ['Reports'],
        access: 'reports:read',
        querystring: emptySlotsQuerySchema,
        produces: ['application/json', 'text/csv'],
        response: { 200: emptySlotsSchema },
        examples: [
          { name: 'The last 30 days by reason', path: '/api/v1/reports/empty-slots?groupBy=reason' },
          { name: 'Each slot by day, as CSV', path: '/api/v1/reports/empty-slots?groupBy=day,slot,reason&format=csv' },
        ],
      },
    },
    async (request, reply) => {
      const { groupBy: dimensions, format, test = false, from, to, publisherId } = request.query
      const groupBy = readNames(dimensions, 'groupBy', EMPTY_SLOT_DIMENSIONS)
      const read = await deps.readEmptySlots(callerOf(request), { from, to, groupBy, test, publisherId })
      if (!isCsv(format, request)) {
        reply.type('application/json; charset=utf-8')
        return emptySlotsAsJson(read, { test: test || isSimulated(deps.config), warnings: ignoredIn(request) })
      }
      const name = fileNamed(`empty-slots-${read.from}-${read.to}.csv`)
      reply.type('text/csv; charset=utf-8').header('content-disposition', name)
      return emptySlotsAsCsv(read, groupBy)
    },
  )

  app.get<{ Querystring: Static<typeof reachQuerySchema> }>(
    '/api/v1/reports/reach',
    {
      onRequest: deps.auth.requires('reports:read'),
      schema: {
        summary: 'Read how many people saw a campaign',
        description:
          'How many people had valid impressions of the campaign in these days, and how many of them once, twice and so on, so that a frequency cap ' +
          'can be chosen by what it would change. An advertiser sees its own campaigns, an operator all; a publisher none, 403.',
        tags: ['Reports'],
        access: 'reports:read',
        querystring: reachQuerySchema,
        response: { 200: reachSchema },
        examples: [{ name: 'The last 30 days', path: '/api/v1/reports/reach?campaignId=cmp_…' }],
      },
    },
    async (request) => {
      const { campaignId, from, to, test = false } = request.query
      const read = await deps.readReach(callerOf(request), { campaignId, from, to, test })
      return { test: test || isSimulated(deps.config), ...reachOnWire(campaignId, read) }
    },
  )
}

function isCsv(format: string | undefined, request: FastifyRequest): boolean {
  return format === 'csv' || (format === undefined && wantsCsv(request))
}
