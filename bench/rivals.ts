// The service beside search engines that one might put behind the same HTTP route: PostgreSQL, SQLite, MiniSearch, Orama.
//   node bench/rivals.ts --modules FOLDER [--ads 100000] [--only fts5,orama] [--out FILE] [--picture FILE.svg]
// FOLDER holds what is no dependency of ours: npm install --prefix FOLDER minisearch @orama/orama pg
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NODE_FLAGS } from '../scripts/find-node.mjs'
import { barChart } from './chart.ts'
import { generateAds, generateConversations } from './generate-inventory.ts'
import { openInstallation } from './installation.ts'
import { closedLoop, type Load, postBytes, type Target } from './load.ts'
import { spentBy } from './rivals/processes.ts'
import type { RivalName } from './rivals/server.ts'
import { ADS_PER_ANSWER, machineOf } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    modules: { type: 'string', default: '' },
    ads: { type: 'string', default: '100000' },
    only: { type: 'string', default: 'aside,postgres,fts5,minisearch,orama' },
    out: { type: 'string' },
    picture: { type: 'string' },
  },
})
const ADS = Number(options.ads)
const SEED = 20_261_121
const BODIES = 400
const CONNECTIONS = 4
/** Each way of asking goes on for so long, and for so many requests at most and at least. */
const SECONDS = 8
const REQUESTS = { most: 6_000, least: 100 }
const WARM_UP = 200

interface Contender extends Target {
  readonly name: string
  readonly loadSeconds: number
  spent(): Promise<{ cpuMicroseconds: number; bytes: number }>
  close(): Promise<void>
}

interface Figures {
  readonly name: string
  readonly loadSeconds: number
  readonly megabytes: number
  readonly cpuMicroseconds: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly load: number
}

const bodies = generateConversations(BODIES, SEED + 1).map((conversationContext) =>
  JSON.stringify({ conversationContext, slots: [{ slotId: 'main', format: 'action_card', count: ADS_PER_ANSWER }] }),
)
const figures: Figures[] = []
const left: string[] = []
console.log(`${machineOf()}; ${ADS} made-up ads, ${BODIES} different conversations, ${ADS_PER_ANSWER} ads an answer`)
for (const name of options.only.split(',')) {
  const contender = name === 'aside' ? await openAside() : await openRival(name as RivalName)
  if (typeof contender === 'string') {
    left.push(contender)
    continue
  }
  try {
    figures.push(await measure(contender))
  } finally {
    await contender.close()
  }
  process.stderr.write(`${JSON.stringify(figures.at(-1))}\n`)
}
print()
const date = new Date().toISOString().slice(0, 10)
if (options.out !== undefined)
  writeFileSync(options.out, `${JSON.stringify({ date, machine: machineOf(), ads: ADS, figures }, null, 2)}\n`)
if (options.picture !== undefined) writeFileSync(options.picture, picture())

async function measure(contender: Contender): Promise<Figures> {
  await closedLoop(contender, CONNECTIONS, WARM_UP)
  const alone = await forAWhile(contender, 1)
  const before = await contender.spent()
  const busy = await forAWhile(contender, CONNECTIONS)
  const after = await contender.spent()
  for (const { statuses, requests } of [alone, busy]) {
    if (statuses[200] !== requests) throw new Error(`${contender.name} answered ${JSON.stringify(statuses)}`)
  }
  return {
    name: contender.name,
    loadSeconds: contender.loadSeconds,
    megabytes: after.bytes / 1e6,
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / busy.requests,
    perSecond: busy.perSecond,
    p50Ms: alone.latency.p50,
    p99Ms: alone.latency.p99,
    load: loadavg()[0]!,
  }
}

async function forAWhile(contender: Contender, connections: number): Promise<Load> {
  const trial = await closedLoop(contender, connections, REQUESTS.least)
  const requests = Math.min(REQUESTS.most, Math.max(REQUESTS.least, Math.round(trial.perSecond * SECONDS)))
  return closedLoop(contender, connections, requests)
}

async function openAside(): Promise<Contender> {
  const world = await openInstallation()
  const key = await world.addPublisher({ intentGate: false })
  const campaign = await world.addCampaign('bench')
  const startedMs = performance.now()
  await world.importAds(campaign, lines())
  return {
    name: 'Aside',
    loadSeconds: (performance.now() - startedMs) / 1_000,
    baseUrl: world.server.baseUrl,
    requests: bodies.map((body) => postBytes('/api/v1/ads/request', { authorization: `Bearer ${key}` }, body)),
    spent: async () => spentBy([world.server.pid]),
    close: () => world.close(),
  }
}

function* lines(): Generator<string> {
  for (const ad of generateAds(ADS, SEED)) yield JSON.stringify(ad)
}

/** @returns why it cannot be measured here, in a sentence, where it cannot */
async function openRival(rival: RivalName): Promise<Contender | string> {
  const folder = mkdtempSync(join(tmpdir(), 'aside-rival-'))
  const child = fork(new URL('./rivals/server.ts', import.meta.url), {
    env: {
      PATH: process.env.PATH,
      RIVAL: rival,
      MODULES: options.modules,
      FOLDER: folder,
      ADS: String(ADS),
      SEED: String(SEED),
    },
    execArgv: [...NODE_FLAGS, '--max-old-space-size=8192'],
  })
  const ended = once(child, 'exit')
  const close = async () => {
    if (child.connected) child.disconnect()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const first = await firstMessage(child, rival)
  if ('missing' in first) {
    await close()
    return `${rival} is left out: ${first.missing}`
  }
  return {
    ...first,
    requests: bodies.map((body) => postBytes('/api/v1/ads/request', {}, body)),
    async spent() {
      child.send('usage')
      const [answer] = await once(child, 'message')
      return answer
    },
    close,
  }
}

type First = { missing: string } | { baseUrl: string; name: string; loadSeconds: number }

function firstMessage(child: ChildProcess, name: string): Promise<First> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as First))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened`)))
  })
}

function print(): void {
  const own = figures.find(({ name }) => name === 'Aside')
  const times = (value: number, ofOwn: number | undefined) =>
    ofOwn === undefined ? '' : `${(value / ofOwn).toPrecision(2)} ×`
  console.table(
    figures.map((row) => ({
      engine: row.name,
      'CPU a request, µs': row.cpuMicroseconds.toFixed(0),
      'of ours': times(row.cpuMicroseconds, own?.cpuMicroseconds),
      'requests a second': row.perSecond.toFixed(0),
      'median alone, ms': row.p50Ms.toFixed(2),
      'p99 alone, ms': row.p99Ms.toFixed(2),
      'memory, MB': row.megabytes.toFixed(0),
      'load, s': row.loadSeconds.toFixed(1),
      'load average': row.load.toFixed(1),
    })),
  )
  for (const sentence of left) console.log(sentence)
}

function picture(): string {
  return barChart({
    title: `Processor time of one request, ${ADS.toLocaleString('en')} ads`,
    note: `Microseconds on a logarithmic scale; less is better. Measured by bench/rivals.ts, ${date}.`,
    bars: figures.map(({ name, cpuMicroseconds }) => ({ name, value: cpuMicroseconds })),
    format: (value) => `${Math.round(value).toLocaleString('en')} µs`,
  })
}
