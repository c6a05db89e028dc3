import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRandomBytes } from '../../base/random.ts'
import { createHandOver } from './hand-over.ts'
import { type Door, openInnerDoor } from './inner-door.ts'
import { writePreface } from './peer-preface.ts'

const PREFACE_WITHIN_MS = 100
const PLACES = 10

const sayHello = (socket: Socket): void => void socket.end(`hello ${socket.remoteAddress}`)

async function openDoor(t: TestContext, receive = sayHello, connectionsMax?: number): Promise<Door> {
  const { door, cut } = await openInnerDoor({
    ...{ receive, connectionsMax },
    randomBytes: createRandomBytes(),
    prefaceWithinMs: PREFACE_WITHIN_MS,
  })
  t.after(cut)
  return door
}

/** Connects, and waits until the other side, in this same thread, has met the connection. */
async function knock(path: string): Promise<{ socket: Socket; heard: Promise<string> }> {
  const socket = connect({ path }).setEncoding('latin1')
  const heard = socket.toArray().then((chunks) => chunks.join(''))
  await once(socket, 'connect')
  await nextTurn()
  await nextTurn()
  return { socket, heard }
}

test('a connection that said whose it is while the thread was busy is not taken for a silent one', async (t) => {
  const door = await openDoor(t)
  const { socket, heard } = await knock(door.paths[0]!)
  socket.write(writePreface(door.secret, { address: '192.0.2.7', port: 4_711 }))
  for (const fromMs = performance.now(); performance.now() - fromMs < 2 * PREFACE_WITHIN_MS;);
  assert.equal(await heard, 'hello 192.0.2.7')
})

test('a connection that does not say whose it is, or knows another secret, is closed without a word', async (t) => {
  const door = await openDoor(t)
  const silent = await knock(door.paths[0]!)
  const stranger = await knock(door.paths[0]!)
  stranger.socket.write(writePreface(new Uint8Array(door.secret.length), { address: '192.0.2.7', port: 4_711 }))
  assert.deepEqual(await Promise.all([silent.heard, stranger.heard]), ['', ''])
})

test('an answer that is the last of its connection arrives also where the request was not all there yet', async (t) => {
  const server = createServer((_request, response) => void response.writeHead(401).end('no'))
  const door = await openDoor(t, (socket) => void server.emit('connection', socket))
  const socket = connect({ path: door.paths[0]!, allowHalfOpen: true })
  socket.write(writePreface(door.secret, { address: '192.0.2.7', port: 4_711 }))
  socket.write('POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 4\r\n\r\n')
  const [answered] = await once(server, 'request')
  await once(answered.socket, 'finish')
  await nextTurn()
  // As a thread that was just told of both, and passes on the body first.
  await new Promise((resolve) => socket.write('body', resolve))
  const heard = await socket.setEncoding('latin1').toArray()
  assert.match(heard.join(''), /^HTTP\/1\.1 401 [^]+no\r\n/)
  const closed = once(answered.socket, 'close')
  socket.end()
  await closed
})

test('connections that are handed over together are taken in several at a turn', async (t) => {
  const count = 96
  let met = 0
  const door = await openDoor(t, (socket) => {
    met++
    socket.destroy()
  })
  const handOver = createHandOver(door)
  t.after(() => handOver.close())
  const outer = { remoteAddress: '192.0.2.7', remotePort: 4_711 } as Socket
  for (let i = 0; i < count; i++) handOver.connect(outer, (inner) => inner!.on('error', () => {}).resume())
  let turns = 0
  for (; met < count; turns++) await nextTurn()
  assert.ok(turns < count / 2, `${turns} turns for ${count} connections`)
})

test('whoever comes beyond the most connections is closed without a word, by whichever path, and a free place is taken again', async (t) => {
  const met: Socket[] = []
  const door = await openDoor(t, (socket) => void met.push(socket), PLACES)
  const come = async (path: string) => {
    const socket = connect({ path }).on('error', () => {})
    await once(socket, 'connect')
    socket.write(writePreface(door.secret, { address: '192.0.2.7', port: 4_711 }))
    return socket
  }
  const inside = await Promise.all(Array.from({ length: PLACES }, () => come(door.paths[0]!)))
  while (met.length < PLACES) await nextTurn()
  for (const path of door.paths) assert.equal(await (await knock(path)).heard, '')
  assert.equal(met.length, PLACES)
  inside[0]!.destroy()
  await once(met[0]!.on('error', () => {}).resume(), 'end')
  met[0]!.destroy()
  await nextTurn()
  await come(door.paths[1]!)
  while (met.length === PLACES) await nextTurn()
})
