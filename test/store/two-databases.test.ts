// The same random calls, some of which fail and are rolled back, come to the same books in SQLite and in PostgreSQL.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import type { Campaign } from '../../src/domain/campaign.ts'
import type { EventKind } from '../../src/domain/ledger-event.ts'
import { openPostgres } from '../../src/store/postgres/connection.ts'
import type { Connection } from '../../src/store/sql/database.ts'
import { createGroupCommit } from '../../src/store/sql/group-commit.ts'
import { createWorkings, type OperationName } from '../../src/store/sql/operations.ts'
import { type Call, packEvent } from '../../src/store/sql/protocol.ts'
import { type EntityText, entityOfText } from '../../src/store/sql/texts.ts'
import { openSqlite } from '../../src/store/sqlite/connection.ts'
import { type Cluster, missingForPostgres, startCluster } from '../support/postgres.ts'
import { adDraft, advertiserDraft, campaignDraft, eventOf, linkOf, NOON_MS, publisherDraft } from './entities.ts'

/** TWO_DATABASES_RUNS=2000 looks longer. */
const RUNS = Number(process.env.TWO_DATABASES_RUNS ?? 12)
const KINDS: EventKind[] = ['impression', 'viewable', 'click', 'conversion', 'feedback', 'view_time']
const MODELS = ['cpc', 'cpm', 'cpa'] as const
const skip = missingForPostgres() ?? false
const folder = mkdtempSync(join(tmpdir(), 'aside-two-'))
let cluster: Cluster | undefined
let databases = 0
after(() => {
  cluster?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A call, made of what a database gave; the same one in both. */
type Step = (store: Grouped, serial: string) => [operation: OperationName, ...args: unknown[]]

const text = fc.oneof(
  fc.constantFrom('', 'order-1', 'order-2', 'half \ud83d'),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const event = fc.record({
  kind: fc.constantFrom(...KINDS),
  serial: fc.integer({ min: 0, max: 11 }),
  key: text,
  ignore: fc.boolean(),
  afterMs: fc.constantFrom(0, HOUR_MS, 13 * HOUR_MS, 25 * HOUR_MS, 31 * DAY_MS),
  require: fc.boolean(),
  share: fc.oneof(fc.constantFrom(0, 100, 70, 200 / 3), fc.double({ min: 0, max: 100, noNaN: true })),
  slotId: fc.constantFrom('a', 'b', 'ö\u2028\u007f'),
})
const amount = fc.constantFrom(2_500, 1, -3_000, 9_007_199_254_000_000, 0)

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(event, { minLength: 1, maxLength: 6 }), fc.boolean())
      .map(([events, isBroken]): Step => {
        const packed = events.map(({ kind, serial, key, ignore, afterMs, require, share, slotId }) =>
          packEvent(
            eventOf(
              kind,
              linkOf(serial, { model: MODELS[serial % 3]!, priceMicros: 700 + serial, test: serial === 11, slotId }),
              {
                factKey: kind === 'conversion' || kind === 'view_time' ? key : kind === 'feedback' ? 'up' : '',
                receivedAtMs: NOON_MS + afterMs,
                requireImpression: require,
                revenueShare: share,
                ...(kind === 'conversion' && { conversion: { type: 'purchase', valueMicros: 49_900_000 } }),
                ...(ignore && serial % 2 === 0 && { ignore: 'bot' as const }),
              },
            ),
          ),
        )
        // The databases take whole milliseconds alone.
        const broken = packEvent(eventOf('click', linkOf(99), { receivedAtMs: NOON_MS + 0.5 }))
        return () => ['ledger.append', isBroken ? [...packed, broken] : packed]
      }),
  },
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), amount, text)
    .map(([id, amountMicros, reference]): Step => () => [
      'ledger.topUp',
      { postingId: `wire-${id}`, advertiserId: 'adv_1', amountMicros, reference, atMs: NOON_MS },
    ]),
  fc
    .tuple(amount, text, fc.constantFrom({ advertiserId: 'adv_1' }, { publisherId: 'pub_1' }, { advertiserId: 'no' }))
    .map(([amountMicros, reference, whose]): Step => (_, serial) => [
      'ledger.adjust',
      { postingId: `adj-${serial}`, ...whose, amountMicros, reference, atMs: NOON_MS },
    ]),
  fc
    .tuple(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 0, max: 6_000 }))
    .map(([totalMicros, dailyMicros]): Step => (store) => {
      const campaign = entityOfText(store.must('inventory.find', 'campaign', 'cmp_1') as EntityText) as Campaign
      return ['inventory.update', 'campaign', { ...campaign, budget: { totalMicros, dailyMicros } }, campaign.revision]
    }),
  fc
    .tuple(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom(undefined, ...KINDS), text)),
      fc.boolean(),
    )
    .map(([facts, dryRun]): Step => (_, serial) => [
      'ledger.reverse',
      {
        id: `rev-${serial}`,
        reason: 'found\u0000 "later" \ud83d',
        facts: facts.map(([of, kind, factKey]) => ({
          impressionId: eventOf('click', linkOf(of)).impressionId,
          ...(kind && { kind }),
          factKey,
        })),
        atMs: NOON_MS + DAY_MS,
        dryRun,
      },
    ]),
  fc
    .constantFrom(0, 2 * HOUR_MS, DAY_MS)
    .map((afterMs): Step => () => ['settlement.release', 'pub_1', NOON_MS + afterMs, NOON_MS + afterMs]),
  fc.constantFrom(1, 350, 2_000).map((amountMicros): Step => (_, serial) => [
    'settlement.withdraw',
    {
      id: `wd-${serial}`,
      publisherId: 'pub_1',
      body: { amountMicros, method: { type: 'bank', account: '1' } },
      atMs: NOON_MS,
    },
  ]),
  fc.tuple(fc.constantFrom('processing', 'paid', 'canceled'), text).map(([status, note]): Step => (store) => {
    const [last] = store.must('settlement.list', { kind: 'withdrawal', limit: 1 }) as { id: string }[]
    return ['settlement.takeStep', { kind: 'withdrawal', id: last?.id ?? 'none', status, note, atMs: NOON_MS }]
  }),
  fc.constantFrom('statement', 'invoice').map((kind): Step => (store, serial) => {
    const owner = kind === 'statement' ? 'pub_1' : 'adv_1'
    const body = store.must('settlement.sumUp', kind, owner, NOON_MS + 40 * DAY_MS)
    if (!body) return ['settlement.list', { kind, limit: 3 }]
    return ['settlement.addStatement', { kind, id: `${kind}-${serial}`, owner, body, atMs: NOON_MS }]
  }),
  fc.constantFrom<Step>(
    () => ['reports.foldSome', Math.floor(NOON_MS / DAY_MS) + 1],
    () => ['inventory.insert', 'advertiser', advertiserDraft({ id: 'adv_1' })],
    (_, serial) => ['inventory.insert', 'campaign', campaignDraft({ id: `cmp-${serial}`, name: 'A\u0000 \ud83d' })],
    () => ['inventory.insert', 'ad', adDraft({ id: 'ad-x', campaignId: 'none' })],
    () => ['ledger.spend', NOON_MS],
    () => ['settlement.balance', 'pub_1'],
    () => ['ledger.head'],
    () => ['idempotency.begin', 'key', 'hash', NOON_MS],
    () => ['idempotency.finish', 'key', { status: 200, body: 'x' }],
    () => ['idempotency.abandon', 'key'],
  ),
)

test('whatever happens in whatever order, both databases answer the same and hold the same books', { skip }, () => {
  cluster ??= startCluster(['fsync=off'])
  fc.assert(
    fc.property(
      fc.array(fc.array(steps, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 25 }),
      fc.boolean(),
      (groups, prepaid) => {
        const name = `two_${databases++}`
        cluster!.sql([`CREATE DATABASE ${name}`])
        const both = [
          openSqlite({ file: join(folder, `${name}.db`), readOnly: false, synchronous: 'NORMAL' }),
          openPostgres({ url: cluster!.url(name), readOnly: false }),
        ].map((connection) => group(connection, prepaid)) as [Grouped, Grouped]
        try {
          for (const [i, group] of groups.entries()) {
            const [one, other] = both.map((store) => alike(store.run(group.map((step, j) => step(store, `${i}-${j}`)))))
            assert.deepEqual(other, one)
          }
          const [one, other] = both.map(stateOf)
          assert.deepEqual(one!.faults, [])
          assert.deepEqual(other, one)
        } finally {
          for (const { close } of both) close()
          cluster!.sql([`DROP DATABASE ${name} WITH (FORCE)`])
        }
      },
    ),
    {
      numRuns: RUNS,
      ...(process.env.TWO_DATABASES_RUNS === undefined && { seed: 20_260_310 }),
      endOnFailure: true,
    },
  )
})

interface Grouped {
  run(calls: readonly [operation: OperationName, ...args: unknown[]][]): unknown
  must(operation: OperationName, ...args: unknown[]): unknown
  close(): void
}

function group(connection: Connection, prepaid: boolean): Grouped {
  connection.migrate()
  const { run } = createGroupCommit(connection, createWorkings(connection.db, connection.upkeep))
  const must = (operation: OperationName, ...args: unknown[]) => {
    const [, ok, value] = run([[1, operation, args]]).replies![0]!
    assert.ok(ok, `${operation}: ${JSON.stringify(value)}`)
    return value
  }
  must('inventory.insert', 'publisher', publisherDraft())
  must('inventory.insert', 'advertiser', advertiserDraft({ billing: prepaid ? 'prepaid' : 'invoiced' }))
  must('inventory.insert', 'campaign', campaignDraft({ budget: { totalMicros: 9_000, dailyMicros: 4_000 } }))
  must('inventory.insert', 'ad', adDraft())
  return {
    run: (calls) => run(calls.map(([operation, ...args], id): Call => [id, operation, args])),
    must,
    close: () => connection.close(true),
  }
}

function stateOf(store: Grouped) {
  const { lines } = store.must('ledger.exportLines', 0) as { lines: string[] }
  const query = { from: '2026-03-09', to: '2026-04-12', test: false }
  return alike({
    ...(store.must('ledger.verify', undefined, () => {}) as { faults: string[] }),
    // Byte by byte, where no number of the database's is in them.
    lines: lines.map((line) => (/^\{"type":"(event|impression)"/.test(line) ? line : JSON.parse(line))),
    balances: store.must('ledger.balances'),
    days: rows(store.must('reports.read', { ...query, groupBy: ['day', 'slot', 'ad', 'country'] })),
    advertisers: rows(store.must('reports.read', { ...query, groupBy: ['advertiser', 'format'] })),
    feedback: store.must('reports.feedback', { test: false, limit: 50 }),
    facts: store.must('ledger.findFacts', { kinds: ['click', 'conversion'] }, 0, 100),
    spend: store.must('ledger.spend', NOON_MS),
    balance: store.must('settlement.balance', 'pub_1'),
  }) as { faults: string[] }
}

function rows(texts: unknown): unknown[] {
  return (texts as string[]).flatMap((some) => JSON.parse(some) as unknown[])
}

/** Without what tells databases apart: the numbers that PostgreSQL gives are not given again after a rollback, and faults have its own words. */
function alike(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 3 && value[1] === false) {
      const { code, message } = value[2] as { code?: string; message: string }
      return [value[0], false, code === undefined ? 'fault' : `${code}: ${message}`]
    }
    return value.map(alike)
  }
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? plain(value) : value
  const { type, entries, ...rest } = value as { type?: string; entries?: unknown }
  const kept = Object.entries(rest).filter(
    ([name, one]) => !UNLIKE.has(name) && !(name === 'steps' && typeof one === 'number'),
  )
  return {
    ...Object.fromEntries(
      kept.map(([name, one]) => [name, name === 'body' && typeof one === 'string' ? 'body' : alike(one)]),
    ),
    ...(type !== undefined && { type }),
    ...(entries !== undefined && { entries: Array.isArray(entries) ? entries.map(([, ...entry]) => entry) : entries }),
  }
}

const UNLIKE = new Set(['number', 'hash', 'head', 'document', 'documents', 'reversals', 'fromEntry', 'throughEntry'])

function plain(said: string): string {
  return said.replace(/release:pub_1:\d+/g, 'release:pub_1:n').replace(/^\d+:[0-9a-f]{64}$/, 'head')
}
