// The API description (OpenAPI 3.1), generated from the schemas that the routes themselves carry.
import type { FastifySchema } from 'fastify'
import { IDEMPOTENCY_KEY_CHARS_MAX } from './idempotency.ts'
import { ignoredSchema, namesIgnored } from './name-ignored.ts'
import { accessText, errorSchema, type RouteExample } from './schemas/common.ts'

export interface RouteRecord {
  readonly method: string | readonly string[]
  /** With `:id` for parameters. */
  readonly url: string
  readonly schema?: FastifySchema
  /** Takes an `Idempotency-Key`. */
  readonly isRepeatable?: boolean
}

/** One address and method, as pages and tests read it. */
export interface Operation {
  readonly method: string
  /** With `{id}` for parameters. */
  readonly path: string
  readonly schema: FastifySchema
  readonly isRepeatable: boolean
}

export interface ApiDescription {
  /** The document; to be asked for once all routes are known. Built anew each time. */
  document(): OpenApiDocument
  operations(): readonly Operation[]
}

type JsonSchema = Record<string, unknown>
export type OpenApiDocument = Record<string, unknown> & { paths: Record<string, Record<string, unknown>> }

export function createApiDescription(deps: {
  readonly baseUrl: string
  readonly routes: readonly RouteRecord[]
}): ApiDescription {
  const operations = () => listed(deps.routes)
  return { operations, document: () => describe(deps.baseUrl, operations()) }
}

function describe(baseUrl: string, operations: readonly Operation[]): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = describeOperation(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aside',
      version: '1',
      description:
        'Ads that fit a conversation, decided in milliseconds. Unknown fields are ignored; null is the same as absent.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: KEYS,
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

const KEYS = [{ bearer: [] }, { apiKey: [] }]

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sent again with the same body, the write gets the first answer again and does nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARS_MAX },
}

function describeOperation({ method, path, schema, isRepeatable }: Operation): Record<string, unknown> {
  const access = schema.access ?? 'key'
  return {
    operationId: operationId(method, path),
    summary: schema.summary,
    description: [
      schema.description,
      access === 'open' || access === 'optional' || access === 'key' ? '' : accessText(access),
    ]
      .filter(Boolean)
      .join(' '),
    tags: schema.tags ?? ['Other'],
    ...(access === 'open' && { security: [] }),
    ...(access === 'optional' && { security: [{}, ...KEYS] }),
    'x-access': access,
    parameters: [
      ...pathParameters(path, schema.params as JsonSchema),
      ...queryParameters(schema.querystring as JsonSchema),
      ...(isRepeatable ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(schema.body !== undefined && { requestBody: requestBody(schema) }),
    responses: responses(schema, namesIgnored(method, schema)),
    'x-examples': schema.examples,
  }
}

function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && word !== 'api' && word !== 'v1')
  return [method.toLowerCase(), ...words]
    .map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('')
}

function pathParameters(path: string, params: JsonSchema | undefined): unknown[] {
  const known = (params?.properties ?? {}) as Record<string, JsonSchema>
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = known[name!] ?? { type: 'string' }
    return { name, in: 'path', required: true, description: schema.description, schema }
  })
}

function queryParameters(query: JsonSchema | undefined): unknown[] {
  const required = new Set((query?.required ?? []) as string[])
  return Object.entries((query?.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    description: schema.description,
    schema,
  }))
}

function requestBody(schema: FastifySchema): unknown {
  const types = schema.consumes ?? ['application/json']
  const media = (type: string) => {
    const fitting = (schema.examples ?? []).filter((one) => one.body !== undefined && (one.type ?? types[0]) === type)
    const examples = named(fitting)
    return { schema: schema.describedBody ?? schema.body, ...(examples && { examples }) }
  }
  return { required: true, content: Object.fromEntries(types.map((type) => [type, media(type)])) }
}

function named(examples: readonly RouteExample[]): Record<string, unknown> | undefined {
  if (examples.length === 0) return undefined
  return Object.fromEntries(
    examples.map((example) => [
      example.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      { summary: example.name, value: example.body },
    ]),
  )
}

function responses(schema: FastifySchema, mayWarn: boolean): Record<string, unknown> {
  const given = (schema.response ?? { 200: {} }) as Record<string, JsonSchema>
  const types = schema.produces ?? ['application/json']
  const described = Object.entries(given).map(([status, body]) => [
    status,
    {
      description: body.description ?? (status.startsWith('2') ? 'Success' : 'Answer'),
      ...(status !== '204' &&
        !status.startsWith('3') && {
          content: Object.fromEntries(
            types.map((type) => [
              type,
              type === 'application/json' ? { schema: mayWarn ? withWarnings(body) : body } : mediaOf(type),
            ]),
          ),
        }),
    },
  ])
  const failure = {
    description: 'Any error',
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      ...(types.includes('text/html') && { 'text/html': mediaOf('text/html') }),
    },
  }
  return { ...Object.fromEntries(described), default: failure }
}

/**
 * What is not JSON has its form told in words. That it is text is said all the same: of an answer that may be anything, clients would know
 * nothing of its JSON either.
 */
function mediaOf(type: string): { schema?: JsonSchema } {
  return type.startsWith('image/') ? {} : { schema: { type: 'string' } }
}

/** An answer that tells of warnings by itself describes them itself. */
function withWarnings(body: JsonSchema): JsonSchema {
  if (body.properties === undefined) return body
  const properties = body.properties as Record<string, JsonSchema>
  return { ...body, properties: { ...properties, warnings: properties.warnings ?? ignoredSchema } }
}

function listed(routes: readonly RouteRecord[]): Operation[] {
  return routes
    .filter(({ schema, url }) => schema?.hide !== true && !url.includes('*'))
    .flatMap(({ method, url, schema = {}, isRepeatable = false }) =>
      [method].flat().map((one) => ({ method: one, path: url.replace(/:(\w+)/g, '{$1}'), schema, isRepeatable })),
    )
    .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
}
