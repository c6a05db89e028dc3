// The first bytes of a connection that one thread hands over to another: proof that it may, and whose connection it is.
//
//   secret, 32 bytes │ port, 2 bytes │ length of the address, 1 byte │ address as text │ from here on, what the peer sent
import { timingSafeEqual } from 'node:crypto'

export const SECRET_BYTES = 32

/** The other end of a connection. */
export interface Peer {
  /** An IPv4 or IPv6 address, or nothing: then there is no peer. */
  readonly address: string
  readonly port: number
}

export function writePreface(secret: Uint8Array, { address, port }: Peer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.set(secret)
  head.writeUInt16BE(port, SECRET_BYTES)
  head.writeUInt8(address.length, SECRET_BYTES + 2)
  return Buffer.concat([head, Buffer.from(address, 'latin1')])
}

/** Undefined: more bytes must come. 'forged': the secret is another. */
export function readPreface(bytes: Buffer, secret: Uint8Array): { peer: Peer; length: number } | 'forged' | undefined {
  if (bytes.length < HEAD_BYTES) return undefined
  if (!timingSafeEqual(bytes.subarray(0, SECRET_BYTES), secret)) return 'forged'
  const length = HEAD_BYTES + bytes.readUInt8(SECRET_BYTES + 2)
  if (bytes.length < length) return undefined
  const address = bytes.toString('latin1', HEAD_BYTES, length)
  return { peer: { address, port: bytes.readUInt16BE(SECRET_BYTES) }, length }
}

const HEAD_BYTES = SECRET_BYTES + 3
