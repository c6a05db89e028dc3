// The store in PostgreSQL keeps the promises of every store, in a real one.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { openPostgres } from '../../src/store/postgres/connection.ts'
import { COPIED } from '../../src/store/postgres/copy.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { type Cluster, missingForPostgres, startCluster } from '../support/postgres.ts'
import { storeContract } from './contract-suite.ts'
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
