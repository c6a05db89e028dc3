// Turns route schemas into checks, and what fails them into one error that says how to mend each fault.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { parseTime } from '../domain/day.ts'
import type { Issue, ServiceError } from '../domain/errors.ts'
import { ISSUES_MAX, validationError } from '../domain/faults.ts'
import { kindOf } from './kind-of.ts'

export type SchemaCompiler = FastifySchemaCompiler<object> & {
  errorOf(errors: readonly unknown[], part: string): ServiceError
}

/** JSON bodies are taken as they are; query and path are text, so numbers and booleans in them are read as such. */
export function createSchemaCompiler(): SchemaCompiler {
  const options = {
    allErrors: true,
    useDefaults: true,
    strict: false,
    strictNumbers: true,
    allowUnionTypes: true,
    verbose: true,
    formats: FORMATS,
  } as const
  const exact = new Ajv({ ...options, coerceTypes: false })
  // Strict, it would leave an infinite number ("1e400") that it read from text out of all further checks.
  const fromText = new Ajv({ ...options, strictNumbers: false, coerceTypes: 'array' })
  // All schemas together take a third of a second, which a start can ill afford; each is compiled when it is first needed.
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
    let compiled: ValidateFunction | undefined
    const check: ReturnType<FastifySchemaCompiler<object>> = (data) => {
      compiled ??= (httpPart === 'body' ? exact : fromText).compile(schema)
      const passes = compiled(data) as boolean
      check.errors = compiled.errors ?? null
      return passes
    }
    return check
  }
  return Object.assign(compile, {
    errorOf: (errors: readonly unknown[], part: string) => schemaError(errors as ErrorObject[], part),
  })
}

/** A `validation_error` with up to 20 issues. `part` is body, querystring, params or headers. */
function schemaError(errors: readonly ErrorObject[], part = 'body'): ServiceError {
  const issues = tellingOf(errors)
    .slice(0, ISSUES_MAX)
    .map((error) => issueOf(error, part))
  return validationError(issues, part)
}

// A choice of forms fails once per form and once as a whole. Where the value has the type of one form, the faults within
// it tell; where it has the type of none, the whole says what types there are; constants are listed by the whole as well.
function tellingOf(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const silent = new Set<ErrorObject>()
  for (const [at, choice] of errors.entries()) {
    if (choice.keyword !== 'anyOf') continue
    // The faults within a choice stand right before it. A body may hold a hundred thousand of them, so nobody looks further.
    for (let i = at - 1; i >= 0 && isWithin(errors[i]!, choice); i--) {
      silent.add(isMismatch(errors[i]!, choice) ? errors[i]! : choice)
    }
  }
  return errors.filter((error) => !silent.has(error))
}

function isWithin(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
    `${error.instancePath}/`.startsWith(`${choice.instancePath}/`)
  )
}

function isMismatch({ keyword, instancePath }: ErrorObject, choice: ErrorObject): boolean {
  return (keyword === 'type' || keyword === 'const') && instancePath === choice.instancePath
}

function issueOf(error: ErrorObject, part: string): Issue {
  const missing = error.keyword === 'required' ? `/${escapePointer(String(error.params.missingProperty))}` : ''
  return { pointer: error.instancePath + missing, keyword: error.keyword, message: messageOf(error, part) }
}

function messageOf({ keyword, params, parentSchema, data, message, instancePath }: ErrorObject, part: string): string {
  if (typeof data === 'number' && !Number.isFinite(data)) return 'is a number out of range'
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      if (part === 'body' && instancePath === '') return `must be a JSON object, not ${kindOf(data)}`
      if (part !== 'body' && Object.hasOwn(TEXT_FORMS, params.type)) return `must be ${TEXT_FORMS[params.type]}`
      return `must be ${formOf(parentSchema) ?? [params.type].flat().join(' or ')}, not ${kindOf(data)}`
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return `must be ${params.comparison} ${params.limit}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `must have at most ${params.limit} characters`
    case 'minItems':
      return `must have at least ${params.limit} item${params.limit === 1 ? '' : 's'}`
    case 'maxItems':
      return `must have at most ${params.limit} items`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'anyOf': {
      const all = (parentSchema as { anyOf?: { const?: unknown; type?: string }[] } | undefined)?.anyOf ?? []
      const forms = all.filter(({ type }) => type !== 'null')
      if (forms.every((form) => form.const !== undefined)) {
        return `must be one of ${forms.map((form) => form.const).join(', ')}`
      }
      const types = forms.flatMap((form) => formOf(form) ?? form.type ?? [])
      return types.length > 0
        ? `must be ${types.join(' or ')}, not ${kindOf(data)}`
        : 'has none of the forms that fit here'
    }
    case 'pattern': {
      const form = formOf(parentSchema)
      return form ? `must be ${form}` : (message ?? 'does not fit')
    }
    case 'format':
      return `must be a ${FORMAT_NAMES[params.format] ?? params.format}`
    default:
      return message ?? 'does not fit'
  }
}

/** Everything in an address is text, so what helps is how to write it. */
const TEXT_FORMS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
}

/** What a text looks like, where its description says so: "A decimal string, such as …". */
function formOf(schema: unknown): string | undefined {
  const { type, description } = (schema ?? {}) as { type?: string | string[]; description?: string }
  return [type].flat().includes('string') && description?.startsWith('A ')
    ? `a ${description.slice(2).replace(/\.$/, '')}`
    : undefined
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  uri: 'web address such as "https://example.com/page"',
  'date-time': 'time such as "2026-11-21T10:00:00Z"',
}

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  'date-time': (text: string) => parseTime(text) !== undefined,
} as const
