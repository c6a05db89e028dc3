// Two connections that are one from here on, and how an inner one ends whose client is gone.
import type { Socket } from 'node:net'
import { hearOut } from './hear-out.ts'
import type { End } from './socket-pair.ts'

/**
 * Both ways with back-pressure, and without time limits, which are those of whoever answers. The client may end its side and still be
 * answered. When the inner side ends, it is done with the connection, and so are we.
 * @param ended whether the client has ended its side already
 */
export function join(outer: Socket, inner: End, ended: boolean): void {
  inner.on('error', ignore) // 'close' follows
  if (outer.destroyed) return leave(inner)
  outer.once('close', () => leave(inner))
  const part = (): void => {
    // Nobody answers what the client sends from here on.
    outer.unpipe(inner)
    inner.end()
    hearOut(outer)
  }
  inner.once('end', part)
  inner.once('close', part)
  if (ended) inner.end()
  else outer.pipe(inner)
  inner.pipe(outer, { end: false })
}

/**
 * Ends an inner connection whose client is gone. What he said before he left still counts, such as a click whose answer he does not await;
 * but who answers may wait to be read, and read nothing himself, so not for long.
 */
export function leave(inner: End): void {
  inner.destroySoon()
  const cut = setTimeout(() => inner.destroy(), LAST_WORDS_MS)
  inner.once('close', () => clearTimeout(cut))
}

const LAST_WORDS_MS = 1_000

function ignore(): void {}
