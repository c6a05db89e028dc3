// PostgreSQL as the store's threads use it: one process writes at a time, and a connection that was lost is made anew.
import type { Connection, Sql, SqlValue, Statement } from '../sql/database.ts'
import { TakenError } from '../sql/faults.ts'
import type { Hold } from '../sql/protocol.ts'
import { createWriteSetting, HOLDER, WRITER_PLACE } from '../sql/settings.ts'
import { writeWhole } from '../sqlite/backup.ts'
import { openSqlite } from '../sqlite/connection.ts'
import { copyStore } from './copy.ts'
import { explainFault, isPassing } from './faults.ts'
import { placeOf, sessionName } from './place.ts'
import { STEPS } from './schema.ts'
import { type Answer, DatabaseFault, openSession, type Request, type Session } from './session.ts'
import { translate } from './translate.ts'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  readonly readOnly: boolean
  /** Of one that writes: absent where it is to be the only process. */
  readonly hold?: Hold
}

/** No statement of the one that writes takes long; a line that says nothing for so long is dead. */
const ANSWER_MS = 30_000
const RETRY_MS = 1_000
/** A process that was just stopped has the lock for a moment longer. */
const LOCK_WAIT_MS = 3_000
const LOCK_RETRY_MS = 100
/** `asid`, as a number. */
const LOCK = 0x61736964
const VERSION_MIN = 140_000
const FETCH_ROWS = 500

/** Who writes asks something every two seconds at least; who asked nothing for so long hangs. */
const SILENT_SECONDS = 5

/** The session that has the lock. */
interface Holder {
  readonly pid: number
  readonly name: string
  readonly silentSeconds: number
}

/**
 * @throws ServiceError unavailable where it cannot be reached; conflict where another process has it
 * @throws Error where the settings or rights do not allow it
 */
export function openPostgres({ url, readOnly, hold }: PostgresOptions): Connection {
  const place = placeOf(url)
  const name = hold?.name ?? sessionName()
  const token = name.slice(name.lastIndexOf(' ') + 1)
  let session: Session
  let retryAtMs = 0
  let isHolder = false
  let taken: TakenError | undefined
  const cursors = { made: 0, open: 0, beganTransaction: false }

  const db = {
    isTransaction: false as boolean,
    prepare: (sql: string) => statementOf(translate(sql)),
    exec,
  } satisfies Sql
  try {
    session = connect()
  } catch (error) {
    throw explainFault(error, place)
  }

  return {
    db,
    upkeep: {
      // No dump of PostgreSQL's own but an embedded store, of which `aside restore` makes any store.
      backup: (path, onProgress) => writeWhole(path, async (part) => copyInto(part, onProgress), onProgress),
      checkFile() {},
    },
    migrate,
    demandPlace() {},
    afterCommit() {},
    revive() {
      // Whoever asks again need not wait for the lock again: what is known here stays wrong.
      if (taken) throw taken
      if (!session.isGone()) return false
      db.isTransaction = false
      if (performance.now() < retryAtMs) throw new DatabaseFault(GONE)
      retryAtMs = performance.now() + RETRY_MS
      try {
        session = connect()
      } catch (error) {
        if (error instanceof TakenError) taken = error
        throw error
      }
      return true
    },
    kindOf(error) {
      if (error instanceof TakenError) return 'taken'
      return isPassing(error) ? 'lost' : undefined
    },
    explain: (error) => explainFault(error, place),
    close: () => session.close(),
  }

  function connect(): Session {
    const opened = openSession({ url, name, ...(!readOnly && { waitMs: ANSWER_MS }) })
    try {
      opened.send(plain('SET search_path TO aside'))
      opened.send(plain(`SET jit = off`))
      if (readOnly) opened.send(plain('SET default_transaction_read_only = on'))
      else {
        // What was acknowledged is on the disk, whatever the server's own setting. Everything here is looked up by a key: plans that were made
        // while a table was young would go through all of it.
        opened.send(
          plain(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
          ),
        )
        opened.send(plain('SET enable_seqscan = off; SET enable_bitmapscan = off'))
        opened.send(
          plain(`SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`),
        )
      }
      demandServer(opened)
      if (!readOnly) takeHold(opened)
      return opened
    } catch (error) {
      opened.close()
      throw error
    }
  }

  /** @throws TakenError where another process writes, or has written since the connection was lost */
  function takeHold(opened: Session): void {
    const mayWait = hold === undefined || hold.evict !== undefined || isHolder
    const untilMs = performance.now() + (mayWait ? LOCK_WAIT_MS : 0)
    while (!isLocked(opened)) {
      const holder = holderOf(opened)
      // Our own session of before, of which the server does not know yet that it is gone; or that of one that asks nothing here either.
      const hangs = holder?.name === hold?.evict && (holder?.silentSeconds ?? 0) > SILENT_SECONDS
      if (holder && (holder.name === name || hangs)) opened.ask(plain(`SELECT pg_terminate_backend(${holder.pid})`))
      if (performance.now() > untilMs) {
        const who = holder === undefined ? 'another process' : `the process ${holder.name.split(' ')[1] ?? holder.name}`
        throw new TakenError(
          `The database ${place} is in use by ${who}; stop that one first, or name another in DATABASE_URL.`,
          hold && holder && writerPlaceOf(opened, holder),
        )
      }
      sleep(LOCK_RETRY_MS)
    }
    if (isHolder) demandNobodyElseCame(opened)
  }

  function isLocked(opened: Session): boolean {
    const { rows } = opened.ask(plain(`SELECT pg_try_advisory_lock(${LOCK}) AS mine`))
    return (rows[0] as { mine: number }).mine === 1
  }

  function holderOf(opened: Session): Holder | undefined {
    const { rows } = opened.ask(
      plain(`
        SELECT a.pid, a.application_name AS name, extract(epoch FROM clock_timestamp() - a.state_change)::float AS "silentSeconds"
        FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = ${LOCK} AND l.database = (
          SELECT oid FROM pg_database WHERE datname = current_database())`),
    )
    return rows[0] as Holder | undefined
  }

  /** Asked on the line on which the lock was refused, since another may hang. */
  function writerPlaceOf(opened: Session, holder: Holder): string | undefined {
    try {
      const { rows } = opened.ask({ sql: 'SELECT value FROM settings WHERE name = $1', values: [WRITER_PLACE] })
      const text = (rows[0] as { value: string } | undefined)?.value
      // Else it is that of one before, and who has the lock lets nobody in yet.
      return text?.includes(JSON.stringify(holder.name)) ? text : undefined
    } catch {
      return undefined // a young database has no settings yet
    }
  }

  /** What this process knows by heart would be wrong. */
  function demandNobodyElseCame(opened: Session): void {
    const { rows } = opened.ask({ sql: 'SELECT value FROM settings WHERE name = $1', values: [HOLDER] })
    if ((rows[0] as { value: string } | undefined)?.value === token) return
    throw new TakenError(`Another process has used the database ${place} meanwhile`)
  }

  function copyInto(file: string, onProgress: (share: number) => void): void {
    const copy = openSqlite({ file, readOnly: false, synchronous: 'NORMAL' })
    try {
      copy.migrate()
      exec('BEGIN')
      copy.db.exec('BEGIN')
      try {
        copyStore(db, copy.db, onProgress)
        copy.db.exec('COMMIT')
      } finally {
        if (db.isTransaction) exec('ROLLBACK')
      }
    } finally {
      copy.close(true)
    }
  }

  function migrate(): void {
    takeSteps(db, place)
    writeHolder()
    isHolder = true
  }

  function writeHolder(): void {
    createWriteSetting(db)(HOLDER, token)
  }

  function exec(sql: string): void {
    const text = translate(sql)
    const [word] = text.trim().split(/\s/, 1)
    switch (word) {
      case 'BEGIN':
        // The one that reads sees one moment through all of its statements.
        send(readOnly ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : text)
        db.isTransaction = true
        return
      case 'SAVEPOINT':
        return send(text)
      case 'COMMIT': {
        db.isTransaction = false
        const { command } = ask({ sql: text, values: [] })
        // Who only reads was told of the fault, and loses nothing.
        if (command !== 'COMMIT' && !readOnly) throw new Error('PostgreSQL took the transaction back at its end')
        return
      }
      case 'ROLLBACK': {
        if (!/ TO /.test(text)) db.isTransaction = false
        ask({ sql: text, values: [], isRollback: true })
        return
      }
      default:
        ask({ sql: text, values: [] })
    }
  }

  function statementOf(sql: string): Statement {
    let asArrays = false
    const request = (values: readonly SqlValue[]): Request => ({ sql, values, asArrays, isPrepared: true })
    return {
      get: (...values) => ask(request(values)).rows[0],
      all: (...values) => ask(request(values)).rows,
      run(...values) {
        // Outside of a transaction nothing would come to fetch a fault.
        if (db.isTransaction) session.send(request(values))
        else ask(request(values))
      },
      iterate: (...values) => iterate(request(values)),
      setReturnArrays(enabled) {
        asArrays = enabled
      },
    }
  }

  /** Reads some hundred rows at a time, and lets others be asked for between. */
  function* iterate(request: Request): Generator<unknown, void, undefined> {
    const cursor = `rows_${cursors.made++}`
    if (!db.isTransaction) {
      exec('BEGIN')
      cursors.beganTransaction = true
    }
    cursors.open++
    let isFaulty = false
    try {
      ask({ ...request, isPrepared: false, sql: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${request.sql}` })
      for (;;) {
        const { rows } = ask({ ...request, isPrepared: false, sql: `FETCH ${FETCH_ROWS} FROM ${cursor}`, values: [] })
        yield* rows
        if (rows.length < FETCH_ROWS) break
      }
    } catch (error) {
      isFaulty = true
      throw error
    } finally {
      cursors.open--
      if (db.isTransaction && !isFaulty) send(`CLOSE ${cursor}`)
      if (cursors.beganTransaction && cursors.open === 0) {
        cursors.beganTransaction = false
        if (db.isTransaction) exec('COMMIT')
      }
    }
  }

  function ask(request: Request): Answer {
    try {
      return session.ask(request)
    } catch (error) {
      if (session.isGone()) db.isTransaction = false
      throw error
    }
  }

  function send(sql: string): void {
    session.send(plain(sql))
  }
}

function takeSteps(db: Sql, place: string): void {
  db.exec('CREATE SCHEMA IF NOT EXISTS aside')
  db.exec('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)')
  const row = db.prepare('SELECT version FROM schema_version').get() as { version: number } | undefined
  const version = row?.version ?? 0
  if (version > STEPS.length) {
    throw new Error(
      `The database ${place} was written by a newer release (schema ${version}; this one knows ${STEPS.length}). ` +
        'Start the newer release, or restore a copy from before the upgrade.',
    )
  }
  for (const [index, step] of STEPS.entries()) {
    if (index < version) continue
    db.exec('BEGIN')
    try {
      db.exec(step.sql)
      db.exec(`DELETE FROM schema_version; INSERT INTO schema_version VALUES (${index + 1})`)
      db.exec('COMMIT')
    } catch (cause) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw new Error(`Schema step ${index + 1} (${step.name}) failed; nothing of it was kept.`, { cause })
    }
  }
}

function demandServer(session: Session): void {
  const { rows } = session.ask(
    plain("SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding"),
  )
  const { version, encoding } = rows[0] as { version: string; encoding: string }
  if (Number(version) < VERSION_MIN) throw new Error(`PostgreSQL 14 or newer is needed; the server says ${version}.`)
  if (encoding !== 'UTF8') throw new Error(`The database must keep its texts as UTF8, not as ${encoding}.`)
}

function plain(sql: string): Request {
  return { sql, values: [] }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const GONE = { message: 'the connection was lost', code: undefined, isLost: true } as const
