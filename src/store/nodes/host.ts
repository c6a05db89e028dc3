// The one process that writes lets the others of its installation ask its store.
import type { Lane } from '../sql/calls.ts'
import type { OperationName } from '../sql/operations.ts'
import { type Call, type FromThread, plainError, type Reply, type ToThread } from '../sql/protocol.ts'
import { type Line, listenForLines, type ListeningPlace } from './line.ts'

export interface Host {
  readonly port: number
  /** Tells all others what is new. */
  tell(message: FromThread): void
  close(): void
}

/** @param place without a host it listens on all addresses */
export async function openHost(place: ListeningPlace, lane: Pick<Lane, 'call'>, onGuest: () => void): Promise<Host> {
  const lines = new Set<Line>()
  let lost: string | undefined
  const { port, close } = await listenForLines(place, ({ open }) => {
    const line = open({
      onMessage: (message: ToThread) => 'calls' in message && answer(message.calls, line),
      onEnd: () => lines.delete(line),
    })
    lines.add(line)
    onGuest()
    line.send({ ready: true } satisfies FromThread)
  })

  return {
    port,
    tell({ inventoryChanged, spend, revived, lost: nowLost }) {
      const isNews = inventoryChanged || spend || revived || lost !== nowLost
      lost = nowLost
      const news = { inventoryChanged, spend, revived, lost } as FromThread
      if (isNews) for (const line of lines) line.send(news)
    },
    close() {
      close()
      for (const line of lines) line.close()
      lines.clear()
    },
  }

  function answer(calls: readonly Call[], line: Line): void {
    let replies: Reply[] = []
    const note = (reply: Reply): void => {
      // What is answered in one turn of the event loop goes in one message, as the thread answers.
      if (replies.push(reply) > 1) return
      setImmediate(() => {
        // Said with each answer, since whoever is told none takes the database for reached.
        line.send({ replies, ...(lost !== undefined && { lost }) } satisfies FromThread)
        replies = []
      })
    }
    for (const [id, operation, args] of calls) {
      const tell = (share: number) => line.send({ progress: [id, share] } satisfies FromThread)
      lane.call(operation as OperationName, args, tell).then(
        (value) => note([id, true, value]),
        (error: unknown) => note([id, false, plainError(error)]),
      )
    }
  }
}
