// What becomes of calls whose connection, statement or question fails in PostgreSQL.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../../src/store/postgres/connection.ts'
import { fillPostgres } from '../../src/store/postgres/restore.ts'
import { openSession } from '../../src/store/postgres/session.ts'
import { createGroupCommit } from '../../src/store/sql/group-commit.ts'
import { createWorkings, type OperationName } from '../../src/store/sql/operations.ts'
import { type Call, packEvent } from '../../src/store/sql/protocol.ts'
import { openSqlite } from '../../src/store/sqlite/connection.ts'
import { type Cluster, missingForPostgres, startCluster } from '../support/postgres.ts'
import { adDraft, advertiserDraft, campaignDraft, eventOf, linkOf, NOON_MS, publisherDraft, UNIT } from './entities.ts'

const skip = missingForPostgres() ?? false
const folder = mkdtempSync(join(tmpdir(), 'aside-postgres-'))
let cluster: Cluster
let databases = 0
before(() => {
  if (skip === false) cluster = startCluster(['fsync=off'])
})
after(() => {
  if (skip === false) cluster.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('a connection that is lost at the commit is made anew, and what was asked again counts once', { skip }, (t) => {
  const { run, must, sql } = openShop(t)
  must('ledger.append', [click(1)])
  sql(triggerOn('chain', 'PERFORM pg_terminate_backend(pg_backend_pid())'))
  assert.deepEqual(codesOf(run(['ledger.append', [click(2)]])), ['unavailable'])
  sql('DROP TRIGGER fault ON aside.chain')
  const { replies, revived, spend } = run(['ledger.append', [click(2)]])
  assert.deepEqual([replies![0]![1], revived], [true, true])
  assert.equal(spend!.campaigns[0]!.totalMicros, UNIT)
  assert.deepEqual(must('ledger.verify', undefined, () => {}).faults, [])
})

test('a fault that passes takes its whole group back, and what comes next is not in its way', { skip }, (t) => {
  const { run, must, sql } = openShop(t)
  sql(triggerOn('impressions', "RAISE EXCEPTION 'no room' USING ERRCODE = '53100'", 'NEW.price_micros = 777'))
  const full = packEvent(eventOf('click', linkOf(2, { priceMicros: 777 })))
  assert.deepEqual(codesOf(run(['ledger.append', [click(1)]], ['ledger.append', [full]])), [
    'unavailable',
    'unavailable',
  ])
  const { replies, stopped } = run(['ledger.balance', 'platform:fees'], ['ledger.append', [click(3)]])
  assert.deepEqual([replies!.map(([, ok]) => ok), stopped], [[true, true], undefined])
  assert.equal(must('ledger.spend', NOON_MS).campaigns[0].totalMicros, UNIT / 2)
  assert.deepEqual(must('ledger.verify', undefined, () => {}).faults, [])
})

test('a database that takes no writes for a while is told as one that is away, and written to again', { skip }, (t) => {
  const { run, must, exec } = openShop(t)
  exec('SET default_transaction_read_only = on')
  const { replies, stopped } = run(['ledger.append', [click(1)]], ['ledger.balance', 'platform:fees'])
  assert.deepEqual([codesOf({ replies: replies! }), stopped], [['unavailable', 'unavailable'], undefined])
  exec('SET default_transaction_read_only = off')
  must('ledger.append', [click(1)])
})

test('a question that fails leaves the writes around it alone', { skip }, (t) => {
  const { run, must } = openShop(t)
  const { replies, stopped } = run(
    ['ledger.append', [click(1)]],
    ['ledger.findLandingUrl', 1.5, 1],
    ['ledger.append', [click(2)]],
  )
  assert.deepEqual([replies!.map(([, ok]) => ok), stopped], [[true, false, true], undefined])
  assert.equal(must('ledger.spend', NOON_MS).campaigns[0].totalMicros, UNIT)
})

test('names that hold what texts of PostgreSQL cannot keep no campaign from being read', { skip }, (t) => {
  const { must } = openShop(t)
  for (const [i, name] of ['\u0000', 'half \ud83d', '\\\\u0000 \\\u0000'].entries()) {
    must('inventory.insert', 'campaign', campaignDraft({ id: `cmp-${i}`, name }))
  }
  assert.equal(must('ledger.spend', NOON_MS).campaigns.length, 4)
})

test('a store whose books would not close in PostgreSQL is not taken in', { skip }, async () => {
  const file = join(folder, 'odd.db')
  const source = openSqlite({ file, readOnly: false, synchronous: 'NORMAL' })
  source.migrate()
  const { run } = createGroupCommit(source, createWorkings(source.db, source.upkeep))
  // As older releases kept a share; of its digits each database writes others.
  const odd = click(1).with(7, 9.337524942020991)
  assert.deepEqual(codesOf(run([[1, 'ledger.append', [[odd]]]])), ['ok'])
  source.close(true)
  cluster.sql(['CREATE DATABASE odd'])
  assert.throws(() => fillPostgres(cluster.url('odd'), file, () => {}), /nothing was kept \(Link 1 of the chain/)
  assert.equal(cluster.sql(['SELECT count(*) FROM aside.events'], 'odd'), '0')
})

test('a reading that fails says what ended it', { skip }, (t) => {
  const { name } = openShop(t)
  const reader = openPostgres({ url: cluster.url(name), readOnly: true })
  t.after(() => reader.close(true))
  const rows = reader.db.prepare('SELECT 1 / (revision - 3) AS x FROM entities ORDER BY revision').iterate()
  assert.throws(() => [...rows], /division by zero/)
  assert.equal([...reader.db.prepare('SELECT revision FROM entities').iterate()].length, 4)
})

test('each lost connection gives its thread back', { skip }, async (t) => {
  const { must, sql, name } = openShop(t)
  const threads = () => readdirSync('/proc/self/task').length
  const before = threads()
  for (let i = 0; i < 3; i++) {
    sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'aside %' AND datname = '${name}'`,
    )
    await sleep(1_100)
    must('ledger.head')
  }
  await sleep(200)
  assert.ok(threads() <= before + 1, `${threads()} threads, ${before} before`)
})

test('an address that cannot be used is told at once', { skip }, () => {
  const startedMs = performance.now()
  const url = `${cluster.url('postgres')}&sslmode=verify-full&sslrootcert=/missing.pem`
  assert.throws(() => openSession({ url, name: 'test', waitMs: 20_000 }), /missing\.pem/)
  assert.ok(performance.now() - startedMs < 10_000)
})

function openShop(t: { after(end: () => void): void }) {
  const name = `faults_${databases++}`
  cluster.sql([`CREATE DATABASE ${name}`])
  const connection = openPostgres({ url: cluster.url(name), readOnly: false })
  t.after(() => connection.close(true))
  connection.migrate()
  const group = createGroupCommit(connection, createWorkings(connection.db, connection.upkeep))
  const run = (...calls: readonly [operation: OperationName, ...args: unknown[]][]) =>
    group.run(calls.map(([operation, ...args], id): Call => [id, operation, args]))
  const must = (operation: OperationName, ...args: unknown[]): any => {
    const [, ok, value] = run([operation, ...args]).replies![0]!
    assert.ok(ok, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  must('inventory.insert', 'publisher', publisherDraft())
  must('inventory.insert', 'advertiser', advertiserDraft())
  must('inventory.insert', 'campaign', campaignDraft())
  must('inventory.insert', 'ad', adDraft())
  return { name, run, must, exec: connection.db.exec, sql: (statement: string) => cluster.sql([statement], name) }
}

function click(serial: number) {
  return packEvent(eventOf('click', linkOf(serial)))
}

function codesOf({ replies }: { replies?: readonly (readonly unknown[])[] }) {
  return replies!.map(([, ok, error]) => (ok ? 'ok' : (error as { code?: string }).code))
}

function triggerOn(table: string, what: string, when = 'true'): string {
  return `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF ${when} THEN ${what}; END IF; RETURN NEW; END $$;
    CREATE TRIGGER fault BEFORE INSERT ON aside.${table} FOR EACH ROW EXECUTE FUNCTION fault()`
}
