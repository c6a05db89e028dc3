// How long a new client waits beside clients that keep a server busy without pause, as a person who clicks or a balancer that asks for its
// health: the service by its threads, and a raw echo, in turns in one run.
//   node bench/newcomers.ts [--data FOLDER | --ads COUNT] [--threads 1,2] [--rounds 3]
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { startServerProcess } from './child.ts'
import { type Installation, openInstallation } from './installation.ts'
import { closedLoop, type Target } from './load.ts'
import { type Latency, latencyOf, median } from './statistics.ts'
import { fullRequests, machineOf, openStock } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.ASIDE_EVAL },
    ads: { type: 'string' },
    threads: { type: 'string', default: '1,2' },
    rounds: { type: 'string', default: '3' },
  },
})
const BUSY_CONNECTIONS = 128
const PER_SECOND = 200
const SECONDS = 5
const WARM_UP_REQUESTS = 20_000
const BODIES_MAX = 640

interface Side {
  readonly name: string
  readonly target: Target
  /** Requests a second of the busy clients alone. */
  readonly busyPerSecond: number
  readonly waits: Latency[]
}

const stock = options.ads === undefined ? openStock(options.data) : openStock(undefined, Number(options.ads))
const worlds: Installation[] = []
const sides: Side[] = []
const threads = options.threads.split(',').map(Number)
for (const count of threads) worlds.push(await openInstallation({ env: { ASIDE_WORKERS: String(count) } }))
const echo = await startServerProcess('./echo-server.ts')
try {
  for (const [i, world] of worlds.entries()) {
    const key = await world.addPublisher()
    await world.importAds(await world.addCampaign('bench'), stock.ads)
    const { requests } = await fullRequests(world.server.baseUrl, key, stock, BODIES_MAX)
    if (i === 0) sides.push(await warm('echo', { ...echo, requests }))
    sides.push(
      await warm(`service, ${threads[i]} ${threads[i] === 1 ? 'thread' : 'threads'}`, { ...world.server, requests }),
    )
  }
  for (let round = 0; round < Number(options.rounds); round++)
    for (const { target, busyPerSecond, waits } of sides) {
      // They go on for a little longer than new clients come.
      const busy = closedLoop(target, BUSY_CONNECTIONS, Math.ceil(busyPerSecond * (SECONDS + 1)))
      waits.push(await newClients(target.baseUrl))
      await busy
    }
  print()
} finally {
  for (const world of worlds) await world.close()
  await echo.close()
}

async function warm(name: string, target: Target): Promise<Side> {
  const { perSecond } = await closedLoop(target, BUSY_CONNECTIONS, WARM_UP_REQUESTS)
  return { name, target, busyPerSecond: perSecond, waits: [] }
}

/** New clients at a steady pace, each with one question over a connection of its own, in milliseconds until its answer. */
async function newClients(baseUrl: string): Promise<Latency> {
  const total = PER_SECOND * SECONDS
  const startMs = performance.now()
  const waits: Promise<number>[] = []
  while (waits.length < total) {
    const due = Math.min(total, ((performance.now() - startMs) / 1_000) * PER_SECOND)
    while (waits.length < due) waits.push(waitOfOne(new URL(baseUrl)))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return latencyOf(await Promise.all(waits))
}

/** Infinite where the client is not let in. */
function waitOfOne({ hostname, port }: URL): Promise<number> {
  const startMs = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
    })
    socket.once('data', () => resolve(performance.now() - startMs))
    socket.on('error', () => resolve(Infinity))
    socket.on('close', () => resolve(Infinity))
  })
}

function print(): void {
  console.log(`${machineOf()}; ${stock.name}`)
  console.log(
    `${BUSY_CONNECTIONS} busy connections, ${PER_SECOND} new clients a second for ${SECONDS} s; milliseconds until the answer`,
  )
  console.log('                      median       p99   longest  busy clients alone, a second')
  for (const { name, waits, busyPerSecond } of sides) {
    const middle = (of: keyof Latency) =>
      median(waits.map((wait) => wait[of]))
        .toFixed(0)
        .padStart(8)
    console.log(
      `${name.padEnd(20)}${middle('p50')}  ${middle('p99')}  ${middle('max')}  ${busyPerSecond.toFixed(0).padStart(8)}`,
    )
  }
}
