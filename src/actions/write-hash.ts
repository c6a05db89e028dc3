// Names a write that a caller may send again: the same name each time, from which nobody reads the caller's own key for it.
import { createHash } from 'node:crypto'

/** @returns 64 hexadecimal characters; ids in the books take as many of them as they ever did */
export function writeHash(callerKeyId: string, idempotencyKey: string): string {
  return createHash('sha256').update(`${callerKeyId}\n${idempotencyKey}`).digest('hex')
}
