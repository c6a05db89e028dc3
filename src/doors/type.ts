// Makes JSON Schema out of the words of typebox, whose types follow from the same words. Its own code stays out: it can do
// far more than this, and would take a tenth of a second and 20 MB of each start.
import type { Type as Typebox } from 'typebox'

type Schema = Readonly<Record<string, unknown>>
type Words =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

/** Not enumerable, so that no document shows it. */
const OPTIONAL = Symbol('optional')

const builders: Record<Words, (...parts: never[]) => Schema> = {
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => schema,
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Record: (_key: Schema, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Object: (properties: Readonly<Record<string, Schema>>, options?: Schema) => {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
}

export const Type = builders as unknown as Pick<typeof Typebox, Words>
