// Plants bugs one at a time into a copy of the service, and says which of them its tests do not find.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A bug, the file that it is planted into, the text that is there, the text in its place, and the test that must find it. */
export type Mutant = readonly [bug: string, file: string, from: string, to: string, test: string]

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Random histories a mutant must be found in, of tests that play some. */
const RUNS = '25'

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
  const roots: string[] = []
  const waiting = [...mutants]
  const alive: string[] = []
  const worker = async (): Promise<void> => {
    const root = mkdtempSync(join(tmpdir(), 'aside-mutants-'))
    roots.push(root)
    for (const path of copied) cpSync(join(ROOT, path), join(root, path), { recursive: true })
    for (const path of ['node_modules', ...linked]) symlinkSync(join(ROOT, path), join(root, path))
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
  const unharmed = async (): Promise<void> => {
    for (const test of new Set(mutants.map(([, , , , of]) => of))) {
      const { code, output } = await run(ROOT, test)
      assert.equal(code, 0, output)
    }
  }
  try {
    await unharmed()
    await Promise.all([worker(), worker()])
  } finally {
    for (const root of roots) rmSync(root, { recursive: true, force: true })
  }
  return alive
}

function run(root: string, test: string): Promise<{ code: number | null; output: string }> {
  const env: NodeJS.ProcessEnv = { ...process.env, BOOKS_RUNS: RUNS, NODE_TEST_CONTEXT: undefined }
  // What Node compiles is kept by its path, so for a copy until that is removed.
  if (root !== ROOT) env.NODE_COMPILE_CACHE = join(root, 'compiled')
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', test], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
