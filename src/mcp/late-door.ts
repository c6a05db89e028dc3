// The MCP door as the service opens it, which is when somebody first knocks.
import { createLateDoor } from '../doors/late-door.ts'
import type { MountedDoor } from '../doors/mount.ts'
import { MCP_SEGMENTS } from './segments.ts'
import type { McpDoorDeps } from './server.ts'

export function createLateMcpDoor(deps: McpDoorDeps): MountedDoor {
  const make = async (): Promise<MountedDoor> => (await import('./server.ts')).createMcpDoor(deps)
  return createLateDoor({ name: 'MCP', segments: MCP_SEGMENTS, make }, deps)
}
