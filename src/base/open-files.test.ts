import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRoom, emptyRoom, filesForConnections, openFilesMax, roomMemory } from './open-files.ts'

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
  const held = new Int32Array(new SharedArrayBuffer(4))
  const memories = [roomMemory({ most: 4, held }), roomMemory({ most: 4, held })] as const
  let full = 0
  const [one, other] = [createRoom(memories[0]), createRoom(memories[1], () => full++)]
  assert.deepEqual([one.take(2), other.take(1), other.take(2), other.take(1)], [true, true, false, true])
  assert.equal(full, 1)
  other.giveBack(1)
  emptyRoom(memories[0])
  assert.deepEqual([other.take(3), one.take(1), held[0]], [true, false, 4])
})
