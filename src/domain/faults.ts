// Gathers all that is wrong with an input before anybody is told, so that it is mended in one round and not in three.
import { pointerOf, ServiceError, type Issue } from './errors.ts'

/** As many faults as one answer tells. */
export const ISSUES_MAX = 20

export interface Faults {
  /** One more; `message` goes on after the field's name: "must …". */
  note(field: string, message: string, keyword: string): void
  /** What `read` gives; undefined where it throws validation_error, whose faults are kept for later. */
  attempt<T>(read: () => T): T | undefined
  /** @throws ServiceError validation_error of all there are, the first one in front; nothing where there are none */
  demandNone(): void
}

export function createFaults(): Faults {
  const issues: Issue[] = []
  // What stands twice in a list is at fault twice, and told once.
  const isTold = ({ pointer, message }: Issue) =>
    issues.some((told) => told.pointer === pointer && told.message === message)
  const keep = (issue: Issue) => void (issues.length < ISSUES_MAX && !isTold(issue) && issues.push(issue))
  return {
    note: (field, message, keyword) => keep({ pointer: pointerOf(field), keyword, message }),
    attempt(read) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'validation_error') throw error
        const { issues: found = [] } = error.details
        if (found.length === 0) throw error // nothing could be told of it later
        found.forEach(keep)
        return undefined
      }
    },
    demandNone() {
      if (issues.length > 0) throw validationError(issues)
    },
  }
}

/** What an input with faults is answered: each of them with its place and how to mend it. @param issues at least one */
export function validationError(issues: readonly Issue[], part = 'body'): ServiceError {
  const field = fieldOf(issues[0]!.pointer)
  const name = field === '' ? `The ${PARTS[part] ?? part}` : field
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more; see issues)` : ''
  return new ServiceError('validation_error', `${name} ${issues[0]!.message}${more}`, { field, issues })
}

const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' }

/** A JSON pointer in dotted form: `/slots/0/count` becomes `slots[0].count`. */
export function fieldOf(pointer: string): string {
  let field = ''
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(name)) field += `[${name}]`
    else field += field === '' ? name : `.${name}`
  }
  return field
}
