import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld, NOON_MS } from '../../../test/support/world.ts'
import type { Campaign } from '../../domain/campaign.ts'
import { type Account, createAccount } from './account.ts'
import { createResponse } from './response.ts'
import { packState, unpackState } from './state.ts'
import { createTraffic } from './traffic.ts'

/** The numbers of those campaigns that a restart would find again. */
function keptOf(accounts: readonly Account[]): number[] {
  const learned = { traffic: createTraffic(), response: createResponse() }
  return [...unpackState(packState({ ...learned, nowMs: NOON_MS, accounts }), learned).keys()]
}

const flow = createTraffic().flowFor({}, () => undefined)
const { campaign, advertiser } = createTestWorld()
const owner = advertiser()
const accountOf = (served: number, given: Partial<Campaign> = {}): Account => ({
  ...createAccount(campaign(owner, given), owner.number, flow, NOON_MS),
  served,
})

test('where there are more campaigns than are kept, the newest are', () => {
  const accounts = Array.from({ length: 20_001 }, () => accountOf(1))
  const kept = keptOf(accounts)
  assert.equal(kept.length, 20_000)
  assert.ok(!kept.includes(accounts[0]!.campaign.number), 'but the oldest')
})

test('what is archived, and what has faded, is not kept', () => {
  const [running, faded, archived] = [accountOf(1), accountOf(1e-9), accountOf(1, { archivedAtMs: NOON_MS })]
  assert.deepEqual(keptOf([running, faded, archived]), [running.campaign.number])
})
