// What becomes of a service whose limit of open files is low, when more clients come than it has files for.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPlace, type Place, type RunningService, startProcess } from '../support/service.ts'
import { until } from '../support/until.ts'

const OPEN_FILES = 320
const CLIENTS = 600
/**
 * The system deals them to the threads by chance. Of 80 files for connections a quarter is left to those who were served, so that ten of them may go on by
 * ways to another thread, and all of these may.
 */
const KEPT = 9

test(
  'clients beyond the limit of open files are sent away; whoever is there is served on, and the database is written',
  { skip: process.platform !== 'linux' && 'the system does not tell its limits' },
  async (t) => {
    const { place, service, sockets } = await startWithFewFiles(t)
    assert.match(
      service.output(),
      /"openFilesMax":320,.*"msg":"few clients can be connected at a time: raise its limit/,
    )

    // This one stays connected, as a proxy does.
    await service.must('POST', '/api/v1/publishers', { name: 'Before' })
    const flood = async (): Promise<void> => {
      for (let i = 0; i < CLIENTS; i++) {
        sockets.push(connect(place.port, '127.0.0.1').on('error', () => {}))
        if (i % 50 === 0) await sleep(5)
      }
    }
    let most = 0
    for (let round = 0; round < 3; round++) {
      await flood()
      await sleep(200)
      most = Math.max(most, readdirSync(`/proc/${service.pid}/fd`).length)
      await service.must('POST', '/api/v1/publishers', { name: `Meanwhile ${round}` })
      await service.must('POST', '/api/v1/backups', { path: join(place.dataDir, `${round}.db`) })
    }
    assert.ok(most < OPEN_FILES - 50, `${most} of ${OPEN_FILES} files are open`)
    assert.match(service.output(), /clients are sent away: connections hold all the files that they may/)
    assert.ok(service.output().split('clients are sent away').length - 1 <= 2, 'once a minute for each thread')

    for (const socket of sockets) socket.destroy()
    await until('new clients are let in', 5_000, async () =>
      fetch(`${service.url}/healthz`, { headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  },
)

test(
  'where there is hardly room, silent clients make way for new ones; no request is cut that is under way or half sent',
  { skip: process.platform !== 'linux' && 'the system does not tell its limits' },
  async (t) => {
    const { place, sockets } = await startWithFewFiles(t)
    const clients: Client[] = []
    const open = async (): Promise<Client> => {
      const client = await connected(place.port)
      clients.push(client)
      sockets.push(client.socket)
      return client
    }
    const halfSent = await Promise.all(Array.from({ length: 8 }, open))
    for (const { socket } of halfSent) socket.write(`POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{`)
    // Keep their connections, as proxies do, and have nothing to ask.
    for (let i = 0; i < 300; i++) {
      const { socket } = await open()
      socket.write(HEALTH)
      if (i % 25 === 0) await sleep(5)
    }
    await sleep(2_200) // until they count as silent, and were looked at
    assert.ok(
      clients.some(({ isGone }) => isGone()),
      'there is no room for all of them',
    )

    for (let i = 0; i < 60; i++) {
      await sleep(20)
      const ask = async (): Promise<Client> => {
        const client = await open()
        client.socket.write(HEALTH)
        return client
      }
      // One may meet the thread that has nobody silent, before the other makes room.
      let newcomer = await ask()
      await until(`newcomer ${i} is served`, 10_000, async () => {
        if (newcomer.isGone()) newcomer = await ask()
        return newcomer.heard().startsWith('HTTP/1.1 200')
      })
    }
    for (const { isGone } of halfSent) assert.ok(!isGone(), 'who is within a request is not sent away')
    for (const { socket } of halfSent) socket.write('}')
    await until('those are answered', 2_000, async () =>
      halfSent.every(({ heard }) => heard().startsWith('HTTP/1.1 4')),
    )
  },
)

test(
  'whoever was served is served on by any thread while others who say nothing take all the room there is',
  { skip: process.platform !== 'linux' && 'the system does not tell its limits' },
  async (t) => {
    const { place, service, sockets } = await startWithFewFiles(t)
    await until('all threads take clients in', 10_000, async () =>
      /^aside_decision_threads 2$/m.test((await service.admin('GET', '/metrics')).text),
    )
    const kept = await Promise.all(Array.from({ length: KEPT }, () => connected(place.port)))
    sockets.push(...kept.map(({ socket }) => socket))
    const askAll = async (times: number): Promise<void> => {
      for (const { socket } of kept) socket.write(HEALTH)
      const isAnswered = ({ heard }: Client) => heard().split('HTTP/1.1 200').length - 1 === times
      await until(`all are answered ${times} times`, 10_000, async () => {
        assert.equal(kept.filter(({ isGone }) => isGone()).length, 0, 'nobody is sent away')
        return kept.every(isAnswered)
      })
    }
    await askAll(1)
    await sleep(11_000) // until no thread keeps a way to the main one for them
    const silent = await Promise.all(Array.from({ length: CLIENTS }, () => connected(place.port)))
    sockets.push(...silent.map(({ socket }) => socket))
    await sleep(100)
    await askAll(2)
  },
)

/** `sockets` are closed at the end of the test. */
async function startWithFewFiles(
  t: TestContext,
): Promise<{ place: Place; service: RunningService; sockets: Socket[] }> {
  const place = await openPlace()
  const service = await startProcess(place, {}, { openFilesMax: OPEN_FILES })
  const sockets: Socket[] = []
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await service.terminate()
    place.remove()
  })
  return { place, service, sockets }
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

interface Client {
  readonly socket: Socket
  heard(): string
  isGone(): boolean
}

/** One that may be sent away at once. */
async function connected(port: number): Promise<Client> {
  let heard = ''
  let isGone = false
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (bytes) => (heard += bytes.toString('latin1')))
  socket.on('error', () => {})
  const met = new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', () => {
      isGone = true
      resolve()
    })
  })
  await met
  return { socket, heard: () => heard, isGone: () => isGone }
}
