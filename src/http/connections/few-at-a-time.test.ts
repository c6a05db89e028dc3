import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fewAtATime, UNDER_WAY_MAX, WAITING_MAX } from './few-at-a-time.ts'

class FakeSocket extends EventEmitter {
  isRead = true
  writable = true
  destroyed = false
  pause() {
    this.isRead = false
  }
  isPaused() {
    return !this.isRead
  }
  resume() {
    this.isRead = true
    this.emit('resume')
  }
  destroy() {
    this.destroyed = true
  }
}

function openConnection() {
  const socket = new FakeSocket()
  const taken: EventEmitter[] = []
  const listener = fewAtATime((_, response) => void taken.push(response))
  return {
    socket,
    taken,
    ask: () => listener({ socket } as unknown as IncomingMessage, new EventEmitter() as ServerResponse),
  }
}

test('a connection is not read while requests of it wait, whoever would read on', async () => {
  const { socket, taken, ask } = openConnection()
  for (let i = 0; i < UNDER_WAY_MAX; i++) ask()
  assert.deepEqual([taken.length, socket.isRead], [UNDER_WAY_MAX, true])
  ask()
  socket.resume()
  assert.deepEqual([taken.length, socket.isRead], [UNDER_WAY_MAX, false])
  taken[0]!.emit('close')
  await nextTurn()
  assert.deepEqual([taken.length, socket.isRead], [UNDER_WAY_MAX + 1, true])
})

test('where more came at once than may wait, the connection is closed, and nothing of it is taken up any more', async () => {
  const { socket, taken, ask } = openConnection()
  for (let i = 0; i < UNDER_WAY_MAX + WAITING_MAX; i++) ask()
  assert.equal(socket.destroyed, false)
  ask()
  assert.equal(socket.destroyed, true)
  ask()
  for (const response of taken) response.emit('close')
  await nextTurn()
  assert.equal(taken.length, UNDER_WAY_MAX)
})

test('behind the last answer of a connection nothing is taken up', async () => {
  const { socket, taken, ask } = openConnection()
  for (let i = 0; i < UNDER_WAY_MAX + 2; i++) ask()
  socket.writable = false
  taken[0]!.emit('close')
  await nextTurn()
  assert.equal(taken.length, UNDER_WAY_MAX)
})
