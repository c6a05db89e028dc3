// POST /api/v1/ads/import: a file of ads, read as it arrives and never held.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { ImportAds } from '../../actions/import/import-ads.ts'
import { IMPORT_TYPES } from '../../actions/import/load-import-reader.ts'
import { charsetOf, mediaTypeOf } from '../../base/content-type.ts'
import { invalid } from '../../domain/errors.ts'
import { unsupported } from '../../doors/json-body.ts'
import { callerOf } from '../auth.ts'
import { allowSlowBody } from '../connections/client-errors.ts'
import type { ResourceKit } from './resource.ts'
import { oneOf } from '../schemas/common.ts'
import { importResultSchema } from '../schemas/import.ts'
import { Type } from '../../doors/type.ts'

export interface ImportDeps extends Pick<ResourceKit, 'auth'> {
  readonly importAds: ImportAds
}

export function registerImport(app: FastifyInstance, deps: ImportDeps): void {
  // In a scope of its own: these content types are streams here, and refused everywhere else.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Querystring: Query }>(
      '/api/v1/ads/import',
      { onRequest: deps.auth.requires('inventory:write'), schema: SCHEMA },
      async (request) => {
        const { campaign } = request.query
        const fullFeed = fullFeedOf(request.query)
        const type = request.headers['content-type'] ?? ''
        const format = IMPORT_TYPES[mediaTypeOf(type)]
        if (format === undefined) throw unsupported(`Send the file as one of ${TYPES.join(', ')}`)
        allowSlowBody(request.raw)
        try {
          const file = { format, charset: charsetOf(type), body: chunksOf(request.raw) }
          return await deps.importAds(callerOf(request), { campaignId: campaign, fullFeed, ...file })
        } catch (error) {
          // What is still on its way is read and dropped, or the client would see a reset in place of the answer.
          request.raw.resume()
          throw error
        }
      },
    )
  })
}

async function* chunksOf(body: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false })
  } catch (cause) {
    if (body.destroyed) throw invalid('', 'The file broke off; what came before is kept')
    throw cause
  }
}

/** Who bounds what goes, and does not say that anything shall go, has forgotten one of the two. */
function fullFeedOf({ missing, missingMax }: Query): { missingMax: number } | undefined {
  if (missing === 'archive') return { missingMax: missingMax ?? MISSING_MAX }
  if (missingMax !== undefined) throw invalid('missingMax', 'bounds what missing=archive archives; send both')
  return undefined
}

/** Percent of a campaign's ads, beyond which a file is rather broken than whole. */
const MISSING_MAX = 50

const TYPES = Object.keys(IMPORT_TYPES)

type Query = Static<typeof querySchema>

const querySchema = Type.Object({
  campaign: Type.String({ minLength: 1, maxLength: 128, description: 'Where the ads go.' }),
  missing: Type.Optional(
    oneOf(['keep', 'archive'], {
      description:
        'What becomes of ads of the campaign that the file does not name; `archive` where the file is the whole feed. ' +
        'Default `keep`.',
    }),
  ),
  missingMax: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'With `missing=archive`: percent of the ads there were that may be missing; where more are, none is archived. ' +
        `Default ${MISSING_MAX}.`,
    }),
  ),
})

const SCHEMA = {
  summary: 'Import ads',
  description:
    'NDJSON, CSV with a header row, or a Google Merchant feed (TSV or XML), of any length, at most 64 KiB a line. Ads are ' +
    'found again by their `id`: new ones are added, changed ones changed. A bad line is named in `errors` (the first ' +
    '1,000 are kept) and never stops the good ones; where an id comes twice, the last one counts. With `missing=archive` the file is ' +
    'the whole feed of its campaign: once it was read to its end, ads with an id of the caller that it does not name are archived.',
  tags: ['Ads'],
  access: 'inventory:write' as const,
  consumes: TYPES,
  querystring: querySchema,
  body: Type.Unsafe<unknown>({}),
  response: {
    200: importResultSchema,
  },
  examples: [
    {
      name: 'Two ads as NDJSON',
      path: '/api/v1/ads/import?campaign=cmp_…',
      type: 'application/x-ndjson',
      body: `{"id": "feather-14", "title": "Feather 14", "landingUrl": "https://feather.example/14", "price": "€999"}
{"id": "feather-16", "title": "Feather 16", "landingUrl": "https://feather.example/16", "price": "€1,199"}
`,
    },
    {
      name: 'The same columns as CSV',
      path: '/api/v1/ads/import?campaign=cmp_…',
      type: 'text/csv',
      body: `id,title,landingUrl,price
feather-17,Feather 17,https://feather.example/17,€1399
`,
    },
    {
      name: 'A whole feed, whatever it leaves out',
      path: '/api/v1/ads/import?campaign=cmp_…&missing=archive&missingMax=100',
      type: 'text/csv',
      body: `id,title,landingUrl,price
feather-14,Feather 14,https://feather.example/14,€999
feather-17,Feather 17,https://feather.example/17,€1399
`,
    },
  ],
}
