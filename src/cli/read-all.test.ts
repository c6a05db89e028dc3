import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readAll } from './read-all.ts'

test('a text reads the same in whatever pieces it comes', async () => {
  const bytes = Buffer.from(' Bücher über 😀\n')
  for (let cut = 1; cut < bytes.length; cut++) {
    const pieces = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)], { objectMode: false })
    assert.equal(await readAll(pieces), 'Bücher über 😀')
  }
})
