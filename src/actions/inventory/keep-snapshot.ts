// Keeps a copy of the inventory in memory as a file, so that a start reads it instead of making everything anew.
//
// The store stays the truth. A snapshot has a name that the store has on record from before the file is there, so the store
// holds, in this or a later state, all that the snapshot stands for; what changed since is read from the store. A store that
// was put back to an earlier time does not know the name, and the snapshot is left alone.
import { demandRoom, type FreeBytes } from '../../base/disk-room.ts'
import type { Gate } from '../../base/gate.ts'
import type { Log } from '../../base/log.ts'
import { errorText } from '../../base/error-text.ts'
import { type Imprint, readPieceFile, writePieceFile } from '../../base/piece-file.ts'
import { randomHex, type RandomBytes } from '../../base/random.ts'
import type { Catalog } from '../../engine/catalog.ts'
import type { SettingStore } from '../../store/contract.ts'
import { createChangeSetting } from '../change-setting.ts'
import type { InventoryProgress } from './refresh-inventory.ts'

export interface InventorySnapshot {
  /** Fills the empty catalog, for the time before the first refresh; false where there is no snapshot that fits. */
  restore(): Promise<boolean>
  /** Writes a new one where it would save a start some time, once changes pause or have not paused for minutes. For a job. */
  keep(stop?: AbortSignal): Promise<void>
  /** Writes a new one where it would save a start some time; gives up at `untilMs` of the monotonic clock. */
  keepLast(untilMs?: number): Promise<void>
}

export interface SnapshotDeps {
  readonly path: string
  /** What the code and data files that make ads into memory are known by; another one makes another memory. */
  readonly make: string
  readonly settings: SettingStore
  readonly catalog: Pick<Catalog, 'save' | 'restore' | 'stats'>
  readonly progress: InventoryProgress
  /** Held while what may change is written. */
  readonly gate: Gate
  readonly randomBytes: RandomBytes
  readonly monotonicMs: () => number
  /** Of the disk that `path` is on. */
  readonly freeBytes: FreeBytes
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Changes that are worth a new snapshot besides one in a hundred ads. */
  readonly changesMin?: number
}

/** Reading so few ads from the store takes some hundredths of a second. */
const CHANGES_MIN = 500
const SHARE_MIN = 1 / 100
/** Where changes never pause, one is written this often, or more rarely where writing takes long. */
const UNSETTLED_MS = 300_000
const WRITING_SHARE_MAX = 1 / 50
/** Changes that come and pause all the time may not have the disk write more than this share of the time. */
const PAUSING_SHARE_MAX = 1 / 8
/** After one that could not be written the next is not tried before 5 min, 10 min … an hour: what is in the way is a full disk, mostly. */
const retryMs = (failures: number) => Math.min(300_000 * 2 ** (failures - 1), 3_600_000)

const SETTING = 'inventory_snapshots'
/** Names that the store has on record, the newest first. */
const NAMES_MAX = 32

/** What a file says of itself. */
interface About {
  readonly name: string
  readonly make: string
  /** Every change of an ad up to this revision is in it. */
  readonly revision: number
  readonly state: unknown
}

export function createInventorySnapshot(deps: SnapshotDeps): InventorySnapshot {
  const { path, make, settings, catalog, progress, gate, monotonicMs, log, changesMin = CHANGES_MIN } = deps
  const changeSetting = createChangeSetting(settings)
  let changesKept = 0
  let changesSeen = 0
  let notBeforeMs = 0
  let restedMs = 0
  let failures = 0
  let writing: Promise<void> | undefined
  let nameOnDisk: string | undefined // of the file that is there, where this process read or wrote it

  const isWorthwhile = (): boolean => {
    const { changes, ads } = catalog.stats()
    return changes - changesKept >= Math.max(changesMin, ads * SHARE_MIN)
  }

  const write = async (isEnough: () => boolean): Promise<void> => {
    const startedMs = monotonicMs()
    try {
      await writeFile(isEnough)
    } catch (error) {
      failures++
      notBeforeMs = restedMs = monotonicMs() + retryMs(failures)
      throw error
    }
    failures = 0
    const tookMs = monotonicMs() - startedMs
    notBeforeMs = monotonicMs() + Math.max(UNSETTLED_MS, tookMs / WRITING_SHARE_MAX)
    restedMs = monotonicMs() + tookMs / PAUSING_SHARE_MAX
  }

  const writeFile = async (isEnough: () => boolean): Promise<void> => {
    const name = randomHex(deps.randomBytes, 16)
    let imprint: Imprint | undefined
    let changes = 0
    try {
      const isWritten = await writePieceFile(path, async (add) => {
        const about = await gate.hold(async () => {
          imprint = catalog.save()
          await demandRoom([...imprint.changing, ...imprint.fixed], deps.freeBytes)
          changes = catalog.stats().changes
          for (const piece of imprint.changing) await add(piece)
          return { name, make, revision: progress.ads, state: imprint.state } satisfies About
        })
        for (const piece of imprint!.fixed) {
          if (isEnough()) return undefined
          await add(piece)
        }
        await record(name)
        return about
      })
      if (!isWritten) return
      nameOnDisk = name
      changesKept = changes
    } finally {
      imprint?.release()
    }
  }
  // The name of the file that is still there stays good until the new one is, however often that fails; and so do those of the files of other
  // processes over the same database.
  const record = (name: string): Promise<unknown> =>
    changeSetting(SETTING, (kept) => {
      const names = [name, ...(nameOnDisk === undefined ? [] : [nameOnDisk]), ...namesIn(kept)]
      return { value: JSON.stringify([...new Set(names)].slice(0, NAMES_MAX)) }
    })

  const writeOnce = (isEnough: () => boolean): Promise<void> => {
    writing ??= write(isEnough).finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    async restore() {
      const names = namesIn(await settings.read(SETTING))
      const refusal = (about: Partial<About>): string | undefined => {
        if (about.make !== make) return 'another release made it'
        return names.includes(about.name ?? '') ? undefined : 'it belongs to another state of the database'
      }
      let file: ReturnType<typeof readPieceFile>
      try {
        file = readPieceFile(path, refusal)
      } catch (error) {
        log.warn(
          { reason: errorText(error) },
          'the inventory snapshot is not used; the inventory is read from the database',
        )
        return false
      }
      if (file === undefined) return false
      const about = file.about as unknown as About
      catalog.restore(file.pieces, about.state)
      progress.ads = about.revision
      nameOnDisk = about.name
      log.info({ ads: catalog.stats().ads }, 'the inventory was read from its snapshot')
      return true
    },

    async keep(stop) {
      const { changes } = catalog.stats()
      const pausing = changes === changesSeen
      changesSeen = changes
      if (!isWorthwhile()) return
      const nowMs = monotonicMs()
      if ((pausing && nowMs >= restedMs) || nowMs >= notBeforeMs) await writeOnce(() => stop?.aborted ?? false)
    },

    async keepLast(untilMs = Number.POSITIVE_INFINITY) {
      await writing?.catch(() => {})
      if (isWorthwhile()) await writeOnce(() => monotonicMs() > untilMs)
    },
  }
}

function namesIn(text = '[]'): readonly string[] {
  return JSON.parse(text)
}
