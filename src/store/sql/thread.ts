// The store's own thread: takes calls from its port, gathers what waits there into one group, and answers.
// Writes and quick reads share the one that writes; long reads run on threads of their own beside it.
import { flushCompileCache } from 'node:module'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../../domain/errors.ts'
import type { Connection } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import { LONG } from './operation-kinds.ts'
import { createWorkings, type OperationName, type Workings } from './operations.ts'
import { type Call, type FromThread, plainError, type ThreadSettings, type ToThread } from './protocol.ts'

const port = parentPort!
const settings = workerData as ThreadSettings

await start()

async function start(): Promise<void> {
  let connection: Connection | undefined
  try {
    connection = await connect()
    if (settings.role === 'write') connection.migrate()
    const workings = createWorkings(connection.db, connection.upkeep)
    const take = settings.role === 'write' ? createWriter(connection, workings) : createReader(connection, workings)
    port.on('message', take)
    send({ ready: true })
    flushCompileCache()
  } catch (error) {
    send({ failed: plainError(connection ? connection.explain(error) : error) })
    port.close()
  }
}

/** Only the code of the database that is used is read. */
async function connect(): Promise<Connection> {
  const { role, database } = settings
  const readOnly = role === 'read'
  if (database.kind === 'sqlite') return (await import('../sqlite/connection.ts')).openSqlite({ ...database, readOnly })
  return (await import('../postgres/connection.ts')).openPostgres({ ...database, readOnly })
}

function createWriter(connection: Connection, workings: Workings): (message: ToThread) => void {
  const group = createGroupCommit(connection, workings)
  return (first) => {
    const waiting: Call[] = []
    let events = 0
    for (let message: ToThread | undefined = first; message; message = nextMessage()) {
      if ('close' in message) {
        runAll(waiting)
        connection.close(group.stopped() === undefined)
        port.close()
        return
      }
      waiting.push(...message.calls)
      events += eventsIn(message.calls)
      if (events < group.eventsMax()) continue
      runAll(waiting.splice(0))
      events = 0
    }
    runAll(waiting)
  }

  function runAll(calls: readonly Call[]): void {
    let from = 0
    let events = 0
    for (let at = 0; at < calls.length; at++) {
      events += eventsIn([calls[at]!])
      if (events < group.eventsMax() && at < calls.length - 1) continue
      send(group.run(calls.slice(from, at + 1)))
      from = at + 1
      events = 0
    }
  }
}

function createReader(connection: Connection, workings: Workings): (message: ToThread) => void {
  const operations = workings.operations as unknown as Record<string, (...args: unknown[]) => unknown>
  let last: Promise<void> = Promise.resolve()
  let closing = false
  return take

  function take(message: ToThread): void {
    closing ||= 'close' in message
    last = last.then(async () => {
      if ('close' in message) {
        connection.close(true)
        port.close()
        return
      }
      for (const call of message.calls) await answer(call)
    })
  }

  async function answer([id, operation, args]: Call): Promise<void> {
    const progress = LONG.has(operation) ? [(share: number) => tell(id, share)] : []
    try {
      connection.revive()
      send({ replies: [[id, true, await operations[operation]!(...args, ...progress)]] })
    } catch (error) {
      send({ replies: [[id, false, plainError(connection.explain(error))]] })
    }
  }

  /** A stop does not wait for what takes long. That may not let go of the thread, so what came meanwhile is heard here. */
  function tell(id: number, share: number): void {
    for (let message = nextMessage(); message; message = nextMessage()) take(message)
    if (closing) throw new ServiceError('unavailable', 'The service is stopping; ask again after its next start')
    send({ progress: [id, share] })
  }
}

function nextMessage(): ToThread | undefined {
  return (receiveMessageOnPort(port) as { message: ToThread } | undefined)?.message
}

/** What an import or an order writes fills a group alone. */
const OF_IMPORTS: ReadonlySet<string> = new Set<OperationName>([
  'inventory.upsertAds',
  'inventory.archiveMissing',
  'media.commit',
])

/** How much of a group a call fills. */
function eventsIn(calls: readonly Call[]): number {
  let events = 0
  for (const [, operation, args] of calls) {
    if (operation === 'ledger.append') events += (args[0] as readonly unknown[]).length
    else events += OF_IMPORTS.has(operation) ? Infinity : 1
  }
  return events
}

function send(message: FromThread): void {
  port.postMessage(message)
}
