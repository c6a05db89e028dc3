// Notices that the other end of a line has fallen silent: asks now and then, and counts the beats until anything is heard.
//
// It counts beats, not time. A process that was itself held up for a while missed its beats as well, and so holds no line to be
// dead whose answers it did not read yet.

export interface Heartbeat {
  /** Something came from the other end. */
  heard(): void
  stop(): void
}

const BEAT_MS = 2_000
const SILENT_BEATS_MAX = 3

/**
 * @param ask its answer counts as heard; its fault is told elsewhere
 * @param onSilent called once, 6 to 8 s after the last that was heard
 */
export function createHeartbeat({ ask, onSilent }: { ask: () => Promise<unknown>; onSilent: () => void }): Heartbeat {
  let silentBeats = 0
  let isAsking = false
  const heard = (): void => {
    silentBeats = 0
  }
  const beat = (): void => {
    if (silentBeats++ === SILENT_BEATS_MAX) {
      clearInterval(timer)
      onSilent()
    } else if (!isAsking) {
      isAsking = true
      ask().then(
        () => {
          isAsking = false
          heard()
        },
        () => {},
      )
    }
  }
  const timer = setInterval(beat, BEAT_MS)
  return { heard, stop: () => clearInterval(timer) }
}
