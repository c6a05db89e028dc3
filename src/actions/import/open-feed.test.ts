import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createOpenFeed, FeedFault, type OpenFeedOptions } from './open-feed.ts'

const NEVER = new AbortController().signal

async function openStage(
  t: TestContext,
  answer: (response: ServerResponse) => unknown,
  options: Partial<OpenFeedOptions> = {},
) {
  const host = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    host.closeAllConnections()
    host.close()
  })
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/ads.csv`
  const openFeed = createOpenFeed({ allowPrivate: true, ...options })
  async function textOf(stop = NEVER): Promise<string> {
    const chunks: Uint8Array[] = []
    for await (const chunk of (await openFeed(url, stop)).body) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  return { url, openFeed, textOf }
}

test('a host that says nothing any more is given up, before its answer and within it', async (t) => {
  for (const answer of [() => {}, (response: ServerResponse) => void response.write('id,title\n')]) {
    const { textOf } = await openStage(t, answer, { silentMs: 200 })
    await assert.rejects(
      textOf(),
      (error) => error instanceof FeedFault && /nothing came for 0\.2 s/.test(error.message),
    )
  }
})

test('a file without end is given up, also where it is small as it is packed', async (t) => {
  const packed = gzipSync(Buffer.alloc(8 * 1024 ** 2, 'a'))
  for (const body of [Buffer.alloc(2 * 1024 ** 2, 'a'), packed]) {
    const { textOf } = await openStage(t, (response) => void response.end(body), { bytesMax: 1024 ** 2 })
    await assert.rejects(textOf(), { message: 'The file has more than 1 MiB' })
  }
})

test('a host that sends next to nothing is given up, and one that is only slow is not', async (t) => {
  for (const [bytes, isSlow] of [
    [10, true],
    [1_000, false],
  ] as const) {
    const answer = (response: ServerResponse): void => {
      let pieces = 0
      const timer = setInterval(() => {
        if (++pieces > 8) response.end()
        else response.write('a'.repeat(bytes))
      }, 100)
      response.on('close', () => clearInterval(timer))
    }
    const { textOf } = await openStage(t, answer, { slowAfterMs: 300 })
    if (isSlow) await assert.rejects(textOf(), { message: 'The host sends less than 1024 bytes a second' })
    else assert.equal((await textOf()).length, 8 * bytes)
  }
})

test('what becomes too much of too little where it is unpacked is given up, and what feeds come to is not', async (t) => {
  const lines = (id: number) => `{"id":"${id}","title":"A thing","landingUrl":"https://shop.example/${id}"}\n`
  const feed = Array.from({ length: 300_000 }, (_, id) => lines(id)).join('')
  const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2))
  const { textOf } = await openStage(t, (response) => void response.end(bomb))
  await assert.rejects(textOf(), { message: 'The file becomes more than 200 times as large where it is unpacked' })
  const good = await openStage(t, (response) => void response.end(gzipSync(feed)))
  assert.equal((await good.textOf()).length, feed.length)
})

test('a stop ends it at once', async (t) => {
  const { textOf } = await openStage(t, (response) => void response.write('id,title\n'))
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(), 100)
  await assert.rejects(textOf(stopping.signal), FeedFault)
})

test('a stop ends it also where all of it has come and is being unpacked', async (t) => {
  const { url, openFeed } = await openStage(t, (response) => void response.end(gzipSync(Buffer.alloc(16 * 1024 ** 2))))
  const stopping = new AbortController()
  const { body } = await openFeed(url, stopping.signal)
  await assert.rejects(async () => {
    for await (const _ of body) {
      await sleep(100)
      assert.ok(!stopping.signal.aborted)
      stopping.abort()
    }
  }, FeedFault)
})

test('what the system says of a host is told in a few words', async (t) => {
  const resolve = () => Promise.reject(new Error('DNS:a.example, '.repeat(1_000)))
  const { openFeed } = await openStage(t, () => {}, { resolve })
  await assert.rejects(openFeed('http://shop.example/ads.csv', NEVER), ({ message }) => message.length < 400)
})

test('a file of one byte, or of none, is read as it is', async (t) => {
  for (const body of ['', 'i', '\x1f']) {
    const { textOf } = await openStage(t, (response) => void response.end(body))
    assert.equal(await textOf(), body)
  }
})

test('the connection is let go of where nobody reads the file', async (t) => {
  const closed = Promise.withResolvers<void>()
  const { openFeed, url } = await openStage(t, (response) => {
    response.on('close', () => closed.resolve())
    response.write('id,title\n')
  })
  ;(await openFeed(url, NEVER)).close()
  await closed.promise
})

test('a host that sends byte by byte, fast or slowly, is read in few portions and never faster than these cost', async (t) => {
  const fast = await openStage(t, (response) => {
    response.flushHeaders() // each write becomes a chunk of its own
    for (let i = 0; i < 10_000; i++) response.write('a')
    response.end()
  })
  const startMs = performance.now()
  assert.equal((await fast.textOf()).length, 10_000)
  assert.ok(performance.now() - startMs > 400, `${performance.now() - startMs} ms`)

  const slow = await openStage(t, async (response) => {
    for (let i = 0; i < 200; i++) {
      response.write('a')
      await sleep(1)
    }
    response.end()
  })
  let portions = 0
  let bytes = 0
  for await (const portion of (await slow.openFeed(slow.url, NEVER)).body) {
    portions++
    bytes += portion.length
  }
  assert.equal(bytes, 200)
  assert.ok(portions < 40, `${portions} portions`)
})
