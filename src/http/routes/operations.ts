// What operators and newcomers look at: health, metrics, limits, the API description and its pages.
import type { FastifyInstance } from 'fastify'
import { DEFAULT_RATE_LIMIT } from '../../actions/keys/authenticate.ts'
import { LINE_BYTES_MAX } from '../../actions/import/import-line.ts'
import { REQUEST_LIMITS } from '../../domain/ad-request.ts'
import { AD_LIMITS } from '../../domain/ad.ts'
import { BILLABLE_MS, LINK_LIFE_MS } from '../../domain/link.ts'
import { JSON_TYPE } from '../../doors/errors.ts'
import { renderDocsPage, renderHomePage } from '../pages/docs-page.ts'
import type { ApiDescription } from '../openapi.ts'
import { anyFields } from '../schemas/common.ts'
import { Type } from '../../doors/type.ts'
import { EVENTS_MAX } from './events.ts'

export interface OperationsDeps {
  /** Whether requests may be sent here; the reasons are sentences. */
  readonly readiness: () => { readonly ready: boolean; readonly reasons: readonly string[] }
  /** A prom-client registry. */
  readonly metrics: { metrics(): Promise<string>; readonly contentType: string }
  readonly config: { readonly baseUrl: string; readonly rateLimit: boolean; readonly clockSpeed: number }
}

const HTML = 'text/html; charset=utf-8'
/** Our pages hold no script and load nothing. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

export function registerOperations(
  app: FastifyInstance,
  deps: OperationsDeps & { readonly description: ApiDescription },
): void {
  const { description, config } = deps
  const tags = ['Operations']

  app.get(
    '/healthz',
    {
      schema: {
        summary: 'Whether the process lives',
        tags,
        access: 'open',
        examples: [{ name: 'Alive' }],
        response: { 200: Type.Object({ status: Type.Literal('ok') }) },
      },
    },
    () => ({
      status: 'ok',
    }),
  )

  app.get('/readyz', { schema: readySchema }, (_request, reply) => {
    const { ready, reasons } = deps.readiness()
    reply.code(ready ? 200 : 503)
    return { ready, reasons }
  })

  app.get(
    '/metrics',
    { schema: { summary: 'Figures for Prometheus', tags, access: 'open', produces: ['text/plain'] } },
    async (_request, reply) => {
      reply.type(deps.metrics.contentType)
      return reply.send(await deps.metrics.metrics())
    },
  )

  app.get(
    '/api/v1/limits',
    {
      schema: {
        summary: 'The limits that hold here',
        tags,
        access: 'open',
        examples: [{ name: 'All limits' }],
        response: { 200: limitsSchema },
      },
    },
    () => limits(config.rateLimit),
  )

  const self = {
    summary: 'This description',
    tags,
    access: 'open' as const,
    response: { 200: anyFields('OpenAPI 3.1') },
  }
  // Made when first asked for, and once: making them takes milliseconds of the thread that decides, and nobody needs a key to ask.
  let document: Buffer | undefined
  app.get('/openapi.json', { schema: self }, (_request, reply) => {
    reply.type(JSON_TYPE)
    return (document ??= Buffer.from(JSON.stringify(description.document())))
  })

  let page: Buffer | undefined
  app.get('/docs', { schema: { hide: true } }, (_request, reply) => {
    reply.type(HTML).header('content-security-policy', PAGE_POLICY)
    return (page ??= Buffer.from(renderDocsPage(config, description.operations())))
  })

  app.get('/', { schema: { hide: true } }, (_request, reply) => {
    reply.type(HTML).header('content-security-policy', PAGE_POLICY)
    return renderHomePage(config)
  })
}

const readySchema = {
  summary: 'Whether it may serve, and why not',
  tags: ['Operations'],
  access: 'open',
  response: {
    200: Type.Object({ ready: Type.Boolean(), reasons: Type.Array(Type.String()) }),
    503: Type.Object(
      { ready: Type.Boolean(), reasons: Type.Array(Type.String()) },
      { description: 'Not ready, with the reasons' },
    ),
  },
} as const

const numbers = (names: readonly string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])))

const limitsSchema = Type.Object({
  request: numbers(Object.keys(REQUEST_LIMITS)),
  ad: numbers(Object.keys(AD_LIMITS)),
  events: numbers(['perRequest']),
  imports: numbers(['lineBytes']),
  links: numbers(['impressionBillableSeconds', 'clickBillableSeconds', 'conversionBillableSeconds', 'redirectSeconds']),
  rate: Type.Union([numbers(['requestsPerSecondPerKey', 'burst']), Type.Null()]),
})

function limits(rateLimited: boolean) {
  return {
    request: { ...REQUEST_LIMITS },
    ad: { ...AD_LIMITS },
    events: { perRequest: EVENTS_MAX },
    imports: { lineBytes: LINE_BYTES_MAX },
    links: {
      impressionBillableSeconds: BILLABLE_MS.impression / 1_000,
      clickBillableSeconds: BILLABLE_MS.click / 1_000,
      conversionBillableSeconds: BILLABLE_MS.conversion / 1_000,
      redirectSeconds: LINK_LIFE_MS / 1_000,
    },
    rate: rateLimited ? { requestsPerSecondPerKey: DEFAULT_RATE_LIMIT, burst: DEFAULT_RATE_LIMIT } : null,
  }
}
