import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { createPassage } from './passage.ts'
import { createSocketPair, type End } from './socket-pair.ts'

const ASK = Buffer.from('GET /a HTTP/1.1\r\nHost: a\r\n\r\n')

/** A client's connection, and behind the passage somebody who answers as a test says. */
function openPassage({ unreadMs }: { unreadMs?: number } = {}) {
  const { outside: client, inside: outer } = createSocketPair()
  const insides: Socket[] = []
  const stayed: { inner: End; first: string }[] = []
  const heard = { text: '', answers: 0 }
  client.on('data', (chunk: Buffer) => (heard.text += chunk.toString('latin1')))
  const passage = createPassage(outer, {
    connectInside(_outer, done) {
      const { outside, inside } = createSocketPair()
      insides.push(inside)
      done(outside)
    },
    onAnswered: () => heard.answers++,
    onStay: (inner, first) => stayed.push({ inner, first: first.toString('latin1') }),
    ...(unreadMs !== undefined && { unreadMs }),
  })
  return { passage, client, outer, insides, stayed, heard }
}

async function turns(count = 3): Promise<void> {
  for (let i = 0; i < count; i++) await nextTurn()
}

test('answers whose length is told go through, in whatever pieces they come', async () => {
  const answer = fc.constantFrom(
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 200 OK\r\nx: content-length: 7\r\ncontent-length:0\r\n\r\n',
    'HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n',
    'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nContent-Length: 12\r\n\r\n',
    'HTTP/1.1 400 Bad Request\r\ncontent-length: 10\r\n\r\n\r\n\r\nHTTP/1',
  )
  const pieces = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), pieces, async (answers, sizes) => {
      const { passage, insides, heard, stayed } = openPassage()
      for (const [i, text] of answers.entries()) {
        passage.send(ASK)
        for (let at = 0, n = 0; at < text.length; at += sizes[n++ % sizes.length]!) {
          insides[0]!.write(text.slice(at, at + sizes[n % sizes.length]!), 'latin1')
          if (n % 3 === 0) await nextTurn()
        }
        await turns()
        assert.equal(heard.answers, i + 1)
      }
      assert.deepEqual([heard.text, insides.length, stayed.length], [answers.join(''), 1, 0])
      passage.leave()
    }),
    { numRuns: 60 },
  )
})

test('an answer whose end is not told beforehand keeps the inner connection', async () => {
  for (const head of [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(17_000)}`,
  ]) {
    const { passage, insides, heard, stayed } = openPassage()
    passage.send(ASK)
    insides[0]!.write(head)
    await turns()
    assert.deepEqual([stayed[0]?.first, heard.text, heard.answers], [head, '', 0])
    assert.equal(stayed[0]!.inner.listenerCount('data'), 0)
  }
})

test('whoever answers may end between two answers, and not within one', async () => {
  const { passage, outer, insides, heard } = openPassage()
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  passage.send(ASK)
  insides[0]!.end(answer)
  await turns()
  passage.send(ASK)
  insides[1]!.write(answer)
  await turns()
  passage.leave()
  await turns()
  assert.equal((await insides[1]!.toArray()).join(''), ASK.toString())
  passage.send(ASK)
  insides[2]!.write(answer)
  await turns()
  assert.deepEqual([heard.answers, heard.text, outer.destroyed], [3, answer.repeat(3), false])
  passage.send(ASK)
  insides[2]!.end('HTTP/1.1 200')
  await turns()
  assert.equal(outer.destroyed, true)
})

test('what nobody asked for reaches nobody', async () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
  for (const said of [`${answer}${answer}`, `${answer}\r\n`]) {
    const { passage, outer, insides, heard } = openPassage()
    passage.send(ASK)
    insides[0]!.write(said)
    await turns()
    assert.deepEqual([outer.destroyed, heard.text, heard.answers], [true, '', 0])
  }
  for (const said of [answer, 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n']) {
    const { passage, outer, insides, stayed } = openPassage()
    passage.send(ASK)
    insides[0]!.write(answer)
    await turns()
    insides[0]!.write(said)
    await turns()
    assert.deepEqual([outer.destroyed, stayed.length], [true, 0])
  }
})

test('an answer counts as given once the client has taken so much of it that there is room for another', async () => {
  const { passage, client, insides, heard } = openPassage()
  client.pause()
  passage.send(ASK)
  const body = 'x'.repeat(1_000_000)
  insides[0]!.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  await turns(10)
  assert.equal(heard.answers, 0)
  client.resume()
  await turns(40)
  assert.deepEqual([heard.answers, heard.text.length > body.length], [1, true])
  passage.leave()
})

test('whoever reads nothing of an answer is let go, and whoever reads slowly is not', async () => {
  const body = 'x'.repeat(200_000)
  for (const isReading of [false, true]) {
    const { passage, client, outer, insides, heard } = openPassage({ unreadMs: 200 })
    client.pause()
    passage.send(ASK)
    insides[0]!.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`)
    for (let at = 0; at < body.length; at += 20_000) insides[0]!.write(body.slice(at, at + 20_000))
    for (let waitedMs = 0; waitedMs < 1_000 && !outer.destroyed; waitedMs += 50) {
      if (isReading) client.resume()
      await wait(10)
      client.pause()
      await wait(40)
    }
    assert.deepEqual([outer.destroyed, heard.answers], [!isReading, isReading ? 1 : 0])
    // The time is for an answer: between two of them the connection may be silent.
    await wait(isReading ? 300 : 0)
    assert.equal(outer.destroyed, !isReading)
    client.destroy()
  }
})
