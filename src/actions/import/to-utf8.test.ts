import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toUtf8 } from './to-utf8.ts'

async function textOf(bytes: Buffer, pieceBytes: number, charset?: string): Promise<string> {
  async function* body() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const parts: Uint8Array[] = []
  for await (const part of toUtf8(body(), charset)) parts.push(part)
  return Buffer.concat(parts).toString()
}

test('a file reads the same in whatever pieces it comes', async () => {
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><title>Süß</title>${' '.repeat(300)}é`
  const wide = `Süß 😀 ${'€'.repeat(300)}`
  for (const pieceBytes of [1, 7, 256, 4096]) {
    assert.equal(await textOf(Buffer.from(xml, 'latin1'), pieceBytes), xml)
    assert.equal(await textOf(Buffer.from(wide, 'utf16le'), pieceBytes, 'utf-16le'), wide)
    assert.equal(await textOf(Buffer.from(wide), pieceBytes), wide)
  }
})

test('half a character at the end of a file is told as one that cannot be read', async () => {
  const bytes = Buffer.from('Süß', 'utf16le').subarray(0, 5)
  for (const pieceBytes of [1, 4096]) assert.equal(await textOf(bytes, pieceBytes, 'utf-16le'), 'Sü\ufffd')
})
