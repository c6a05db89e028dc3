// Bounds what one connection may have under way. Node's parser calls for each request of what it has read in one go, and 64 KiB may hold
// thousands: everybody else would wait until the last of them is answered, and all answers be held for one who may never read them.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that are being answered at a time. */
export const UNDER_WAY_MAX = 8
/** And that wait behind those, each some 2 KB. Of ad requests, with their bodies, no more are read in one go. */
export const WAITING_MAX = 512

interface Line {
  underWay: number
  /** Bounded by WAITING_MAX. */
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[]
  isDue: boolean
}

/**
 * Calls `listener` for the requests of each connection in their order, and for the next one after an answer has gone out. While some wait,
 * nothing is read from the connection; where more than `WAITING_MAX` were read already it is closed.
 */
export function fewAtATime(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>()

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket)
    if (known) return known
    const line: Line = { underWay: 0, waiting: [], isDue: false }
    lines.set(socket, line)
    // Each request that is answered lets its connection be read on, whoever waits behind it.
    socket.on('resume', () => {
      if (line.waiting.length === 0) return
      // One that was paused since it was to be read on says so no second time, and Node would read on, ahead of what was put back.
      if (socket.isPaused()) socket.emit('pause')
      else socket.pause()
    })
    return line
  }
  const start = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.underWay++
    response.once('close', () => {
      line.underWay--
      if (line.isDue || line.waiting.length === 0) return
      line.isDue = true
      setImmediate(goOn, line, request.socket)
    })
    listener(request, response)
  }
  const goOn = (line: Line, socket: Socket): void => {
    line.isDue = false
    // Whoever is gone, or has had his last answer, hears no other one.
    if (!socket.writable) line.waiting.length = 0
    while (line.underWay < UNDER_WAY_MAX && line.waiting.length > 0) {
      const { request, response } = line.waiting.shift()!
      start(line, request, response)
    }
    if (line.waiting.length === 0) socket.resume()
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const line = lineOf(socket)
    if (line.underWay < UNDER_WAY_MAX && line.waiting.length === 0) start(line, request, response)
    else if (line.waiting.length < WAITING_MAX) {
      line.waiting.push({ request, response })
      socket.pause()
    } else {
      line.waiting.length = 0
      socket.destroy()
    }
  }
}
