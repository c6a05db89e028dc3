import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiClient } from './api-client.ts'
import { readPages } from './read-pages.ts'

/** A server with so many things, which answers pages of up to 100, of which it leaves out what is not wanted. */
function serverWith(things: number, isWanted = (_thing: number) => true) {
  const asked: string[] = []
  const call = async (_method: string, path: string) => {
    asked.push(path)
    const query = new URL(path, 'http://server').searchParams
    const from = Number(query.get('cursor') ?? 0)
    const end = Math.min(things, from + Math.min(100, Number(query.get('limit'))))
    const data = Array.from({ length: end - from }, (_, i) => from + i).filter(isWanted)
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

test('a list that is narrowed page by page is read in large ones, and nothing is passed over', async () => {
  const { asked, client } = serverWith(1_000, (thing) => thing % 40 === 0)
  const { data, nextCursor } = await readPages<number>(client, '/campaigns', { canServe: 'false' }, 7)
  assert.deepEqual(data, [0, 40, 80, 120, 160, 200, 240])
  assert.equal(asked.length, 4)
  const rest = await client.call<{ data: number[] }>('GET', `/campaigns?limit=100&cursor=${nextCursor}`)
  assert.ok(rest.data[0]! <= 280)
})
