// The embedded store keeps the promises of every store, on real files.
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/open.ts'
import { storeContract } from './contract-suite.ts'

storeContract('sqlite', async ({ clock }) => {
  const root = await mkdtemp(join(tmpdir(), 'aside-store-'))
  const dataDir = join(root, 'data')
  let store = await openStore({ dataDir, clock })
  return {
    store,
    async reopen() {
      await store.close()
      store = await openStore({ dataDir, clock })
      return store
    },
    freshPath: (name) => join(root, name),
    async openBackup(path) {
      const restored = join(root, 'restored')
      await mkdir(restored)
      await copyFile(path, join(restored, 'aside.db'))
      return openStore({ dataDir: restored, clock })
    },
    async dispose() {
      await store.close()
      await rm(root, { recursive: true })
    },
  }
})
