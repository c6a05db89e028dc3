import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedTypeOf } from './feed-file.ts'

test('a feed is known by the ending of its name, also as shops call their product feeds', () => {
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
  assert.deepEqual(names.map(feedTypeOf), ['ndjson', 'ndjson', 'csv', 'tsv', 'tsv', 'xml', 'xml', undefined])
})
