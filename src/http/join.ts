// Two connections that are one from here on.
import type { Socket } from 'node:net'
import type { End } from './socket-pair.ts'

/**
 * Both ways with back-pressure, and without time limits, which are those of whoever answers. The client may end its side and still be
 * answered. When the inner side ends, it is done with the connection, and so are we.
 * @param ended whether the client has ended its side already
 */
export function join(outer: Socket, inner: End, ended: boolean): void {
  inner.on('error', ignore) // 'close' follows
  // What the client said before it left still counts, such as a click whose answer it does not await.
  if (outer.destroyed) return void inner.destroySoon()
  outer.once('close', () => inner.destroySoon())
  inner.once('end', () => outer.destroySoon())
  inner.once('close', () => outer.destroySoon())
  if (ended) inner.end()
  else outer.pipe(inner)
  inner.pipe(outer, { end: false })
}

function ignore(): void {}
