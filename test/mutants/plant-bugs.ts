// Plants bugs one at a time into a copy of the service, and says which of them its tests do not find.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A bug, the file that it is planted into, the text that is there, the text in its place, and the test that must find it. */
export type Mutant = readonly [bug: string, file: string, from: string, to: string, test: string]

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Random histories a mutant must be found in, of tests that play some. */
const RUNS = '25'
const END_AT_FAILURE = new URL('end-at-failure.ts', import.meta.url).href

/**
 * Two copies work side by side.
 * @param copied paths of the repository that the tests read; `linked` ones are only pointed to
 * @returns the bugs that were not found
 * @throws AssertionError where a place is no longer there, a bug is no program, or the tests fail without any bug
 */
export async function bugsNotFound(
  mutants: readonly Mutant[],
  { copied, linked = [] }: { copied: readonly string[]; linked?: readonly string[] },
): Promise<string[]> {
  const roots = ['one', 'other'].map(() => mkdtempSync(join(tmpdir(), 'aside-mutants-')))
  const tests = [...new Set(mutants.map(([, , , , test]) => test))]
  const waiting = [...mutants]
  const alive: string[] = []
  const unharmedIn = async (root: string): Promise<void> => {
    for (const path of copied) cpSync(join(ROOT, path), join(root, path), { recursive: true })
    for (const path of ['node_modules', ...linked]) symlinkSync(join(ROOT, path), join(root, path))
    mkdirSync(temporaryOf(root))
    for (let test; (test = tests.shift());) {
      const { code, output } = await run(root, test)
      assert.equal(code, 0, output)
    }
  }
  const harmedIn = async (root: string): Promise<void> => {
    for (let mutant; (mutant = waiting.shift());) {
      const [bug, file, from, to, test] = mutant
      const path = join(root, file)
      const source = readFileSync(path, 'utf8')
      assert.ok(source.includes(from), `${file} no longer holds the place of "${bug}": ${from}`)
      writeFileSync(
        path,
        source.replace(from, () => to),
      )
      const { code, output } = await run(root, test)
      writeFileSync(path, source)
      assert.doesNotMatch(output, /SyntaxError|ERR_MODULE_NOT_FOUND/, `"${bug}" is no program`)
      if (code === 0) alive.push(bug)
    }
  }
  try {
    await Promise.all(roots.map(unharmedIn))
    await Promise.all(roots.map(harmedIn))
  } finally {
    for (const root of roots) rmSync(root, { recursive: true, force: true })
  }
  return alive
}

/** Ends with the first test that fails; what that leaves behind goes with the copy. */
function run(root: string, test: string): Promise<{ code: number | null; output: string }> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    BOOKS_RUNS: RUNS,
    NODE_TEST_CONTEXT: undefined,
    // What Node compiles is kept by its path, so for a copy until that is removed.
    NODE_COMPILE_CACHE: join(root, 'compiled'),
    TMPDIR: temporaryOf(root),
  }
  const args = ['--disable-warning=ExperimentalWarning', '--import', END_AT_FAILURE, '--test-reporter=tap', test]
  const child = spawn(process.execPath, args, { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

function temporaryOf(root: string): string {
  return join(root, 'temporary')
}
