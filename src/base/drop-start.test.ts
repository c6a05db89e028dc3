import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { NODE_FLAGS } from '../../scripts/find-node.mjs'

/** Runs dropStart and tells whether garbage that has grown old survived it. */
function survives(flags: readonly string[]): string {
  const module = JSON.stringify(new URL('./drop-start.ts', import.meta.url))
  const script = `
    import { dropStart } from ${module}
    let garbage = { large: new Array(100_000).fill(1) }
    const watched = new WeakRef(garbage)
    garbage = undefined
    await new Promise(setImmediate)
    dropStart()
    console.log(watched.deref() !== undefined)`
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  return stdout.trim()
}

test('what the start left behind is gone, where Node was started as we start it', () => {
  assert.equal(survives(NODE_FLAGS), 'false')
  assert.equal(survives(['--disable-warning=ExperimentalWarning']), 'true')
})
