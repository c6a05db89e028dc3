// What ten million people cost in memory: bytes a person and an exposure, and the time of a look-up and of a note.
//   node --expose-gc bench/exposures.ts [--users 10000000] [--each 3] [--json]
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/base/random.ts'
import { createExposures } from '../src/engine/exposures/exposures.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000000' },
    each: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const users = Number(values.users)
const each = Number(values.each)
const LOOKS = 1_000_000
const random = createSeededRandom(1)
const START_MS = Date.UTC(2026, 10, 1)

/** Time on the processor: other work on the machine counts less than by the clock. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const before = process.memoryUsage()
const exposures = createExposures()
const hexOf = (n: number) =>
  (Math.imul(n, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0') +
  (Math.imul(n, 0x85ebca6b) >>> 0).toString(16).padStart(8, '0')

const noteFrom = cpuMs()
for (let round = 0, at = 0; round < each; round++) {
  for (let user = 0; user < users; user++, at++) {
    exposures.noteShown(
      { user: hexOf(user), session: '', conversation: '' },
      {
        impressionId: hexOf(at + users),
        adNumber: 1 + Math.floor(random() * 100_000),
        campaignNumber: 1 + (at % 1_000),
        advertiserNumber: 1 + (at % 100),
        publisherNumber: 1,
        servedAtMs: START_MS + at * 86,
        turn: 1,
        seen: false,
      },
    )
  }
}
const noteMicros = ((cpuMs() - noteFrom) * 1_000) / (users * each)
const nowMs = START_MS + users * each * 86

const asked = Array.from({ length: 4_096 }, () => hexOf(Math.floor(random() * users)))
const subjects = asked.map((user) => ({ user, session: '', conversation: '' }))
let found = 0
globalThis.gc?.()
const heapBefore = process.memoryUsage().heapUsed
const lookFrom = cpuMs()
for (let i = 0; i < LOOKS; i++) {
  const view = exposures.shownTo(subjects[i & 4_095]!, nowMs)
  for (let at = view.newest('user'); at !== 0; at = view.older('user', at)) found += view.campaignOf(at) > 0 ? 1 : 0
}
const lookMicros = ((cpuMs() - lookFrom) * 1_000) / LOOKS
const heapGrown = process.memoryUsage().heapUsed - heapBefore
const after = process.memoryUsage()
if (found !== LOOKS * each) throw new Error(`${found} exposures were found instead of ${LOOKS * each}`)

const figures = {
  users,
  exposures: users * each,
  bytes: exposures.bytes(),
  bytesPerUser: exposures.bytes() / users,
  residentMiB: (after.rss - before.rss) / 2 ** 20,
  noteMicros,
  lookMicros,
  heapBytesPerLook: heapGrown / LOOKS,
}
process.stdout.write(
  values.json
    ? `${JSON.stringify(figures)}\n`
    : `${Object.entries(figures)
        .map(([name, value]) => `${name.padEnd(18)} ${Math.round(value * 1_000) / 1_000}`)
        .join('\n')}\n`,
)
