// What a running service says about money and counts, in figures that tests can compare.
import type { RunningService } from './service.ts'

/** Today's report by one dimension; days are those of UTC, so a test around midnight still asks for both. */
export function dayReport(service: RunningService, dimension: string): Promise<{ rows: any[]; totals: any }> {
  return service.must('GET', `/api/v1/reports?groupBy=${dimension}`)
}

/** What keeps the books from closing; empty where they do. */
export async function verifyBooks(service: RunningService): Promise<string[]> {
  const { ok, faults } = await service.must('POST', '/api/v1/ledger/verify')
  return ok && faults.length === 0 ? [] : ['the books do not close', ...faults]
}

export interface Entry {
  readonly postingId: string
  readonly account: string
  readonly amount: string
  readonly micros: number
  readonly reference: string
}

export async function entriesOf(service: RunningService): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let cursor: string | null = null; ;) {
    const page: { data: any[]; nextCursor: string | null } = await service.must(
      'GET',
      `/api/v1/ledger/entries?limit=200${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    for (const { postingId, account, amount, reference } of page.data)
      entries.push({ postingId, account, amount: amount.amount, micros: microsOf(amount.amount), reference })
    cursor = page.nextCursor
    if (cursor === null) return entries
  }
}

export async function balancesOf(service: RunningService): Promise<Map<string, number>> {
  const { data } = await service.must('GET', '/api/v1/ledger/balances')
  return new Map(data.map(({ account, balance }: any) => [account, microsOf(balance.amount)]))
}

/** Decimal text to whole micros without a float in between. */
export function microsOf(decimal: string): number {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const micros = Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'))
  return decimal.startsWith('-') ? -micros : micros
}

/** Calls the tool over MCP and gives back what it structured. */
export async function askOverMcp(service: RunningService, key: string, args: object): Promise<any> {
  const answer = await service.client.send(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ads.request', arguments: args } },
  })
  const line = answer.text.startsWith('{') ? answer.text : /^data: (.*)$/m.exec(answer.text)?.[1]
  const { result, error } = JSON.parse(line ?? 'null') ?? {}
  if (!result?.structuredContent)
    throw new Error(`the tool answered ${answer.status}: ${JSON.stringify(error ?? answer.text)}`)
  return result.structuredContent.data
}
