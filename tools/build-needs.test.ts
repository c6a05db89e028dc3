import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readKinds } from './needs-folder.ts'

test('the shipped table of needs is what tools/needs makes', () => {
  const script = fileURLToPath(new URL('build-needs.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    maxBuffer: 1 << 24,
  })
  assert.equal(status, 0, String(stderr))
  const shipped = readFileSync(new URL('../models/needs.bin', import.meta.url))
  assert.ok(stdout.equals(shipped), 'node tools/build-needs.ts > models/needs.bin')
})

test('each kind has names that no line repeats, and some needs', () => {
  for (const { names, needs } of readKinds()) {
    assert.equal(new Set(names).size, names.length, names.join('; '))
    assert.ok(needs.length >= 5, names[0])
  }
})
