// Builds the whole service from a Config: main, tests and benches all use it, so they all run the same thing.
import { realClock } from './base/clock.ts'
import type { Log } from './base/log.ts'
import type { Random } from './base/random.ts'
import { sharedArray } from './base/shared-array.ts'
import type { Config } from './config.ts'
import type { PlaceTaken } from './store/nodes/shared-lane.ts'
import { openStore } from './store/open.ts'
import type { Life } from './wiring/running.ts'

export type Service = Awaited<ReturnType<typeof startService>>

/**
 * Opens the store, loads what decisions need, and listens. Resolves once requests are answered.
 * @param chance what decides ties between equal bids; real chance unless a test or simulation seeds it
 * @throws Error in a sentence where the folder or the port is taken, or a model is damaged
 */
export async function startService(config: Config, { log, chance = Math.random }: { log: Log; chance?: Random }) {
  const life: Life = { clock: realClock, ready: false, stoppedCell: sharedArray(Int32Array, 1) }
  const opening = openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    together: { address: config.nodeAddress, onPlace: createPlaceLog(log) },
    clock: { ...realClock, nowMs: () => life.clock.nowMs() },
    onStop: (reason) => {
      life.stopped = reason
      Atomics.store(life.stoppedCell, 0, 1)
      log.error({ reason }, 'the store stopped writing; requests are answered without ads')
    },
    onTrouble: (reason) =>
      reason === undefined
        ? log.info('the store reaches its database again')
        : log.error({ reason }, 'the store cannot reach its database; ads are served on, and nothing is recorded'),
  })
  try {
    // The code of everything else is read while the store's thread starts on another core.
    const [store, { assemble }] = await Promise.all([opening, import('./wiring/service.ts')])
    return await assemble(config, store, life, log, chance)
  } catch (error) {
    await opening.then(
      (store) => store.close(),
      () => {},
    )
    throw error
  }
}

/** Says which of several processes over one database this one is, where there are several. */
function createPlaceLog(log: Log): (place: PlaceTaken) => void {
  let wasGuest = false
  return ({ isWriter, address, ended, trouble }) => {
    if (!isWriter) log.info('another process writes to the database; this one decides, and asks that one for the rest')
    else if (ended !== undefined)
      log.warn({ ended }, 'the process that wrote to the database hung; its session was ended')
    else if (trouble !== undefined) log.warn({ reason: trouble }, 'no other process can use the same database')
    else if (address !== undefined) log.info({ address }, 'other processes can use the same database')
    else if (wasGuest) log.info('this process writes to the database now')
    if (ended === undefined) wasGuest = !isWriter
  }
}
