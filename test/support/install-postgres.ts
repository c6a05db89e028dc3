// Gets a PostgreSQL for the suites of that store where there is none and the machine lets us. Ends with 0 where one is there.
import { spawnSync } from 'node:child_process'
import { missingForPostgres } from './postgres.ts'

const STEPS = [
  ['apt-get', 'update', '-q'],
  ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'postgresql'],
]

if (missingForPostgres() !== undefined && process.platform === 'linux' && process.getuid?.() === 0) {
  console.log('Installing PostgreSQL for the suites of that store …')
  for (const [command, ...args] of STEPS) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    if (spawnSync(command!, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status !== 0) break
  }
}
const missing = missingForPostgres()
if (missing !== undefined) console.error(missing)
process.exitCode = missing === undefined ? 0 : 1
