import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asciiJson } from './ascii-json.ts'

test('a value reads back as it was, and no character of its JSON lies beyond ASCII', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      for (const it of [value, text, { [text]: value }]) {
        const json = asciiJson(it)
        assert.match(json, /^[\0-\x7f]*$/)
        assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(it)))
      }
    }),
  )
})
