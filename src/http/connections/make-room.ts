// Lets go of connections on which nothing happens where newcomers find hardly any room, so that these are not the ones who are sent away.
import type { Room } from '../../base/open-files.ts'

/** A connection, as far as it may have to go. */
export interface Guest {
  /** For how long it has been between two requests, or without a first one; 0 where anything is under way or half read. */
  silentMs(nowMs: number): number
  /** Whether it has not said anything yet. */
  isNew(): boolean
  /** Gives its inner connection up, which the next request opens anew; false where it has none or needs it. */
  leavePassage(): boolean
  cut(): void
}

interface MakeRoomDeps {
  /** Those of one thread; silent ones of the others are for those to let go of. */
  readonly guests: Iterable<Guest>
  readonly passageFiles: number
  /** Answers whatever waits for its answer. */
  readonly settle: () => void
  readonly room: Pick<Room, 'wanted' | 'unheard'>
  readonly clock: { monotonicMs(): number }
}

/** Shorter silences are those of somebody who is about to speak, as far as anybody can tell. */
const SILENT_MS = 1_000
/** Where too few were silent they are not looked through again at once, however many newcomers there are. */
const AGAIN_AFTER_MS = 100

/** @returns cheap where there is room */
export function createMakeRoom({ guests, passageFiles, settle, room, clock }: MakeRoomDeps): () => void {
  let isDue = false
  let notBeforeMs = Number.NEGATIVE_INFINITY

  const makeRoom = (): void => {
    isDue = false
    settle()
    const nowMs = clock.monotonicMs()
    let wanted = room.wanted()
    if (passageFiles > 0) {
      for (const guest of guests) if (wanted > 0 && guest.leavePassage()) wanted -= passageFiles
    }
    if (wanted <= 0) return
    const all = [...guests]
    const fresh = all.filter((guest) => guest.isNew())
    const longest = longestSilent(fresh, nowMs, wanted)
    // Whoever says nothing drives nobody away who was served: as many of them as there are in all threads, they are waited for.
    const wantedOfServed = wanted - Math.max(fresh.length, room.unheard())
    if (wantedOfServed > 0) {
      const served = all.filter((guest) => !guest.isNew())
      longest.push(...longestSilent(served, nowMs, wantedOfServed))
    }
    for (const guest of longest) guest.cut()
    if (longest.length < wanted) notBeforeMs = nowMs + AGAIN_AFTER_MS
  }

  return () => {
    if (isDue || room.wanted() <= 0 || clock.monotonicMs() < notBeforeMs) return
    isDue = true
    // Once all that has arrived by now is read: who seems silent may have spoken while this thread was busy.
    setImmediate(makeRoom)
  }
}

function longestSilent(guests: readonly Guest[], nowMs: number, most: number): Guest[] {
  return guests
    .map((guest) => ({ guest, silentMs: guest.silentMs(nowMs) }))
    .filter(({ silentMs }) => silentMs >= SILENT_MS)
    .toSorted((a, b) => b.silentMs - a.silentMs)
    .slice(0, most)
    .map(({ guest }) => guest)
}
