// Meets each connection first: plain ad requests are answered from the socket, other plain requests are taken to whoever answers
// them, and the first thing that is not plain hands the whole connection on.
//
//   connection ─> front ── plain ad request ─> desk ─> steps of the route ─> one write
//                   ├── other plain request ─> passage ─> node:http, or the thread that has it ─> and back
//                   └── everything else, with all its bytes ─> the same, for good
//
// Most of what node:http does for a request is of no use to this one, and cost as much as deciding.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Room } from '../../base/open-files.ts'
import type { TimeLimits } from './connection-limits.ts'
import { createDesk, type Desk, type DeskDeps, type Letter } from './desk.ts'
import { hearOutAtLast } from './hear-out.ts'
import { introduce } from './inner-door.ts'
import { join } from './join.ts'
import { createMakeRoom, type Guest } from './make-room.ts'
import { createPassage, type Passage, type PassageDeps } from './passage.ts'
import { beginsPlainly, createHeadReader, HEAD_END, type PlainHead } from './plain-request.ts'
import type { AdsRequestSteps } from '../ads-request-steps.ts'
import { createSocketPair } from './socket-pair.ts'

export interface Front {
  meet(socket: Socket): void
  /** Lets go of the connections that wait for a next request, and hands on those within one. Nobody may listen any more. */
  close(): void
  /** Lets go of the longest silent, soon, where there is hardly room for newcomers. */
  makeRoom(): void
}

export interface FrontDeps
  extends Pick<DeskDeps, 'beforeAnswers'>, Pick<TimeLimits, 'keepAliveMs' | 'patienceMs' | 'patrolMs'> {
  readonly steps: AdsRequestSteps
  readonly clock: { monotonicMs(): number }
  readonly room: Pick<Room, 'wanted' | 'unheard' | 'noteUnheard'>
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

export interface ServerFront extends Front {
  /** Leaves a connection to the server's own handling: for one that a front has met already. */
  takeOver(socket: Socket): void
}

/** Puts the front before a server's own handling of connections. */
export function putFrontBefore(server: Server, deps: FrontDeps): ServerFront {
  const handlers = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  const serve = (socket: Socket): void => {
    for (const handler of handlers) handler.call(server, socket)
  }
  const takeOver = (socket: Socket, bytes?: Buffer): void => {
    // Paused, so that what is put back waits for the new listener.
    socket.pause()
    if (bytes) socket.unshift(bytes)
    hearOutAtLast(socket)
    serve(socket)
    socket.resume()
  }
  const front = createFront(deps, {
    isClosing: () => !server.listening,
    connectInside({ remoteAddress: address, remotePort: port }, done) {
      if (address === undefined || port === undefined) return done(undefined)
      const { outside, inside } = createSocketPair()
      introduce(inside, { address, port })
      serve(inside)
      done(outside)
    },
    passageFiles: 0,
    takeOver,
    breakOff(socket) {
      server.emit('clientError', new Error('The connection ended within a request'), socket)
    },
  })
  server.removeAllListeners('connection')
  server.on('connection', front.meet)
  return { ...front, takeOver }
}

export function createFront(deps: FrontDeps, backroom: Backroom): Front {
  const desk = createDesk({ ...deps, isClosing: backroom.isClosing })
  const visits = new Set<Visit>() // bounded by how many connections the listener takes
  const makeRoom = createMakeRoom({ ...deps, guests: visits, passageFiles: backroom.passageFiles, settle: desk.clear })
  const patrol = setInterval(() => {
    const nowMs = deps.clock.monotonicMs()
    for (const visit of visits) visit.patrol(nowMs)
  }, deps.patrolMs).unref()
  // Newcomers of other threads need room as well.
  const looks = setInterval(makeRoom, ROOM_LOOK_MS).unref()

  return {
    meet(socket) {
      const visit = createVisit(socket, { ...deps, ...backroom, desk })
      visits.add(visit)
      visit.onLeave = () => visits.delete(visit)
    },
    close() {
      clearInterval(patrol)
      clearInterval(looks)
      desk.clear()
      for (const visit of visits) visit.close()
    },
    makeRoom,
  }
}

/** How often a thread looks whether there is room for those who come to others. */
const ROOM_LOOK_MS = 100
/** An inner connection is kept for so long after an answer, much less than the other side would keep it. */
const PASSAGE_KEPT_MS = 10_000

/** One connection while it is the front's. */
interface Visit extends Guest {
  /** Called once, when the connection ends or is handed on. */
  onLeave: () => void
  patrol(nowMs: number): void
  close(): void
}

interface VisitDeps extends FrontDeps, Backroom {
  readonly desk: Desk
}

function createVisit(socket: Socket, deps: VisitDeps): Visit {
  const { steps, clock, room, keepAliveMs, patienceMs, desk, isClosing, connectInside, takeOver, breakOff } = deps
  // A request whose body is not all there, or behind others its head.
  let begun: { head: PlainHead | undefined; chunks: Buffer[]; bytes: number } | undefined
  let passage: Passage | undefined
  // While an answer is to come by the passage, or more has come than is answered in one turn.
  let passing: { ended: boolean; answered: boolean; isShort: boolean } | undefined
  let isBehind = false // whether what is read next was put back
  let isNew = true // nothing was said yet
  let served = false
  let sinceMs = clock.monotonicMs() // when the connection or the newest request began

  const readHead = createHeadReader(steps.alsoReads)
  room.noteUnheard(1)

  const onData = (chunk: Buffer): void => {
    if (isNew) noteHeard()
    if (passing) return putBack(chunk)
    const isCut = isBehind && !chunk.includes(HEAD_END) // where reading ended
    isBehind = false
    if (begun) return onMore(chunk)
    sinceMs = clock.monotonicMs()
    if (isCut) begun = { head: undefined, chunks: [chunk], bytes: chunk.length }
    else onHead(chunk)
  }
  // More than one request at a time is rare. As long as the socket has its bytes, the end behind them is not told either.
  const putBack = (bytes: Buffer): void => {
    isBehind = true
    socket.pause()
    socket.unshift(bytes)
  }
  const onHead = (bytes: Buffer): void => {
    const head = readHead(bytes)
    if (head) onBytes(head, bytes)
    else handOn(bytes)
  }
  const onMore = (chunk: Buffer): void => {
    begun!.chunks.push(chunk)
    begun!.bytes += chunk.length
    const { head, chunks, bytes } = begun!
    if (head && bytes < head.bodyAt + head.bodyBytes) return
    begun = undefined
    const all = Buffer.concat(chunks, bytes)
    if (head) onBytes(head, all)
    else onHead(all)
  }
  const onBytes = (head: PlainHead, bytes: Buffer): void => {
    const end = head.bodyAt + head.bodyBytes
    if (bytes.length < end) {
      begun = { head, chunks: [bytes], bytes: bytes.length }
      return
    }
    const rest = bytes.length > end ? bytes.subarray(end) : undefined
    if (rest && !beginsPlainly(rest)) return handOn(bytes)
    served = true
    if (!head.asksForAds || steps.prepare) return pass(bytes.subarray(0, end), rest, head.asksForAds)
    // What the desk takes it answers in the same turn, so it can wait for nothing.
    const body = bytes.subarray(head.bodyAt, end)
    desk.take({ headers: head.headers, body, peer: socket, arrivedMs: sinceMs, write })
    if (rest) putOff(rest)
  }
  // Of all that came at once one request is answered in a turn, so that others are answered in between, and the next when there is room.
  const putOff = (rest: Buffer): void => {
    desk.clear()
    if (socket.writableEnded) return
    passing = { ended: false, answered: true, isShort: true }
    putBack(rest)
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
    socket.end()
    socket.resume()
  }
  const onDrain = (): void => {
    if (passing) goOn()
    else socket.resume()
  }
  const pass = (request: Buffer, rest: Buffer | undefined, isShort: boolean): void => {
    desk.clear()
    if (socket.writableEnded) return
    passing = { ended: false, answered: false, isShort }
    if (rest) putBack(rest)
    passage ??= createPassage(socket, { connectInside, onAnswered, onStay })
    passage.send(request)
  }
  const onAnswered = (): void => {
    passing!.answered = true
    sinceMs = clock.monotonicMs()
    if (isBehind) setImmediate(goOn)
    else goOn()
  }
  const goOn = (): void => {
    if (!passing?.answered || socket.destroyed) return
    const { ended } = passing
    passing = undefined
    sinceMs = clock.monotonicMs()
    if (ended || isClosing()) end()
    else socket.resume()
  }
  const onStay: PassageDeps['onStay'] = (inner, first) => {
    const { ended } = passing!
    leave()
    socket.on('error', ignore)
    socket.write(first)
    join(socket, inner, ended)
  }
  const onEnd = (): void => {
    if (passing) {
      passing.ended = true
      // Node takes an end for the end of all. Who waits for ads may have said all he wants, and does not wait for long.
      if (!passing.isShort) passage?.end()
      return
    }
    desk.clear()
    if (!begun) return void socket.end()
    leave()
    socket.on('error', ignore) // whoever breaks off may be gone before he is told why
    breakOff(socket, Buffer.concat(begun.chunks, begun.bytes))
  }
  const handOn = (rest?: Buffer): void => {
    desk.clear()
    leave()
    takeOver(socket, begun ? Buffer.concat(begun.chunks, begun.bytes) : rest)
  }
  const noteHeard = (): void => {
    isNew = false
    room.noteUnheard(-1)
  }
  const leave = (): void => {
    if (isNew) noteHeard()
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
      if (passing && !passing.answered) return
      const silentMs = nowMs - sinceMs
      if (!served || begun) {
        if (silentMs <= patienceMs) return
        // Handed on it would stay longer, and perhaps take more files, than one who says nothing may where there is hardly any room.
        if (!isNew || room.wanted() <= 0) handOn()
        return
      }
      if (silentMs > keepAliveMs) socket.destroy()
      else if (silentMs > PASSAGE_KEPT_MS) passage?.leave()
    },
    silentMs(nowMs) {
      const { destroyed, writableEnded, readableLength, writableLength } = socket
      const isBusy = begun || passing || destroyed || writableEnded || readableLength > 0 || writableLength > 0
      return isBusy ? 0 : nowMs - sinceMs
    },
    isNew: () => isNew,
    leavePassage: () => !passing && passage?.leave() === true,
    cut: () => void socket.destroy(),
    close() {
      if (passing) return
      if (begun) handOn()
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
