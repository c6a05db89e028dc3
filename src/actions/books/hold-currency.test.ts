import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { realClock } from '../../base/clock.ts'
import { openStore } from '../../store/open.ts'
import { holdCurrency } from './hold-currency.ts'

test('books that were opened in one currency are not opened in another', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'aside-currency-'))
  const store = await openStore({ dataDir, clock: realClock, onStop: () => {} })
  t.after(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await holdCurrency(store.settings, 'EUR')
  await holdCurrency(store.settings, 'EUR')
  await assert.rejects(holdCurrency(store.settings, 'USD'), /are in EUR, and ASIDE_CURRENCY says USD/)
})
