// The store in PostgreSQL keeps the promises of every store, in a real one.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { openStore } from '../../src/store/open.ts'
import { openPostgres } from '../../src/store/postgres/connection.ts'
import { COPIED } from '../../src/store/postgres/copy.ts'
import { restoreStore } from '../../src/store/restore.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { type Cluster, missingForPostgres, startCluster } from '../support/postgres.ts'
import { storeContract } from './contract-suite.ts'
import { adContent, NOON_MS, publisherDraft, seed } from './entities.ts'
import { openSubject } from './open-subject.ts'

const missing = missingForPostgres()
const skip = missing ?? false
if (missing !== undefined)
  console.error(`\nSKIPPED: the store in PostgreSQL (test/store/postgres.test.ts): ${missing}\n`)

let cluster: Cluster | undefined
let databases = 0
after(() => cluster?.remove())

storeContract(
  'postgres',
  ({ clock }) => {
    cluster ??= startCluster(['fsync=off'])
    const database = `store_${databases++}`
    cluster.sql([`CREATE DATABASE ${database}`])
    return openSubject({ clock, databaseUrl: cluster.url(database) })
  },
  {},
  missing,
)

test(
  'the tables of both databases have the same columns, in the same order, and a copy knows them all',
  { skip },
  async () => {
    cluster ??= startCluster(['fsync=off'])
    const database = `store_${databases++}`
    cluster.sql([`CREATE DATABASE ${database}`])
    const store = openPostgres({ url: cluster.url(database), readOnly: false })
    store.migrate()
    store.close(true)
    const theirs = cluster.sql(
      [
        `SELECT table_name || ' ' || string_agg(column_name, ' ' ORDER BY ordinal_position) FROM information_schema.columns
      WHERE table_schema = 'aside' GROUP BY table_name ORDER BY table_name COLLATE "C"`,
      ],
      database,
    )
    const embedded = new DatabaseSync(':memory:')
    migrate(embedded)
    const ours = embedded
      .prepare(
        `SELECT t.name || ' ' || group_concat(c.name, ' ') AS line FROM sqlite_schema t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name ORDER BY t.name`,
      )
      .all() as { line: string }[]
    const columnsOf = (line: string) => line.split(' ')
    // Steps that added a column put it at the end; the order matters where rows are read and written as lists.
    const tables = new Map(theirs.split('\n').map((line) => [columnsOf(line)[0], columnsOf(line).slice(1)]))
    tables.delete('schema_version')
    assert.deepEqual(
      [...tables.keys()].sort(),
      ours.map(({ line }) => columnsOf(line)[0]),
    )
    for (const { line } of ours) {
      const [table, ...columns] = columnsOf(line)
      const same = table!.startsWith('rollup') ? tables.get(table)! : tables.get(table)!.toSorted()
      assert.deepEqual(same, table!.startsWith('rollup') ? columns : columns.toSorted(), table)
    }
    assert.deepEqual(COPIED.toSorted(), [...tables.keys()].sort())
  },
)

test('a database of the first shape gets the others, and keeps what it holds', { skip }, async () => {
  const url = freshDatabase()
  const old = openPostgres({ url, readOnly: false })
  old.migrate()
  old.db.exec(
    'DROP TABLE changes, media_buys, creatives, rollup_empty, key_uses; DROP INDEX reversals_by_document, impressions_by_campaign, entries_added; UPDATE schema_version SET version = 1',
  )
  old.db.exec("INSERT INTO settings (name, value) VALUES ('kept', 'yes')")
  old.close(true)
  const store = await openStore({ databaseUrl: url })
  assert.equal(await store.settings.read('kept'), 'yes')
  await store.inventory.insert('publisher', publisherDraft(), authorOf(1))
  assert.equal((await store.changes.list({ limit: 10 })).length, 1)
  assert.deepEqual(await store.media.listBuys({ limit: 10 }), [])
  await store.close()
})

test('the history of changes is put back with a backup, and goes on behind it', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-history-'))
  const embedded = await openStore({ dataDir: join(folder, 'data') })
  const made = await embedded.inventory.insert('publisher', publisherDraft(), authorOf(1))
  const renamed = await embedded.inventory.update('publisher', { ...made, name: 'B' }, made.revision, authorOf(2))
  await embedded.backup(join(folder, 'copy.db'))
  await embedded.close()
  const url = freshDatabase()
  const from = { dataDir: join(folder, 'other'), databaseUrl: url, backup: join(folder, 'copy.db') }
  assert.ok((await restoreStore({ ...from, replace: false, nowMs: NOON_MS })).books.ok)
  const store = await openStore({ databaseUrl: url })
  await store.inventory.update('publisher', { ...renamed, name: 'C' }, renamed.revision, authorOf(3))
  assert.deepEqual(
    (await store.changes.list({ entityId: made.id, limit: 10 })).map(({ id, action }) => `${id} ${action}`),
    ['chg_3 changed', 'chg_2 changed', 'chg_1 created'],
  )
  await store.close()
  rmSync(folder, { recursive: true })
})

test('media buys and creatives are put back with a backup, and go on behind it', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-media-'))
  const embedded = await openStore({ dataDir: join(folder, 'data') })
  await seed(embedded)
  await embedded.media.commit(orderOf('one'))
  await embedded.backup(join(folder, 'copy.db'))
  await embedded.close()
  const url = freshDatabase()
  const from = { dataDir: join(folder, 'other'), databaseUrl: url, backup: join(folder, 'copy.db') }
  await restoreStore({ ...from, replace: false, nowMs: NOON_MS })
  const store = await openStore({ databaseUrl: url })
  await store.media.commit(orderOf('two'))
  const query = { advertiserId: 'adv_1', limit: 10 }
  const [buys, creatives] = [await store.media.listBuys(query), await store.media.listCreatives(query)]
  assert.deepEqual(
    [...buys, ...creatives].map(({ id, number }) => `${id} ${number}`),
    ['two 2', 'one 1', 'two 2', 'one 1'],
  )
  await store.close()
  rmSync(folder, { recursive: true })
})

const orderOf = (id: string) => {
  const times = { createdAtMs: NOON_MS, updatedAtMs: NOON_MS }
  const buy = { startAtMs: NOON_MS, endAtMs: NOON_MS + 1, paused: false, packages: [], lastWrite: id, revision: 1 }
  const creative = { name: id, format: 'suffix' as const, content: adContent(), tags: [], campaignIds: [], revision: 1 }
  const common = { id, advertiserId: 'adv_1', ...times }
  return { buy: { ...common, ...buy }, creatives: [{ ...common, ...creative }] }
}

const authorOf = (number: number) => ({ changeId: `chg_${number}`, keyId: 'key_1', atMs: NOON_MS + number })

function freshDatabase(): string {
  cluster ??= startCluster(['fsync=off'])
  const database = `store_${databases++}`
  cluster.sql([`CREATE DATABASE ${database}`])
  return cluster.url(database)
}
