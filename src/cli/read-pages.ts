// Reads a list of the API to its end, or up to a bound: it answers a page at a time.
import type { ApiClient } from './api-client.ts'

const PAGE_MAX = 100

export interface List<T> {
  readonly data: readonly T[]
  /** Where the list goes on beyond the bound, some of what is there once more where it was narrowed; null at its end. */
  readonly nextCursor: string | null
}

export async function readPages<T>(
  client: Pick<ApiClient, 'call'>,
  path: string,
  filter: Readonly<Record<string, string>>,
  limit: number,
): Promise<List<T>> {
  const data: T[] = []
  let cursor: string | null = null
  let asked = Math.min(PAGE_MAX, limit)
  for (;;) {
    const query = new URLSearchParams({ ...filter, limit: String(asked) })
    if (cursor !== null) query.set('cursor', cursor)
    const page: { data: readonly T[]; nextCursor?: string | null } = await client.call('GET', `${path}?${query}`)
    data.push(...page.data)
    if (data.length > limit) return { data: data.slice(0, limit), nextCursor: cursor }
    const nextCursor = page.nextCursor ?? null
    if (nextCursor === null || data.length === limit) return { data, nextCursor }
    // A page that is not full is what is left of one after it was narrowed: asked for a few at a time, a long list would take as many calls.
    asked = page.data.length < asked ? PAGE_MAX : Math.min(PAGE_MAX, limit - data.length)
    cursor = nextCursor
  }
}
