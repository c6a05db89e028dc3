// The estimators on the small Open Bandit logs, beside the rates that the logs themselves show. Skips where the data is missing.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { choicesOf, evaluatePolicy, type ItemImpression, uniformPolicy } from '../../src/domain/off-policy.ts'

const FOLDER = process.env.ASIDE_EVAL ?? ''
const skip = !existsSync(join(FOLDER, 'logs', 'men.random.csv.gz')) && 'ASIDE_EVAL names no folder with logs'

function read(name: string): ItemImpression[] {
  const text = gunzipSync(readFileSync(join(FOLDER, 'logs', name))).toString('utf8')
  const [head, ...rows] = text.trim().split('\n')
  const at = (column: string) => head!.split(',').indexOf(column)
  return rows.map((line) => {
    const cells = line.split(',')
    return {
      item: cells[at('item_id')]!,
      position: cells[at('position')]!,
      reward: Number(cells[at('click')]),
      propensity: Number(cells[at('propensity_score')]),
    }
  })
}

test('the uniform policy on its own log is worth the log’s click rate', { skip }, () => {
  const log = read('men.random.csv.gz')
  const { ips, snips, logged } = evaluatePolicy(choicesOf(log, uniformPolicy(log)))
  assert.equal(log.length, 10_000)
  assert.ok(Math.abs(logged.value - 0.0046) < 1e-9)
  for (const { value } of [ips, snips]) assert.ok(Math.abs(value - 0.0046) < 1e-6)
})

test('the uniform policy, judged by the log of one that had learned, lies where its own log says', { skip }, () => {
  const own = read('men.random.csv.gz')
  const learned = evaluatePolicy(choicesOf(read('men.bts.csv.gz'), uniformPolicy(own)))
  assert.ok(Math.abs(learned.logged.value - 0.0069) < 1e-9)
  // Both logs have few clicks, so each is only known to its interval.
  const { logged } = evaluatePolicy(choicesOf(own, uniformPolicy(own)))
  for (const name of ['ips', 'snips', 'dr'] as const) {
    const { low, high } = learned[name]
    assert.ok(low < logged.high && logged.low < high, `${name}: ${low} – ${high}`)
  }
  assert.ok(learned.effectiveSampleSize < 5_000)
})
