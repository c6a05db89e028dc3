import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createHeadReader, readPlainHead } from './plain-request.ts'

const HEADS = [
  'POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\nContent-Length: #\r\nContent-Type: application/json\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer other\r\nContent-Length: #\r\nContent-Type: application/json\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\ncontent-length:#\r\nhost: a\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\ncontent-length: # \r\nhost: a\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\nx-note: content-length: 7\r\ncontent-length: #\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\ncontent-length: #\r\ncontent-length: #\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\nsec-gpc: 1\r\ncontent-length: #\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\nsec-gpc: 1\r\nSec-GPC: 0\r\ncontent-length: #\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\ncontent-length: #\r\nCF-IPCountry: DE\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\ncontent-length: #\r\nCF-IPCountry: AT\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\ncontent-length: #\r\nCF-IPCountry: AT\r\ncf-ipcountry: DE\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\n\r\n',
  'POST /api/v1/events HTTP/1.1\r\nhost: a\r\ncontent-length: #\r\n\r\n',
  'GET /health HTTP/1.1\r\nhost: a\r\n\r\n',
  'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\ncontent-length: #\r\n',
]
const LENGTHS = [
  '0',
  '7',
  '12',
  '99',
  '100',
  '0100',
  '65535',
  '262144',
  '262145',
  '999999',
  '1000000',
  '1e3',
  '-1',
  '',
  '1\r\n\r\n2',
]

test('the heads of a connection are read as each would be by itself, whatever came before', () => {
  const head = fc.tuple(
    fc.constantFrom(...HEADS),
    fc.constantFrom(...LENGTHS),
    fc.constantFrom('', '{}', '{"query":"x"}'),
  )
  const cut = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.nat(200))
  fc.assert(
    fc.property(fc.array(fc.tuple(head, cut), { maxLength: 12 }), fc.subarray(['cf-ipcountry']), (sent, names) => {
      const read = createHeadReader(names)
      for (const [[form, length, body], bytesMax] of sent) {
        const bytes = Buffer.from(form.replaceAll('#', length) + body).subarray(0, bytesMax)
        assert.deepEqual(read(bytes), readPlainHead(bytes, names), JSON.stringify(bytes.toString()))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a head that is like the one before but for its length is not taken apart again', () => {
  const read = createHeadReader()
  const of = (length: number) => Buffer.from(HEADS[0]!.replace('#', String(length)) + '{"query":')
  const first = read(of(512))
  for (const length of [513, 98, 1_000]) {
    const next = read(of(length))
    assert.equal(next?.bodyBytes, length)
    assert.equal(next?.headers, first?.headers)
  }
})

test('a head that is too long by one digit more is too long, whatever came before', () => {
  const start = 'POST /api/v1/ads/request HTTP/1.1\r\nhost: a\r\ncontent-length: #\r\nx: '
  const of = (length: string) => Buffer.from(`${start.padEnd(8 * 1024, 'p')}\r\n\r\n`.replace('#', length))
  const read = createHeadReader()
  assert.equal(read(of('4'))?.bodyBytes, 4)
  assert.equal(read(of('44')), undefined)
})

test('a field that somebody asks for is read where it stands once, and others are left out', () => {
  const of = (...fields: string[]) => {
    const lines = ['POST /api/v1/ads/request HTTP/1.1', 'host: a', 'content-length: 0', ...fields]
    return readPlainHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), ['cf-ipcountry'])
  }
  assert.deepEqual(of('CF-IPCountry: DE ', 'CF-Ray: 1')?.headers, { 'cf-ipcountry': 'DE' })
  assert.equal(of('CF-IPCountry: DE', 'cf-ipcountry: FR'), undefined)
  assert.deepEqual(of('CF-Ray: 1', 'CF-Ray: 2')?.headers, {})
})
