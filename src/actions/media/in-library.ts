// What one advertiser orders is written one order after the other, since orders share its library.
import { ServiceError } from '../../domain/errors.ts'
import { inTurn } from '../inventory/manage-entities.ts'

const ATTEMPTS_MAX = 8

/**
 * Runs `work` in its turn, from reading to writing; where another process was faster, it starts over.
 * @param work may run more than once
 */
export function inLibrary<T>(advertiserId: string, work: () => Promise<T>): Promise<T> {
  return inTurn(`library of ${advertiserId}`, async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const wasFaster = error instanceof ServiceError && error.code === 'conflict' && !('fault' in error)
        if (!wasFaster || attempt === ATTEMPTS_MAX) throw error
      }
    }
  })
}
