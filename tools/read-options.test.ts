import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SCRIPTS = { eval: '../scripts/eval.ts', bench: '../bench/decision-http.ts' }

for (const [name, path] of Object.entries(SCRIPTS)) {
  const run = (...args: string[]) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL(path, import.meta.url)), ...args],
      { encoding: 'utf8', timeout: 60_000 },
    )

  test(`npm run ${name} says how it is called, asked for it or where an option is wrong`, () => {
    const help = run('--help')
    assert.deepEqual([help.status, help.stderr], [0, ''])
    assert.match(help.stdout, new RegExp(`^npm run ${name} -- \\[`))
    for (const [args, fault] of [
      [['--bogus'], "Unknown option '--bogus'"],
      [['--data'], "Option '--data <value>' argument missing"],
    ] as const) {
      const wrong = run(...args)
      assert.deepEqual([wrong.status, wrong.stdout], [2, ''])
      assert.ok(wrong.stderr.startsWith(fault) && wrong.stderr.endsWith(help.stdout), wrong.stderr)
    }
  })
}
