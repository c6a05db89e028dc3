import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createHeartbeat } from './heartbeat.ts'

test('an end that answers is asked every two seconds, and never called silent', async (t) => {
  const { beat, asked, silences } = start(t, () => Promise.resolve())
  for (let i = 0; i < 10; i++) await beat()
  assert.deepEqual([asked(), silences()], [10, 0])
})

test('an end that says nothing for four beats is called silent once, and was asked once', async (t) => {
  const { beat, asked, silences } = start(t, () => new Promise(() => {}))
  for (let i = 0; i < 3; i++) await beat()
  assert.deepEqual([asked(), silences()], [1, 0])
  for (let i = 0; i < 5; i++) await beat()
  assert.deepEqual([asked(), silences()], [1, 1])
})

test('whatever is heard counts as well as an answer', async (t) => {
  const { beat, heartbeat, silences } = start(t, () => new Promise(() => {}))
  for (let i = 0; i < 10; i++) {
    await beat()
    heartbeat.heard()
  }
  assert.equal(silences(), 0)
})

test('a stopped heart asks no more', async (t) => {
  const { beat, heartbeat, asked } = start(t, () => Promise.resolve())
  await beat()
  heartbeat.stop()
  await beat()
  assert.equal(asked(), 1)
})

function start(t: TestContext, answer: () => Promise<unknown>) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let asked = 0
  let silences = 0
  const ask = (): Promise<unknown> => {
    asked++
    return answer()
  }
  const heartbeat = createHeartbeat({ ask, onSilent: () => silences++ })
  t.after(() => heartbeat.stop())
  const beat = async (): Promise<void> => {
    t.mock.timers.tick(2_000)
    await new Promise(setImmediate)
  }
  return { heartbeat, beat, asked: () => asked, silences: () => silences }
}
