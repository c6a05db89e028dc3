// A door that is made when somebody first knocks: the SDK of its protocol takes a tenth of a second and 14 MB of each start, and many
// installations never speak it.
import type { ServerResponse } from 'node:http'
import type { IdSource } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { INTERNAL } from './errors.ts'
import { refuse } from './mcp-errors.ts'
import type { MountedDoor } from './mount.ts'

/** As the door that `make` makes, but for the first request, which waits until it is there. */
export function createLateDoor(
  { name, segments, make }: Pick<MountedDoor, 'segments'> & { name: string; make: () => Promise<MountedDoor> },
  { ids, log }: { readonly ids: Pick<IdSource, 'next'>; readonly log: Pick<Log, 'error'> },
): MountedDoor {
  let door: MountedDoor | undefined
  let making: Promise<MountedDoor> | undefined
  const open = async (): Promise<MountedDoor> => (door = await make())

  return {
    segments,
    handle(request, response) {
      if (door !== undefined) return door.handle(request, response)
      making ??= open()
      making.then(
        (made) => made.handle(request, response),
        (error: unknown) => failed(error, response),
      )
    },
    close: async () => (await making?.catch(() => undefined))?.close(),
  }

  // Tried anew by the next request: a file that could not be read now may be there then.
  function failed(error: unknown, response: ServerResponse): void {
    making = undefined
    log.error({ err: error }, `the ${name} door could not be opened`)
    refuse(response, INTERNAL, ids.next('req'))
  }
}
