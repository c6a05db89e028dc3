import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { arrayIn, readPieceFile, writePieceFile } from './piece-file.ts'
import { bytesOf, sharedArray } from './shared-array.ts'

const folder = mkdtempSync(join(tmpdir(), 'aside-pieces-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const numbers = sharedArray(Uint32Array, 700_000).map((_, i) => i * 7)
const some = sharedArray(Uint16Array, 5)
some.set([1, 2, 3, 4, 5])

async function write(path: string, about: object): Promise<void> {
  const isWritten = await writePieceFile(path, async (add) => {
    await add({ name: 'numbers', bytes: bytesOf(numbers) })
    await add({ name: 'none', bytes: new Uint8Array(0) })
    await add({ name: 'some', bytes: bytesOf(some, 3) })
    return about
  })
  assert.equal(isWritten, true)
}

test('pieces are read back as they were written, each into shared memory of its own', async () => {
  const path = join(folder, 'whole')
  await write(path, { revision: 7 })
  const file = readPieceFile(path)!
  assert.deepEqual(file.about, { revision: 7 })
  assert.deepEqual(new Uint32Array(file.pieces.get('numbers')!), new Uint32Array(numbers))
  assert.equal(file.pieces.get('none')!.byteLength, 0)
  assert.deepEqual([...new Uint16Array(file.pieces.get('some')!)], [1, 2, 3])
  assert.equal(existsSync(`${path}.tmp`), false)
})

test('a file that is not there is nothing, and one that is refused is not read', async () => {
  assert.equal(readPieceFile(join(folder, 'missing')), undefined)
  const path = join(folder, 'refused')
  await write(path, { make: 'old' })
  assert.throws(() => readPieceFile(path, ({ make }) => (make === 'new' ? undefined : 'too old')), /too old/)
})

test('until a new file is whole, the old one stands', async () => {
  const path = join(folder, 'standing')
  await write(path, { name: 'old' })
  const begin = (end: () => undefined) =>
    writePieceFile(path, async (add) => {
      await add({ name: 'numbers', bytes: bytesOf(numbers) })
      assert.equal(readPieceFile(path)!.about.name, 'old')
      return end()
    })
  assert.equal(await begin(() => undefined), false)
  await assert.rejects(
    begin(() => assert.fail('the disk is full')),
    /the disk is full/,
  )
  assert.equal(readPieceFile(path)!.about.name, 'old')
  assert.equal(existsSync(`${path}.tmp`), false)
  await write(path, { name: 'new' })
  assert.equal(readPieceFile(path)!.about.name, 'new')
})

test('a piece is read as numbers without a copy, be it a buffer or what counts of one', () => {
  const whole = new SharedArrayBuffer(16)
  new Uint32Array(whole).set([1, 2, 3, 4])
  const pieces = new Map<string, SharedArrayBuffer | Uint8Array>([
    ['whole', whole],
    ['part', new Uint8Array(whole, 4, 8)],
  ])
  assert.deepEqual([...arrayIn(pieces, 'whole', Uint32Array)], [1, 2, 3, 4])
  const part = arrayIn(pieces, 'part', Uint32Array)
  assert.deepEqual([...part], [2, 3])
  assert.equal(part.buffer, whole)
  assert.throws(() => arrayIn(pieces, 'other', Uint32Array), /the piece other is missing/)
})

test('wherever a byte differs or the file ends early, it is told from a good one', async () => {
  const path = join(folder, 'damaged')
  await write(path, { revision: 7 })
  const good = readFileSync(path)
  const places = [0, 9, 1_000_000, good.length - 300, good.length - 20, good.length - 12, good.length - 1]
  for (const at of places) {
    const bad = Buffer.from(good)
    bad[at]! ^= 0x10
    writeFileSync(path, bad)
    assert.throws(() => readPieceFile(path), Error, `byte ${at}`)
  }
  for (const length of [0, 5, 100, good.length >> 1, good.length - 1]) {
    writeFileSync(path, good)
    truncateSync(path, length)
    assert.throws(() => readPieceFile(path), Error, `${length} bytes`)
  }
})
