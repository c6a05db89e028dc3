import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryObjects } from 'node:v8'
import type { AnsweredSlot } from './domain/served.ts'
import { createMetrics } from './metrics.ts'

const slot = (format: string, ads: number, noFill?: AnsweredSlot['noFill']): AnsweredSlot => ({
  format,
  ads: { length: ads },
  ...(noFill && { noFill }),
})

test('answers are counted by how full they are, slots by why they stayed short, ads by format', async () => {
  const metrics = createMetrics({ processFigures: false })
  metrics.decisionMade({ slots: [slot('action_card', 2)] }, 0.4)
  metrics.decisionMade({ slots: [slot('action_card', 1, { reason: 'no_candidates' }), slot('suffix', 1)] }, 0.4)
  metrics.decisionMade({ slots: [slot('suffix', 0, { reason: 'sensitive_topic' })] }, 900)
  const text = await metrics.registry.metrics()
  for (const line of [
    'aside_decisions_total{outcome="filled"} 1',
    'aside_decisions_total{outcome="partial"} 1',
    'aside_decisions_total{outcome="empty"} 1',
    'aside_no_fill_total{reason="no_candidates"} 1',
    'aside_no_fill_total{reason="sensitive_topic"} 1',
    'aside_no_fill_total{reason="pacing"} 0',
    'aside_ads_served_total{format="action_card"} 3',
    'aside_ads_served_total{format="suffix"} 1',
    'aside_decision_seconds_bucket{le="0.0005"} 2',
    'aside_decision_seconds_count 3',
  ]) {
    assert.ok(text.split('\n').includes(line), `${line} is missing in\n${text}`)
  }
})

test('a count does not grow by being fetched twice', async () => {
  const metrics = createMetrics({ processFigures: false })
  metrics.eventSettled('click', { status: 'accepted' })
  metrics.eventSettled('click', { status: 'ignored', reason: 'over_budget' })
  metrics.clickUnrecorded('late')
  metrics.invalidTraffic({ reason: 'bot', ignored: false })
  const first = await metrics.registry.metrics()
  assert.equal(await metrics.registry.metrics(), first)
  assert.match(first, /^aside_events_total\{kind="click",status="accepted",reason=""\} 1$/m)
  assert.match(first, /^aside_events_total\{kind="click",status="ignored",reason="over_budget"\} 1$/m)
  assert.match(first, /^aside_clicks_unrecorded_total\{cause="late"\} 1$/m)
  assert.match(first, /^aside_invalid_traffic_total\{reason="bot",ignored="false"\} 1$/m)
})

test('a format that somebody made up does not become a series of its own', async () => {
  const metrics = createMetrics({ processFigures: false })
  for (let i = 0; i < 2_000; i++)
    metrics.decisionMade({ slots: [slot(`made-up-${i}`, 0, { reason: 'unsupported_format' })] }, 1)
  const text = await metrics.registry.metrics()
  assert.doesNotMatch(text, /made-up/)
  assert.match(text, /reason="unsupported_format"\} 2000$/m)
})

test('a gauge is read when figures are fetched', async () => {
  const metrics = createMetrics({ processFigures: false })
  let ads = 3
  metrics.watch({ catalog_ads: () => ads })
  assert.match(await metrics.registry.metrics(), /^aside_catalog_ads 3$/m)
  ads = 4
  assert.match(await metrics.registry.metrics(), /^aside_catalog_ads 4$/m)
})

test('the process tells its memory, its processor time and how late its event loop is, and observes no collections', async () => {
  const text = await createMetrics().registry.metrics()
  assert.doesNotMatch(text, /nodejs_gc/)
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    assert.match(text, new RegExp(`^aside_${name} \\d`, 'm'), `${name} is missing`)
  }
})

test('figures that are closed hold on to nothing that they were read from', async () => {
  class Read {
    readonly ads = 7
  }
  const open = async () => {
    const metrics = createMetrics()
    const read = new Read()
    metrics.watch({ catalog_ads: () => read.ads })
    assert.match(await metrics.registry.metrics(), /^aside_catalog_ads 7$/m)
    metrics.close()
  }
  await open()
  assert.equal(queryObjects(Read, { format: 'count' }), 0)
})
