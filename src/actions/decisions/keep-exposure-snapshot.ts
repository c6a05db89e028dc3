// Keeps what people were shown as a file at a stop, so that a start need not read millions of rows from the store.
//
// The store stays the truth: the file says up to where it knows the store, and what came later is read from there. So an older
// file does no harm after a crash; one that the store does not know by name, for it was put back to an earlier time, is left alone.
import { demandRoom, type FreeBytes } from '../../base/disk-room.ts'
import type { Log } from '../../base/log.ts'
import { errorText } from '../../base/error-text.ts'
import { readPieces, writePieceFile } from '../../base/piece-file.ts'
import { randomHex, type RandomBytes } from '../../base/random.ts'
import { EXPOSURE_LAYOUT, EXPOSURE_LIMITS, type Exposures } from '../../engine/exposures/exposures.ts'
import type { ExposureMarks, Store } from '../../store/contract.ts'

export interface ExposureSnapshot {
  /** Fills the empty memory; says up to where it then knows the store, undefined where there is no file that fits. */
  restore(): Promise<ExposureMarks | undefined>
  /**
   * Writes the file where that would save the next start some time; gives up at `untilMs` of the monotonic clock.
   * Nothing may be noted meanwhile, and all must be in the store.
   */
  keepLast(untilMs?: number): Promise<void>
}

/** So many rows are read from the store in about a tenth of a second. */
const ROWS_MIN = 20_000
/** Events whose news may still have been on its way at the stop; hearing of one twice does no harm. */
const EVENTS_HEARD_AGAIN = 1_000
const SETTING = 'exposure_snapshot'
const MAKE = JSON.stringify([EXPOSURE_LAYOUT, EXPOSURE_LIMITS])

interface About {
  readonly name: string
  readonly make: string
  readonly marks: ExposureMarks
}

export function createExposureSnapshot(deps: {
  readonly path: string
  readonly store: Pick<Store, 'exposures' | 'settings' | 'wasShared'>
  readonly exposures: Exposures
  readonly randomBytes: RandomBytes
  readonly monotonicMs: () => number
  /** Of the disk that `path` is on. */
  readonly freeBytes: FreeBytes
  readonly log: Pick<Log, 'warn'>
  /** Rows since the last file that are worth a new one. */
  readonly rowsMin?: number
}): ExposureSnapshot {
  const { path, store, exposures, monotonicMs, rowsMin = ROWS_MIN } = deps
  let kept: ExposureMarks = { exposure: 0, event: 0 }

  return {
    async restore() {
      const name = await store.settings.read(SETTING)
      const refusal = (about: Partial<About>): string | undefined => {
        if (about.make !== MAKE) return 'another release made it'
        return about.name === name ? undefined : 'it belongs to another state of the database'
      }
      try {
        const about = exposures.restore((roomFor) => readPieces(path, roomFor, refusal))
        if (!about) return undefined
        kept = (about as unknown as About).marks
        return kept
      } catch (error) {
        deps.log.warn(
          { reason: errorText(error) },
          'the file of exposures is not used; they are read from the database',
        )
        return undefined
      }
    },
    async keepLast(untilMs = Number.POSITIVE_INFINITY) {
      // What other processes added to the store need not all have been heard here.
      if (store.wasShared()) return
      const reached = await store.exposures.marks()
      if (exposures.rows() < rowsMin || reached.exposure - kept.exposure < rowsMin) return
      const marks = { ...reached, event: Math.max(0, reached.event - EVENTS_HEARD_AGAIN) }
      const pieces = exposures.save()
      const name = randomHex(deps.randomBytes, 16)
      const isWritten = await writePieceFile(path, async (add) => {
        // Only now: what a process that was killed had left of one is gone.
        await demandRoom(pieces, deps.freeBytes)
        for (const piece of pieces) {
          if (monotonicMs() > untilMs) return undefined
          await add(piece)
        }
        return { name, make: MAKE, marks } satisfies About
      })
      if (isWritten) await store.settings.write(SETTING, name)
    },
  }
}
