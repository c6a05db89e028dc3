import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { connect as connectSecurely } from 'node:tls'
import { until } from '../../../test/support/until.ts'
import { openHost } from './host.ts'
import { openLine, type Place } from './line.ts'

const SECRET = 'ab'.repeat(32)

test('what was asked before a stop is answered, and what comes after it is not begun', async (t) => {
  const { promise, resolve } = Promise.withResolvers<never>()
  const asked: unknown[] = []
  const { host, place } = await start(t, (operation) => {
    asked.push(operation)
    return promise
  })
  const heard: unknown[] = []
  const end = Promise.withResolvers<void>()
  const line = await openLine(place, { onMessage: (message) => heard.push(message), onEnd: () => end.resolve() })
  line.send({ calls: [[1, 'first', []]] })
  await until('the first is asked', 10_000, () => asked.length === 1)
  const finished = host.finish()
  line.send({ calls: [[2, 'second', []]] })
  await new Promise((wait) => setTimeout(wait, 50))
  resolve('done' as never)
  await finished
  await end.promise
  assert.deepEqual(heard, [{ replies: [[1, true, 'done']] }])
  assert.deepEqual(asked, ['first'])
})

test('a line that was being opened while its host closed is closed as well', async (t) => {
  let guests = 0
  const { host, place } = await start(t, undefined, () => guests++)
  // A slow way: holds back what the guest says after its first words.
  const held = Promise.withResolvers<void>()
  const halfWay = Promise.withResolvers<void>()
  const way = createServer((near) => {
    const far = connect(place.port, place.host)
    let isFirst = true
    near.on('data', async (bytes) => {
      if (!isFirst) {
        halfWay.resolve()
        await held.promise
      }
      isFirst = false
      far.write(bytes)
    })
    far.on('data', (bytes) => near.write(bytes))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  }).listen(0, '127.0.0.1')
  t.after(() => way.close())
  await once(way, 'listening')
  const ended = Promise.withResolvers<string>()
  const { port } = way.address() as { port: number }
  const opening = openLine({ ...place, port }, { onMessage: () => {}, onEnd: ended.resolve })
  opening.catch(({ message }) => ended.resolve(message))
  await halfWay.promise
  host.close()
  held.resolve()
  assert.ok(await ended.promise)
  assert.equal(guests, 0)
})

test('a message that cannot be read ends its line, and nothing else', async (t) => {
  const { place } = await start(t)
  const guest = connectSecurely({
    ...{ host: place.host, port: place.port, ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', maxVersion: 'TLSv1.2' },
    pskCallback: () => ({ psk: Buffer.from(SECRET, 'hex'), identity: 'guest' }),
    checkServerIdentity: () => undefined,
  })
  await once(guest, 'secureConnect')
  guest.on('error', () => {})
  guest.write(Buffer.from([0, 0, 0, 2, 0xff, 0x63]))
  await once(guest, 'close')
  const line = await openLine(place, { onMessage: () => {}, onEnd: () => {} })
  line.close()
})

test('who does not know the secret is not let in', async (t) => {
  const { place } = await start(t)
  await assert.rejects(openLine({ ...place, secret: 'cd'.repeat(32) }, { onMessage: () => {}, onEnd: () => {} }))
})

async function start(
  t: TestContext,
  call: (operation: string) => Promise<never> = () => Promise.reject(new Error('not asked')),
  onGuest: () => void = () => {},
) {
  const host = await openHost({ host: '127.0.0.1', port: 0, secret: SECRET }, { call }, onGuest)
  t.after(() => host.close())
  return { host, place: { host: '127.0.0.1', port: host.port, secret: SECRET } satisfies Place }
}
