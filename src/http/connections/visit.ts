// One connection while it is the front's: takes its requests one at a time, and lets go of it or hands it on.
import type { Socket } from 'node:net'
import type { Room } from '../../base/open-files.ts'
import type { AdsRequestSteps } from '../ads-request-steps.ts'
import type { TimeLimits } from './connection-limits.ts'
import type { Desk, Letter } from './desk.ts'
import { hearOut } from './hear-out.ts'
import { join } from './join.ts'
import type { Guest } from './make-room.ts'
import { createPassage, type Passage, type PassageDeps } from './passage.ts'
import { createRequestReader, type PlainRequest } from './request-reader.ts'

export interface Visit extends Guest {
  /** Called once, when the connection ends or is handed on. */
  onLeave: () => void
  patrol(nowMs: number): void
  close(): void
}

export interface VisitDeps extends Backroom, Pick<TimeLimits, 'keepAliveMs' | 'patienceMs'> {
  readonly steps: Pick<AdsRequestSteps, 'alsoReads' | 'prepare'>
  readonly clock: { monotonicMs(): number }
  readonly room: Pick<Room, 'wanted' | 'noteUnheard'>
  readonly desk: Pick<Desk, 'take' | 'clear'>
}

/** What the front asks of the listener whose connections it meets. */
export interface Backroom {
  /** Whether answers are the last ones of their connections. */
  readonly isClosing: () => boolean
  readonly connectInside: PassageDeps['connectInside']
  /** What such a connection takes. */
  readonly passageFiles: number
  /** Takes a connection over. It reads on with `bytes`, which were read from it already. Time limits for slow senders are up to it. */
  readonly takeOver: (socket: Socket, bytes: Buffer | undefined) => void
  /** As `takeOver`, but nothing follows the bytes: the sender has ended within a request. */
  readonly breakOff: (socket: Socket, bytes: Buffer) => void
}

/**
 *   reading ── ad request ──> the desk, which answers in this turn ──> reading, or pausing where more came with it
 *      ^  └── other request ──> passing ── answered ──> pausing
 *      └────────────── in another turn, or once there is room ─────────┘
 */
type State = Reading | Busy

/** Takes what is read; what there is of a request that is not whole is the reader's. */
interface Reading {
  readonly now: 'reading'
  /** Whether what is read next was put back. */
  readonly isBehind: boolean
}

/** An answer is to come by the passage, or more has come than is answered in one turn. What is read meanwhile is put back. */
interface Busy {
  readonly now: 'passing' | 'pausing'
  /** Whether anything was put back. */
  isBehind: boolean
  /** Whether the client has said all that he wants. */
  ended: boolean
  /** Whether the request is one for ads. */
  readonly asksForAds: boolean
}

const READING: Reading = { now: 'reading', isBehind: false }
/** An inner connection is kept for so long after an answer, much less than the other side would keep it. */
const PASSAGE_KEPT_MS = 10_000

export function createVisit(socket: Socket, deps: VisitDeps): Visit {
  const { steps, clock, room, keepAliveMs, patienceMs, desk, isClosing, connectInside, takeOver, breakOff } = deps
  const reader = createRequestReader(steps.alsoReads)
  let state: State = READING
  let said: 'nothing' | 'something' | 'a request' = 'nothing'
  let sinceMs = clock.monotonicMs() // when the connection or the newest request began
  let passage: Passage | undefined
  room.noteUnheard(1)

  const onData = (chunk: Buffer): void => {
    if (said === 'nothing') noteHeard()
    if (state.now !== 'reading') return putBack(chunk, state)
    const { isBehind } = state
    state = READING
    if (!reader.isWithin()) sinceMs = clock.monotonicMs()
    const taken = reader.take(chunk, isBehind)
    if (taken === undefined) return
    if ('odd' in taken) handOn(taken.odd)
    else onRequest(taken)
  }
  // More than one request at a time is rare. As long as the socket has its bytes, the end behind them is not told either.
  const putBack = (bytes: Buffer, busy: Busy): void => {
    busy.isBehind = true
    socket.pause()
    socket.unshift(bytes)
  }
  const onRequest = ({ head, bytes, rest }: PlainRequest): void => {
    said = 'a request'
    if (!head.asksForAds || steps.prepare) return pass(bytes, rest, head.asksForAds)
    // What the desk takes it answers in the same turn, so it can wait for nothing.
    const body = bytes.subarray(head.bodyAt)
    desk.take({ headers: head.headers, body, peer: socket, arrivedMs: sinceMs, write })
    if (rest) putOff(rest)
  }
  // Of all that came at once one request is answered in a turn, so that others are answered in between, and the next when there is room.
  const putOff = (rest: Buffer): void => {
    desk.clear()
    if (socket.writableEnded) return
    be('pausing', rest, true)
    if (!socket.writableNeedDrain) setImmediate(goOn)
  }
  const write = ({ text, encoding }: Letter): void => {
    if (socket.writableEnded) return // the answer before was the last one
    const hasRoom = socket.write(text, encoding)
    if (isClosing()) end()
    else if (!hasRoom) {
      socket.pause() // whoever does not read answers asks nothing more
      socket.once('drain', onDrain)
    }
  }
  // What comes behind the last answer is thrown away: while it waits, nobody would hear that the client has ended as well.
  const end = (): void => {
    socket.off('data', onData)
    hearOut(socket)
  }
  const onDrain = (): void => {
    if (state.now === 'reading') socket.resume()
    else goOn()
  }
  const pass = (request: Buffer, rest: Buffer | undefined, asksForAds: boolean): void => {
    desk.clear()
    if (socket.writableEnded) return
    be('passing', rest, asksForAds)
    passage ??= createPassage(socket, { connectInside, onAnswered, onStay })
    passage.send(request)
  }
  const be = (now: Busy['now'], rest: Buffer | undefined, asksForAds: boolean): void => {
    const busy = { now, isBehind: false, ended: false, asksForAds }
    state = busy
    if (rest) putBack(rest, busy)
  }
  const onAnswered = (): void => {
    if (state.now === 'passing') state = { ...state, now: 'pausing' }
    sinceMs = clock.monotonicMs()
    if (state.isBehind) setImmediate(goOn)
    else goOn()
  }
  const goOn = (): void => {
    if (state.now !== 'pausing' || socket.destroyed) return
    const { ended, isBehind } = state
    state = { now: 'reading', isBehind }
    sinceMs = clock.monotonicMs()
    if (ended || isClosing()) end()
    else socket.resume()
  }
  const onStay: PassageDeps['onStay'] = (inner, first) => {
    const hasEnded = state.now === 'passing' && state.ended
    leave()
    socket.on('error', ignore)
    socket.write(first)
    join(socket, inner, hasEnded)
  }
  const onEnd = (): void => {
    if (state.now !== 'reading') {
      state.ended = true
      // Node takes an end for the end of all. Who waits for ads may have said all he wants, and does not wait for long.
      if (!state.asksForAds) passage?.end()
      return
    }
    desk.clear()
    const begun = reader.begun()
    if (!begun) return void socket.end()
    leave()
    socket.on('error', ignore) // whoever breaks off may be gone before he is told why
    breakOff(socket, begun)
  }
  const handOn = (bytes = reader.begun()): void => {
    desk.clear()
    leave()
    takeOver(socket, bytes)
  }
  const noteHeard = (): void => {
    said = 'something'
    room.noteUnheard(-1)
  }
  const leave = (): void => {
    if (said === 'nothing') noteHeard()
    socket.off('data', onData)
    socket.off('end', onEnd)
    socket.off('drain', onDrain)
    socket.off('error', ignore)
    socket.off('close', leave)
    passage?.leave()
    visit.onLeave()
  }

  const visit: Visit = {
    onLeave: ignore,
    patrol(nowMs) {
      if (state.now === 'passing') return
      const silentMs = nowMs - sinceMs
      if (said !== 'a request' || reader.isWithin()) {
        if (silentMs <= patienceMs) return
        // Handed on it would stay longer, and perhaps take more files, than one who says nothing may where there is hardly any room.
        if (said !== 'nothing' || room.wanted() <= 0) handOn()
        return
      }
      if (silentMs > keepAliveMs) socket.destroy()
      else if (silentMs > PASSAGE_KEPT_MS) passage?.leave()
    },
    silentMs(nowMs) {
      const { destroyed, writableEnded, readableLength, writableLength } = socket
      const isAbout = reader.isWithin() || state.now !== 'reading'
      const isBusy = isAbout || destroyed || writableEnded || readableLength > 0 || writableLength > 0
      return isBusy ? 0 : nowMs - sinceMs
    },
    isNew: () => said === 'nothing',
    leavePassage: () => state.now === 'reading' && passage?.leave() === true,
    cut: () => void socket.destroy(),
    close() {
      if (state.now !== 'reading') return
      if (reader.isWithin()) handOn()
      else if (!socket.writableEnded) socket.destroySoon()
    },
  }
  socket.on('data', onData)
  socket.on('end', onEnd)
  socket.on('error', ignore) // 'close' follows, and there is nobody left to tell
  socket.on('close', leave)
  return visit
}

function ignore(): void {}
