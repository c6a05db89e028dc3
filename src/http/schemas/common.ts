// Shapes that several resources share, and what a route may say about itself for the API description.
import type { TSchema } from 'typebox'
import type { Scope } from '../../domain/api-key.ts'
import { ERROR_TABLE } from '../../doors/errors.ts'
import { Type } from '../../doors/type.ts'

/** What the API description and its pages say of a route, besides its schemas. */
export interface RouteNotes {
  /** One line. */
  readonly summary?: string
  /** Whole sentences. */
  readonly description?: string
  /** The group it is listed under. */
  readonly tags?: readonly string[]
  /** The scope a key needs, or of several one; `key`: any good key; `optional`: a part needs one; `open`: none. Default: `key`. */
  readonly access?: Scope | readonly Scope[] | 'key' | 'optional' | 'open'
  /** Content types of the body, where it is not JSON alone. */
  readonly consumes?: readonly string[]
  /** Content types of the answer, where it is not JSON alone. */
  readonly produces?: readonly string[]
  /** The body as callers should send it, where the check of the whole lets more in, since one bad item must not fail the others. */
  readonly describedBody?: unknown
  /** Real calls; a test sends each of them to a running server and compares the status. */
  readonly examples?: readonly RouteExample[]
  /** True: not listed. */
  readonly hide?: boolean
}

export interface RouteExample {
  readonly name: string
  /** Path and query as sent, where the route has parameters. An id that ends in "…" stands for one of the reader's own. */
  readonly path?: string
  readonly body?: unknown
  /** Content type of a body that is a text; default JSON. */
  readonly type?: string
  /** Default 200. */
  readonly status?: number
}

/** What callers need, in a sentence: its scopes as `scopeText` writes them. */
export function accessText(access: RouteNotes['access'] = 'key', scopeText = (scope: string) => scope): string {
  if (access === 'open') return 'No key needed.'
  if (access === 'optional') return 'A part of it needs a key.'
  if (access === 'key') return 'Needs a key.'
  return `Needs a key with the scope ${[access].flat().map(scopeText).join(' or ')}.`
}

declare module 'fastify' {
  interface FastifySchema extends RouteNotes {}
}

/** A field that may be left out or be null, which means the same. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

/** An object whose fields are the caller's own affair. */
export function anyFields(description: string) {
  return Type.Object({}, { additionalProperties: true, description })
}

/** One of a closed set of texts. */
export function oneOf(values: readonly string[], options: object = {}) {
  return Type.Unsafe<string>({ type: 'string', enum: [...values], ...options })
}

/** What an answer warns of, beside what was asked for. */
export function warningsOf(description: string) {
  return Type.Array(Type.Object({ code: Type.String(), message: Type.String(), field: Type.String() }), { description })
}

export const errorSchema = Type.Object(
  {
    error: Type.Object({
      code: oneOf(Object.keys(ERROR_TABLE)),
      message: Type.String({ description: 'What to do next, in a sentence.' }),
      field: Type.Optional(Type.String({ description: 'The field at fault, such as slots[0].count.' })),
      issues: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Type.String({ description: 'JSON pointer (RFC 6901) into the body or query.' }),
            keyword: Type.String(),
            message: Type.String(),
          }),
          { maxItems: 20 },
        ),
      ),
      recovery: oneOf(['correctable', 'transient', 'terminal']),
      retryAfterSeconds: Type.Optional(Type.Integer()),
    }),
    requestId: Type.String(),
  },
  { description: 'The body of every error.' },
)
