import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiClient } from './api-client.ts'
import { readPages } from './read-pages.ts'

/** A server with so many things, which answers pages of up to 100. */
function serverWith(things: number) {
  const asked: string[] = []
  const call = async (_method: string, path: string) => {
    asked.push(path)
    const query = new URL(path, 'http://server').searchParams
    const from = Number(query.get('cursor') ?? 0)
    const end = Math.min(things, from + Math.min(100, Number(query.get('limit'))))
    const data = Array.from({ length: end - from }, (_, i) => from + i)
    return { data, nextCursor: end < things ? String(end) : null }
  }
  return { asked, client: { call: call as ApiClient['call'] } }
}

test('a list is read to its end, page by page, with its filter', async () => {
  const { asked, client } = serverWith(250)
  const { data, nextCursor } = await readPages<number>(client, '/ads', { status: 'active' }, 1_000)
  assert.deepEqual(
    data,
    Array.from({ length: 250 }, (_, i) => i),
  )
  assert.equal(nextCursor, null)
  assert.deepEqual(asked, [
    '/ads?status=active&limit=100',
    '/ads?status=active&limit=100&cursor=100',
    '/ads?status=active&limit=100&cursor=200',
  ])
})

test('a list that is longer than the bound says where it goes on', async () => {
  const { data, nextCursor } = await readPages<number>(serverWith(250).client, '/ads', {}, 120)
  assert.deepEqual([data.length, nextCursor], [120, '120'])
})
