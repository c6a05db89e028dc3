// What a decision costs over HTTP beside a raw node:http server that only reads, parses and answers: in turns, in one run.
import { writeFileSync } from 'node:fs'
import { readOptions } from '../tools/read-options.ts'
import { startServerProcess } from './child.ts'
import { openInstallation } from './installation.ts'
import { type Load, openLoop } from './load.ts'
import { median } from './statistics.ts'
import { fullRequests, machineOf, openStock, type Spent, spend } from './stock.ts'

const USAGE = 'npm run bench -- [--data FOLDER | --ads COUNT] [--quick] [--out FILE] [--profile FOLDER]'
const options = readOptions(USAGE, {
  data: { type: 'string', default: process.env.ASIDE_EVAL },
  ads: { type: 'string' },
  quick: { type: 'boolean', default: false },
  out: { type: 'string' },
  profile: { type: 'string' },
})
const size = options.quick
  ? { rounds: 4, warmUp: 8_000, closed: 5_000, single: 1_000, openSeconds: 1.5 }
  : { rounds: 6, warmUp: 20_000, closed: 15_000, single: 3_000, openSeconds: 4 }
const CONNECTIONS = 32
const BODIES_MAX = 640

interface Round {
  readonly capacity: Spent
  readonly single: Load
  readonly halfLoad: Load
}

// A number of ads asks for made-up ones.
const stock = options.ads === undefined ? openStock(options.data) : openStock(undefined, Number(options.ads))
const profiling = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`]
const world = await openInstallation({ nodeFlags: profiling })
const key = await world.addPublisher()
await world.importAds(await world.addCampaign('bench'), stock.ads)
const { bodies, requests, answerBytes } = await fullRequests(world.server.baseUrl, key, stock, BODIES_MAX)
const echo = await startServerProcess('./echo-server.ts', { env: { ANSWER_BYTES: String(answerBytes) } })
const servers = { echo: { ...echo, requests }, aside: { ...world.server, requests } }
const requestBytes = requests.reduce((sum, { length }) => sum + length, 0) / requests.length
tell(
  `${stock.name}; ${bodies.length} different bodies, ${requestBytes.toFixed(0)} bytes with headers, ${answerBytes} answered`,
)

const rounds: Record<keyof typeof servers, Round[]> = { echo: [], aside: [] }
try {
  for (const server of Object.values(servers)) await spend(server, CONNECTIONS, size.warmUp)
  for (let round = 1; round <= size.rounds; round++) {
    for (const [name, server] of Object.entries(servers)) {
      const capacity = await spend(server, CONNECTIONS, size.closed)
      const single = await spend(server, 1, size.single)
      const halfLoad = await openLoop(server, capacity.perSecond / 2, size.openSeconds)
      rounds[name as keyof typeof servers].push({ capacity, single, halfLoad })
    }
    tell(`round ${round} of ${size.rounds}`)
  }
} finally {
  await world.close()
  await echo.close()
}

const figures = {
  date: new Date().toISOString().slice(0, 10),
  machine: machineOf(),
  inventory: stock.name,
  bodies: bodies.length,
  requestBytes: Math.round(requestBytes),
  answerBytes,
  echo: summaryOf(rounds.echo),
  aside: summaryOf(rounds.aside),
  ratios: {
    // Pairs of the same round, so that a neighbour's busy minute weighs on both sides.
    capacity: ratio((round) => 1 / round.capacity.cpuPerRequest),
    requestsPerSecond: ratio((round) => round.capacity.perSecond),
    p99AtHalfLoad: ratio((round) => round.halfLoad.latency.p99),
    p50AtHalfLoad: ratio((round) => round.halfLoad.latency.p50),
    latencyAtOneConnection: ratio((round) => round.single.latency.p50),
  },
}
if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(figures, null, 2)}\n`)
print()

function summaryOf(measured: readonly Round[]) {
  const middle = (of: (round: Round) => number) => median(measured.map(of))
  return {
    cpuMicrosecondsPerRequest: middle((round) => round.capacity.cpuPerRequest),
    requestsPerSecond: middle((round) => round.capacity.perSecond),
    oneConnectionP50Ms: middle((round) => round.single.latency.p50),
    halfLoadP50Ms: middle((round) => round.halfLoad.latency.p50),
    halfLoadP99Ms: middle((round) => round.halfLoad.latency.p99),
  }
}

function ratio(of: (round: Round) => number) {
  const pairs = rounds.aside.map((round, i) => of(round) / of(rounds.echo[i]!))
  return { median: median(pairs), least: Math.min(...pairs), most: Math.max(...pairs) }
}

function print(): void {
  const { aside, echo: floor, ratios } = figures
  const row = (name: string, a: number, b: number, { median: middle, least, most }: ReturnType<typeof ratio>) =>
    console.log(
      `${name.padEnd(34)} ${a.toFixed(3).padStart(10)} ${b.toFixed(3).padStart(10)} ${middle.toFixed(2).padStart(8)}  (${least.toFixed(2)}–${most.toFixed(2)})`,
    )
  console.log(`${figures.machine}\n${' '.repeat(34)} ${'echo'.padStart(10)} ${'aside'.padStart(10)}    ratio`)
  row('processor time a request, µs', floor.cpuMicrosecondsPerRequest, aside.cpuMicrosecondsPerRequest, ratios.capacity)
  row('requests a second, 32 connections', floor.requestsPerSecond, aside.requestsPerSecond, ratios.requestsPerSecond)
  row('median at one connection, ms', floor.oneConnectionP50Ms, aside.oneConnectionP50Ms, ratios.latencyAtOneConnection)
  row('median at half load, ms', floor.halfLoadP50Ms, aside.halfLoadP50Ms, ratios.p50AtHalfLoad)
  row('p99 at half load, ms', floor.halfLoadP99Ms, aside.halfLoadP99Ms, ratios.p99AtHalfLoad)
  console.log('The first ratio is capacity: how many requests a second of processor time, the echo being 1.')
}

function tell(what: string): void {
  process.stderr.write(`${what}\n`)
}
