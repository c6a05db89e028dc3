// The AdCP door as the service opens it, which is when somebody first knocks.
import { createLateDoor } from '../doors/late-door.ts'
import type { MountedDoor } from '../doors/mount.ts'
import { ADCP_SEGMENTS } from './segments.ts'
import type { AdcpDoorDeps } from './server.ts'

export function createLateAdcpDoor(deps: AdcpDoorDeps): MountedDoor {
  const make = async (): Promise<MountedDoor> => (await import('./server.ts')).createAdcpDoor(deps)
  return createLateDoor({ name: 'AdCP', segments: ADCP_SEGMENTS, make }, deps)
}
