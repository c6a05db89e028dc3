// What the running service shows at /metrics.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createMetrics } from '../../src/metrics.ts'
import { type AdminService, startAdminService } from './admin-service.ts'

let service: AdminService
before(async () => {
  service = await startAdminService()
})
after(() => service.stop())

test('the running service reads every gauge that there is', async () => {
  const { text } = await service.call('GET', '/metrics')
  for (const name of createMetrics({ processFigures: false }).gaugeNames) {
    assert.match(text, new RegExp(`^aside_${name} \\d`, 'm'))
  }
})
