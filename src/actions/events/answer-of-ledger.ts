// What the ledger answers to whoever waits to hear what came of an event, and what they are told where it does not.
import { ServiceError } from '../../domain/errors.ts'
import { settleWithin } from './settle-within.ts'

/** Real milliseconds. */
const PATIENCE_MS = 5_000

/** @throws ServiceError unavailable where it refuses, or is late: what was sent may yet be recorded, and counts once when it is sent again */
export async function answerOfLedger<T>(answer: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const settled = await settleWithin(answer, patienceMs)
  if (settled.state === 'done') return settled.value
  throw notRecorded(settled.state === 'failed' ? settled.error : undefined)
}

/** What a caller is told where the ledger cannot take an event now. */
export function notRecorded(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause
  return new ServiceError('unavailable', 'Events cannot be recorded right now; send this one again in a few seconds', {
    retryAfterSeconds: 5,
    cause,
  })
}
