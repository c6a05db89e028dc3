// Faults of a store, in words for whoever runs the service.
import { ServiceError } from '../../domain/errors.ts'

export const RESTORE = 'Restore a backup, as docs/operating.md says.'

/** An error for a row whose text is not what was written. */
export function damagedRow(what: string, cause: unknown): Error {
  return new Error(`The database is damaged: ${what} cannot be read (${messagesOf(cause as Error)}). ${RESTORE}`)
}

/** What whoever would write is told once a write has failed. */
export function stoppedError(reason: string): ServiceError {
  return new ServiceError('unavailable', `The store has stopped writing (${reason}); mend that and restart`)
}

/** Another process has the database. */
export class TakenError extends ServiceError {
  /** Where that one is reached, as it says in the database; undefined where it lets nobody in yet. */
  readonly writerPlace: string | undefined

  constructor(message: string, writerPlace?: string) {
    super('conflict', message)
    this.writerPlace = writerPlace
  }
}

/** What an error says, and what led to it. */
export function messagesOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message} (${messagesOf(error.cause)})` : error.message
}
