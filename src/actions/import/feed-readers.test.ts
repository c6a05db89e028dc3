// The readers of import files, on files cut into pieces as a network cuts them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FeedLine } from './feed-line.ts'
import { type FeedFormat, openFeedReader } from './open-feed-reader.ts'

const files: Record<FeedFormat, string> = {
  ndjson: '\ufeff{"id":"ä-1","title":"Süß 😀"}\r\n\r\n{"id":"2"}\nnonsense\n{"id":"3"}',
  csv: 'id,title,keywords\r\n1,"Zwei\r\nZeilen, ""ja""",a|b\r\n2,"offen\r\n3,gut,\r\n4,"x"y,\r\n5,Süß 😀,',
  'merchant-tsv':
    'id\ttitle\tlink\tproduct type\n1\t"24"" screen"\thttps://a.example\tA > B\n2\tß\thttps://b.example\t\tzu\tviel\n3',
  'merchant-xml':
    '<?xml version="1.0"?><rss xmlns:g="x"><channel><item><g:id>1</g:id><title>Süß &amp; 😀</title></item>\n<item><g:id>2</g:id></item></channel></rss>',
}

for (const [format, file] of Object.entries(files) as [FeedFormat, string][]) {
  test(`a file of ${format} reads the same however it is cut`, () => {
    const bytes = Buffer.from(file)
    const whole = readInPieces(format, bytes, [])
    assert.ok(whole.length >= 2)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), (cuts) => {
        assert.deepEqual(readInPieces(format, bytes, cuts), whole)
      }),
      { numRuns: 200 },
    )
  })

  test(`no bytes at all make the reader of ${format} fail, but with a fault that says so`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const line of readInPieces(format, Buffer.from(bytes), [])) {
          if ('fault' in line) assert.notEqual(line.fault.message, '')
        }
      }),
      { numRuns: 300 },
    )
  })
}

test('a quote that is never closed costs its own line and no other, even where the next is never closed too', () => {
  const lines = readInPieces('csv', Buffer.from('id,title\n1,"open\n2,fine\n3,"open too\n4,fine\n'), [])
  assert.deepEqual(
    lines.map((line) => ('fault' in line ? `${line.line} is bad` : `${line.line} has ${String(line.fields.id)}`)),
    ['2 is bad', '3 has 2', '4 is bad', '5 has 4'],
  )
})

test('a line of 64 KiB is read and one of a byte more is not', () => {
  const lineOf = (bytes: number) => `{"id":"${'x'.repeat(bytes - 9)}"}`
  const fits = readInPieces('ndjson', Buffer.from(`${lineOf(65_536)}\n`), [10_000, 60_000])
  assert.ok('fields' in fits[0]!)
  const over = readInPieces('ndjson', Buffer.from(`${lineOf(65_537)}\n{}\n`), [10_000, 60_000])
  assert.deepEqual(
    over.map((line) => 'fault' in line),
    [true, false],
  )
})

test('semicolons separate the columns where the header says so', () => {
  const [line] = readInPieces('csv', Buffer.from('id;title\n1;"a;b"\n'), [])
  assert.deepEqual(line, { line: 2, fields: { id: '1', title: 'a;b' } })
})

test('a category path that is too long keeps its end', () => {
  const path = `${'Very long name > '.repeat(10)}Lamps`
  const tsv = `id\ttitle\tproduct_type\n1\tx\t${path}\n`
  const [line] = readInPieces('merchant-tsv', Buffer.from(tsv), [])
  assert.ok('fields' in line!)
  const [category] = line.fields.categories as string[]
  assert.ok(category!.length <= 120 && category!.endsWith('> Lamps'))
})

function readInPieces(format: FeedFormat, bytes: Buffer, cuts: readonly number[]): FeedLine[] {
  const reader = openFeedReader(format)
  const at = [0, ...cuts, bytes.length].sort((a, b) => a - b)
  const lines = at.slice(1).flatMap((to, i) => reader.push(bytes.subarray(at[i], to)))
  return [...lines, ...reader.end()]
}
