// A data folder that cannot be used is refused in a sentence that names the file and says what mends it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { explainFault } from '../../src/store/sqlite/faults.ts'
import { openStore } from '../../src/store/open.ts'
import { advertiserDraft } from './entities.ts'

const NOBODY = 65_534
const RESTORE = /aside\.db is damaged .*Restore a backup, as docs\/operating\.md says\./
const LOST = /aside\.db is missing or empty, while .* is of one\. Bring it back, .*, or restore a backup/
let root: string
let good: string

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'aside-broken-'))
  good = join(root, 'good')
  const store = await openStore({ dataDir: good })
  for (let i = 0; i < 300; i++) await store.inventory.insert('advertiser', advertiserDraft({ id: `adv_${i}` }))
  await store.close()
})
after(() => rmSync(root, { recursive: true }))

const folders: readonly (readonly [what: string, breakIt: (dataDir: string) => void, sentence: RegExp])[] = [
  ['whose database is of another kind', (dir) => writeFileSync(join(dir, 'aside.db'), 'x'.repeat(9_000)), RESTORE],
  [
    'whose database is gone from beside its log',
    (dir) => renameSync(join(dir, 'aside.db'), join(dir, 'aside.db-wal')),
    LOST,
  ],
  ['whose database is gone from beside a snapshot', (dir) => (withSnapshot(dir), rmSync(join(dir, 'aside.db'))), LOST],
  ['whose database is empty', (dir) => (withSnapshot(dir), truncateSync(join(dir, 'aside.db'), 0)), LOST],
  [
    'whose log is gone before it was in the database',
    (dir) => (withSnapshot(dir), truncateSync(join(dir, 'aside.db'), 4_096)),
    LOST,
  ],
  ['whose database is cut off', (dir) => truncateSync(join(dir, 'aside.db'), 40_000), RESTORE],
  ['whose pages are overwritten', (dir) => writePages(join(dir, 'aside.db')), RESTORE],
  [
    'where a row is not what was written',
    (dir) => spoilRow(join(dir, 'aside.db')),
    /database is damaged: revision \d+/,
  ],
  ['whose database is a folder', swapForFolder('aside.db'), /aside\.db cannot be opened for writing .* must belong/],
  ['whose lock is a folder', swapForFolder('lock.db'), /cannot be opened for writing/],
  [
    'whose lock is damaged',
    (dir) => writeFileSync(join(dir, 'lock.db'), 'x'.repeat(9_000)),
    /lock\.db is damaged; nothing is kept in it, so delete it/,
  ],
]
for (const [i, [what, breakIt, sentence]] of folders.entries()) {
  test(`a data folder ${what} is refused with what mends it`, async () => {
    const dataDir = join(root, String(i))
    cpSync(good, dataDir, { recursive: true })
    breakIt(dataDir)
    await assert.rejects(readAll(dataDir), { message: sentence })
  })
}

test('a lock that may only be read is refused, since it would keep nobody out', (t) => {
  const dataDir = join(root, 'lock-of-another')
  cpSync(good, dataDir, { recursive: true })
  chmodSync(join(dataDir, 'lock.db'), 0o444)
  const opening = `
    const { openStore } = await import('${new URL('../../src/store/open.ts', import.meta.url)}')
    console.log(await openStore({ dataDir: '${dataDir}' }).then((store) => store.close(), ({ message }) => message))`
  // Whoever may do all may write there too.
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [root, dataDir, join(dataDir, 'aside.db')]) chownSync(path, NOBODY, NOBODY)
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', opening], {
    encoding: 'utf8',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  if (isRoot && status !== 0) return t.skip('needs sources that another user may read')
  assert.match(stdout, /cannot be opened for writing \(EACCES.*lock\.db.* must belong to the user who runs Aside/)
})

test('a data folder that is a file is refused with what mends it', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  await assert.rejects(openStore({ dataDir: file }), { message: /file cannot be there .*Set ASIDE_DATA_DIR/ })
  await assert.rejects(openStore({ dataDir: join(file, 'below') }), { message: /below cannot be there/ })
})

test('a data folder where no folder can be made is refused, and is not tried for ever', (t) => {
  if (process.platform !== 'linux') return t.skip('needs /proc')
  const opening = `
    const { lockDataDir } = await import('${new URL('../../src/store/sqlite/data-lock.ts', import.meta.url)}')
    try { lockDataDir('/proc/aside/data') } catch ({ message }) { console.log(message) }`
  const how = { encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL' } as const
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', opening], how)
  assert.match(stdout, /^\/proc\/aside\/data cannot be there .*Set ASIDE_DATA_DIR/)
})

test('a data folder is made with those above it, for its owner alone', async () => {
  const dataDir = join(root, 'above', 'data')
  const store = await openStore({ dataDir })
  await store.close()
  for (const folder of [dataDir, join(root, 'above')]) assert.equal(statSync(folder).mode & 0o777, 0o700)
})

// A full disk and a file of somebody else need rights that a test has not everywhere.
const faults: readonly (readonly [what: string, error: object, sentence: RegExp])[] = [
  ['a database that may only be read', { errcode: 8 }, /^\/data cannot be opened for writing \(it said\)/],
  ['a folder of another owner', { code: 'EACCES' }, /^\/data cannot be opened for writing \(it said\)/],
  ['a disk that is full', { errcode: 13 }, /^The disk has no room for \/data \(it said\)\. Make room/],
  ['a disk that fails, by its longer code', { errcode: 10 | (4 << 8) }, /^The disk fails at \/data \(it said\)\./],
]
for (const [what, details, sentence] of faults) {
  test(`${what} is told with what mends it, also where it stopped a step of the schema`, () => {
    const error = Object.assign(new Error('it said'), details)
    assert.match((explainFault(error, '/data') as Error).message, sentence)
    const step = explainFault(new Error('Schema step 2 failed.', { cause: error }), '/data') as Error
    assert.match(step.message, /Schema step 2 failed\. \(it said\)/)
  })
}

test('what is no fault of a file is told as it is', () => {
  for (const error of [new Error('a bug'), Object.assign(new Error('a constraint'), { errcode: 19 }), 'a text'])
    assert.equal(explainFault(error, '/data'), error)
})

test('no copy is kept of a database that is damaged', async () => {
  const dataDir = join(root, 'to-copy')
  cpSync(good, dataDir, { recursive: true })
  writePages(join(dataDir, 'aside.db'))
  const store = await openStore({ dataDir })
  await assert.rejects(store.backup(join(root, 'copy.db')), {
    code: 'unavailable',
    message: /database is damaged .*no copy was kept/,
  })
  await store.close()
  assert.deepEqual(
    readdirSync(root).filter((name) => name.startsWith('copy.db')),
    [],
  )
})

async function readAll(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir })
  try {
    await store.inventory.changesSince('others', 0, 1_000)
  } finally {
    await store.close()
  }
}

/** All but the first pages, which say what tables there are. */
function writePages(file: string): void {
  const db = new DatabaseSync(file)
  const [{ rootpage }] = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'entities'`).all() as [
    { rootpage: number },
  ]
  const { page_size: bytes } = db.prepare('PRAGMA page_size').get() as { page_size: number }
  db.close()
  overwrite(file, (rootpage - 1) * bytes, Buffer.alloc(bytes, 0xa5))
}

function spoilRow(file: string): void {
  const db = new DatabaseSync(file)
  db.exec(`UPDATE entities SET body = replace(body, '{', '') WHERE number = 7`)
  db.close()
}

function withSnapshot(dir: string): void {
  writeFileSync(join(dir, 'inventory.snapshot'), 'of an earlier run')
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

function swapForFolder(name: string): (dataDir: string) => void {
  return (dataDir) => {
    rmSync(join(dataDir, name))
    mkdirSync(join(dataDir, name))
  }
}
