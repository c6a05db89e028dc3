// GET /api/v1/reports: what was asked, shown, clicked, spent and earned.
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ReadReport } from '../../actions/reports/read-report.ts'
import { wantsCsv } from '../accept.ts'
import { callerOf } from '../auth.ts'
import { ignoredIn } from '../name-ignored.ts'
import { fileNamed } from '../schemas/csv.ts'
import { type Books, isSimulated } from '../schemas/money.ts'
import { readDimensions, readMetrics, reportAsCsv, reportAsJson } from '../schemas/report.ts'
import { reportQuerySchema, reportSchema } from '../schemas/report.ts'
import type { ResourceKit } from './resource.ts'

export interface ReportsDeps extends Pick<ResourceKit, 'auth'> {
  readonly config: Books
  readonly readReport: ReadReport
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
      const isCsv = format === 'csv' || (format === undefined && wantsCsv(request))
      // As bytes, since a text would go through the serialiser for JSON, and an object would go through it in one turn.
      if (!isCsv) {
        reply.type('application/json; charset=utf-8')
        const warnings = ignoredIn(request)
        return reportAsJson(report, { test: test || isSimulated(deps.config), metrics, currency, warnings })
      }
      const name = fileNamed(`report-${report.from}-${report.to}.csv`)
      reply.type('text/csv; charset=utf-8').header('content-disposition', name)
      return reportAsCsv(report, groupBy, metrics, currency)
    },
  )
}
