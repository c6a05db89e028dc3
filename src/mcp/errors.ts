// What a model may read of a call that failed.
import { ServiceError } from '../domain/errors.ts'

/** Words of ours, and never those of an unforeseen error. */
export function faultTextOf(thrown: unknown, requestId: string): string {
  if (thrown instanceof ServiceError && thrown.code !== 'internal') return `${thrown.message.replace(/\.$/, '')}.`
  return `The ad service could not answer this call, and nothing was counted. The operator finds the cause under ${requestId}.`
}
