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
import { createDesk, type DeskDeps } from './desk.ts'
import { hearOutAtLast } from './hear-out.ts'
import { introduce } from './inner-door.ts'
import { createMakeRoom } from './make-room.ts'
import type { AdsRequestSteps } from '../ads-request-steps.ts'
import { createSocketPair } from './socket-pair.ts'
import { type Backroom, createVisit, type Visit } from './visit.ts'

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
