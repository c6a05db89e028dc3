// A lane that is there while somebody needs it: opened by the first call, closed once nobody has called for a while.
import type { Given, Lane, Outcome } from './calls.ts'
import type { OperationName } from './operations.ts'

export interface PassingLane {
  /** @throws as the lane does, and what opening one throws */
  call<N extends OperationName>(operation: N, ...args: Given<N>): Promise<Outcome<N>>
  /** Waits for lanes that are being closed, too; no call may follow. */
  close(): Promise<void>
}

export interface PassingLaneOptions {
  /** Called again after a lane was closed, has died or could not be opened. */
  readonly open: (onDeath: () => void) => Promise<Lane>
  /** Real milliseconds without a call after which the lane is closed. */
  readonly idleMs: number
}

export function createPassingLane({ open, idleMs }: PassingLaneOptions): PassingLane {
  let lane: Promise<Lane> | undefined
  let calls = 0 // not answered yet
  let idle: NodeJS.Timeout | undefined
  let closing = Promise.resolve()

  const openOne = (): Promise<Lane> => {
    const forget = () => {
      if (lane === opened) lane = undefined
    }
    const opened = open(forget)
    opened.catch(forget)
    return opened
  }
  const retire = (): void => {
    const retired = lane?.then((open) => open.close()).catch(() => {})
    lane = undefined
    if (retired !== undefined) closing = closing.then(() => retired)
  }
  const rest = (): void => {
    if (--calls === 0) idle = setTimeout(retire, idleMs).unref()
  }

  return {
    call<N extends OperationName>(operation: N, ...args: Given<N>) {
      calls++
      clearTimeout(idle)
      lane ??= openOne()
      const answer = lane.then<Outcome<N>>((open) => open.call(operation, args))
      answer.then(rest, rest)
      return answer
    },
    async close() {
      clearTimeout(idle)
      retire()
      await closing
    },
  }
}
