// Gets a Redis for the suites of hints where there is none and the machine lets us. Ends with 0 where one is there.
import { spawnSync } from 'node:child_process'
import { missingForRedis } from './redis.ts'

const STEPS = [
  ['apt-get', 'update', '-q'],
  ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'redis-server'],
]
// Without a run level the package starts no server of its own: the tests want a program, not a service on the usual port.
const ENV = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }

if (missingForRedis() !== undefined && process.platform === 'linux' && process.getuid?.() === 0) {
  console.log('Installing Redis for the suites of hints …')
  for (const [command, ...args] of STEPS)
    if (spawnSync(command!, args, { stdio: ['ignore', 'ignore', 'inherit'], env: ENV }).status !== 0) break
}
const missing = missingForRedis()
if (missing !== undefined) console.error(missing)
process.exitCode = missing === undefined ? 0 : 1
