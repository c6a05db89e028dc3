import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { realClock } from './clock.ts'
import { createGcra } from './gcra.ts'
import { dueTimesMemory } from './shared-due-times.ts'

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** Runs a module of plain text in a thread; resolves with the one message that it posts. */
function inThread(source: string, workerData: unknown): Promise<unknown> {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { workerData })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

for (const kind of ['own', 'shared']) {
  const gcraOf = (keysMax: number) =>
    createGcra({ keysMax, memory: kind === 'shared' ? dueTimesMemory(keysMax) : undefined })

  test(`in ${kind} memory, a key gets through at its rate and no faster`, () => {
    const gcra = gcraOf(10)
    const limit = { perSecond: 100, burst: 100 }
    const passed = (fromMs: number, count: number, everyMs: number) =>
      Array.from({ length: count }, (_, i) => gcra.take('k', limit, fromMs + i * everyMs)).filter(Boolean).length
    assert.equal(passed(0, 250, 0), 100)
    assert.equal(gcra.remaining('k', limit, 0), 0)
    assert.equal(Math.ceil(gcra.waitMs('k', limit, 0)), 10)
    assert.equal(gcra.remaining('another', limit, 0), 100)
    assert.equal(passed(10, 1_000, 1), 100, 'one every 10 ms')
    assert.equal(passed(60_000, 250, 0), 100, 'a full burst after a rest')
  })

  test(`in ${kind} memory, idle keys go first, and no more than the bound are remembered`, () => {
    const gcra = gcraOf(100)
    const limit = { perSecond: 1, burst: 1 }
    const busy = { perSecond: 0.001, burst: 1 }
    assert.equal(gcra.take('busy', busy, 0), true)
    for (let i = 0; i < 10_000; i++) gcra.take(`k${i}`, limit, i * 20)
    assert.ok(gcra.size() <= 100)
    assert.equal(gcra.take('k9999', limit, 200_000), false, 'the newest is still remembered')
    assert.equal(gcra.take('busy', busy, 200_000), false, 'whoever owes is remembered')
  })

  test(`in ${kind} memory, there is room for a new key where all the others owe`, () => {
    const gcra = gcraOf(100)
    const limit = { perSecond: 0.001, burst: 1 }
    for (let i = 0; i < 1_000; i++) assert.equal(gcra.take(`k${i}`, limit, i), true)
    assert.ok(gcra.size() <= 100 && gcra.size() >= 90)
    assert.equal(gcra.take('k999', limit, 1_000), false)
  })
}

test('threads that share a memory let no request more through than one thread would', async () => {
  const memory = dueTimesMemory(1_000)
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const TAKER = `
    import { parentPort, workerData } from 'node:worker_threads'
    import { createGcra } from ${here('./gcra.ts')}
    const { memory, gate } = workerData
    const gcra = createGcra({ keysMax: 1_000, memory })
    Atomics.add(gate, 0, 1)
    while (Atomics.load(gate, 0) < 3); // all begin together
    const passed = [0, 0]
    for (let i = 0; i < 30_000; i++) {
      if (gcra.take('key_a', { perSecond: 1_000, burst: 70_000 }, 5)) passed[0]++
      if (gcra.take('key_b', { perSecond: 1_000, burst: 7 }, 5)) passed[1]++
    }
    parentPort.postMessage(passed)`
  const passed = (await Promise.all([1, 2, 3].map(() => inThread(TAKER, { memory, gate })))) as [number, number][]
  const sums = passed.reduce(([a, b], [one, other]) => [a + one, b + other], [0, 0])
  assert.deepEqual(sums, [70_000, 7])
  const gcra = createGcra({ keysMax: 1_000, memory })
  assert.equal(gcra.remaining('key_a', { perSecond: 1_000, burst: 70_000 }, 5), 0, 'also for a thread that comes later')
})

test('the monotonic clock has one zero in all threads', async () => {
  const ASKER = `
    import { parentPort } from 'node:worker_threads'
    import { realClock } from ${here('./clock.ts')}
    parentPort.postMessage(realClock.monotonicMs())`
  const beforeMs = realClock.monotonicMs()
  const theirs = (await inThread(ASKER, undefined)) as number
  assert.ok(beforeMs < theirs && theirs < realClock.monotonicMs(), `${beforeMs} ${theirs}`)
})
