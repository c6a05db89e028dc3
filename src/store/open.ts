// Opens the store of a data folder, for one process at a time.
import { join } from 'node:path'
import { type Clock, realClock } from '../base/clock.ts'
import type { Store } from './contract.ts'
import { openSqliteStore } from './sqlite/client.ts'
import { lockDataDir } from './sqlite/data-lock.ts'

export interface StoreOptions {
  /** Made where it is missing. */
  readonly dataDir: string
  /** Service time: `ledger.spend` tells what was spent on the day that it shows. */
  readonly clock?: Clock
  /** Called once when the store stops writing for good (a failed write or sync), or dies; the service is then not ready. */
  readonly onStop?: (reason: string) => void
  /** For the power-cut test alone: `NORMAL` acknowledges what is not yet on the disk. */
  readonly synchronous?: 'FULL' | 'NORMAL'
}

/**
 * @throws ServiceError conflict where another process has the folder; its message names that process
 * @throws Error where a newer release has written the folder
 */
export async function openStore({
  dataDir,
  clock = realClock,
  onStop = () => {},
  synchronous = 'FULL',
}: StoreOptions): Promise<Store> {
  const unlock = lockDataDir(dataDir)
  try {
    const store = await openSqliteStore({ file: join(dataDir, 'aside.db'), synchronous, clock, onStop })
    return {
      ...store,
      async close() {
        await store.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
