import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDirectory } from '../engine/directory.ts'
import type { TrafficRule } from '../domain/traffic-rule.ts'
import { createRateModel } from '../engine/learn/rate-model.ts'
import { createBoard } from '../engine/pacing/board.ts'
import { createNewsSource } from './news.ts'

const NO_RULES: readonly never[] = []

/** How long changes of ads have to wait after each of these editions, by how long those took. */
function waitsAfter(...tookMs: readonly number[]): number[] {
  let nowMs = 0
  let number = 0
  let changes = 0
  const board = createBoard()
  const news = createNewsSource({
    directory: createDirectory(),
    board: () => board.memory(),
    rates: createRateModel(),
    trafficRules: () => NO_RULES,
    editions: {
      publish() {
        nowMs += tookMs[number++]!
        return { number } as never
      },
      newest: () => undefined,
    },
    adChanges: () => changes,
    monotonicMs: () => nowMs,
  })
  return tookMs.map(() => {
    news.edition()
    assert.equal(news.adsWaitMs(), undefined, 'nothing has changed')
    changes++
    const waitMs = news.adsWaitMs()!
    if (waitMs > 0) assert.deepEqual(news.edition(), {}, 'not before it is due')
    nowMs += waitMs
    return waitMs
  })
}

test('copying takes a fiftieth of the time, and one copy that was held up makes nobody wait, nor does the first', () => {
  assert.deepEqual(waitsAfter(40, 2, 2, 40, 2, 40, 30), [0, 100, 100, 100, 100, 100, 1500])
})

test('a thread that is new is told the traffic rules that hold, the others where they changed', () => {
  const rule: TrafficRule = { id: 'tr_1', userAgent: 'PriceWatch/', note: '', createdAtMs: 0 }
  let rules: readonly TrafficRule[] = NO_RULES
  const board = createBoard()
  const news = createNewsSource({
    directory: createDirectory(),
    board: () => board.memory(),
    rates: createRateModel(),
    trafficRules: () => rules,
    editions: { publish: () => undefined, newest: () => undefined },
    adChanges: () => 0,
    monotonicMs: () => 0,
  })
  assert.deepEqual(news.trafficRules(), {})
  rules = [rule]
  assert.deepEqual(news.all().trafficRules, [rule])
  assert.deepEqual([news.trafficRules(), news.trafficRules()], [{ trafficRules: [rule] }, {}])
})
