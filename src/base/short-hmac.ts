// HMAC-SHA-256 (RFC 2104) of short messages under one key.
import { hash } from 'node:crypto'

/**
 * The 32 bytes for `bytes[0, length)`; they are written over at the next call.
 * Built from one-shot hashes: for messages as short as a link a `createHmac` costs several times what the hashing does.
 */
export type ShortHmac = (bytes: Uint8Array, length: number) => Buffer

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

export function createShortHmac(secret: Uint8Array): ShortHmac {
  const key = secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret
  let inner = keyBlock(key, 0x36, BLOCK_BYTES + 256)
  const outer = keyBlock(key, 0x5c, BLOCK_BYTES + DIGEST_BYTES)
  const digest = Buffer.alloc(DIGEST_BYTES)

  return (bytes, length) => {
    if (BLOCK_BYTES + length > inner.length) inner = keyBlock(key, 0x36, BLOCK_BYTES + length)
    for (let i = 0; i < length; i++) inner[BLOCK_BYTES + i] = bytes[i]!
    // Digests as text of one byte a character: node makes that several times faster than a buffer.
    outer.write(hash('sha256', inner.subarray(0, BLOCK_BYTES + length), 'binary'), BLOCK_BYTES, 'latin1')
    digest.write(hash('sha256', outer, 'binary'), 'latin1')
    return digest
  }
}

function keyBlock(key: Uint8Array, pad: number, bytes: number): Buffer {
  const block = Buffer.alloc(bytes).fill(pad, 0, BLOCK_BYTES)
  for (const [i, byte] of key.entries()) block[i] = byte ^ pad
  return block
}
