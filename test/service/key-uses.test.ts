// When keys were last used: told by whichever thread let them in, and still known after a restart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../../src/base/clock.ts'
import { createHttpClient } from '../support/http-client.ts'
import { openPlace, type RunningService, startProcess } from '../support/service.ts'
import { until } from '../support/until.ts'

const KEYS = 16

test('each key tells the hour in which it was last let in, by any thread and over a restart', async (t) => {
  const place = await openPlace()
  t.after(() => place.remove())
  const env = { ASIDE_WORKERS: '2', ASIDE_DEMO: 'off' }
  let service = await startProcess(place, env)
  t.after(() => service.terminate())
  const make = (path: string, body: object) => service.must('POST', `/api/v1/${path}`, body)
  const { id: publisherId } = await make('publishers', { name: 'Chat' })
  const keys: { id: string; key: string }[] = []
  for (let i = 0; i < KEYS; i++) keys.push(await make('keys', { publisherId, scopes: ['ads:request'] }))
  const [{ id: unused }, refused, ...used] = [await make('keys', { scopes: ['reports:read'] }), ...keys]
  const before = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  // Each over a connection of its own, which any of the threads may take.
  for (const { key } of used) assert.equal(await ask(service, key), 200)
  const lastFour = refused!.key.slice(-4)
  const forged = `${refused!.key.slice(0, -4)}${lastFour === 'AAAA' ? 'BBBB' : 'AAAA'}`
  assert.equal(await ask(service, forged), 401)

  const lastUses = async () => {
    const { data } = await service.must('GET', '/api/v1/keys?limit=200')
    return new Map<string, string | undefined>(data.map(({ id, lastUsedAt }: any) => [id, lastUsedAt]))
  }
  const isTold = async () => {
    const uses = await lastUses()
    return used.every(({ id }) => uses.get(id) !== undefined)
  }
  await until('all of them are told', 5_000, isTold)
  const uses = await lastUses()
  const after = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  for (const { id } of used) {
    const atMs = Date.parse(uses.get(id)!)
    assert.ok(atMs >= before && atMs <= after && atMs % HOUR_MS === 0, uses.get(id))
  }
  assert.deepEqual([uses.get(unused), uses.get(refused!.id)], [undefined, undefined])
  await service.terminate()
  service = await startProcess(place, env)
  assert.deepEqual(await lastUses(), uses)
  const { id } = used[0]!
  assert.equal((await service.must('GET', `/api/v1/keys/${id}`)).lastUsedAt, uses.get(id))
  assert.equal((await service.must('DELETE', `/api/v1/keys/${id}`)).lastUsedAt, uses.get(id))
})

async function ask({ url }: RunningService, key: string): Promise<number> {
  const client = createHttpClient()
  try {
    const body = { conversationContext: { query: 'a tent' }, slots: [{ slotId: 'main', format: 'action_card' }] }
    const headers = { authorization: `Bearer ${key}` }
    return (await client.send(`${url}/api/v1/ads/request`, { method: 'POST', headers, body })).status
  } finally {
    client.close()
  }
}
