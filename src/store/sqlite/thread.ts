// The store's own thread: takes calls from its port, gathers what waits there into one group, and answers.
// Writes and quick reads share the one that writes; long reads run on threads of their own beside it.
import { flushCompileCache } from 'node:module'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../../domain/errors.ts'
import { createCheckpoint, openDatabase } from './database.ts'
import { explainFault } from './faults.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate } from './migrations.ts'
import { LONG } from './operation-kinds.ts'
import { createWorkings, type Workings } from './operations.ts'
import { type Call, type FromThread, plainError, type ThreadSettings, type ToThread } from './protocol.ts'

const port = parentPort!
const settings = workerData as ThreadSettings

start()

function start(): void {
  try {
    const db = openDatabase({ ...settings, readOnly: settings.role === 'read' })
    if (settings.role === 'write') migrate(db)
    const workings = createWorkings(db)
    if (settings.role === 'write') workings.releaseClaims()
    port.on('message', settings.role === 'write' ? createWriter(db, workings) : createReader(db, workings))
    send({ ready: true })
    flushCompileCache()
  } catch (error) {
    send({ failed: plainError(explainFault(error, settings.file)) })
    port.close()
  }
}

function createWriter(db: ReturnType<typeof openDatabase>, workings: Workings): (message: ToThread) => void {
  const group = createGroupCommit(db, workings)
  return (first) => {
    const waiting: Call[] = []
    let events = 0
    for (let message: ToThread | undefined = first; message; message = nextMessage()) {
      if ('close' in message) {
        runAll(waiting)
        if (group.stopped() === undefined) createCheckpoint(db)('all')
        db.close()
        send({ closed: true })
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

function createReader(db: ReturnType<typeof openDatabase>, workings: Workings): (message: ToThread) => void {
  const operations = workings.operations as unknown as Record<string, (...args: unknown[]) => unknown>
  let last: Promise<void> = Promise.resolve()
  let closing = false
  return take

  function take(message: ToThread): void {
    closing ||= 'close' in message
    last = last.then(async () => {
      if ('close' in message) {
        db.close()
        send({ closed: true })
        port.close()
        return
      }
      for (const call of message.calls) await answer(call)
    })
  }

  async function answer([id, operation, args]: Call): Promise<void> {
    const progress = LONG.has(operation) ? [(share: number) => tell(id, share)] : []
    try {
      send({ replies: [[id, true, await operations[operation]!(...args, ...progress)]] })
    } catch (error) {
      send({ replies: [[id, false, plainError(explainFault(error, settings.file))]] })
    }
  }

  /** A stop does not wait for what takes long. That may not let go of the thread, so what came meanwhile is heard here. */
  function tell(id: number, share: number): void {
    for (let message = nextMessage(); message; message = nextMessage()) take(message)
    if (closing) throw new ServiceError('unavailable', 'The service is stopping; ask again after its next start.')
    send({ progress: [id, share] })
  }
}

function nextMessage(): ToThread | undefined {
  return (receiveMessageOnPort(port) as { message: ToThread } | undefined)?.message
}

/** How much of a group a call fills: an import fills it alone. */
function eventsIn(calls: readonly Call[]): number {
  let events = 0
  for (const [, operation, args] of calls) {
    if (operation === 'ledger.append') events += (args[0] as readonly unknown[]).length
    else events += operation === 'inventory.upsertAds' ? Infinity : 1
  }
  return events
}

function send(message: FromThread): void {
  port.postMessage(message)
}
