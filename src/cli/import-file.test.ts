import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { importTypeOf, openUnpacked } from './import-file.ts'

test('a file is known by the ending of its name, also as shops call their product feeds', () => {
  const names = [
    'ads.ndjson',
    'ads.jsonl.gz',
    'ads.CSV',
    'feed.tsv',
    'feed.txt',
    'feed.xml',
    'feed.rss.gz',
    'ads.parquet',
  ]
  assert.deepEqual(names.map(importTypeOf), ['ndjson', 'ndjson', 'csv', 'tsv', 'tsv', 'xml', 'xml', undefined])
})

test('a file is unpacked where it is gzipped, in whatever pieces it comes', async () => {
  for (const text of ['', 'x', 'id,title\n', 'ä'.repeat(1_000)]) {
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      for (const pieceBytes of [1, 2, 4_096]) {
        const source = new PassThrough()
        const file = openUnpacked(source, () => {})
        for (let at = 0; at < bytes.length; at += pieceBytes) {
          source.write(bytes.subarray(at, at + pieceBytes))
          await nextTurn()
        }
        source.end()
        assert.equal(Buffer.concat(await (await file).toArray()).toString(), text)
      }
    }
  }
})
