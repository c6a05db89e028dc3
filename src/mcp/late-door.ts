// The MCP door, made when somebody first knocks: the protocol's SDK takes a tenth of a second and 14 MB of each start, and
// many installations never speak it.
import type { ServerResponse } from 'node:http'
import { INTERNAL } from '../doors/errors.ts'
import { refuse } from '../doors/mcp-errors.ts'
import type { McpDoor, McpDoorDeps } from './server.ts'
import { MCP_SEGMENTS } from './segments.ts'

/** As `createMcpDoor`, but for the first request, which waits until the door is there. */
export function createLateMcpDoor(deps: McpDoorDeps): McpDoor {
  let door: McpDoor | undefined
  let making: Promise<McpDoor> | undefined

  const make = async (): Promise<McpDoor> => {
    const { createMcpDoor } = await import('./server.ts')
    door = createMcpDoor(deps)
    return door
  }

  return {
    segments: MCP_SEGMENTS,
    handle(request, response) {
      if (door !== undefined) return door.handle(request, response)
      making ??= make()
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
    deps.log.error({ err: error }, 'the MCP door could not be opened')
    refuse(response, INTERNAL, deps.ids.next('req'))
  }
}
