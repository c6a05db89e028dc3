// Copies the store to a new file while the service goes on.
import { isAbsolute } from 'node:path'
import type { Caller } from '../domain/api-key.ts'
import { invalid } from '../domain/errors.ts'
import type { Store } from '../store/contract.ts'
import { demandScope } from './authorise.ts'

/**
 * Writes a consistent copy to `path` on this machine; nothing that exists is overwritten.
 * @throws ServiceError scope_insufficient; validation_error for a path that is relative, not named `.db` or cannot be written; conflict where
 * the file exists or another backup runs; unavailable where the database is damaged
 */
export type BackUpStore = (caller: Caller, path: string) => Promise<{ path: string; bytes: number }>

export function createBackUpStore({ store }: { store: Pick<Store, 'backup'> }): BackUpStore {
  return async (caller, path) => {
    demandScope(caller, 'admin')
    if (!isAbsolute(path) || path.includes('\0'))
      throw invalid('path', 'must be absolute, on the machine of the server')
    // With an ending of its own a copy can never pass for a file that another program reads.
    if (!path.endsWith('.db')) throw invalid('path', 'must end in .db')
    const { bytes } = await store.backup(path)
    return { path, bytes }
  }
}
