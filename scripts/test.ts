// Behind `npm test`: checks the types, gets what suites need beyond the packages, runs every suite, and says what was skipped.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SUITES = [
  'src/**/*.test.ts',
  'sample/**/*.test.ts',
  'tools/**/*.test.ts',
  'console/**/*.test.ts',
  'bench/**/*.test.ts',
  'test/**/*.test.ts',
]
/** The console and the library for pages are programs for browsers and are checked as such. */
const PROJECTS = ['tsconfig.json', 'console/tsconfig.json', 'sdk/tsconfig.json']
/** On two cores, where a third of the time of two files is waiting: for clocks, disks and servers. */
const FILES_AT_A_TIME = 3
/** A file that takes longer hangs. */
const FILE_TIMEOUT_MS = 240_000

/** Something that suites need beyond the packages of the lockfile. Those suites skip by themselves without it. */
interface Need {
  readonly suites: string
  /** Gets it, or only looks whether it is there; exit code 0: it is. */
  readonly command: readonly string[]
  readonly without: string
}

const NEEDS: readonly Need[] = [
  {
    suites: 'the console in a browser (test/console)',
    command: [process.execPath, 'test/console/install.ts'],
    without: 'no Chromium was found or could be installed; CHROMIUM_PATH can name one',
  },
  {
    suites: 'outside MCP clients and the conformance kit (test/mcp)',
    command: [process.execPath, 'test/clients/install.mjs'],
    without: 'their packages could not be installed; the words of npm stand above',
  },
  {
    suites: 'the store in PostgreSQL (test/store/postgres.test.ts, test/service/postgres.test.ts)',
    command: [process.execPath, 'test/support/install-postgres.ts'],
    without: 'no PostgreSQL was found or could be installed; the words above say why',
  },
  {
    suites: 'hints through Redis (test/hints/redis-channel.test.ts, test/service/nodes.test.ts)',
    command: [process.execPath, 'test/support/install-redis.ts'],
    without: 'no Redis or Valkey was found or could be installed; the words above say why',
  },
  {
    suites: 'power cuts (test/store/power-cut.test.ts)',
    command: ['cc', '--version'],
    without: 'a C compiler named cc is missing; power cuts are played by a small library that it builds',
  },
]

process.exitCode = main(process.argv.slice(2))

/** @param only files or globs to run instead of all suites. @returns the exit code */
function main(only: readonly string[]): number {
  const startMs = performance.now()
  const skipped = only.length > 0 ? [] : NEEDS.filter((need) => !isMet(need))
  for (const need of skipped) shout(need)
  console.log(`Set up in ${seconds(startMs)} s. Checking types …`)
  const typed = PROJECTS.map((project) =>
    succeeds([join('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', project]),
  ).every(Boolean)

  const files = filesOf(only.length > 0 ? only : SUITES)
  if (files.length === 0) {
    console.error(`There is no test file at ${only.join(' ')}.`)
    return 1
  }
  console.log(`Running ${files.length} test files …`)
  const passed = succeeds([
    '--test',
    '--disable-warning=ExperimentalWarning',
    `--test-concurrency=${Math.max(FILES_AT_A_TIME, availableParallelism() - 1)}`,
    `--test-timeout=${FILE_TIMEOUT_MS}`,
    '--test-reporter=spec',
    ...files,
  ])
  for (const need of skipped) shout(need)
  if (!typed) console.error('FAILED: the types do not fit; the places stand at the top.')
  console.log(`${typed && passed ? 'All suites passed' : 'Something failed'} after ${seconds(startMs)} s.`)
  return typed && passed ? 0 : 1
}

function isMet({ command: [program, ...args] }: Need): boolean {
  const { status, stdout, stderr } = spawnSync(program!, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}

function shout({ suites, without }: Need): void {
  console.error(`\nSKIPPED: ${suites}: ${without}.\n`)
}

function filesOf(patterns: readonly string[]): string[] {
  const found = globSync([...patterns], { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
  return [...new Set(found)].sort()
}

function succeeds(args: readonly string[]): boolean {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status === 0
}

function seconds(startMs: number): string {
  return ((performance.now() - startMs) / 1_000).toFixed(1)
}
