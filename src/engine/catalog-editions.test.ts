import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createChangingCatalog } from '../../test/support/changing-catalog.ts'
import type { EditionAnswers } from '../../test/support/edition-thread.ts'
import { type CatalogEditions, createCatalogEditions, createEditionReader, type Edition } from './catalog-editions.ts'
import { loadWordVectors } from './match/word-vectors.ts'

const workers: Worker[] = []
after(() => Promise.all(workers.map((worker) => worker.terminate())))

const openThread = (): Worker => {
  const worker = new Worker(new URL('../../test/support/edition-thread.ts', import.meta.url))
  workers.push(worker)
  return worker
}

const EDITIONS = 30

/** The memory that a piece lies in, as the main thread knows it. */
const roomOf = (edition: Edition, name: string) => edition.pieces.find(([own]) => own === name)?.[1].buffer

test('threads answer by each edition as the main thread did when it was published, whatever changes meanwhile', async () => {
  const main = createChangingCatalog(7)
  const editions = createCatalogEditions(main)
  const expected = new Map<number, string>()
  const rooms = new Set<unknown>()
  const publish = (): Edition | undefined => {
    const edition = editions.publish()
    if (edition === undefined) return undefined
    expected.set(edition.number, main.answers())
    const room = roomOf(edition, 'index/0/docs')
    if (room !== undefined) rooms.add(room)
    return edition
  }
  main.change(3_000)
  publish()

  const heard: EditionAnswers[] = []
  const threads = [openThread(), openThread()].map((worker) => ({ worker, number: 0 }))
  for (const thread of threads) {
    thread.worker.on('message', (answers: EditionAnswers) => {
      heard.push(answers)
      thread.number = answers.number
      editions.release(Math.min(...threads.map(({ number }) => number)) - 1)
    })
    thread.worker.postMessage(editions.newest())
    await once(thread.worker, 'message')
  }
  while (expected.size < EDITIONS) {
    main.change(400)
    const edition = publish()
    if (edition !== undefined) for (const { worker } of threads) worker.postMessage(edition)
    // The threads answer by it, or by the one before, while the next changes are made.
    main.change(400)
    const behind = threads.find(({ number }) => number < Math.max(...expected.keys()))
    if (edition === undefined && behind) await once(behind.worker, 'message')
    else await nextTurn()
  }
  const last = Math.max(...expected.keys())
  while (threads.some(({ number }) => number < last))
    await once(threads.find((one) => one.number < last)!.worker, 'message')

  assert.ok(
    [...expected.keys()].every((number) => heard.some((one) => one.number === number)),
    'every edition was answered by',
  )
  for (const { number, answers } of heard) assert.equal(answers, expected.get(number), `edition ${number}`)
  assert.ok(rooms.size >= 2, 'runs were written anew meanwhile')
})

/** A reader in this thread, handed editions as another thread would be. */
function follow(editions: CatalogEditions) {
  const world = createChangingCatalog(0)
  const reader = createEditionReader(world)
  reader.take(structuredClone(editions.newest()!))
  return { ...world, take: (edition: Edition | undefined) => reader.take(structuredClone(edition!)) }
}

test('an edition stays as it is until it is released, and only then its rooms, slabs and copies are written again', () => {
  const main = createChangingCatalog(8)
  const editions = createCatalogEditions(main)
  main.change(15_000)
  main.catalog.compact()
  const first = editions.publish()!
  const thread = follow(editions)
  const expected = main.answers()
  const memory = new Set(first.pieces.map(([, bytes]) => bytes.buffer))
  const contents = first.pieces.map(([, bytes]) => Buffer.from(bytes))

  main.shrink()
  for (let round = 0; round < 8; round++) {
    main.change(1_500)
    main.catalog.compact()
  }
  const second = editions.publish()!
  main.change(1_500)
  assert.equal(thread.answers(), expected)
  first.pieces.forEach(([name, bytes], i) => assert.ok(contents[i]!.equals(bytes), `${name} was written to`))
  assert.equal(
    second.pieces.some(([, bytes]) => memory.has(bytes.buffer)),
    false,
    'nothing of the first is used',
  )

  thread.take(second)
  editions.release(first.number)
  const reused = new Set<string>()
  for (let round = 0; round < 8; round++) {
    main.change(1_500)
    main.catalog.compact()
    const edition = editions.publish()!
    for (const [name, bytes] of edition.pieces) if (memory.has(bytes.buffer)) reused.add(name.split('/')[0]!)
    thread.take(edition)
    assert.equal(thread.answers(), main.answers())
    editions.release(edition.number - 1)
  }
  assert.deepEqual([...reused].sort(), ['catalog', 'creatives', 'index', 'tail'])
})

test('an edition names what changed, and a thread that comes later is given all of it', () => {
  const main = createChangingCatalog(3)
  const editions = createCatalogEditions(main)
  assert.equal(editions.newest(), undefined)
  main.change(30_000)
  main.catalog.compact()
  editions.publish()
  const early = follow(editions)
  main.change(50)
  const second = editions.publish()!
  early.take(second)
  const slabs = second.pieces.filter(([name]) => name.startsWith('creatives/'))
  assert.equal(slabs.length, 1, 'the slab that is written to')
  assert.equal(
    second.pieces.some(([name]) => name.startsWith('index/0/')),
    false,
    'the run is as it was',
  )
  assert.ok(second.texts.length < 60)
  const late = follow(editions)
  assert.equal(early.answers(), main.answers())
  assert.equal(late.answers(), main.answers())
  editions.release(1)

  // Slabs that were tidied away are let go of; the ads fill more than one.
  main.shrink()
  main.catalog.compact()
  const third = editions.publish()!
  assert.ok(third.dropped.some((name) => name.startsWith('creatives/')))
  early.take(third)
  late.take(third)
  assert.equal(early.answers(), main.answers())
  assert.equal(late.answers(), main.answers())
})

test('nothing is published where nothing changed, and tidying is a change', () => {
  const main = createChangingCatalog(10)
  const editions = createCatalogEditions(main)
  main.change(1_000)
  assert.ok(editions.publish())
  assert.equal(editions.publish(), undefined)
  main.catalog.index.compact()
  assert.ok(editions.publish(), 'a run was written anew')
  main.catalog.index.compact()
  assert.equal(editions.publish(), undefined)
})

test('where threads do not keep up no more editions are made, and the newest one is never written over', () => {
  const main = createChangingCatalog(11)
  const editions = createCatalogEditions(main)
  const publish = () => {
    main.change(300)
    return editions.publish()
  }
  const numbers = Array.from({ length: 30 }, () => publish()?.number)
  const last = numbers.indexOf(undefined)
  assert.ok(last >= 3)
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => (i < last ? i + 1 : undefined)),
  )
  const before = editions.bytes()
  editions.release(99)
  assert.ok(editions.bytes() < before / 2, 'memory of most copies is given up')
  const next = publish()!
  const thread = follow(editions)
  const expected = main.answers()
  assert.equal(next.number, last + 1)
  editions.release(99)
  main.change(5_000)
  main.catalog.compact()
  assert.equal(thread.answers(), expected)
})

test('an edition that does not follow the last one taken is refused', () => {
  const main = createChangingCatalog(12)
  const editions = createCatalogEditions(main)
  main.change(100)
  editions.publish()
  const thread = follow(editions)
  const expected = main.answers()
  main.change(100)
  editions.publish()
  main.change(100)
  const third = editions.publish()
  assert.throws(() => thread.take(third), /edition 3 of the inventory follows 2, not 1/)
  assert.equal(thread.answers(), expected)
})

test('what ads mean is told by the same memory, also of ads that came later', () => {
  const words = loadWordVectors()
  const main = createChangingCatalog(13, words)
  const editions = createCatalogEditions(main)
  main.change(500)
  const first = editions.publish()!
  const world = createChangingCatalog(0, words)
  const reader = createEditionReader(world)
  reader.take(first)
  assert.deepEqual(world.likeness(), main.likeness())
  assert.ok(main.likeness().some((alike) => alike > 0))
  main.change(500)
  const second = editions.publish()!
  reader.take(second)
  assert.deepEqual(world.likeness(), main.likeness())
  assert.equal(roomOf(second, 'vectors/0'), undefined, 'it is not sent again')
})
