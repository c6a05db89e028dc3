// Runs calls in groups: the writes of a group share one transaction and so one sync, and no reply leaves before it.
import { errorText } from '../../base/error-text.ts'
import { ServiceError } from '../../domain/errors.ts'
import type { Connection } from './database.ts'
import { stoppedError } from './faults.ts'
import { INVENTORY_WRITES, WRITES } from './operation-kinds.ts'
import type { Workings } from './operations.ts'
import { type Call, type FromThread, plainError, type Reply } from './protocol.ts'

export interface GroupCommit {
  /** Runs the calls in order; the message is ready to be sent once this returns. */
  run(calls: readonly Call[]): FromThread
  /** How many events the next group may hold. */
  eventsMax(): number
  stopped(): string | undefined
}

/** So many events at least, for which none waits long. */
const EVENTS_MIN = 64
/** Where the disk is slow, as many as take about as long as its last sync took, or the store would fall behind what it could keep up with. */
const EVENTS_A_SYNC_MS = 4
const EVENTS_MAX = 2_048
const APPEND = 'ledger.append'
/** Faults that end the whole group, not just the call that meets them. */
const ENDING: ReadonlySet<string | undefined> = new Set(['lost', 'fatal', 'taken'])

/**
 * After the first failed write or sync nothing is written any more in this process: an operating system that failed to
 * sync may have dropped the pages and report success the next time, so trying again could acknowledge what is lost.
 */
export function createGroupCommit(connection: Connection, workings: Workings): GroupCommit {
  const { db } = connection
  const operations = workings.operations as unknown as Record<string, (...args: unknown[]) => unknown>
  let stopped: string | undefined
  let syncMs = 0 // of the last group
  let untold = false // that all must be looked at again, since the database was lost
  let isHeld = false // by another program, as the group that runs has found out

  return {
    eventsMax: () => Math.min(Math.max(EVENTS_MIN, Math.floor(syncMs * EVENTS_A_SYNC_MS)), EVENTS_MAX),
    run(calls) {
      const replies: Reply[] = []
      let inventoryChanged = false
      isHeld = false
      try {
        if (connection.revive()) {
          untold = true
          // Another server may have taken its place, with a little less than was known here.
          workings.afterRollback()
        }
        for (let at = 0; at < calls.length; at++) {
          const [id, operation] = calls[at]!
          const appends = appendsFrom(calls, at)
          if (!WRITES.has(operation)) replies.push(read(calls[at]!))
          else if (stopped !== undefined) replies.push([id, false, plainError(stoppedError(stopped))])
          else if (appends.length > 1) {
            replies.push(...appendTogether(appends))
            at += appends.length - 1
          } else {
            const reply = write(calls[at]!)
            replies.push(reply)
            inventoryChanged ||= reply[1] && INVENTORY_WRITES.has(operation)
          }
        }
        if (!db.isTransaction) return { replies, revived: tellRevived() }
        workings.seal()
        connection.demandPlace()
        const sealedMs = performance.now()
        db.exec('COMMIT')
        syncMs = performance.now() - sealedMs
      } catch (error) {
        return connection.kindOf(error) === 'lost' ? lose(error, calls) : stop(error, calls)
      }
      const spend = takeTouched()
      try {
        connection.afterCommit()
      } catch (error) {
        // The group itself is safe in the log; only what comes after it is refused.
        stopped = errorText(error)
      }
      const revived = tellRevived()
      return { replies, revived, inventoryChanged, ...(spend && { spend }), ...(stopped !== undefined && { stopped }) }
    },
    stopped() {
      return stopped
    },
  }

  /** Each write is whole or not at all, also where others of its group go on. */
  function write([id, operation, args]: Call): Reply {
    if (!begin())
      return [id, false, plainError(new ServiceError('unavailable', 'The database is in use by another program'))]
    db.exec('SAVEPOINT call')
    try {
      const value = operations[operation]!(...args)
      db.exec('RELEASE call')
      return [id, true, value]
    } catch (error) {
      if (ENDING.has(connection.kindOf(error)) || !db.isTransaction) throw error
      db.exec('ROLLBACK TO call')
      db.exec('RELEASE call')
      workings.afterRollback()
      return [id, false, plainError(error)]
    }
  }

  /** Whether the group may write: nothing has failed on our side where somebody holds the file with another program, and a group waits for that once. */
  function begin(): boolean {
    if (isHeld) return false
    try {
      if (!db.isTransaction) db.exec('BEGIN IMMEDIATE')
    } catch (error) {
      if (connection.kindOf(error) !== 'busy') throw error
      isHeld = true
    }
    return !isHeld
  }

  /** Judges the events of several calls as if one had brought them; where that fails, each call for itself. */
  function appendTogether(calls: readonly Call[]): Reply[] {
    const eventsOf = ([, , args]: Call) => args[0] as readonly unknown[]
    const [, ok, value] = write([0, APPEND, [calls.flatMap(eventsOf)]])
    if (!ok) return calls.map(write)
    const outcomes = value as readonly unknown[]
    let from = 0
    return calls.map((call) => [call[0], true, outcomes.slice(from, (from += eventsOf(call).length))])
  }

  /** PostgreSQL takes nothing more in a transaction in which a statement failed, a question too: others of its group go on without it. */
  function read([id, operation, args]: Call): Reply {
    const isAmongWrites = db.isTransaction
    try {
      if (isAmongWrites) db.exec('SAVEPOINT question')
      const value = operations[operation]!(...args)
      if (isAmongWrites) db.exec('RELEASE question')
      return [id, true, value]
    } catch (error) {
      if (connection.kindOf(error) === 'lost') throw error
      if (isAmongWrites && db.isTransaction) {
        db.exec('ROLLBACK TO question')
        db.exec('RELEASE question')
      }
      return [id, false, plainError(connection.explain(error))]
    }
  }

  /** What was committed stays so; where the database is lost in this moment, all of it is told anew. */
  function takeTouched(): ReturnType<Workings['takeTouched']> {
    try {
      return workings.takeTouched()
    } catch (error) {
      if (connection.kindOf(error) !== 'lost') throw error
      workings.forgetTouched()
      untold = true
      return undefined
    }
  }

  /** Nothing of the group may have come through, or all of it: who asked asks again, and what is there already is told as repeated. */
  function lose(error: unknown, calls: readonly Call[]): FromThread {
    try {
      // The fault may be of one statement, on a connection that goes on.
      if (db.isTransaction) db.exec('ROLLBACK')
    } catch {
      // A connection that is gone took the transaction along.
    }
    workings.afterRollback()
    workings.forgetTouched()
    const refusal = plainError(connection.explain(error))
    return { lost: refusal.message, replies: calls.map(([id]) => [id, false, refusal]) }
  }

  function tellRevived(): boolean {
    const revived = untold
    untold = false
    return revived
  }

  function stop(error: unknown, calls: readonly Call[]): FromThread {
    stopped = errorText(error)
    try {
      if (db.isTransaction) db.exec('ROLLBACK')
    } catch {
      // What could not be written need not be taken back; nothing more is written either way.
    }
    workings.afterRollback()
    const refusal = plainError(stoppedError(stopped))
    const taken = connection.kindOf(error) === 'taken'
    return { stopped, ...(taken && { taken }), replies: calls.map(([id]) => [id, false, refusal]) }
  }
}

/** Those that follow each other from there on. */
function appendsFrom(calls: readonly Call[], at: number): readonly Call[] {
  let end = at
  while (calls[end]?.[1] === APPEND) end++
  return calls.slice(at, end)
}
