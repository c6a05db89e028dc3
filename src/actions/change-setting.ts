// Changes a setting from what it is, so that nobody's change is lost: in this process each waits for its turn, and where another process was
// faster it starts over.
import { createTurns } from '../base/turns.ts'
import type { ToldSetting } from '../domain/change.ts'
import { ServiceError } from '../domain/errors.ts'
import type { SettingStore } from '../store/contract.ts'

interface Changed {
  readonly value: string
  /** What the history of changes tells of it. */
  readonly told?: ToldSetting
}

/**
 * @param next gets what is kept and says what is to be kept, undefined where that may stay; may run more than once
 * @returns what is kept then
 * @throws ServiceError unavailable where others are faster all the time; what `next` throws
 */
export type ChangeSetting = (
  name: string,
  next: (kept: string | undefined) => Changed | undefined,
) => Promise<string | undefined>

/** Of others who write one gets through each time. */
const TRIES_MAX = 50

export function createChangeSetting(settings: Pick<SettingStore, 'read' | 'swap'>): ChangeSetting {
  const turns = createTurns()
  return (name, next) =>
    turns.take(name, async () => {
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const kept = await settings.read(name)
        const changed = next(kept)
        if (changed === undefined) return kept
        if (await settings.swap(name, kept ?? null, changed.value, changed.told)) return changed.value
      }
      const message = 'Others change the same thing at the same time, again and again; try again'
      throw new ServiceError('unavailable', message, { retryAfterSeconds: 1 })
    })
}
