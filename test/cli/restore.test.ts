// `aside restore` beside a server that was killed: what the operator is told, and what the next start finds.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { balancesOf, verifyBooks } from '../support/service-answers.ts'
import { ADMIN_KEY, openPlace, startProcess } from '../support/service.ts'
import { runAside } from './run-aside.ts'

test('a server starts on the backup with the balances of then, and on what was kept with those of later', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-cli-restore-'))
  const place = await openPlace()
  t.after(() => {
    place.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const backup = join(folder, 'backup.db')
  const aside = (...args: string[]) =>
    runAside(args, { env: { ASIDE_URL: service.url, ASIDE_ADMIN_KEY: ADMIN_KEY, ASIDE_DATA_DIR: place.dataDir } })
  const fundsOf = async (advertiserId: string) => (await balancesOf(service)).get(`advertiser:${advertiserId}:funds`)
  const topUp = (amount: string) =>
    service.must('POST', `/api/v1/advertisers/${id}/funds`, { amount, currency: 'USD', reference: `wire ${amount}` })

  let service = await startProcess(place)
  t.after(() => service.kill())
  const advertiser = { name: 'Ridgeline', domain: 'ridgeline.example', billing: 'prepaid' }
  const { id } = await service.must('POST', '/api/v1/advertisers', advertiser)
  await topUp('5.00')
  assert.match((await aside('backup', backup)).out, /"aside restore" puts it back/)
  await topUp('2.00')

  const running = await aside('restore', backup, '--replace')
  assert.match(running.err, new RegExp(`in use by the process ${service.pid}`))
  await service.kill()
  const there = await aside('restore', backup, '--json')
  assert.equal(JSON.parse(there.out).error.code, 'conflict')
  assert.match(there.err, /holds a database already\. With --replace/)
  const typo = await aside('restore', join(folder, 'bakup.db'), '--replace')
  assert.match(typo.err, /There is no file .*bakup\.db/)
  assert.deepEqual([running.code, there.code, typo.code], [1, 1, 2])

  const restored = await aside('restore', backup, '--replace', '--json')
  const { keptIn, books, dataDir } = JSON.parse(restored.out)
  assert.deepEqual([restored.code, books.ok, dataDir], [0, true, place.dataDir])
  service = await startProcess(place)
  assert.deepEqual([await fundsOf(id), await verifyBooks(service)], [5_000_000, []])
  await service.terminate()

  const back = await aside('restore', join(keptIn, 'aside.db'), '--replace')
  assert.match(back.out, /^Restored [^]*The books close: [^]*What was there before is in /)
  service = await startProcess(place)
  assert.equal(await fundsOf(id), 7_000_000)
})
