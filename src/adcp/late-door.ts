// The AdCP door, made when somebody first knocks, as that of MCP is: the protocol's SDK would weigh on each start.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { INTERNAL } from '../doors/errors.ts'
import { refuse } from '../doors/mcp-errors.ts'
import type { AdcpDoor, AdcpDoorDeps } from './server.ts'

/** As `createAdcpDoor`, but for the first request, which waits until the door is there. */
export function createLateAdcpDoor(deps: AdcpDoorDeps): AdcpDoor {
  let making: Promise<AdcpDoor> | undefined
  const make = async (): Promise<AdcpDoor> => (await import('./server.ts')).createAdcpDoor(deps)
  return {
    segments: ['adcp'],
    handle(request: IncomingMessage, response: ServerResponse) {
      making ??= make()
      making.then(
        (door) => door.handle(request, response),
        (error: unknown) => {
          making = undefined // a file that could not be read now may be there for the next one
          deps.log.error({ err: error }, 'the AdCP door could not be opened')
          refuse(response, INTERNAL, deps.ids.next('req'))
        },
      )
    },
    close: async () => (await making?.catch(() => undefined))?.close(),
  }
}
