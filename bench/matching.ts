// What understanding and matching cost in process, on one thread, and how that grows with the inventory.
//   node bench/matching.ts [--sizes 1000,10000,100000,1000000] [--quick] [--out FILE] [--picture FILE.svg]
import { loadavg } from 'node:os'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/base/random.ts'
import type { AdRequest } from '../src/domain/ad-request.ts'
import { createMatchIndex } from '../src/engine/match/match-index.ts'
import { createMatcher } from '../src/engine/match/matcher.ts'
import { loadNeeds } from '../src/engine/match/needs.ts'
import { loadWordVectors } from '../src/engine/match/word-vectors.ts'
import { createTermReader } from '../src/engine/text/terms.ts'
import { loadWordFrequencies } from '../src/engine/text/word-frequency.ts'
import { openGates } from '../src/engine/understand/open-gates.ts'
import { createUnderstand } from '../src/engine/understand/understand.ts'
import { generateAds, generateChats, generateShortQuestions, type MadeQuestion } from './generate-inventory.ts'
import { lineChart } from './chart.ts'
import { createPlainSearch } from './plain-search.ts'
import { latencyOf, median } from './statistics.ts'
import { machineOf } from './stock.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    picture: { type: 'string' },
  },
})
const sizes = (options.sizes ?? (options.quick ? '1000,10000' : '1000,10000,100000,1000000'))
  .split(',')
  .map(Number)
  .sort((a, b) => a - b)
const { questions: QUESTIONS, rounds: ROUNDS } = options.quick
  ? { questions: 200, rounds: 4 }
  : { questions: 500, rounds: 8 }
const SEED = 20_261_121
const CAMPAIGNS = 2_000
/** What a slot for three action cards looks closely at, see src/engine/shortlist.ts. */
const CANDIDATES = 24
/** The plain search takes milliseconds a question and a lot of memory. */
const PLAIN_ADS_MAX = 100_000
const PLAIN_QUESTIONS = 100
const JSON_BYTES = 1_000
const CHUNK_ADS = 1_000

const SHAPES = ['short', 'chat'] as const
type Shape = (typeof SHAPES)[number]
const STAGES = ['understand', 'words', 'search', 'relevance'] as const

interface Question extends MadeQuestion {
  readonly shape: Shape
  readonly request: AdRequest
}

/** Times in microseconds. */
interface Row {
  readonly ads: number
  readonly shape: Shape
  readonly p50: number
  readonly p99: number
  /** Of the fastest answer to each question. */
  readonly fastest: { readonly p50: number; readonly p99: number }
  /** Median of each. */
  readonly stages: Readonly<Record<string, number>>
  readonly plainMicroseconds: number | undefined
  readonly parseMicroseconds: number
  /** Share of the answers that the system interrupted. */
  readonly leftOut: number
  readonly indexBytes: number
  readonly postings: number
  /** Processor time. */
  readonly buildSeconds: number
  readonly load: number
}

const terms = createTermReader(loadWordFrequencies())
const index = createMatchIndex({ terms, words: loadWordVectors(), needs: loadNeeds() })
const matcher = createMatcher({ terms, index })
const understand = createUnderstand(openGates(fileURLToPath(new URL('../models', import.meta.url))))
const plain = createPlainSearch(createTermReader(loadWordFrequencies()))
const admitted = new Uint8Array(CAMPAIGNS).fill(1)
const questions = shuffled([
  ...generateShortQuestions(QUESTIONS, SEED + 1).map((question) => asked(question, 'short')),
  ...generateChats(QUESTIONS, SEED + 2).map((question) => asked(question, 'chat')),
])
const bodies = questions.map(({ query }) =>
  JSON.stringify({ query, text: query.repeat(JSON_BYTES).slice(0, JSON_BYTES) }),
)
const at = new Float64Array(STAGES.length + 1)
let checksum = 0

const ads = generateAds(sizes.at(-1)!, SEED)
const rows: Row[] = []
let held = 0
let buildSeconds = 0
tell(machineOf())
for (const size of sizes) {
  buildSeconds += take(size)
  rows.push(...measure(size))
}
const figures = {
  date: new Date().toISOString().slice(0, 10),
  machine: machineOf(),
  questions: QUESTIONS,
  rounds: ROUNDS,
  rows,
  growth: SHAPES.map((shape) => ({ shape, ...growthOf(shape) })),
}
if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(figures, null, 2)}\n`)
if (options.picture !== undefined) writeFileSync(options.picture, picture())
print()

/** Fills the index up to so many ads; the processor time of that in seconds, without making them up. */
function take(size: number): number {
  let spent = 0
  while (held < size) {
    const some = Array.from({ length: Math.min(CHUNK_ADS, size - held) }, () => ({ ...ads.next().value!, brand: '' }))
    const before = process.cpuUsage()
    for (const ad of some) index.add(ad, { campaign: held++ % CAMPAIGNS, formats: 1 })
    spent += secondsSince(before)
    if (held <= PLAIN_ADS_MAX) for (const ad of some) plain.add(ad)
  }
  const before = process.cpuUsage()
  index.compact()
  return spent + secondsSince(before)
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function measure(size: number): Row[] {
  const samples = questions.map(() => [] as Float64Array[])
  const parses: number[] = []
  let left = 0
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, question] of questions.entries()) {
      const switches = process.resourceUsage().involuntaryContextSwitches
      ask(question)
      // Where the system gave the processor to somebody else meanwhile, the time is theirs.
      const isOwn = process.resourceUsage().involuntaryContextSwitches === switches
      const from = performance.now()
      checksum += JSON.parse(bodies[i]!).query.length
      const parsed = performance.now()
      if (round < 0) continue
      if (isOwn) samples[i]!.push(spans())
      else left++
      parses.push((parsed - from) * 1_000)
    }
  }
  const { bytes, postings } = index.stats()
  const parse = median(parses)
  return SHAPES.map((shape) => {
    const own = questions.flatMap((question, i) => (question.shape === shape ? [samples[i]!] : []))
    const all = own.flat().map(total)
    const { p50, p99 } = latencyOf(all)
    const fastest = latencyOf(own.filter(({ length }) => length > 0).map((some) => Math.min(...some.map(total))))
    const plainMicroseconds = size <= PLAIN_ADS_MAX ? timePlain(shape) : undefined
    return {
      ads: size,
      shape,
      p50,
      p99,
      fastest: { p50: fastest.p50, p99: fastest.p99 },
      stages: Object.fromEntries(STAGES.map((stage, i) => [stage, median(own.flat().map((span) => span[i]!))])),
      plainMicroseconds,
      parseMicroseconds: parse,
      leftOut: left / (questions.length * ROUNDS),
      indexBytes: bytes,
      postings,
      buildSeconds,
      load: loadavg()[0]!,
    }
  })
}

// As a decision for one slot does it, see src/engine/decide-slot.ts; the rest of a decision is not matching.
function ask({ request }: Question): void {
  const { conversation } = request
  at[0] = performance.now()
  const { language } = understand(request)
  at[1] = performance.now()
  const query = matcher.buildQuery(conversation, language)
  at[2] = performance.now()
  const found = index.search(query, { limit: CANDIDATES, admitted, formats: 1 })
  at[3] = performance.now()
  for (let i = 0; i < found.count; i++) checksum += matcher.relevanceOf(query, found, i)
  at[4] = performance.now()
}

/** Microseconds of each stage of the question asked last. */
function spans(): Float64Array {
  return Float64Array.from(STAGES, (_, i) => (at[i + 1]! - at[i]!) * 1_000)
}

function total(stages: Float64Array): number {
  let sum = 0
  for (const stage of stages) sum += stage
  return sum
}

function timePlain(shape: Shape): number {
  const times = questions
    .filter((question) => question.shape === shape)
    .slice(0, PLAIN_QUESTIONS)
    .map(({ query, messages, response = '' }) => {
      const from = performance.now()
      checksum += plain.search([query, ...messages.map(({ content }) => content), response], CANDIDATES).length
      return (performance.now() - from) * 1_000
    })
  return median(times)
}

function growthOf(shape: Shape) {
  const own = rows.filter((row) => row.shape === shape)
  const [before, last] = [own.at(-2), own.at(-1)!]
  return before && { from: before.ads, to: last.ads, p50: last.p50 / before.p50, p99: last.p99 / before.p99 }
}

function asked(question: MadeQuestion, shape: Shape): Question {
  const { query, messages, response } = question
  const request = { conversation: { query, messages, response }, user: {} } as unknown as AdRequest
  return { ...question, shape, request }
}

function shuffled<T>(list: readonly T[]): T[] {
  const random = createSeededRandom(SEED)
  return list
    .map((item) => ({ item, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ item }) => item)
}

function print(): void {
  const whole = (value: number) => value.toFixed(0)
  console.log(`${figures.machine}; ${QUESTIONS} questions of each kind, ${ROUNDS} rounds; microseconds`)
  console.table(
    rows.map((row) => ({
      ads: row.ads,
      asked: row.shape,
      p50: whole(row.p50),
      p99: whole(row.p99),
      'fastest p50': whole(row.fastest.p50),
      'fastest p99': whole(row.fastest.p99),
      ...Object.fromEntries(STAGES.map((stage) => [stage, whole(row.stages[stage]!)])),
      'JSON.parse of 1 kB': row.parseMicroseconds.toFixed(1),
      'p50 in parses': (row.p50 / row.parseMicroseconds).toFixed(1),
      'plain p50': row.plainMicroseconds === undefined ? '' : whole(row.plainMicroseconds),
      'index MB': (row.indexBytes / 1e6).toFixed(0),
      'build CPU s': row.buildSeconds.toFixed(1),
      'left out': `${(row.leftOut * 100).toFixed(0)} %`,
      load: row.load.toFixed(1),
    })),
  )
  for (const { shape, from, to, p50, p99 } of figures.growth) {
    if (from !== undefined)
      console.log(`${shape}: p50 × ${p50!.toFixed(1)}, p99 × ${p99!.toFixed(1)} from ${from} to ${to} ads`)
  }
  tell(`checksum ${checksum.toFixed(3)}`)
}

function tell(what: string): void {
  process.stderr.write(`${what}\n`)
}

function picture(): string {
  const lineOf = (name: string, shape: Shape, of: (row: Row) => number | undefined) => ({
    name,
    points: rows
      .filter((row) => row.shape === shape)
      .flatMap((row) => {
        const value = of(row)
        return value === undefined ? [] : [[row.ads, value] as const]
      }),
  })
  return lineChart({
    title: 'Understanding and matching one conversation, one thread',
    note: `Ads in stock across, microseconds up; both scales logarithmic. bench/matching.ts, ${figures.date}.`,
    lines: [
      lineOf('short question, median', 'short', (row) => row.p50),
      lineOf('short question, p99', 'short', (row) => row.p99),
      lineOf('chat with answer, median', 'chat', (row) => row.p50),
      lineOf('chat with answer, p99', 'chat', (row) => row.p99),
      { ...lineOf('BM25 with a Map, short', 'short', (row) => row.plainMicroseconds), faint: true },
    ],
    formatX: (ads) => ads.toLocaleString('en'),
    formatY: (microseconds) => `${microseconds.toLocaleString('en')} µs`,
  })
}
