// Hours of long ago become days: nobody who does not ask by the hour can tell, in whichever moment it is broken off.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import { createSeededRandom } from '../../src/base/random.ts'
import { dateOf } from '../../src/domain/day.ts'
import { impressionIdOf } from '../../src/domain/link-token.ts'
import type { LinkPayload } from '../../src/domain/link.ts'
import type { ReportDimension, ReportQuery } from '../../src/domain/report.ts'
import type { Store } from '../../src/store/contract.ts'
import { openStore } from '../../src/store/open.ts'
import { upkeepOf } from '../../src/store/sqlite/connection.ts'
import { migrate } from '../../src/store/sqlite/migrations.ts'
import { createWorkings } from '../../src/store/sql/operations.ts'
import { packEvent } from '../../src/store/sql/protocol.ts'
import { verifyBooks } from '../../src/store/sql/verify.ts'
import { adDraft, advertiserDraft, campaignDraft, eventOf, linkOf, publisherDraft, seed } from './entities.ts'

const FIRST_DAY = Date.UTC(2026, 2, 1) / DAY_MS
const DAYS = 6
/** Days before this one are folded. */
const SINCE = FIRST_DAY + 4
const date = (day: number) => dateOf(day * DAY_MS)

type World = ReturnType<typeof openWorld>

/** A store without its thread: what it is asked is done at once. */
function openWorld(start: number) {
  const random = createSeededRandom(start)
  const below = (count: number) => Math.floor(random() * count)
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const workings = createWorkings(db, upkeepOf(db))
  const { operations } = workings
  const write = <T>(work: () => T): T => {
    db.exec('BEGIN')
    const result = work()
    workings.seal()
    db.exec('COMMIT')
    return result
  }
  const breakOff = (work: () => unknown): void => {
    db.exec('BEGIN')
    work()
    db.exec('ROLLBACK')
    workings.afterRollback()
  }
  const owner = (n: number) => 1 + ((n - 1) % 2)
  write(() => {
    for (const n of [1, 2]) {
      operations['inventory.insert']('publisher', publisherDraft({ id: `pub_${n}` }))
      operations['inventory.insert']('advertiser', advertiserDraft({ id: `adv_${n}` }))
      operations['inventory.insert']('campaign', campaignDraft({ id: `cmp_${n}`, advertiserId: `adv_${n}` }))
    }
    for (const n of [1, 2, 3, 4])
      operations['inventory.insert']('ad', adDraft({ id: `ad_${n}`, campaignId: `cmp_${owner(n)}` }))
  })
  const links: LinkPayload[] = []

  return {
    db,
    operations,
    write,
    breakOff,
    below,
    /** Counts of a decision and perhaps what was heard of its ad, in some hour of one of these days. */
    play(fromDay: number, days: number): void {
      const hourMs = (fromDay + below(days)) * DAY_MS + below(24) * HOUR_MS
      const [adNumber, publisherNumber, test] = [1 + below(4), 1 + below(2), below(8) === 0]
      const slotId = `slot-${below(3)}`
      const country = ['DE', 'US', ''][below(3)]!
      const format = below(2) === 0 ? 'action_card' : 'suffix'
      const key = { hourMs, publisherNumber, slotId, format, country, test } as const
      const sums = {
        requests: 1,
        eligible: below(2),
        filled: 1,
        empty: new Uint32Array(),
        placed: Uint32Array.of(adNumber, owner(adNumber), 1),
      }
      const place = { adNumber, campaignNumber: owner(adNumber), publisherNumber, slotId, country, format } as const
      const link = linkOf(links.length, { ...place, decidedAtMs: hourMs, test })
      const receivedAtMs = hourMs + below(HOUR_MS)
      const heard = (kind: 'click' | 'viewable' | 'feedback', over = {}) =>
        packEvent(eventOf(kind, link, { receivedAtMs, ...over }))
      const sale = { factKey: `order-${links.length}`, conversion: { type: 'sale', valueMicros: below(1_000_000) } }
      links.push(link)
      write(() => {
        operations['reports.addCounts']([{ ...key, ...sums }])
        if (below(2) === 0) operations['ledger.append']([heard('viewable')])
        if (below(2) === 0) operations['ledger.append']([heard('click'), heard('click')])
        if (below(4) === 0)
          operations['ledger.append']([packEvent(eventOf('conversion', link, { receivedAtMs, ...sale }))])
        if (below(3) === 0) operations['ledger.append']([heard('feedback', { factKey: 'report' })])
        if (below(5) === 0) operations['ledger.append']([heard('click', { ignore: 'bot' })])
      })
    },
    reverse(): void {
      const link = links[below(links.length)]!
      const facts = [{ impressionId: impressionIdOf(link) }]
      const atMs = (FIRST_DAY + DAYS) * DAY_MS
      write(() => operations['ledger.reverse']({ id: `rev_${below(1e9)}`, reason: 'x', facts, atMs }))
    },
    read(query: Partial<ReportQuery>) {
      const asked = { from: date(FIRST_DAY), to: date(FIRST_DAY + DAYS - 1), groupBy: [], test: false, ...query }
      return operations['reports.read'](asked).flatMap((text) => JSON.parse(text) as unknown[])
    },
  }
}

const GROUPINGS: readonly (readonly ReportDimension[])[] = [
  [],
  ['day'],
  ['ad'],
  ['day', 'publisher'],
  ['advertiser', 'country'],
  ['day', 'campaign', 'slot', 'format'],
  ['publisher', 'ad', 'slot', 'country', 'format', 'day', 'advertiser', 'campaign'],
]
/** Days from the first one on: within what is folded, of that which is not, and across. */
const RANGES = [
  [0, 0],
  [1, 3],
  [2, 5],
  [4, 5],
] as const
const NARROWINGS = [{}, { publisherId: 'pub_1' }, { advertiserId: 'adv_2' }, { campaignId: 'cmp_1' }, { test: true }]

/** Everything that can be asked without the hour, and by the hour of days that have theirs. */
function readAll({ read }: World) {
  const ranges = RANGES.map(([from, to]) => ({ from: date(FIRST_DAY + from), to: date(FIRST_DAY + to) }))
  return [
    ...ranges.flatMap((range) => GROUPINGS.map((groupBy) => read({ ...range, groupBy }))),
    ...NARROWINGS.flatMap((narrowed) => GROUPINGS.map((groupBy) => read({ ...narrowed, groupBy }))),
    ...NARROWINGS.map((narrowed) => read({ ...narrowed, from: date(SINCE), groupBy: ['hour', 'ad'] })),
  ]
}

/** Sums that stand under another hour than their day's first. */
function hoursBefore(db: DatabaseSync, day: number): number {
  const count = (table: string) =>
    db.prepare(`SELECT count(*) AS rows FROM ${table} WHERE hour % 24 <> 0 AND hour < ?`).get(day * 24) as {
      rows: number
    }
  return count('rollup').rows + count('rollup_ignored').rows
}

test('reports stay what they were while hours are folded into days, and the books go on proving them', () => {
  for (const start of [1, 2]) {
    const world = openWorld(start)
    const { db, operations, write } = world
    for (let i = 0; i < 250; i++) world.play(FIRST_DAY, DAYS)
    for (let i = 0; i < 10; i++) world.reverse()
    const before = readAll(world)
    assert.ok(hoursBefore(db, SINCE) > 100)
    for (let turn = 0, isMore = true; isMore; turn++) {
      isMore = write(() => operations['reports.foldSome'](SINCE, 1 + world.below(40)))
      if (turn % 4 > 0 && isMore) continue
      assert.deepEqual(readAll(world), before)
      assert.deepEqual(verifyBooks(db).faults, [])
    }
    assert.equal(hoursBefore(db, SINCE), 0)
    assert.ok(hoursBefore(db, FIRST_DAY + DAYS) > 0, 'hours of later days stay')
    db.exec(`UPDATE rollup SET clicks = clicks + 1 WHERE hour < ${SINCE * 24} AND clicks > 0`)
    assert.match(verifyBooks(db).faults[0]!, /for a key on the day 2026-03-0[1-4]; the events say /)
  }
})

test('what comes late for a folded day, or for one that is being folded, is added to that day', () => {
  const [plain, folding] = [openWorld(7), openWorld(7)]
  const { db, operations, write } = folding
  for (const world of [plain, folding]) for (let i = 0; i < 200; i++) world.play(FIRST_DAY, DAYS)
  for (let turn = 0; turn < 60; turn++) {
    write(() => operations['reports.foldSome'](SINCE, 7))
    for (const world of [plain, folding]) {
      world.play(FIRST_DAY, DAYS)
      world.reverse()
    }
  }
  while (write(() => operations['reports.foldSome'](SINCE, 7)));
  assert.deepEqual(readAll(folding), readAll(plain))
  assert.deepEqual(verifyBooks(db).faults, [])
  assert.equal(hoursBefore(db, SINCE), 0)
})

test('a step that is rolled back leaves no day taken for folded', () => {
  const world = openWorld(5)
  for (let i = 0; i < 20; i++) world.play(FIRST_DAY, 1)
  world.breakOff(() => world.operations['reports.foldSome'](SINCE))
  for (let i = 0; i < 20; i++) world.play(FIRST_DAY, 1)
  assert.ok(world.read({ groupBy: ['hour'] }).length > 12)
  assert.deepEqual(verifyBooks(world.db).faults, [])
})

test('by the hour a report begins no earlier than hours are kept, and says when that is', () => {
  const world = openWorld(9)
  for (let i = 0; i < 100; i++) world.play(FIRST_DAY, DAYS)
  while (world.write(() => world.operations['reports.foldSome'](SINCE)));
  assert.throws(() => world.read({ groupBy: ['hour', 'ad'] }), {
    code: 'validation_error',
    message: `from must be ${date(SINCE)} or later to group by hour; of earlier days sums of the day are kept: group them by day`,
  })
  assert.ok(world.read({ from: date(SINCE), groupBy: ['hour', 'ad'] }).length > 0)
})

test('folding that is killed in any moment goes on where it was, and no report shows it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'aside-fold-'))
  try {
    const keys = Array.from({ length: 96 * 50 }, (_, i) => ({ hour: i % 96, slot: Math.floor(i / 96) }))
    const counts = keys.map(({ hour, slot }) => ({
      hourMs: FIRST_DAY * DAY_MS + hour * HOUR_MS,
      slotId: `slot-${slot}`,
      ...{
        publisherNumber: 1,
        format: 'suffix',
        country: 'DE',
        test: false,
        placed: new Uint32Array(),
        empty: new Uint32Array(),
      },
      ...{ requests: 1 + hour, eligible: hour, filled: 1 },
    }))
    const clicks = Array.from({ length: 200 }, (_, i) => {
      const receivedAtMs = FIRST_DAY * DAY_MS + (i % 96) * HOUR_MS
      return eventOf('click', linkOf(i, { decidedAtMs: receivedAtMs, slotId: `slot-${i % 50}` }), { receivedAtMs })
    })
    const look = async (change?: (store: Store) => Promise<unknown>) => {
      const store = await openStore({ dataDir })
      try {
        await change?.(store)
        const range = { from: date(FIRST_DAY), to: date(FIRST_DAY + 3), test: false }
        const { faults } = await store.ledger.verify()
        return { rows: await store.reports.read({ ...range, groupBy: ['day', 'slot'] }), faults }
      } finally {
        await store.close()
      }
    }
    const before = await look(async (store) => {
      await seed(store)
      await store.reports.addCounts(counts)
      await store.ledger.append(clicks)
    })
    assert.equal(before.rows.length, 200)
    assert.deepEqual(before.faults, [])
    for (const steps of [1, 2, 4]) {
      assert.equal(await foldAndKill(dataDir, steps), 'SIGKILL')
      assert.deepEqual(await look(), before)
    }
    assert.equal(await foldAndKill(dataDir), null)
    assert.deepEqual(await look(), before)
    const db = new DatabaseSync(join(dataDir, 'aside.db'))
    assert.equal(hoursBefore(db, SINCE), 0)
    db.close()
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

const PROGRAM = fileURLToPath(new URL('./fold-process.ts', import.meta.url))

/** Lets a process fold so many steps and kills it in the next one, or lets it fold all that there is; tells how it ended. */
async function foldAndKill(dataDir: string, ...steps: readonly number[]): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [PROGRAM, dataDir, String(SINCE), ...steps.map(String)], { stdio: 'inherit' })
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return signal
}
