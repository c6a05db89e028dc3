// Finds a Node that can run the service, and runs something with it; shared by `npm start`, `npm test` and `aside`.
// Plain JavaScript that any Node from 18 on understands, since the Node that reads it may be too old for the rest.
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE_MAJOR = 24
/**
 * What every Node of ours is started with. Of what a request makes almost nothing outlives it, so the young generation is kept
 * small, which saves memory, and collected by the thread itself: it takes 0.6 ms, and as long again or ten times that to wait for
 * helpers that find no free core. Nor may V8 place what its optimised code makes among what lives long: it does so where a
 * collection once found most of it alive, and requests that are answered together all are. Once it is ready the service
 * collects what its start left behind (`src/base/drop-start.ts`).
 */
export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
]
/**
 * And for glibc's malloc, as bytes: two arenas for all threads, and what is large is mapped, so that it is given back. Elsewhere
 * nobody reads them.
 */
export const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Path of the running Node where it is new enough, else of the one that came as a development dependency; else ends the process. */
export function findNode() {
  if (majorOf(process.version) >= NODE_MAJOR) return process.execPath
  const own = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const version = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (version.status === 0 && majorOf(version.stdout) >= NODE_MAJOR) return own
  return stop(
    `Aside needs Node ${NODE_MAJOR} or newer; this is ${process.version}, and the "node" package brought none for this machine ` +
      '(nothing is installed yet, its install script is switched off, or there is no build for it). ' +
      'Run npm ci in the project folder, or install Node 24 from https://nodejs.org, and try again.',
  )
}

/** Runs a script with `node`, in this terminal; signals go to it, and its exit code becomes ours; that of a signal as shells write it. */
export function runWith(node, args, { cwd }) {
  const child = spawn(node, [...NODE_FLAGS, ...args], {
    cwd,
    stdio: 'inherit',
    env: {
      ...MALLOC_SETTINGS,
      // Keeps what Node made of the sources, which saves a third of a start's work; npm ci clears it.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'),
      ...process.env,
      PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) endWithParent(() => child.kill('SIGTERM'))
  child.on('error', (error) => stop(`Node could not be started: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1)
  })
}

// npm hands a signal to the shell between it and us, which ends and tells nobody; so we look whether it is still there.
function endWithParent(end) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    end()
  }, 250)
  look.unref()
}

export function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)
}
