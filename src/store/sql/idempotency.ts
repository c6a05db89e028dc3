// Keys of writes that a caller may repeat: the first answer is kept for a day and given again.
import { DAY_MS } from '../../base/clock.ts'
import type { IdempotencyClaim } from '../contract.ts'
import type { Sql } from './database.ts'

const IDEMPOTENCY_LIFE_MS = DAY_MS
/** Beyond so many keys, or so many bytes of answers, the oldest gives way: an answer may have as many as the body of a request. */
const IDEMPOTENCY_KEYS_MAX = 100_000
const IDEMPOTENCY_BYTES_MAX = 1_000_000_000
/** How many old keys one claim clears away; more than one, so that a backlog shrinks. */
const SWEEP_ROWS = 20
/** Stands in place of an answer's status where the write was broken off: the same request may go on with it. */
const BROKEN_OFF = 0

interface Row {
  readonly request_hash: string
  readonly at_ms: number
  readonly status: number | null
  readonly body: string | null
}

export type Idempotency = ReturnType<typeof createIdempotency>

export function createIdempotency(
  db: Sql,
  { keysMax = IDEMPOTENCY_KEYS_MAX, answerBytesMax = IDEMPOTENCY_BYTES_MAX } = {},
) {
  const size = 'coalesce(octet_length(body), 0) AS bytes'
  const select = db.prepare('SELECT request_hash, at_ms, status, body FROM idempotency WHERE key = ?')
  const insert = db.prepare('INSERT INTO idempotency (key, request_hash, at_ms) VALUES (?, ?, ?)')
  const answer = db.prepare('UPDATE idempotency SET status = ?, body = ? WHERE key = ? RETURNING key')
  const remove = db.prepare(`DELETE FROM idempotency WHERE key = ? RETURNING ${size}`)
  const breakOff = db.prepare('UPDATE idempotency SET status = ? WHERE key = ? AND status IS NULL')
  const takeUp = db.prepare('UPDATE idempotency SET status = NULL WHERE key = ?')
  const sweepOld = db.prepare(
    `DELETE FROM idempotency WHERE key IN (SELECT key FROM idempotency WHERE at_ms <= ? ORDER BY at_ms LIMIT ?) RETURNING ${size}`,
  )
  const sweepOldest = db.prepare(
    `DELETE FROM idempotency WHERE key IN (SELECT key FROM idempotency ORDER BY at_ms LIMIT ?) RETURNING ${size}`,
  )
  const countAll = db.prepare(
    `SELECT count(*) AS keys, coalesce(sum(bytes), 0) AS bytes FROM (SELECT ${size} FROM idempotency) i`,
  )
  let kept: { keys: number; bytes: number } | undefined

  return {
    begin: counted((key: string, requestHash: string, atMs: number): IdempotencyClaim => {
      sweep(atMs)
      const row = select.get(key) as Row | undefined
      if (row && row.at_ms > atMs - IDEMPOTENCY_LIFE_MS) {
        const claim = claimOf(row, requestHash)
        if (claim.state === 'new') takeUp.run(key)
        return claim
      }
      if (row) take(remove.all(key))
      insert.run(key, requestHash, atMs)
      if (kept !== undefined) kept.keys++
      return { state: 'new', atMs }
    }),
    finish: counted((key: string, given: { status: number; body: string }): void => {
      const known = answer.get(given.status, given.body, key) !== undefined
      if (kept !== undefined && known) kept.bytes += Buffer.byteLength(given.body)
    }),
    abandon: counted((key: string): void => take(remove.all(key))),
    release(key: string): void {
      breakOff.run(BROKEN_OFF, key)
    },
  }

  /** What a call that fails has done to the count is rolled back with it, so that all is counted anew: rarely, since it takes a while. */
  function counted<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      try {
        return call(...args)
      } catch (error) {
        kept = undefined
        throw error
      }
    }
  }

  function sweep(nowMs: number): void {
    take(sweepOld.all(nowMs - IDEMPOTENCY_LIFE_MS, SWEEP_ROWS))
    kept ??= { ...(countAll.get() as { keys: number; bytes: number }) }
    if (kept.keys >= keysMax || kept.bytes >= answerBytesMax) take(sweepOldest.all(SWEEP_ROWS))
  }

  function take(removed: readonly unknown[]): void {
    if (kept === undefined) return
    kept.keys -= removed.length
    for (const { bytes } of removed as readonly { bytes: number }[]) kept.bytes -= bytes
  }
}

function claimOf(row: Row, requestHash: string): IdempotencyClaim {
  if (row.request_hash !== requestHash) return { state: 'mismatch' }
  if (row.status === null) return { state: 'in_flight', atMs: row.at_ms }
  if (row.status === BROKEN_OFF) return { state: 'new', atMs: row.at_ms }
  return { state: 'replay', answer: { status: row.status, body: row.body ?? '' } }
}
