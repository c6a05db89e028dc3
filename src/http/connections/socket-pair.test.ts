import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { createSocketPair } from './socket-pair.ts'

test('what one end writes the other reads, and no more than it has room for', async () => {
  const { outside, inside } = createSocketPair()
  let isWritten = false
  const big = Buffer.alloc(1_000_000, 'x')
  outside.write(big)
  outside.write('end', () => (isWritten = true))
  await nextTurn()
  assert.equal(isWritten, false)
  const read: Buffer[] = []
  inside.on('data', (chunk: Buffer) => read.push(chunk))
  while (!isWritten) await nextTurn()
  assert.deepEqual(Buffer.concat(read), Buffer.concat([big, Buffer.from('end')]))
})

test('each end ends for itself, and both are closed then', async () => {
  const { outside, inside } = createSocketPair()
  outside.end('question')
  assert.equal((await inside.toArray()).join(''), 'question')
  inside.end('answer')
  assert.equal((await outside.toArray()).join(''), 'answer')
  await nextTurn()
  assert.deepEqual([inside.destroyed, outside.destroyed], [true, true])
})

test('an end that is destroyed takes the other with it, which hears first what was said', async () => {
  const { outside, inside } = createSocketPair()
  const heard: string[] = []
  inside.on('data', (chunk: Buffer) => heard.push(chunk.toString()))
  outside.write('last words')
  outside.destroy()
  await once(inside, 'close')
  assert.deepEqual(heard, ['last words'])
})

test('an end that is destroyed soon says all it has to say, however slowly it is read', async () => {
  const { outside, inside } = createSocketPair()
  inside.write('x'.repeat(300_000))
  inside.destroySoon()
  await sleep(20)
  assert.equal((await outside.toArray()).join('').length, 300_000)
  assert.equal(inside.destroyed, true)
})

test('a time limit is told once both sides were silent for so long, unless it is taken back', async () => {
  const { outside, inside } = createSocketPair()
  inside.resume()
  outside.resume()
  let told = 0
  inside.setTimeout(200, () => told++)
  for (let i = 0; i < 10; i++) {
    await sleep(30)
    if (i % 2) outside.write('.')
    else inside.write('.')
  }
  assert.equal(told, 0)
  await sleep(300)
  assert.equal(told, 1)
  inside.setTimeout(20)
  inside.setTimeout(0)
  await sleep(60)
  assert.equal(told, 1)
})

test('who waits for room at an end that is gone, or writes to one, is let go', async () => {
  const { outside, inside } = createSocketPair()
  inside.write(Buffer.alloc(1_000_000))
  inside.write('never read')
  outside.destroySoon()
  await once(inside, 'close')
  const other = createSocketPair()
  other.inside.resume()
  other.outside.end()
  await once(other.inside, 'end')
  other.outside.destroy()
  other.inside.write('to nobody')
  await once(other.inside, 'close')
})
