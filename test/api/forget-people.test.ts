// Hashes of people in the books of a running service: of what is long past they go by themselves.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DAY_MS } from '../../src/base/clock.ts'
import { openStore } from '../../src/store/open.ts'
import { eventOf, linkOf, seed } from '../store/entities.ts'
import { until } from '../support/until.ts'
import { startAdminService } from './admin-service.ts'

const NOBODY = new Uint8Array(8)

test('of ads that were shown more than 92 days ago nothing tells any more to whom, and the books close', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'aside-people-'))
  t.after(() => rmSync(root, { recursive: true }))
  const dataDir = join(root, 'data')
  const store = await openStore({ dataDir })
  await seed(store)
  for (const [serial, daysAgo] of [200, 94, 91, 0].entries()) {
    const decidedAtMs = Date.now() - daysAgo * DAY_MS
    await store.ledger.append([eventOf('click', linkOf(serial, { decidedAtMs }), { receivedAtMs: decidedAtMs })])
  }
  await store.close()

  const service = await startAdminService({ ASIDE_DATA_DIR: dataDir, ASIDE_DEMO: 'off' })
  t.after(() => service.stop())
  const db = new DatabaseSync(join(dataDir, 'aside.db'), { readOnly: true })
  t.after(() => db.close())
  const isKnown = () =>
    db
      .prepare('SELECT user <> ? AS known FROM impressions ORDER BY number')
      .all(NOBODY)
      .map(({ known }) => known === 1)
  await until('the oldest are forgotten', 10_000, async () => !isKnown()[1])
  assert.deepEqual(isKnown(), [false, false, true, true])
  const verified = await service.call('POST', '/api/v1/ledger/verify')
  assert.equal(verified.body.ok, true, verified.text)
})
