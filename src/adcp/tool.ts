// A tool of the sales agent: what it takes, and what answers it.
import type { TSchema } from 'typebox'
import type { Names } from '../actions/inventory/manage-entities.ts'
import type { Caller } from '../domain/api-key.ts'
import { type Arguments, SCHEMAS, type ToolName } from './schemas.ts'

export interface Tool {
  readonly title: string
  readonly description: string
  readonly input: TSchema
  /** It takes an idempotency_key, and answers a repeated one with the first answer. */
  readonly mutates: boolean
  /** @param args that `input` lets pass */
  answer(caller: Caller, args: Readonly<Record<string, unknown>>, names: Names): Promise<object>
}

export type Tools = ReadonlyMap<string, Tool>

/** A tool under its name, whose arguments are those of its schema. */
export function tool<N extends ToolName>(
  name: N,
  about: { readonly title: string; readonly description: string; readonly mutates?: boolean },
  answer: (caller: Caller, args: Arguments<N>, names: Names) => Promise<object>,
): readonly [string, Tool] {
  const { title, description, mutates = false } = about
  const input = SCHEMAS[name]
  return [
    name,
    {
      ...{ title, description, mutates, input },
      // Its own schema has let them pass by now.
      answer: (caller, args, names) => answer(caller, args as Arguments<N>, names),
    },
  ]
}
