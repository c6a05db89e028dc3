// Opens the store that the suite of the contract tries, in a folder of its own, and takes it away again.
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../src/base/clock.ts'
import { openStore } from '../../src/store/open.ts'
import type { StoreUnderTest } from './contract-suite.ts'

export async function openSubject(where: { clock: Clock; databaseUrl?: string }): Promise<StoreUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'aside-store-'))
  const dataDir = join(root, 'data')
  let store = await openStore({ dataDir, ...where })
  return {
    store,
    async reopen() {
      await store.close()
      store = await openStore({ dataDir, ...where })
      return store
    },
    freshPath: (name) => join(root, name),
    // A backup is an embedded store, whatever it was made of.
    async openBackup(path) {
      const restored = join(root, 'restored')
      await mkdir(restored)
      await copyFile(path, join(restored, 'aside.db'))
      return openStore({ dataDir: restored, clock: where.clock })
    },
    async dispose() {
      await store.close()
      await rm(root, { recursive: true })
    },
  }
}
