// A backup takes the place of a database whole or not at all, and what was there before is kept.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../src/store/contract.ts'
import { openStore } from '../../src/store/open.ts'
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts'
import { restoreStore } from '../../src/store/restore.ts'
import { adContent, adDraft, advertiserDraft, campaignDraft, eventOf, linkOf, NOON_MS, seed, UNIT } from './entities.ts'

const PROGRAM = fileURLToPath(new URL('./restore-process.ts', import.meta.url))
const FUNDS = 'advertiser:adv_1:funds'

let root: string
let backup: string
/** As a killed server leaves a folder: the last change stands in the log beside the database alone. */
let killed: string

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'aside-restore-'))
  backup = join(root, 'backup.db')
  killed = join(root, 'killed')
  const dataDir = join(root, 'origin')
  const store = await openStore({ dataDir })
  await store.inventory.insert('advertiser', advertiserDraft({ billing: 'prepaid' }))
  await topUp(store, 1)
  await store.backup(backup)
  await topUp(store, 2)
  await store.close()
  const again = await openStore({ dataDir })
  await topUp(again, 4)
  cpSync(dataDir, killed, { recursive: true, filter: (path) => !path.includes('lock.') })
  assert.ok(statSync(join(killed, 'aside.db-wal')).size > 0)
  await again.close()
})
after(() => rmSync(root, { recursive: true }))

test('a backup is restored into a folder that is not there yet, for its owner alone', async () => {
  const dataDir = join(root, 'new')
  const restored = await restore(dataDir)
  assert.deepEqual({ ok: restored.books.ok, keptIn: restored.keptIn }, { ok: true, keptIn: undefined })
  const store = await openStore({ dataDir })
  assert.deepEqual((await store.ledger.verify()).faults, [])
  await store.close()
  assert.equal(fundsIn(dataDir), 1)
  assert.equal(statSync(join(dataDir, 'aside.db')).mode & 0o777, 0o600)
  assert.ok(existsSync(backup))
})

test('a database gives way only where that is said, and is kept with its last change', async () => {
  const dataDir = copyOf(killed)
  writeFileSync(join(dataDir, 'inventory.snapshot'), 'of the old database')
  await assert.rejects(restore(dataDir, { replace: false }), { code: 'conflict', message: /holds a database already/ })
  assert.equal(fundsIn(copyOf(dataDir)), 7)

  const { keptIn } = await restore(dataDir)
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['aside.db', keptIn!.slice(dataDir.length + 1), 'lock.db'])
  assert.deepEqual([fundsIn(dataDir), fundsIn(keptIn!)], [1, 7])

  await restore(dataDir, { backup: join(keptIn!, 'aside.db') })
  assert.equal(fundsIn(dataDir), 7, 'what was kept can be restored like a backup')
})

test('of a database that is damaged all files are kept as they are, and none mixes with the backup', async () => {
  const dataDir = copyOf(killed)
  writeFileSync(join(dataDir, 'aside.db'), 'x'.repeat(9_000))
  const { keptIn } = await restore(dataDir)
  assert.equal(fundsIn(dataDir), 1)
  assert.deepEqual(readdirSync(keptIn!).toSorted(), ['aside.db', 'aside.db-shm', 'aside.db-wal'])
  assert.equal(statSync(join(keptIn!, 'aside.db-wal')).size, statSync(join(killed, 'aside.db-wal')).size)
})

test('a log whose database was moved away does not mix with the backup', async () => {
  const dataDir = copyOf(killed)
  rmSync(join(dataDir, 'aside.db'))
  await assert.rejects(restore(dataDir, { replace: false }), { code: 'conflict' })
  await restore(dataDir)
  assert.equal(fundsIn(dataDir), 1)
})

test('a folder that a process has open is left alone', async () => {
  const dataDir = copyOf(killed)
  const store = await openStore({ dataDir })
  await assert.rejects(restore(dataDir), { code: 'conflict', message: /in use by this process/ })
  await store.close()
  assert.equal(fundsIn(dataDir), 7)
})

const refused: readonly (readonly [what: string, make: (path: string) => void, error: object])[] = [
  ['that is not there', () => {}, { code: 'validation_error', message: /There is no file/ }],
  ['that is a folder', (path) => mkdirSync(path), { code: 'validation_error', message: /There is no file/ }],
  ['that is empty', (path) => writeFileSync(path, ''), { code: 'validation_error', message: /no backup of Aside/ }],
  ['of something else', (path) => writeFileSync(path, 'x'.repeat(9_000)), { message: /no backup of Aside/ }],
  ['of another program', (path) => edit(path, 'CREATE TABLE notes (text)'), { message: /no backup of Aside/ }],
  ['of a newer release', fromCopy(`PRAGMA user_version = ${MIGRATIONS.length + 1}`), { message: /by a newer release/ }],
  ['whose log is not folded in', withLog, { code: 'validation_error', message: /Changes to .* stand in .*-wal/ }],
  ['whose pages are damaged', damage, { message: /is damaged .*so nothing was changed/ }],
  [
    'whose books do not close',
    fromCopy('UPDATE accounts SET balance_micros = balance_micros + 1'),
    { message: /do not close, so nothing was changed[^]*\n- / },
  ],
]
for (const [i, [what, make, error]] of refused.entries()) {
  test(`a file ${what} is refused, and the database stays`, async () => {
    const dataDir = copyOf(killed)
    const file = join(root, `refused-${i}.db`)
    make(file)
    await assert.rejects(restore(dataDir, { backup: file }), error)
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => /restor/.test(name)),
      [],
    )
    assert.equal(fundsIn(dataDir), 7)
  })
}

test('killed before any of its steps, it leaves the old database or the new one, and can be run again', async () => {
  const found: number[] = []
  for (let killAt = 1; ; killAt++) {
    const dataDir = copyOf(killed)
    const changes = await restoreAndKill(dataDir, killAt)
    found.push(fundsIn(copyOf(dataDir)))
    if (changes !== undefined) {
      assert.ok(changes >= 8, `only ${changes} changes were seen`)
      break
    }
    const { keptIn } = await restore(dataDir)
    assert.deepEqual([fundsIn(dataDir), fundsIn(keptIn!)], [1, found.at(-1)], `killed at ${killAt}`)
    const kept = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'))
    const withDatabase = kept
      .map((name) => join(dataDir, name))
      .filter((folder) => existsSync(join(folder, 'aside.db')))
    assert.ok(withDatabase.map(fundsIn).includes(7), `killed at ${killAt}: what was there before is kept`)
  }
  assert.deepEqual(new Set(found), new Set([7, 1]))
})

test('a link of what was made after the backup charges and shows nobody else’s, with the old database at hand or without', async () => {
  for (const [name, isAtHand] of [
    ['numbers-known', true],
    ['numbers-unknown', false],
  ] as const) {
    const dataDir = join(root, name)
    const of = join(root, `${name}.db`)
    const store = await openStore({ dataDir })
    await seed(store)
    await store.backup(of)
    // More campaigns than are passed over where nothing tells of them.
    const made = isAtHand ? 1_200 : 1
    for (let i = 1; i < made; i++) await store.inventory.insert('campaign', campaignDraft({ id: `cmp_lost_${i}` }))
    const lost = await insertCampaign(store, 'lost')
    await store.close()
    const link = linkOf(99, { campaignNumber: lost.campaign.number, adNumber: lost.ad.number })

    const target = isAtHand ? dataDir : join(root, `${name}-elsewhere`)
    await restore(target, { backup: of })
    // Restored once more before anything is made, it has not forgotten what was given.
    await restore(target, { backup: of })
    const restored = await openStore({ dataDir: target })
    const { campaign, ad } = await insertCampaign(restored, 'new')
    assert.ok(campaign.number > lost.campaign.number && ad.number > lost.ad.number)
    const [outcome] = await restored.ledger.append([eventOf('click', link)])
    assert.deepEqual(outcome, { status: 'ignored', reason: 'not_billable', chargedMicros: 0 })
    assert.equal(await restored.ledger.findLandingUrl(link.adNumber, 1), undefined)
    assert.deepEqual((await restored.ledger.verify()).faults, [])
    const next = await restored.inventory.insert('ad', adDraft({ id: 'ad_next', campaignId: 'cmp_new' }))
    assert.equal(next.number, ad.number + 1, 'numbers go on from there')
    await restored.close()
  }
})

/** An advertiser, its campaign, and its ad. */
async function insertCampaign(store: Store, name: string) {
  const [advertiserId, campaignId] = [`adv_${name}`, `cmp_${name}`]
  await store.inventory.insert('advertiser', advertiserDraft({ id: advertiserId }))
  const campaign = await store.inventory.insert('campaign', campaignDraft({ id: campaignId, advertiserId }))
  const content = adContent({ landingUrl: `https://${name}.example/` })
  return { campaign, ad: await store.inventory.insert('ad', adDraft({ id: `ad_${name}`, campaignId, content })) }
}

function restore(dataDir: string, over: { backup?: string; replace?: boolean } = {}) {
  return restoreStore({ dataDir, backup, replace: true, nowMs: Date.now(), ...over })
}

/** @returns how many changes it made where it came to its end before the one at which it is killed */
async function restoreAndKill(dataDir: string, killAt: number): Promise<number | undefined> {
  const child = spawn(process.execPath, [PROGRAM, dataDir, backup, String(killAt)])
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const [code, signal] = await once(child, 'close')
  if (signal === 'SIGKILL') return undefined
  assert.equal(code, 0, err)
  return Number(out)
}

async function topUp(store: Store, units: number): Promise<void> {
  const id = `top_${units}`
  await store.ledger.topUp({
    postingId: id,
    advertiserId: 'adv_1',
    amountMicros: units * UNIT,
    reference: id,
    atMs: NOON_MS,
  })
}

function fundsIn(dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, 'aside.db'))
  try {
    const { funds } = db.prepare('SELECT balance_micros AS funds FROM accounts WHERE name = ?').get(FUNDS) as {
      funds: number
    }
    return funds / UNIT
  } finally {
    db.close()
  }
}

let copies = 0
function copyOf(dataDir: string): string {
  const copy = join(root, `copy-${++copies}`)
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

function edit(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

function fromCopy(sql: string): (path: string) => void {
  return (path) => {
    copyFileSync(backup, path)
    edit(path, sql)
  }
}

function withLog(path: string): void {
  copyFileSync(backup, path)
  copyFileSync(join(killed, 'aside.db-wal'), `${path}-wal`)
}

function damage(path: string): void {
  copyFileSync(backup, path)
  const bytes = statSync(path).size
  const db = new DatabaseSync(path)
  const { rootpage, page } = db
    .prepare(
      `SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS page FROM sqlite_schema WHERE name = 'entries'`,
    )
    .get() as { rootpage: number; page: number }
  db.close()
  assert.ok(rootpage * page <= bytes)
  writeAt(path, (rootpage - 1) * page, Buffer.alloc(page, 0xa5))
}

function writeAt(path: string, at: number, bytes: Buffer): void {
  const handle = openSync(path, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}
