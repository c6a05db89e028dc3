// What a body with faults is answered: each of them with its place and how to mend it.
import { type Issue, ServiceError } from '../domain/errors.ts'

export const ISSUES_MAX = 20

/** @param issues at least one */
export function validationError(issues: readonly Issue[], part = 'body'): ServiceError {
  const field = fieldOf(issues[0]!.pointer)
  const name = field === '' ? `The ${PARTS[part] ?? part}` : field
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more; see issues)` : ''
  return new ServiceError('validation_error', `${name} ${issues[0]!.message}${more}`, { field, issues })
}

const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' }

/** A JSON pointer in dotted form: `/slots/0/count` becomes `slots[0].count`. */
function fieldOf(pointer: string): string {
  let field = ''
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(name)) field += `[${name}]`
    else field += field === '' ? name : `.${name}`
  }
  return field
}

/** The JSON name of a value's type. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
