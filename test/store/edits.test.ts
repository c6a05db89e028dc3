// Whoever changes one byte of the books is found out: by the chain, by the sums, or by the file's own structure.
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import { openStore } from '../../src/store/open.ts'
import { upkeepOf } from '../../src/store/sqlite/connection.ts'
import { verifyBooks } from '../../src/store/sql/verify.ts'
import { eventOf, linkOf, NOON_MS, seed, UNIT } from './entities.ts'

/** How many edits of each sort are tried. */
const EDITS = Number(process.env.ASIDE_TEST_EDITS ?? 100)

/** Tables of the books with the columns that hold their values; the rest are row numbers, which are tried apart. */
const TABLES = [
  'impressions',
  'events',
  'postings',
  'entries',
  'accounts',
  'campaign_spend',
  'campaign_days',
  'documents',
  'document_steps',
  'reversals',
  'payment_references',
  'ignored_events',
  'chain',
]

let root: string
let books: string
let head: string
/** The same without triggers, so that an edit need not take them away first. */
let unguarded: string
before(async () => {
  root = mkdtempSync(join(tmpdir(), 'aside-edits-'))
  const dataDir = join(root, 'data')
  const store = await openStore({ dataDir })
  await seed(store, { campaign: { budget: { totalMicros: 900 * UNIT, dailyMicros: 100 * UNIT } } })
  const wire = { advertiserId: 'adv_1', amountMicros: 40 * UNIT, reference: 'wire 17', atMs: NOON_MS }
  await store.ledger.topUp({ postingId: 'pay_of_wire_17', ...wire })
  for (let i = 1; i <= 20; i++)
    await store.ledger.append([eventOf('click', linkOf(i)), eventOf('viewable', linkOf(i + 100))])
  const sale = { factKey: 'order-1', conversion: { type: 'sale', valueMicros: 5 * UNIT } }
  await store.ledger.append([eventOf('conversion', linkOf(3), sale)])
  await store.ledger.append([
    eventOf('click', linkOf(4)),
    eventOf('click', linkOf(4)),
    eventOf('click', linkOf(5), { ignore: 'bot' }),
  ])
  const { impressionId } = eventOf('click', linkOf(2))
  await store.ledger.reverse({ id: 'rev_1', reason: 'farm', facts: [{ impressionId }], atMs: NOON_MS + DAY_MS })
  await store.settlement.release('pub_1', NOON_MS + DAY_MS, NOON_MS + 8 * DAY_MS)
  const body = { amountMicros: UNIT, method: { type: 'bank', account: 'DE1' } }
  await store.settlement.withdraw({ id: 'wd_1', publisherId: 'pub_1', body, atMs: NOON_MS + 8 * DAY_MS })
  const moved = { kind: 'withdrawal', id: 'wd_1', note: 'SEPA', atMs: NOON_MS + 9 * DAY_MS } as const
  for (const status of ['processing', 'paid'] as const) await store.settlement.takeStep({ ...moved, status })
  const atMs = NOON_MS + 10 * DAY_MS
  await store.settlement.openStatement({ kind: 'statement', id: 'st_1', owner: 'pub_1', atMs })
  await store.settlement.openStatement({ kind: 'invoice', id: 'inv_1', owner: 'adv_1', atMs })
  await store.close()
  books = join(dataDir, 'aside.db')
  copyFileSync(books, join(root, 'earlier.db'))
  const again = await openStore({ dataDir })
  await again.ledger.append([eventOf('click', linkOf(50))])
  head = await again.ledger.head()
  await again.close()
  // Written anew, so that no page holds the remains of values that moved elsewhere.
  const tidy = new DatabaseSync(books)
  tidy.exec(`VACUUM INTO '${join(root, 'tidy.db')}'`)
  tidy.close()
  books = join(root, 'tidy.db')
  unguarded = join(root, 'unguarded.db')
  copyFileSync(books, unguarded)
  openFreely(unguarded).close()
})
after(() => rmSync(root, { recursive: true, force: true }))

let seedOfChance = 20_261_121
/** A whole number from 0 up to below `below`, the same in every run. */
function chance(below: number): number {
  seedOfChance = (Math.imul(seedOfChance, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seedOfChance / 2 ** 32) * below)
}

function faultsOf(file: string, outside?: string): readonly string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return verifyBooks(db, { head: outside, checkFile: upkeepOf(db).checkFile }).faults
  } catch (error) {
    return [`the file cannot be read: ${String(error)}`]
  } finally {
    db.close()
  }
}

test('books that nobody touched close, also against the head that was kept outside', () => {
  assert.deepEqual(faultsOf(books, head), [])
})

test('every edit of one byte of a value of the books is found and said', () => {
  const unseen: string[] = []
  for (let i = 0; i < EDITS; i++) {
    const file = join(root, 'edited.db')
    copyFileSync(unguarded, file)
    const edit = editOneByte(file, TABLES[i % TABLES.length]!)
    const faults = faultsOf(file)
    if (faults.length === 0) unseen.push(edit)
    for (const fault of faults) assert.match(fault, /^(the file|[A-Z])[^\n]*\.?$/, 'a fault is a sentence')
  }
  assert.deepEqual(unseen, [])
})

test('an edit of one byte in the file itself is found wherever a value of the books stands, also in an index', () => {
  const bytes = readFileSync(books)
  const db = new DatabaseSync(books, { readOnly: true })
  const texts = [
    'SELECT id AS text FROM impressions',
    'SELECT id AS text FROM postings',
    'SELECT hash AS text FROM chain',
  ]
    .flatMap((sql) => db.prepare(sql).all() as unknown as { text: string }[])
    .map(({ text }) => text)
  // Inner pages of a table hold row numbers alone; what else stands on them are remains that nobody reads.
  const inner = db.prepare("SELECT pageno AS page FROM dbstat WHERE pagetype = 'internal' AND name NOT LIKE '%index%'")
  const unread = new Set((inner.all() as unknown as { page: number }[]).map(({ page }) => page))
  const { page_size: pageBytes } = db.prepare('PRAGMA page_size').get() as { page_size: number }
  db.close()
  const file = join(root, 'edited.db')
  const unseen: string[] = []
  for (let i = 0; i < EDITS; i++) {
    const text = texts[chance(texts.length)]!
    const places = placesOf(bytes, text).filter((place) => !unread.has(Math.floor(place / pageBytes) + 1))
    const at = places[chance(places.length)]! + chance(text.length)
    const edited = Buffer.from(bytes)
    edited[at] = edited[at]! ^ 1
    writeFileSync(file, edited)
    if (faultsOf(file).length === 0) unseen.push(`byte ${at} of ${text}`)
  }
  assert.deepEqual(unseen, [])
})

test('a ledger whose end was cut off is found by the head that was kept outside, and by nothing else', () => {
  const earlier = join(root, 'earlier.db')
  assert.deepEqual(faultsOf(earlier), [], 'an older copy is in itself whole')
  assert.match(
    faultsOf(earlier, head).join('\n'),
    /The chain ends at link \d+, but it once reached link \d+: its end was cut off/,
  )
})

test('rows that were added or taken away behind the chain’s back are found', () => {
  for (const [sql, said] of [
    ['DELETE FROM chain WHERE number = 5', /Link 5 of the chain is missing/],
    ['DELETE FROM chain WHERE number = (SELECT max(number) FROM chain)', /stand outside the chain/],
    ['DELETE FROM entries WHERE posting = 3; DELETE FROM postings WHERE number = 3', /does not fit what it covers/],
    ["INSERT INTO documents VALUES (99, 'reversal', 'rev_9', '', '{}', 0)", /stand outside the chain/],
  ] as const) {
    const file = join(root, 'edited.db')
    copyFileSync(books, file)
    const db = openFreely(file)
    db.exec(sql)
    db.close()
    assert.match(faultsOf(file).join('\n'), said)
  }
})

/** Opens a copy without the guards that the store has, as somebody would who wants to cheat. */
function openFreely(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  db.exec('PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF')
  const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all() as { name: string }[]
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  return db
}

/** Changes one byte of one value of a row by chance; says what it was. */
function editOneByte(file: string, table: string): string {
  const db = openFreely(file)
  const rows = db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[]
  for (;;) {
    const row = rows[chance(rows.length)]!
    const columns = Object.keys(row).filter(
      (name) => row[name] !== null && !(table === 'impressions' && name === 'user'),
    )
    const column = columns[chance(columns.length)]!
    const key = Object.keys(row).filter((name) => row[name] !== null && !(row[name] instanceof Uint8Array))
    const where = key.map((name) => `${name} = ?`).join(' AND ')
    try {
      const values = key.map((name) => row[name] as string | number)
      const { changes } = db
        .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`)
        .run(edited(row[column]), ...values)
      assert.equal(changes, 1)
      db.close()
      return `${table}.${column} of ${JSON.stringify(row)}`
    } catch (error) {
      // Another row has that value already and it must be unique: such an edit cannot be.
      if (!/UNIQUE|datatype/.test(String(error))) throw error
    }
  }
}

function edited(value: unknown): string | number | Uint8Array {
  if (typeof value === 'number') return value + (chance(2) === 0 ? 1 : -1) * 256 ** chance(value > 65_536 ? 3 : 1)
  if (value instanceof Uint8Array)
    return value.map((byte, i) => (i === chance(value.length) || i === 0 ? byte ^ 1 : byte))
  const text = String(value)
  const at = chance(Math.max(text.length, 1))
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
}

function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at)
  return places
}
