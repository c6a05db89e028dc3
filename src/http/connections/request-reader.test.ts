import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestReader } from './request-reader.ts'

const HEAD = 'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\n'
const GET = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'

/** What is taken of each chunk; `<` before one says that it was put back. */
function taken(...chunks: string[]) {
  const reader = createRequestReader()
  const results = chunks.map((chunk) => {
    const result = reader.take(Buffer.from(chunk.replace(/^</, '')), chunk.startsWith('<'))
    if (result === undefined) return undefined
    return 'odd' in result ? `odd ${result.odd}` : [String(result.bytes), result.rest && String(result.rest)]
  })
  return { results, isWithin: reader.isWithin(), begun: reader.begun()?.toString() }
}

test('a request is taken with its body once all of it is there', () => {
  const between = { isWithin: false, begun: undefined }
  assert.deepEqual(taken(`${HEAD}abcd`), { results: [[`${HEAD}abcd`, undefined]], ...between })
  assert.deepEqual(taken(HEAD, 'ab', 'cd', GET), {
    results: [undefined, undefined, [`${HEAD}abcd`, undefined], [GET, undefined]],
    ...between,
  })
})

test('what is there of a request that is not whole can be had, from its first byte on', () => {
  assert.deepEqual(taken(HEAD, 'ab'), { results: [undefined, undefined], isWithin: true, begun: `${HEAD}ab` })
})

test('what comes behind a request is told apart from it', () => {
  assert.deepEqual(taken(`${HEAD}abcd${GET}`).results, [[`${HEAD}abcd`, GET]])
  assert.deepEqual(taken(HEAD, `abcd${GET}`).results, [undefined, [`${HEAD}abcd`, GET]])
  assert.deepEqual(taken(`${HEAD}abcdPO`).results, [[`${HEAD}abcd`, 'PO']])
})

test('where anything is not plain all that is there is odd', () => {
  assert.deepEqual(taken('GET / HTTP/1.1\r\nho').results, ['odd GET / HTTP/1.1\r\nho'])
  assert.deepEqual(taken(HEAD, `abcdTRACE`).results, [undefined, `odd ${HEAD}abcdTRACE`])
})

test('a head that was put back may end where reading ended, and goes on with what is read next', () => {
  const [first, second] = [GET.slice(0, 10), GET.slice(10)]
  assert.deepEqual(taken(`<${first}`), { results: [undefined], isWithin: true, begun: first })
  assert.deepEqual(taken(`<${first}`, second).results, [undefined, [GET, undefined]])
  assert.deepEqual(taken(`<${first}`, 'host').results, [undefined, `odd ${first}host`])
})
