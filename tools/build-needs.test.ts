import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readKinds, readKnownNames } from './needs-folder.ts'

test('the shipped table of needs is what tools/needs and tools/known-names make', () => {
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

test('what people know is of a kind that is there, and no line says a name twice or what the kind is called already', () => {
  const kinds = new Set(readKinds().flatMap(({ names }) => names))
  for (const { names, kind, place } of readKnownNames()) {
    assert.ok(kinds.has(kind), `${place}: ${kind}`)
    assert.equal(new Set(names).size, names.length, place)
    assert.ok(!names.includes(kind), place)
  }
})
