// What the running service shows at /metrics.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
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

test('the alarms of docs/examples go by figures that the service shows', async () => {
  const rules = readFileSync(new URL('../../docs/examples/prometheus/alerts.yml', import.meta.url), 'utf8')
  const expressions = [...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expression]) => expression!)
  const named = new Set(expressions.flatMap((expression) => expression.match(/\baside_\w+/g) ?? []))
  assert.ok(named.size >= 8)
  const { text } = await service.call('GET', '/metrics')
  // Counted by what happened, some have no series yet; a histogram's buckets are told under its own name.
  for (const name of named) assert.match(text, new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm'))
})
