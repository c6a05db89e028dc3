// Keys of writes that a caller may repeat: the first answer is kept for a day and given again.
import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../base/clock.ts'
import type { IdempotencyClaim } from '../contract.ts'

const IDEMPOTENCY_LIFE_MS = DAY_MS
/** Beyond so many keys the oldest gives way. */
const IDEMPOTENCY_KEYS_MAX = 100_000
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

export function createIdempotency(db: DatabaseSync, { keysMax = IDEMPOTENCY_KEYS_MAX } = {}) {
  const select = db.prepare('SELECT request_hash, at_ms, status, body FROM idempotency WHERE key = ?')
  const insert = db.prepare('INSERT INTO idempotency (key, request_hash, at_ms) VALUES (?, ?, ?)')
  const answer = db.prepare('UPDATE idempotency SET status = ?, body = ? WHERE key = ?')
  const remove = db.prepare('DELETE FROM idempotency WHERE key = ?')
  const breakOff = db.prepare('UPDATE idempotency SET status = ? WHERE key = ? AND status IS NULL')
  const breakOffAll = db.prepare('UPDATE idempotency SET status = ? WHERE status IS NULL')
  const takeUp = db.prepare('UPDATE idempotency SET status = NULL WHERE key = ?')
  const sweepOld = db.prepare(
    'DELETE FROM idempotency WHERE key IN (SELECT key FROM idempotency WHERE at_ms <= ? ORDER BY at_ms LIMIT ?)',
  )
  const sweepOldest = db.prepare(
    'DELETE FROM idempotency WHERE key IN (SELECT key FROM idempotency ORDER BY at_ms LIMIT ?)',
  )
  const countAll = db.prepare('SELECT count(*) AS rows FROM idempotency')
  let kept: number | undefined

  return {
    begin(key: string, requestHash: string, atMs: number): IdempotencyClaim {
      sweep(atMs)
      const row = select.get(key) as Row | undefined
      if (row && row.at_ms > atMs - IDEMPOTENCY_LIFE_MS) {
        const claim = claimOf(row, requestHash)
        if (claim.state === 'new') takeUp.run(key)
        return claim
      }
      if (row) take(remove.run(key))
      insert.run(key, requestHash, atMs)
      if (kept !== undefined) kept++
      return { state: 'new', atMs }
    },
    finish(key: string, given: { status: number; body: string }): void {
      answer.run(given.status, given.body, key)
    },
    abandon(key: string): void {
      take(remove.run(key))
    },
    release(key: string): void {
      breakOff.run(BROKEN_OFF, key)
    },
    /** The count may include a claim that was rolled back. */
    forgetCount(): void {
      kept = undefined
    },
    /** Releases what a process that is gone had claimed and never answered. */
    releaseAll(): void {
      breakOffAll.run(BROKEN_OFF)
    },
  }

  function sweep(nowMs: number): void {
    take(sweepOld.run(nowMs - IDEMPOTENCY_LIFE_MS, SWEEP_ROWS))
    kept ??= (countAll.get() as { rows: number }).rows
    if (kept >= keysMax) take(sweepOldest.run(SWEEP_ROWS))
  }

  function take({ changes }: { changes: number | bigint }): void {
    if (kept !== undefined) kept -= Number(changes)
  }
}

function claimOf(row: Row, requestHash: string): IdempotencyClaim {
  if (row.request_hash !== requestHash) return { state: 'mismatch' }
  if (row.status === null) return { state: 'in_flight' }
  if (row.status === BROKEN_OFF) return { state: 'new', atMs: row.at_ms }
  return { state: 'replay', answer: { status: row.status, body: row.body ?? '' } }
}
