// What is said on the terminal once the service listens: where it is, a key that works, and a line to try it with.
import type { Service } from './wire.ts'

const QUERY = 'I need a quiet, light laptop for train rides'

/** Makes the key of this start in a demo store; elsewhere only tells where to get one. */
export async function welcome({
  config,
  fresh,
  demoKey,
  adsServed,
}: Pick<Service, 'config' | 'fresh' | 'demoKey' | 'adsServed'>): Promise<string> {
  const { baseUrl } = config
  const lines = [
    '',
    `Aside listens on ${baseUrl}`,
    `  ads in stock   ${adsServed()}`,
    `  console        ${baseUrl}/console`,
    `  API pages      ${baseUrl}/docs`,
    `  MCP service    ${config.mcpUrl}/mcp`,
  ]
  if (config.clockSpeed !== 1)
    lines.push(`  clock          ${config.clockSpeed} times as fast as real time; billing is a simulation`)
  if (fresh.adminKey) lines.push('', `Operator key, shown this once: ${fresh.adminKey}`)
  const key = await demoKey()
  if (key === undefined) {
    lines.push(
      '',
      `Make a publisher and its key in the console, or with: npx aside --url ${baseUrl} keys create --new-publisher "Chat App"`,
      '',
    )
    return lines.join('\n')
  }
  const body = JSON.stringify({
    conversationContext: { query: QUERY },
    slots: [{ slotId: 'below-answer', format: 'action_card', count: 2 }],
  })
  const traffic = config.trafficFilter === undefined ? ', and machines are billed like people' : ''
  lines.push('', `A demo: it has sample ads${traffic}. For real ads begin a new store with ASIDE_ADMIN_KEY set.`)
  lines.push('', `Key of the sample chat app: ${key}`, '', 'Ask for ads:', '')
  lines.push(
    `curl -s ${baseUrl}/api/v1/ads/request -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
  )
  return lines.join('\n')
}
