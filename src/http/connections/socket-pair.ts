// The two ends of a connection within one thread, where a socket of the system would cost as much as the request.
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** A stream that is ended like a socket. */
export type End = Duplex & Pick<Socket, 'destroySoon'>

/**
 * What one end writes the other reads, with back-pressure. `inside` has what `node:http` asks of a socket besides; its time limit is one of
 * silence on either side.
 */
export function createSocketPair(): { outside: End; inside: Socket } {
  const outside = new PairEnd()
  const inside = new PairEnd()
  outside.other = inside
  inside.other = outside
  return { outside, inside: inside as unknown as Socket }
}

class PairEnd extends Duplex {
  other!: PairEnd
  #goOn: (() => void) | undefined // tells the other end that there is room again
  #limit: NodeJS.Timeout | undefined

  override _read(): void {
    const goOn = this.#goOn
    this.#goOn = undefined
    goOn?.()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const { other } = this
    this.#limit?.refresh()
    other.#limit?.refresh()
    if (other.destroyed) this.destroy()
    if (other.destroyed || other.push(chunk)) done()
    else other.#goOn = done
  }

  override _final(done: () => void): void {
    if (!this.other.destroyed) this.other.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#limit)
    this._read() // whoever waits for room waits no more
    // A connection that breaks off ends on both sides, after what was said before; one that has ended is the other side's to read.
    if (!this.writableFinished) setImmediate(() => this.other.destroy())
    done(error)
  }

  destroySoon(): void {
    this.end()
    if (this.writableFinished) this.destroy()
    else this.once('finish', this.destroy)
  }

  setTimeout(ms: number, onTimeout?: () => void): this {
    clearTimeout(this.#limit)
    if (onTimeout) this.once('timeout', onTimeout)
    this.#limit = ms > 0 ? setTimeout(() => this.emit('timeout'), ms).unref() : undefined
    return this
  }
}
