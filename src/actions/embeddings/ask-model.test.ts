import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createAskModel, ModelError } from './ask-model.ts'

const KEY = 'sk-0123456789'

/** Asks a server about two texts. */
async function askTwo(t: TestContext, answer: RequestListener, timeoutMs = 5_000) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const vectors = await createAskModel({ url, model: 'small', key: KEY, timeoutMs })(['one', 'two'])
  return vectors.map((vector) => [...vector])
}

const saying =
  (text: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(text)

/** As a model says it: the place of a text, and what is made of it. */
const list = (...data: [number, unknown][]) =>
  JSON.stringify({ data: data.map(([index, embedding]) => ({ index, embedding })) })

test('answers may come in any order', async (t) => {
  const answer = list([1, [3, 4]], [0, [1, 2]])
  assert.deepEqual(await askTwo(t, saying(answer)), [
    [1, 2],
    [3, 4],
  ])
})

const UNUSABLE: Readonly<Record<string, string>> = {
  'what is no JSON': '{"data":[{"index":0,"embedding":[NaN]}]}',
  nothing: '',
  'a list that is no list': '{"data":null}',
  'numbers that are null': list([0, [null]], [1, [1]]),
  'numbers within lists': list([0, [[1]]], [1, [[1]]]),
  'numbers beyond what is finite': '{"data":[{"index":0,"embedding":[1e999]},{"index":1,"embedding":[1]}]}',
  'numbers that are too large for what keeps them': list([0, [1e300]], [1, [1]]),
  'too few': list([0, [1]]),
  'too many': list([0, [1]], [1, [1]], [2, [1]]),
  'one of them twice': list([0, [1]], [0, [1]]),
  'one that was not asked for': list([0, [1]], [4_294_967_290, [1]]),
  'different dimensions': list([0, [1]], [1, [1, 2]]),
  'no dimensions': list([0, []], [1, []]),
}

for (const [what, answer] of Object.entries(UNUSABLE)) {
  test(`an answer of ${what} is refused in a sentence`, async (t) => {
    await assert.rejects(askTwo(t, saying(answer)), (error) => {
      assert.ok(error instanceof ModelError && !error.isAboutTexts)
      return /^http:\S+\/embeddings answered /.test(error.message)
    })
  })
}

test('an answer without end is given up before it fills the memory, and one that drips within the time', async (t) => {
  let sent = 0
  const flood: RequestListener = (_request, response) => {
    const piece = Buffer.alloc(65_536, ' ')
    const go = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
    }
    response.on('drain', go)
    go()
  }
  await assert.rejects(askTwo(t, flood), /answered more than 524288 bytes/)
  assert.ok(sent < 16 * 1024 * 1024, `${sent} bytes were sent`)
  const drip: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  await assert.rejects(askTwo(t, drip, 200), /gave no answer within 200 ms/)
})

test('an error never repeats the key, and nothing is sent on to where an answer points', async (t) => {
  await assert.rejects(askTwo(t, saying(`the key ${KEY} is not good`, 401)), (error) => {
    assert.ok(error instanceof ModelError)
    return error.message.endsWith('answered 401: the key *** is not good')
  })
  let asked = 0
  const elsewhere: RequestListener = (_request, response) => {
    asked++
    response.writeHead(307, { location: '/v2/embeddings' }).end()
  }
  await assert.rejects(askTwo(t, elsewhere), /cannot be reached: unexpected redirect/)
  assert.equal(asked, 1)
})
