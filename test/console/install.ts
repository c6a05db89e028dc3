// Gets a browser for the console's suite where there is none and the machine lets us. Ends with 0 where one is there.
import { spawnSync } from 'node:child_process'
import { findBrowser } from './find-browser.ts'

/** The second where a system does not have the first. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

if (findBrowser() === undefined && process.platform === 'linux' && process.getuid?.() === 0) {
  console.log('Installing Chromium for the suite of the console …')
  apt('update', '-q')
  for (const name of PACKAGES) {
    if (findBrowser() === undefined) apt('install', '-y', '-q', '--no-install-recommends', name)
  }
}
process.exitCode = findBrowser() === undefined ? 1 : 0

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
