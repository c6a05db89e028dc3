// Hands connections over to the main thread: what they sent so far, then whatever is said on either side, until one side is done.
import { connect, type Socket } from 'node:net'
import { ENDLESS, type Room } from '../../base/open-files.ts'
import type { Door } from './inner-door.ts'
import { join } from './join.ts'
import { writePreface } from './peer-preface.ts'

export interface HandOver {
  /** Opens a connection to the main thread in the name of this one; undefined where either of them is gone. */
  readonly connect: (outer: Socket, done: (inner: Socket | undefined) => void) => void
  /** Gives a connection away. `bytes` were read from it already; `ended`: nothing follows them. Nobody else may listen to it. */
  give(outer: Socket, bytes: Buffer | undefined, ended: boolean): void
  /** No connection is given any more; those that were go on. */
  close(): void
}

/** A connection within the process has two ends, each of which takes a file. */
export const HAND_OVER_FILES = 2

/** Where the door cannot be reached, or there is no room for more, connections are closed without an answer. */
export function createHandOver({ paths, secret }: Door, room: Room = ENDLESS): HandOver {
  let knocks = 0
  const nextPath = (): string => paths[knocks++ % paths.length]!
  // As long as this one is open, the door is open too.
  const presence = connect({ path: nextPath(), allowHalfOpen: true })
  presence.on('error', ignore)
  presence.write(writePreface(secret, { address: '', port: 0 }))
  presence.resume()
  presence.unref()

  const connectFor: HandOver['connect'] = (outer, done) => {
    const { remoteAddress: address, remotePort: port } = outer
    // A client that is gone has no address any more.
    if (address === undefined || port === undefined || !room.take(HAND_OVER_FILES)) return done(undefined)
    knock(nextPath, (inner) => {
      if (!inner) room.giveBack(HAND_OVER_FILES)
      else {
        inner.once('close', () => room.giveBack(HAND_OVER_FILES))
        // Goes out with what follows.
        inner.cork()
        inner.write(writePreface(secret, { address, port }))
        process.nextTick(() => inner.uncork())
      }
      done(inner)
    })
  }

  return {
    connect: connectFor,
    give(outer, bytes, ended) {
      outer.pause()
      outer.on('error', ignore) // 'close' follows
      connectFor(outer, (inner) => {
        if (!inner) return void outer.destroy()
        if (bytes) inner.write(bytes)
        join(outer, inner, ended)
      })
    },
    close() {
      presence.end()
    },
  }
}

const KNOCKS_MAX = 250
const KNOCK_AGAIN_MS = 20

/** The system refuses at once where too many wait at the door, as they may when the main thread is busy for a while. */
function knock(nextPath: () => string, done: (inner: Socket | undefined) => void, knocks = 1): void {
  const inner = connect({ path: nextPath(), allowHalfOpen: true })
  const onConnect = (): void => {
    inner.off('error', onError)
    done(inner)
  }
  const onError = ({ code }: NodeJS.ErrnoException): void => {
    if (code !== 'EAGAIN' || knocks === KNOCKS_MAX) done(undefined)
    else setTimeout(knock, KNOCK_AGAIN_MS, nextPath, done, knocks + 1)
  }
  inner.once('connect', onConnect)
  inner.once('error', onError)
}

function ignore(): void {}
