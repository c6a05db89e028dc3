// The one process that writes lets the others of its installation ask its store.
import { ServiceError } from '../../domain/errors.ts'
import type { Given, Lane } from '../sql/calls.ts'
import { LONG } from '../sql/operation-kinds.ts'
import type { OperationName } from '../sql/operations.ts'
import { type Call, type FromThread, plainError, type Reply, type ToThread } from '../sql/protocol.ts'
import { type Line, listenForLines, type ListeningPlace } from './line.ts'

export interface Host {
  readonly port: number
  /** Tells all others what is new. */
  tell(message: FromThread): void
  /** Takes no more, answers what it was asked, for a moment at most, and closes. */
  finish(): Promise<void>
  /** Ends all lines at once. */
  close(): void
}

/** At a stop, for what was asked before; the store's own end comes after. */
const FINISH_MS = 1_000

/** @param place without a host it listens on all addresses */
export async function openHost(place: ListeningPlace, lane: Pick<Lane, 'call'>, onGuest: () => void): Promise<Host> {
  const lines = new Set<Line>()
  let lost: string | undefined
  let unanswered = 0
  let onAnswered: (() => void) | undefined // set once no more is taken
  const listening = await listenForLines(place, ({ open }) => {
    const line = open({
      onMessage: (message: ToThread) => 'calls' in message && answer(message.calls, line),
      onEnd: () => lines.delete(line),
    })
    lines.add(line)
    onGuest()
    if (lost !== undefined) line.send({ lost } satisfies FromThread)
  })
  const close = (): void => {
    listening.close()
    for (const line of lines) line.close()
    lines.clear()
  }

  return {
    port: listening.port,
    tell({ inventoryChanged, spend, revived, lost: nowLost }) {
      const isNews = inventoryChanged || spend || revived || lost !== nowLost
      lost = nowLost
      const news = { inventoryChanged, spend, revived, lost } as FromThread
      if (isNews) for (const line of lines) line.send(news)
    },
    async finish() {
      listening.close()
      const { promise, resolve } = Promise.withResolvers<void>()
      onAnswered = resolve
      const timer = setTimeout(resolve, FINISH_MS)
      if (unanswered > 0) await promise
      clearTimeout(timer)
      close()
    },
    close,
  }

  function answer(calls: readonly Call[], line: Line): void {
    // Their line ends soon, and who may ask again asks the next one.
    if (onAnswered !== undefined) return
    unanswered += calls.length
    let replies: Reply[] = []
    const note = (reply: Reply): void => {
      // What is answered in one turn of the event loop goes in one message, as the thread answers.
      if (replies.push(reply) > 1) return
      setImmediate(() => {
        // Said with each answer, since whoever is told none takes the database for reached.
        line.send({ replies, ...(lost !== undefined && { lost }) } satisfies FromThread)
        unanswered -= replies.length
        replies = []
        if (unanswered === 0) onAnswered?.()
      })
    }
    for (const [id, operation, args] of calls) {
      // What takes long, and writes files, each process does by itself.
      const called = LONG.has(operation)
        ? Promise.reject(new ServiceError('not_found', `No process does ${operation} for another`))
        : lane.call(operation as OperationName, args as Given<OperationName>) // checked where they were asked
      called.then(
        (value) => note([id, true, value]),
        (error: unknown) => note([id, false, plainError(error)]),
      )
    }
  }
}
