// Reports of long ago over the wire: by the day as ever, by the hour as far back as hours are kept.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/base/clock.ts'
import { dateOf } from '../../src/domain/day.ts'
import { openStore } from '../../src/store/open.ts'
import { publisherDraft } from '../store/entities.ts'
import { until } from '../support/until.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS
const date = (daysAgo: number) => dateOf(TODAY_MS - daysAgo * DAY_MS)

let root: string
let service: AdminService

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'aside-hours-'))
  const dataDir = join(root, 'data')
  const store = await openStore({ dataDir })
  await store.inventory.insert('publisher', publisherDraft())
  const rest = { publisherNumber: 1, slotId: 'main', country: 'DE', format: 'suffix', test: false } as const
  const none = { eligible: 0, filled: 0, placed: new Uint32Array(), empty: new Uint32Array() }
  for (const daysAgo of [60, 36, 35, 1]) {
    const hourMs = (hour: number) => TODAY_MS - daysAgo * DAY_MS + hour * HOUR_MS
    await store.reports.addCounts([3, 15].map((hour) => ({ ...rest, ...none, hourMs: hourMs(hour), requests: hour })))
  }
  await store.close()
  service = await startAdminService({ ASIDE_DATA_DIR: dataDir, ASIDE_DEMO: 'off' })
})
after(async () => {
  await service.stop()
  rmSync(root, { recursive: true })
})

const read = (query: string, headers = {}) =>
  service.call('GET', `/api/v1/reports?metrics=requests&${query}`, undefined, { headers })

test('hours older than 35 days are folded by themselves; by the hour a report says from when on it can be asked', async () => {
  const long = `from=${date(60)}&to=${date(1)}`
  const isFolded = async () => (await read(`${long.replace(date(60), date(36))}&groupBy=hour`)).status === 400
  await until('the hours are folded', 10_000, isFolded)

  for (const headers of [{}, { accept: 'text/csv' }]) {
    const { status, body } = await read(`${long}&groupBy=publisher,hour`, headers)
    assert.equal(status, 400)
    const { code, field, message, recovery } = body.error
    assert.deepEqual([code, field, recovery], ['validation_error', 'from', 'correctable'])
    const mend = `from must be ${date(35)} or later to group by hour; of earlier days sums of the day are kept: group them by day`
    assert.equal(message, mend)
  }
  const { body: hours } = await read(`from=${date(35)}&to=${date(1)}&groupBy=hour`)
  assert.deepEqual(
    hours.rows.map(({ hour, requests }: any) => [hour, requests]),
    [35, 1].flatMap((daysAgo) => [
      [`${date(daysAgo)}T03:00:00Z`, 3],
      [`${date(daysAgo)}T15:00:00Z`, 15],
    ]),
  )
  assert.equal((await read('groupBy=hour')).status, 200, 'a period that nobody names keeps its hours')

  const { body: days } = await read(`${long}&groupBy=day,publisher`)
  assert.deepEqual(
    days.rows.map(({ day, requests }: any) => [day, requests]),
    [60, 36, 35, 1].map((daysAgo) => [date(daysAgo), 18]),
  )
  assert.equal(days.totals.requests, 72)
})
