import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonRoom } from '../base/open-files.ts'
import { createDirectory } from '../engine/directory.ts'
import { createRateModel } from '../engine/learn/rate-model.ts'
import { createBoard } from '../engine/pacing/board.ts'
import { publisherDraft } from '../../test/store/entities.ts'
import { until } from '../../test/support/until.ts'
import { type DecisionThreads, startDecisionThreads } from './decision-threads.ts'

const NO_RULES: readonly never[] = []

/** Threads that do as they are told and tell what they were told; a publisher named "falls over" has them do so. */
const FOLLOWER = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ news, listen, close }) => {
    if (close) return parentPort.close()
    if (listen) return parentPort.postMessage({ ready: true })
    for (const { entity } of news.changes ?? []) {
      if (entity.name === 'falls over') throw new Error('it fell over')
      if (entity.name === 'hangs') for (;;);
    }
    const of = (news.changes ?? []).map(({ entity }) => entity.name)
    setTimeout(() => {
      const decided = Float64Array.from(of.join('+'), (letter) => letter.charCodeAt(0))
      parentPort.postMessage({ decided, knows: news.number })
    }, 20)
  })`

async function startFollowers(module: string, count = 2, { listening = true, settings = {} } = {}) {
  const directory = createDirectory()
  directory.publishers.put({ ...publisherDraft(), number: 1, revision: 1, name: 'first' })
  const heard: string[] = []
  const warned: string[] = []
  const room = commonRoom({ most: Number.POSITIVE_INFINITY, spare: 0 })
  let released = 0
  let aheadMs = 0
  let publishMs = 0
  let editions = 0
  let adChanges = 0
  let changesMeanwhile = 0
  const edition = () => ({
    ...{ number: editions, whole: editions === 1, pieces: [], dropped: [], texts: [] },
    state: {},
  })
  const threads = startDecisionThreads({
    module: new URL(`data:text/javascript,${encodeURIComponent(module)}`),
    count,
    settings,
    room,
    directory,
    board: () => board.memory(),
    rates: createRateModel(),
    trafficRules: () => NO_RULES,
    editions: {
      publish: () => {
        aheadMs += publishMs
        adChanges += changesMeanwhile
        editions++
        return edition() as never
      },
      newest: () => edition() as never,
      release: (number) => void (released = number),
      bytes: () => 0,
    },
    adChanges: () => adChanges,
    hear(decided) {
      if (decided.length === 3) throw new Error('a word of three letters')
      if (decided.length > 0) heard.push(String.fromCharCode(...decided))
    },
    monotonicMs: () => performance.now() + aheadMs,
    log: { warn: () => warned.push('warn'), error: () => warned.push('error') } as never,
  })
  if (listening) {
    await threads.started.catch(async (error) => {
      await threads.close()
      throw error
    })
  }
  const change = (name: string): void => {
    const entity = { ...publisherDraft(), number: 2, revision: 2, id: name, name }
    if (name !== 'falls over' && name !== 'hangs') directory.publishers.put(entity)
    threads.noteChange({ kind: 'publisher', entity })
  }
  return {
    threads,
    heard,
    warned,
    held: room.held,
    change,
    released: () => released,
    addAd: () => void adChanges++,
    editions: () => editions,
    wait: (ms: number) => void (aheadMs += ms),
    takesToPublish: (ms: number) => void (publishMs = ms),
    keepChanging: () => void (changesMeanwhile = 1),
  }
}
const board = createBoard()

async function closing(threads: DecisionThreads, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await threads.close()
  }
}

test('a thread begins with all there is, and a change is settled once every thread has taken it in', async () => {
  const { threads, heard, change, released, addAd, editions } = await startFollowers(FOLLOWER)
  await closing(threads, async () => {
    assert.deepEqual(heard, ['first', 'first'])
    change('second')
    change('third')
    await threads.settled()
    assert.deepEqual(heard.slice(2), ['second+third', 'second+third'])
    addAd()
    await threads.settled()
    assert.equal(editions(), 2)
    assert.equal(released(), 1, 'the first edition is in use by nobody')
    await threads.settled()
    assert.equal(editions(), 2, 'nothing is told twice')
  })
})

test('a change is waited for where the timer fires before it may go out', async () => {
  const { threads, addAd, editions, wait, takesToPublish } = await startFollowers(FOLLOWER, 1)
  await closing(threads, async () => {
    takesToPublish(2)
    for (let i = 0; i < 2; i++) {
      addAd()
      await threads.settled()
    }
    const before = editions()
    addAd()
    const settled = threads.settled()
    wait(-50)
    await settled
    assert.equal(editions(), before + 1)
  })
})

test('whoever changed an ad waits for one edition, however many changes come after', async () => {
  const { threads, addAd, editions, keepChanging } = await startFollowers(FOLLOWER, 1)
  await closing(threads, async () => {
    keepChanging()
    addAd()
    const before = editions()
    await threads.settled()
    assert.equal(editions(), before + 1)
  })
})

test('a thread that falls over is started anew with all there is by then, and nobody waits for it', async () => {
  const { threads, heard, warned, change } = await startFollowers(FOLLOWER, 1)
  await closing(threads, async () => {
    change('second')
    await threads.settled()
    change('falls over')
    await threads.settled()
    assert.equal(threads.listening(), 0)
    await listening(threads, 1)
    assert.deepEqual(heard, ['first', 'second', 'first+second'])
    assert.deepEqual(warned, ['error', 'warn'])
  })
})

test('a thread that hangs is ended and started anew, and nobody waits for it for ever', async () => {
  const { threads, warned, change, wait } = await startFollowers(FOLLOWER, 2)
  await closing(threads, async () => {
    change('hangs')
    await threads.settled()
    assert.equal(threads.listening(), 2, 'both still count')
    wait(11_000)
    threads.tellNews()
    await listening(threads, 0)
    await listening(threads, 2)
    assert.deepEqual(warned.toSorted(), ['error', 'error', 'warn', 'warn'])
  })
})

test('a thread whose word was not read yet, since this one stood still, is not ended', async () => {
  const saysSo = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { words } = workerData
    parentPort.on('message', ({ news, listen, close }) => {
      if (close) return parentPort.close()
      if (listen) return parentPort.postMessage({ ready: true })
      parentPort.postMessage({ knows: news.number })
      Atomics.store(words, 0, news.number)
      Atomics.notify(words, 0)
    })`
  const words = new Int32Array(new SharedArrayBuffer(4))
  const { threads, warned, addAd, wait } = await startFollowers(saysSo, 1, { settings: { words } })
  await closing(threads, async () => {
    const before = Atomics.load(words, 0)
    addAd()
    wait(1_000)
    threads.tellNews()
    Atomics.wait(words, 0, before)
    wait(11_000)
    threads.tellNews()
    await threads.settled()
    assert.deepEqual([warned, threads.listening()], [[], 1])
  })
})

test('what cannot be remembered is told in the log, and all else goes on', async () => {
  const { threads, heard, warned, change } = await startFollowers(FOLLOWER, 1)
  await closing(threads, async () => {
    change('odd')
    await threads.settled()
    change('even')
    await threads.settled()
    assert.deepEqual(heard, ['first', 'even'])
    assert.deepEqual(warned, ['error'])
  })
})

test('a thread that is still starting is told to close, and not cut', async () => {
  const starting = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ close }) => {
      if (!close) return
      parentPort.postMessage({ decided: Float64Array.of(98, 121, 101, 33) })
      parentPort.close()
    })`
  const { threads, heard } = await startFollowers(starting, 1, { listening: false })
  await threads.close()
  assert.deepEqual(heard, ['bye!'])
})

test('a thread that learns all there is only while it closes is not told to listen, and is no fault', async () => {
  const starting = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ news, listen, close }) => {
      if (news) setTimeout(() => parentPort.postMessage({ knows: news.number }), 20)
      if (listen) parentPort.postMessage({ decided: Float64Array.of(104, 101, 97, 114) })
      if (close) setTimeout(() => parentPort.close(), 200)
    })`
  const { threads, heard } = await startFollowers(starting, 1, { listening: false })
  await threads.close()
  assert.deepEqual(heard, [])
  await threads.started
})

test('threads that cannot start are told of in their own words', async () => {
  const refuses = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ close }) => close ? parentPort.close() : parentPort.postMessage({ failed: 'no port left' }))`
  await assert.rejects(startFollowers(refuses), /no port left/)
  await assert.rejects(startFollowers('throw new Error("torn module")'), /torn module/)
})

function listening(threads: { listening(): number }, count: number): Promise<void> {
  return until(`${count} threads listen`, 20_000, () => threads.listening() === count)
}

test('what the connections of a thread took is free again once it fell over, and what others took is not', async () => {
  const takes = `
    import { workerData } from 'node:worker_threads'
    for (const cell of [workerData.room.held, workerData.room.own]) Atomics.add(cell, 0, 7)
    ${FOLLOWER}`
  const { threads, held, change } = await startFollowers(takes, 1)
  await closing(threads, async () => {
    Atomics.add(held, 0, 3)
    assert.equal(held[0], 10)
    change('falls over')
    await listening(threads, 0)
    assert.equal(held[0], 3)
  })
})
