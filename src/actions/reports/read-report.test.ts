import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../domain/api-key.ts'
import { NO_SUMS, type ReportRow } from '../../domain/report.ts'
import { createReadReport } from './read-report.ts'

const OPERATOR: Caller = { keyId: 'key', mode: 'live', scopes: new Set(['admin']), rateLimit: 100, origins: [] }

test('totals are those of the rows, also where more is counted while they are read', async () => {
  let slots = 0
  const rowOf = (ad: string, requests: number, filled: number): ReportRow => ({
    keys: { ad },
    ...NO_SUMS,
    requests,
    eligible: requests,
    filled,
    ignored: {},
  })
  const readReport = createReadReport({
    reports: {
      read: async () => {
        slots++ // another one is asked for before each read, and shows two ads
        return [rowOf('ad_1', 0, slots), rowOf('ad_2', 0, slots), rowOf('', slots, slots)]
      },
    },
    inventory: { find: async () => undefined },
    clock: { nowMs: () => 0 },
  })
  const { rows, totals } = await readReport(OPERATOR, { groupBy: ['ad'], test: false })
  assert.deepEqual([rows.at(-1)!.requests, rows.at(-1)!.filled], [1, 1])
  assert.deepEqual([totals.requests, totals.eligible, totals.filled], [1, 1, 1])
})
