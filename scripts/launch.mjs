#!/usr/bin/env node
// Behind `npm start` and `npm test`: installs what is missing, finds a Node that can run the service, and runs it.
// Plain JavaScript that any Node from 18 on understands, since it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE_MAJOR = 24

const [job = 'start', ...rest] = process.argv.slice(2)
const JOBS = {
  start: ['src/main.ts'],
  test: ['scripts/test.ts'],
  run: [],
}

if (!(job in JOBS)) stop(`Unknown job "${job}"; there are ${Object.keys(JOBS).join(', ')}.`)
installMissing()
const node = findNode()
const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...JOBS[job], ...rest], {
  cwd: job === 'run' ? process.cwd() : ROOT,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH ?? ''}` },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => stop(`Node could not be started: ${error.message}`))
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1)
})

// What npm installed last time stands in node_modules/.package-lock.json; where that agrees with ours nothing is missing.
function installMissing() {
  if (isInstalled()) return
  process.stderr.write('Installing what is missing (exact versions of package-lock.json) …\n')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
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

// The running Node where it is new enough; else the one that came as a development dependency.
function findNode() {
  if (majorOf(process.version) >= NODE_MAJOR) return process.execPath
  const own = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const version = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (version.status === 0 && majorOf(version.stdout) >= NODE_MAJOR) return own
  return stop(
    `Aside needs Node ${NODE_MAJOR} or newer; this is ${process.version}, and the "node" package brought none for this machine ` +
      '(its install script may be switched off, or there is no build for it). Install Node 24 from https://nodejs.org and try again.',
  )
}

function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
