// Names what a call of the administration said that nobody reads: it is ignored everywhere, and a slip of the finger should not go unseen.
//
// Known is what the schemas of a route name. The ad requests, events and links of publishers say nothing: they are many, and of programs.
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import type { Warning } from '../domain/ad-request.ts'
import { isJsonObject } from '../doors/json-body.ts'
import { warningsOf } from './schemas/common.ts'

/** JSON Schema, as much of it as says which names there are. */
interface Shape {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: unknown
  readonly patternProperties?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
}

/** The answer of such a route, where it is an object, may hold `warnings`. */
export const ignoredSchema = warningsOf(
  'Fields and parameters that nobody knows here and that were ignored, each once; the first 20.',
)

const IGNORED_MAX = 20
const NAME_CHARS_MAX = 64

/** Before the routes are registered. */
export function nameIgnored(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { schema = {} } = route
    const method = String(route.method)
    if (!namesIgnored(method, schema)) return
    route.preSerialization = [
      ...[route.preSerialization ?? []].flat(),
      (request, reply, payload, done) => {
        const warnings = reply.statusCode < 300 && isJsonObject(payload) ? ignoredIn(request) : []
        if (warnings.length === 0) return done(null, payload)
        const { warnings: others = [] } = payload as { warnings?: readonly object[] }
        done(null, { ...(payload as object), warnings: [...others, ...warnings] })
      },
    ]
  })
}

/** Whether the route is one of the administration that takes anything. */
export function namesIgnored(method: string, { access = 'key', hide, querystring }: FastifySchema): boolean {
  if (hide === true || access === 'open' || access === 'optional' || access === 'ads:request') return false
  return querystring !== undefined || (method !== 'GET' && method !== 'HEAD')
}

/** What a call said that nobody reads; for routes that write their answer as bytes, which take nothing more in. */
export function ignoredIn({ query, body, method, routeOptions: { schema = {} } }: FastifyRequest): Warning[] {
  const ignored = new Map<string, Warning>()
  const note = (field: string, shapes: readonly Shape[], what: string) => {
    const key = field.replace(/\[\d+\]/g, '[]')
    if (ignored.size === IGNORED_MAX || ignored.has(key)) return
    const names = namesOf(shapes)
    const known = names.length > 0 ? `; there are ${names.join(', ')}` : ''
    ignored.set(key, { code: 'unknown_field', message: `${field} is no ${what} here and was ignored${known}`, field })
  }
  walk(query, [(schema.querystring ?? NOTHING) as Shape], '', (field, shapes) => note(field, shapes, 'parameter'))
  // What was read may be sent back in a change as it came.
  const told = method === 'PATCH' ? Object.values((schema.response ?? {}) as Record<string, Shape>) : []
  const shapes = [(schema.body ?? NOTHING) as Shape, ...told]
  walk(body, shapes, '', (field, known) => note(field, known, 'field'))
  return [...ignored.values()]
}

const NOTHING: Shape = { properties: {} }

/** Calls `unknown` for each name that none of the shapes has, with the shapes of where it stands. */
function walk(
  value: unknown,
  shapes: readonly Shape[],
  at: string,
  unknown: (field: string, shapes: readonly Shape[]) => void,
): void {
  const forms = shapes.flatMap((shape) => [shape, ...(shape.anyOf ?? [])])
  if (Array.isArray(value)) {
    const items = forms.flatMap(({ items }) => items ?? [])
    if (items.length > 0) for (const [i, item] of value.entries()) walk(item, items, `${at}[${i}]`, unknown)
    return
  }
  const objects = forms.filter(({ properties }) => properties !== undefined)
  if (!isJsonObject(value) || objects.length === 0 || forms.some(takesAny)) return
  for (const [name, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined) continue
    const field = at === '' ? name : `${at}.${name}`
    const known = objects.flatMap(({ properties }) => (Object.hasOwn(properties!, name) ? properties![name]! : []))
    if (known.length === 0) unknown(field.slice(0, NAME_CHARS_MAX), objects)
    else walk(inner, known, field, unknown)
  }
}

function takesAny({ additionalProperties, patternProperties }: Shape): boolean {
  return Boolean(additionalProperties) || patternProperties !== undefined
}

/** Those that are read; what an answer alone tells is let through, and not offered. */
function namesOf([first]: readonly Shape[]): readonly string[] {
  return Object.keys(first?.properties ?? {})
}
