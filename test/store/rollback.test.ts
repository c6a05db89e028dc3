// A call that fails is rolled back in the database, and leaves nothing in memory either.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { LedgerEvent } from '../../src/domain/ledger-event.ts'
import { connectionOf } from '../../src/store/sqlite/connection.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import type { Connection } from '../../src/store/sql/database.ts'
import { createGroupCommit } from '../../src/store/sql/group-commit.ts'
import { createWorkings, type OperationName } from '../../src/store/sql/operations.ts'
import { type Call, type FromThread, packEvent } from '../../src/store/sql/protocol.ts'
import { adDraft, advertiserDraft, campaignDraft, eventOf, linkOf, NOON_MS, publisherDraft } from './entities.ts'

const click = (serial: number) => eventOf('click', linkOf(serial))
/** The database takes whole milliseconds alone. */
const broken = eventOf('click', linkOf(99), { receivedAtMs: NOON_MS + 0.5 })

test('reports do not count what came before a fault in the same batch', () =>
  withGroup({}, ({ must, append, fails }) => {
    fails('ledger.append', pack([click(1), broken]))
    append([click(2)])
    const { faults } = must('ledger.verify', undefined, () => {}) as { faults: string[] }
    assert.deepEqual(faults, [])
  }))

test('messages that were never kept take no room from those that come', () =>
  withGroup({ outboxMax: 2 }, ({ must, append, fails }) => {
    must('webhooks.add', { id: 'wh_1', owner: '', url: 'https://x.example', kinds: ['click'], dropped: 0 })
    fails('ledger.append', pack([click(1), click(2), broken]))
    append([click(3), click(4)])
    assert.equal((must('webhooks.due', NOON_MS, 10, []) as unknown[]).length, 2)
  }))

test('keys that were not swept after all are counted', () =>
  withGroup({ keysMax: 25 }, ({ db, must, fails }) => {
    for (let i = 0; i < 25; i++) must('idempotency.begin', `key ${i}`, 'hash', NOON_MS)
    fails('idempotency.begin', 'key 25', null, NOON_MS)
    must('idempotency.begin', 'key 26', 'hash', NOON_MS)
    const { kept } = db.prepare('SELECT count(*) AS kept FROM idempotency').get() as { kept: number }
    assert.equal(kept, 6, 'a sweep took twenty')
  }))

test('what is known of a database by heart is forgotten where the connection to it was lost', () => {
  let isLost = false
  const revive = () => {
    const wasLost = isLost
    isLost = false
    return wasLost
  }
  withGroup(
    {},
    ({ db, must, append }) => {
      append([click(1)])
      // As if another server took its place, which had not heard of all.
      db.exec(`UPDATE accounts SET balance_micros = 0; UPDATE campaign_spend SET spent_micros = 0`)
      isLost = true
      assert.equal(must('ledger.balance', 'advertiser:adv_1:funds'), 0)
      assert.equal(
        (must('ledger.spend', NOON_MS) as { campaigns: { totalMicros: number }[] }).campaigns[0]!.totalMicros,
        0,
      )
    },
    { revive },
  )
})

test('while another program holds the database a group waits for it once, and its questions are answered', () =>
  withGroup({}, ({ db, file, run, append }) => {
    db.exec('PRAGMA busy_timeout = 20')
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    let begun = 0
    const exec = db.exec.bind(db)
    db.exec = (sql) => {
      if (sql === 'BEGIN IMMEDIATE') begun++
      exec(sql)
    }
    const { replies } = run([
      [1, 'ledger.append', [pack([click(1)])]],
      [2, 'ledger.append', [pack([click(2)])]],
      [3, 'settings.write', ['x', 'y']],
      [4, 'settings.read', ['x']],
    ])
    assert.deepEqual(
      [replies!.map(([id, ok]) => [id, ok]), begun],
      [
        [
          [1, false],
          [2, false],
          [3, false],
          [4, true],
        ],
        1,
      ],
    )
    assert.match(JSON.stringify(replies), /in use by another program/)
    other.exec('COMMIT')
    append([click(1), click(2)])
    other.close()
  }))

interface Group {
  readonly db: DatabaseSync
  readonly file: string
  run(calls: readonly Call[]): FromThread
  must(operation: OperationName, ...args: unknown[]): unknown
  fails(operation: OperationName, ...args: unknown[]): void
  append(events: readonly LedgerEvent[]): void
}

/** Hands calls to what commits them, one a group, over one publisher, advertiser, campaign and ad. */
function withGroup(
  limits: Parameters<typeof createWorkings>[2],
  use: (group: Group) => void,
  over: Partial<Connection> = {},
): void {
  const folder = mkdtempSync(join(tmpdir(), 'aside-rollback-'))
  const file = join(folder, 'aside.db')
  const db = openDatabase({ file, readOnly: false, synchronous: 'NORMAL' })
  try {
    const connection = { ...connectionOf(db, { file, readOnly: false }), ...over }
    connection.migrate()
    const { run } = createGroupCommit(connection, createWorkings(db, connection.upkeep, limits))
    const call = (operation: OperationName, args: unknown[]) => run([[1, operation, args]]).replies![0]!
    const must = (operation: OperationName, ...args: unknown[]) => {
      const [, ok, value] = call(operation, args)
      assert.ok(ok, `${operation}: ${JSON.stringify(value)}`)
      return value
    }
    must('inventory.insert', 'publisher', publisherDraft())
    must('inventory.insert', 'advertiser', advertiserDraft())
    must('inventory.insert', 'campaign', campaignDraft())
    must('inventory.insert', 'ad', adDraft())
    use({
      db,
      file,
      run,
      must,
      fails: (operation, ...args) => assert.equal(call(operation, args)[1], false, `${operation} did not fail`),
      append: (events) => void must('ledger.append', pack(events)),
    })
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

function pack(events: readonly LedgerEvent[]) {
  return events.map(packEvent)
}
