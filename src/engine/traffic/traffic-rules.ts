// An operator's own rules of whom not to count, ready to be asked at every hit and request.
import { createLruMap } from '../../base/lru-map.ts'
import type { TrafficRule } from '../../domain/traffic-rule.ts'
import { type NetworkList, parseNetworkList, readAddress } from './network.ts'
import { USER_AGENT_CHARS_MAX } from './user-agent.ts'

export interface TrafficRules {
  /** Takes the place of those before. */
  take(rules: readonly TrafficRule[]): void
  all(): readonly TrafficRule[]
  /** Whether a rule is meant for this client. What is not known of it meets no rule. */
  catches(client: { readonly userAgent?: string | undefined; readonly ip?: string | undefined }): boolean
}

interface Both {
  readonly network: NetworkList
  readonly userAgent: string
}

/** User-Agents about which it is known whether a rule names them. */
const REMEMBERED_MAX = 5_000

/** Without rules, which is how it begins, asking costs nothing. */
export function createTrafficRules(): TrafficRules {
  let taken: readonly TrafficRule[] = []
  let networks: NetworkList | undefined
  let agents: readonly string[] = []
  let pairs: readonly Both[] = []
  const known = createLruMap<string, boolean>({ entriesMax: REMEMBERED_MAX })

  const names = (userAgent: string): boolean => {
    let named = known.get(userAgent)
    if (named === undefined) {
      const text = userAgent.toLowerCase()
      known.set(userAgent, (named = agents.some((agent) => text.includes(agent))))
    }
    return named
  }

  return {
    take(rules) {
      taken = rules
      known.clear()
      const alone = rules.filter(({ userAgent }) => userAgent === undefined)
      networks = alone.length === 0 ? undefined : networkList(alone)
      agents = rules.flatMap(({ network, userAgent }) => (network === undefined ? lower(userAgent) : []))
      pairs = rules.flatMap((rule) =>
        rule.network === undefined
          ? []
          : lower(rule.userAgent).map((userAgent) => ({ network: networkList([rule]), userAgent })),
      )
    },
    all: () => taken,
    catches({ userAgent, ip }) {
      if (taken.length === 0) return false
      const agent = userAgent?.slice(0, USER_AGENT_CHARS_MAX)
      if (agent !== undefined && agents.length > 0 && names(agent)) return true
      if (ip === undefined || (networks === undefined && pairs.length === 0)) return false
      const address = readAddress(ip)
      if (address === undefined) return false
      if (networks?.has(address)) return true
      const text = agent?.toLowerCase() ?? ''
      return pairs.some((pair) => text.includes(pair.userAgent) && pair.network.has(address))
    },
  }
}

function networkList(rules: readonly TrafficRule[]): NetworkList {
  return parseNetworkList(rules.map(({ network }) => network).join('\n'))
}

function lower(userAgent: string | undefined): string[] {
  return userAgent === undefined ? [] : [userAgent.toLowerCase()]
}
