// What `npm run simulate` is asked wrongly is told in a sentence, before anything is played.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SIMULATE = fileURLToPath(new URL('../../scripts/simulate.ts', import.meta.url))

for (const [args, said] of [
  [['auction', '--requests', 'abc'], /^--requests takes a whole number from 1 on, and not "abc"\.\n/],
  [['--campaigns', '0'], /^--campaigns takes a whole number from 1 on, and not "0"\.\n/],
  [['pacing', '--days', '1.5'], /^--days takes a whole number from 1 on, and not "1\.5"\.\n/],
  [['forecast', '--seed='], /^--seed takes a whole number from 0 on, and not ""\.\n/],
  [['pacing', '--hours', '3'], /^Unknown option '--hours'/],
  [['auction', 'pacing'], /^Unexpected argument 'pacing'/],
  [['weather'], /^There is no simulation "weather"; there are auction, pacing, forecast\.\n$/],
] as const) {
  test(`simulate ${args.join(' ')}`, () => {
    const { status, stdout, stderr } = simulate(args)
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, said)
    assert.doesNotMatch(stderr, /\n +at /)
  })
}

test('simulate --help', () => {
  const { status, stdout } = simulate(['--help'])
  assert.equal(status, 0)
  for (const name of ['auction', 'pacing', 'forecast']) assert.match(stdout, new RegExp(`simulate -- \\[?${name}`))
})

function simulate(args: readonly string[]) {
  const node = ['--disable-warning=ExperimentalWarning', SIMULATE]
  return spawnSync(process.execPath, [...node, ...args], { encoding: 'utf8', timeout: 60_000 })
}
