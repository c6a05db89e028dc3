// The store in PostgreSQL keeps the promises of every store, in a real one.
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { openStore } from '../../src/store/open.ts'
import { type Cluster, missingForPostgres, startCluster } from '../support/postgres.ts'
import { storeContract } from './contract-suite.ts'

const missing = missingForPostgres()
if (missing !== undefined)
  console.error(`\nSKIPPED: the store in PostgreSQL (test/store/postgres.test.ts): ${missing}\n`)

let cluster: Cluster | undefined
let databases = 0
after(() => cluster?.stop())

storeContract(
  'postgres',
  async ({ clock }) => {
    const root = await mkdtemp(join(tmpdir(), 'aside-store-'))
    cluster ??= startCluster(await mkdtemp(join(tmpdir(), 'aside-postgres-')), ['fsync=off'])
    const database = `store_${databases++}`
    cluster.sql([`CREATE DATABASE ${database}`])
    const databaseUrl = cluster.url(database)
    const dataDir = join(root, 'data')
    let store = await openStore({ dataDir, databaseUrl, clock })
    return {
      store,
      async reopen() {
        await store.close()
        store = await openStore({ dataDir, databaseUrl, clock })
        return store
      },
      freshPath: (name) => join(root, name),
      // A backup is an embedded store.
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
  },
  {},
  missing,
)
