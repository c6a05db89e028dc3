// Reads a list of the API to its end, or up to a bound: it answers a page at a time.
import type { ApiClient } from './api-client.ts'

const PAGE_MAX = 100

export interface List<T> {
  readonly data: readonly T[]
  /** Where the list goes on beyond the bound; null at its end. */
  readonly nextCursor: string | null
}

export async function readPages<T>(
  client: Pick<ApiClient, 'call'>,
  path: string,
  filter: Readonly<Record<string, string>>,
  limit: number,
): Promise<List<T>> {
  const data: T[] = []
  let nextCursor: string | null = null
  do {
    const query = new URLSearchParams({ ...filter, limit: String(Math.min(PAGE_MAX, limit - data.length)) })
    if (nextCursor !== null) query.set('cursor', nextCursor)
    const page: { data: readonly T[]; nextCursor?: string | null } = await client.call('GET', `${path}?${query}`)
    data.push(...page.data)
    nextCursor = page.nextCursor ?? null
  } while (nextCursor !== null && data.length < limit)
  return { data, nextCursor }
}
