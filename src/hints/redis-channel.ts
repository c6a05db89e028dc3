// A channel of short messages among processes, through Redis or Valkey. Any message may be lost: who needs it for sure asks elsewhere.
//
// Redis may be away at the start, go and come: behind the channel one line after another is tried, for ever. What is published
// meanwhile is dropped, since a hint that comes late misleads more than none.
import { openRedisLine, type RedisLine } from './redis-line.ts'

export interface RedisChannelSettings {
  /** `redis://` or `rediss://` (TLS), with `user:password@` and `/database` where needed. */
  readonly url: string
  /** All processes that open a channel by this name hear each other. Redis keeps channels outside of its databases. */
  readonly name: string
  /**
   * Is handed each message of the channel, in the order of Redis, those of this process too. Their memory is shared with what
   * else arrived: copy what is kept. It should not throw: the channel lives on, but what it throws is uncaught.
   */
  readonly onMessage: (bytes: Uint8Array) => void
  /**
   * Is called once with why when Redis cannot be reached, at the start too, and once with nothing when it can be again. Never
   * tells the password. Between the two messages were lost.
   */
  readonly onTrouble: (reason?: string) => void
  /** How much may wait for Redis, in bytes, of which each message takes 1,024 besides its own. Default: 8 MiB. */
  readonly backlogBytesMax?: number
}

export interface RedisChannel {
  /**
   * Sends a copy to all, and neither waits nor throws. Drops it where Redis is away or behind by more than the backlog, and
   * where it is empty.
   */
  publish(bytes: Uint8Array): void
  /** Gives what was published before half a second to arrive, and ends. Nothing is called from then on. */
  close(): Promise<void>
}

const BACKLOG_BYTES = 8 * 1024 * 1024
const WAIT_MIN_MS = 100
const WAIT_MAX_MS = 2_000

/**
 * Resolves at once, whether Redis is there or not.
 * @throws TypeError | URIError where the address is none
 */
export async function openRedisChannel({
  url,
  name,
  onMessage,
  onTrouble,
  backlogBytesMax = BACKLOG_BYTES,
}: RedisChannelSettings): Promise<RedisChannel> {
  let line: RedisLine
  let waitMs = WAIT_MIN_MS
  let again: NodeJS.Timeout | undefined
  let isInTrouble = false
  let closing: Promise<void> | undefined

  const open = (): void => {
    line = openRedisLine({ url, name, backlogBytesMax, onMessage, onUp, onLost })
  }
  const onUp = (): void => {
    waitMs = WAIT_MIN_MS
    if (!isInTrouble) return
    isInTrouble = false
    onTrouble()
  }
  const onLost = (reason: string): void => {
    again = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, WAIT_MAX_MS)
    if (isInTrouble) return
    isInTrouble = true
    onTrouble(reason)
  }
  open()

  return {
    publish: (bytes) => line.publish(bytes),
    close() {
      clearTimeout(again)
      closing ??= line.close()
      return closing
    },
  }
}
