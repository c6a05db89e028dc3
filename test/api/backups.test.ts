import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openStore } from '../../src/store/open.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
const folder = mkdtempSync(join(tmpdir(), 'aside-backups-'))
before(async () => {
  service = await startAdminService()
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a backup made while the service runs opens as a store that holds what was there', async () => {
  const { body: publisher } = await service.call('POST', '/api/v1/publishers', { name: 'Chat App' })
  mkdirSync(join(folder, 'copy'))
  const path = join(folder, 'copy', 'made.db')
  const made = await service.call('POST', '/api/v1/backups', { path })
  assert.equal(made.status, 201)
  assert.equal(made.body.path, path)
  assert.ok(made.body.bytes > 0)
  assert.equal(statSync(path).mode & 0o777, 0o600, 'it holds signing keys')
  renameSync(path, join(folder, 'copy', 'aside.db'))
  const store = await openStore({ dataDir: join(folder, 'copy') })
  assert.equal((await store.inventory.find('publisher', publisher.id))?.name, 'Chat App')
  await store.close()
})

test('what a killed backup left goes with the next one of its name, and nothing else does', async () => {
  const path = join(folder, 'killed.db')
  const left = [`${path}.part`, `${path}.part-journal`]
  const others = [join(folder, 'other.db.part'), join(folder, 'killed.db.part.txt')]
  for (const file of [...left, ...others]) writeFileSync(file, 'half')
  assert.equal((await service.call('POST', '/api/v1/backups', { path })).status, 201)
  assert.deepEqual([...left, ...others].filter(existsSync), others)
})

test('a backup overwrites nothing', async () => {
  const path = join(folder, 'once.db')
  assert.equal((await service.call('POST', '/api/v1/backups', { path })).status, 201)
  assert.equal((await service.call('POST', '/api/v1/backups', { path })).status, 409)
})

test('a backup asked for again with its Idempotency-Key is answered as the first time', async () => {
  const ask = () =>
    service.call('POST', '/api/v1/backups', { path: join(folder, 'again.db') }, { headers: { 'idempotency-key': 'b' } })
  const [first, second] = [await ask(), await ask()]
  assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text])
})

test('a path that is relative, or names no database, is refused', async () => {
  for (const path of ['copy.db', join(folder, 'crontab'), '', 7]) {
    const { status, body } = await service.call('POST', '/api/v1/backups', { path })
    assert.deepEqual([status, body.error.field], [400, 'path'], String(path))
  }
  assert.equal(existsSync(join(folder, 'crontab')), false)
})

test('a folder that is missing is named and not made', async () => {
  const missing = join(folder, 'not-mounted')
  const { status, body } = await service.call('POST', '/api/v1/backups', { path: join(missing, 'copy.db') })
  assert.deepEqual([status, body.error.field], [400, 'path'])
  assert.ok(body.error.message.includes(`${missing}, which does not exist`), body.error.message)
  assert.equal(existsSync(missing), false)
})

test('a copy that the system does not let be written there is a fault of the path', async () => {
  const path = join(folder, `${'x'.repeat(300)}.db`)
  const { status, body } = await service.call('POST', '/api/v1/backups', { path })
  assert.deepEqual([status, body.error.field], [400, 'path'])
  assert.match(body.error.message, /^path cannot be written \(ENAMETOOLONG/)
})

test('only the operator makes backups', async () => {
  const { body: advertiser } = await service.call('POST', '/api/v1/advertisers', {
    name: 'Feather',
    domain: 'feather.example',
  })
  const { body: key } = await service.call('POST', '/api/v1/keys', {
    advertiserId: advertiser.id,
    mode: 'live',
    scopes: ['inventory:write'],
  })
  const refused = await service.call('POST', '/api/v1/backups', { path: join(folder, 'mine.db') }, { key: key.key })
  assert.equal(refused.status, 403)
})
