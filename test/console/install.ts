// Gets a browser for the console's suite where there is none and the machine lets us. Ends with 0 where one is there.
import { spawnSync } from 'node:child_process'
import { findBrowser } from './find-browser.ts'

const STEPS = [
  ['apt-get', 'update', '-q'],
  ['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'],
]

if (findBrowser() === undefined && process.platform === 'linux' && process.getuid?.() === 0) {
  console.log('Installing Chromium for the suite of the console …')
  for (const [command, ...args] of STEPS) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    if (spawnSync(command!, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status !== 0) break
  }
}
process.exitCode = findBrowser() === undefined ? 1 : 0
