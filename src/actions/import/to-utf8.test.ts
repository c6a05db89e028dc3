import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toUtf8 } from './to-utf8.ts'

async function bytesOf(bytes: Buffer, pieceBytes: number, charset?: string): Promise<Buffer> {
  async function* body() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const parts: Uint8Array[] = []
  for await (const part of toUtf8(body(), charset)) parts.push(part)
  return Buffer.concat(parts)
}

async function textOf(bytes: Buffer, pieceBytes: number, charset?: string): Promise<string> {
  return (await bytesOf(bytes, pieceBytes, charset)).toString()
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

test('what a charset does not know is no UTF-8 either, and takes nothing beside it along', async () => {
  const bytes = Buffer.from([0x83, 0x65, 0xff, 0x81, 0x2c, 0x81, 0x0a, 0x83, 0x58])
  for (const pieceBytes of [1, 4096]) {
    const read = await bytesOf(bytes, pieceBytes, 'shift_jis')
    assert.equal(
      read.toString('latin1'),
      Buffer.from('テ').toString('latin1') + '\xff\xff,\xff\n' + Buffer.from('ス').toString('latin1'),
    )
  }
})

test('half a character at the end of a file is told as one that cannot be read', async () => {
  const bytes = Buffer.from('Süß', 'utf16le').subarray(0, 5)
  for (const pieceBytes of [1, 4096]) assert.equal(await textOf(bytes, pieceBytes, 'utf-16le'), 'Sü\ufffd')
})
