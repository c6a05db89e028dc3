// Speaks to PostgreSQL for a thread that waits: takes requests from its port, sends them down the line without waiting in between,
// and rings the bell once there is an answer.
import { workerData } from 'node:worker_threads'
import { Client, type QueryResult, types } from 'pg'
import type { SqlValue } from '../sql/database.ts'
import type { Answer, PlainFault, Request, SessionSettings } from './session.ts'

const { url, name, port, bell } = workerData as SessionSettings

const CONNECT_MS = 5_000
/** So soon it is noticed that the other side is gone without a word. */
const KEEP_ALIVE_MS = 10_000

/** Whole numbers are exact to 2^53, as everywhere in the store; truth is 1 or 0, JSON stays text. */
const { INT8, NUMERIC, BOOL, JSON: JSON_TYPE } = types.builtins
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [JSON_TYPE, (text) => text],
])

/** Who writes has some hundred statements; reports have one for each way to group them, which are too many to keep. */
const NAMES_MAX = 500

const names = new Map<string, string>() // of prepared statements, by their text
let untold: PlainFault | undefined
let lost: PlainFault | undefined

// Whoever waits would wait for ever for a thread that is gone.
process.on('uncaughtException', (error: Error) => {
  lost ??= faultOf(error, true)
  Atomics.store(bell, 1, 1)
  answer({ fault: lost })
})
const client = new Client({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  pipeline: true,
  types: {
    getTypeParser: ((oid: number, format: 'text' | 'binary') =>
      PARSERS.get(oid) ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  },
})
// Without a listener it would end the thread; whoever asks next is told.
client.on('error', (error: Error) => {
  lost ??= faultOf(error, true)
  Atomics.store(bell, 1, 1)
})
client.on('end', () => Atomics.store(bell, 1, 1))
await client.connect().then(
  () => answer({ rows: [], command: 'CONNECT' }),
  (error: unknown) => answer({ fault: faultOf(error as Error, true) }),
)
port.on('message', (requests: readonly Request[] | 'close') => {
  if (requests !== 'close') for (const request of requests) run(request)
  else {
    const done = () => answer({ rows: [], command: 'CLOSE' })
    client.end().then(done, done)
  }
})

function run({
  sql,
  values,
  isPrepared = false,
  asArrays = false,
  isSilent = false,
  isRollback = false,
}: Request): void {
  if (lost) {
    if (!isSilent) answer({ fault: lost })
    return
  }
  const name = isPrepared ? nameOf(sql) : undefined
  const query = {
    ...(name !== undefined && { name }),
    text: sql,
    values: values.map(sendable),
    ...(asArrays && { rowMode: 'array' as const }),
  }
  client.query(query, (error: Error | null, result: QueryResult | QueryResult[]) => {
    // A rollback takes back what led to earlier faults.
    if (isRollback) untold = undefined
    if (error) untold ??= faultOf(error, false)
    if (isSilent) return
    const fault = lost ?? untold
    untold = undefined
    if (fault) return answer({ fault })
    // Several statements in one text have a result each.
    const { rows, command } = Array.isArray(result) ? result.at(-1)! : result
    answer({ rows, command })
  })
}

function answer(message: Answer | { fault: PlainFault }): void {
  port.postMessage(message)
  Atomics.add(bell, 0, 1)
  Atomics.notify(bell, 0)
}

function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= NAMES_MAX) return known
  const fresh = `s${names.size}`
  names.set(sql, fresh)
  return fresh
}

/** PostgreSQL keeps no character of the number 0. */
function sendable(value: SqlValue): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return value instanceof Uint8Array ? Buffer.from(value) : value
}

/** 08: the connection broke; 57P: the server is going down; those that begin with E are the system's. */
function faultOf(error: Error & { code?: string }, isConnection: boolean): PlainFault {
  const { message, code } = error
  const isLost =
    isConnection ||
    (code === undefined ? /Connection terminated|not queryable|was closed/.test(message) : isOfLine(code))
  return { message: message === '' ? (code ?? error.name) : message, code, isLost }
}

function isOfLine(code: string): boolean {
  return /^(08|57P)|^E[A-Z]+$/.test(code)
}
