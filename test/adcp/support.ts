// Calls tools of the sales agent as a client of the newest revision of MCP does, over a real socket.
import { startAdminService } from '../api/admin-service.ts'
import { modernHeaders, modernMessage } from '../mcp/support.ts'

export interface ToolReply {
  readonly isError: boolean
  // Tests look into answers of every shape.
  readonly answer: any
}

/** @throws Error showing the reply, where it is none of a tool */
export async function replyOf(url: string, key: string, name: string, args: object): Promise<ToolReply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...modernHeaders('tools/call', name), authorization: `Bearer ${key}` },
    body: JSON.stringify(modernMessage('tools/call', { name, arguments: args })),
  })
  const text = await response.text()
  const { result } = JSON.parse(text)
  if (result?.structuredContent === undefined) throw new Error(`${name} answered ${response.status}: ${text}`)
  return { isError: result.isError === true, answer: result.structuredContent }
}

/** The answer of a tool, whether it is a "no" or not. */
export async function callAdcp(url: string, key: string, name: string, args: object): Promise<any> {
  return (await replyOf(url, key, name, args)).answer
}

/** A running seller with two advertisers, each with a key; and how tools are called there. */
export async function startSeller(env: Record<string, string> = {}) {
  const service = await startAdminService(env)
  const url = `${service.config.baseUrl}/adcp`
  const feather = await service.makeAdvertiser('Feather')
  const other = await service.makeAdvertiser('Other')
  let writes = 0

  /** A tool that has to answer; a key of the write, and the account of the caller, are added where there are none. */
  async function must(name: string, args: object = {}, key = feather.key): Promise<any> {
    const { isError, answer } = await call(name, args, key)
    if (isError) throw new Error(`${name} answered ${JSON.stringify(answer)}`)
    return answer
  }

  /** The first error of a tool that has to refuse. */
  async function refusal(name: string, args: object = {}, key = feather.key): Promise<any> {
    const { isError, answer } = await call(name, args, key)
    if (!isError) throw new Error(`${name} answered ${JSON.stringify(answer)}`)
    return answer.adcp_error
  }

  function call(name: string, args: object, key = feather.key): Promise<ToolReply> {
    const write = WRITES.includes(name) ? { idempotency_key: `write-number-${++writes}-of-the-suite` } : {}
    const account = ACCOUNTED.includes(name) ? { account: accountOf('feather.example') } : {}
    const brand = name === 'create_media_buy' ? { brand: { domain: 'feather.example' } } : {}
    return replyOf(url, key, name, { ...write, ...account, ...brand, ...args })
  }

  return {
    ...service,
    url,
    feather,
    other,
    must,
    refusal,
    /** The reply as it is. */
    reply: call,
    /** A campaign, as the HTTP API shows it. */
    campaign: async (id: string) => (await service.call('GET', `/api/v1/campaigns/${id}`)).body,
    creative: (id: string, assets: object = {}) => creativeOf(url, id, assets),
    /** A buy of one package that has one creative, and serves. */
    async buy(more: object = {}, creativeId = 'c1'): Promise<any> {
      await must('sync_creatives', { creatives: [creativeOf(url, creativeId)] })
      const creative_assignments = [{ creative_id: creativeId }]
      return must('create_media_buy', buyOf([packageOf({ creative_assignments, ...more })]))
    },
  }
}

export type Seller = Awaited<ReturnType<typeof startSeller>>

const WRITES = ['sync_accounts', 'sync_creatives', 'create_media_buy', 'update_media_buy']
const ACCOUNTED = ['sync_creatives', 'create_media_buy', 'update_media_buy']

export const accountOf = (domain: string) => ({ brand: { domain }, operator: 'agency.example' })

export const packageOf = (more: object = {}) => ({
  product_id: 'run_of_network',
  pricing_option_id: 'cpc_auction',
  budget: 100,
  bid_price: 0.5,
  ...more,
})

export const buyOf = (packages: readonly object[] = [packageOf()], more: object = {}) => ({
  start_time: 'asap',
  end_time: '2099-01-01T00:00:00Z',
  packages,
  ...more,
})

const text = (content: string) => ({ asset_type: 'text', content })

export function creativeOf(url: string, creative_id: string, assets: object = {}) {
  return {
    creative_id,
    name: `Creative ${creative_id}`,
    format_id: { agent_url: url, id: 'action_card' },
    assets: {
      headline: text('Feather 13, a silent laptop'),
      description: text('A fanless laptop of 990 g that lasts a day of trains.'),
      keywords: text('quiet laptop|laptop'),
      click_url: { asset_type: 'url', url: `https://feather.example/${creative_id}` },
      ...assets,
    },
  }
}
