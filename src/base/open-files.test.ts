import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  commonRoom,
  createRoom,
  emptyRoom,
  filesForConnections,
  openFilesMax,
  roomMemory,
  spareOf,
} from './open-files.ts'

test('the limit of open files is read where the system tells it, and else there is none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'aside-limits-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'limits')
  const told = (soft: string) => {
    writeFileSync(
      file,
      `Limit      Soft Limit   Hard Limit   Units\nMax open files            ${soft}    524288    files\n`,
    )
    return openFilesMax(file)
  }
  const none = Number.POSITIVE_INFINITY
  assert.deepEqual([told('1024'), told('unlimited'), openFilesMax(join(folder, 'none'))], [1024, none, none])
})

test('connections leave some files to the database and to each thread, and a few are let in on any limit', () => {
  const left = [1024, 20_000, 64, Number.POSITIVE_INFINITY].map((max) => filesForConnections(max, { threads: 2 }))
  assert.deepEqual(left, [784, 19_760, 16, Number.POSITIVE_INFINITY])
})

test('all threads take from one room, and what a thread held that fell over is free again', () => {
  const common = commonRoom({ most: 4, spare: 0 })
  const memories = [roomMemory(common), roomMemory(common)] as const
  let full = 0
  const [one, other] = [createRoom(memories[0]), createRoom(memories[1], () => full++)]
  assert.deepEqual([one.take(2), other.take(1), other.take(2), other.take(1)], [true, true, false, true])
  assert.equal(full, 1)
  other.giveBack(1)
  for (const [room, more] of [
    [one, 1],
    [one, 1],
    [one, -1],
    [other, 1],
  ] as const)
    room.noteUnheard(more)
  assert.equal(one.unheard(), 2)
  emptyRoom(memories[0])
  assert.deepEqual([other.take(3), one.take(1), one.unheard()], [true, false, 1])
})

test('newcomers leave some room to those who are there, and the silent are asked for theirs before it is full', () => {
  const spares = [1, 2].map((threads) => [64, 1e6, Number.POSITIVE_INFINITY].map((most) => spareOf(most, { threads })))
  assert.deepEqual(spares, [
    [0, 0, 0],
    [16, 1_024, 0],
  ])
  const room = createRoom(roomMemory(commonRoom({ most: 64, spare: 16 })))
  const letIn = (clients: number) => Array.from({ length: clients }, () => room.letIn()).filter(Boolean).length
  assert.deepEqual([letIn(45), room.wanted(), letIn(1), room.wanted(), letIn(9)], [45, 0, 1, 4, 2])
  assert.deepEqual([room.take(16), room.take(1), room.wanted()], [true, false, 6 + 16])
  const endless = createRoom(roomMemory(commonRoom({ most: Number.POSITIVE_INFINITY, spare: 0 })))
  assert.deepEqual([endless.letIn(), endless.take(2), endless.wanted()], [true, true, 0])
})
