#!/usr/bin/env node
// Behind `npm start`, `npm test` and the other scripts: installs what is missing, finds a Node that can run the service, and runs it.
// Plain JavaScript that any Node from 18 on understands, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNode, ROOT, runWith, stop } from './find-node.mjs'

const JOBS = {
  start: ['src/main.ts'],
  test: ['scripts/test.ts'],
  run: [],
}

const [job = 'start', ...rest] = process.argv.slice(2)
if (!(job in JOBS)) stop(`Unknown job "${job}"; there are ${Object.keys(JOBS).join(', ')}.`)
installMissing()
runWith(findNode(), [...JOBS[job], ...rest], { cwd: job === 'run' ? process.cwd() : ROOT })

// What npm installed last time stands in node_modules/.package-lock.json; where that agrees with ours nothing is missing.
function installMissing() {
  if (isInstalled()) return
  process.stderr.write('Installing what is missing (exact versions of package-lock.json) …\n')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.error) stop(`npm could not be started (${npm.error.message}); install Node with npm, then try again.`)
  if (npm.status !== 0) stop('npm could not install the packages; its words stand above. Mend that, then try again.')
}

function isInstalled() {
  const wanted = readJson('package-lock.json')
  const installed = readJson('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  return Object.entries(wanted.packages).every(
    ([path, { version, optional, os }]) =>
      path === '' || optional || os || (installed.packages[path]?.version === version && existsSync(join(ROOT, path))),
  )
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  } catch {
    return undefined
  }
}
