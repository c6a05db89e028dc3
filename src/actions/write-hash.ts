// Names a write that a caller may send again: the same name each time, from which nobody reads the caller's own key for it.
import { createHash } from 'node:crypto'
import type { IdSource } from '../base/ids.ts'
import type { Caller } from '../domain/api-key.ts'

/** @returns 64 hexadecimal characters */
export function writeHash(callerKeyId: string, idempotencyKey: string): string {
  return createHash('sha256').update(`${callerKeyId}\n${idempotencyKey}`).digest('hex')
}

/**
 * The id of what a write puts into the books: with an Idempotency-Key the same one for good, else a fresh one.
 * @param chars how many characters of the hash it takes, which may never change
 */
export function writeIdOf(
  prefix: string,
  { caller, idempotencyKey }: { readonly caller: Caller; readonly idempotencyKey: string | undefined },
  ids: Pick<IdSource, 'next'>,
  chars = 26,
): string {
  if (idempotencyKey === undefined) return ids.next(prefix)
  return `${prefix}_${writeHash(caller.keyId, idempotencyKey).slice(0, chars)}`
}
