// Whether ads are shown to the client of whom a request tells.
import type { Device } from '../../domain/ad-request.ts'
import type { TrafficRules } from './traffic-rules.ts'
import { createClassifyAgent } from './user-agent.ts'

/** No ads for bots that a request names, nor for whom an operator's rule is meant. An assistant that says so is asked by a person, and so is who is not described. */
export function createInvalidDevice(rules: Pick<TrafficRules, 'catches'>): (device: Device) => boolean {
  const classify = createClassifyAgent()
  return (device) => {
    const { userAgent } = device
    return (userAgent !== undefined && classify(userAgent) === 'bot') || rules.catches(device)
  }
}
