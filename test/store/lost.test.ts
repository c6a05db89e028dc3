// A database across a network may go away between any two words: nothing that was refused counts, and all goes on when it is back.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { LedgerEvent } from '../../src/domain/ledger-event.ts'
import { upkeepOf } from '../../src/store/sqlite/connection.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import type { Connection, Sql, Statement } from '../../src/store/sql/database.ts'
import { createGroupCommit } from '../../src/store/sql/group-commit.ts'
import { createWorkings } from '../../src/store/sql/operations.ts'
import { type Call, packEvent } from '../../src/store/sql/protocol.ts'
import { adDraft, advertiserDraft, campaignDraft, eventOf, linkOf, publisherDraft } from './entities.ts'

class Lost extends Error {}

const click = (serial: number) => eventOf('click', linkOf(serial, { priceMicros: 1_000 }))

for (const when of ['SAVEPOINT call', 'RELEASE call', 'COMMIT'])
  test(`a line that is cut at ${when} refuses the whole group, and the next ones are judged as if it had not been`, () => {
    const line = openLine()
    line.must([1, 'ledger.append', [[packEvent(click(1))]]])
    line.cutAt(when)
    const refused = line.run([events(2, click(1), click(2)), events(3, click(3))])
    assert.deepEqual(
      refused.replies!.map(([, ok]) => ok),
      [false, false],
    )
    assert.match(refused.lost!, /cut/)
    const away = line.run([events(4, click(2))])
    assert.deepEqual([away.replies![0]![1], away.lost !== undefined], [false, true])

    line.mend()
    const back = line.run([events(5, click(1), click(2)), events(6, click(3))])
    const statuses = back.replies!.flatMap(([, , value]) => (value as { status: string }[]).map(({ status }) => status))
    assert.deepEqual(statuses, ['duplicate', 'accepted', 'accepted'])
    assert.equal(back.revived, true)
    assert.equal(back.spend!.campaigns[0]!.totalMicros, 3_000)
    assert.deepEqual((line.must([7, 'ledger.verify', [undefined, () => {}]]) as { faults: string[] }).faults, [])
  })

test('a commit that came through before the line was cut is not counted again', () => {
  const line = openLine()
  line.cutAt('COMMIT', { isKept: true })
  assert.equal(line.run([events(1, click(1))]).replies![0]![1], false)
  line.mend()
  const [outcome] = line.must(events(2, click(1))) as { status: string }[]
  assert.equal(outcome!.status, 'duplicate')
  line.must(events(3, click(2)))
  const { campaigns } = line.must([4, 'ledger.spend', [0]]) as { campaigns: { totalMicros: number }[] }
  assert.equal(campaigns[0]!.totalMicros, 2_000)
  assert.deepEqual((line.must([5, 'ledger.verify', [undefined, () => {}]]) as { faults: string[] }).faults, [])
})

test('a line that is cut just after a commit leaves what was told acknowledged', () => {
  const line = openLine()
  line.cutAt('after COMMIT')
  const { replies, spend } = line.run([events(1, click(1))])
  assert.equal(replies![0]![1], true)
  // What it stands at is told once the database is there again, where it is not known by heart.
  assert.ok(spend === undefined || spend.campaigns[0]!.totalMicros === 1_000)
  line.mend()
  assert.equal((line.must(events(2, click(1))) as { status: string }[])[0]!.status, 'duplicate')
})

/** One publisher, advertiser, campaign and ad in a database whose line can be cut at a word. */
function openLine() {
  const real = new DatabaseSync(':memory:')
  migrate(real)
  let cut: { readonly at: string; readonly isKept: boolean } | undefined
  let isLost = false
  const lose = (): never => {
    isLost = true
    throw new Lost('the line was cut')
  }
  const whole = <A extends unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => (isLost ? lose() : call(...args))
  }
  const db = {
    isTransaction: false as boolean,
    prepare(sql: string): Statement {
      const statement = real.prepare(sql) as unknown as Statement
      return {
        get: whole((...values) => statement.get(...values)),
        all: whole((...values) => statement.all(...values)),
        run: whole((...values) => statement.run(...values)),
        iterate: whole((...values) => statement.iterate(...values)),
        setReturnArrays: (enabled) => statement.setReturnArrays(enabled),
      }
    },
    exec: whole((sql: string) => {
      if (cut?.at === sql) {
        if (real.isTransaction) real.exec(cut.isKept ? 'COMMIT' : 'ROLLBACK')
        db.isTransaction = false
        lose()
      }
      real.exec(sql)
      db.isTransaction = real.isTransaction
      if (cut?.at === `after ${sql}`) isLost = true
    }),
  } satisfies Sql
  const connection: Connection = {
    db,
    upkeep: upkeepOf(real),
    migrate: () => {},
    demandPlace: () => {},
    afterCommit: () => {},
    revive() {
      if (!isLost) return false
      if (cut) lose()
      isLost = false
      return true
    },
    kindOf: (error) => (error instanceof Lost ? 'lost' : undefined),
    explain: (error) => error,
    close: () => real.close(),
  }
  const { run } = createGroupCommit(connection, createWorkings(db, connection.upkeep))
  const must = (call: Call): unknown => {
    const [, ok, value] = run([call]).replies![0]!
    assert.ok(ok, `${call[1]}: ${JSON.stringify(value)}`)
    return value
  }
  must([1, 'inventory.insert', ['publisher', publisherDraft()]])
  must([2, 'inventory.insert', ['advertiser', advertiserDraft()]])
  must([3, 'inventory.insert', ['campaign', campaignDraft()]])
  must([4, 'inventory.insert', ['ad', adDraft()]])
  return {
    run,
    must,
    cutAt: (at: string, { isKept = false } = {}) => (cut = { at, isKept }),
    mend: () => (cut = undefined),
  }
}

function events(id: number, ...given: readonly LedgerEvent[]): Call {
  return [id, 'ledger.append', [given.map(packEvent)]]
}
