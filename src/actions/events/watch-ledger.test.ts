import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf, linkOf } from '../../../test/store/entities.ts'
import type { EventOutcome } from '../../domain/ledger-event.ts'
import { impressionIdOf } from '../../domain/link-token.ts'
import type { LedgerStore } from '../../store/contract.ts'
import { watchLedger } from './watch-ledger.ts'

test('what was seen of live ads is noted, and tests tell neither that nor that their publisher reports impressions', async () => {
  const noted: unknown[] = []
  const exposures = { noteSeen: (...seen: unknown[]) => void noted.push(seen) }
  const accepted: EventOutcome = { status: 'accepted', chargedMicros: 0 }
  const append: LedgerStore['append'] = async (events) => events.map(() => accepted)
  const { append: watch } = watchLedger({ append } as LedgerStore, exposures, () => {})
  const [live, tried] = [linkOf(1), linkOf(2, { test: true })]
  await watch([eventOf('impression', live), eventOf('impression', tried), eventOf('click', tried)])
  assert.deepEqual(noted, [[impressionIdOf(live), live.publisherNumber, true]])
})
