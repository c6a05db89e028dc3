import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSettings } from '../../../test/support/settings.ts'
import type { Caller } from '../../domain/api-key.ts'
import { createTrafficRules } from '../../engine/traffic/traffic-rules.ts'
import type { SettingStore } from '../../store/contract.ts'
import { createManageTrafficRules } from './manage-traffic-rules.ts'

const OPERATOR = { keyId: 'key_operator', scopes: new Set(['admin']) } as unknown as Caller
const WATCH = { userAgent: 'PriceWatch/2', ip: undefined }

function openRules() {
  const kept = createSettings()
  let ids = 0
  /** Called between what is read and what is written. */
  const between: (() => Promise<unknown>)[] = []
  const settings: Pick<SettingStore, 'read' | 'swap'> = {
    read: kept.read,
    async swap(...change) {
      await between.shift()?.()
      return kept.swap(...change)
    },
  }
  const openNode = () => {
    const rules = createTrafficRules()
    const deps = { settings, rules, clock: { nowMs: () => 0 }, ids: { next: (kind: string) => `${kind}_${++ids}` } }
    return { rules, manage: createManageTrafficRules(deps as Parameters<typeof createManageTrafficRules>[0]) }
  }
  return { openNode, between, told: kept.told }
}

test('a write that is sent again under its id makes one rule, which is told once', async () => {
  const { openNode, told } = openRules()
  const { manage } = openNode()
  const names = { next: () => 'tr_same' } as unknown as Parameters<typeof manage.add>[2]
  const first = await manage.add(OPERATOR, { userAgent: 'PriceWatch/' }, names)
  const again = await manage.add(OPERATOR, { userAgent: 'PriceWatch/' }, names)
  assert.deepEqual(again, first)
  assert.equal((await manage.list(OPERATOR)).length, 1)
  assert.equal(told.length, 1)
})

test('who is written past writes anew, and neither loses a rule; what another process wrote or took away is taken in', async () => {
  const { openNode, between } = openRules()
  const [one, other] = [openNode(), openNode()]
  between.push(() => other.manage.add(OPERATOR, { network: '203.0.113.0/24' }))
  const made = await one.manage.add(OPERATOR, { userAgent: 'PriceWatch/' })
  assert.equal((await other.manage.list(OPERATOR)).length, 2)
  assert.equal(other.rules.catches(WATCH), true)
  await one.manage.remove(OPERATOR, made.id)
  assert.equal(one.rules.catches(WATCH), false)
  assert.equal(other.rules.catches(WATCH), true)
  await other.manage.refresh()
  assert.equal(other.rules.catches(WATCH), false)
  assert.equal(other.rules.catches({ userAgent: undefined, ip: '203.0.113.9' }), true)
})
