import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createSpinLock } from './spin-lock.ts'

const LOCK = new URL('./spin-lock.ts', import.meta.url).href
/** Adds to a plain number, as no thread could beside another, so many times. */
const ADDER = `
  import { parentPort, workerData } from 'node:worker_threads'
  import { createSpinLock } from '${LOCK}'
  const { words, times } = workerData
  const lock = createSpinLock(words)
  Atomics.add(words, 2, 1)
  while (Atomics.load(words, 2) < 3); // all begin together
  for (let i = 0; i < times; i++) {
    lock.enter()
    words[1] = words[1] + 1
    lock.leave()
  }`

test('what three threads do behind the lock is done by one at a time', async () => {
  const words = new Int32Array(new SharedArrayBuffer(64))
  const times = 200_000
  const workers = [1, 2, 3].map(
    () => new Worker(new URL(`data:text/javascript,${encodeURIComponent(ADDER)}`), { workerData: { words, times } }),
  )
  const ended = workers.map(
    (worker) => new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject)),
  )
  await Promise.all(ended)
  assert.equal(words[1], 3 * times)
  assert.equal(words[0], 0)
})

/** Holds the lock until it is told to leave. */
const SLEEPER = `
  import { parentPort, workerData } from 'node:worker_threads'
  import { createSpinLock } from '${LOCK}'
  const lock = createSpinLock(workerData.words, 5)
  lock.enter()
  parentPort.postMessage('entered')
  parentPort.once('message', () => lock.leave())`

test('a lock whose holder is gone is taken over after a while, and is not freed by him if he comes back', async () => {
  const words = new Int32Array(new SharedArrayBuffer(64))
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SLEEPER)}`), { workerData: { words } })
  await once(worker, 'message')
  const lock = createSpinLock(words, 5)
  lock.enter()
  const held = words[5]
  assert.notEqual(held, 0)
  worker.postMessage('leave')
  await once(worker, 'exit')
  assert.equal(words[5], held)
  lock.leave()
  assert.equal(words[5], 0)
})
